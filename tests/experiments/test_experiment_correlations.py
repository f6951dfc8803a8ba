"""Correlations of relative times with a quantity of the runs."""

import math

import pytest

from dodona.experiments.correlation import correlate, pearson
from dodona.experiments.markdown import markdown
from dodona.experiments.record import FAILED, Record
from dodona.experiments.table import render, summarize
from dodona.experiments.task import Task, option_items


def solved(game: str, method: str, seconds: float, nodes: int, status: str = "exact", **options: object) -> Record:
    task = Task(game, method, options=option_items(options))
    return Record(task, status, seconds, 0.0, 0.0, 0.0, stats={"nodes": nodes})


RECORDS = [
    *(solved(game, "lp", seconds, 7) for game, seconds in (("a", 1.0), ("b", 2.0), ("c", 4.0), ("d", 1.0))),
    # Ratios of 1, 2, 3: the more nodes, the slower.
    *(
        solved(game, "dob", seconds, nodes)
        for game, seconds, nodes in (("a", 1.0, 10), ("b", 4.0, 20), ("c", 12.0, 30))
    ),
    solved("d", "dob", 60.0, 5, "limit"),
    # Ratios of 8, 2, 0.5: the more nodes, the faster; its logarithm falls evenly.
    *(
        solved(game, "dob", seconds, nodes, policy="both")
        for game, seconds, nodes in (("a", 8.0, 1), ("b", 4.0, 2), ("c", 2.0, 3))
    ),
    Record(Task("d", "dob", options=option_items({"policy": "both"})), FAILED, 3.0, error="MemoryError: "),
]


def test_times_over_those_of_the_baseline_are_correlated_and_stopped_runs_do_not_count() -> None:
    plain, both = correlate(RECORDS, "nodes", "lp")
    assert (plain.method, plain.options, plain.runs, plain.stopped) == ("dob", "", 3, 1)
    assert plain.ratio == pytest.approx(1)
    assert plain.log_ratio == pytest.approx(pearson([1, 2, 3], [0, math.log(2), math.log(3)]))
    assert (both.method, both.options, both.runs, both.stopped) == ("dob", "policy=both", 3, 0)
    assert both.ratio == pytest.approx(pearson([1, 2, 3], [8, 2, 0.5]))
    assert both.log_ratio == pytest.approx(-1)


def test_what_does_not_vary_or_is_not_recorded_has_no_correlation() -> None:
    assert pearson([], []) is None
    assert pearson([1.0], [2.0]) is None
    assert pearson([1.0, 1.0], [2.0, 3.0]) is None
    assert [(line.runs, line.ratio) for line in correlate(RECORDS, "stages", "lp")] == [(0, None), (0, None)]
    assert [line.runs for line in correlate(RECORDS, "nodes", "simplex")] == [0, 0, 0]


def test_tables_end_with_the_correlations() -> None:
    rows, lines = summarize(RECORDS), correlate(RECORDS, "nodes", "lp")
    text = render(rows, correlations=lines)
    assert "correlation of seconds / lp with nodes" in text
    assert [line.split() for line in text.splitlines()[-2:]] == [
        ["dob", "3", "1", "1.000", "0.989"],
        ["dob", "policy=both", "3", "0", "-0.945", "-1.000"],
    ]
    document = markdown(rows, correlations=lines)
    assert document.endswith("| `dob` | 3 | 1 | 1.000 | 0.989 |\n| `dob (policy=both)` | 3 | 0 | -0.945 | -1.000 |")
    assert "correlation" not in render(rows)
    assert "correlation" not in markdown(rows)
