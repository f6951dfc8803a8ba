"""Graphs for games: their text form, grids, and starting nodes drawn from a seed.

The text of a graph lists its edges: ``"a-b b>c c-c"`` has an edge both ways, one one way, and a self-loop. Nodes are
whole numbers, names, or tuples of whole numbers, written ``0:1``.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from dodona.domains.draws import shuffled
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text
from dodona.model.values import is_whole

if TYPE_CHECKING:
    import networkx

    Graph = networkx.Graph | str
else:
    Graph = object  # NetworkX is loaded only where somebody passes a graph of it

#: Where a unit may go from every node, by label, in the order of the nodes.
Moves = dict[str, list[str]]

_NUMBER = r"(?:0|[1-9][0-9]*)"
_LABEL = rf"(?!(?:true|false|none)\b)(?:{_NUMBER}(?::{_NUMBER})*|[^\W\d]\w*)"
_EDGE = re.compile(rf"({_LABEL})([->])({_LABEL})")


def node_label(node: Any) -> str:
    """The label of a node: ``3``, ``north``, or ``0:1`` for the tuple (0, 1)."""
    parts = node if isinstance(node, tuple | list) and node else [node]
    whole = all(map(is_whole, parts))
    label = ":".join(str(int(part)) for part in parts) if whole else node
    if not isinstance(label, str) or not re.fullmatch(_LABEL, label):
        raise GameDefinitionError(
            f"a node must be a whole number from 0, a name of letters, digits and underscores, or a tuple of whole "
            f"numbers, not {value_text(node)}: networkx.convert_node_labels_to_integers renames nodes."
        )
    return label


def edge_text(graph: networkx.Graph | str | None, *, sinks: bool = False) -> str | None:
    """The text of a graph from NetworkX, or of a text with its edges in order; equal graphs have equal texts.

    Nodes that no edge leaves are refused unless ``sinks`` says that they may end edges.
    """
    if graph is None:
        return None
    arcs = set(_read_arcs(graph) if isinstance(graph, str) else _networkx_arcs(graph, sinks))
    if all(tail == head for tail, head in arcs):
        raise GameDefinitionError("a graph must have an edge between two different nodes.")
    edges = sorted(
        {tuple(sorted(arc, key=node_order)) for arc in arcs}, key=lambda edge: [node_order(node) for node in edge]
    )
    words = []
    for low, high in edges:
        both = (low, high) in arcs and (high, low) in arcs
        words.append(f"{low}-{high}" if both else f"{low}>{high}" if (low, high) in arcs else f"{high}>{low}")
    return " ".join(words)


def graph_moves(text: str) -> Moves:
    """Where every node of a graph leads to."""
    moves: Moves = {node: [] for node in sorted({node for arc in _read_arcs(text) for node in arc}, key=node_order)}
    for tail, head in sorted(set(_read_arcs(text)), key=lambda arc: node_order(arc[1])):
        moves[tail].append(head)
    return moves


def grid_moves(rows: int, columns: int) -> Moves:
    """The grid of four neighbours, its nodes numbered row by row."""
    moves: Moves = {}
    for node in range(rows * columns):
        row, column = divmod(node, columns)
        near = [
            (row > 0, node - columns),
            (column > 0, node - 1),
            (column < columns - 1, node + 1),
            (row < rows - 1, node + columns),
        ]
        moves[str(node)] = [str(other) for there, other in near if there]
    return moves


def draw_starts(moves: Moves, evader: str | None, units: int, reach: int, seed: int) -> tuple[str, list[str]]:
    """An evader's node, unless it is given, and nodes of units that are 1 to ``reach`` moves away from it.

    Nodes are equally likely, and the units' nodes differ.
    """
    stream = random.Random(seed)
    into: Moves = {node: [] for node in moves}
    for tail, heads in moves.items():
        for head in heads:
            into[head].append(tail)
    for node in shuffled(list(moves), stream) if evader is None else [evader]:
        near = _within(into, node, reach)
        if len(near) >= units:
            return node, [unit for unit, _ in zip(shuffled(near, stream), range(units), strict=False)]
    raise GameDefinitionError(
        f"pursuit_evasion: starts are drawn at most two thirds of depth apart, and {units} node(s) within {reach} "
        "move(s) of the evader do not exist: give evader and pursuers, or a larger depth."
    )


def _read_arcs(text: str) -> Iterator[tuple[str, str]]:
    for word in text.split():
        match = _EDGE.fullmatch(word)
        if match is None:
            raise GameDefinitionError(
                f"in the text of a graph '{word}' is no edge; write 0-1 for both ways, 0>1 for one way, with blanks "
                "between the edges."
            )
        tail, way, head = match.groups()
        yield tail, head
        if way == "-":
            yield head, tail


def _networkx_arcs(graph: Any, sinks: bool) -> list[tuple[str, str]]:
    import networkx

    if not isinstance(graph, networkx.Graph):
        raise GameDefinitionError(
            f'a graph must be one of networkx or a text such as "0-1 1-2 2>0", not {value_text(graph)}.'
        )
    labels = {node: node_label(node) for node in graph}
    if len(set(labels.values())) < len(labels):
        raise GameDefinitionError("two nodes of the graph have the same label: give them different ones.")
    lonely = next((node for node in graph if not graph.adj[node] and not (sinks and _entered(graph, node))), None)
    if lonely is not None:
        raise GameDefinitionError(
            f"no edge leaves node {labels[lonely]}: add one, or a self-loop if units may stay there."
        )
    return [(labels[tail], labels[head]) for tail in graph for head in graph.adj[tail]]


def _entered(graph: Any, node: Any) -> bool:
    return bool(graph.is_directed() and graph.pred[node])


def node_order(label: str) -> list[tuple[int, str]]:
    """Numbers by size, before names."""
    return [(int(part), "") if part.isdecimal() else (2**63, part) for part in label.split(":")]


def _within(into: Moves, target: str, reach: int) -> list[str]:
    """Nodes from which the target is 1 to ``reach`` moves away, in the order of the graph."""
    seen = layer = {target}
    for _ in range(reach):
        layer = {before for node in layer for before in into[node]} - seen
        seen = seen | layer
    return [node for node in into if node in seen and node != target]
