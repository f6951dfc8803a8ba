"""Games of simultaneous moves: bids, races and pursuits, seen by both players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal

from dodona import _core
from dodona.domains.catalog import domain, one_of, whole
from dodona.domains.graphs import draw_starts, edge_text, graph_moves, grid_moves, node_label
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

if TYPE_CHECKING:
    import networkx

OshiZumoUtility = Literal["sign", "distance"]
Cell = Sequence[int]
Node = int | str | Sequence[int]


@domain(shows=("coins", "size"))
def oshi_zumo(
    coins: int | Sequence[int] = 10,
    size: int = 3,
    min_bid: int = 1,
    utility: OshiZumoUtility = "sign",
    start: int | None = None,
) -> _core.GameHandle:
    """Oshi-Zumo: bid coins to push the wrestler off the board [Buro2003]_.

    The board has cells 0 to ``2 * size``; player 0 pushes up, the wrestler starts in the middle or at ``start``. Bids
    are paid and at least ``min_bid`` while a player has that many coins. ``coins`` may be a pair, one number per
    player. The utility is the ``sign`` of the wrestler's distance from the middle, or the ``distance``.
    """
    pair: Sequence[Any] = coins if isinstance(coins, list | tuple) else (coins, coins)
    if len(pair) != 2:
        raise GameDefinitionError(f"oshi_zumo: coins must be a number or one per player, not {value_text(coins)}.")
    size = whole("oshi_zumo: size", size, 0, 120)
    return _core.oshi_zumo(
        coins=[whole("oshi_zumo: coins", own, 0, 128) for own in pair],
        size=size,
        min_bid=whole("oshi_zumo: min_bid", min_bid, 1, 128),
        start=size if start is None else whole("oshi_zumo: start", start, 0, 2 * size),
        distance=one_of("oshi_zumo: utility", utility, OshiZumoUtility) == "distance",
    )


@domain(shows=("rows", "columns"))
def tron(
    rows: int = 5, columns: int = 6, walls: Sequence[Cell] = (), starts: Sequence[Cell] | None = None
) -> _core.GameHandle:
    """Tron: leave walls behind and do not get stuck [Bosansky2014]_, A.1.

    Cells are pairs [row, column], counted from 0 at the top left. Players start in the top left and the bottom right
    corner, or at ``starts``.
    """
    rows, columns = whole("tron: rows", rows, 1, 64), whole("tron: columns", columns, 1, 64)
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
    rows: int = 4,
    columns: int = 4,
    graph: networkx.Graph | str | None = None,
    depth: int = 5,
    evader: Node | None = None,
    pursuers: int | Sequence[Node] = 2,
    seed: int = 0,
) -> _core.GameHandle:
    """Pursuit-evasion on a graph: avoid the pursuer's units for ``depth`` moves [Bosansky2013]_.

    The graph is a grid whose nodes are numbered row by row, or any graph of NetworkX, or a text with its edges such as
    ``"0-1 1-2 2>0"``. Everyone must move along an edge; a self-loop lets units stay. ``pursuers`` are the starting
    nodes of the units, or how many there are: then these, and ``evader`` unless it is given, are drawn from the
    ``seed``, at most two thirds of ``depth`` moves apart.
    """
    depth = whole("pursuit_evasion: depth", depth, 1, 128)
    seed = whole("pursuit_evasion: seed", seed, 0, 2**63 - 1)
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
    rows, columns = whole("pursuit_evasion: rows", rows, 1, 255), whole("pursuit_evasion: columns", columns, 1, 255)
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
