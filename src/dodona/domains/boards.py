"""Board and race games of perfect information."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from dodona import _core
from dodona.domains.catalog import domain, whole
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text


@domain()
def tic_tac_toe() -> _core.GameHandle:
    """Tic-tac-toe on the usual board; cells are numbered 1 to 9, row by row.

    Players mark free cells in turn, player 0 with X. Three of one's own marks in a row, column or diagonal win; a full
    board is a draw.
    """
    return _core.tic_tac_toe()


@domain()
def connect_four(
    width: Annotated[int, Whole(1, 20)] = 7,
    height: Annotated[int, Whole(1, 20)] = 6,
    connect: Annotated[int, Whole(1, 20)] = 4,
) -> _core.GameHandle:
    """Connect four on a board of any size; columns are numbered from 1.

    Players drop discs into columns in turn, which fall onto those below. ``connect`` of one's own in a row, column or
    diagonal win; a full board is a draw.

    Parameters
    ----------
    width
        Number of columns; the board has at most 64 cells, a spare row on top included.
    height
        Number of rows.
    connect
        How many discs make a line.
    """
    return _core.connect_four(width=width, height=height, connect=connect)


@domain()
def breakthrough(
    columns: Annotated[int, Whole(2, 16)] = 8,
    rows: Annotated[int, Whole(3, 16)] = 8,
    pawn_rows: Annotated[int, Whole(1, 8)] = 2,
) -> _core.GameHandle:
    """Breakthrough on a board of any size: a race of pawns [Troyka2000]_.

    Pawns step one row forward, straight or diagonally, onto free squares, and may capture diagonally; ``a2b3`` is such
    a step. Whoever reaches the other's first row, or takes the last pawn, wins.

    Parameters
    ----------
    columns
        Columns of the board, which has at most 64 squares.
    rows
        Rows of the board.
    pawn_rows
        Rows that each player fills with pawns, at most half of the rows.
    """
    return _core.breakthrough(columns=columns, rows=rows, pawn_rows=pawn_rows)


@domain(shows=("heaps",))
def nim(
    heaps: Annotated[Sequence[int], "a list of 1 to 16 whole numbers, with 1 to 100 sticks in all"] = (1, 3, 5, 7),
    most: Annotated[int, Whole(1, 100)] = 100,
    misere: bool = False,
) -> _core.GameHandle:
    """Nim [Bouton1901]_: take sticks from one heap at a time; ``2x3`` takes three from the second heap.

    Players take sticks in turn, as many as they like up to ``most``, from one heap. Whoever takes the last stick wins,
    or loses with ``misere``.

    Parameters
    ----------
    heaps
        Sticks in each heap.
    most
        How many sticks a player may take at once.
    misere
        Whether the last stick loses.
    """
    if not isinstance(heaps, list | tuple):
        raise GameDefinitionError(f"nim: heaps must be a list such as [1, 3, 5], not {value_text(heaps)}.")
    sizes = [whole("nim: each heap", heap, 0, 100) for heap in heaps]
    return _core.nim(heaps=sizes, most=most, misere=misere)


@domain()
def dice_race(
    length: Annotated[int, Whole(1, 100)] = 5,
    faces: Annotated[int, Whole(2, 20)] = 3,
    turns: Annotated[int, Whole(1, 30)] = 4,
) -> _core.GameHandle:
    """A race with a die: walk one step, or roll and go that far, but nowhere on a one.

    Whoever reaches the end of the track first wins. After ``turns`` turns each, whoever is further ahead does; equal is
    a draw.

    Parameters
    ----------
    length
        Steps to the goal.
    faces
        Faces of the die.
    turns
        Turns of each player.
    """
    return _core.dice_race(length=length, faces=faces, turns=turns)


@domain()
def chinese_checkers(
    players: Annotated[int, Whole(2, 6)] = 3,
    radius: Annotated[int, Whole(1, 3)] = 2,
    pieces: Annotated[int, Whole(1, 6)] = 2,
    turns: Annotated[int, Whole(1, 56)] = 30,
) -> _core.GameHandle:
    """Chinese checkers on a small hexagon, for two, three or six players.

    Pieces race to the opposite corner: one step, or jumps over neighbours of any colour, several in a row. Whoever
    first has all of hers there gets 1; after ``turns`` moves of all players together nobody gets anything.

    Parameters
    ----------
    players
        2, 3 or 6.
    radius
        Cells from the middle to a corner.
    pieces
        Pieces of each player.
    turns
        Moves of all players after which the game is over.
    """
    return _core.chinese_checkers(players=players, radius=radius, pieces=pieces, turns=turns)
