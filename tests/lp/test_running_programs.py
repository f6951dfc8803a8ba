"""How HiGHS is run: small programs at once, others on a thread that hears of Ctrl-C and limits."""

import threading

import numpy as np
import pytest

from dodona.lp import LinearProgram, Triplets, compress, program, solve_program
from dodona.model.limit import Limit
from dodona.model.run import Run, Stopped


def covering(size):
    """Minimise a sum of variables of which neighbours add up to one at least; about twice as many entries as rows."""
    first = np.arange(size - 1)
    rows = Triplets(np.repeat(first, 2), np.stack([first, first + 1], axis=1).ravel(), -np.ones(2 * size - 2))
    return LinearProgram(
        np.ones(size),
        compress((size - 1, size), rows),
        np.full(size - 1, -np.inf),
        -np.ones(size - 1),
        np.zeros(size),
        np.full(size, np.inf),
    )


@pytest.fixture
def started(monkeypatch):
    """The names of the threads that were started."""
    names, start = [], threading.Thread.start

    def noted(thread):
        names.append(thread.name)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", noted)
    return names


def test_small_programs_start_no_thread_and_large_ones_do(started):
    with Run(Limit()) as run:
        assert solve_program(covering(100), run).x.sum() == pytest.approx(50)
        assert started == []
        assert solve_program(covering(1000), run).x.sum() == pytest.approx(500)
        assert started == ["dodona-highs"]


def test_a_small_program_that_takes_longer_goes_on_on_a_thread(started, monkeypatch):
    monkeypatch.setattr(program, "MOMENT", 0.0)
    with Run(Limit()) as run:
        assert solve_program(covering(100), run).x.sum() == pytest.approx(50)
    assert started == ["dodona-highs"]


@pytest.mark.parametrize("size", [100, 1000])
def test_no_time_and_cancelled_runs_stop_both(size):
    with Run(Limit(time=0)) as run, pytest.raises(Stopped, match="time"):
        solve_program(covering(size), run)
    with Run(Limit()) as run:
        run._token.cancel()
        with pytest.raises(Stopped, match="cancelled"):
            solve_program(covering(size), run)


def matrix_program(seed):
    """The program of a random matrix game whose rows are often equal, so that many points are optimal."""
    rng = np.random.default_rng(seed)
    height, width = rng.integers(2, 9, 2)
    payoffs = np.hstack([rng.integers(-2, 3, (height, width)), np.ones((height, 1))])
    rows = Triplets(*np.nonzero(payoffs), payoffs[np.nonzero(payoffs)])
    return LinearProgram(
        np.append(np.zeros(width), -1.0),
        compress(payoffs.shape, rows),
        np.full(height, -np.inf),
        np.zeros(height),
        np.append(np.zeros(width), -np.inf),
        np.append(np.full(width, 1 / width), np.inf),
    )


def solve_with_a_new_solver(asked):
    program._IDLE.__dict__.clear()
    with Run(Limit()) as run:
        return solve_program(asked, run)


def test_what_highs_solved_before_changes_nothing():
    programs = [matrix_program(seed) for seed in range(100)]
    fresh = [solve_with_a_new_solver(asked) for asked in programs]
    with Run(Limit()) as run:
        first = program._IDLE.solver
        for asked, expected in [*zip(programs, fresh, strict=True)][::-1]:
            point = solve_program(asked, run)
            assert program._IDLE.solver is first
            np.testing.assert_array_equal(point.x, expected.x)
            np.testing.assert_array_equal(point.multipliers, expected.multipliers)
            assert point.iterations == expected.iterations


def test_a_solver_is_kept_for_its_own_thread_and_only_after_a_brief_program_has_ended():
    solve_with_a_new_solver(covering(100))
    kept, found = program._IDLE.solver, []
    other = threading.Thread(target=lambda: found.append(getattr(program._IDLE, "solver", None)))
    other.start()
    other.join()
    assert found == [None]
    with Run(Limit()) as run:
        solve_program(covering(1000), run)
        assert not hasattr(program._IDLE, "solver")
        program._IDLE.solver = kept
        run._token.cancel()
        with pytest.raises(Stopped, match="cancelled"):
            solve_program(covering(100), run)
    assert not hasattr(program._IDLE, "solver")
