"""Complete and connected parts of bipartite graphs, which equilibria of degenerate games form."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

Edge = tuple[int, int]


@dataclass(frozen=True)
class CompletePart:
    """A maximal complete part: all of ``left`` are joined to all of ``right``, and no vertex can be added."""

    left: tuple[int, ...]
    right: tuple[int, ...]
    component: int

    def edges(self) -> Iterator[Edge]:
        """Every pair of its two sides."""
        return ((i, j) for i in self.left for j in self.right)


def complete_parts(edges: Sequence[Edge]) -> list[CompletePart]:
    """The maximal complete parts of a bipartite graph by connected component, both in the order of the edges.

    Examples
    --------
    >>> [(part.left, part.right, part.component) for part in complete_parts([(0, 0), (0, 1), (1, 1), (2, 2)])]
    [((0,), (0, 1), 0), ((0, 1), (1,), 0), ((2,), (2,), 1)]
    """
    return [
        CompletePart(left, right, component)
        for component, partners in enumerate(_components(edges))
        for left, right in sorted(_maximal(partners))
    ]


def _maximal(partners: dict[int, frozenset[int]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Right sides of maximal complete parts are the intersections of neighbourhoods that are not empty."""
    closed: set[frozenset[int]] = set()
    for own in partners.values():
        closed |= {own} | {own & other for other in closed}
    for right in closed - {frozenset()}:
        yield tuple(sorted(i for i, own in partners.items() if right <= own)), tuple(sorted(right))


def _components(edges: Sequence[Edge]) -> list[dict[int, frozenset[int]]]:
    """The neighbours of every left vertex, by connected component in the order of its first edge."""
    rights: dict[int, set[int]] = {}
    lefts: dict[int, set[int]] = {}
    for i, j in edges:
        rights.setdefault(i, set()).add(j)
        lefts.setdefault(j, set()).add(i)
    components, seen = [], set[int]()
    for start in rights:
        if start in seen:
            continue
        reached, pending = {start}, [start]
        while pending:
            new = {i for j in rights[pending.pop()] for i in lefts[j]} - reached
            reached |= new
            pending.extend(new)
        seen |= reached
        components.append({i: frozenset(rights[i]) for i in sorted(reached)})
    return components
