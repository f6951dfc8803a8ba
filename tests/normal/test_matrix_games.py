"""Matrix games: traits, the strategic form of trees, solutions."""

import numpy as np
import pytest
from oracles import Evaluator, pure_plans

import dodona
from dodona import MatrixGame


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
    for method in dodona.methods(game):
        assert dodona.solve(game, method).value == pytest.approx(3 / 2)
    assert len(dodona.methods(game)) == 3


def test_general_sum_games_can_be_played_but_not_solved_yet():
    game = dodona.game("prisoners_dilemma")
    assert game.traits.constant_sum is None
    assert dodona.methods(game) == []
    assert game.root().play(("defect", "cooperate")).utilities() == [5, 0]


def test_three_players():
    cube = np.arange(8.0).reshape(2, 2, 2)
    game = MatrixGame(cube, 2 * cube, 3 * cube)
    assert game.traits.players == 3
    assert game.root().play((1, 0, 1)).utilities() == [5, 10, 15]
    assert game.tree().num_terminals == 8
    assert dodona.methods(game) == []


def test_labels_are_used_everywhere():
    game = MatrixGame([[1, -1], [-1, 1]], actions=[["up", "down"], ["left", "right"]])
    solution = dodona.solve(game)
    assert solution.strategies[0]["start"] == pytest.approx({"up": 0.5, "down": 0.5})
    assert game.root().play(("up", "right")).utilities() == [-1, 1]
    assert game.tree().infoset_labels(1) == ["start"]


@pytest.mark.parametrize("text", ["kuhn(cards=2)", "goofspiel(cards=2, order=random)", "chicken", "random_game(depth=1)"])
def test_cells_of_the_strategic_form_are_expectations_of_pure_plans(text):
    """The reduced form has the same set of payoff rows as all pure strategies, without repetitions for lack of reach."""
    game = dodona.game(text)
    table = dodona.matrix_of(game)
    full = np.array(
        [
            [Evaluator(game, [first, second]).expected() for second in pure_plans(game, 1)]
            for first in pure_plans(game, 0)
        ]
    )

    def distinct(rows):
        return {tuple(np.round(row, 9).ravel() + 0.0) for row in rows}

    columns = {np.round(column, 9).tobytes() for column in (full + 0.0).transpose(1, 0, 2)}
    assert len(columns) <= full.shape[1]
    assert len(table.payoffs) <= len(full)
    # Equal as games: every plan of one has a twin in the other, once repeated columns are dropped too.
    first = {tuple(sorted(distinct([own[:, None] for own in row]))) for row in full}
    second = {tuple(sorted(distinct([own[:, None] for own in row]))) for row in table.payoffs}
    assert first == second


def test_plans_are_reduced_to_what_they_can_reach():
    """Kuhn: 3 cards, each bet (one plan), check-call or check-fold: 27 rows; player 1: 4 answers per card: 64 columns."""
    table = dodona.matrix_of(dodona.game("kuhn"))
    assert table.payoffs.shape == (27, 64, 2)
    assert table.traits.zero_sum
    assert len(set(table.action_labels[0])) == 27
    assert dodona.solve(table).value == pytest.approx(-1 / 18, abs=1e-12)
    assert str(table) == "kuhn.matrix()"


def test_trees_with_too_many_plans_are_refused():
    for text in ("leduc", "liars_dice", "goofspiel(cards=4)"):
        with pytest.raises(dodona.DodonaError, match="too many"):
            dodona.matrix_of(dodona.game(text))


def test_large_matrices_go_to_the_sparse_program():
    rng = np.random.default_rng(3)
    game = MatrixGame(rng.normal(size=(250, 200)))
    assert dodona.methods(game)[0] == "matrix_lp"
    first, second = (dodona.solve(game, method) for method in ("matrix_lp", "matrix_simplex"))
    assert first.value == pytest.approx(second.value, abs=1e-9)
    assert first.status == second.status == "exact"


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
    for method in dodona.methods(game):
        solution = dodona.solve(game, method)
        assert solution.value == pytest.approx(value, abs=1e-12)
        for plan, expected in zip(solution.strategies, (first, second), strict=True):
            if expected is not None:
                assert plan.probabilities == pytest.approx(expected, abs=1e-9)
