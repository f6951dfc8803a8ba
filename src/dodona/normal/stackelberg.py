"""Strong Stackelberg equilibria of bimatrix games: the best strategy to commit to [Conitzer2006]_."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.lp import LinearProgram, Triplets, common_scale, compress, solve_program
from dodona.model.attempt import Attempt
from dodona.model.certificate import Assessment, conclude, judged, smallest_size, value_sum
from dodona.model.errors import SolverError
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.requires import Requires
from dodona.model.solution import EXACT, Solution
from dodona.model.strategy import Behaviour
from dodona.normal.profile import matrix_of_attempt, mixed_strategies, pure_behaviour

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
    value: float
    #: What no strategy with this answer pays more than.
    bound: float


def stackelberg(attempt: Attempt) -> Solution:
    """The best mixed strategy to commit to, by one linear program per answer of the follower [Conitzer2006]_.

    For every action of the follower: maximise the leader's utility against it over her mixed strategies to which it is a
    best response. The best of these programs is the answer. Where the follower is indifferent he does what the leader
    prefers (strong Stackelberg equilibrium). Actions that another mixture strictly dominates are never an answer; their
    programs, which have no solution, are left out.

    The regret of the follower is what he could gain by another answer. The regret of the leader is how much more any
    commitment could pay: the multipliers of each program bound it from above, whatever the tolerance of the program was.
    """
    leader = attempt.options.leader
    game = matrix_of_attempt(attempt)
    own, other = (game.payoffs[..., player] if leader == 0 else game.payoffs[..., player].T for player in (leader, 1 - leader))
    found = [part for answer in range(own.shape[1]) if (part := _commitment(attempt, own, other, answer))]
    bound = max(part.bound for part in found)
    kept = [part for part in found if _follower_regret(other, part) <= _tolerance(other)]
    if not kept:
        raise SolverError(f"no program of stackelberg was solved well enough for {game}; scale its payoffs.")
    best = max(kept, key=lambda part: part.value)
    plans = (best.strategy, pure_behaviour(own.shape[1], best.answer))
    stats = {"leader": leader, "programs": len(found), "cells": own.size}
    return _solution(attempt, plans[:: 1 - 2 * leader], (own, other), (best, bound), stats)


def _solution(
    attempt: Attempt,
    profile: tuple[Behaviour, ...],
    tables: tuple[Table, Table],
    result: tuple[_Commitment, float],
    stats: dict[str, int],
) -> Solution:
    """What the leader's commitment and the follower's answer pay, and what is proven of it."""
    game, (best, bound), (own, other) = matrix_of_attempt(attempt), result, tables
    payoff = float(best.strategy @ other[:, best.answer])
    values = (best.value, payoff)
    most = (max(bound, best.value), payoff + _follower_regret(other, best))
    size = max(*(float(best.strategy @ np.abs(table[:, best.answer])) for table in tables), smallest_size(game.payoffs))
    order = slice(None, None, 1 - 2 * stats["leader"])
    assessment = Assessment(values[order], most[order], size)
    strategies = mixed_strategies(game, profile)
    total = value_sum(attempt)
    if total is None:
        return judged(attempt, assessment, size, stats, strategies)
    # In a constant-sum game the leader guarantees what the best answer leaves her, and nothing pays more than the bound.
    lower, upper = total - most[1], most[0]
    if stats["leader"] == 1:
        lower, upper = total - upper, total - lower
    solution = conclude(attempt, (assessment.values[0], lower, upper), size, stats, strategies)
    return replace(solution, regrets=assessment.regrets)


def _commitment(attempt: Attempt, own: Table, other: Table, answer: int) -> _Commitment | None:
    """The best commitment with one answer; None where nothing makes the follower answer so."""
    better = other - other[:, [answer]]  # what each action gains him over the answer, per action of hers
    scale = float(np.abs(better).max()) or 1.0
    _, _, _, mixture, _ = attempt.walk(lambda budget: _core.solve_matrix(np.ascontiguousarray(better.T), budget))
    if (mixture @ better.T).min() > EXACT * scale:
        return None
    unit = common_scale(own)
    point = solve_program(_program(own[:, answer] / unit, better / scale), attempt.run)
    strategy = np.maximum(point.x, 0.0)
    strategy /= strategy.sum()
    weights = np.maximum(-point.multipliers[1:], 0.0) * unit / scale
    bound = float((own[:, answer] - better @ weights).max())
    return _Commitment(answer, strategy, float(strategy @ own[:, answer]), bound)


def _program(wanted: Behaviour, better: Table) -> LinearProgram:
    """Row 0: the probabilities sum to 1. Row 1 + k: action k gains the follower nothing over his answer."""
    table = np.vstack([np.ones(len(wanted)), better.T])
    below, right = np.nonzero(table)
    count = better.shape[1]
    return LinearProgram(
        cost=-wanted,
        rows=compress(table.shape, Triplets(below, right, table[below, right])),
        row_lower=np.append(1.0, np.full(count, -np.inf)),
        row_upper=np.append(1.0, np.zeros(count)),
        lower=np.zeros(len(wanted)),
        upper=np.full(len(wanted), np.inf),
    )


def _follower_regret(other: Table, part: _Commitment) -> float:
    answers = part.strategy @ other
    return float(answers.max() - answers[part.answer])


def _tolerance(other: Table) -> float:
    return EXACT * float(np.abs(other).max())


METHOD = Method(
    "stackelberg",
    stackelberg,
    Requires(players=2, matrix=True),
    "normal",
    "one linear program per answer finds the best strategy to commit to",
    StackelbergOptions(),
    concept="commitment",
)
