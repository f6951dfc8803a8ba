"""Matrix games: traits, the strategic form of trees, solutions."""

import numpy as np
import pytest

import dodona
from dodona import MatrixGame
from oracles import Evaluator, equilibrium_methods, exact_methods, pure_plans
from processes import run_python


def test_one_array_is_a_zero_sum_game():
    game = MatrixGame([[1, 2, 3], [4, 5, 6]])
    assert game.traits.zero_sum
    assert game.traits.matrix
    assert game.payoffs.shape == (2, 3, 2)
    assert np.array_equal(game.payoffs[..., 1], -game.payoffs[..., 0])
    assert game.action_labels == [["1", "2"], ["1", "2", "3"]]
    assert not game.payoffs.flags.writeable


def test_two_arrays_may_have_a_constant_sum():
    game = MatrixGame([[3, 1], [0, 2]], [[2, 4], [5, 3]])
    assert game.traits.constant_sum == 5
    assert not game.traits.zero_sum
    for method in exact_methods(game):
        assert dodona.solve(game, method).value == pytest.approx(3 / 2)  # whatever the concept
    assert {"matrix_simplex", "matrix_lp", "sequence_form_lp"} <= set(dodona.methods(game))


def test_general_sum_games_can_be_played():
    game = dodona.game("prisoners_dilemma")
    assert game.traits.constant_sum is None
    assert game.root().play(("defect", "cooperate")).utility() == [5, 0]


def test_three_players():
    cube = np.arange(8.0).reshape(2, 2, 2)
    game = MatrixGame(cube, 2 * cube, 3 * cube)
    assert game.traits.players == 3
    assert game.root().play(index=(1, 0, 1)).utility() == [5, 10, 15]
    assert game.tree().num_terminals == 8
    assert game.traits.matrix
    assert not {"matrix_simplex", "matrix_lp", "lemke_howson"} & set(dodona.methods(game))


def test_labels_are_used_everywhere():
    game = MatrixGame([[1, -1], [-1, 1]], actions=[["up", "down"], ["left", "right"]])
    solution = dodona.solve(game)
    assert solution.strategies[0]["start"] == pytest.approx({"up": 0.5, "down": 0.5})
    assert game.root().play(("up", "right")).utility() == [-1, 1]
    assert game.tree().infoset_labels(1) == ["start"]


@pytest.mark.parametrize(
    "text", ["kuhn(cards=2)", "goofspiel(cards=2, order=random)", "chicken", "random_game(depth=1)"]
)
def test_cells_of_the_strategic_form_are_expectations_of_pure_plans(text):
    """Without regard to order and repetition, the rows of the reduced form are those of all pure strategies."""
    game = dodona.game(text)
    table = dodona.matrix_of(game).payoffs
    columns = list(pure_plans(game, 1))
    full = [[Evaluator(game, [row, column]).expected() for column in columns] for row in pure_plans(game, 0)]

    def rows(cells):
        return {frozenset(tuple(np.round(cell, 9) + 0.0) for cell in row) for row in cells}

    assert table.shape[0] <= len(full)
    assert table.shape[1] <= len(columns)
    assert rows(table) == rows(full)


def test_plans_are_reduced_to_what_they_can_reach():
    """Kuhn: per card bet, check-call or check-fold, 27 rows; player 1 has 4 answers per card, 64 columns."""
    table = dodona.matrix_of(dodona.game("kuhn"))
    assert table.payoffs.shape == (27, 64, 2)
    assert table.traits.zero_sum
    assert len(set(table.action_labels[0])) == 27
    assert dodona.solve(table).value == pytest.approx(-1 / 18, abs=1e-12)
    assert str(table) == "kuhn.matrix()"


REFUSED = """
import sys, dodona
try:
    dodona.matrix_of(dodona.game(sys.argv[1]))
except dodona.DodonaError as error:
    print(error)
"""


@pytest.mark.parametrize("text", ["leduc", "liars_dice(faces=4)", "goofspiel(cards=4)", "tic_tac_toe.after(1, 5, 9)"])
def test_trees_with_too_many_plans_are_refused_at_once(text):
    """Plans are counted before they are listed."""
    status, output, errors = run_python(REFUSED, text, timeout=60)
    assert (status, errors) == (0, "")
    assert "too many" in output


def test_large_matrices_go_to_the_sparse_program():
    rng = np.random.default_rng(3)
    game = MatrixGame(rng.normal(size=(250, 200)))
    assert dodona.methods(game)[0] == "matrix_lp"
    first, second = (dodona.solve(game, method) for method in ("matrix_lp", "matrix_simplex"))
    assert first.value == pytest.approx(second.value, abs=1e-9)
    assert first.status == second.status == "exact"


def test_trees_of_matrices_are_built_in_linear_time():
    """A million cells are a matter of a second; a pass over all payoffs per cell would not end today."""
    assert MatrixGame(np.zeros((1000, 1000))).tree().num_terminals == 1_000_000


@pytest.mark.parametrize("scale", [1e-9, 1e-3, 1.0, 1e4, 1e8])
def test_values_scale_with_the_payoffs(scale):
    rng = np.random.default_rng(0)
    a = rng.integers(-5, 6, size=(4, 5)).astype(float)
    base = dodona.solve(MatrixGame(a), "matrix_simplex").value
    for method in ("matrix_simplex", "matrix_lp"):
        solution = dodona.solve(MatrixGame(a * scale), method)
        assert solution.value == pytest.approx(base * scale, rel=1e-6, abs=1e-9 * scale)


@pytest.mark.parametrize(
    ("rows", "value", "first", "second"),
    [
        ([[5]], 5, [1], [1]),
        ([[1, 2, 3]], 1, [1], [1, 0, 0]),
        ([[1], [4], [2]], 4, [0, 1, 0], [1]),
        ([[2, 3], [1, 4]], 2, [1, 0], [1, 0]),
        ([[0, 0], [0, 0]], 0, None, None),
        ([[1, -1], [-1, 1]], 0, [0.5, 0.5], [0.5, 0.5]),
        ([[4, 1], [2, 3]], 2.5, [0.25, 0.75], [0.5, 0.5]),
        ([[0, 2, -1], [-2, 0, 1], [1, -1, 0]], 0, [0.25, 0.25, 0.5], [0.25, 0.25, 0.5]),
    ],
)
def test_small_matrices_solved_by_hand(rows, value, first, second):
    game = MatrixGame(rows)
    for method in equilibrium_methods(game):
        solution = dodona.solve(game, method)
        assert solution.value == pytest.approx(value, abs=1e-12)
        for plan, expected in zip(solution.strategies, (first, second), strict=True):
            if expected is not None:
                assert plan.probabilities == pytest.approx(expected, abs=1e-9)
