"""Flow games as matrices and as trees: the same game, and the same value."""

import random

import numpy as np
import pytest

import dodona
from dodona import DecisionProcess, FlowGame
from instances import ALL_FLOWS
from positions import positions

#: Options of random games that are small enough for all three forms.
SHAPES = [
    {"steps": 2, "states": 2},
    {"steps": 2, "states": 3, "outcomes": 3, "density": 0.5, "alone": True},
    {"steps": 3, "states": 2, "outcomes": 1, "terms": 3, "utility": "uniform"},
    {"steps": 3, "states": 2, "jumps": True, "pairs": "all", "alone": True},
    {"steps": 2, "shape": "tree", "terms": 2, "density": 0.7},
    {"steps": 1, "actions": 4, "utility": "uniform", "largest": 100},
]


def values(game):
    return [
        dodona.solve(game, "network_flow_lp").value,
        dodona.solve(game.matrix(), "matrix_simplex").value,
        dodona.solve(game.extensive(), "sequence_form_lp").value,
    ]


@pytest.mark.parametrize("text", ALL_FLOWS)
def test_all_forms_of_built_in_games_have_one_value(text):
    game = dodona.game(text)
    flows, matrix, tree = values(game)
    assert matrix == pytest.approx(flows, abs=1e-8)
    assert tree == pytest.approx(flows, abs=1e-8)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_all_forms_of_random_games_have_one_value(shape):
    for seed in range(40):
        game = dodona.game("random_flow_game", seed=seed, **shape)
        flows, matrix, tree = values(game)
        assert matrix == pytest.approx(flows, abs=1e-8), game
        assert tree == pytest.approx(flows, abs=1e-8), game


@pytest.mark.parametrize("text", ALL_FLOWS)
def test_trees_keep_the_contract_of_games(text):
    game = dodona.game(text).extensive()
    report = dodona.check(game)
    assert report, str(report)
    assert game.traits.chance == dodona.game(text).traits.chance
    assert game.player_names == dodona.game(text).player_names


def plan_of(process, choose):
    """The flow of a pure plan, and the plan, by walking the states in order."""
    reach, flow = process.initial.copy(), np.zeros(process.num_actions)
    for state in range(process.num_states):
        begin, end = process.first_action[state : state + 2]
        if end > begin:
            action = begin + choose(end - begin)
            flow[action] = reach[state]
            after, chances = process.outcomes_of(action)
            reach[after] += reach[state] * chances
    return flow


@pytest.mark.parametrize("text", ALL_FLOWS)
def test_cells_of_the_matrix_are_utilities_of_pure_flows(text):
    """Every drawn pair of plans is somewhere in the matrix."""
    game = dodona.game(text)
    payoffs = game.matrix().payoffs[..., 0]
    stream = random.Random(text)
    for _ in range(20):
        flows = [plan_of(process, stream.randrange) for process in game.processes]
        utility = game.arrays.utility(*flows)
        assert np.abs(payoffs - utility).min() < 1e-8


def test_plans_name_actions_only_where_they_lead():
    table = {"a": {"left": "b", "right": "c"}, "b": {"x": "end", "y": "end"}, "c": {"z": "end"}, "end": {}}
    process = DecisionProcess.from_table(table, "a")
    game = FlowGame(process, process, lambda *given: float(given[1] == "y" and given[3] == "z"))
    matrix = game.matrix()
    assert matrix.action_labels == [["a left; b x", "a left; b y", "a right; c z"]] * 2
    assert matrix.payoffs[..., 0].tolist() == [[0, 0, 0], [0, 0, 1], [0, 0, 0]]
    assert dodona.matrix_of(game) == matrix
    assert str(matrix) == "flow_game(5, 5).matrix()"


def test_states_that_are_reached_in_two_ways_are_decided_once():
    """A plan of a process forgets how it came to a state, where a plan of a tree may remember."""
    table = {"a": {"go": {"b": 0.5, "c": 0.5}}, "b": {"on": "d"}, "c": {"on": "d"}, "d": {"x": "end", "y": "end"}}
    process = DecisionProcess.from_table(table | {"end": {}}, "a")
    game = FlowGame(process, process, lambda s, a, t, b: float(a == b) if s == t == "d" else 0.0)
    assert game.matrix().payoffs.shape == (2, 2, 2)
    assert game.matrix().payoffs[..., 0].tolist() == [[1, 0], [0, 1]]
    assert game.extensive().info().infosets == (5, 5)
    assert dodona.solve(game.extensive()).value == pytest.approx(0.5)


@pytest.mark.parametrize("text", ["transit", "border_protection(steps=12)", "patrol(steps=200, failure=0.1)"])
def test_large_games_have_no_matrix_and_that_is_told_at_once(text):
    with pytest.raises(dodona.DodonaError, match="more than 4,000,000 joint plans: too many for a matrix"):
        dodona.game(text).matrix()


def test_starts_that_are_drawn_are_moves_of_chance():
    def outcomes(state, action):
        return ("end", action)

    first = DecisionProcess({"hot": 0.25, "cold": 0.75}, lambda s: ["a", "b"] if s in ("hot", "cold") else [], outcomes)
    second = DecisionProcess("start", lambda s: ["a", "b"] if s == "start" else [], outcomes)
    game = FlowGame(first, second, lambda state, action, _, move: (4.0 if state == "hot" else 1.0) * (action == move))
    root = game.extensive().root()
    assert root.turn == dodona.CHANCE
    assert dict(zip(root.actions(), root.probabilities(), strict=True)) == {"hot": 0.25, "cold": 0.75}
    assert values(game) == pytest.approx([0.875] * 3)


def test_labels_that_two_actions_share_are_told_apart():
    process = DecisionProcess(
        "s", lambda state: [1, "1"] if state == "s" else [], lambda state, action: "end", label=lambda thing: "same"
    )
    game = FlowGame(process, process, lambda s, a, t, b: 1.0 if (a, b) == (1, "1") else 0.0)
    assert len(set(game.matrix().action_labels[0])) == 2
    assert game.extensive().root().actions() == ["same", "same #2"]
    assert values(game) == pytest.approx([0.0] * 3)


def test_the_second_player_sees_nothing_of_the_first():
    game = dodona.game("border_protection(graph=G3, steps=2)").extensive()
    seen = {}
    for position in positions(game):
        if position.turn == 1:
            seen.setdefault(str(position.state.information(1)), set()).add(str(position.state.information(0)))
    firsts = {first for group in seen.values() for first in group}
    assert len(firsts) > 1
    assert all(group == firsts for group in seen.values())


def test_views_of_trees_of_flow_games_can_be_played_through():
    game = dodona.game("transit(width=2, length=3, steps=2, failure=0).extensive()")
    later = game.after("enter")
    assert dodona.solve(later).value == pytest.approx(dodona.solve(game).value)
    assert dodona.game(str(later)) == later
    assert dodona.exploitability(game, dodona.solve(game)) < 1e-9
