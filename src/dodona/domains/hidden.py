"""Games of hidden moves: phantom tic-tac-toe, and a border that units patrol."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from dodona import _core
from dodona.domains.catalog import domain
from dodona.domains.graphs import Graph, Moves, edge_text, graph_moves, node_label
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

CellOrder = Literal["plain", "domain"]
Node = int | str | Sequence[int]


@domain()
def phantom_tic_tac_toe(
    order: CellOrder = "plain", forced_win: bool = False, forced_first: Annotated[int, Whole(0, 2)] = 0
) -> _core.GameHandle:
    """Phantom tic-tac-toe: marks of the other are met, not seen [Bosansky2014]_, section 5.4.1.

    A player names a cell that she has not tried; if the other holds it, she learns that and moves again. Three of one's
    own marks in a line win; cells are numbered 1 to 9, row by row.

    Parameters
    ----------
    order
        Actions in the order of the cells, or as 5, 1, 9, 7, 3, 2, 4, 8, 6.
    forced_win
        Whether a player who has untried cells that would complete a line must try the first of them in that second
        order, whatever ``order`` is.
    forced_first
        How many of the players, from player 0 on, must try the middle first.
    """
    return _core.phantom_tic_tac_toe(outward=order == "domain", forced_win=forced_win, forced_first=forced_first)


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

_FOUR_ROWS = "0>1 0>3 0>4 0>5 0>6 1>3 1>4 1>5 1>6 3-3 3-4 4-4 4-5 5-5 5-6 6-6 3>7 4>8 5>9 6>10 7>11 8>12 9>13 10>14 "
_FOUR_ROWS += "11-11 11-12 12-12 12-13 13-13 13-14 14-14 11>16 12>16 13>16 14>16 16-16 17>3 17>4 17>5 17>6 18>11 18>12 "
_FOUR_ROWS += "18>13 18>14"
_FOUR_AREAS = ((3, 4, 5, 6), (11, 12, 13, 14))

#: Three rows, with a middle column that is almost connected, connected, or not; and four rows, with one that is not or
#: that is connected as that of the three rows is.
BORDERS = {
    "G1": Border(_OUTER + "7-7 7>8 7>10 8-8 8>11 9>8 9-9 9>12"),
    "G2": Border(_OUTER + "7-7 7-8 7>10 8-8 8-9 8>11 9-9 9>12"),
    "G3": Border(_OUTER + "7>10 8>11 9>12"),
    "four_rows": Border(_FOUR_ROWS, _FOUR_AREAS),
    "four_rows_connected": Border(_FOUR_ROWS + " 7-7 7-8 8-8 8-9 9-9 9-10 10-10", _FOUR_AREAS),
}


#: What a parameter that takes the graph of a border may be.
BORDER_GRAPHS = f"{', '.join(BORDERS)}, a graph of NetworkX or a text of edges"


def border_text(graph: Any) -> Any:
    """A border's name as it is, any other graph as the text of its edges."""
    if isinstance(graph, str) and "-" not in graph and ">" not in graph:
        if graph not in BORDERS:
            raise GameDefinitionError(
                f"the graph of a border must be one of {', '.join(BORDERS)}, a graph of networkx or a text such as "
                f'"0>1 1-1 1>2", not {value_text(graph)}.'
            )
        return graph
    return edge_text(graph, sinks=True)


@domain(shows=("graph", "depth"), spells={"graph": border_text})
def border_patrol(
    graph: Annotated[Graph, BORDER_GRAPHS] = "G1",
    depth: Annotated[int, Whole(1, 64)] = 4,
    slow: bool = True,
    evader_may_stay: bool = False,
    p1_nodes: Annotated[Sequence[Node], "a list of nodes"] | None = None,
    p2_nodes: Annotated[Sequence[Node], "a list of nodes"] | None = None,
    evader: Annotated[Node, "a node"] | None = None,
    goal: Annotated[Node, "a node"] | None = None,
    units: Annotated[Sequence[Node], "a list of two nodes"] | None = None,
) -> _core.GameHandle:
    """Border patrol: cross a directed graph unseen by two units [Bosansky2014]_, section 5.4.1.

    In each round the evader moves along an edge, then the defender moves both units, each within its own nodes, without
    seeing her. She wins at the goal, loses where a unit meets her, and else draws; quick moves into nodes of the first
    unit leave tracks there, which units see when they come.

    Parameters
    ----------
    graph
        The named ones come with nodes and starts for all: the thesis' three (its sizes need ``p2_nodes=[11, 12]``), and
        two of four rows. With a graph of your own give all of them.
    depth
        Number of rounds.
    slow
        Whether the evader may move slowly, which leaves no tracks and costs the next round.
    evader_may_stay
        Whether she may use self-loops. Otherwise she stays in a node only after a slow move and where no edge leads on.
    p1_nodes
        The nodes that the first unit may enter.
    p2_nodes
        The nodes that the second unit may enter.
    evader
        Where she starts.
    goal
        Where she wants to go.
    units
        Where the units start.
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
        depth=depth,
        slow=slow,
        may_stay=evader_may_stay,
    )


def _numbered(moves: Moves, place: dict[str, int]) -> list[list[int]]:
    return [[place[head] for head in heads] for heads in moves.values()]
