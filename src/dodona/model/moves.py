"""Moves as a person writes them."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from dodona import _core
from dodona.model.text import label_text

#: A label or an index; where players move at once, one per player.
Move = str | int | Sequence[str | int]


def move_text(state: _core.State, move: Move) -> str:
    """A legal move by its labels, quoted where the text form needs it."""
    parts = move if isinstance(move, tuple | list) else [move]
    if state.turn == _core.SIMULTANEOUS:
        return f"({', '.join(_label(state, player, part) for player, part in enumerate(parts))})"
    return _label(state, state.turn, parts[0])


def _label(state: _core.State, player: int, part: Any) -> str:
    if not isinstance(part, str):
        part = state.actions(player)[operator.index(part)]
    return label_text(str(part))
