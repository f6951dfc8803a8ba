"""What is drawn of walks, and where: nodes, discs for being there, wedges for moving on."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from dodona.model.decision_process import plain_label
from dodona.model.errors import DodonaError
from dodona.model.values import is_number
from dodona.plots.walks import Node, Walk

#: The layout of NetworkX takes more than numpy from here on, and nobody could read the picture.
MOST_LAID_OUT = 499
#: Nodes are named where there are at most so many.
MOST_NAMED = 40
#: What is less likely than this share of the likeliest is not drawn.
SEEN = 2e-3
#: Radius of the largest disc on grids, in cells. Where it stands for certainty, discs of one player never overlap, as
#: their areas add up to that of the largest.
CELL_RADIUS = 0.7
#: Radius of the largest disc on graphs, whose edges it must not cover, in distances of nodes.
NODE_RADIUS = 0.35
#: Width of the widest wedge in radii of the largest disc.
WIDEST = 0.9

_COLOURS = ("Blues", "Oranges")
Point = tuple[float, float]


@dataclass(frozen=True)
class Scene:
    """What every panel shares: where nodes are, and what is drawn how large.

    Attributes
    ----------
    positions
        Coordinates by node.
    spacing
        How far nodes are from each other.
    most
        The largest probability of any node at any step.
    """

    walks: Sequence[Walk]
    positions: Mapping[Node, Point]
    are_cells: bool
    spacing: float
    most: float

    @staticmethod
    def of(walks: Sequence[Walk], given: Mapping[Any, Point] | None) -> Scene:
        """The scene of walks."""
        nodes = list(dict.fromkeys(node for walk in walks for node in walk.nodes()))
        are_cells = given is None and all(map(_is_cell, nodes))
        positions = _positions(nodes, walks, are_cells) if given is None else _given(nodes, given)
        most = max(p for walk in walks for row in walk.presence.values() for p in row.values())
        return Scene(walks, positions, are_cells, _spacing(positions), most)

    @property
    def largest(self) -> float:
        """The radius of the largest disc."""
        return (CELL_RADIUS if self.are_cells else NODE_RADIUS) * self.spacing

    @property
    def frame(self) -> tuple[Point, Point]:
        """The lower left and the upper right corner of what is drawn."""
        points = np.array(list(self.positions.values()))
        low, high = points.min(axis=0) - 0.75 * self.spacing, points.max(axis=0) + 0.75 * self.spacing
        return (low[0], low[1]), (high[0], high[1])

    @property
    def aspect(self) -> float:
        """How much wider than high it is, within reason."""
        (left, bottom), (right, top) = self.frame
        return min(max((right - left) / (top - bottom), 0.2), 5.0)

    def draw(self, axes: Any, step: int) -> None:
        """Draw a step."""
        self._ground(axes)
        for walk in self.walks:
            self._moves(axes, walk.moves.get(step, {}), _colour(walk))
        for number, walk in enumerate(self.walks):
            half = None if len(self.walks) == 1 else number
            self._presence(axes, walk.presence.get(step, {}), _colour(walk), half)
        (left, bottom), (right, top) = self.frame
        axes.set(xlim=(left, right), ylim=(bottom, top), aspect="equal", xticks=[], yticks=[])
        axes.set_title(f"step {step}", fontsize=9)
        axes.axis("off")

    def _ground(self, axes: Any) -> None:
        """Cells, or nodes with the moves that are possible between them."""
        from matplotlib.collections import LineCollection
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path
        from matplotlib.patheffects import withStroke

        points = list(self.positions.values())
        if self.are_cells:
            squares = Path.make_compound_path(*(_square(point) for point in points))
            axes.add_patch(PathPatch(squares, facecolor="white", edgecolor="0.8", linewidth=0.6, zorder=0))
            return
        links = dict.fromkeys(frozenset(link) for walk in self.walks for link in walk.links)
        lines = [[self.positions[node] for node in link] for link in links]
        axes.add_collection(LineCollection(lines, colors="0.85", linewidths=0.8, zorder=0))
        axes.scatter(*zip(*points, strict=True), s=6, color="0.6", zorder=0.5)
        for node, (x, y) in self.positions.items() if len(points) <= MOST_NAMED else ():
            halo = [withStroke(linewidth=1.5, foreground="white")]
            looks: dict[str, Any] = {"fontsize": 6, "zorder": 3, "path_effects": halo}
            axes.annotate(plain_label(node), (x, y), (3, 3), textcoords="offset points", **looks)

    def _moves(self, axes: Any, moves: Mapping[tuple[Node, Node], float], colour: Any) -> None:
        from matplotlib.collections import PolyCollection

        wedges, shades = [], []
        for (node, after), p in moves.items():
            if p > SEEN * self.most:
                wedges.append(
                    _wedge(self.positions[node], self.positions[after], WIDEST * self.largest * p / self.most)
                )
                shades.append(colour(p / self.most))
        axes.add_collection(PolyCollection(wedges, facecolors=shades, edgecolors=shades, linewidths=0.2, alpha=0.8))

    def _presence(self, axes: Any, row: Mapping[Node, float], colour: Any, half: int | None) -> None:
        from matplotlib.collections import PatchCollection
        from matplotlib.patches import Wedge

        begin, end = (0, 360) if half is None else ((90, 270), (-90, 90))[half % 2]
        discs, shades = [], []
        for node, p in row.items():
            if p > SEEN * self.most:
                radius = self.largest * math.sqrt(p / self.most)
                discs.append(Wedge(self.positions[node], radius, begin, end))
                shades.append(colour(p / self.most))
        axes.add_collection(PatchCollection(discs, facecolors=shades, edgecolors="white", linewidths=0.3, zorder=2))

    def legend(self, figure: Any) -> None:
        """Who has which colour, and how much the largest disc is."""
        from matplotlib.lines import Line2D

        looks: dict[str, Any] = {"linestyle": "", "marker": "o", "markersize": 7}
        entries = [Line2D([], [], color=_colour(walk)(0.8), label=walk.name, **looks) for walk in self.walks]
        entries.append(Line2D([], [], linestyle="", label=f"the largest disc is {self.most:.3g}"))
        figure.legend(handles=entries, loc="outside lower center", ncols=len(entries), frameon=False, fontsize=9)


def _colour(walk: Walk) -> Any:
    """A function from the share of the largest probability to a shade of a player's colour."""
    import matplotlib

    shades = matplotlib.colormaps[_COLOURS[walk.player % 2]]
    return lambda share: shades(0.35 + 0.55 * min(share, 1.0))


def _wedge(start: Point, end: Point, width: float) -> list[Point]:
    """A triangle that is wide where a move begins and ends in a point where it leads."""
    along = np.subtract(end, start)
    across = np.array([-along[1], along[0]]) / (np.hypot(*along) or 1.0) * width / 2
    return [tuple(start + across), tuple(start - across), end]


def _square(centre: Point) -> Any:
    """The outline of a cell."""
    from matplotlib.path import Path

    x, y = centre
    corners = [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
    return Path([*corners, corners[0]], closed=True)


def _is_cell(node: Node) -> bool:
    return isinstance(node, tuple) and len(node) == 2 and all(map(is_number, node))


def _positions(nodes: Sequence[Node], walks: Sequence[Walk], are_cells: bool) -> dict[Node, Point]:
    """Cells by row and column; other nodes where springs along the moves put them, the same way each time."""
    if are_cells:
        return {(row, column): (column, -row) for row, column in nodes}
    if len(nodes) > MOST_LAID_OUT:
        raise DodonaError(f"{len(nodes):,} nodes are too many to lay out: give their coordinates as positions.")
    import networkx

    graph = networkx.Graph()
    graph.add_nodes_from(nodes)
    graph.add_edges_from(link for walk in walks for link in walk.links)
    start = networkx.circular_layout(graph)
    laid_out = networkx.spring_layout(graph, pos=start, iterations=300, seed=0)
    return {node: (float(x), float(y)) for node, (x, y) in laid_out.items()}


def _given(nodes: Sequence[Node], positions: Mapping[Any, Point]) -> dict[Node, Point]:
    found = {}
    for node in nodes:
        try:
            x, y = (float(number) for number in positions[node])
        except (KeyError, TypeError, ValueError):
            raise DodonaError(f"positions must give two coordinates of each node, and has none of {node!r}.") from None
        if not math.isfinite(x) or not math.isfinite(y):
            raise DodonaError(f"the position of node {node!r} is ({x}, {y}): coordinates must be finite.")
        found[node] = (x, y)
    return found


def _spacing(positions: Mapping[Node, Point]) -> float:
    """The usual distance of a node from the nearest one elsewhere."""
    points = np.array(list(positions.values()))
    nearest = []
    for point in points:
        distances = np.hypot(*(points - point).T)
        if (distances > 0).any():
            nearest.append(float(distances[distances > 0].min()))
    return float(np.median(nearest)) if nearest else 1.0
