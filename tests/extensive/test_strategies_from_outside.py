"""Strategies as users have them: functions of a position, rows of numbers, mappings; in trees and without one."""

import numpy as np
import pytest

import dodona
from dodona import DodonaError
from dodona.model.strategy import TreeStrategy


def by_information(strategy):
    return lambda state: strategy[state.information(strategy.player)]


@pytest.mark.parametrize(
    "text", ["kuhn", "leduc", "goofspiel(cards=3)", "liars_dice(faces=2)", "oshi_zumo(coins=3, size=1)"]
)
def test_a_function_of_a_position_is_the_strategy_it_looks_up(text):
    game = dodona.game(text)
    rng = np.random.default_rng(3)
    tree = game.tree()
    plans = []
    for player in (0, 1):
        weights = rng.random(tree.num_sequences(player))
        weights[1:] /= np.repeat(
            np.add.reduceat(weights[1:], tree.first_sequence(player) - 1), tree.num_actions(player)
        )
        plans.append(TreeStrategy(tree, player, weights))
    functions = [by_information(plan) for plan in plans]
    assert dodona.expected_value(game, functions) == pytest.approx(dodona.expected_value(game, plans))
    assert dodona.exploitability(game, functions) == pytest.approx(dodona.exploitability(game, plans))
    mixed = [functions[0], plans[1]]
    assert dodona.best_response(game, 1, mixed).value == pytest.approx(dodona.best_response(game, 1, plans).value)


def test_functions_get_the_states_of_rules_in_python_and_may_name_their_own_actions():
    class Take(dodona.Game):
        zero_sum = True

        def initial(self):
            return (4, 0)

        def turn(self, state):
            return state[1] if state[0] else dodona.TERMINAL

        def actions(self, state, player):
            return range(1, min(3, state[0]) + 1)

        def play(self, state, take):
            return state[0] - take, 1 - state[1]

        def utility(self, state):
            return 1 if state[1] == 1 else -1

    def last_three(state):
        assert isinstance(state, tuple)
        return {min(3, state[0]): 1.0}

    assert dodona.expected_value(Take(), [last_three, last_three]) == (-1.0, 1.0)
    assert dodona.best_response(Take(), 0, ["uniform", last_three]).value == -1.0  # whatever she leaves is taken


def test_a_function_that_sees_what_its_player_does_not_is_refused():
    def honest(state):
        return {state.actions()[0]: 1.0}

    def cheat(state):  # plays by the opponent's card
        return {state.actions()[state.information(1 - state.turn)[0] == "K"]: 1.0}

    dodona.exploitability("kuhn", [honest, honest])
    with pytest.raises(DodonaError, match="player 0 differs between positions of information set"):
        dodona.exploitability("kuhn", [cheat, honest])


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (lambda state: {"jump": 1}, "'jump' is no action at information set"),
        (lambda state: {state.actions()[0]: 0.4}, "must be from 0 to 1 and sum to 1"),
        (lambda state: [0.5, 0.5], "a mapping from action to probability"),
        (lambda state: 1 / 0, "player 0 raised ZeroDivisionError"),
    ],
)
def test_functions_that_give_no_distribution_are_refused(function, sentence):
    with pytest.raises(DodonaError, match=sentence):
        dodona.expected_value("kuhn", [function, "uniform"])


def test_rows_of_a_matrix_game_are_strategies():
    game = [[3, -1], [-2, 4]]
    for profile in ([[0.6, 0.4], [0.5, 0.5]], [(0.6, 0.4), np.array([0.5, 0.5])]):
        assert dodona.expected_value(game, profile) == pytest.approx((1.0, -1.0))
        assert dodona.exploitability(game, profile) == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(DodonaError, match="has 2 numbers"):
        dodona.exploitability(game, [[0.2, 0.3, 0.5], [0.5, 0.5]])
    with pytest.raises(DodonaError, match="sum to 1"):
        dodona.exploitability(game, [[0.2, 0.3], [0.5, 0.5]])


@pytest.mark.parametrize("text", ["kuhn", "leduc", "liars_dice(faces=3)", "goofspiel(cards=3, information=outcome)"])
def test_expectations_without_a_tree_are_those_of_the_tree(text, monkeypatch):
    game = dodona.game(text)
    solution = dodona.solve(game)
    profiles = [solution, ["uniform", "uniform"], [dict(solution.strategies[0]), "uniform"]]
    expected = [dodona.expected_value(game, profile) for profile in profiles]
    monkeypatch.setattr("dodona.model.game.OpenGame.has_small_tree", False)
    monkeypatch.setattr("dodona.model.game.Game.tree", lambda *args, **rest: pytest.fail("a tree was built"))
    for profile, values in zip(profiles, expected, strict=True):
        assert dodona.expected_value(game, profile) == pytest.approx(values)


def test_expectations_of_a_game_that_no_memory_holds():
    game = dodona.game("phantom_tic_tac_toe(order=domain)")
    solution = dodona.solve(game)
    first, second = dodona.expected_value(game, solution)
    assert first == pytest.approx(2 / 3)
    assert first + second == pytest.approx(0.0, abs=1e-12)
    with pytest.raises(DodonaError, match="limit of nodes"):
        dodona.expected_value(game, ["uniform", "uniform"], nodes=1000)
    with pytest.raises(DodonaError, match="must be from 0 to 1 and sum to 1"):
        dodona.exploitability(game, [lambda state: {}, "uniform"])


def without_trees(monkeypatch):
    monkeypatch.setattr("dodona.model.game.OpenGame.has_small_tree", False)
    monkeypatch.setattr("dodona.model.game.Game.tree", lambda *args, **rest: pytest.fail("a tree was built"))


@pytest.mark.parametrize(
    "text", ["kuhn", "leduc", "goofspiel(cards=3, information=outcome)", "phantom_tic_tac_toe.after(5, 1, 2, 3)"]
)
def test_functions_are_asked_without_a_tree(text, monkeypatch):
    game = dodona.game(text)
    if not text.startswith("phantom"):
        plans = dodona.solve(game, "cfr", rounds=5).strategies
        functions = [by_information(plan) for plan in plans]
    else:
        functions = [lambda state: dict.fromkeys(state.actions(), 1 / len(state.actions()))] * 2
        plans = ["uniform", "uniform"]
    expected = dodona.expected_value(game, plans), dodona.exploitability(game, plans)
    without_trees(monkeypatch)
    assert dodona.expected_value(game, functions) == pytest.approx(expected[0])
    assert dodona.exploitability(game, functions, threads=2) == pytest.approx(expected[1])


def test_a_function_without_a_tree_is_asked_at_most_twice_per_set_and_watched(monkeypatch):
    without_trees(monkeypatch)
    asked = []

    def bold(state):
        asked.append(state.information(1))
        return {state.actions()[0]: 1}

    dodona.best_response("leduc", 0, ["uniform", bold])
    assert 1 < len(asked) <= 2 * len(set(asked))

    def cheat(state):
        return {state.actions()[state.information(0)[0] == "K"]: 1.0}

    with pytest.raises(DodonaError, match="player 1 differs between positions of information set"):
        dodona.exploitability("kuhn", ["uniform", cheat])
    for function, sentence in (
        (lambda state: {"jump": 1}, "'jump' is no action at information set"),
        (lambda state: [0.5, 0.5], "a mapping from action to probability"),
        (lambda state: 1 / 0, "player 0 raised ZeroDivisionError"),
    ):
        with pytest.raises(DodonaError, match=sentence):
            dodona.expected_value("kuhn", [function, "uniform"])
