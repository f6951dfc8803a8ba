"""Strong Stackelberg equilibria."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from bimatrix import bimatrix_games
from dodona import MatrixGame

#: The example of Conitzer and Sandholm 2006: committing to either row half of the time pays 3.5, the equilibrium 2.
CONITZER = ([[2, 4], [1, 3]], [[1, 0], [0, 1]])


def test_the_example_of_conitzer_and_sandholm():
    solution = dodona.solve(MatrixGame(*CONITZER), "stackelberg")
    assert solution.values == pytest.approx((3.5, 0.5))
    assert solution.strategies[0]["start"] == pytest.approx({"1": 0.5, "2": 0.5})
    assert solution.strategies[1]["start"] == {"1": 0, "2": 1}
    assert solution.regrets == pytest.approx((0, 0), abs=1e-12)
    assert (solution.status, solution.concept) == ("exact", "commitment")
    assert "no other commitment the leader, more than" in solution.explain()
    assert dodona.solve(MatrixGame(*CONITZER)).values == (2, 1)


def test_either_player_may_lead():
    sexes = dodona.game("battle_of_the_sexes")
    assert dodona.solve(sexes, "stackelberg", leader=0).values == pytest.approx((3, 2))
    second = dodona.solve(sexes, "stackelberg", leader=1)
    assert second.values == pytest.approx((2, 3))
    assert second.strategies[1]["start"]["football"] == pytest.approx(1)
    with pytest.raises(dodona.DodonaError, match="leader is a whole number from 0 to 1"):
        dodona.solve(sexes, "stackelberg", leader=2)


@settings(max_examples=60)
@given(bimatrix_games(), st.integers(0, 1))
def test_a_commitment_pays_at_least_any_equilibrium_and_the_follower_answers_well(game, leader):
    solution = dodona.solve(game, "stackelberg", leader=leader)
    assert solution.status == "exact"
    best = max(own.values[leader] for own in dodona.equilibria(game))
    assert solution.values[leader] >= best - 1e-9
    follower = 1 - leader
    assert dodona.best_response(game, follower, solution).value <= solution.values[follower] + 1e-9
    assert dodona.expected_value(game, solution) == pytest.approx(solution.values, abs=1e-12)
    assert solution.values[leader] >= dodona.security(game).values[leader] - 1e-9


@settings(max_examples=40)
@given(bimatrix_games(most=3), st.randoms(use_true_random=False))
def test_no_other_commitment_pays_more(game, random):
    """Any mixture of rows, answered by the best response that pays the leader most."""
    value = dodona.solve(game, "stackelberg").values[0]
    a, b = game.payoffs[..., 0], game.payoffs[..., 1]
    for _ in range(20):
        weights = np.array([random.choice([0, 1, 1, 2, 3]) for _ in range(len(a))]) + 1e-9
        x = np.round(weights) / np.round(weights).sum() if np.round(weights).sum() else np.full(len(a), 1 / len(a))
        answers = x @ b
        assert value >= max((x @ a)[j] for j in np.flatnonzero(answers >= answers.max() - 1e-12)) - 1e-9


@settings(max_examples=30)
@given(bimatrix_games(), st.integers(0, 1))
def test_in_a_constant_sum_game_a_commitment_gets_the_value(game, leader):
    a = game.payoffs[..., 0]
    for total in (0, 3):
        duel = MatrixGame(a, total - a)
        if duel.traits.constant_sum is None:
            continue
        solution = dodona.solve(duel, "stackelberg", leader=leader)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(dodona.solve(duel, "matrix_simplex").value, abs=1e-9)


def test_answers_that_are_best_only_at_a_tie_count():
    """The second column is never strictly best for the follower, and is what the leader wants."""
    game = MatrixGame([[0, 5], [0, 5]], [[1, 1], [2, 1]])
    assert dodona.solve(game, "stackelberg").values == pytest.approx((5, 1))
