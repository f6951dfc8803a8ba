"""The simplex method on the matrix itself (Dantzig 1951), in the core."""

from __future__ import annotations

from typing import cast

import numpy as np

from dodona import _core
from dodona.model.certificate import conclude, unfinished
from dodona.model.game import Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.matrix_game import MatrixGame
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, Strategy

REQUIRES = Requires(players=2, constant_sum=True, matrix=True)


def matrix_simplex(
    game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None
) -> Solution:
    """Value and both optimal strategies of a zero-sum or constant-sum matrix game by a dense simplex tableau.

    Meant for matrices of up to a few hundred rows and columns; ``matrix_lp`` takes larger ones.
    """
    require(game, "matrix_simplex", REQUIRES)
    table = cast(MatrixGame, game)
    with Run(limit or Limit(), on_event) as run:
        try:
            run.check()
        except Stopped as stop:
            return unfinished(game, "matrix_simplex", run, stop, seed)
        _, _, _, x, y = _core.solve_matrix(np.ascontiguousarray(table.payoffs[:, :, 0]))
        return matrix_solution(table, "matrix_simplex", run, x, y, seed)


def matrix_solution(
    game: MatrixGame, method: str, run: Run, x: Behaviour, y: Behaviour, seed: int, **stats: float | int | str
) -> Solution:
    """A solution from both mixed strategies, certified against the matrix."""
    a = game.payoffs[:, :, 0]
    strategies = tuple(
        Strategy(player, ["start"], game.action_labels[player], np.array([0, len(plan)]), np.array(plan))
        for player, plan in enumerate((x, y))
    )
    numbers = (float(x @ a @ y), float((x @ a).min()), float((a @ y).max()))
    size = float(x @ np.abs(a) @ y)
    return conclude(game, method, run, strategies, numbers, size, {"cells": a.size, **stats}, None, seed)
