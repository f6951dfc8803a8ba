"""Decision processes: their states in order, and a sentence about whatever is wrong with them."""

import copy
import pickle

import networkx
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona import DecisionProcess, GameDefinitionError

LINE = networkx.path_graph(4)


def counting(steps=2, **changes):
    """Stay or go, for some steps."""
    rules = {
        "actions": lambda state: ["stay", "go"] if state[1] < steps else [],
        "outcomes": lambda state, action: (state[0] + (action == "go"), state[1] + 1),
    } | changes
    return DecisionProcess((0, 0), **rules)


def test_states_and_actions_are_found_from_the_start():
    process = counting()
    assert process.states == ((0, 0), (0, 1), (1, 1), (0, 2), (1, 2), (2, 2))
    assert process.actions == ("stay", "go") * 3
    assert process.number((1, 1)) == 2
    assert process.action_number((1, 1), "go") == 5
    assert not process.is_stochastic


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"actions": lambda state: ["on"], "outcomes": lambda *_: (0, 0)}, "state 0:0 .* can be reached from itself"),
        (
            {"actions": lambda s: ["on"], "outcomes": lambda s, _: (1 - s[0] if s[1] else 0, 1)},
            r"state [01]:1 .* can be reached from itself",
        ),
        ({"actions": lambda state: None}, "the actions of state 0:0 must be a list .* not None"),
        ({"actions": lambda state: "go"}, "the actions of state 0:0 must be a list"),
        ({"actions": lambda state: 7}, "the actions of state 0:0 must be a list .* not 7"),
        ({"actions": lambda state: [[1]]}, "the actions of state 0:0 must be a list of values that can be keys"),
        ({"actions": lambda state: ["a", "b", "a"]}, "state 0:0 has the action a twice"),
        ({"outcomes": lambda *_: ["list"]}, "action stay in state 0:0 leads to .*, which is no state"),
        ({"outcomes": lambda *_: {}}, "action stay in state 0:0 add up to 0 instead of 1"),
        ({"outcomes": lambda *_: {"x": 0.5, "y": 0.4}}, "action stay in state 0:0 add up to 0.9 instead of 1"),
        ({"outcomes": lambda *_: {"x": -0.5, "y": 1.5}}, "stay in state 0:0 leads to state x with probability -0.5"),
        ({"outcomes": lambda *_: {"x": float("nan")}}, "stay in state 0:0 leads to state x with probability nan"),
        ({"outcomes": lambda *_: {"x": 10**400}}, "stay in state 0:0 leads to state x with probability 1000"),
        ({"outcomes": lambda *_: {"x": "1"}}, "stay in state 0:0 leads to state x with probability 1"),
        ({"actions": lambda state: state[5]}, r"actions\(\(0, 0\)\) raised IndexError"),
        ({"outcomes": lambda state, action: 1 / 0}, r"outcomes\(\(0, 0\), 'stay'\) raised ZeroDivisionError"),
        ({"label": lambda thing: 5}, r"label\(.*\) must return a text, not 5"),
        ({"label": lambda thing: thing.name}, r"label\(.*\) raised AttributeError"),
        ({"actions": ["go"]}, "actions must be a function"),
        ({"outcomes": None}, "outcomes must be a function, not None"),
    ],
)
def test_wrong_processes_are_told_in_a_sentence_that_names_the_state(changes, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        counting(**changes)


def test_what_a_list_of_actions_raises_while_it_is_made_is_told_as_raised():
    def actions(state):
        yield "go"
        raise TypeError("no more")

    with pytest.raises(GameDefinitionError, match=r"actions\(\(0, 0\)\) raised TypeError: no more") as caught:
        counting(actions=actions)
    assert isinstance(caught.value.__cause__, TypeError)


def test_an_endless_process_is_refused(monkeypatch):
    monkeypatch.setattr("dodona.model.decision_process.MOST_STATES", 1000)
    with pytest.raises(GameDefinitionError, match="more than 1,000 states: it must end"):
        counting(steps=10**9)


def test_the_start_may_be_drawn_and_must_be_a_distribution():
    def process(initial):
        return DecisionProcess(initial, lambda state: [], lambda *_: None)

    drawn = process({"a": 0.25, "b": 0.75, "never": 0.0})
    assert drawn.states == ("a", "b")
    assert drawn.is_stochastic
    for initial in ({"a": 0.5}, {}, {"a": 2.0}):
        with pytest.raises(GameDefinitionError, match="the start of the process"):
            process(initial)
    with pytest.raises(GameDefinitionError, match=r"the start of the process leads to .* no state"):
        process(["a"])


def test_states_and_actions_that_are_not_there_are_named():
    process = counting()
    for wrong, sentence in (((9, 9), "has no state 9:9"), ([1], r"has no state \[1\]")):
        with pytest.raises(GameDefinitionError, match=sentence):
            process.number(wrong)
    with pytest.raises(GameDefinitionError, match=r"state 0:1 .* has no action fly"):
        process.action_number((0, 1), "fly")


@pytest.mark.parametrize(
    ("table", "initial", "sentence"),
    [
        ({"a": {"go": "b"}}, "a", "state b has no row"),
        ({"a": {}, "b": {}}, "a", "state b cannot be reached"),
        ({"a": {"go": "a"}}, "a", "state a .* can be reached from itself"),
        ({"a": {"go": "b"}, "b": {"go": "c"}, "c": {"on": "b"}}, "a", "state [bc] .* can be reached from itself"),
        ({"a": ["go"]}, "a", "maps states to mappings"),
        ("a", "a", "maps states to mappings"),
        ({"a": {}}, "z", "state z has no row"),
        ({"a": {"go": {"b": 0.7}}, "b": {}}, "a", "action go in state a add up to 0.7"),
    ],
)
def test_wrong_tables_are_told_in_a_sentence(table, initial, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        DecisionProcess.from_table(table, initial)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"start": 9}, "node 9 is not in the graph"),
        ({"end": [7]}, "node 7 is not in the graph"),
        ({"base": 8}, "node 8 is not in the graph"),
        ({"base": 3}, "the base 3 cannot be reached again from node 0 in 2 steps"),
        ({"steps": 0}, "steps must be a whole number from 1"),
        ({"steps": 2.5}, "steps must be a whole number from 1"),
        ({"failure": 1}, "failure is a probability below 1"),
        ({"failure": -0.1}, "failure is a probability below 1"),
        ({"failure": "often"}, "failure is a probability below 1"),
        ({"start": {0: 0.4, 1: 0.4}}, "the start of the process add up to 0.8"),
        ({"graph": networkx.DiGraph([(0, 1)])}, "node 1 is a dead end at step 1"),
        ({"graph": "0-1"}, "a walk takes a graph of networkx, not '0-1'"),
        ({"start": [0]}, r"node \[0\] is not in the graph"),
        ({"end": 3}, "end must be a list of nodes, not 3"),
    ],
)
def test_wrong_walks_are_told_in_a_sentence(options, sentence):
    given = {"graph": LINE, "start": 0, "steps": 2} | options
    with pytest.raises(GameDefinitionError, match=sentence):
        DecisionProcess.on_graph(**given)


def test_walks_return_to_their_base_in_time():
    process = DecisionProcess.on_graph(LINE, 0, steps=5, stay=True, base=0)
    last = [node for node, step in process.states if step == 5]
    assert last == [0]
    assert {node for node, step in process.states if step == 2} == {0, 1, 2}
    assert {node for node, step in process.states if step == 4} == {0, 1}


def test_walks_end_where_they_are_told_to():
    process = DecisionProcess.on_graph(LINE, 0, steps=6, end=[3])
    assert all(action_state[0] != 3 for action_state, _ in process.marginal_actions())
    assert any(state[0] == 3 for state in process.states)


def test_moves_may_fail():
    process = DecisionProcess.on_graph(LINE, 1, steps=1, failure=0.25)
    after, chances = process.outcomes_of(process.action_number((1, 0), 2))
    assert {process.states[state]: p for state, p in zip(after, chances, strict=True)} == {(2, 1): 0.75, (1, 1): 0.25}


@given(st.integers(0, 10_000), st.booleans())
def test_states_are_in_topological_order_and_probabilities_add_up(seed, jumps):
    for process in dodona.game("random_flow_game", steps=4, jumps=jumps, seed=seed).processes:
        owner = np.repeat(np.arange(process.num_states), np.diff(process.first_action))
        for action in range(process.num_actions):
            after, chances = process.outcomes_of(action)
            assert (after > owner[action]).all()
            assert chances.sum() == pytest.approx(1, abs=1e-12)
            assert len(set(after.tolist())) == len(after)


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_processes_are_copied_with_labels_that_no_function_makes_any_more(again):
    process = counting(label=lambda thing: f"<{thing}>")
    twin = again(process)
    assert twin == process
    assert hash(twin) == hash(process)
    assert twin.action_labels() == ["<stay>", "<go>"] * 3
    assert not twin.next.flags.writeable
    assert process != counting()
    assert process != counting(steps=3, label=lambda thing: f"<{thing}>")
    assert process != "process"
