"""Linear programs through HiGHS."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np

from dodona.lp.sparse import CompressedRows, Vector
from dodona.model.errors import SolverError
from dodona.model.run import Run, Stopped

#: Name of the threads that HiGHS runs on.
WORKER = "dodona-highs"


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


def solve_program(program: LinearProgram, run: Run) -> Point:
    """Solve by the dual simplex method within what is left of a run; raises ``Stopped`` if that is not enough."""
    import highspy

    run.check()
    solver: Any = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.silent()
    solver.HandleUserInterrupt = True
    for option, value in {
        "solver": "simplex",
        "threads": 1,
        "primal_feasibility_tolerance": 1e-10,
        "dual_feasibility_tolerance": 1e-10,
    }.items():
        solver.setOptionValue(option, value)
    if math.isfinite(run.remaining()):
        solver.setOptionValue("time_limit", run.remaining())
    if solver.passModel(_model(program)) == highspy.HighsStatus.kError:
        raise SolverError("HiGHS refused the linear program: a payoff may be too large; scale the utilities.")
    _run_interruptible(solver, run)
    status = solver.getModelStatus()
    if status == highspy.HighsModelStatus.kTimeLimit:
        raise Stopped("time")
    if status != highspy.HighsModelStatus.kOptimal:
        raise SolverError(f"HiGHS ended with '{solver.modelStatusToString(status)}' instead of an optimum.")
    solution, info = solver.getSolution(), solver.getInfo()
    return Point(
        np.array(solution.col_value),
        np.array(solution.row_dual),
        info.simplex_iteration_count,
    )


def _model(program: LinearProgram) -> Any:
    import highspy

    model = highspy.HighsLp()
    model.num_col_ = len(program.cost)
    model.num_row_ = len(program.row_lower)
    model.col_cost_ = program.cost
    model.col_lower_, model.col_upper_ = program.lower, program.upper
    model.row_lower_, model.row_upper_ = program.row_lower, program.row_upper
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_ = program.rows.start
    model.a_matrix_.index_ = program.rows.index
    model.a_matrix_.value_ = program.rows.value
    return model


def _run_interruptible(solver: Any, run: Run) -> None:
    """Run HiGHS on a thread of its own, so that this one still hears Ctrl-C and passes it on.

    HiGHS listens only between iterations of the simplex method. Where it does not answer within a second, in presolve
    for instance, it is left to end by itself.
    """
    worker = threading.Thread(target=solver.run, name=WORKER, daemon=True)
    worker.start()
    while worker.is_alive():
        worker.join(0.02)
        try:
            run.check()
        except Stopped:
            solver.cancelSolve()
            worker.join(1.0)
            raise
