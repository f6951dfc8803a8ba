"""Transposition tables: for which game, how large, within which memory."""

from __future__ import annotations

from typing import Literal, get_args

from dodona import _core
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.game import Game, OpenGame, opened
from dodona.model.limit import Limit
from dodona.model.run import memory_of_machine
from dodona.model.values import byte_size, one_of, whole

#: Bytes of a transposition table that nobody asked for.
DEFAULT_TABLE = 256 << 20

#: What gives way in a full bucket: the entry that cost the fewest nodes, or each in turn.
Replacement = Literal["effort", "always"]


def transposition_table(
    game: Game, size: int | str = DEFAULT_TABLE, replacement: Replacement = "effort"
) -> _core.TranspositionTable:
    """A table for the positions of a game, to be shared between searches.

    Parameters
    ----------
    game
        The game whose positions it keeps.
    size
        Bytes that it may take, as a number or a text such as "64M".
    replacement
        Which entry of a full bucket gives way: "effort", the one that cost the fewest nodes, or "always", each in turn.

    Returns
    -------
    TranspositionTable
        For the option ``table`` of searches.

    Examples
    --------
    >>> import dodona
    >>> game = dodona.game("connect_four(width=4, height=4)")
    >>> table = dodona.transposition_table(game, size=1 << 20)
    >>> dodona.solve(game, "mtdf", table=table).value
    0.0
    >>> dodona.solve(game.after("1", "1"), "alphabeta", table=table).stats["table_hits"] > 0
    True
    """
    size = whole("the size of a table in bytes", byte_size(size) if isinstance(size, str) else size, 1)
    one_of("replacement", replacement, get_args(Replacement))
    require_memory(size, Limit())
    game = opened(game)
    return make_table(game, game.root(), size, replacement)


def default_size(limit: Limit, tables: int = 1) -> int:
    """Bytes for each of some tables that nobody asked for: together at most half of the memory."""
    return min(DEFAULT_TABLE, _memory(limit) // 2 // tables)


def require_memory(size: int, limit: Limit) -> None:
    """Refuse a size that is more than the memory that a limit allows."""
    most = _memory(limit)
    if size > most:
        raise DodonaError(
            f"a table of {size:,} bytes is larger than the memory it may take, {most:,} bytes; make it smaller or "
            "raise Limit(memory=...)."
        )


def make_table(
    game: OpenGame, root: _core.State, size: int, replacement: Replacement = "effort"
) -> _core.TranspositionTable:
    """A table for positions of a game, whose keys are as long as that of the root."""
    key = root.key()
    if key is None:
        raise UnsupportedGameError(f"a transposition table needs exact keys of positions, and {game} has none.")
    try:
        return _core.TranspositionTable(size, max(8, len(key)), getattr(_core.Replacement, replacement))
    except MemoryError:
        raise DodonaError(f"there is no memory for a table of {size:,} bytes; make it smaller.") from None


def _memory(limit: Limit) -> int:
    return memory_of_machine() if (memory := limit.memory_bytes) is None else int(min(memory, 2**62))
