"""Flow games: utilities in every form, values, and strategies as flows."""

import collections
import copy
import pickle
import random

import networkx
import numpy as np
import pytest

import dodona
from dodona import DecisionProcess, FlowGame, GameDefinitionError
from instances import ALL_FLOWS


def walks(steps=2):
    line = networkx.path_graph(3)
    return [DecisionProcess.on_graph(line, start, steps=steps, stay=True) for start in (0, 2)]


def meets(state, target, other, move):
    return -1.0 if target == move and state[1] == other[1] else 0.0


def arrives(state, target):
    return {(target, state[1]): 1.0}


def step_of(state, action):
    return state[1]


def random_flow(game, player, stream):
    weights = np.array([stream.random() + 1e-3 for _ in range(game.processes[player].num_actions)])
    return game.arrays.follow(player, game.arrays.behaviour(player, weights))


def test_every_form_of_a_utility_is_worth_the_same():
    first, second = walks()
    pairs = {
        ((state, action), (other, move)): -1.0
        for state, action in first.marginal_actions()
        for other, move in second.marginal_actions()
        if meets(state, action, other, move)
    }
    forms = [
        FlowGame(first, second, meets),
        FlowGame(first, second, meets, same=step_of),
        FlowGame(first, second, pairs=pairs),
        FlowGame(first, second, factors=(lambda *a: {k: -v for k, v in arrives(*a).items()}, arrives)),
    ]
    stream = random.Random(5)
    flows = [random_flow(forms[0], player, stream) for player in (0, 1)]
    expected = sum(
        flows[0][a] * flows[1][b] * meets(*own, *other)
        for a, own in enumerate(first.marginal_actions())
        for b, other in enumerate(second.marginal_actions())
    )
    assert [form.arrays.utility(*flows) for form in forms] == pytest.approx([expected] * 4, abs=1e-12)
    assert forms[0] == forms[1] == forms[2]


def test_all_parts_of_a_utility_add_up():
    first, second = walks()
    parts = {
        "utility": meets,
        "pairs": {(((0, 0), 1), ((2, 0), 1)): 3.0},
        "factors": (arrives, arrives),
        "alone": (lambda state, action: float(action), lambda state, action: -2.0 * state[1]),
        "constant": 7.0,
    }
    whole, nothing = FlowGame(first, second, **parts), FlowGame(first, second)
    stream = random.Random(2)
    flows = [random_flow(whole, player, stream) for player in (0, 1)]
    single = [FlowGame(first, second, **{name: part}).arrays.utility(*flows) for name, part in parts.items()]
    assert whole.arrays.utility(*flows) == pytest.approx(sum(single), abs=1e-12)
    assert nothing.arrays.utility(*flows) == 0
    assert all(single)


def test_one_player_may_have_no_shares_or_nothing_alone():
    first, second = walks()
    assert FlowGame(first, second, factors=(arrives, lambda *_: {})).entries == (0, 0)
    game = FlowGame(first, second, alone=(None, lambda state, action: 1.0))
    assert dodona.solve(game).value == pytest.approx(2.0)


@pytest.mark.parametrize("choosers", [(), (0,), (1,), (0, 1)])
def test_players_without_any_choice_have_a_value(choosers):
    still = DecisionProcess.from_table({"here": {}}, "here")
    moves = DecisionProcess.from_table({"here": {"a": "there", "b": "there"}, "there": {}}, "here")

    def worth(state, action):
        return 4.0 if action == "b" else 1.0

    game = FlowGame(
        *(moves if player in choosers else still for player in (0, 1)),
        alone=tuple(worth if player in choosers else None for player in (0, 1)),
        constant=2.5,
    )
    expected = 2.5 + 4.0 * (0 in choosers) + 1.0 * (1 in choosers)
    assert dodona.solve(game).value == pytest.approx(expected)
    assert dodona.solve(game.matrix()).value == pytest.approx(expected)
    assert dodona.solve(game.extensive()).value == pytest.approx(expected)


@pytest.mark.parametrize(
    ("parts", "sentence"),
    [
        ({"utility": 5}, "utility must be a function, not 5"),
        ({"utility": lambda *_: None}, "the utility of action 0 in state 0:0 of player 0 beside 2:0:2 .* not None"),
        ({"utility": lambda *_: float("inf")}, "state 0:0 of player 0 .* must be a finite number, not inf"),
        ({"utility": lambda *_: np.zeros(2)}, "state 0:0 of player 0 .* must be a finite number"),
        ({"utility": lambda *_: 10**400}, "state 0:0 of player 0 .* must be a finite number"),
        ({"utility": lambda s, a, t, b: 1 / 0}, r"utility\(\(0, 0\), 0, \(2, 0\), 2\) raised ZeroDivisionError"),
        ({"utility": lambda one: 1.0}, "raised TypeError"),
        ({"utility": meets, "same": "step"}, "same must be a function"),
        ({"utility": meets, "same": lambda *_: []}, r"same\(.*\) must return what can be a key"),
        ({"utility": meets, "same": lambda state, action: state[7]}, r"same\(\(2, 0\), 2\) raised IndexError"),
        ({"pairs": [1]}, "pairs must map pairs of marginal actions"),
        ({"pairs": {"ab": 1.0}}, r"a pair of marginal actions is \(\(state, action\), \(state, action\)\)"),
        ({"pairs": {(((9, 9), 0), ((2, 0), 1)): 1.0}}, "player 0 does not have: .* no state 9:9"),
        ({"pairs": {(((0, 0), 1), ((2, 0), 0)): 1.0}}, "player 1 does not have: state 2:0 .* no action 0"),
        ({"pairs": {(((0, 0), 1), ((2, 0), 1)): "much"}}, "action 1 in state 0:0 .* not 'much'"),
        ({"factors": arrives}, "factors must be a pair"),
        ({"factors": (arrives, 3)}, r"factors\[1\] must be a function"),
        ({"factors": (arrives, lambda *_: 3)}, "the shares of action 2 in state 2:0 of player 1 must map terms"),
        ({"factors": (lambda *_: {"x": float("nan")}, arrives)}, "a share of action 0 in state 0:0 of player 0"),
        ({"factors": (lambda *_: {}["x"], arrives)}, "factors.* raised KeyError"),
        ({"alone": lambda *_: 1.0}, "alone must be a pair"),
        ({"alone": (7, None)}, r"alone\[0\] must be a function"),
        ({"alone": (None, lambda *_: "x")}, "the utility of action 2 in state 2:0 of player 1 .* not 'x'"),
        ({"constant": float("nan")}, "the constant of a flow game must be a finite number, not nan"),
        ({"names": "ab"}, "names must be a pair"),
    ],
)
def test_wrong_utilities_are_told_in_a_sentence_that_names_the_state(parts, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        FlowGame(*walks(), **parts)


def test_only_decision_processes_make_a_flow_game():
    with pytest.raises(GameDefinitionError, match="takes two decision processes, not str"):
        FlowGame(walks()[0], "walk")


def test_too_many_pairs_are_refused_before_they_are_asked_for(monkeypatch):
    monkeypatch.setattr("dodona.model.flow_utility.MOST_PAIRS", 20)
    calls = []
    with pytest.raises(GameDefinitionError, match=r"more than 20 pairs .* say by `same`"):
        FlowGame(*walks(), lambda *given: calls.append(given) or 0.0)
    assert len(calls) <= 20


WAYS = pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))], ids=["copy", "deepcopy", "pickle"]
)


def by_hand(reward=1.0, **more):
    first, second = walks()
    parts = {"factors": (arrives, arrives), "names": ("hider", "seeker"), "text": "hide and seek"} | more
    return FlowGame(first, second, alone=(lambda state, target: reward * target, None), **parts)


@WAYS
def test_games_written_by_hand_are_copied_by_content(again):
    game = by_hand()
    twin = again(game)
    assert twin == game
    assert hash(twin) == hash(game)
    assert (twin.text, twin.player_names, str(twin.info())) == (game.text, game.player_names, str(game.info()))
    assert dodona.solve(twin).value == dodona.solve(game).value
    assert again(game.extensive()) == game.extensive()


def test_games_are_equal_by_content():
    assert by_hand() == by_hand(text="another text")
    different = [by_hand(), by_hand(2.0), by_hand(names=("a", "b")), by_hand(constant=1.0), by_hand(factors=None)]
    assert len(set(different)) == len(different)
    assert by_hand() != 3
    built_in = dodona.game("transit(width=2, length=3, steps=2)")
    assert built_in == dodona.game("transit(steps=2, length=3, width=2, failure=0.1)")
    assert built_in != dodona.game("transit(width=2, length=3, steps=2, failure=0.2)")
    assert len(pickle.dumps(built_in)) < 200


@pytest.mark.parametrize("text", ALL_FLOWS)
def test_solutions_are_flows_and_prove_their_value(text):
    game = dodona.game(text)
    solution = dodona.solve(game)
    assert solution.status == "exact"
    for player, strategy in enumerate(solution.strategies):
        process = game.processes[player]
        into = process.initial.copy()
        for action in range(process.num_actions):
            after, chances = process.outcomes_of(action)
            into[after] += strategy.flow[action] * chances
        counts = np.diff(process.first_action)
        out = np.bincount(np.repeat(np.arange(len(counts)), counts), strategy.flow, minlength=len(counts))
        assert (strategy.flow >= 0).all()
        assert out[counts > 0] == pytest.approx(into[counts > 0], abs=1e-12)
    value = game.arrays.utility(*(strategy.flow for strategy in solution.strategies))
    assert solution.value == pytest.approx(value, abs=1e-9)


def test_schedules_are_drawn_as_often_as_marginals_say():
    strategy = dodona.solve("transit(width=3, length=4, steps=4)").strategies[1]
    stream, count = random.Random(1), 4000
    drawn = collections.Counter(step for _ in range(count) for step in strategy.sample(stream))
    expected = {(state, action): p for state, row in strategy.marginals.items() for action, p in row.items() if p > 0}
    assert set(drawn) <= set(expected)
    for step, p in expected.items():
        assert abs(drawn[step] - count * p) <= 5 * (count * p * (1 - p)) ** 0.5 + 1e-6 * count, step
    assert strategy.sample(7) == strategy.sample(7)


def test_strategies_say_what_to_do_in_a_state():
    game = by_hand()
    strategy = dodona.solve(game).strategies[0]
    assert strategy.at((0, 0)) == strategy["0:0"]
    assert sum(strategy.at((1, 1)).values()) == pytest.approx(1)
    with pytest.raises(dodona.DodonaError, match="the process ends in state 0:2"):
        strategy.at((0, 2))
    with pytest.raises(GameDefinitionError, match="no state 9:9"):
        strategy.at((9, 9))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda game: dodona.check(game),
        lambda game: dodona.write(game, "game.efg"),
        lambda game: dodona.transposition_table(game),
        lambda game: dodona.infoset_values(game, 0, dodona.solve(game)),
        lambda game: dodona.solve(game, "sequence_form_lp"),
    ],
)
def test_what_needs_rules_says_so(wrong):
    with pytest.raises(dodona.UnsupportedGameError, match="a problem with rules") as caught:
        wrong(by_hand())
    assert str(caught.value).endswith(".")
