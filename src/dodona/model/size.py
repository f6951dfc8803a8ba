"""How large a game is, as far as a short count can tell: what fits into memory is solved whole."""

from __future__ import annotations

from dataclasses import dataclass

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
        Nodes of the tree; None where they are more than any of the numbers above or take too long to count.
    in_python
        Whether the rules are written in Python.
    cells
        Cells of the matrix; None where the game is none.
    broken
        What the count found wrong with the rules. Such a game counts as small: whoever walks it tells.
    """

    nodes: int | None
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

    @property
    def is_certified(self) -> bool:
        """Whether the tree is small enough to be built for nothing but complete strategies and their certificate."""
        return self.at_most(CERTIFIED_NODES_PYTHON if self.in_python else CERTIFIED_NODES)


def matrix_size(root: _core.State) -> Size:
    """The size of a matrix game of two players, which need not be counted."""
    rows, columns = len(root.actions(0)), len(root.actions(1))
    return Size(1 + rows + rows * columns, cells=rows * columns)


def measured(handle: _core.GameHandle, depth: int, seconds: float) -> Size:
    """The size by one count, as far as it matters to anybody and the time suffices."""
    most = CERTIFIED_NODES if handle.untrusted else STORED_NODES
    try:
        counts = handle.count(_core.Budget(seconds=seconds, nodes=most, depth=depth))
    except _core.LimitReached:
        return Size(None, handle.untrusted)
    except GameDefinitionError as error:
        return Size(None, handle.untrusted, broken=error)
    return Size(counts.nodes, handle.untrusted)
