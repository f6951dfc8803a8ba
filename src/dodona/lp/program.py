"""Linear programs through HiGHS."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import numpy as np

from dodona.lp.sparse import CompressedRows, Vector, compress
from dodona.model.errors import SolverError
from dodona.model.run import Run, Stopped

#: Name of the threads that HiGHS runs on.
_WORKER = "dodona-highs"

#: Programs of at most so many entries take milliseconds, less than a thread is worth; and the seconds after which one
#: that takes longer gets its thread.
BRIEF, MOMENT = 1000, 0.5

#: Tolerances exact enough for proven bounds; and wider ones where these find no optimum, with the largest entries of
#: rows and columns scaled to one.
EXACT = {"primal_feasibility_tolerance": 1e-10, "dual_feasibility_tolerance": 1e-10, "simplex_scale_strategy": 2}
INTERIOR = {"ipm_optimality_tolerance": 1e-12}
ROUGH = {"primal_feasibility_tolerance": 1e-7, "dual_feasibility_tolerance": 1e-7, "simplex_scale_strategy": 4}

#: Every thread's HiGHS after a brief program, for the next one: to make it takes as long as to solve such a program.
_IDLE = threading.local()


@dataclass(frozen=True)
class LinearProgram:
    """Minimise ``cost @ x`` with ``row_lower <= rows @ x <= row_upper`` and ``lower <= x <= upper``."""

    cost: Vector
    rows: CompressedRows
    row_lower: Vector
    row_upper: Vector
    lower: Vector
    upper: Vector


@dataclass(frozen=True)
class Point:
    """An optimal point: the variables, and one multiplier per row (its sign is HiGHS's: cost per unit of the row)."""

    x: Vector
    multipliers: Vector
    iterations: int

    def dual(self) -> Point:
        """The optimum of the dual program: its variables are the multipliers here, negated, and the other way round."""
        return Point(-self.multipliers, -self.x, self.iterations)


class NoOptimumError(SolverError):
    """HiGHS ended without an optimum."""


def solve_program(program: LinearProgram, run: Run) -> Point:
    """Solve by the dual simplex method within what is left of a run; raises ``Stopped`` if that is not enough."""
    # Whoever asks meanwhile, or after a failure that may leave HiGHS at work, finds none.
    solver = _IDLE.__dict__.pop("solver", None) or simplex_solver()
    point = solve_afresh(solver, program, run)
    if len(program.rows.value) <= BRIEF:
        _IDLE.solver = solver
    return point


def solve_by_interior_point(program: LinearProgram, run: Run) -> Point:
    """Solve by the interior point method, without crossover to a vertex; raises ``Stopped`` as others do.

    Its point is optimal up to rounding; where the method stalls just before it says so itself, the point is returned
    all the same, since callers prove what it is worth.
    """
    solver = quiet_solver()
    set_options(solver, {"solver": "ipx", "threads": 1, "run_crossover": "off", **INTERIOR})
    pass_program(solver, program)
    run_solver(solver, run)
    if not solver.getSolution().dual_valid:
        raise _no_optimum(solver)
    return _point(solver)


def solve_afresh(solver: Any, program: LinearProgram, run: Run) -> Point:
    """Solve without a basis to start from, with presolve; if that finds no optimum, once more with wider tolerances."""
    pass_program(solver, program)
    set_options(solver, {"presolve": "choose"})
    with suppress(NoOptimumError):
        return optimum(solver, run)
    pass_program(solver, program)
    set_options(solver, {"presolve": "off", **ROUGH})
    try:
        return optimum(solver, run)
    finally:
        set_options(solver, EXACT)


def dual(program: LinearProgram) -> LinearProgram:
    """The dual as a program of the same form: its variables are the multipliers, negated, and the other way round.

    For rows that are equal to or at most something, or free, and columns that are from zero up, free, or fixed.
    """
    entries = program.rows.triplets().transposed().negated()
    equal, used = np.isfinite(program.row_lower), np.isfinite(program.row_upper)
    fixed, free = program.lower == program.upper, np.isinf(program.lower)
    cost = np.where(used, program.row_upper, 0.0)
    at = np.where(fixed, program.lower, 0.0)
    np.add.at(cost, entries.columns, entries.values * at[entries.rows])
    return LinearProgram(
        cost,
        compress((len(program.cost), len(cost)), entries),
        np.where(free, program.cost, -np.inf),
        np.where(fixed, np.inf, program.cost),
        np.where(equal, -np.inf, 0.0),
        np.where(used, np.inf, 0.0),
    )


def simplex_solver() -> Any:
    """HiGHS, quiet, on one thread, exact enough for proven bounds."""
    solver = quiet_solver()
    set_options(solver, {"solver": "simplex", "threads": 1, **EXACT})
    return solver


def quiet_solver() -> Any:
    """HiGHS, which prints nothing."""
    import highspy

    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    return solver


def set_options(solver: Any, options: Mapping[str, float | str]) -> None:
    """Options of HiGHS by their names there."""
    for option, value in options.items():
        solver.setOptionValue(option, value)


def pass_program(solver: Any, program: LinearProgram) -> None:
    """Give HiGHS a program to solve."""
    import highspy

    height, width, size = len(program.row_lower), len(program.cost), len(program.rows.value)
    bounds = program.lower, program.upper, program.row_lower, program.row_upper
    rows = program.rows.start, program.rows.index, program.rows.value
    continuous = np.zeros(width, np.int32)
    layout = int(highspy.MatrixFormat.kRowwise), int(highspy.ObjSense.kMinimize), 0.0
    status = solver.passModel(width, height, size, *layout, program.cost, *bounds, *rows, continuous)
    if status == highspy.HighsStatus.kError:
        raise SolverError("HiGHS refused the linear program: a payoff may be too large; scale the utilities.")


def optimum(solver: Any, run: Run) -> Point:
    """Solve the program that HiGHS has; raises ``Stopped`` where a run's limits are reached."""
    import highspy

    run_solver(solver, run)
    status = highspy.HighsModelStatus
    if solver.getModelStatus() not in (status.kOptimal, status.kModelEmpty):  # nothing to choose is an optimum, too
        raise _no_optimum(solver)
    return _point(solver)


def run_solver(solver: Any, run: Run) -> None:
    """Let HiGHS work within what is left of a run."""
    import highspy

    run.check()
    if solver.getNumNz() > BRIEF or not _run_briefly(solver, run):
        _limit_time(solver, run.remaining())
        _run_interruptible(solver, run)
    if solver.getModelStatus() == highspy.HighsModelStatus.kTimeLimit:
        raise Stopped("time")


def _no_optimum(solver: Any) -> NoOptimumError:
    ending = solver.modelStatusToString(solver.getModelStatus())
    return NoOptimumError(f"HiGHS ended with '{ending}' instead of an optimum: payoffs may differ too much in size.")


def _point(solver: Any) -> Point:
    solution, info = solver.getSolution(), solver.getInfo()
    iterations = max(info.simplex_iteration_count, 0) + max(info.ipm_iteration_count, 0)
    return Point(np.array(solution.col_value), np.array(solution.row_dual), iterations)


def leave_if_highs_works_on(code: int) -> None:
    """End the process where HiGHS has not heard of a cancellation: an interpreter that ends under it would crash."""
    if any(thread.name == _WORKER for thread in threading.enumerate()):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _limit_time(solver: Any, seconds: float) -> None:
    solver.setOptionValue("time_limit", solver.getRunTime() + seconds)  # HiGHS counts from its first run on


def _run_briefly(solver: Any, run: Run) -> bool:
    """Run HiGHS for a moment in which nobody misses Ctrl-C; returns whether it came to an end, or to the run's."""
    import highspy

    _limit_time(solver, min(MOMENT, run.remaining()))
    solver.run()
    return solver.getModelStatus() != highspy.HighsModelStatus.kTimeLimit or run.remaining() <= 0


def _run_interruptible(solver: Any, run: Run) -> None:
    """Run HiGHS on a thread of its own, so that this one still hears Ctrl-C and passes it on.

    HiGHS listens only between iterations of the simplex method. Where it does not answer within a second, in presolve
    for instance, it is left to end by itself.
    """
    if not solver.HandleUserInterrupt:
        solver.HandleUserInterrupt = True
    worker = threading.Thread(target=solver.run, name=_WORKER, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.02)
        try:
            run.check()
        except Stopped:
            solver.cancelSolve()
            worker.join(1.0)
            raise
