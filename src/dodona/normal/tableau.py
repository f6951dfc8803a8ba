"""Tableaux of ``coefficients @ x <= right``, ``x >= 0``, pivoted exactly in whole numbers or in doubles.

Whole numbers: all entries are kept over one common denominator, the last pivot, so that every division comes out even
[Bareiss1968]_. Then ties are ties and every decision is right,
which degenerate games need. Doubles are faster, but ties are judged with a tolerance.

The row that leaves is found by the lexicographic rule [Dantzig1955]_: as if the right sides were
moved apart by ever smaller amounts, so that no basis ever comes back.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.run import Run

#: Doubles: entries no larger than this are no pivots, and ratios this close are ties. Payoffs are of the size of 1.
TOLERANCE = 1e-10


class Tableau:
    """Variables ``0, 1, ...`` are those of the program, ``variables + i`` is the slack of row ``i``.

    Parameters
    ----------
    coefficients
        One row per constraint; a dtype of object holds whole numbers, which are pivoted exactly.
    right
        What each row may reach: not negative. All slacks are basic at first.
    objective
        What to maximise, as coefficients of the variables; see :meth:`maximise`.
    """

    def __init__(
        self, coefficients: NDArray[Any], right: Sequence[Any], objective: Sequence[Any] | None = None
    ) -> None:
        rows, self.variables = coefficients.shape
        self.exact = coefficients.dtype == object
        self.rows = rows
        self.columns = self.variables + rows
        entries = np.zeros((rows + (objective is not None), self.columns + 1), dtype=coefficients.dtype)
        entries[:rows, : self.variables] = coefficients
        entries[np.arange(rows), self.variables + np.arange(rows)] = 1
        entries[:rows, -1] = right
        if objective is not None:
            entries[rows, : self.variables] = [-weight for weight in objective]
        self.entries = entries
        self.denominator: Any = 1
        self.basis = list(range(self.variables, self.columns))
        self.pivots = 0

    def leaving_row(self, column: int) -> int:
        """The row that leaves for a column, by the lexicographic rule; -1 where nothing stops the column's growth."""
        own = self.entries[: self.rows, column]
        candidates = np.flatnonzero(own > (0 if self.exact else TOLERANCE))
        if not len(candidates):
            return -1
        for compared in (self.columns, *range(self.variables, self.columns)):
            if len(candidates) == 1:
                break
            candidates = self._least(candidates, own, self.entries[: self.rows, compared])
        return int(candidates[0])

    def _least(self, candidates: NDArray[np.intp], own: NDArray[Any], compared: NDArray[Any]) -> NDArray[np.intp]:
        """The candidates whose ratio of a column to the pivot column is least."""
        if not self.exact:
            ratios = compared[candidates] / own[candidates]
            return np.asarray(candidates[ratios <= ratios.min() + TOLERANCE])
        best = [candidates[0]]
        for row in candidates[1:]:
            difference = compared[row] * own[best[0]] - compared[best[0]] * own[row]
            if difference < 0:
                best = [row]
            elif difference == 0:
                best.append(row)
        return np.array(best)

    def pivot(self, row: int, column: int) -> None:
        """Exchange the basic variable of a row for that of a column."""
        entries, pivot = self.entries, self.entries[row, column]
        if self.exact:
            kept = entries[row].copy()
            entries = entries * pivot - np.outer(entries[:, column], kept)
            self.entries = entries if self.denominator == 1 else entries // self.denominator
            self.denominator = pivot
        else:
            kept = entries[row] / pivot
            self.entries = entries - np.outer(entries[:, column], kept)
        self.entries[row] = kept
        self.basis[row] = column
        self.pivots += 1

    def point(self) -> list[Any]:
        """The values of the program's variables at the basis: fractions, or doubles."""
        values: list[Any] = [Fraction(0) if self.exact else 0.0] * self.variables
        for row, variable in enumerate(self.basis):
            if variable < self.variables:
                value = self.entries[row, -1]
                values[variable] = Fraction(value, self.denominator) if self.exact else max(0.0, float(value))
        return values

    def zero_variables(self) -> list[int]:
        """The variables and slacks that are zero at the basis, basic ones included; exact tableaux only."""
        positive = {variable for row, variable in enumerate(self.basis) if self.entries[row, -1] > 0}
        return [variable for variable in range(self.columns) if variable not in positive]

    def maximise(self, run: Run) -> bool:
        """Pivot until the objective is largest; False where it grows without end."""
        while True:
            run.check()
            costs = self.entries[self.rows, : self.columns]
            improving = np.flatnonzero(costs < (0 if self.exact else -TOLERANCE))
            if not len(improving):
                return True
            column = int(min(improving, key=lambda index: costs[index]))
            row = self.leaving_row(column)
            if row < 0:
                return False
            self.pivot(row, column)
