"""A linear program that is solved again and again while it grows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.lp.program import (
    LinearProgram,
    NoOptimumError,
    Point,
    dual,
    optimum,
    pass_program,
    set_options,
    simplex_solver,
    solve_afresh,
)
from dodona.lp.sparse import Integers, Triplets, compress
from dodona.model.run import Run

Flags = NDArray[np.bool_]

#: A former column with no more than this in it is as good as fixed at zero.
NEGLIGIBLE = 1e-10

#: A solve that takes more pivots than this per row and column has got stuck among ties, and is begun anew.
MOST_PIVOTS = 5

#: Less than any name of a row or column.
_GONE = np.iinfo(np.int64).min


@dataclass(frozen=True)
class Basis:
    """Which rows (by their slacks) and columns are basic; as many as there are rows."""

    rows: Flags
    columns: Flags

    def dual(self) -> Basis:
        """The same of the dual program."""
        return Basis(~self.columns, ~self.rows)


@dataclass(frozen=True)
class Former:
    """What rows and columns were before their entries changed, for as long as the basis holds on to them.

    They are of no more use: columns are fixed at zero, rows are free. In ``entries`` they count down from -1.
    """

    rows: int
    columns: int
    entries: Triplets

    def dual(self) -> Former:
        """The same of the dual program."""
        return Former(self.columns, self.rows, self.entries.transposed().negated())

    def fits(self, basis: Basis, program: LinearProgram) -> bool:
        """Whether a basis is one of the program, given that it holds on to these rows and columns."""
        if (len(basis.rows), len(basis.columns)) != (len(program.row_lower), len(program.cost)):
            return False
        basic = int(basis.rows.sum() + basis.columns.sum())
        return basic + self.columns == len(basis.rows) + self.rows

    def behind(self, program: LinearProgram) -> LinearProgram:
        """The program with these rows and columns behind its own."""
        if not self.rows + self.columns:
            return program
        height, width = len(program.row_lower), len(program.cost)
        rows, columns = self.entries.rows, self.entries.columns
        entries = Triplets(
            np.where(rows < 0, height - 1 - rows, rows),
            np.where(columns < 0, width - 1 - columns, columns),
            self.entries.values,
        )
        free, fixed = np.full(self.rows, np.inf), np.zeros(self.columns)
        return LinearProgram(
            np.append(program.cost, fixed),
            compress((height + self.rows, width + self.columns), program.rows.triplets(), entries),
            np.append(program.row_lower, -free),
            np.append(program.row_upper, free),
            np.append(program.lower, fixed),
            np.append(program.upper, fixed),
        )

    def with_columns(self, program: LinearProgram, stale: Integers, changes: Triplets) -> Former:
        """Columns of the program join as they were before the changes."""
        names = np.zeros(len(program.cost), np.int64)
        names[stale] = -1 - self.columns - np.arange(len(stale))
        parts = [self.entries]
        for part in (program.rows.triplets(), self.entries, changes):
            of_stale = (part.columns >= 0) & (names[part.columns] < 0)
            columns = names[part.columns[of_stale]]
            parts.append(Triplets(part.rows[of_stale], columns, part.values[of_stale]))
        return Former(self.rows, self.columns + len(stale), Triplets.joined(parts))

    def kept(self, rows: Flags, columns: Flags) -> Former:
        """Those that flags name."""
        row_names, column_names = _renamed(self.entries.rows, rows), _renamed(self.entries.columns, columns)
        stay = (row_names != _GONE) & (column_names != _GONE)
        entries = Triplets(row_names[stay], column_names[stay], self.entries.values[stay])
        return Former(int(rows.sum()), int(columns.sum()), entries)


def _renamed(names: Integers, kept: Flags) -> NDArray[np.int64]:
    new_names = np.append(np.where(kept, -np.cumsum(kept, dtype=np.int64), _GONE), 0)
    return np.where(names < 0, new_names[np.where(names < 0, -1 - names, 0)], names)


class GrowingProgram:
    """A program that gets new rows and columns behind those it has, and whose entries may change.

    Each solve starts from the basis of the one before. The dual simplex method wants feasible multipliers to start
    from. New rows leave them so; after new columns the dual program is solved instead, whose multipliers are the
    optimum of before. Where entries of basic columns have changed neither is feasible: these columns are kept as they
    were beside the new ones for a first solve, and fixed at zero for a second, which is often done at once. For rows it
    is the same in the dual program.

    HiGHS gets the whole program every time: reading it takes a fraction of what solving does.
    """

    def __init__(self) -> None:
        self._solver = simplex_solver()
        self._solver.setOptionValue("simplex_dual_edge_weight_strategy", 1)  # Devex: exact weights would be lost
        self.basis: Basis | None = None
        self.former = Former(0, 0, Triplets.none())

    def solve(self, program: LinearProgram, new: Basis, changes: Triplets, of_columns: bool, run: Run) -> Point:
        """Solve from the last basis.

        Parameters
        ----------
        program
            The program of before with more rows and columns, and changed entries.
        new
            Which of the new rows and columns enter the basis.
        changes
            What entries were before, less what they are.
        of_columns
            Whether it was columns that came and changed, or else rows.
        """
        if self.basis is None:
            return self._solve_afresh(program, run)
        basis = Basis(np.append(self.basis.rows, new.rows), np.append(self.basis.columns, new.columns))
        if not self.former.fits(basis, program):  # a solve was broken off, and the program has grown beyond it
            return self._solve_afresh(program, run)
        try:
            if of_columns:
                point, self.basis, self.former = self._solve_again(program, basis, self.former, changes, run)
                return point
            mirrored = dual(program), basis.dual(), self.former.dual(), changes.transposed().negated()
            point, basis, former = self._solve_again(*mirrored, run)
            self.basis, self.former = basis.dual(), former.dual()
            return point.dual()
        except NoOptimumError:  # numerical trouble that starts from this basis
            return self._solve_afresh(program, run)

    def _solve_afresh(self, program: LinearProgram, run: Run) -> Point:
        """Without a basis, but with presolve, which would discard one."""
        options = {"dual_simplex_cost_perturbation_multiplier": 1.0, "simplex_iteration_limit": 2**31 - 1}
        set_options(self._solver, options)
        point = solve_afresh(self._solver, program, run)
        self.basis, self.former = _basis_of(self._solver), Former(0, 0, Triplets.none())
        return point

    def _solve_again(
        self, program: LinearProgram, basis: Basis, former: Former, changes: Triplets, run: Run
    ) -> tuple[Point, Basis, Former]:
        """After columns came and changed."""
        height, width = len(basis.rows), len(basis.columns)
        stale = np.unique(changes.columns)
        stale = stale[basis.columns[stale]]
        columns = basis.columns.copy()
        columns[stale] = False
        former = former.with_columns(program, stale, changes)
        # Former columns are here because they are basic, and former rows because they are not.
        basis = Basis(
            np.append(basis.rows, np.zeros(former.rows, bool)), np.append(columns, np.ones(former.columns, bool))
        )
        whole = former.behind(program)
        upper = whole.upper.copy()
        upper[len(upper) - len(stale) :] = np.inf
        point, basis = self._solve_dual_from(replace(whole, upper=upper), basis, run)
        pivots = point.iterations
        if np.any(point.x[len(upper) - len(stale) :] > NEGLIGIBLE):
            point, basis = self._solve_from(whole, basis, run)
            pivots += point.iterations
        former = former.kept(~basis.rows[height:], basis.columns[width:])
        basis = Basis(basis.rows[:height], basis.columns[:width])
        return Point(point.x[:width], point.multipliers[:height], pivots), basis, former

    def _solve_dual_from(self, program: LinearProgram, basis: Basis, run: Run) -> tuple[Point, Basis]:
        point, basis = self._solve_from(dual(program), basis.dual(), run)
        return point.dual(), basis.dual()

    def _solve_from(self, program: LinearProgram, basis: Basis, run: Run) -> tuple[Point, Basis]:
        import highspy

        start = highspy.HighsBasis()
        start.row_status = _statuses(basis.rows, program.row_lower, program.row_upper)
        start.col_status = _statuses(basis.columns, program.lower, program.upper)
        start.valid, start.alien = True, False  # HiGHS need not look at it first: it repairs what it must
        most = MOST_PIVOTS * (len(basis.rows) + len(basis.columns))
        # Perturbed costs would lead away from a start that is feasible.
        options = {"dual_simplex_cost_perturbation_multiplier": 0.0, "simplex_iteration_limit": most}
        set_options(self._solver, {"presolve": "off", **options})
        pass_program(self._solver, program)
        self._solver.setBasis(start)
        point = optimum(self._solver, run)
        return point, _basis_of(self._solver)


def _statuses(basic: Flags, lower: NDArray[np.float64], upper: NDArray[np.float64]) -> list[Any]:
    import highspy

    status = highspy.HighsBasisStatus
    codes = np.where(basic, 3, np.where(np.isfinite(lower), 0, np.where(np.isfinite(upper), 1, 2)))
    by_code = (status.kLower, status.kUpper, status.kZero, status.kBasic)
    return [by_code[code] for code in codes.tolist()]


def _basis_of(solver: Any) -> Basis:
    names = solver.getBasicVariables()[1]
    basis = Basis(np.zeros(solver.getNumRow(), bool), np.zeros(solver.getNumCol(), bool))
    basis.columns[names[names >= 0]] = True
    basis.rows[-1 - names[names < 0]] = True
    return basis
