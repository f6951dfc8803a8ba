"""Games of simultaneous moves: bids, races and pursuits, seen by both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from dodona import _core
from dodona.domains.catalog import domain, whole
from dodona.domains.graphs import Graph, draw_starts, edge_text, graph_moves, grid_moves, node_label
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

OshiZumoUtility = Literal["sign", "distance"]
Cell = Sequence[int]
Node = int | str | Sequence[int]


@domain(shows=("coins", "size"))
def oshi_zumo(
    coins: Annotated[int | Sequence[int], "a whole number from 0 to 128, or a pair of them, one per player"] = 10,
    size: Annotated[int, Whole(0, 120)] = 3,
    min_bid: Annotated[int, Whole(1, 128)] = 1,
    utility: OshiZumoUtility = "sign",
    start: Annotated[int, "a whole number from 0 to 2 * size"] | None = None,
) -> _core.GameHandle:
    """Oshi-Zumo: bid coins to push the wrestler off the board [Buro2003]_.

    Both players bid coins at once and pay their bids; the higher bid pushes the wrestler one cell, up for player 0. The
    game ends when he has left the board or nobody can bid; player 0 wins if he is above the middle.

    Parameters
    ----------
    coins
        What the players have to bid.
    size
        The board has cells 0 to ``2 * size``.
    min_bid
        The least bid of a player who has that many coins.
    utility
        The sign of the wrestler's distance from the middle, or the distance.
    start
        The wrestler's cell at the start, by default the middle.
    """
    pair: Sequence[Any] = coins if isinstance(coins, list | tuple) else (coins, coins)
    if len(pair) != 2:
        raise GameDefinitionError(f"oshi_zumo: coins must be a number or one per player, not {value_text(coins)}.")
    return _core.oshi_zumo(
        coins=[whole("oshi_zumo: coins", own, 0, 128) for own in pair],
        size=size,
        min_bid=min_bid,
        start=size if start is None else whole("oshi_zumo: start", start, 0, 2 * size),
        distance=utility == "distance",
    )


@domain(shows=("rows", "columns"))
def tron(
    rows: Annotated[int, Whole(1, 64)] = 5,
    columns: Annotated[int, Whole(1, 64)] = 6,
    walls: Annotated[Sequence[Cell], "a list of cells"] = (),
    starts: Annotated[Sequence[Cell], "a list of two cells"] | None = None,
) -> _core.GameHandle:
    """Tron: leave walls behind and do not get stuck [Bosansky2014]_, A.1.

    Both players move at once to a free neighbouring cell, N, E, S or W, and leave a wall behind. Whoever has no free
    cell to go to loses; it is a draw if both are stuck or enter the same cell.

    Parameters
    ----------
    rows
        Rows of the board, which has at most 64 cells.
    columns
        Columns of the board.
    walls
        Cells that nobody enters. Cells are pairs [row, column], counted from 0 at the top left.
    starts
        Where the players start, by default in the top left and the bottom right corner.
    """
    if starts is None:
        starts = [[0, 0], [rows - 1, columns - 1]]
    for name, cells in (("walls", walls), ("starts", starts)):
        if not isinstance(cells, list | tuple):
            raise GameDefinitionError(f"tron: {name} must be a list of cells, as [[0, 1]], not {value_text(cells)}.")
    if len(starts) != 2:
        raise GameDefinitionError(f"tron: starts must be two cells, not {value_text(starts)}.")

    def cell(name: str, place: Any) -> int:
        if not isinstance(place, list | tuple) or len(place) != 2:
            raise GameDefinitionError(f"tron: each of {name} is a pair [row, column], not {value_text(place)}.")
        row = whole(f"tron: the row of {name}", place[0], 0, rows - 1)
        return row * columns + whole(f"tron: the column of {name}", place[1], 0, columns - 1)

    return _core.tron(
        rows=rows,
        columns=columns,
        walls=[cell("walls", place) for place in walls],
        starts=[cell("starts", place) for place in starts],
    )


@domain(spells={"graph": edge_text})
def pursuit_evasion(
    rows: Annotated[int, Whole(1, 255)] = 4,
    columns: Annotated[int, Whole(1, 255)] = 4,
    graph: Annotated[Graph, "a graph of NetworkX or a text of edges"] | None = None,
    depth: Annotated[int, Whole(1, 128)] = 5,
    evader: Annotated[Node, "a node"] | None = None,
    pursuers: Annotated[int | Sequence[Node], "a whole number from 1 to 8, or a list of nodes"] = 2,
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Pursuit-evasion on a graph: avoid the pursuer's units for ``depth`` moves [Bosansky2013]_.

    The evader and all units of the pursuer move along edges at once and see each other. She is caught by a unit in the
    same node, or by one that comes along the same edge the other way.

    Parameters
    ----------
    rows
        Rows of a grid whose nodes are numbered row by row.
    columns
        Columns of the grid.
    graph
        A graph instead of the grid, such as ``"0-1 1-2 2>0"``. Everyone must move along an edge; a self-loop lets units
        stay.
    depth
        Number of moves.
    evader
        Where she starts; by default drawn from the ``seed``.
    pursuers
        Where the units start, or how many there are: then their nodes are drawn from the ``seed``, at most two thirds
        of ``depth`` moves from the evader.
    seed
        What starts are drawn from.
    """
    moves = _moves(rows, columns, graph)
    hunted = None if evader is None else _start(moves, evader)
    if isinstance(pursuers, list | tuple):
        units = [_start(moves, unit) for unit in pursuers]
        if hunted is None:
            raise GameDefinitionError("pursuit_evasion: the units have starts and the evader has none: give evader.")
        if seed != 0:
            raise GameDefinitionError(
                "pursuit_evasion: all starts are given and seed has nothing to draw: leave it out."
            )
    else:
        count: Any = pursuers
        whole("pursuit_evasion: pursuers, if no list of nodes,", count, 1, 8)
        hunted, units = draw_starts(moves, hunted, int(count), 2 * depth // 3, seed)
    place = {node: index for index, node in enumerate(moves)}
    return _core.pursuit_evasion(
        nodes=list(moves),
        moves=[[place[head] for head in heads] for heads in moves.values()],
        evader=place[hunted],
        pursuers=[place[unit] for unit in units],
        depth=depth,
        columns=columns if graph is None else 0,
    )


def _moves(rows: int, columns: int, graph: Any) -> dict[str, list[str]]:
    if graph is None:
        return grid_moves(rows, columns)
    if (rows, columns) != (4, 4):
        raise GameDefinitionError("pursuit_evasion: give a graph, or rows and columns of a grid, not both.")
    return graph_moves(graph)


def _start(moves: dict[str, list[str]], node: Node) -> str:
    label = node_label(node)
    if label not in moves:
        known = ", ".join(list(moves)[:20]) + (", ..." if len(moves) > 20 else "")
        raise GameDefinitionError(f"pursuit_evasion: there is no node {label} to start in; the nodes are {known}.")
    return label
