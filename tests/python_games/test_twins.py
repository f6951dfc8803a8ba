"""A game written in Python is the game built in: same tree, same answers."""

from dataclasses import replace

import numpy as np
import pytest
from twins import OPEN, TOLD, DrawnGoofspiel, Goofspiel

import dodona
from oracles import Evaluator, uniform_plan

NODE_ARRAYS = ("parent", "first_child", "num_children", "player", "infoset", "probability", "terminal_node")
TERMINAL_ARRAYS = ("terminal_reach", "terminal_sequence", "terminal_utility")
SET_ARRAYS = ("parent_sequence", "first_sequence", "num_actions", "infoset_size")


def named(games):
    return pytest.mark.parametrize(
        ("text", "twin"), [pytest.param(text, twin, id=f"{type(twin).__name__}-{text}") for text, twin in games]
    )


twins = named(TOLD.items())
open_twins = named(OPEN.items())
all_twins = named([*TOLD.items(), *OPEN.items()])


def assert_equal_trees(tree, twin):
    for name in (*NODE_ARRAYS, *TERMINAL_ARRAYS):
        assert np.array_equal(getattr(tree, name), getattr(twin, name)), name
    for player in range(tree.players):
        for name in SET_ARRAYS:
            assert np.array_equal(getattr(tree, name)(player), getattr(twin, name)(player)), name
        assert tree.action_labels(player) == twin.action_labels(player)
    assert [tree.history(n) for n in range(tree.num_nodes)] == [twin.history(n) for n in range(twin.num_nodes)]


@all_twins
def test_trees_are_equal_node_by_node(text, twin):
    assert_equal_trees(dodona.game(text).tree(), twin.tree())


@twins
def test_labels_of_information_sets_are_equal(text, twin):
    built_in = dodona.game(text).tree()
    for player in (0, 1):
        assert built_in.infoset_labels(player) == twin.tree().infoset_labels(player)


@all_twins
def test_traits_bounds_and_sizes_are_equal(text, twin):
    game = dodona.game(text)
    told = game.traits.perfect_information and text in TOLD and twin is TOLD[text]
    assert twin.traits == (replace(game.traits, perfect_information=False) if told else game.traits)
    assert twin.handle.utility_bounds == game.handle.utility_bounds
    sizes = [{**vars(own.info()), "game": "", "traits": ()} for own in (game, twin)]
    assert sizes[0] == sizes[1]
    report = dodona.check(twin)
    assert report, str(report)


@all_twins
def test_every_method_gives_the_same_answer(text, twin):
    game = dodona.game(text)
    methods = [method for method in dodona.methods(game) if method in dodona.methods(twin)]
    if twin.traits.perfect_information == game.traits.perfect_information:
        assert methods == dodona.methods(game) == dodona.methods(twin)
    for method in methods:
        expected, found = dodona.solve(game, method), dodona.solve(twin, method)
        assert (found.value, found.lower, found.upper) == (expected.value, expected.lower, expected.upper)
        for ours, theirs in zip(found.strategies, expected.strategies, strict=True):
            assert np.array_equal(ours.probabilities, theirs.probabilities)


@twins
def test_strategies_pass_between_the_twins(text, twin):
    game = dodona.game(text)
    solution = dodona.solve(game)
    assert dodona.exploitability(twin, solution) == pytest.approx(solution.gap, abs=1e-12)
    uniform = [uniform_plan(game, player) for player in (0, 1)]
    assert dodona.exploitability(twin, uniform) == pytest.approx(dodona.exploitability(game, uniform), abs=1e-12)


@twins
def test_the_slow_oracle_reads_games_written_in_python(text, twin):
    uniform = [uniform_plan(twin, player) for player in (0, 1)]
    slow = Evaluator(twin, uniform)
    fast = dodona.best_response(dodona.game(text), 0, uniform).value
    assert slow.best_response(0) == pytest.approx(fast, abs=1e-12)


@open_twins
@pytest.mark.parametrize("first", [0, 1])
def test_serialized_views_are_equal(text, twin, first):
    view, other = dodona.game(text).serialized(first), twin.serialized(first)
    assert_equal_trees(view.tree(), other.tree())
    assert dodona.solve(view).value == dodona.solve(other).value


@pytest.mark.parametrize(
    ("twin", "text", "moves"),
    [
        (TOLD["kuhn"], "kuhn", ("K", "J", "check")),
        (Goofspiel(3), "goofspiel(cards=3, utility=points)", (("1", "3"),)),
        (DrawnGoofspiel(3), "goofspiel(cards=3, order=random, utility=points)", ("2", (1, 2))),
    ],
)
def test_positions_after_moves_are_equal(twin, text, moves):
    view, other = dodona.game(text).after(*moves), twin.after(*moves)
    assert_equal_trees(view.tree(), other.tree())
    assert view.text.partition(".after")[2] == other.text.partition(".after")[2]
    assert dodona.solve(view).value == dodona.solve(other).value
