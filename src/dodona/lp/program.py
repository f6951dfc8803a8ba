"""Linear programs through HiGHS."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.lp.sparse import CompressedRows, Vector
from dodona.model.errors import SolverError
from dodona.model.run import Run, Stopped

Flags = NDArray[np.uint8]

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
    solver = _simplex()
    _pass(solver, program)
    return _optimum(solver, run)


class GrowingProgram:
    """A program that is solved again and again as rows and columns are added behind those it has.

    Each solve starts from the basis of the one before, with the given new rows and columns in it. HiGHS gets the whole
    program every time: coefficients of old rows may change, and reading it takes a fraction of what solving does.
    """

    def __init__(self) -> None:
        self._solver = _simplex()
        self._solver.setOptionValue("simplex_dual_edge_weight_strategy", 1)  # Devex: exact weights would be lost
        self._basis: Any = None

    def solve(self, program: LinearProgram, row_basic: Flags, column_basic: Flags, run: Run) -> Point:
        """Solve from the last basis; the flags say which of the new rows and columns enter it.

        The first program is solved from nothing, with presolve, which would discard a basis.
        """
        import highspy

        if self._basis is None:
            _pass(self._solver, program)
            point = _optimum(self._solver, run)
            self._solver.setOptionValue("presolve", "off")
            self._basis = self._solver.getBasis()
            return point
        rows, columns = self.basis
        status = highspy.HighsBasisStatus
        basis = highspy.HighsBasis()
        basis.col_status = [*columns, *(status.kBasic if new else status.kLower for new in column_basic.tolist())]
        basis.row_status = [*rows, *(status.kBasic if new else status.kUpper for new in row_basic.tolist())]
        basis.valid = True
        _pass(self._solver, program)
        self._solver.setBasis(basis)
        point = _optimum(self._solver, run)
        self._basis = self._solver.getBasis()
        return point

    @property
    def basis(self) -> tuple[list[Any], list[Any]]:
        """How the last solve left the rows and the columns."""
        return ([], []) if self._basis is None else (list(self._basis.row_status), list(self._basis.col_status))

    @property
    def started(self) -> bool:
        """Whether there is a basis to start from."""
        return self._basis is not None

    def codes(self) -> tuple[list[int], list[int]]:
        """The basis in numbers, for a file."""
        rows, columns = self.basis
        return [int(status) for status in rows], [int(status) for status in columns]

    def restore(self, rows: list[int], columns: list[int]) -> None:
        """Start from a basis that ``codes`` gave."""
        import highspy

        if not rows:
            return
        self._solver.setOptionValue("presolve", "off")
        self._basis = highspy.HighsBasis()
        self._basis.row_status = [highspy.HighsBasisStatus(code) for code in rows]
        self._basis.col_status = [highspy.HighsBasisStatus(code) for code in columns]


def _simplex() -> Any:
    import highspy

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
    return solver


def _pass(solver: Any, program: LinearProgram) -> None:
    import highspy

    if solver.passModel(_model(program)) == highspy.HighsStatus.kError:
        raise SolverError("HiGHS refused the linear program: a payoff may be too large; scale the utilities.")


def _optimum(solver: Any, run: Run) -> Point:
    import highspy

    run.check()
    if math.isfinite(run.remaining()):
        # HiGHS counts from its first run on.
        solver.setOptionValue("time_limit", solver.getRunTime() + run.remaining())
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
