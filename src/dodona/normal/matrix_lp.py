"""The linear program of a matrix game ((3.2)-(3.5) of Bosansky 2014), through HiGHS."""

from __future__ import annotations

import numpy as np

from dodona.lp import LinearProgram, Triplets, common_offset, common_scale, compress, solve_program
from dodona.model.attempt import Attempt
from dodona.model.game import OpenGame
from dodona.model.method import Method
from dodona.model.run import Run
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour
from dodona.normal.matrix_simplex import REQUIRES
from dodona.normal.profile import matrix_of_attempt, matrix_solution

#: Above this many cells HiGHS's sparse simplex beats the dense tableau.
DENSE_CELLS = 40_000


def matrix_lp(attempt: Attempt) -> Solution:
    """Value and both optimal strategies of a constant-sum matrix game by one linear program.

    Maximise v with v <= x' A in every column; the columns' multipliers are the other player's strategy.
    """
    x, y, iterations = solve_by_program(matrix_of_attempt(attempt).payoffs[:, :, 0], attempt.run)
    return matrix_solution(attempt, (x, y), {"lp_iterations": iterations})


def solve_by_program(payoffs: Behaviour, run: Run) -> tuple[Behaviour, Behaviour, int]:
    """Optimal mixed strategies of the row player, who gets the payoffs, and the column player; and how many pivots."""
    point = solve_program(_build(payoffs), run)
    return _distribution(point.x[: len(payoffs)]), _distribution(-point.multipliers[1:]), point.iterations


def too_large_for_a_tableau(game: OpenGame) -> str:
    """What puts the sparse program ahead of the dense one."""
    return f"its matrix has more than {DENSE_CELLS:,} cells" if (game.size.cells or 0) > DENSE_CELLS else ""


def _build(payoffs: Behaviour) -> LinearProgram:
    a = payoffs - common_offset(payoffs)
    a = a / common_scale(a)
    rows, columns = a.shape
    # Row 0: the probabilities sum to 1. Row 1 + j: the value is at most what column j gives.
    table = np.vstack([np.append(np.ones(rows), 0.0), np.hstack([-a.T, np.ones((columns, 1))])])
    below, right = np.nonzero(table)
    return LinearProgram(
        cost=np.append(np.zeros(rows), -1.0),
        rows=compress(table.shape, Triplets(below, right, table[below, right])),
        row_lower=np.append(1.0, np.full(columns, -np.inf)),
        row_upper=np.append(1.0, np.zeros(columns)),
        lower=np.append(np.zeros(rows), -np.inf),
        upper=np.full(rows + 1, np.inf),
    )


def _distribution(weights: Behaviour) -> Behaviour:
    positive: Behaviour = np.maximum(weights, 0.0)
    return positive / float(positive.sum())


METHOD = Method(
    "matrix_lp",
    matrix_lp,
    REQUIRES,
    "normal",
    "one linear program through HiGHS solves a constant-sum matrix of any size",
    ahead=too_large_for_a_tableau,
)
