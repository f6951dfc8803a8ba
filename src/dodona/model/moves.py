"""Moves as a person writes them."""

from __future__ import annotations

from typing import Any

from dodona import _core
from dodona.model.text import label_text

#: An action or its label; where players move at once, one per player.
Move = Any


def move_text(state: _core.State, move: Move) -> str:
    """A legal move by its labels, quoted where the text form needs it."""
    if state.turn == _core.SIMULTANEOUS:
        return f"({', '.join(label_text(str(part)) for part in move)})"
    alone = isinstance(move, tuple | list) and len(move) == 1
    return label_text(str(move[0] if alone else move))
