"""The linear program of a matrix game ((3.2)-(3.5) of Bosansky 2014), through HiGHS."""

from __future__ import annotations

from typing import cast

import numpy as np

from dodona.lp import LinearProgram, Triplets, common_scale, compress, solve_program, without_offset
from dodona.model.certificate import unfinished
from dodona.model.game import Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.matrix_game import MatrixGame
from dodona.model.requires import require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour
from dodona.normal.matrix_simplex import REQUIRES, matrix_solution


def matrix_lp(game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None) -> Solution:
    """Value and both optimal strategies of a constant-sum matrix game by one linear program.

    Maximise v with v <= x' A in every column; the columns' multipliers are the other player's strategy.
    """
    require(game, "matrix_lp", REQUIRES)
    table = cast(MatrixGame, game)
    with Run(limit or Limit(), on_event) as run:
        try:
            point = solve_program(_build(table), run)
        except Stopped as stop:
            return unfinished(game, "matrix_lp", run, stop, seed)
        rows = table.payoffs.shape[0]
        x, y = _distribution(point.x[:rows]), _distribution(-point.multipliers[1:])
        return matrix_solution(table, "matrix_lp", run, x, y, seed, lp_iterations=point.iterations)


def _build(game: MatrixGame) -> LinearProgram:
    a = without_offset(game.payoffs[:, :, 0])
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
