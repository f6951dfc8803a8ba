"""Flows of both players: rounded to exact ones, certified by best responses, and made into solutions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import cast

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, conclude
from dodona.model.flow_game import FlowGame
from dodona.model.flow_strategy import FlowStrategy
from dodona.model.requires import Requires
from dodona.model.run import Stopped
from dodona.model.solution import Solution

Flow = NDArray[np.float64]

#: What every method of this room needs.
REQUIRES = Requires(players=2, constant_sum=True, form="flows")

#: Weights below one of these may be rounding; and what a flow with fewer of them may prove less, relative to the value.
CUTS = (1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12, 0.0)
SLACK = 1e-11

NO_RANKS = np.zeros(0, np.uint8)


def flow_game_of(attempt: Attempt) -> FlowGame:
    """The problem, which is a flow game."""
    return cast(FlowGame, attempt.problem)


def best_value(game: FlowGame, player: int, other: Flow) -> float:
    """What player 0 gets where a player answers a flow of the other in the best way."""
    value, _, _ = game.arrays.best_response(player, other, NO_RANKS, 0.0)
    return value


def follow(game: FlowGame, player: int, weights: Flow) -> Flow:
    """The flow of weights that are one up to rounding."""
    return game.arrays.follow(player, game.arrays.behaviour(player, weights))


def rounded(game: FlowGame, player: int, weights: Flow, other: Flow) -> Flow:
    """Weights that are nearly a flow as an exact one: with the fewest of them that prove as much as any.

    Where tiny weights are left out and nothing remains in a state, it is left by a best response to the other's flow.
    With payoffs that differ by orders of magnitude (a penalty of 1000 beside rewards of 1), weights of 1e-9 that point
    the wrong way would cost more than all other rounding.
    """
    _, choice, _ = game.arrays.best_response(player, other, NO_RANKS, 0.0)
    counts = np.diff(game.arrays.first_action(player))
    owner = np.repeat(np.arange(len(counts)), counts)
    flows: list[Flow] = []
    for cut in CUTS:
        left = np.where(weights > cut, weights, 0.0)
        empty = (np.bincount(owner, left, minlength=len(counts)) == 0) & (counts > 0)
        left[choice[empty]] = 1.0
        flows.append(follow(game, player, left))
    proven = [best_value(game, 1 - player, flow) for flow in flows]
    most = max(proven) if player == 0 else min(proven)
    return next(flow for flow, own in zip(flows, proven, strict=True) if abs(own - most) <= SLACK * max(1.0, abs(most)))


def rounded_profile(game: FlowGame, weights: Sequence[Flow]) -> tuple[Flow, Flow]:
    """Both players' weights as flows."""
    first, second = (follow(game, player, weights[player]) for player in (0, 1))
    return rounded(game, 0, weights[0], second), rounded(game, 1, weights[1], first)


def flow_strategy(game: FlowGame, player: int, flow: Flow) -> FlowStrategy:
    """A flow as a strategy."""
    return FlowStrategy(player, game.processes[player], game.arrays.behaviour(player, flow), flow)


def flow_solution(attempt: Attempt, flows: Sequence[Flow], stats: Stats, stop: Stopped | None = None) -> Solution:
    """A solution from one flow per player, certified by best responses in the full game."""
    game = flow_game_of(attempt)
    first, second = flows
    numbers = (game.arrays.utility(first, second), best_value(game, 1, first), best_value(game, 0, second))
    strategies = tuple(flow_strategy(game, player, flow) for player, flow in enumerate(flows))
    counts = [int(np.count_nonzero(flow > SUPPORT)) for flow in flows]
    # The product of both players' shares, by which 6.3.3 of the thesis tells how large a support is.
    share = math.prod(count / max(len(flow), 1) for count, flow in zip(counts, flows, strict=True))
    support = {"support_0": counts[0], "support_1": counts[1], "support_share": share}
    return conclude(attempt, numbers, expected_size(game.arrays, first, second), {**stats, **support}, strategies, stop)


#: Marginal probabilities above this are in the support.
SUPPORT = 1e-7


def expected_size(arrays: _core.FlowArrays, first: Flow, second: Flow) -> float:
    """The expected sum of what is won and what is lost: utilities that are never met do not count."""
    flows = first, second
    alone = sum(float(np.abs(arrays.alone(player)) @ flows[player]) for player in (0, 1))
    start, column, value = arrays.pairs(0)
    beside = float(np.repeat(first, np.diff(start)) * np.abs(value) @ second[column])
    shares = [np.zeros(arrays.terms), np.zeros(arrays.terms)]
    for player in (0, 1):
        start, term, share = arrays.factors(player)
        np.add.at(shares[player], term, np.repeat(flows[player], np.diff(start)) * np.abs(share))
    return abs(arrays.constant) + alone + beside + float(shares[0] @ shares[1])
