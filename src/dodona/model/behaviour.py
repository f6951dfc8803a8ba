"""Strategies laid out for a tree: one probability per sequence, checked where they come from outside."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.strategy import Behaviour, Strategy, StrategyLike, TreeStrategy, unique_labels


def uniform_behaviour(tree: _core.GameTree, player: int) -> Behaviour:
    """Every action equally likely."""
    counts = tree.num_actions(player)
    return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])


def require_known(player: int, plan: Mapping[str, object], labels: Sequence[str]) -> None:
    """Refuse information sets that a player does not have."""
    unknown = plan.keys() - set(labels)
    if unknown:
        import difflib

        name = min(map(str, unknown))
        close = difflib.get_close_matches(name, labels, n=1)
        hint = f": did you mean '{close[0]}'?" if close else "."
        raise DodonaError(f"player {player} has no information set '{name}'{hint}")


def _behaviour_from_array(tree: _core.GameTree, player: int, given: NDArray[Any]) -> Behaviour:
    """Probabilities of all actions, information set by information set as in the tree; a leading 1 may be there."""
    sequences = tree.num_sequences(player)
    is_row = given.ndim == 1 and given.dtype.kind in "fiu"
    if not is_row or not (len(given) == sequences - 1 or (len(given) == sequences and given[0] == 1)):
        raise DodonaError(
            f"as an array, a strategy of player {player} has {sequences - 1} numbers, one per action of every "
            f"information set; this has shape {given.shape} and type {given.dtype}."
        )
    behaviour = np.ones(sequences)
    behaviour[1:] = given[len(given) - sequences + 1 :]
    starts = tree.first_sequence(player)
    sums = np.add.reduceat(behaviour, starts) if len(starts) else np.zeros(0)
    wrong = np.flatnonzero(~(np.abs(sums - 1) <= 1e-6))
    if len(wrong) or not np.all(behaviour >= 0):
        label = unique_labels(tree.infoset_labels(player))[int(wrong[0])] if len(wrong) else "some set"
        raise DodonaError(f"the probabilities of player {player} at '{label}' must be from 0 to 1 and sum to 1.")
    behaviour[1:] /= np.repeat(sums, tree.num_actions(player))
    return behaviour


def behaviour_of(tree: _core.GameTree, player: int, plan: StrategyLike | NDArray[Any]) -> Behaviour:
    """A plan given by labels, or as an array in the tree's order, laid out for a tree and checked.

    What is no strategy of ours must name information sets of the game alone: others are slips of the pen.
    """
    if isinstance(plan, np.ndarray):
        return _behaviour_from_array(tree, player, plan)
    if not isinstance(plan, Mapping):
        raise DodonaError(f"a strategy maps information sets to probabilities of actions; this is {plan!r}.")
    if isinstance(plan, TreeStrategy) and plan.tree is tree:
        return np.concatenate([[1.0], plan.probabilities])
    labels = unique_labels(tree.infoset_labels(player))
    if not isinstance(plan, Strategy):
        require_known(player, plan, labels)
    names = tree.action_labels(player)
    first = tree.first_sequence(player)
    counts = tree.num_actions(player)
    behaviour = np.zeros(tree.num_sequences(player))
    behaviour[0] = 1.0
    for i, label in enumerate(labels):
        if label not in plan:
            raise DodonaError(f"the strategy of player {player} says nothing at information set '{label}'.")
        actions = unique_labels(names[first[i] : first[i] + counts[i]])
        behaviour[first[i] : first[i] + counts[i]] = checked_row(player, label, actions, plan[label])
    return behaviour


def checked_row(player: int, label: str, actions: Sequence[str], row: object) -> Behaviour:
    """One probability per action from what a strategy gives at an information set, which is checked."""
    if not isinstance(row, Mapping):
        raise DodonaError(f"at '{label}' a strategy gives a mapping from action to probability, not {row!r}.")
    given = {str(action): probability for action, probability in row.items()}
    for action in given:
        if action not in actions:
            known = ", ".join(actions)
            raise DodonaError(f"'{action}' is no action at information set '{label}'; the actions are {known}.")
    try:
        values = np.array([float(given.get(action, 0.0)) for action in actions])
    except (TypeError, ValueError, OverflowError):
        values = np.full(len(actions), np.nan)
    if not (np.all(values >= 0) and abs(values.sum() - 1) <= 1e-6):
        raise DodonaError(
            f"the probabilities of player {player} at '{label}' must be from 0 to 1 and sum to 1, not {dict(row)}."
        )
    return np.asarray(values / values.sum())
