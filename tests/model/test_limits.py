"""Limits end in a status and valid bounds; events tell of bounds that only tighten."""

import math
import signal
import subprocess
import sys
import threading
from itertools import pairwise

import pytest

import dodona
from counting import Counting
from dodona import Limit

VALUE = -0.085606424078


@pytest.mark.parametrize("limit", [Limit(nodes=100), Limit(memory=1), Limit(time=0), Limit(time=1e-9)])
def test_a_tree_that_does_not_fit_leaves_the_bounds_of_the_utilities(limit):
    solution = dodona.solve(dodona.game("leduc(deal=card)"), limit=limit)
    assert solution.status == "limit"
    assert (solution.lower, solution.upper) == (-13, 13)
    assert solution.lower <= VALUE <= solution.upper
    assert solution.strategies == ()
    assert solution.stats["stopped_by"] in ("nodes", "memory", "time")
    assert "limit of" in solution.explain()
    assert "No strategy" in solution.explain()


def test_without_known_utilities_nothing_is_proven():
    solution = dodona.solve(Counting(), limit=Limit(nodes=2))
    assert solution.status == "limit"
    assert (solution.lower, solution.upper) == (-math.inf, math.inf)
    assert math.isnan(solution.value)


@pytest.mark.parametrize("method", ["backward_induction", "sequence_form_lp"])
@pytest.mark.parametrize("limit", [Limit(nodes=1000), Limit(memory=1000), Limit(time=0)])
def test_every_method_on_trees_keeps_its_limits(method, limit):
    solution = dodona.solve(dodona.game("tic_tac_toe"), method, limit=limit)
    assert solution.status == "limit"
    assert (solution.lower, solution.upper) == (-1, 1)


def test_a_limit_means_the_same_for_a_tree_that_is_already_there():
    game = dodona.game("leduc")
    size = game.tree().num_nodes
    assert dodona.solve(game, limit=Limit(nodes=size - 1)).status == "limit"
    assert dodona.solve(game, limit=Limit(nodes=size)).status == "exact"
    assert dodona.solve(dodona.game("leduc"), limit=Limit(nodes=size)).status == "exact"


def test_the_gap_asked_for_may_be_met_before_any_program_is_solved():
    game = dodona.game("leduc")
    wide = dodona.solve(game, limit=Limit(gap=1000))
    assert wide.status == "converged"
    assert wide.gap <= 1000
    assert wide.lower <= VALUE <= wide.upper
    assert "stopped_by" in wide.stats
    assert dodona.solve(game, limit=Limit(gap=1e-6)).status == "exact"


def test_a_limit_after_the_tree_returns_strategies_that_prove_their_bounds():
    game = dodona.game("leduc")
    game.tree()
    solution = dodona.solve(game, limit=Limit(time=1e-9))
    assert solution.status == "limit"
    assert len(solution.strategies) in (0, 2)
    assert solution.lower <= VALUE <= solution.upper
    if solution.strategies:
        assert dodona.exploitability(game, solution) == pytest.approx(solution.gap)


def test_generous_limits_change_nothing():
    limit = Limit(time=1e6, nodes=10**12, iterations=10**9, gap=0, memory=10**12)
    solution = dodona.solve(dodona.game("kuhn"), limit=limit)
    assert solution.status == "exact"


@pytest.mark.parametrize("name", ["time", "nodes", "memory", "iterations", "depth", "gap"])
@pytest.mark.parametrize("value", [math.inf, 1e30])
def test_a_limit_may_be_larger_than_any_game(name, value):
    solution = dodona.solve(dodona.game("kuhn"), limit=Limit(**{name: value}))
    assert solution.status in ("exact", "converged")
    assert solution.lower - 1e-12 <= -1 / 18 <= solution.upper + 1e-12


@pytest.mark.parametrize("value", [-1, math.nan, "soon", True, [1]])
@pytest.mark.parametrize("name", ["time", "nodes", "memory", "iterations", "depth", "gap"])
def test_impossible_limits_are_refused(name, value):
    with pytest.raises(dodona.DodonaError, match=name):
        Limit(**{name: value})


@pytest.mark.parametrize("verb", ["tree", "info"])
def test_trees_and_counts_say_that_they_are_unfinished(verb):
    game = dodona.game("tic_tac_toe")
    with pytest.raises(dodona.SolverError, match="limit of nodes"):
        getattr(game, verb)(limit=Limit(nodes=100))
    assert game.after("1", "2", "3", "4").info().nodes > 1


@pytest.mark.parametrize("text", ["leduc", "goofspiel(cards=3).after((1, 3))", "tic_tac_toe", "blotto", "kuhn"])
def test_events_tell_of_bounds_that_only_tighten(text):
    game = dodona.game(text)
    for method in dodona.methods(game):
        events: list[dodona.Event] = []
        solution = dodona.solve(game, method, on_event=events.append)
        assert events
        assert [event.step for event in events] == list(range(1, len(events) + 1))
        for before, after in pairwise(events):
            assert before.lower <= after.lower
            assert after.upper <= before.upper
            assert before.elapsed <= after.elapsed
        assert events[-1].lower >= solution.lower
        assert events[-1].upper <= solution.upper
        if method == "sequence_form_lp":
            assert events[0].lower <= solution.value + 1e-12
            assert solution.value <= events[0].upper + 1e-12
        if text == "tic_tac_toe":
            break


def test_an_error_in_a_listener_is_the_listeners():
    def listener(event):
        raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        dodona.solve(dodona.game("kuhn"), on_event=listener)


def test_ctrl_c_ends_the_work_and_keeps_the_bounds():
    """The first signal becomes a status; the handler is put back afterwards."""
    before = signal.getsignal(signal.SIGINT)
    events = []

    def interrupt(event):
        events.append(event)
        if len(events) == 1:
            signal.raise_signal(signal.SIGINT)

    solution = dodona.solve(dodona.game("leduc"), on_event=interrupt)
    assert solution.status == "cancelled"
    assert solution.lower <= VALUE <= solution.upper
    assert len(solution.strategies) == 2
    assert "cancelled" in solution.explain()
    assert signal.getsignal(signal.SIGINT) is before


def test_solving_works_outside_the_main_thread():
    values = []
    thread = threading.Thread(target=lambda: values.append(dodona.solve(dodona.game("kuhn")).value))
    thread.start()
    thread.join()
    assert values == pytest.approx([-1 / 18])


def test_a_second_sigterm_ends_the_process_at_once():
    script = """
import os, signal, dodona
from dodona.model.run import Run
with Run(dodona.Limit()) as run:
    os.kill(os.getpid(), signal.SIGTERM)
    assert run.cancelled
    print("still here", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
print("never")
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGTERM, "still here\n")


def test_signals_mean_afterwards_what_they_meant_before():
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    dodona.solve(dodona.game("kuhn"))
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == before
