"""Strong Stackelberg equilibria of bimatrix games: the best strategy to commit to [Conitzer2006]_."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.lp import Triplets, common_scale, solve_program
from dodona.model.attempt import Attempt
from dodona.model.certificate import Assessment, conclude, judged, smallest_size, value_sum
from dodona.model.errors import SolverError
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.requires import Requires
from dodona.model.solution import EXACT, Solution
from dodona.model.strategy import Behaviour
from dodona.normal.profile import assess_matrix, matrix_of_attempt, mixed_strategies, pure_behaviour
from dodona.normal.program import best_distribution

Table = NDArray[np.float64]


@dataclass(frozen=True)
class StackelbergOptions(Options):
    """Who commits."""

    leader: int = option(0, "the player who commits to a strategy that the other sees", least=0, most=1)


@dataclass(frozen=True)
class _Commitment:
    """The best strategy of the leader to which some action of the follower is a best response."""

    answer: int
    strategy: Behaviour
    #: What the leader and the follower get.
    values: tuple[float, float]
    #: What the follower gains by another answer, which tolerances of the program allow.
    regret: float
    #: What no strategy with this answer pays more than.
    bound: float


def stackelberg(attempt: Attempt) -> Solution:
    """The best mixed strategy to commit to, by one linear program per answer of the follower [Conitzer2006]_.

    For every action of the follower: maximise the leader's utility against it over her mixed strategies to which it is
    a best response. The best of these programs is the answer. Where the follower is indifferent he does what the leader
    prefers (strong Stackelberg equilibrium). Actions that another mixture strictly dominates are never an answer; their
    programs, which have no solution, are left out.

    The regret of the follower is what he could gain by another answer. The regret of the leader is how much more any
    commitment could pay: the multipliers of each program bound that, whatever the tolerance of the program was.
    """
    leader, payoffs = attempt.options.leader, matrix_of_attempt(attempt).payoffs
    own, other = (payoffs[..., player] if leader == 0 else payoffs[..., player].T for player in (leader, 1 - leader))
    found = [part for answer in range(own.shape[1]) if (part := _commitment(attempt, own, other, answer))]
    bound = max(part.bound for part in found)
    kept = [part for part in found if part.regret <= EXACT * float(np.abs(other).max())]
    if not kept:
        raise SolverError(f"no program of stackelberg was solved well enough for {attempt.game}: scale its payoffs.")
    best = max(kept, key=lambda part: part.values[0])
    stats = {"leader": leader, "programs": len(found), "cells": own.size}
    return _solution(attempt, best, max(bound, best.values[0]), stats)


def _solution(attempt: Attempt, best: _Commitment, bound: float, stats: Mapping[str, int]) -> Solution:
    """What the leader's commitment and the follower's answer pay, and what is proven of it."""
    game, follows = matrix_of_attempt(attempt), stats["leader"] == 1
    answer = pure_behaviour(len(game.action_labels[0 if follows else 1]), best.answer)
    profile = [answer, best.strategy] if follows else [best.strategy, answer]
    most = (bound, best.values[1] + best.regret)
    size = max(assess_matrix(game.payoffs, profile).size, smallest_size(game.payoffs))
    # Player 0 first.
    assessment = Assessment(
        best.values[::-1] if follows else best.values,
        most[::-1] if follows else most,
        size,
    )
    strategies = mixed_strategies(game, profile)
    total = value_sum(attempt)
    if total is None:
        return judged(attempt, assessment, size, stats, strategies)
    # In a constant-sum game the leader guarantees what the best answer leaves her; nothing pays more than the bound.
    numbers = (assessment.values[0], *assessment.bounds(total))
    return replace(conclude(attempt, numbers, size, stats, strategies), regrets=assessment.regrets)


def _commitment(attempt: Attempt, own: Table, other: Table, answer: int) -> _Commitment | None:
    """The best commitment with one answer; None where nothing makes the follower answer so."""
    better = other - other[:, [answer]]  # what each action gains him over the answer, per action of hers
    scale = float(np.abs(better).max()) or 1.0
    _, _, _, mixture, _ = attempt.walk(lambda budget: _core.solve_matrix(np.ascontiguousarray(better.T), budget))
    if (mixture @ better.T).min() > EXACT * scale:
        return None
    unit = common_scale(own)
    below, right = np.nonzero(better.T)
    gains = Triplets(below, right, better.T[below, right] / scale)
    point = solve_program(best_distribution(own[:, answer] / unit, gains, better.shape[1]), attempt.run)
    strategy = np.maximum(point.x, 0.0)
    strategy /= strategy.sum()
    weights = np.maximum(-point.multipliers[1:], 0.0) * unit / scale
    bound = float((own[:, answer] - better @ weights).max())
    answers = strategy @ other
    values = (float(strategy @ own[:, answer]), float(answers[answer]))
    return _Commitment(answer, strategy, values, float(answers.max() - answers[answer]), bound)


METHOD = Method(
    "stackelberg",
    stackelberg,
    Requires(players=2, matrix=True),
    "normal",
    "one linear program per answer finds the best strategy to commit to",
    StackelbergOptions(),
    concept="commitment",
)
