"""A task's key depends on its content alone."""

import hashlib
import json
import subprocess
import sys
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.experiments.task import (
    REAL_LIMITS,
    WHOLE_LIMITS,
    Task,
    limit_items,
    option_items,
    option_values,
    task_from_content,
)
from dodona.model.limit import Limit

LIMITS = st.fixed_dictionaries(
    {},
    optional={
        "time": st.floats(0, 1e6),
        "gap": st.floats(0, 1),
        "nodes": st.integers(0, 10**12),
        "iterations": st.integers(0, 10**6),
    },
)
OPTIONS = st.dictionaries(
    st.sampled_from(["table", "guess", "deepening", "ordering"]),
    st.one_of(
        st.booleans(),
        st.integers(0, 3),
        st.floats(allow_nan=False, allow_infinity=False),
        st.text(max_size=3),
        st.lists(st.text(max_size=3), max_size=2),
    ),
)
TASKS = st.builds(
    lambda game, method, limit, seed, repetition, options: Task(
        game, method, limit_items(limit), seed, repetition, option_items(options)
    ),
    st.text(min_size=1),
    st.text(min_size=1),
    LIMITS,
    st.integers(0, 2**63),
    st.integers(0, 100),
    OPTIONS,
)


@given(TASKS)
def test_content_survives_json_with_its_key(task: Task) -> None:
    content = json.loads(json.dumps(task.content()))
    rebuilt = task_from_content(dict(reversed(content.items())))
    assert rebuilt == task
    assert rebuilt.key() == task.key()


@given(TASKS, TASKS)
def test_different_tasks_have_different_keys(one: Task, other: Task) -> None:
    assert (one.key() == other.key()) == (one == other)


def test_key_is_the_same_in_another_process_whatever_its_hash_seed() -> None:
    program = (
        "from dodona.experiments.task import Task, limit_items;"
        "print(Task('kuhn', 'cfr', limit_items({'iterations': 5, 'time': 1}), 7, 2).key())"
    )
    keys = set()
    for hash_seed in ("1", "2"):
        environment = {"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
        )
        keys.add(done.stdout.strip())
    assert keys == {Task("kuhn", "cfr", limit_items({"time": 1.0, "iterations": 5}), 7, 2).key()}


def test_key_of_a_known_task_never_changes() -> None:
    """Files of records outlive versions; a change here orphans every record ever written."""
    text = '{"game":"kuhn","limit":{"time":1.0},"method":"cfr","repetition":0,"seed":0}'
    assert Task("kuhn", "cfr", limit_items({"time": 1})).key() == hashlib.sha256(text.encode()).hexdigest()


def test_options_are_part_of_the_key_whatever_their_order() -> None:
    plain = Task("nim", "mtdf")
    one = Task("nim", "mtdf", options=option_items({"table": 0, "guess": 1.0}))
    other = Task("nim", "mtdf", options=option_items({"guess": 1, "table": 0}))
    assert one.key() == other.key() != plain.key()
    assert Task("nim", "mtdf", options=option_items({"table": False, "guess": 1})).key() != one.key()
    assert option_values(one.options) == {"guess": 1, "table": 0}
    assert str(one) == "nim mtdf (guess=1, table=0) seed 0 repetition 0"
    shown = Task("nim", "mtdf", options=option_items({"ordering": ["table", "domain"], "deepening": False}))
    assert str(shown) == "nim mtdf (deepening=false, ordering=table,domain) seed 0 repetition 0"


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (7, "options must be a table"),
        ({"a b": 1}, "'a b' is no name of an option"),
        ({"guess": float("nan")}, "option guess is nan, neither a text"),
        ({"ordering": [1]}, r"option ordering is \[1\], neither"),
        ({"table": {"size": 1}}, "option table is"),
    ],
)
def test_impossible_options_are_named(options: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        option_items(options)


def test_every_limit_of_a_solver_can_be_set() -> None:
    kinds = {field.name: field.type for field in fields(Limit)}
    whole = dict.fromkeys(WHOLE_LIMITS, "int | None") | {"memory": "int | str | None"}
    assert kinds == dict.fromkeys(REAL_LIMITS, "float | None") | whole


@pytest.mark.parametrize(
    ("limit", "complaint"),
    [
        ({"tim": 1}, "unknown limit 'tim'; possible are depth, gap, iterations, memory, nodes, time"),
        ({"nodes": 1.5}, "1.5 is not a whole number"),
        ({"nodes": True}, "True is not a whole number"),
        ({"time": -1}, "-1 is not a finite number"),
        ({"time": float("nan")}, "nan is not a finite number"),
        ({"gap": "small"}, "'small' is not a finite number"),
        (60, "limit must be a table"),
    ],
)
def test_impossible_limits_are_named(limit: object, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        limit_items(limit)
