"""The network-flow linear program of a flow game ((6.4) to (6.6) of Bosansky 2014, after McMahan 2006)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.flow.profile import REQUIRES, Flow, flow_game_of, flow_solution, rounded_profile
from dodona.lp import LinearProgram, Triplets, common_scale, compress, solve_by_interior_point, solve_program
from dodona.model.attempt import Attempt
from dodona.model.flow_game import FlowGame
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.solution import Solution

#: The program's flows start with this much instead of 1, and its values count as many times: the interior point method
#: drops variables below 1e-9, and a probability of 1e-9 matters where a penalty of 1000 depends on it.
SCALE = 1e5

#: Programs of at most so many entries go to the simplex method, whose plans have small supports.
SIMPLEX_ENTRIES = 3_000


@dataclass(frozen=True)
class NetworkFlowOptions(Options):
    """How the linear program is solved."""

    algorithm: Literal["auto", "interior", "simplex"] = option(
        "auto",
        "how the linear program is solved: by the interior point method, by the simplex method, or by the one that "
        "suits its size",
    )


def network_flow_lp(attempt: Attempt) -> Solution:
    """Solve a flow game by one sparse linear program.

    Maximise what player 0's flow is worth against a best response of player 1: her flow satisfies (6.2) and (6.3), and
    the value of every state of player 1 is at most that of each of its actions, (6.6). The multipliers of these rows
    are player 1's flow. Terms of the utility (see :class:`dodona.FlowGame`) are variables of their own, so that the
    program has an entry per share instead of one per pair of actions.

    Departures: small programs are solved by the simplex method and others by the interior point method, without
    crossover to a vertex; its point is rounded to flows. What best responses to these prove is what the solution says.
    """
    game = flow_game_of(attempt)
    program = network_flow_program(game)
    algorithm = attempt.options.algorithm
    if algorithm == "auto":
        algorithm = "simplex" if len(program.rows.value) <= SIMPLEX_ENTRIES else "interior"
    point = (solve_program if algorithm == "simplex" else solve_by_interior_point)(program, attempt.run)
    actions = [process.num_actions for process in game.processes]
    weights: list[Flow] = [
        point.x[: actions[0]] / SCALE,
        -point.multipliers[len(point.multipliers) - actions[1] :] / SCALE,
    ]
    size = {"columns": len(program.cost), "rows": len(program.row_lower), "entries": len(program.rows.value)}
    stats = {**size, "algorithm": algorithm, "lp_iterations": point.iterations}
    return flow_solution(attempt, rounded_profile(game, weights), stats)


def network_flow_program(game: FlowGame) -> LinearProgram:
    """The program of a game; states without actions have no part in it.

    Columns are player 0's actions, terms and player 1's states; rows are player 0's states, terms and player 1's
    actions.
    """
    arrays = game.arrays
    unit = payoff_unit(arrays)
    states = [np.flatnonzero(np.diff(arrays.first_action(player))) for player in (0, 1)]
    actions, terms = [process.num_actions for process in game.processes], np.arange(arrays.terms)
    first_value, first_action = actions[0] + len(terms), len(states[0]) + len(terms)
    width, height = first_value + len(states[1]), first_action + actions[1]
    shares, others, pairs = _triplets(arrays.factors(0)), _triplets(arrays.factors(1)), _triplets(arrays.pairs(1))
    blocks = [
        _balance(arrays, 0, states[0]),
        shares.transposed().moved(len(states[0]), 0).scaled(1 / unit),
        Triplets(terms, terms, -np.ones(len(terms))).moved(len(states[0]), actions[0]),
        _balance(arrays, 1, states[1]).transposed().moved(first_action, first_value),
        others.negated().moved(first_action, actions[0]),
        pairs.negated().moved(first_action, 0).scaled(1 / unit),
    ]
    start, nothing = SCALE * arrays.initial(0)[states[0]], np.zeros(len(terms))
    most = SCALE * arrays.alone(1) / unit
    values = np.append(arrays.alone(0) / unit, np.append(nothing, arrays.initial(1)[states[1]]))
    return LinearProgram(
        cost=-SCALE * values,
        rows=compress((height, width), *blocks),
        row_lower=np.concatenate([start, nothing, np.full(actions[1], -np.inf)]),
        row_upper=np.concatenate([start, nothing, most]),
        lower=np.append(np.zeros(actions[0]), np.full(width - actions[0], -np.inf)),
        upper=np.full(width, np.inf),
    )


def payoff_unit(arrays: _core.FlowArrays) -> float:
    """One unit of the program's payoffs."""
    shares = np.concatenate([arrays.factors(player)[2] for player in (0, 1)])
    return common_scale(np.concatenate([arrays.alone(0), arrays.alone(1), arrays.pairs(0)[2], shares]))


def _balance(arrays: _core.FlowArrays, player: int, states: NDArray[np.intp]) -> Triplets:
    """By state and action: what the action takes out of its state, less what it brings into the states it leads to."""
    counts, outcomes = np.diff(arrays.first_action(player)), np.diff(arrays.first_outcome(player))
    place = np.full(len(counts), -1)
    place[states] = np.arange(len(states))
    action = np.arange(len(outcomes))
    after = place[arrays.next(player)]
    goes_on = after >= 0
    return Triplets(
        np.append(np.repeat(place, counts), after[goes_on]),
        np.append(action, np.repeat(action, outcomes)[goes_on]),
        np.append(np.ones(len(action)), -arrays.probability(player)[goes_on]),
    )


def _triplets(rows: tuple[NDArray[np.int32], NDArray[np.int32], Flow]) -> Triplets:
    start, index, value = rows
    return Triplets(np.repeat(np.arange(len(start) - 1), np.diff(start)), index, value)


METHOD = Method(
    "network_flow_lp",
    network_flow_lp,
    REQUIRES,
    "flow",
    "one sparse linear program over both players' flows solves it",
    NetworkFlowOptions(),
)
