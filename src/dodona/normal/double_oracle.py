"""Double oracle for matrix games (McMahan, Gordon and Blum 2003; section 3.4 of Bosansky 2014)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.oracle_loop import MET, Policy, drive
from dodona.model.run import Run
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour
from dodona.normal.matrix_lp import DENSE_CELLS, solve_by_program
from dodona.normal.matrix_simplex import REQUIRES
from dodona.normal.profile import matrix_of_attempt, matrix_solution


@dataclass(frozen=True)
class MatrixOracleOptions(Options):
    """Who responds in an iteration."""

    policy: Policy = option(
        "both",
        "whose best response is computed: of both players in every iteration, of one and then the other, or of the one "
        "whose bound is farther from the restricted matrix's value",
    )


def matrix_double_oracle(attempt: Attempt) -> Solution:
    """Solve a constant-sum matrix game by growing a restricted matrix.

    1. Start with the first row and the first column.
    2. Solve the restricted matrix: by the tableau, where it is large by the linear program.
    3. Add each player's best response among all rows and all columns. What it is worth bounds the value.
    4. Stop when the bounds meet, or when neither response is new.

    Departures: ties among best responses go to rows and columns that are in the restricted matrix already. Beyond the
    paper, in which both players respond in every iteration: the policies of chapter 5 of the thesis.
    """
    game, total = matrix_of_attempt(attempt), float(attempt.game.traits.constant_sum or 0.0)
    restricted = RestrictedMatrix(game.payoffs[:, :, 0], total, attempt.run)
    loop = drive(restricted, attempt.options.policy, attempt.run)
    loop.require_bounds()
    sizes = {"rows": len(restricted.allowed[0]), "columns": len(restricted.allowed[1])}
    return matrix_solution(attempt, restricted.incumbents, {"iterations": loop.iterations, **sizes}, loop.stopped)


class RestrictedMatrix:
    """Rows and columns of a matrix that the players may use so far, and optimal strategies for them.

    Attributes
    ----------
    payoffs
        The whole matrix, of player 0's payoffs.
    total
        What the payoffs of both players sum to.
    size
        The largest payoff, or loss, of player 0.
    allowed
        Numbers of rows and of columns, in the order in which they came.
    strategies
        Both players' mixed strategies from the last solve, over all rows and all columns.
    responses
        Both players' last best responses: a row and a column.
    incumbents
        Of each player the strategy that proves the most so far.
    """

    def __init__(self, payoffs: Behaviour, total: float, run: Run) -> None:
        self.payoffs, self.total, self.run = payoffs, total, run
        self.size = float(np.abs(payoffs).max())
        self.allowed = ([0], [0])
        self.strategies = [np.eye(1, count)[0] for count in payoffs.shape]
        self.responses = [0, 0]
        self.incumbents = list(self.strategies)

    def solve(self) -> float:
        """Optimal strategies of the restricted matrix; returns its value."""
        matrix = np.ascontiguousarray(self.payoffs[np.ix_(*self.allowed)])
        weights = self._solve_large(matrix) if matrix.size > DENSE_CELLS else self._solve_small(matrix)
        for player in (0, 1):
            self.strategies[player] = np.zeros(self.payoffs.shape[player])
            self.strategies[player][self.allowed[player]] = weights[player]
        return float(weights[0] @ matrix @ weights[1])

    def respond(self, player: int) -> float:
        """A player's best pure strategy in the whole matrix against the other's mixed one; returns what she gets."""
        row, column = self.strategies
        gains = self.payoffs @ column if player == 0 else self.total - row @ self.payoffs
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


METHOD = Method(
    "matrix_double_oracle",
    matrix_double_oracle,
    REQUIRES,
    "normal",
    "a restricted matrix grows by best responses in the whole one",
    MatrixOracleOptions(),
)
