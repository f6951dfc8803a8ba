"""Moves and views as a person writes them."""

from __future__ import annotations

import pickle
from typing import Any

from dodona import _core
from dodona.model.text import label_text, parse_text, value_text

#: An action or its label; where players move at once, one per player.
Move = Any


def move_text(state: _core.State, move: Move) -> str:
    """A legal move by its labels, quoted where the text form needs it."""
    if state.turn == _core.SIMULTANEOUS:
        return f"({', '.join(label_text(str(part)) for part in move)})"
    alone = isinstance(move, tuple | list) and len(move) == 1
    return label_text(str(move[0] if alone else move))


def labels_of(move: Any) -> Any:
    """A move that was read from text: every part of it is a label, numbers too."""
    if isinstance(move, tuple | list):
        return tuple(labels_of(part) for part in move)
    return value_text(move) if not isinstance(move, str) else move


def recipe_of_view(text: str, identity: Any) -> tuple[Any, ...]:
    """What a view is copied and pickled as: the game that it is a view of, and the end of its text."""
    rules, suffix, state = identity
    if state is not None:
        raise pickle.PicklingError(
            f"{text} was made from a position, which only its own process knows: name the moves that lead there with "
            ".after(...) instead."
        )
    return _view_again, (rules, suffix)


def _view_again(game: Any, suffix: str) -> Any:
    (view,) = parse_text(suffix.removeprefix("."))
    return getattr(game, view.name)(*map(labels_of, view.positional), **view.named)
