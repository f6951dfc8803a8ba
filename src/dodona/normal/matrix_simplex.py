"""The simplex method on the matrix itself (Dantzig 1951), in the core."""

from __future__ import annotations

from typing import cast

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, conclude
from dodona.model.matrix_game import MatrixGame
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.run import Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, Strategy

REQUIRES = Requires(players=2, constant_sum=True, matrix=True)


def matrix_simplex(attempt: Attempt) -> Solution:
    """Value and both optimal strategies of a zero-sum or constant-sum matrix game by a dense simplex tableau.

    Meant for matrices of up to a few hundred rows and columns; ``matrix_lp`` takes larger ones.
    """
    table = matrix_of_attempt(attempt)
    payoffs = np.ascontiguousarray(table.payoffs[:, :, 0])
    _, _, _, x, y = attempt.walk(lambda budget: _core.solve_matrix(payoffs, budget))
    return matrix_solution(attempt, x, y, {})


def matrix_of_attempt(attempt: Attempt) -> MatrixGame:
    """The game with its matrix."""
    return cast(MatrixGame, attempt.game.rules)


def matrix_solution(
    attempt: Attempt, x: Behaviour, y: Behaviour, stats: Stats, stop: Stopped | None = None
) -> Solution:
    """A solution from both mixed strategies, certified against the matrix."""
    table = matrix_of_attempt(attempt)
    a = table.payoffs[:, :, 0]
    strategies = tuple(
        Strategy(player, ["start"], table.action_labels[player], np.array([0, len(plan)]), np.array(plan))
        for player, plan in enumerate((x, y))
    )
    numbers = (float(x @ a @ y), float((x @ a).min()), float((a @ y).max()))
    return conclude(attempt, numbers, float(x @ np.abs(a) @ y), {"cells": a.size, **stats}, strategies, stop)


METHOD = Method(
    "matrix_simplex",
    matrix_simplex,
    REQUIRES,
    "normal",
    "a dense simplex tableau solves a constant-sum matrix directly",
)
