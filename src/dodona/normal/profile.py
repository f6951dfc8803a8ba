"""Profiles of matrix games: what they pay, what deviations gain, and solutions made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import cast

import numpy as np
from numpy.typing import NDArray

from dodona.model.attempt import Attempt
from dodona.model.certificate import Assessment, Stats, conclude, judged, smallest_size, value_sum
from dodona.model.matrix_game import MatrixGame
from dodona.model.run import Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, MixedStrategy, Strategy

Payoffs = NDArray[np.float64]


def matrix_of_attempt(attempt: Attempt) -> MatrixGame:
    """The game with its matrix."""
    return cast(MatrixGame, attempt.game.rules)


def averaged(table: Payoffs, profile: Sequence[Behaviour], but: int | None = None) -> Payoffs:
    """A table with one axis per player averaged over the mixed strategies; the axis of one player may be left."""
    for axis in reversed(range(table.ndim)):
        if axis != but:
            table = np.tensordot(table, profile[axis], axes=(axis, 0))
    return np.asarray(table)


def assess_matrix(payoffs: Payoffs, profile: Sequence[Behaviour]) -> Assessment:
    """Expected utility and best-response value of every player; payoffs have the player as last axis."""
    players = range(payoffs.shape[-1])
    return Assessment(
        values=tuple(float(averaged(payoffs[..., p], profile)) for p in players),
        best=tuple(float(averaged(payoffs[..., p], profile, but=p).max()) for p in players),
        size=max(float(averaged(np.abs(payoffs[..., p]), profile)) for p in players),
    )


def mixed_strategies(game: MatrixGame, profile: Sequence[Behaviour]) -> tuple[Strategy, ...]:
    """Probabilities of actions as strategies; the one information set of a matrix game is called "start"."""
    return tuple(MixedStrategy(player, game.action_labels[player], plan) for player, plan in enumerate(profile))


def matrix_solution(
    attempt: Attempt, profile: Sequence[Behaviour], stats: Stats, stop: Stopped | None = None
) -> Solution:
    """A solution from one mixed strategy per player, certified against the matrix."""
    game = matrix_of_attempt(attempt)
    strategies = mixed_strategies(game, profile)
    stats = {"cells": game.payoffs[..., 0].size, **stats}
    if value_sum(attempt) is None:
        assessment = assess_matrix(game.payoffs, profile)
        size = max(assessment.size, smallest_size(game.payoffs))
        return judged(attempt, assessment, size, stats, strategies, stop)
    (x, y), a = profile, game.payoffs[:, :, 0]
    numbers = (float(x @ a @ y), float((x @ a).min()), float((a @ y).max()))
    return conclude(attempt, numbers, float(x @ np.abs(a) @ y), stats, strategies, stop)


def pure_behaviour(actions: int, action: int) -> Behaviour:
    """One action for certain."""
    plan = np.zeros(actions)
    plan[action] = 1.0
    return plan


def mixture_text(mixture: Mapping[str, Fraction]) -> str:
    """An exact mixed strategy in a few words: the action alone where it is pure; long fractions as decimals."""
    if len(mixture) == 1:
        return next(iter(mixture))
    return ", ".join(
        f"{action} {p}" if p.denominator < 10_000 else f"{action} {float(p):.6g}" for action, p in mixture.items()
    )
