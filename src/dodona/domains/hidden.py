"""Games of hidden moves: phantom tic-tac-toe, and a border that units patrol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from dodona import _core
from dodona.domains.catalog import domain, flag, one_of, whole
from dodona.domains.graphs import Moves, edge_text, graph_moves, node_label
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

if TYPE_CHECKING:
    import networkx

CellOrder = Literal["plain", "domain"]
Node = int | str | Sequence[int]


@domain()
def phantom_tic_tac_toe(
    order: CellOrder = "plain", forced_win: bool = False, forced_first: int = 0
) -> _core.GameHandle:
    """Phantom tic-tac-toe: marks of the other are met, not seen [Bosansky2014]_, section 5.4.1.

    A player names a cell that she has not tried; if the other holds it, she learns that and moves again. Cells are
    numbered 1 to 9, row by row. ``order`` sorts the actions so, or as 5, 1, 9, 7, 3, 2, 4, 8, 6. With ``forced_win`` a
    player who has untried cells that would complete a line must try the first of them in that second order, whatever
    ``order`` is. The first ``forced_first`` players must try the middle first.
    """
    return _core.phantom_tic_tac_toe(
        outward=one_of("phantom_tic_tac_toe: order", order, CellOrder) == "domain",
        forced_win=flag("phantom_tic_tac_toe: forced_win", forced_win),
        forced_first=whole("phantom_tic_tac_toe: forced_first", forced_first, 0, 2),
    )


@dataclass(frozen=True)
class Border:
    """A graph to cross, and what the game assumes on it unless told otherwise."""

    edges: str
    areas: tuple[tuple[int, ...], tuple[int, ...]] = ((4, 5, 6), (10, 11, 12))
    evader: int = 0
    goal: int = 16
    units: tuple[int, int] = (17, 18)


_OUTER = "0>1 0>4 0>5 0>6 1>4 1>5 1>6 4-4 4-5 5-5 5-6 6-6 4>7 5>8 6>9 10-10 10-11 11-11 11-12 12-12 10>16 11>16 12>16 "
_OUTER += "17>4 17>5 17>6 18>10 18>11 18>12 "

#: Three rows, with a middle column that is almost connected, connected, or not; and four rows without.
BORDERS = {
    "G1": Border(_OUTER + "7-7 7>8 7>10 8-8 8>11 9>8 9-9 9>12"),
    "G2": Border(_OUTER + "7-7 7-8 7>10 8-8 8-9 8>11 9-9 9>12"),
    "G3": Border(_OUTER + "7>10 8>11 9>12"),
    "four_rows": Border(
        "0>1 0>3 0>4 0>5 0>6 1>3 1>4 1>5 1>6 3-3 3-4 4-4 4-5 5-5 5-6 6-6 3>7 4>8 5>9 6>10 7>11 8>12 9>13 10>14 "
        "11-11 11-12 12-12 12-13 13-13 13-14 14-14 11>16 12>16 13>16 14>16 16-16 17>3 17>4 17>5 17>6 18>11 18>12 "
        "18>13 18>14",
        areas=((3, 4, 5, 6), (11, 12, 13, 14)),
    ),
}


def _border_text(graph: Any) -> Any:
    """A border's name as it is, any other graph as the text of its edges."""
    if isinstance(graph, str) and "-" not in graph and ">" not in graph:
        if graph not in BORDERS:
            raise GameDefinitionError(
                f"border_patrol: graph must be one of {', '.join(BORDERS)}, a graph of networkx or a text such as "
                f'"0>1 1-1 1>2", not {value_text(graph)}.'
            )
        return graph
    return edge_text(graph, sinks=True)


@domain(shows=("graph", "depth"), spells={"graph": _border_text})
def border_patrol(
    graph: networkx.DiGraph | str = "G1",
    depth: int = 4,
    slow: bool = True,
    evader_may_stay: bool = False,
    p1_nodes: Sequence[Node] | None = None,
    p2_nodes: Sequence[Node] | None = None,
    evader: Node | None = None,
    goal: Node | None = None,
    units: Sequence[Node] | None = None,
) -> _core.GameHandle:
    """Border patrol: cross a directed graph unseen by two units [Bosansky2014]_, section 5.4.1.

    In each of ``depth`` rounds the evader moves along an edge, then the defender moves both units, each within its own
    nodes, without seeing her. She wins at the goal, loses where a unit meets her, and else draws. Quick moves into
    nodes of the first unit leave tracks there, which units see when they come; ``slow`` moves leave none and cost the
    next round. She stays in a node only after a slow move, where no edge leads on, or where a self-loop is and
    ``evader_may_stay``.

    The named graphs come with nodes and starts for all: the thesis' three (its sizes need ``p2_nodes=[11, 12]``), and
    one of four rows. With a graph of your own give all of them.
    """
    border = BORDERS.get(graph) if isinstance(graph, str) else None
    moves = graph_moves(border.edges if border else str(graph))
    for name, own in {
        "p1_nodes": p1_nodes,
        "p2_nodes": p2_nodes,
        "evader": evader,
        "goal": goal,
        "units": units,
    }.items():
        if border is None and own is None:
            raise GameDefinitionError(f"border_patrol: {name} must be given with a graph of your own.")
    place = {node: index for index, node in enumerate(moves)}

    def number(name: str, node: Any) -> int:
        label = node_label(node)
        if label not in place:
            known = ", ".join(list(place)[:20]) + (", ..." if len(place) > 20 else "")
            raise GameDefinitionError(f"border_patrol: {name} has no node {label} of the graph; its nodes are {known}.")
        return place[label]

    def numbers(name: str, nodes: Any, preset: Sequence[int]) -> list[int]:
        if nodes is not None and (not isinstance(nodes, list | tuple) or not nodes):
            raise GameDefinitionError(f"border_patrol: {name} must be a list of nodes, not {value_text(nodes)}.")
        return [number(name, node) for node in (preset if nodes is None else nodes)]

    usual = border or Border("")
    starts = numbers("units", units, usual.units)
    if len(starts) != 2:
        raise GameDefinitionError(f"border_patrol: units must be two nodes, not {value_text(units)}.")
    return _core.border_patrol(
        nodes=list(moves),
        moves=_numbered(moves, place),
        areas=[numbers("p1_nodes", p1_nodes, usual.areas[0]), numbers("p2_nodes", p2_nodes, usual.areas[1])],
        evader=number("evader", usual.evader if evader is None else evader),
        goal=number("goal", usual.goal if goal is None else goal),
        units=starts,
        depth=whole("border_patrol: depth", depth, 1, 64),
        slow=flag("border_patrol: slow", slow),
        may_stay=flag("border_patrol: evader_may_stay", evader_may_stay),
    )


def _numbered(moves: Moves, place: dict[str, int]) -> list[list[int]]:
    return [[place[head] for head in heads] for heads in moves.values()]
