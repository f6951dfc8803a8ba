"""Programs that grow and change are solved from where they stood, to the same optimum as from nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.lp import Basis, GrowingProgram, LinearProgram, StaleEntries, Triplets, compress, solve_program
from dodona.lp.program import NoOptimumError, dual
from dodona.model.limit import Limit
from dodona.model.run import Run

NOTHING = Basis(np.zeros(0, bool), np.zeros(0, bool))


def run():
    return Run(Limit())


def matrix_program(a):
    """The row player's program. Columns: a fixed one, the value, her actions. Rows: their sum, the other's answers."""
    actions, answers = a.shape
    columns, rows = np.arange(actions) + 2, np.arange(answers) + 1
    total = Triplets(np.zeros(actions + 1, int), np.append(0, columns), np.append(-1.0, np.ones(actions)))
    value = Triplets(rows, np.ones(answers, int), np.ones(answers))
    payoffs = Triplets(np.tile(rows, actions), np.repeat(columns, answers), -a.ravel())
    endless = np.full(actions, np.inf)
    return LinearProgram(
        np.append([0.0, -1.0], np.zeros(actions)),
        compress((answers + 1, actions + 2), total, value, payoffs),
        np.append(0.0, np.full(answers, -np.inf)),
        np.zeros(answers + 1),
        np.append([1.0, -np.inf], np.zeros(actions)),
        np.append([1.0, np.inf], endless),
    )


def changes_between(before, after):
    """Of the entries that both have."""
    actions, answers = before.shape
    change = after[:actions, :answers] - before
    i, j = np.nonzero(change)
    return Triplets(j + 1, i + 2, change[i, j])


def assert_optimal(a, point):
    plan, answer = point.x[2:], -point.multipliers[1:]
    for mixed in (plan, answer):
        assert mixed.sum() == pytest.approx(1)
        assert mixed.min() >= -1e-9
    assert (plan @ a).min() == pytest.approx(point.x[1], abs=1e-9)
    assert (a @ answer).max() == pytest.approx(point.x[1], abs=1e-9)


def payoffs(draw, size, shape):
    """Small ones make for many ties."""
    return draw.integers(-size, size + 1, shape).astype(float)


def grown(a, draw, size, of_columns, count):
    """More actions and some old ones with other payoffs, for one of the players."""
    if not of_columns:
        return grown(a.T, draw, size, True, count).T
    b = np.vstack([a, payoffs(draw, size, (count, a.shape[1]))])
    for action in draw.integers(0, a.shape[0], 2):
        b[action, draw.integers(0, a.shape[1], 3)] += draw.integers(-size, size + 1)
    return b


@given(
    st.integers(0, 2**32),
    st.sampled_from([1, 2, 9]),
    st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=12),
)
def test_every_solve_is_optimal_however_the_program_grew(seed, size, growth):
    draw = np.random.default_rng(seed)
    a = payoffs(draw, size, draw.integers(2, 8, 2))
    program = GrowingProgram()
    assert_optimal(a, program.solve(matrix_program(a), NOTHING, Triplets.none(), True, run()))
    for of_columns, count in growth:
        b = grown(a, draw, size, of_columns, count)
        new = Basis(np.ones(b.shape[1] - a.shape[1], bool), np.zeros(b.shape[0] - a.shape[0], bool))
        point = program.solve(matrix_program(b), new, changes_between(a, b), of_columns, run())
        assert_optimal(b, point)
        assert program.basis.rows.sum() + program.basis.columns.sum() + program.stale.columns == (
            b.shape[1] + 1 + program.stale.rows
        )
        a = b


@given(st.integers(0, 2**32))
def test_the_optimum_of_the_dual_is_the_multipliers(seed):
    draw = np.random.default_rng(seed)
    a = payoffs(draw, 9, draw.integers(1, 8, 2))
    program = matrix_program(a)
    for again in (dual(program), dual(dual(program))):
        assert len(again.cost) in (len(program.cost), len(program.row_lower))
    assert_optimal(a, solve_program(dual(program), run()).dual())
    assert_optimal(a, solve_program(dual(dual(program)), run()))


def test_what_the_basis_lets_go_of_is_forgotten(monkeypatch):
    """Nodes of liar's dice cease to be leaves again and again; a few of their rows and columns linger in the basis."""
    counts, usual = [], GrowingProgram.solve

    def solve(program, *arguments):
        point = usual(program, *arguments)
        counts.append(program.stale.rows + program.stale.columns)
        return point

    monkeypatch.setattr(GrowingProgram, "solve", solve)
    assert dodona.solve(dodona.game("liars_dice(faces=4)"), "doswp").status == "exact"
    assert 0 < max(counts) < 20


def test_stale_rows_and_columns_keep_their_entries_when_others_go():
    entries = Triplets(np.array([-1, -2, -3, 4]), np.array([7, 8, 9, -1]), np.array([1.0, 2.0, 3.0, 4.0]))
    left = StaleEntries(3, 1, entries).select(np.array([True, False, True]), np.array([True]))
    assert (left.rows, left.columns) == (2, 1)
    assert left.entries.rows.tolist() == [-1, -2, 4]
    assert left.entries.columns.tolist() == [7, 9, -1]
    assert left.entries.values.tolist() == [1.0, 3.0, 4.0]


def test_a_basis_of_another_size_is_not_used():
    """As after a solve that was broken off: the program has rows and columns that the basis has never seen."""
    a, b = np.eye(2), np.diag([1.0, 2.0, 3.0])
    program = GrowingProgram()
    program.solve(matrix_program(a), NOTHING, Triplets.none(), True, run())
    point = program.solve(matrix_program(b), NOTHING, changes_between(a, b), True, run())
    assert_optimal(b, point)
    assert point.x[1] == pytest.approx(6 / 11)


def test_a_basis_that_leads_nowhere_is_given_up(monkeypatch):
    """HiGHS may fail from a basis for numerical reasons; the program is then solved from nothing."""
    a = np.array([[0.0, 1.0], [1.0, 0.0]])
    program = GrowingProgram()
    program.solve(matrix_program(a), NOTHING, Triplets.none(), True, run())

    def fail(*arguments):
        raise NoOptimumError("trouble")

    monkeypatch.setattr(program, "_solve_from", fail)
    b = np.array([[0.0, 1.0], [1.0, 0.0], [0.9, 0.9]])
    new = Basis(np.zeros(0, bool), np.zeros(1, bool))
    point = program.solve(matrix_program(b), new, Triplets.none(), True, run())
    assert_optimal(b, point)
    assert point.x[1] == pytest.approx(0.9)
