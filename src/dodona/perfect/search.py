"""Depth-first search of two-player constant-sum games of perfect information: minimax, alpha-beta and their kin."""

from __future__ import annotations

import math
import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, get_args

from dodona import _core
from dodona.model.certificate import conclude, unfinished
from dodona.model.errors import DodonaError, SolverError, UnsupportedGameError
from dodona.model.game import Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.options import one_of, shown, thread_count
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped, memory_of_machine
from dodona.model.solution import Solution
from dodona.perfect.evaluation import Evaluation, evaluation_of

REQUIRES = Requires(players=2, constant_sum=True, perfect_information=True, sequential=True)

#: Deeper than any game.
NO_HORIZON = _core.SearchOptions().depth
#: Bytes of a transposition table that nobody asked for.
DEFAULT_TABLE = 256 << 20

#: The parallel schemes for alpha-beta and NegaScout.
AlphaBetaScheme = Literal[
    "tree_splitting",
    "mandatory_work_first",
    "pv_splitting",
    "aspiration",
    "ybwc_weak",
    "ybwc_strong",
    "er",
    "unsynchronised",
    "and_or",
    "abdada",
]
SCHEMES: tuple[str, ...] = get_args(AlphaBetaScheme)
Parallel = AlphaBetaScheme | Literal["expectiminimax"]
ORDERINGS = ("table", "domain", "killers", "history")

_BASIC = ("evaluation", "deepening")
_PRUNED = (*_BASIC, "table", "replacement", "ordering", "chance")
_SPREAD = ("parallel", "threads", "split_plies")


@dataclass(frozen=True)
class Preset:
    """A search under its name from the literature."""

    algorithm: str
    options: tuple[str, ...]
    schemes: tuple[str, ...] = ()
    chance: str = "star1"


PRESETS = {
    "minimax": Preset("minimax", _BASIC),
    "expectiminimax": Preset("minimax", (*_BASIC, *_SPREAD), ("expectiminimax",)),
    "negamax": Preset("alphabeta", (*_PRUNED, *_SPREAD), SCHEMES),
    "alphabeta": Preset("alphabeta", (*_PRUNED, *_SPREAD), SCHEMES),
    "star1": Preset("alphabeta", (*_PRUNED, *_SPREAD), SCHEMES),
    "star2": Preset("alphabeta", (*_PRUNED, *_SPREAD), SCHEMES, "star2"),
    "aspiration": Preset("aspiration", (*_PRUNED, "guess", "width")),
    "scout": Preset("scout", _PRUNED),
    "negascout": Preset("negascout", (*_PRUNED, *_SPREAD), SCHEMES),
    "mtdf": Preset("mtdf", (*_PRUNED, "guess")),
    "sss_star": Preset("sss_star", _PRUNED),
    "dual_star": Preset("dual_star", _PRUNED),
}


@dataclass(frozen=True)
class SearchOptions:
    """How a search goes about its work; which of these a method takes depends on the method.

    Parameters
    ----------
    table
        Transposition table: its size in bytes, 0 for none, or a ``TranspositionTable`` to share between searches.
    replacement
        What gives way in a full table: ``effort`` (what cost the fewest nodes) or ``always`` (in turn).
    ordering
        What decides which moves come first, any of ``table``, ``domain``, ``killers`` and ``history``.
    chance
        Pruning at chance nodes: ``none``, ``star1`` or ``star2``.
    evaluation
        An estimate of player 0's utility where the depth limit ends a line: ``game`` for the game's own, a function
        of the position, or a compiled function of the position's key (see ``dodona.perfect.evaluation``).
    deepening
        Search to depth 1, 2, ... (by default where there is an evaluation).
    guess, width
        The value that aspiration and MTD(f) expect, and half of aspiration's window.
    parallel, threads, split_plies
        Scheme, number of threads, and how far from the root tasks are made.
    """

    table: int | _core.TranspositionTable | None = None
    replacement: Literal["effort", "always"] = "effort"
    ordering: tuple[str, ...] = ("table", "domain", "history")
    chance: Literal["none", "star1", "star2"] | None = None
    evaluation: Evaluation | None = None
    deepening: bool | None = None
    guess: float | None = None
    width: float | None = None
    parallel: Parallel | None = None
    threads: int | None = None
    split_plies: int | None = None


class LookingAhead(Protocol):
    """What a depth limit is set on: the solvers of this room and of simultaneous moves."""

    game: Game
    limit: Limit
    handle: _core.GameHandle
    evaluation: _core.Evaluation | None

    @property
    def options(self) -> Any:
        """Options with an evaluation and deepening."""

    @property
    def core(self) -> Any:
        """The core's options with depth and deepening."""


@dataclass
class Searcher:
    """A game with a prepared search: it solves the game, and on request any position of it with the same table."""

    name: str
    game: Game
    options: SearchOptions
    limit: Limit
    handle: _core.GameHandle = field(init=False)
    core: _core.SearchOptions = field(init=False)
    evaluation: _core.Evaluation | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.handle = self.game.handle
        self.core = core = _core.SearchOptions()
        preset = PRESETS[self.name]
        core.algorithm = getattr(_core.Algorithm, preset.algorithm)
        core.chance = getattr(_core.ChancePruning, _chance(self, preset))
        core.ordering = _ordering(self.options.ordering)
        core.table = _table(self) if "table" in preset.options else None
        set_horizon(self)
        if self.options.guess is not None:
            core.guess = _number("guess", self.options.guess)
        if self.options.width is not None:
            core.width = _number("width", self.options.width)
            if core.width <= 0:
                raise DodonaError(f"width is a number above 0, not {self.options.width!r}.")
        _set_threads(self, preset)

    def run(self, handle: _core.GameHandle, run: Run) -> _core.SearchResult:
        """Search from the root of a game that shares the rules of this one."""
        run.check()
        return _core.search(
            handle,
            self.core,
            self.evaluation,
            run.budget(self.game.max_length),
            lambda depth, value, lower, upper: run.event(f"depth {depth}" if depth else "search", lower, upper),
        )

    def best_move(self, state: _core.State | None) -> str:
        """The best move at a position, by a search that uses what the table has kept."""
        handle = self.handle if state is None else self.handle.at(state)
        root = handle.root()
        if root.turn < 0:
            raise DodonaError(f"at {root} nobody is to decide, so there is no best move.")
        with Run(self.limit) as run:
            line = self.run(handle, run).line
        if not line:
            raise SolverError(f"the limit left no time to find a move at {root}: allow more.")
        return root.actions()[line[0]]


def search(
    name: str, game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None, **options: Any
) -> Solution:
    """Search a game with the method of this name.

    The bounds are proven by the search itself: where no line was cut short by a depth limit they meet at the value.
    Elsewhere the value is an estimate, and a bound is as good as the evaluations allow: an estimate can neither reach
    a bar above all estimates nor miss one below all of them.
    """
    require(game, name, REQUIRES)
    limit = limit or Limit()
    with Run(limit, on_event) as run:
        searcher = Searcher(name, game, SearchOptions(**options), limit)
        try:
            result = searcher.run(searcher.handle, run)
        except Stopped as early:
            return unfinished(game, name, run, early, seed)
        stop = Stopped(result.stopped_by) if result.stopped_by else None
        if stop is None and result.lower < result.upper:
            stop = Stopped("depth")
        numbers = (result.value, result.lower, result.upper)
        solution = conclude(game, name, run, (), numbers, max(1.0, abs(result.value)), _stats(result), stop, seed)
        provenance = replace(solution.provenance, parameters=shown(options))
        line = _labels(searcher.handle.root(), result.line)
        return replace(solution, provenance=provenance, principal_variation=line, advisor=searcher.best_move)


def method(name: str) -> Callable[..., Solution]:
    """The search of this name, as the methods of other rooms are called."""

    def solver(game: Game, **settings: Any) -> Solution:
        return search(name, game, **settings)

    solver.__name__ = name
    return solver


def transposition_table(
    game: Game, size: int = DEFAULT_TABLE, replacement: Literal["effort", "always"] = "effort"
) -> _core.TranspositionTable:
    """A table for the positions of a game, to be shared between searches.

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
    return make_table(game, size, replacement, Limit())


def _bounds(game: Game) -> tuple[float, float]:
    return game.handle.utility_bounds or (-math.inf, math.inf)


def _stats(result: _core.SearchResult) -> dict[str, float | int | str]:
    counts = ("nodes", "leaves", "evaluations", "chance_nodes", "cutoffs", "first_cutoffs", "table_hits")
    more = ("table_cutoffs", "researches", "tasks", "abandoned")
    stats: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in (*counts, *more)}
    return {**stats, "depth": result.depth} if result.depth else stats


def _labels(state: _core.State, line: list[int]) -> tuple[str, ...]:
    labels = []
    for action in line:
        labels.append(state.actions()[action])
        state = state.play(action)
    return tuple(labels)


def _chance(searcher: Searcher, preset: Preset) -> str:
    chance = preset.chance if searcher.options.chance is None else searcher.options.chance
    one_of("chance", chance, ("none", "star1", "star2"))
    asked = searcher.name in ("star1", "star2")
    if asked and searcher.game.traits.chance and not all(map(math.isfinite, _bounds(searcher.game))):
        raise UnsupportedGameError(
            f"{searcher.name} prunes at chance nodes by the bounds of the utilities, and {searcher.game} has none: "
            "set utility_range, or use alphabeta or expectiminimax."
        )
    return chance


def _ordering(names: tuple[str, ...]) -> _core.Ordering:
    if not isinstance(names, tuple | list) or not all(isinstance(name, str) for name in names):
        raise DodonaError(f"ordering is a tuple of names out of {', '.join(ORDERINGS)}, not {names!r}.")
    ordering = _core.Ordering()
    for name in names:
        one_of("ordering", name, ORDERINGS)
    for name in ORDERINGS:
        setattr(ordering, name, name in names)
    return ordering


def _table(searcher: Searcher) -> _core.TranspositionTable | None:
    table = searcher.options.table
    if isinstance(table, _core.TranspositionTable):
        return table
    if table is not None and (isinstance(table, bool) or not isinstance(table, int) or table < 0):
        raise DodonaError(f"table is a number of bytes from 0 up, or a table to share, not {table!r}.")
    if table is None and searcher.handle.root().key() is None:
        return None
    if table is None:
        table = default_table(searcher.limit)
    return make_table(searcher.game, table, searcher.options.replacement, searcher.limit) if table else None


def default_table(limit: Limit, tables: int = 1) -> int:
    """Bytes for each of some tables that nobody asked for: together at most half of the memory."""
    return min(DEFAULT_TABLE, _memory(limit) // 2 // tables)


def make_table(game: Game, size: int, replacement: str, limit: Limit) -> _core.TranspositionTable:
    """A table for a game's positions within the memory of a limit."""
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:
        raise DodonaError(f"table is a number of bytes from 0 up, or a table to share, not {size!r}.")
    one_of("replacement", replacement, ("effort", "always"))
    key = game.handle.root().key()
    if key is None:
        raise UnsupportedGameError(f"a transposition table needs exact keys of positions, and {game} has none.")
    most = _memory(limit)
    if size > most:
        raise DodonaError(
            f"a table of {size:,} bytes is larger than the memory it may take, {most:,} bytes; make it smaller or "
            "raise Limit(memory=...)."
        )
    try:
        return _core.TranspositionTable(size, max(8, len(key)), getattr(_core.Replacement, replacement))
    except MemoryError:
        raise DodonaError(f"there is no memory for a table of {size:,} bytes; make it smaller.") from None


def _memory(limit: Limit) -> int:
    return memory_of_machine() if limit.memory is None else int(min(limit.memory, 2**62))


def set_horizon(searcher: LookingAhead) -> None:
    """Turn a depth limit, an evaluation and deepening into what the core is asked for."""
    options, depth = searcher.options, searcher.limit.depth
    if options.deepening not in (None, True, False):
        raise DodonaError(f"deepening is True or False, not {options.deepening!r}.")
    evaluation = options.evaluation
    own = searcher.handle.has_evaluation
    if evaluation is None and depth is not None:
        if not own:
            raise DodonaError(
                f"a depth limit needs an evaluation of the positions where it ends, and {searcher.game} has none of "
                "its own: pass evaluation=..., a function from a position to player 0's estimated utility."
            )
        evaluation = "game"
    if evaluation is None:
        if options.deepening:
            raise DodonaError("iterative deepening needs an evaluation: pass evaluation=..., or deepening=False.")
        return
    if evaluation == "game" and not own:
        raise DodonaError(f"{searcher.game} has no evaluation of its own: pass a function instead.")
    searcher.evaluation = evaluation_of(evaluation, searcher.game)
    # What somebody else estimates may depend on more than the game does.
    searcher.core.canonical = searcher.evaluation is None
    searcher.core.deepening = options.deepening is not False
    if depth is not None:
        searcher.core.depth = int(min(depth, searcher.core.depth))
    elif not searcher.core.deepening:
        raise DodonaError("an evaluation is only asked at a depth limit: set Limit(depth=...), or deepening=True.")


def _set_threads(searcher: Searcher, preset: Preset) -> None:
    options, core = searcher.options, searcher.core
    threads = options.threads
    if threads is not None:
        thread_count(threads)
    plies = options.split_plies
    if plies is not None and (isinstance(plies, bool) or not isinstance(plies, int) or plies < 0):
        raise DodonaError(f"split_plies is a whole number from 0 up, not {plies!r}.")
    scheme = options.parallel
    if scheme is None and threads is not None and threads > 1:
        scheme = "expectiminimax" if "expectiminimax" in preset.schemes else "ybwc_weak"
    if scheme is None:
        return
    one_of("parallel", scheme, preset.schemes)
    if scheme == "abdada" and core.table is None:
        raise DodonaError("the threads of abdada work together through a transposition table: give it one.")
    core.scheme = getattr(_core.Scheme, scheme)
    # Rules in Python run on one thread at a time anyway; the scheme then runs on one, with the same result.
    core.threads = 1 if searcher.handle.untrusted else threads or os.cpu_count() or 1
    if plies is not None:
        core.split_plies = min(plies, 1000)


def _number(name: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise DodonaError(f"{name} is a finite number, not {value!r}.")
    return float(value)
