"""The matrix-game kernel: known games, laws of zero-sum games, hard matrices, agreement with HiGHS."""

from __future__ import annotations

from random import Random

import highspy
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from dodona import _core
from dodona.model.errors import GameDefinitionError

Matrix = npt.NDArray[np.float64]
TOLERANCE = 1e-10  # The kernel's promise, relative to the range of the entries.


def solve(rows: npt.ArrayLike) -> tuple[float, Matrix, Matrix]:
    """Solve, and judge the answer by what the strategies guarantee in the matrix itself."""
    a = np.array(rows, dtype=float)
    value, lower, upper, x, y = _core.solve_matrix(a)
    spread = np.ptp(a)
    rounding = 1e-13 * np.abs(a).max()
    assert x.shape == (a.shape[0],)
    assert y.shape == (a.shape[1],)
    for strategy in (x, y):
        assert np.all(strategy >= 0)
        assert abs(strategy.sum() - 1) <= 1e-14 * max(a.shape)
    assert lower <= value <= upper
    assert upper - lower <= TOLERANCE * spread + rounding
    assert abs((x @ a).min() - lower) <= rounding
    assert abs((a @ y).max() - upper) <= rounding
    return value, x, y


# --- Games with known solutions ---------------------------------------------------------------------------------------


def skew(below: list[list[float]]) -> Matrix:
    """The symmetric game with the given entries below the diagonal."""
    a = np.zeros((len(below) + 1, len(below) + 1))
    for i, row in enumerate(below, start=1):
        a[i, :i] = row
    return a - a.T


def mendelsohn(n: int) -> Matrix:
    """Name a number: one above the opponent's wins 1, two or more above it loses 2."""
    i, j = np.indices((n, n))
    above = np.where(i - j == 1, 1.0, np.where(i - j >= 2, -2.0, 0.0))
    return above - above.T


KNOWN: dict[str, tuple[npt.ArrayLike, float, list[float], list[float]]] = {
    "matching pennies": ([[1, -1], [-1, 1]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2]),
    "rock paper scissors": (skew([[1], [-1, 1]]), 0, [1 / 3] * 3, [1 / 3] * 3),
    # In [[0, -a, b], [a, 0, -c], [-b, c, 0]] the weights (c, b, a) make every column worth 0; here a, b, c = 1, 2, 3.
    "weighted rock paper scissors": (skew([[1], [-2, 3]]), 0, [1 / 2, 1 / 3, 1 / 6], [1 / 2, 1 / 3, 1 / 6]),
    # Ferguson, Game Theory, part II, section 1.2.
    "odd or even": ([[-2, 3], [3, -4]], 1 / 12, [7 / 12, 5 / 12], [7 / 12, 5 / 12]),
    # A diagonal game has value 1 / (1/d1 + ... + 1/dn), and probabilities proportional to 1/di.
    "diagonal": (np.diag([1.0, 2.0, 3.0, 6.0]), 1 / 2, [1 / 2, 1 / 4, 1 / 6, 1 / 12], [1 / 2, 1 / 4, 1 / 6, 1 / 12]),
    # Mendelsohn, American Mathematical Monthly 53 (1946): only 1, 2 and 3 are ever named.
    "mendelsohn": (mendelsohn(30), 0, [1 / 4, 1 / 2, 1 / 4] + [0] * 27, [1 / 4, 1 / 2, 1 / 4] + [0] * 27),
    "dominated row": ([[1, -1], [-1, 1], [-2, -3]], 0, [1 / 2, 1 / 2, 0], [1 / 2, 1 / 2]),
    "dominated column": ([[1, -1, 5], [-1, 1, 6]], 0, [1 / 2, 1 / 2], [1 / 2, 1 / 2, 0]),
    "row dominated by a mixture": ([[4, 0], [0, 4], [1, 1]], 2, [1 / 2, 1 / 2, 0], [1 / 2, 1 / 2]),
    "saddle point": ([[3, 1, 4], [5, 2, 9], [6, 0, 7]], 2, [0, 1, 0], [0, 1, 0]),
    "one row": ([[3, -2, 7]], -2, [1], [0, 1, 0]),
    "one column": ([[3], [-2], [7]], 7, [0, 0, 1], [1]),
    "one entry": ([[-4.5]], -4.5, [1], [1]),
}


@pytest.mark.parametrize("name", KNOWN)
def test_known_games_have_their_value_and_only_strategies(name: str) -> None:
    rows, expected, row_strategy, col_strategy = KNOWN[name]
    value, x, y = solve(rows)
    assert value == pytest.approx(expected, abs=1e-14)
    assert x == pytest.approx(row_strategy, abs=1e-14)
    assert y == pytest.approx(col_strategy, abs=1e-14)


def test_two_finger_morra_mixes_two_calls_within_the_optimal_interval() -> None:
    # Ferguson, Game Theory, part II: (0, p, 1 - p, 0) is optimal exactly for 4/7 <= p <= 3/5.
    value, x, y = solve([[0, 2, -3, 0], [-2, 0, 0, 3], [3, 0, 0, -4], [0, -3, 4, 0]])
    assert value == pytest.approx(0, abs=1e-14)
    for strategy in (x, y):
        assert strategy[[0, 3]] == pytest.approx([0, 0], abs=1e-14)
        assert 4 / 7 - 1e-14 <= strategy[1] <= 3 / 5 + 1e-14


def test_colonel_blotto_with_four_regiments_against_three_is_worth_fourteen_ninths() -> None:
    # Proof: (4, 0, 1, 0, 4) / 9 earns 14/9 in every column, (1, 8, 8, 1) / 18 concedes at most 14/9 in every row.
    value, _, _ = solve([[4, 2, 1, 0], [1, 3, 0, -1], [-2, 2, 2, -2], [-1, 0, 3, 1], [0, 1, 2, 4]])
    assert value == pytest.approx(14 / 9, abs=1e-14)


def test_a_magic_square_is_worth_its_mean() -> None:
    # Both players mix uniformly. The square is Duerer's, from Melencolia I (1514), and is singular.
    value, _, _ = solve([[16, 3, 2, 13], [5, 10, 11, 8], [9, 6, 7, 12], [4, 15, 14, 1]])
    assert value == pytest.approx(34 / 4, abs=1e-13)


@pytest.mark.parametrize("shape", [(1, 1), (1, 6), (6, 1), (3, 5), (20, 20)])
@pytest.mark.parametrize("entry", [0.0, -7.0, 0.1, 1e300, 5e-324])
def test_a_constant_matrix_is_worth_its_entry_exactly(shape: tuple[int, int], entry: float) -> None:
    value, lower, upper, _, _ = _core.solve_matrix(np.full(shape, entry))
    assert value == lower == upper == entry


# --- Laws of zero-sum games -------------------------------------------------------------------------------------------

shapes = hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=9)
integers = hnp.arrays(np.float64, shapes, elements=st.integers(-3, 3).map(float))
reals = hnp.arrays(np.float64, shapes, elements=st.floats(-100, 100))
matrices = integers | reals


def close(first: float, second: float, a: Matrix) -> bool:
    return bool(abs(first - second) <= TOLERANCE * np.ptp(a) + 1e-13 * np.abs(a).max())


@given(matrices)
def test_swapping_the_players_negates_the_value(a: Matrix) -> None:
    assert close(solve(a)[0], -solve(-a.T)[0], a)


@given(matrices, st.floats(-1000, 1000), st.floats(1e-6, 1e6))
def test_the_value_follows_shift_and_scale(a: Matrix, shift: float, scale: float) -> None:
    moved = scale * a + shift
    expected = scale * solve(a)[0] + shift
    assert abs(solve(moved)[0] - expected) <= TOLERANCE * scale * np.ptp(a) + 1e-13 * (scale * 100 + abs(shift))


@given(matrices, st.randoms(use_true_random=False))
def test_reordering_actions_keeps_the_value(a: Matrix, random: Random) -> None:
    rows, cols = list(range(a.shape[0])), list(range(a.shape[1]))
    random.shuffle(rows)
    random.shuffle(cols)
    assert close(solve(a)[0], solve(a[np.ix_(rows, cols)])[0], a)


@given(matrices, st.data())
def test_repeated_actions_keep_the_value(a: Matrix, data: st.DataObject) -> None:
    rows = data.draw(st.lists(st.integers(0, a.shape[0] - 1), max_size=6))
    cols = data.draw(st.lists(st.integers(0, a.shape[1] - 1), max_size=6))
    repeated = np.hstack([a, a[:, cols]])
    repeated = np.vstack([repeated, repeated[rows]])
    assert close(solve(a)[0], solve(repeated)[0], a)


@given(matrices, st.integers(0, 8))
def test_a_further_row_never_hurts_the_row_player(a: Matrix, kept: int) -> None:
    fewer = a[: kept % a.shape[0] + 1]
    assert solve(fewer)[0] <= solve(a)[0] + TOLERANCE * np.ptp(a) + 1e-13 * np.abs(a).max()


@given(st.integers(2, 12), st.integers(0, 2**32 - 1))
def test_symmetric_games_are_worth_nothing(n: int, seed: int) -> None:
    below = np.tril(np.random.default_rng(seed).integers(-3, 4, (n, n)), -1).astype(float)
    assert abs(solve(below - below.T)[0]) <= 1e-12


# --- Extreme magnitudes -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("axis", ["entries", "rows", "columns"])
def test_magnitudes_from_1e_minus_9_to_1e12_are_solved(axis: str) -> None:
    rng = np.random.default_rng(1)
    for _ in range(1500):
        m, n = rng.integers(1, 21, 2)
        shape = {"entries": (m, n), "rows": (m, 1), "columns": (1, n)}[axis]
        solve(rng.uniform(-1, 1, (m, n)) * 10 ** rng.uniform(-9, 12, shape))


def test_a_tiny_entry_beside_a_huge_one_keeps_its_digits() -> None:
    value, _, _ = solve([[1e12, 0], [0, 1e-9]])
    assert value == pytest.approx(1e-9, rel=1e-12)  # 1 / (1e-12 + 1e9)


def test_a_large_common_offset_keeps_the_digits_of_the_differences() -> None:
    value, x, _ = solve(2.0**40 + np.array([[1, -1], [-1, 1]]) / 2**12)
    assert value == 2.0**40
    assert x == pytest.approx([1 / 2, 1 / 2], abs=1e-14)


@pytest.mark.parametrize("size", [1.7e308, 1e200, 1e-200, 1e-307, 1e-315])
def test_the_ends_of_the_double_range_neither_overflow_nor_vanish(size: float) -> None:
    value, lower, upper, x, y = _core.solve_matrix(size * skew([[1], [-0.5, 0.25]]))
    assert abs(value) <= upper - lower <= TOLERANCE * size
    for strategy in (x, y):  # The weights (c, b, a) of the game above with a, b, c = 1, 1/2, 1/4.
        assert strategy == pytest.approx([1 / 7, 2 / 7, 4 / 7], abs=1e-7 if size < 1e-307 else 1e-14)


def test_nearly_equal_rows_and_ill_conditioned_matrices_are_solved() -> None:
    rng = np.random.default_rng(2)
    i, j = np.indices((12, 12))
    for _ in range(500):
        a = rng.integers(-10, 11, (12, 12)).astype(float)
        solve(a[rng.integers(0, 12, 12)] + 1e-11 * rng.uniform(-1, 1, (12, 12)))
        solve(rng.uniform(-1, 1, (15, 3)) @ rng.uniform(-1, 1, (3, 15)) + 1e-12 * rng.uniform(-1, 1, (15, 15)))
        solve((-1.0) ** (i + j) / (i + j + rng.integers(1, 6)))


def test_a_few_huge_entries_beside_repeated_rows_are_solved() -> None:
    rng = np.random.default_rng(5)
    for _ in range(5000):
        m, n = rng.integers(2, 21, 2)
        a = rng.integers(-10, 11, (m, n)).astype(float)
        a = a[np.ix_(rng.integers(0, m, m), rng.integers(0, n, n))]
        solve(a + 10 ** rng.uniform(3, 12) * (rng.random((m, n)) < rng.uniform(0, 0.2)))


@pytest.mark.parametrize("shape", [(150, 150), (300, 20), (5, 300)])
def test_larger_matrices_of_signs_are_solved(shape: tuple[int, int]) -> None:
    solve(np.random.default_rng(3).integers(-1, 2, shape))


def test_heavily_degenerate_games_do_not_cycle() -> None:
    # Beside a symmetric game, actions that pay nothing make the tableau degenerate from pivot to pivot.
    rng = np.random.default_rng(4)
    for _ in range(20):
        n = int(rng.integers(40, 100))
        below = np.tril(rng.integers(-3, 4, (n, n)), -1).astype(float)
        a = np.pad(below - below.T, ((0, int(rng.integers(0, 30))), (0, int(rng.integers(0, 30)))))
        assert abs(solve(a)[0]) <= 1e-9


# --- Input ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entry", [np.nan, np.inf, -np.inf])
def test_entries_that_are_not_finite_are_named(entry: float) -> None:
    for shape in [(1, 1), (3, 4), (7, 2)]:
        for at in np.ndindex(shape):
            a = np.zeros(shape)
            a[at] = entry
            with pytest.raises(GameDefinitionError, match=f"row {at[0]}, column {at[1]} is {entry}"):
                _core.solve_matrix(a)
            with pytest.raises(GameDefinitionError, match=f"row {at[0]}, column {at[1]} of game 1 is {entry}"):
                _core.solve_matrices(np.stack([np.ones(shape), a]))


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0)])
def test_empty_matrices_are_refused(shape: tuple[int, int]) -> None:
    with pytest.raises(GameDefinitionError, match="at least one row and one column"):
        _core.solve_matrix(np.zeros(shape))
    with pytest.raises(GameDefinitionError, match="at least one row and one column"):
        _core.solve_matrices(np.zeros((2, *shape)))


def test_arrays_of_the_wrong_dimension_are_refused() -> None:
    with pytest.raises(GameDefinitionError, match=r"got shape \(2, 2, 2\)"):
        _core.solve_matrix(np.zeros((2, 2, 2)))
    with pytest.raises(GameDefinitionError, match=r"got shape \(2, 2\)"):
        _core.solve_matrices(np.zeros((2, 2)))


def test_integer_and_strided_arrays_are_converted() -> None:
    a = np.array([[4, 1, 0], [2, 3, 9]])
    expected = _core.solve_matrix(a.astype(float))[0]
    assert _core.solve_matrix(a)[0] == expected
    assert _core.solve_matrix(np.repeat(a, 2, axis=1)[:, ::2])[0] == expected
    assert _core.solve_matrix(np.asfortranarray(a, dtype=float))[0] == expected


def test_a_batch_equals_its_games_one_by_one() -> None:
    a = np.random.default_rng(4).integers(-5, 6, (200, 4, 6)).astype(float)
    batch = _core.solve_matrices(a)
    for k, matrix in enumerate(a):
        for stacked, single in zip(batch, _core.solve_matrix(matrix), strict=True):
            assert np.array_equal(stacked[k], single)


def test_a_batch_of_no_games_is_empty() -> None:
    assert [part.shape for part in _core.solve_matrices(np.zeros((0, 2, 3)))] == [(0,), (0,), (0,), (0, 2), (0, 3)]


# --- Agreement with HiGHS ---------------------------------------------------------------------------------------------


class HighsValue:
    """Values of matrix games by HiGHS: maximise v subject to x A >= v in every column, x a distribution."""

    def __init__(self) -> None:
        self.highs = highspy.Highs()
        self.highs.silent()
        for option in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            self.highs.setOptionValue(option, 1e-10)
        self.highs.setOptionValue("presolve", "off")
        self.highs.setOptionValue("threads", 1)

    def __call__(self, a: Matrix) -> float:
        m, n = a.shape
        program = highspy.HighsLp()
        program.num_col_, program.num_row_ = m + 1, n + 1
        program.sense_ = highspy.ObjSense.kMaximize
        program.col_cost_ = np.append(np.zeros(m), 1.0)
        program.col_lower_ = np.append(np.zeros(m), -highspy.kHighsInf)
        program.col_upper_ = np.full(m + 1, highspy.kHighsInf)
        program.row_lower_ = np.append(np.zeros(n), 1.0)
        program.row_upper_ = np.append(np.full(n, highspy.kHighsInf), 1.0)
        dense = np.block([[a.T, -np.ones((n, 1))], [np.ones((1, m)), np.zeros((1, 1))]])
        program.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        program.a_matrix_.start_ = np.arange(n + 2) * (m + 1)
        program.a_matrix_.index_ = np.tile(np.arange(m + 1), n + 1)
        program.a_matrix_.value_ = dense.ravel()
        self.highs.passModel(program)
        self.highs.run()
        assert self.highs.getModelStatus() == highspy.HighsModelStatus.kOptimal
        return float(self.highs.getInfo().objective_function_value)


def random_matrix(rng: np.random.Generator) -> Matrix:
    """A matrix of a random shape from a random family, most of them degenerate."""
    m, n = rng.integers(1, 21, 2) if rng.random() < 0.3 else rng.integers(1, 9, 2)
    family = rng.integers(9)
    if family == 0:
        return rng.uniform(-1, 1, (m, n))
    if family == 1:
        return rng.integers(-1000, 1001, (m, n)).astype(float)
    if family == 2:
        return rng.integers(-1, 2, (m, n)).astype(float)
    if family == 3:
        return (rng.random((m, n)) < 0.3).astype(float)
    if family == 4:  # Low rank.
        return rng.integers(-3, 4, (m, 2)).astype(float) @ rng.integers(-3, 4, (2, n))
    if family == 5:  # Repeated rows and columns.
        a = rng.integers(-10, 11, (m, n)).astype(float)
        return a[np.ix_(rng.integers(0, m, m), rng.integers(0, n, n))]
    if family == 6:  # Far from zero.
        return 1e6 + rng.integers(-10, 11, (m, n)).astype(float)
    if family == 7:  # Rows of different magnitude.
        return rng.uniform(-1, 1, (m, n)) * 10 ** rng.uniform(-2, 2, (m, 1))
    below = np.tril(rng.integers(-2, 3, (m, m)), -1).astype(float)
    return below - below.T


def worst_disagreement(count: int, seed: int) -> float:
    """The largest difference of the two values over random matrices, relative to the range of the entries."""
    rng = np.random.default_rng(seed)
    reference = HighsValue()
    worst = 0.0
    for _ in range(count):
        a = random_matrix(rng)
        value = solve(a)[0]
        spread = float(np.ptp(a)) or 1.0
        # HiGHS has absolute tolerances; it gets the same game with entries between 0 and 1.
        expected = float(a.min()) + spread * reference((a - a.min()) / spread)
        worst = max(worst, abs(value - expected) / spread)
    return worst


def test_values_agree_with_highs_on_2000_random_matrices() -> None:
    assert worst_disagreement(2000, seed=5) <= TOLERANCE


@pytest.mark.slow
def test_values_agree_with_highs_on_100000_random_matrices() -> None:
    assert worst_disagreement(100_000, seed=6) <= TOLERANCE
