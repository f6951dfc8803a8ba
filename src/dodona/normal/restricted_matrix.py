"""The restricted matrix that oracle algorithms for normal-form games grow, and matrices as a source of its payoffs."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from dodona import _core
from dodona.model.oracle_loop import MET
from dodona.model.run import Run
from dodona.model.strategy import Behaviour
from dodona.normal.matrix_lp import DENSE_CELLS, solve_by_program


class PayoffSource(Protocol):
    """Where a restricted matrix has its payoffs and best responses from.

    Strategies have numbers, and a source may come to know more of them: a plan, which has one probability per number,
    may therefore be shorter than the table.
    """

    @property
    def total(self) -> float:
        """What the payoffs of both players sum to."""

    @property
    def size(self) -> float:
        """The largest payoff, or loss, of player 0 that is known."""

    @property
    def table(self) -> Behaviour:
        """Player 0's payoffs of all strategies that are known."""

    def start(self, player: int) -> list[int]:
        """The numbers of the strategies that a player starts with."""

    def gains(self, player: int, plan: Behaviour) -> Behaviour:
        """What each known strategy of a player gives her against the other's plan; a best response is among them."""


class MatrixPayoffs:
    """A whole matrix as a source: all its rows and columns are known."""

    def __init__(self, payoffs: Behaviour, total: float) -> None:
        self.table, self.total = payoffs, total
        self.size = float(np.abs(payoffs).max())

    def start(self, player: int) -> list[int]:
        """The first row or the first column."""
        return [0]

    def gains(self, player: int, plan: Behaviour) -> Behaviour:
        """What each row or each column gives its player against the other's plan."""
        return gains(self.table, self.total, player, plan)


def gains(table: Behaviour, total: float, player: int, plan: Behaviour) -> Behaviour:
    """What each strategy gives a player against the other's plan, of as many strategies as the plan knows of."""
    if player == 0:
        return np.asarray(table[:, : len(plan)] @ plan)
    return np.asarray(total - plan @ table[: len(plan)])


class RestrictedMatrix:
    """Rows and columns of a matrix that the players may use so far, and optimal strategies for them.

    Attributes
    ----------
    source
        Where payoffs and best responses come from.
    allowed
        Numbers of rows and of columns, in the order in which they came.
    strategies
        Both players' mixed strategies from the last solve, over all rows and columns that were known then.
    responses
        Both players' last best responses: a row and a column.
    incumbents
        Of each player the strategy that proves the most so far.
    """

    def __init__(self, source: PayoffSource, run: Run, complete: int | None = None) -> None:
        """Start with what the source starts with, and with all that is known of a player who is complete."""
        self.source, self.run = source, run
        counts = source.table.shape
        self.allowed = tuple(list(range(n)) if p == complete else source.start(p) for p, n in enumerate(counts))
        self.strategies = [np.eye(1, count)[0] for count in counts]
        self.responses = [0, 0]
        self.incumbents = list(self.strategies)

    @property
    def total(self) -> float:
        """What the payoffs of both players sum to."""
        return self.source.total

    @property
    def size(self) -> float:
        """The largest payoff, or loss, of player 0 that is known."""
        return self.source.size

    def solve(self) -> float:
        """Optimal strategies of the restricted matrix; returns its value."""
        table = self.source.table
        matrix = np.ascontiguousarray(table[np.ix_(*self.allowed)])
        weights = self._solve_large(matrix) if matrix.size > DENSE_CELLS else self._solve_small(matrix)
        for player in (0, 1):
            self.strategies[player] = np.zeros(table.shape[player])
            self.strategies[player][self.allowed[player]] = weights[player]
        return float(weights[0] @ matrix @ weights[1])

    def respond(self, player: int) -> float:
        """A player's best pure strategy of all against the other's mixed one; returns what she gets."""
        gains = self.source.gains(player, self.strategies[1 - player])
        known = self.allowed[player][int(np.argmax(gains[self.allowed[player]]))]
        best = int(np.argmax(gains))
        self.responses[player] = best if gains[best] > gains[known] + MET * self.size else known
        return float(gains[best])

    def grow(self, player: int) -> int:
        """Allow a player's best response; returns how many rows or columns are new."""
        if self.responses[player] in self.allowed[player]:
            return 0
        self.allowed[player].append(self.responses[player])
        return 1

    def set_incumbent(self, player: int) -> None:
        """Make a player's strategy of now the one that goes into the solution."""
        self.incumbents[player] = self.strategies[player]

    def _solve_small(self, matrix: Behaviour) -> tuple[Behaviour, Behaviour]:
        _, _, _, row, column = self.run.walk(lambda budget: _core.solve_matrix(matrix, budget))
        return row, column

    def _solve_large(self, matrix: Behaviour) -> tuple[Behaviour, Behaviour]:
        row, column, _ = solve_by_program(matrix, self.run)
        return row, column
