"""Pure and correlated equilibria, for any number of players."""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings

import dodona
from bimatrix import CHICKEN, bimatrix_games, three_player_games, watched_pennies
from dodona import JointStrategy, MatrixGame, Solution

CORRELATED = ("correlated_equilibrium", "coarse_correlated_equilibrium")


def pure_by_definition(game):
    """Cells where no player has a better cell along her axis, one by one."""
    shape = game.payoffs.shape[:-1]
    stable = []
    for cell in product(*map(range, shape)):
        others = [
            (player, (*cell[:player], other, *cell[player + 1 :]))
            for player in range(len(shape))
            for other in range(shape[player])
        ]
        if all(game.payoffs[there][player] <= game.payoffs[cell][player] for player, there in others):
            stable.append(tuple(game.action_labels[player][action] for player, action in enumerate(cell)))
    return stable


def deviation_gain(game, joint, player, coarse):
    """The most a player gains by the best function from what she is told to what she plays, or by one action."""
    labels = game.action_labels[player]

    def played(replace):
        total = 0.0
        for profile, p in joint.items():
            cell = [own.index(label) for own, label in zip(game.action_labels, profile, strict=True)]
            cell[player] = replace[cell[player]]
            total += p * game.payoffs[tuple(cell)][player]
        return total

    size = len(labels)
    plans = [(k,) * size for k in range(size)] if coarse else product(range(size), repeat=size)
    return max(map(played, plans)) - played(range(size))


@settings(max_examples=60)
@given(three_player_games())
def test_pure_equilibria_are_those_of_the_definition(game):
    assert [own.actions for own in dodona.pure_equilibria(game)] == pure_by_definition(game)
    assert ("pure_equilibrium" in dodona.methods(game)) == bool(pure_by_definition(game))


@settings(max_examples=30)
@given(three_player_games())
def test_nobody_gains_by_departing_from_a_correlated_equilibrium(game):
    for method in CORRELATED:
        solution = dodona.solve(game, method)
        assert solution.status == "exact"
        assert solution.concept == method.replace("_", " ")
        assert solution.strategies == ()
        assert sum(solution.joint.values()) == pytest.approx(1)
        for player in range(3):
            gain = deviation_gain(game, solution.joint, player, coarse=method.startswith("coarse"))
            assert gain <= 1e-9
            assert solution.regrets[player] == pytest.approx(max(0, gain), abs=1e-12)


@settings(max_examples=30)
@given(bimatrix_games(most=3))
def test_the_best_welfare_grows_with_what_the_players_agree_on(game):
    """Pure equilibria are equilibria, those are correlated ones, those are coarse ones, and these are distributions."""
    best = [
        sum(dodona.solve(game, method).values)
        for method in ("vertex_enumeration", "correlated_equilibrium", "coarse_correlated_equilibrium")
    ]
    if "pure_equilibrium" in dodona.methods(game):
        best.insert(0, sum(dodona.solve(game, "pure_equilibrium").values))
    best.append(float(game.payoffs.sum(axis=-1).max()))
    assert all(less <= more + 1e-9 for less, more in pairwise(best))


@settings(max_examples=30)
@given(bimatrix_games(most=3))
def test_the_multipliers_prove_that_nothing_is_better(game):
    for method in CORRELATED:
        for objective in ("welfare", 0, (1, -2)):
            stats = dodona.solve(game, method, objective=objective).stats
            assert stats["objective"] == pytest.approx(stats["objective_bound"], abs=1e-8)


def test_aumanns_chicken_is_played_best_with_advice():
    """Both yield half of the time, one of them in the rest: 5 1/4 for each, more than equilibria give."""
    solution = dodona.solve(MatrixGame(*CHICKEN, actions=[["yield", "dare"]] * 2), "correlated_equilibrium")
    assert solution.values == pytest.approx((5.25, 5.25))
    assert solution.joint == pytest.approx({("yield", "yield"): 0.5, ("yield", "dare"): 0.25, ("dare", "yield"): 0.25})
    assert max(sum(own.values) for own in dodona.equilibria(MatrixGame(*CHICKEN))) == pytest.approx(9 + 1 / 3)


def test_objectives_choose_among_correlated_equilibria():
    game = MatrixGame(*CHICKEN)
    assert dodona.solve(game, "correlated_equilibrium", objective=0).values == pytest.approx((7, 2))
    assert dodona.solve(game, "correlated_equilibrium", objective=(0, 1)).values == pytest.approx((2, 7))


def test_a_game_without_a_pure_equilibrium_says_so_and_gets_a_correlated_one():
    game = watched_pennies()
    assert dodona.pure_equilibria(game) == ()
    with pytest.raises(dodona.UnsupportedGameError, match="has no pure equilibrium; correlated_equilibrium finds"):
        dodona.solve(game, "pure_equilibrium")
    with pytest.raises(dodona.UnsupportedGameError, match="matching_pennies has no pure equilibrium; lemke_howson"):
        dodona.solve(dodona.game("matching_pennies"), "pure_equilibrium")
    solution = dodona.solve(game)
    assert solution.provenance.method == "correlated_equilibrium"
    assert solution.values == pytest.approx((0, 0, 0))


def test_a_pure_equilibrium_of_three_players_is_preferred():
    game = MatrixGame(*(np.indices((2, 2, 2)).sum(axis=0) for _ in range(3)))
    solution = dodona.solve(game)
    assert solution.provenance.method == "pure_equilibrium"
    assert solution.values == (3, 3, 3)
    assert "3 players" in solution.explain()


def test_one_player_takes_the_best():
    game = MatrixGame([1.0, 3.0, 2.0])
    assert dodona.solve(game).values == (3,)
    assert dodona.solve(game, "correlated_equilibrium").joint == {("2",): 1.0}
    assert dodona.security(game).values == (3,)


@pytest.mark.parametrize("method", CORRELATED)
def test_correlated_play_of_a_constant_sum_game_proves_its_value(method):
    for text in ("rock_paper_scissors", "matrix(a=[[1, 2], [3, 4]], b=[[4, 3], [2, 1]])", "matrix(a=[[3, 1], [0, 2]])"):
        game = dodona.game(text)
        solution = dodona.solve(game, method)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(dodona.solve(game).value, abs=1e-9)
        assert solution.gap <= 1e-9


def test_joint_strategies_read_like_mappings_and_are_kept(tmp_path):
    game = MatrixGame(*CHICKEN, actions=[["yield", "dare"]] * 2)
    solution = dodona.solve(game, "correlated_equilibrium")
    solution.save(tmp_path / "solution.json")
    again = Solution.load(tmp_path / "solution.json")
    assert again == solution
    assert again.joint == solution.joint
    assert dict(again.joint.marginal(1)) == pytest.approx({"yield": 0.75, "dare": 0.25})
    assert list(again.joint.table()) == ["player 0", "player 1", "probability"]
    assert again.joint.table()["player 0"] == ["yield", "yield", "dare"]
    for text in (str(again), again._repr_html_()):
        assert "correlated equilibrium" in text
        assert "yield, dare" in text
    assert "departing from what she is told" in again.explain()
    with pytest.raises(dodona.DodonaError, match="a correlated equilibrium has a joint strategy"):
        dodona.exploitability(game, solution)


def test_long_joint_strategies_are_cut_where_they_are_shown():
    joint = JointStrategy([(str(k), "x") for k in range(20)], np.full(20, 0.05))
    assert len(joint.lines(12)) == 13
    assert joint.lines(12)[-1] == ("...", "and 8 more")
    assert repr(joint) == "<JointStrategy of 2 players: 20 profiles>"


@pytest.mark.parametrize(
    "damage",
    [3, [], [{"profile": ["a"], "probability": 0.5}], [{"profile": ["a"], "probability": "x"}], [{"profile": 1}]],
)
def test_damaged_joint_strategies_in_files_are_refused(damage, tmp_path):
    import json

    path = tmp_path / "solution.json"
    dodona.solve(dodona.game("chicken"), "correlated_equilibrium").save(path)
    path.write_text(json.dumps({**json.loads(path.read_text()), "joint": damage}))
    with pytest.raises(dodona.FileFormatError):
        Solution.load(path)


def test_data_frames_of_joint_strategies():
    pytest.importorskip("pandas")
    frame = dodona.solve(dodona.game("chicken"), "correlated_equilibrium").joint.frame()
    assert frame["probability"].sum() == pytest.approx(1)
