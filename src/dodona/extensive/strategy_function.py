"""Strategies that are functions of a position: laid out for a tree, or asked by a search."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from dodona import _core
from dodona.model.behaviour import checked_row
from dodona.model.errors import DodonaError
from dodona.model.game import CoreGame, OpenGame
from dodona.model.profile import StrategyFunction
from dodona.model.strategy import Behaviour, unique_labels


def behaviour_of_function(game: OpenGame, tree: _core.GameTree, player: int, function: StrategyFunction) -> Behaviour:
    """One probability per sequence of the tree, entry 0 for the empty one.

    The function gets what the game's own methods get: the state of a game written in Python, a ``dodona.State``
    otherwise. It is asked at every position where the player moves, and must answer alike wherever she knows the same.
    """
    first, counts = tree.first_sequence(player), tree.num_actions(player)
    labels, names = unique_labels(tree.infoset_labels(player)), tree.action_labels(player)
    behaviour = np.zeros(tree.num_sequences(player))
    behaviour[0] = 1.0
    seen = np.zeros(len(labels), bool)
    for node, state in _positions(game, tree, player):
        infoset = int(tree.infoset[node])
        own = slice(first[infoset], first[infoset] + counts[infoset])
        row = checked_row(player, labels[infoset], unique_labels(names[own]), _ask(game, function, player, state))
        if seen[infoset] and not np.allclose(behaviour[own], row, rtol=0, atol=1e-9):
            raise DodonaError(
                f"the strategy of player {player} differs between positions of information set '{labels[infoset]}': it "
                f"may depend only on what she knows, which is state.information({player})."
            )
        behaviour[own], seen[infoset] = row, True
    return behaviour


def asked_plan(game: OpenGame, player: int, function: StrategyFunction) -> _core.AskedPlan:
    """A function of a position for searches without a tree.

    It is asked at the first two positions of an information set that a search meets, and must answer alike at both; its
    answer then holds for the whole set.
    """

    def answer(state: _core.State) -> list[float]:
        actions = unique_labels(state.actions(player))
        row = checked_row(player, state.information(player), actions, _ask(game, function, player, state))
        return [float(p) for p in row]

    return _core.AskedPlan(game.handle, answer)


def _positions(game: OpenGame, tree: _core.GameTree, player: int) -> Iterator[tuple[int, _core.State]]:
    """Every node where a player moves, with its position."""
    movers, first, counts = tree.player, tree.first_child, tree.num_children
    handle = game.handle.extensive() if game.traits.simultaneous else game.handle
    stack = [(0, handle.root())]
    while stack:
        node, state = stack.pop()
        if movers[node] == player:
            yield node, state
        stack.extend((int(first[node]) + i, state.play(index=i)) for i in range(counts[node]))


def _ask(game: OpenGame, function: StrategyFunction, player: int, state: _core.State) -> Any:
    try:
        return function(state if isinstance(game.rules, CoreGame) else state.python_state())
    except Exception as error:
        raise DodonaError(
            f"the strategy of player {player} raised {type(error).__name__} at {state}: {error}"
        ) from error
