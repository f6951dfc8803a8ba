"""How large a game is, as far as a short count can tell: what fits into memory is solved whole."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate
from operator import mul

from dodona import _core
from dodona.model.errors import GameDefinitionError

#: Trees up to this many nodes are stored and solved whole, with strategies for every position; larger ones are
#: searched. Rules in Python are slower by two orders of magnitude.
STORED_NODES, STORED_NODES_PYTHON = 1_000_000, 50_000
#: Methods that need no tree build one up to this many nodes: for complete strategies, judged by best responses on it.
CERTIFIED_NODES, CERTIFIED_NODES_PYTHON = 200_000, 20_000
#: Seconds that a count may take, and at most this share of a limited time.
MEASURING, MEASURING_SHARE = 2.0, 0.1


@dataclass(frozen=True)
class Size:
    """The size of a game's tree, and of its matrix if it is one.

    Attributes
    ----------
    nodes
        Nodes of the tree; None where they are more than ``counted`` or take too long to count.
    counted
        How far nodes were counted, or would have been.
    in_python
        Whether the rules are written in Python.
    cells
        Cells of the matrix; None where the game is none.
    broken
        What the count found wrong with the rules. Such a game counts as small: whoever walks it tells.
    """

    nodes: int | None
    counted: float = math.inf
    in_python: bool = False
    cells: int | None = None
    broken: GameDefinitionError | None = None

    def at_most(self, nodes: int) -> bool:
        """Whether the tree is known to have no more nodes than this."""
        return self.broken is not None or (self.nodes is not None and self.nodes <= nodes)

    @property
    def most_stored(self) -> int:
        """How many nodes the tree of such rules may have to be stored."""
        return STORED_NODES_PYTHON if self.in_python else STORED_NODES

    @property
    def is_stored(self) -> bool:
        """Whether the tree is small enough to be stored and solved whole."""
        return self.at_most(self.most_stored)


def matrix_size(root: _core.State, players: int) -> Size:
    """The size of a matrix game, which need not be counted: in its tree the players choose one after the other."""
    levels = list(accumulate((len(root.actions(player)) for player in range(players)), mul))
    return Size(1 + sum(levels), cells=levels[-1])


def measured(handle: _core.GameHandle, most: int, depth: int, seconds: float) -> Size:
    """The size by one count of at most so many nodes, as far as the time suffices."""
    in_python = handle.untrusted
    try:
        counts = handle.count(_core.Budget(seconds=seconds, nodes=most, depth=depth))
    except _core.LimitReached as reached:
        return Size(None, most if str(reached) == "nodes" else math.inf, in_python)
    except GameDefinitionError as error:
        return Size(None, in_python=in_python, broken=error)
    return Size(counts.nodes, in_python=in_python)
