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

#: A stale column whose variable is no larger than this is as good as fixed at zero.
NEGLIGIBLE = 1e-10

#: A solve that takes more pivots than this per row and column cycles among ties, and is begun anew.
MOST_PIVOTS = 5

#: Marks rows and columns that are left out; smaller than the number of any.
_LEFT_OUT = np.iinfo(np.int64).min


@dataclass(frozen=True)
class Basis:
    """Which rows (by their slacks) and columns are basic; as many as there are rows."""

    rows: Flags
    columns: Flags

    def dual(self) -> Basis:
        """The basis of the dual program, in which the columns are rows: basic is there what is nonbasic here."""
        return Basis(~self.columns, ~self.rows)


@dataclass(frozen=True)
class StaleEntries:
    """Rows and columns as they were before their entries changed, kept while the basis refers to them.

    Stale columns are nonzero only on the way to an optimum, stale rows constrain nothing.

    Attributes
    ----------
    rows, columns
        How many there are.
    entries
        Their entries. Stale rows and columns are numbered from -1 down, those of the program as they are there.
    """

    rows: int
    columns: int
    entries: Triplets

    @staticmethod
    def none() -> StaleEntries:
        """No rows and no columns."""
        return StaleEntries(0, 0, Triplets.none())

    def dual(self) -> StaleEntries:
        """The stale rows and columns of the dual program, which are the columns and rows here, negated."""
        return StaleEntries(self.columns, self.rows, self.entries.transposed().negated())

    def completes(self, basis: Basis, program: LinearProgram) -> bool:
        """Whether a basis is one of the program followed by the stale rows and columns.

        It has one basic row or column per row of both: stale columns are basic and stale rows nonbasic, or they would
        not have been kept.
        """
        if (len(basis.rows), len(basis.columns)) != (len(program.row_lower), len(program.cost)):
            return False
        basic = int(basis.rows.sum() + basis.columns.sum())
        return basic + self.columns == len(basis.rows) + self.rows

    def append_to(self, program: LinearProgram) -> LinearProgram:
        """The program followed by the stale rows (free) and columns (fixed at zero)."""
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

    def with_columns(self, program: LinearProgram, changed: Integers, changes: Triplets) -> StaleEntries:
        """Changed columns of the program join, as they were before the changes."""
        numbers = np.zeros(len(program.cost), np.int64)
        numbers[changed] = -1 - self.columns - np.arange(len(changed))
        parts = [self.entries]
        for part in (program.rows.triplets(), self.entries, changes):
            joins = (part.columns >= 0) & (numbers[part.columns] < 0)
            parts.append(Triplets(part.rows[joins], numbers[part.columns[joins]], part.values[joins]))
        return StaleEntries(self.rows, self.columns + len(changed), Triplets.joined(parts))

    def select(self, rows: Flags, columns: Flags) -> StaleEntries:
        """The stale rows and columns whose flag is set, renumbered from -1 down."""
        row_numbers, column_numbers = _renumbered(self.entries.rows, rows), _renumbered(self.entries.columns, columns)
        stay = (row_numbers != _LEFT_OUT) & (column_numbers != _LEFT_OUT)
        entries = Triplets(row_numbers[stay], column_numbers[stay], self.entries.values[stay])
        return StaleEntries(int(rows.sum()), int(columns.sum()), entries)


def _renumbered(numbers: Integers, selected: Flags) -> NDArray[np.int64]:
    """Numbers of rows or columns after a selection among the stale ones."""
    of_stale = np.append(np.where(selected, -np.cumsum(selected, dtype=np.int64), _LEFT_OUT), 0)
    return np.where(numbers < 0, of_stale[np.where(numbers < 0, -1 - numbers, 0)], numbers)


class GrowingProgram:
    """A program that gets new rows and columns after those it has, and whose entries may change.

    Each solve starts from the basis of the one before. The dual simplex method needs a dual feasible basis to start
    from, that is, feasible multipliers. New rows leave the basis dual feasible. After new columns it is primal
    feasible, and the dual program is solved instead. Where entries of basic columns have changed it is neither: these
    columns are kept as they were beside the changed ones (:class:`StaleEntries`) for a first solve, and fixed at zero
    for a second, which often has nothing left to do. Where entries of rows have changed the same is done with the dual
    program.

    HiGHS gets the whole program every time: reading it takes a fraction of what solving does.

    Attributes
    ----------
    basis
        The basis of the last solve; None before the first.
    stale
        The rows and columns that this basis refers to and the program no longer has.
    """

    def __init__(self) -> None:
        self._solver = simplex_solver()
        self._solver.setOptionValue("simplex_dual_edge_weight_strategy", 1)  # Devex: exact weights would be lost
        self.basis: Basis | None = None
        self.stale = StaleEntries.none()

    def solve(self, program: LinearProgram, new: Basis, changes: Triplets, of_columns: bool, run: Run) -> Point:
        """Solve from the last basis.

        Parameters
        ----------
        program
            The program of the solve before, with more rows and columns and with changed entries.
        new
            Which of the new rows and columns enter the basis.
        changes
            Entries of the program before less those of the program now, where both have them.
        of_columns
            Whether columns were added and changed; otherwise rows were.
        """
        if self.basis is None:
            return self._solve_afresh(program, run)
        basis = Basis(np.append(self.basis.rows, new.rows), np.append(self.basis.columns, new.columns))
        if not self.stale.completes(basis, program):  # a solve was broken off, and the program has grown beyond it
            return self._solve_afresh(program, run)
        try:
            if of_columns:
                point, self.basis, self.stale = self._solve_changed_columns(program, basis, self.stale, changes, run)
                return point
            of_dual = dual(program), basis.dual(), self.stale.dual(), changes.transposed().negated()
            point, basis, stale = self._solve_changed_columns(*of_dual, run)
            self.basis, self.stale = basis.dual(), stale.dual()
            return point.dual()
        except NoOptimumError:  # numerical trouble that starts from this basis
            return self._solve_afresh(program, run)

    def _solve_afresh(self, program: LinearProgram, run: Run) -> Point:
        """Solve without a basis to start from, and so with presolve."""
        options = {"dual_simplex_cost_perturbation_multiplier": 1.0, "simplex_iteration_limit": 2**31 - 1}
        set_options(self._solver, options)
        point = solve_afresh(self._solver, program, run)
        self.basis, self.stale = _basis_of(self._solver), StaleEntries.none()
        return point

    def _solve_changed_columns(
        self, program: LinearProgram, basis: Basis, stale: StaleEntries, changes: Triplets, run: Run
    ) -> tuple[Point, Basis, StaleEntries]:
        """Solve after columns were added and changed; returns the optimum with its basis and what that refers to.

        1. Basic columns that have changed become nonbasic, and their old entries join the stale columns as basic ones.
        2. The new stale columns may still be used: with them the basis is primal feasible, and the dual is solved.
        3. If they are used at the optimum they are fixed at zero, and the program is solved from there.
        4. Stale columns that are no longer basic, and stale rows that are, are left out.
        """
        height, width = len(basis.rows), len(basis.columns)
        changed = np.unique(changes.columns)
        changed = changed[basis.columns[changed]]
        columns = basis.columns.copy()
        columns[changed] = False
        stale = stale.with_columns(program, changed, changes)
        basis = Basis(
            np.append(basis.rows, np.zeros(stale.rows, bool)), np.append(columns, np.ones(stale.columns, bool))
        )
        whole = stale.append_to(program)
        usable = slice(width + stale.columns - len(changed), None)
        upper = whole.upper.copy()
        upper[usable] = np.inf
        point, basis = self._solve_dual_from(replace(whole, upper=upper), basis, run)
        pivots = point.iterations
        if np.any(point.x[usable] > NEGLIGIBLE):
            point, basis = self._solve_from(whole, basis, run)
            pivots += point.iterations
        stale = stale.select(~basis.rows[height:], basis.columns[width:])
        basis = Basis(basis.rows[:height], basis.columns[:width])
        return Point(point.x[:width], point.multipliers[:height], pivots), basis, stale

    def _solve_dual_from(self, program: LinearProgram, basis: Basis, run: Run) -> tuple[Point, Basis]:
        """The optimum of a program and its basis, by solving the dual program from the basis."""
        point, basis = self._solve_from(dual(program), basis.dual(), run)
        return point.dual(), basis.dual()

    def _solve_from(self, program: LinearProgram, basis: Basis, run: Run) -> tuple[Point, Basis]:
        """The optimum of a program and its basis, by the dual simplex method from a basis."""
        import highspy

        start = highspy.HighsBasis()
        start.row_status = _statuses(basis.rows, program.row_lower, program.row_upper)
        start.col_status = _statuses(basis.columns, program.lower, program.upper)
        start.valid, start.alien = True, False  # HiGHS need not check it: it repairs a singular basis by itself
        most = MOST_PIVOTS * (len(basis.rows) + len(basis.columns))
        # Perturbed costs would make a dual feasible start infeasible.
        options = {"dual_simplex_cost_perturbation_multiplier": 0.0, "simplex_iteration_limit": most}
        set_options(self._solver, {"presolve": "off", **options})
        pass_program(self._solver, program)
        self._solver.setBasis(start)
        point = optimum(self._solver, run)
        return point, _basis_of(self._solver)


def _statuses(basic: Flags, lower: NDArray[np.float64], upper: NDArray[np.float64]) -> list[Any]:
    """Basic, or at the bound that there is."""
    import highspy

    status = highspy.HighsBasisStatus
    codes = np.where(basic, 3, np.where(np.isfinite(lower), 0, np.where(np.isfinite(upper), 1, 2)))
    by_code = (status.kLower, status.kUpper, status.kZero, status.kBasic)
    return [by_code[code] for code in codes.tolist()]


def _basis_of(solver: Any) -> Basis:
    """The basis of HiGHS's last solve, which numbers columns from 0 up and rows from -1 down."""
    names = solver.getBasicVariables()[1]
    basis = Basis(np.zeros(solver.getNumRow(), bool), np.zeros(solver.getNumCol(), bool))
    basis.columns[names[names >= 0]] = True
    basis.rows[-1 - names[names < 0]] = True
    return basis
