"""Best responses by search against best responses on the stored tree."""

import numpy as np
import pytest

import dodona
from dodona import _core
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


def partial(player, plan):
    return Strategy.from_mapping(player, plan).completed("error")


@pytest.mark.parametrize("text", HIDDEN)
def test_searched_responses_are_worth_what_the_tree_says(text):
    game = dodona.game(text)
    for seed in range(3):
        profile = [random_plan(game, player, np.random.default_rng([seed, player])) for player in (0, 1)]
        named = [partial(player, plan) for player, plan in enumerate(profile)]
        for player in (0, 1):
            on_tree = dodona.best_response(game, player, profile).value
            assert dodona.best_response(game, player, named).value == pytest.approx(on_tree, abs=1e-12)
        assert dodona.exploitability(game, named) == pytest.approx(dodona.exploitability(game, profile), abs=1e-12)


@pytest.mark.parametrize("text", HIDDEN)
def test_the_searched_strategy_gets_what_it_promises(text):
    game = dodona.game(text)
    for player in (0, 1):
        found = dodona.best_response(game, player, ["uniform", "uniform"])
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


def test_incomplete_strategies_and_wrong_threads_get_one_sentence():
    game = dodona.game("kuhn")
    empty = PartialStrategy(1, [], [], np.zeros(1, dtype=np.int64), np.zeros(0), elsewhere="error")
    with pytest.raises(dodona.DodonaError, match="says nothing at information set"):
        dodona.best_response(game, 0, [empty, empty])
    with pytest.raises(dodona.DodonaError, match="threads is a whole number"):
        dodona.best_response(game, 0, ["uniform", "uniform"], threads=0)
    with pytest.raises(dodona.SolverError, match="was not finished: it reached its limit of nodes"):
        dodona.best_response(game, 0, ["uniform", "uniform"], limit=dodona.Limit(nodes=3))
