"""Dominated actions, and what players can guarantee."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from bimatrix import bimatrix_games, three_player_games
from dodona import Limit, MatrixGame


def test_the_prisoners_dilemma_is_solved_by_dominance():
    result = dodona.dominance(dodona.game("prisoners_dilemma"))
    assert result.actions == (("defect",), ("defect",))
    assert [(own.player, own.action, dict(own.by), own.round) for own in result.eliminated] == [
        (0, "cooperate", {"defect": 1}, 1),
        (1, "cooperate", {"defect": 1}, 1),
    ]


def test_a_mixture_dominates_what_no_action_does():
    game = MatrixGame([[4, 0], [0, 4], [1, 1]], np.zeros((3, 2)))
    (only,) = dodona.dominance(game).eliminated
    assert (only.action, dict(only.by)) == ("3", {"1": Fraction(1, 2), "2": Fraction(1, 2)})
    assert dodona.dominance(game, mixed=False).eliminated == ()
    assert dodona.dominance(MatrixGame([[4, 0], [0, 4], [2, 2]], np.zeros((3, 2)))).eliminated == ()


def test_rounds_go_on_where_earlier_ones_made_room():
    """The last column goes first, then the row that was best against it."""
    game = MatrixGame([[3, 0, 0], [0, 3, 0], [1, 1, 9]], [[1, 1, 0], [1, 1, 0], [2, 2, 0]])
    result = dodona.dominance(game)
    assert [(own.player, own.action, own.round) for own in result.eliminated] == [(1, "3", 1), (0, "3", 2)]
    assert "round 2: player 0 drops 3, dominated by 1 1/2, 2 1/2" in str(result)
    assert result.game.payoffs.shape == (2, 2, 2)


def test_weak_dominance_removes_more():
    game = MatrixGame([[1, 1], [1, 0]], [[1, 1], [1, 0]])
    assert dodona.dominance(game).eliminated == ()
    assert dodona.dominance(game, "weak").actions == (("1",), ("1",))


def test_weak_mixtures_are_found_exactly():
    """Half of each outer row equals the middle one everywhere but in the last column, where it is better by a speck."""
    speck = 1e-15
    game = MatrixGame([[2, 0, 1], [1, 1, 1 - speck], [0, 2, 1]], np.zeros((3, 3)))
    (only,) = dodona.dominance(game, "weak").eliminated
    assert (only.action, dict(only.by)) == ("2", {"1": Fraction(1, 2), "3": Fraction(1, 2)})
    assert dodona.dominance(game, "strict").eliminated == ()


def test_equal_actions_do_not_dominate_each_other():
    assert dodona.dominance(MatrixGame(np.ones((2, 2)), np.ones((2, 2))), "weak").eliminated == ()


@settings(max_examples=40)
@given(bimatrix_games(), st.sampled_from(["strict", "weak"]))
def test_what_is_eliminated_is_dominated_by_what_is_said(game, kind):
    """Replayed from the order of elimination alone, in fractions."""
    kept = [list(own) for own in game.action_labels]
    result = dodona.dominance(game, kind)
    for number in sorted({own.round for own in result.eliminated}):
        round_ = [own for own in result.eliminated if own.round == number]
        for own in round_:
            labels = game.action_labels[own.player]
            table = np.moveaxis(game.payoffs[..., own.player], own.player, 0)
            gains = []
            for there, label in enumerate(game.action_labels[1 - own.player]):
                if label in kept[1 - own.player]:
                    mixed = sum(p * Fraction(table[labels.index(action), there]) for action, p in own.by.items())
                    gains.append(mixed - Fraction(table[labels.index(own.action), there]))
            assert set(own.by) <= set(kept[own.player]) - {own.action}
            assert sum(own.by.values()) == 1
            assert min(gains) > 0 if kind == "strict" else (min(gains) >= 0 and max(gains) > 0)
        for own in round_:
            kept[own.player].remove(own.action)
    assert result.actions == tuple(map(tuple, kept))
    assert all(result.actions)


@settings(max_examples=40)
@given(bimatrix_games())
def test_strict_dominance_loses_no_equilibrium_and_weak_dominance_leaves_one(game):
    strict, weak = (dodona.dominance(game, kind) for kind in ("strict", "weak"))
    assert sorted(own.values for own in dodona.equilibria(strict.game)) == sorted(
        own.values for own in dodona.equilibria(game)
    )
    assert {own.values for own in dodona.equilibria(weak.game)} <= {own.values for own in dodona.equilibria(game)}
    assert all(set(less) <= set(more) for less, more in zip(weak.actions, strict.actions, strict=True))


@settings(max_examples=30)
@given(three_player_games())
def test_strict_dominance_of_three_players_keeps_their_pure_equilibria(game):
    assert dodona.pure_equilibria(dodona.dominance(game).game) == dodona.pure_equilibria(game)


def test_wrong_kinds_and_limits():
    with pytest.raises(dodona.DodonaError, match="kind must be one of strict, weak"):
        dodona.dominance(dodona.game("chicken"), "very")
    game = MatrixGame(*np.random.default_rng(0).normal(size=(2, 40, 40)))
    with pytest.raises(dodona.SolverError, match="were not all found: it reached its limit of time"):
        dodona.dominance(game, limit=Limit(time=0.1))
    with pytest.raises(dodona.SolverError, match="limit of time"):
        dodona.security(game, limit=Limit(time=0))


def test_security_of_battle_of_the_sexes():
    result = dodona.security(dodona.game("battle_of_the_sexes"))
    assert result.values == pytest.approx((1.2, 1.2))
    assert result.strategies[0]["start"] == pytest.approx({"opera": 0.4, "football": 0.6})
    assert result.punishments[0] == pytest.approx({("opera",): 0.4, ("football",): 0.6})


@settings(max_examples=40)
@given(three_player_games())
def test_strategies_guarantee_and_punishments_concede_the_security_values(game):
    result = dodona.security(game)
    for player in range(3):
        own = np.moveaxis(game.payoffs[..., player], player, 0).reshape(game.payoffs.shape[player], -1)
        assert (result.strategies[player].probabilities @ own).min() >= result.values[player] - 1e-9
        labels = [actions for other, actions in enumerate(game.action_labels) if other != player]
        theirs = np.array([result.punishments[player].get((a, b), 0.0) for a in labels[0] for b in labels[1]])
        assert (own @ theirs).max() <= result.values[player] + 1e-9
        assert result.bounds[player] == pytest.approx((result.values[player],) * 2, abs=1e-9)


@settings(max_examples=40)
@given(bimatrix_games())
def test_every_equilibrium_pays_at_least_the_security_value(game):
    guaranteed = dodona.security(game).values
    for own in dodona.equilibria(game):
        assert all(value >= least - 1e-9 for value, least in zip(own.values, guaranteed, strict=True))
