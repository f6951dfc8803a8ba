"""A linear program that grows inside HiGHS, which goes on from the basis it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

import numpy as np

from dodona.lp.program import EXACT, ROUGH, NoOptimumError, Point, optimum, set_options, simplex_solver
from dodona.lp.sparse import CompressedRows, Vector
from dodona.model.run import Run

#: Devex, since exact edge weights would be lost from solve to solve; and costs as they are: perturbed ones lead away
#: from the last optimum, which is near.
_WARM: dict[str, float | str] = {
    "presolve": "off",
    "simplex_dual_edge_weight_strategy": 1,
    "dual_simplex_cost_perturbation_multiplier": 0.0,
}
#: As HiGHS does without a basis to start from.
_AFRESH: dict[str, float | str] = {"presolve": "choose", "dual_simplex_cost_perturbation_multiplier": 1.0}


class InPlaceProgram:
    """A program to which columns and rows are added; entries that it has do not change.

    New columns start at zero and new rows with their slacks basic, so that the basis of the last solve is one of the
    grown program too.
    """

    def __init__(self) -> None:
        self._solver = simplex_solver()
        set_options(self._solver, _WARM)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._solver.getNumRow(), self._solver.getNumCol()

    def add_columns(self, cost: Vector, lower: Vector, upper: Vector, entries: CompressedRows) -> None:
        """Columns behind those there are, with their entries in rows there are."""
        if len(cost):
            self._solver.addCols(len(cost), cost, lower, upper, len(entries.value), *_arrays(entries))

    def add_rows(self, lower: Vector, upper: Vector, entries: CompressedRows) -> None:
        """Rows behind those there are."""
        if len(lower):
            self._solver.addRows(len(lower), lower, upper, len(entries.value), *_arrays(entries))

    def fix_columns(self, columns: Iterable[int]) -> None:
        """Make variables zero for good."""
        for column in columns:
            self._solver.changeColBounds(column, 0.0, 0.0)

    def free_rows(self, rows: Iterable[int]) -> None:
        """Let rows constrain nothing any more."""
        for row in rows:
            self._solver.changeRowBounds(row, -np.inf, np.inf)

    def solve(self, run: Run) -> Point:
        """The optimum from the basis of the last solve; where that leads nowhere, from none, then tolerantly."""
        with suppress(NoOptimumError):
            return optimum(self._solver, run)
        with suppress(NoOptimumError):
            return self._solve_afresh(_AFRESH, run)
        return self._solve_afresh({**_AFRESH, **ROUGH}, run)

    def _solve_afresh(self, options: Mapping[str, float | str], run: Run) -> Point:
        self._solver.clearSolver()
        set_options(self._solver, options)
        try:
            return optimum(self._solver, run)
        finally:
            set_options(self._solver, {**_WARM, **EXACT})


def _arrays(entries: CompressedRows) -> tuple[Any, Any, Any]:
    return entries.start[:-1], entries.index, entries.value
