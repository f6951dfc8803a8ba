"""Best responses by search against best responses on the stored tree."""

import numpy as np
import pytest

import dodona
from dodona import _core
from dodona.extensive import evaluate
from dodona.model.game import OpenGame
from dodona.model.strategy import PartialStrategy, Strategy, uniform_strategy
from instances import ALL
from oracles import random_plan

HIDDEN = [
    text
    for text in ALL
    if (traits := dodona.game(text).traits).players == 2
    and not traits.matrix
    and traits.constant_sum is not None
    and (not traits.perfect_information or traits.simultaneous)
    and dodona.game(text).info().nodes <= 20_000
]


@pytest.fixture
def searched(monkeypatch):
    """No tree counts as small from here on, so that best responses are searched."""
    return lambda: monkeypatch.setattr(OpenGame, "has_small_tree", False)


def partial(player, plan):
    return Strategy.from_mapping(player, plan).completed("error")


@pytest.mark.parametrize("text", HIDDEN)
def test_searched_responses_are_worth_what_the_tree_says(text, searched):
    game = dodona.game(text)
    profiles = [
        [random_plan(game, player, np.random.default_rng([seed, player])) for player in (0, 1)] for seed in range(3)
    ]

    def worth(profile):
        return [dodona.best_response(game, player, profile).value for player in (0, 1)]

    ways = [lambda profile: profile, lambda profile: [partial(player, plan) for player, plan in enumerate(profile)]]
    on_tree = [(worth(way(profile)), dodona.exploitability(game, way(profile))) for profile in profiles for way in ways]
    searched()
    by_search = [
        (worth(way(profile)), dodona.exploitability(game, way(profile))) for profile in profiles for way in ways
    ]
    for (values, sum_of_gains), (found, sum_found) in zip(on_tree, by_search, strict=True):
        assert found == pytest.approx(values, abs=1e-12)
        assert sum_found == pytest.approx(sum_of_gains, abs=1e-12)


def test_how_a_strategy_is_written_does_not_decide_who_answers(monkeypatch):
    called = []
    monkeypatch.setattr(evaluate, "_search", lambda *rest: called.append(rest) or evaluate.BestResponse(0.0, None))
    small, large = dodona.game("kuhn"), dodona.game("phantom_tic_tac_toe")
    dodona.exploitability(small, ["uniform", "uniform"])
    assert called == []
    dodona.exploitability(large, [{"start": {"5": 1}}, "uniform"])
    dodona.best_response(large, 0, [{"start": {"5": 1}}] * 2)
    assert len(called) == 3


@pytest.mark.parametrize("text", HIDDEN)
def test_the_searched_strategy_gets_what_it_promises(text, searched):
    game = dodona.game(text)
    searched()
    for player in (0, 1):
        found = dodona.best_response(game, player, ["uniform", "uniform"])
        assert isinstance(found.strategy, PartialStrategy) or game.traits.perfect_information
        plans = [uniform_strategy(0), uniform_strategy(1)]
        plans[player] = found.strategy
        assert dodona.expected_value(game, plans)[player] == pytest.approx(found.value, abs=1e-12)


@pytest.mark.parametrize(
    "text",
    [
        "leduc",
        "poker(types=4, copies=3, raises=3, bet_sizes=2, raise_sizes=2)",
        "random_game(depth=5, branching=4, seed=3)",
        "border_patrol(graph=G2, depth=5)",
    ],
)
@pytest.mark.parametrize("split", [(True, True), (True, False), (False, True)])
@pytest.mark.parametrize("pruning", [True, False])
def test_threads_and_pruning_change_nothing(text, split, pruning):
    game = dodona.game(text)
    for player in (0, 1):
        answers = []
        for threads in (1, 2, 4):
            options = _core.ResponseOptions()
            options.threads, options.pruning = threads, pruning
            options.split_actions, options.split_groups = split
            value, rows, nodes = _core.respond(
                game.handle, player, uniform_strategy(1 - player).plan, options, _core.Budget()
            )
            answers.append((value, rows[0], rows[3].tolist()))
            assert nodes > 0
        assert answers[0] == answers[1] == answers[2]
        assert answers[0][0] == pytest.approx(
            dodona.best_response(game, player, ["uniform", "uniform"]).value, abs=1e-12
        )


def test_pruning_visits_fewer_nodes():
    game = dodona.game("border_patrol(depth=5)")
    nodes = []
    for pruning in (True, False):
        options = _core.ResponseOptions()
        options.pruning = pruning
        nodes.append(_core.respond(game.handle, 1, uniform_strategy(0).plan, options, _core.Budget())[2])
    assert nodes[0] < nodes[1]


def test_a_game_too_large_for_a_tree_has_best_responses():
    game = dodona.game("phantom_tic_tac_toe(forced_first=2).after(5, 5)")
    value = dodona.best_response(game, 0, ["uniform", "uniform"], threads=2).value
    assert 0.9 < value < 1


def test_incomplete_strategies_and_wrong_threads_get_one_sentence(searched):
    game = dodona.game("kuhn")
    searched()
    empty = PartialStrategy(1, [], [], np.zeros(1, dtype=np.int64), np.zeros(0), elsewhere="error")
    with pytest.raises(dodona.DodonaError, match="says nothing at information set"):
        dodona.best_response(game, 0, [empty, empty])
    with pytest.raises(dodona.DodonaError, match="threads is a whole number"):
        dodona.best_response(game, 0, ["uniform", "uniform"], threads=0)
    with pytest.raises(dodona.SolverError, match="was not finished: it reached its limit of nodes"):
        dodona.best_response(game, 0, ["uniform", "uniform"], limit=dodona.Limit(nodes=3))
