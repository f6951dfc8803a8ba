"""What flows are worth: expectations, best responses, exploitability, for strategies from anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from dodona.flow.profile import NO_RANKS, Flow, best_value
from dodona.model.behaviour import checked_row, require_known
from dodona.model.errors import DodonaError
from dodona.model.flow_game import FlowGame
from dodona.model.flow_strategy import FlowStrategy
from dodona.model.profile import BestResponse, Profile, plans_of
from dodona.model.strategy import PartialStrategy, unique_labels
from dodona.model.values import player_number


def flow_of(game: FlowGame, player: int, plan: Any) -> Flow:
    """The flow of a strategy: of ours, a mapping from states to probabilities of actions, or one number per action."""
    arrays, process = game.arrays, game.processes[player]
    if isinstance(plan, FlowStrategy) and plan.process is process:
        return plan.flow
    if isinstance(plan, PartialStrategy) and not len(plan) and plan.elsewhere == "uniform":
        return arrays.follow(player, arrays.behaviour(player, np.zeros(process.num_actions)))
    behaviour = _from_mapping(game, player, plan) if isinstance(plan, Mapping) else _from_array(game, player, plan)
    return arrays.follow(player, behaviour)


def expected_value(game: FlowGame, profile: Profile) -> tuple[float, float]:
    """What both players expect."""
    value = game.arrays.utility(*_flows(game, profile))
    return value, -value


def best_response(game: FlowGame, player: int, profile: Profile) -> BestResponse:
    """The best that a player can do against the other's strategy, and a pure strategy that does it."""
    player = player_number(game, 2, player)
    other = flow_of(game, 1 - player, plans_of(profile, 2)[1 - player])
    value, choice, _ = game.arrays.best_response(player, other, NO_RANKS, 0.0)
    behaviour = np.zeros(game.processes[player].num_actions)
    behaviour[choice[choice >= 0]] = 1.0
    strategy = FlowStrategy(player, game.processes[player], behaviour, game.arrays.follow(player, behaviour))
    return BestResponse(value if player == 0 else -value, strategy)


def exploitability(game: FlowGame, profile: Profile) -> float:
    """What both players could gain by deviating alone, together."""
    first, second = _flows(game, profile)
    return best_value(game, 0, second) - best_value(game, 1, first)


def _flows(game: FlowGame, profile: Profile) -> tuple[Flow, Flow]:
    plans = plans_of(profile, 2)
    return flow_of(game, 0, plans[0]), flow_of(game, 1, plans[1])


def _from_mapping(game: FlowGame, player: int, plan: Mapping[str, Mapping[str, float]]) -> Flow:
    """Probabilities by label. States that the strategy never reaches may be left out."""
    arrays, process = game.arrays, game.processes[player]
    own = np.flatnonzero(np.diff(process.first_action))
    labels, actions = unique_labels([process.labels[state] for state in own]), process.action_labels()
    require_known(player, plan, labels)
    behaviour = np.zeros(len(actions))
    silent = {}
    for state, label in zip(own.tolist(), labels, strict=True):
        begin, end = process.first_action[state : state + 2].tolist()
        if label in plan:
            behaviour[begin:end] = checked_row(player, label, unique_labels(actions[begin:end]), plan[label])
        else:
            silent[state] = label
    reached = process.initial + np.bincount(
        process.next,
        np.repeat(arrays.follow(player, behaviour), np.diff(process.first_outcome)) * process.probability,
        minlength=process.num_states,
    )
    for state, label in silent.items():
        if reached[state] > 0:
            raise DodonaError(f"the strategy of player {player} says nothing at state '{label}', which it reaches.")
    return behaviour


def _from_array(game: FlowGame, player: int, plan: Any) -> Flow:
    """One probability per action, state by state as in the process."""
    process = game.processes[player]
    given = np.asarray(plan) if isinstance(plan, np.ndarray | list | tuple) else np.zeros(0)
    if given.shape != (process.num_actions,) or given.dtype.kind not in "fiu":
        raise DodonaError(
            f"a strategy of player {player} in a flow game is one of a solution, a mapping from states to "
            f"probabilities of actions, or an array of {process.num_actions} numbers, one per marginal action."
        )
    own = np.flatnonzero(np.diff(process.first_action))
    sums = np.add.reduceat(given.astype(np.float64), process.first_action[own])
    wrong = np.flatnonzero(~(np.abs(sums - 1) <= 1e-6))
    if len(wrong) or not np.all(given >= 0):
        label = process.labels[own[wrong[0]]] if len(wrong) else "some state"
        raise DodonaError(f"the probabilities of player {player} at '{label}' must be from 0 to 1 and sum to 1.")
    return np.asarray(given / np.repeat(sums, np.diff(process.first_action)[own]))
