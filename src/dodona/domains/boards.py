"""Board and race games of perfect information."""

from __future__ import annotations

from collections.abc import Sequence

from dodona import _core
from dodona.domains.catalog import domain, flag, whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text


@domain()
def tic_tac_toe() -> _core.GameHandle:
    """Tic-tac-toe on the usual board; cells are numbered 1 to 9, row by row."""
    return _core.tic_tac_toe()


@domain()
def connect_four(width: int = 7, height: int = 6, connect: int = 4) -> _core.GameHandle:
    """Connect four on a board of any size; columns are numbered from 1."""
    return _core.connect_four(
        width=whole("connect_four: width", width, 1, 20),
        height=whole("connect_four: height", height, 1, 20),
        connect=whole("connect_four: connect", connect, 1, 20),
    )


@domain()
def breakthrough(columns: int = 8, rows: int = 8, pawn_rows: int = 2) -> _core.GameHandle:
    """Breakthrough on a board of any size: a race of pawns [Troyka2000]_."""
    return _core.breakthrough(
        columns=whole("breakthrough: columns", columns, 2, 16),
        rows=whole("breakthrough: rows", rows, 3, 16),
        pawn_rows=whole("breakthrough: pawn_rows", pawn_rows, 1, 8),
    )


@domain(shows=("heaps",))
def nim(heaps: Sequence[int] = (1, 3, 5, 7), most: int = 100, misere: bool = False) -> _core.GameHandle:
    """Nim [Bouton1901]_: take up to ``most`` sticks from one heap; the last stick wins, or loses with ``misere``."""
    if not isinstance(heaps, list | tuple):
        raise GameDefinitionError(f"nim: heaps must be a list such as [1, 3, 5], not {value_text(heaps)}.")
    sizes = [whole("nim: each heap", heap, 0, 100) for heap in heaps]
    return _core.nim(heaps=sizes, most=whole("nim: most", most, 1, 100), misere=flag("nim: misere", misere))


@domain()
def dice_race(length: int = 5, faces: int = 3, turns: int = 4) -> _core.GameHandle:
    """A race with a die: walk one step, or roll and go that far, but nowhere on a one."""
    return _core.dice_race(
        length=whole("dice_race: length", length, 1, 100),
        faces=whole("dice_race: faces", faces, 2, 20),
        turns=whole("dice_race: turns", turns, 1, 30),
    )
