"""The simplex method on the matrix itself (Dantzig 1951), in the core."""

from __future__ import annotations

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution
from dodona.normal.profile import matrix_of_attempt, matrix_solution

REQUIRES = Requires(players=2, constant_sum=True, matrix=True)


def matrix_simplex(attempt: Attempt) -> Solution:
    """Value and both optimal strategies of a zero-sum or constant-sum matrix game by a dense simplex tableau.

    Meant for matrices of up to a few hundred rows and columns; ``matrix_lp`` takes larger ones.
    """
    table = matrix_of_attempt(attempt)
    payoffs = np.ascontiguousarray(table.payoffs[:, :, 0])
    _, _, _, x, y = attempt.walk(lambda budget: _core.solve_matrix(payoffs, budget))
    return matrix_solution(attempt, (x, y), {})


METHOD = Method(
    "matrix_simplex",
    matrix_simplex,
    REQUIRES,
    "normal",
    "a dense simplex tableau solves a constant-sum matrix directly",
)
