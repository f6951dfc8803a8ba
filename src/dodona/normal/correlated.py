"""Correlated and coarse correlated equilibria of matrix games of any number of players, by linear programming."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from dodona.lp import LinearProgram, Triplets, common_scale, solve_program
from dodona.model.attempt import Attempt
from dodona.model.certificate import Assessment, conclude, judged, smallest_size, value_sum
from dodona.model.joint import JointStrategy
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution
from dodona.normal.objective import ObjectiveOptions, weights_of
from dodona.normal.profile import Payoffs, matrix_of_attempt
from dodona.normal.program import best_distribution


def correlated_equilibrium(attempt: Attempt) -> Solution:
    """The correlated equilibrium that is best by an objective [Aumann1974]_.

    A mediator draws a tuple of actions and tells every player her own. The distribution is an equilibrium if nobody
    gains by playing another action whenever she is told some action: one row of the program for each pair of them.
    """
    return _solved(attempt, _swap_gains, _swap_regret)


def coarse_correlated_equilibrium(attempt: Attempt) -> Solution:
    """The coarse correlated equilibrium that is best by an objective [Moulin1978]_.

    Here players decide before they hear what they are told: nobody gains by always playing one action instead.
    """
    return _solved(attempt, _constant_gains, _constant_regret)


def _solved(
    attempt: Attempt, gains: Callable[[Payoffs, int], Triplets], regret: Callable[[Payoffs, Payoffs, int], float]
) -> Solution:
    """Maximise the objective over distributions that leave no gain, and judge the distribution that comes out."""
    game = matrix_of_attempt(attempt)
    payoffs = game.payoffs
    players = range(payoffs.shape[-1])
    program = _CorrelatedProgram(payoffs, weights_of(attempt), gains)
    point = solve_program(program.build(), attempt.run)
    joint = np.maximum(point.x, 0.0).reshape(payoffs.shape[:-1])
    joint /= joint.sum()
    regrets = tuple(max(0.0, regret(payoffs[..., player], joint, player)) for player in players)
    values = tuple(float((joint * payoffs[..., player]).sum()) for player in players)
    stats = {
        "cells": joint.size,
        "lp_iterations": point.iterations,
        "objective": float(joint.ravel() @ program.wanted),
        "objective_bound": program.bound(-point.multipliers[1:]),
    }
    sizes = [float((joint * np.abs(payoffs[..., player])).sum()) for player in players]
    size = max(*sizes, smallest_size(payoffs))
    strategy = JointStrategy.from_array(game.action_labels, joint)
    if value_sum(attempt) is None:
        best = tuple(value + own for value, own in zip(values, regrets, strict=True))
        return judged(attempt, Assessment(values, best, size), size, stats, joint=strategy)
    # What each player gets at most against the other's marginal bounds the value.
    upper, lower = (_constant_regret(payoffs[..., player], joint, player) for player in players)
    numbers = (values[0], values[0] - lower, values[0] + upper)
    return replace(conclude(attempt, numbers, size, stats), regrets=regrets, joint=strategy)


class _CorrelatedProgram:
    """Maximise weighted payoffs over probabilities of all cells. Row 0: they sum to 1; others: no deviation gains."""

    def __init__(
        self, payoffs: Payoffs, weights: NDArray[np.float64], gains: Callable[[Payoffs, int], Triplets]
    ) -> None:
        self.wanted = (payoffs @ weights).ravel()
        parts, count = [], 0
        for player in range(payoffs.shape[-1]):
            own = gains(payoffs, player)
            # A positive factor per player changes no sign of a gain, but what counts as small.
            parts.append(Triplets(own.rows + count, own.columns, own.values / common_scale(own.values)))
            count += int(own.rows[-1]) + 1 if len(own.rows) else 0
        self.count = count
        self.gains = Triplets.joined(parts)
        self._scale = common_scale(self.wanted)

    def build(self) -> LinearProgram:
        """The program as HiGHS takes it."""
        return best_distribution(self.wanted / self._scale, self.gains, self.count)

    def bound(self, multipliers: NDArray[np.float64]) -> float:
        """What no equilibrium exceeds: weak duality holds for any multipliers that are not negative."""
        weights = np.maximum(multipliers, 0.0) * self._scale
        paid = np.bincount(self.gains.columns, self.gains.values * weights[self.gains.rows], minlength=len(self.wanted))
        return float((self.wanted - paid).max())


def _by_action(payoffs: Payoffs, player: int) -> tuple[Payoffs, NDArray[np.int64]]:
    """A player's payoffs and the numbers of the cells, one row per action of hers."""
    own, cells = payoffs[..., player], np.arange(payoffs[..., player].size).reshape(payoffs.shape[:-1])
    count = own.shape[player]
    return np.moveaxis(own, player, 0).reshape(count, -1), np.moveaxis(cells, player, 0).reshape(count, -1)


def _swap_gains(payoffs: Payoffs, player: int) -> Triplets:
    """What a player gains in each cell by another action whenever she is told one: a row per ordered pair of them."""
    own, cells = _by_action(payoffs, player)
    told, other = np.nonzero(~np.eye(len(own), dtype=bool))
    rows = np.repeat(np.arange(len(told)), own.shape[1])
    return Triplets(rows, cells[told].ravel(), (own[other] - own[told]).ravel())


def _constant_gains(payoffs: Payoffs, player: int) -> Triplets:
    """What a player gains in each cell by always playing one action: a row per action."""
    own, cells = _by_action(payoffs, player)
    rows = np.repeat(np.arange(len(own)), own.size)
    columns = np.tile(cells.ravel(), len(own))
    return Triplets(rows, columns, (own[:, None, :] - own[None]).ravel())


def _swap_regret(own: Payoffs, joint: Payoffs, player: int) -> float:
    """The most that a player gains by departing from what she is told, each time as she likes best."""
    told, payoffs = (np.moveaxis(table, player, 0).reshape(own.shape[player], -1) for table in (joint, own))
    instead = told @ payoffs.T  # told what, playing what
    return float((instead.max(axis=1) - np.diagonal(instead)).sum())


def _constant_regret(own: Payoffs, joint: Payoffs, player: int) -> float:
    """The most that a player gains by one action whatever she is told; negative where obeying is better."""
    others, payoffs = joint.sum(axis=player), np.moveaxis(own, player, 0)
    instead = (payoffs * others).reshape(len(payoffs), -1).sum(axis=1)
    return float(instead.max() - (joint * own).sum())


def _method(name: str, solver: Callable[[Attempt], Solution], summary: str) -> Method:
    return Method(name, solver, Requires(matrix=True), "normal", summary, ObjectiveOptions(), concept=_concept(name))


def _concept(name: str) -> str:
    return name.replace("_", " ")


METHODS = (
    _method(
        "correlated_equilibrium",
        correlated_equilibrium,
        "one linear program finds the best correlated equilibrium of any number of players",
    ),
    _method(
        "coarse_correlated_equilibrium",
        coarse_correlated_equilibrium,
        "one linear program finds the best coarse correlated equilibrium of any number of players",
    ),
)
