"""The best-response polytopes of a bimatrix game, and their vertices.

With all payoffs positive, ``P = {x >= 0, B'x <= 1}`` and ``Q = {y >= 0, Ay <= 1}`` hold the two players' mixed
strategies up to scale. Labels are the players' actions, first the rows', then the columns': a point of P has the label
of a row that it does not play and of a column that is a best response to it, a point of Q likewise. A pair of points
other than zero that has all labels between them is an equilibrium ([Mangasarian1964]_, [VonStengel2002]_).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.matrix_game import MatrixGame
from dodona.model.run import Run
from dodona.normal.tableau import Tableau


@dataclass(frozen=True)
class Vertex:
    """A vertex other than zero, scaled to a mixed strategy, with its labels."""

    strategy: tuple[Fraction, ...]
    labels: frozenset[int]


def best_response_tableaux(game: MatrixGame, exact: bool) -> tuple[Tableau, Tableau]:
    """Tableaux of both polytopes at zero, in whole numbers or in doubles."""
    positive = whole_payoffs if exact else _scaled_payoffs
    a, b = positive(game, 0), positive(game, 1)
    return Tableau(b.T.copy(), [1] * b.shape[1]), Tableau(a, [1] * a.shape[0])


def whole_payoffs(game: MatrixGame, player: int) -> NDArray[Any]:
    """A player's payoffs as positive whole numbers: a positive factor and a constant change no equilibrium."""
    exact = game.fractions(player)
    least = min(exact.flat)
    factor = math.lcm(*{value.denominator for value in (x - least for x in exact.flat)})
    whole = [int((value - least) * factor) + 1 for value in exact.flat]
    return np.array(whole, dtype=object).reshape(exact.shape)


def _scaled_payoffs(game: MatrixGame, player: int) -> NDArray[np.float64]:
    """A player's payoffs moved into the range from 1 to 2."""
    own = game.payoffs[..., player]
    width = float(np.ptp(own))
    return np.asarray((own - own.min()) / (width if width > 0 else 1.0) + 1.0)


def label_of(player: int, variable: int, rows: int, columns: int) -> int:
    """The label of a variable or slack of a player's tableau: rows of the game first, then its columns."""
    return variable if player == 0 else (variable + rows) % (rows + columns)


def variable_of(player: int, label: int, rows: int, columns: int) -> int:
    """The variable or slack that a label belongs to in a player's tableau."""
    return label if player == 0 else (label - rows) % (rows + columns)


def vertices(tableau: Tableau, player: int, shape: tuple[int, int], run: Run) -> list[Vertex]:
    """All vertices of a polytope but zero, from its exact tableau, each once.

    A depth-first walk over the bases that the lexicographic rule allows. They are the vertices of a simple polytope,
    the one whose right sides are moved apart, so that their graph is connected; every vertex of the polytope itself
    belongs to at least one of them. One tableau walks forth and back, so that memory holds only which bases were seen.
    """
    found: dict[tuple[Fraction, ...], Vertex] = {}
    for _ in _bases(tableau, run):
        point = tableau.point()
        total = sum(point)
        if total == 0:
            continue
        strategy = tuple(value / total for value in point)
        if strategy not in found:
            labels = frozenset(label_of(player, zero, *shape) for zero in tableau.zero_variables())
            found[strategy] = Vertex(strategy, labels)
    return list(found.values())


def _bases(tableau: Tableau, run: Run) -> Iterator[None]:
    """Bring a tableau to every basis that the lexicographic rule allows."""
    seen = {frozenset(tableau.basis)}
    # What was done to come here (row, variable that left), and what is still to be tried.
    path: list[tuple[int, int]] = []
    untried = [_neighbours(tableau, seen)]
    yield
    while untried:
        run.check()
        if not untried[-1]:
            untried.pop()
            if path:
                tableau.pivot(*path.pop())
            continue
        row, column = untried[-1].pop()
        basis = _exchanged(tableau, row, column)
        if basis in seen:
            continue
        seen.add(basis)
        path.append((row, tableau.basis[row]))
        tableau.pivot(row, column)
        untried.append(_neighbours(tableau, seen))
        yield


def _neighbours(tableau: Tableau, seen: set[frozenset[int]]) -> list[tuple[int, int]]:
    """Rows and columns of the pivots that lead to bases not seen yet."""
    basic = set(tableau.basis)
    pivots = [(tableau.leaving_row(c), c) for c in range(tableau.columns) if c not in basic]
    return [(row, column) for row, column in pivots if _exchanged(tableau, row, column) not in seen]


def _exchanged(tableau: Tableau, row: int, column: int) -> frozenset[int]:
    return frozenset([*tableau.basis[:row], column, *tableau.basis[row + 1 :]])


def most_vertices(dimension: int, facets: int) -> int:
    """How many vertices a polytope may have at most [McMullen1970]_."""
    codimension = facets - dimension
    halves = (facets - (dimension + 1) // 2, facets - (dimension + 2) // 2)
    return sum(math.comb(half, codimension) for half in halves)


def complete_pairs(first: list[Vertex], second: list[Vertex], labels: int) -> list[tuple[int, int]]:
    """The pairs that have all labels between them, by index."""
    if not first or not second:
        return []
    lacking = [_lacking(own, labels) for own in (first, second)]
    return [(int(i), int(j)) for i, j in np.argwhere(lacking[0] @ lacking[1].T == 0)]


def _lacking(own: list[Vertex], labels: int) -> NDArray[Any]:
    table = np.ones((len(own), labels), dtype=np.float32)
    for row, vertex in enumerate(own):
        table[row, list(vertex.labels)] = 0
    return table
