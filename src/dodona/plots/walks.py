"""Walks: flows of a decision process as probabilities of being at a node at a step, and of moving on from there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dodona.model.errors import DodonaError
from dodona.model.flow_strategy import FlowStrategy
from dodona.model.values import is_number, is_whole

Node = Any
#: A node and a step, or a list of nodes, one per unit, and a step; None for a state that is nowhere.
Place = tuple[Any, int] | None
Placing = Callable[[Any], Place]


def node_and_step(state: Any) -> Place:
    """Where a state is: the last entry of a tuple is the step, what is before it is the node.

    Parameters
    ----------
    state
        A state of a decision process. ``(node, step)`` is at a node, ``(row, column, step)`` with two numbers in a
        cell, and ``(node, node, ..., step)`` with other entries has several units, each at a node of its own.

    Returns
    -------
    tuple or None
        A node and a step, where a list of nodes stands for several units; None for a state of another form.

    Examples
    --------
    >>> from dodona.plots import node_and_step
    >>> node_and_step(("harbour", 3)), node_and_step((0, 4, 3)), node_and_step(("mill", "bridge", 3))
    (('harbour', 3), ((0, 4), 3), (['mill', 'bridge'], 3))
    >>> node_and_step("start") is None
    True
    """
    if not isinstance(state, tuple) or len(state) < 2 or not is_whole(state[-1]):
        return None
    *before, step = state
    if len(before) == 1:
        return before[0], int(step)
    return tuple(before) if all(map(is_number, before)) else before, int(step)


@dataclass
class Walk:
    """Where a player is, step by step.

    Attributes
    ----------
    player, name
        Whose walk it is.
    presence
        By step and node how likely the player is there; with several units how many of them are expected there.
    moves
        By step, node and next node how likely the player moves on like this; staying is no move.
    links
        Every move that the process allows, likely or not, in the order in which they are found.
    """

    player: int
    name: str
    presence: dict[int, dict[Node, float]] = field(default_factory=dict)
    moves: dict[int, dict[tuple[Node, Node], float]] = field(default_factory=dict)
    links: dict[tuple[Node, Node], None] = field(default_factory=dict)

    def nodes(self) -> list[Node]:
        """All nodes, in the order in which they are found."""
        return list(dict.fromkeys(node for row in self.presence.values() for node in row))


def walk_of(strategy: FlowStrategy, name: str, place: Placing) -> Walk | None:
    """The walk of a strategy; None where no state of its process has a place."""
    process = strategy.process
    places = [_checked(place(state), label) for state, label in zip(process.states, process.labels, strict=True)]
    if not any(places):
        return None
    mass = np.array(process.initial)
    shares = np.repeat(strategy.flow, np.diff(process.first_outcome)) * process.probability
    np.add.at(mass, process.next, shares)
    walk = Walk(strategy.player, name)
    for spot, p in zip(places, mass.tolist(), strict=True):
        if spot is not None:
            for node in spot[0]:
                _add(walk.presence.setdefault(spot[1], {}), node, p)
    actions = np.repeat(np.arange(process.num_states), np.diff(process.first_action))
    owners = np.repeat(actions, np.diff(process.first_outcome))
    for owner, after, p in zip(owners.tolist(), process.next.tolist(), shares.tolist(), strict=True):
        here, there = places[owner], places[after]
        if here is None or there is None:
            continue
        if there[1] <= here[1]:
            raise DodonaError(
                f"the step of {name} does not grow from state {process.labels[owner]} to state "
                f"{process.labels[after]}: let the last entry of a state be its step, or give a function of a state as "
                "place."
            )
        _add_moves(walk, here, there, p)
    return walk


Spot = tuple[Sequence[Node], int]


def _checked(place: Any, label: str) -> Spot | None:
    """Nodes and step of what a function of a state gave."""
    if place is None:
        return None
    try:
        nodes, step = place
        units = nodes if isinstance(nodes, list) else [nodes]
        hash(tuple(units))
    except (TypeError, ValueError):
        units, step = [], None
    if not units or not is_whole(step):
        raise DodonaError(
            f"the place of state {label} is {place!r}: it must be a node and a whole step, or None for nowhere."
        )
    return units, int(step)


def _add_moves(walk: Walk, here: Spot, there: Spot, p: float) -> None:
    for node, after in zip(here[0], there[0], strict=False):  # units that come or go have no move
        if node != after:
            walk.links[node, after] = None
            _add(walk.moves.setdefault(here[1], {}), (node, after), p)


def _add(amounts: dict[Any, float], key: Any, p: float) -> None:
    amounts[key] = amounts.get(key, 0.0) + p
