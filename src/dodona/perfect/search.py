"""Depth-first search of two-player constant-sum games of perfect information: minimax, alpha-beta and their kin."""

from __future__ import annotations

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, get_args

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import conclude
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.evaluation import MEANING, NOUN, Evaluation, some_evaluation
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method, too_large_to_store
from dodona.model.options import MOST_THREADS, Options, one_of_words, option, options_of, refuse
from dodona.model.player import Choice, certain
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import EXACT, Solution
from dodona.perfect.horizon import horizon_of
from dodona.perfect.tables import DEFAULT_TABLE, Replacement, default_size, make_table, require_memory
from dodona.perfect.thinking import ThinkingPlayer

REQUIRES = Requires(players=2, constant_sum=True, perfect_information=True, sequential=True)

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
OrderedBy = Literal["table", "domain", "killers", "history"]
ORDERINGS: tuple[str, ...] = get_args(OrderedBy)


@dataclass(frozen=True)
class SearchOptions(Options):
    """How a search goes about its work; which of these a method has depends on the method."""

    evaluation: Evaluation | None = option(None, MEANING, noun=NOUN)
    deepening: bool | None = option(
        None, "search to depth 1, 2, ... instead of to the limit at once; by default where there is an evaluation"
    )
    table: int | _core.TranspositionTable | None = option(
        None,
        f"size of the transposition table, {DEFAULT_TABLE >> 20} MB by default, 0 for none",
        part="pruning",
        beside="a table to share",
        is_size=True,
    )
    replacement: Replacement = option(
        "effort",
        "which entry of a full bucket gives way: the one that cost the fewest nodes, or each in turn",
        part="pruning",
    )
    ordering: tuple[OrderedBy, ...] = option(
        ("table", "domain", "history"),
        "what decides which moves come first: the remembered move, the game's own order, killer moves [Akl1977], the "
        "history heuristic [Schaeffer1983]",
        part="pruning",
    )
    chance: Literal["none", "star1", "star2"] = option(
        "star1", "pruning at chance nodes; `star2` is the default of the method `star2`", part="pruning"
    )
    parallel: Parallel | None = option(
        None, "scheme that spreads the search over threads; `ybwc_weak` where only `threads` is given", part="threads"
    )
    threads: int | None = option(
        None,
        "number of threads, by default one per processor where a scheme is named",
        part="threads",
        least=1,
        most=MOST_THREADS,
    )
    split_plies: int | None = option(None, "how far from the root tasks are made", part="threads", least=0)
    guess: float | None = option(None, "the value that `aspiration` and `mtdf` expect", part="guess")
    width: float | None = option(None, "half of the window of `aspiration`", part="window", above=0)


@dataclass(frozen=True)
class Preset:
    """A search under its name from the literature, with the parts of the options that it has."""

    algorithm: str
    summary: str
    parts: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ()
    defaults: SearchOptions = SearchOptions()

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(own.name for own in options_of(SearchOptions, self.parts))


_SPREAD = ("pruning", "threads")

#: In order of preference.
PRESETS = {
    "negascout": Preset(
        "negascout",
        "alpha-beta that first asks of younger moves only whether they are better, with a table",
        _SPREAD,
        SCHEMES,
    ),
    "alphabeta": Preset("alphabeta", "depth-first search that skips what cannot change the value", _SPREAD, SCHEMES),
    "negamax": Preset("alphabeta", "alpha-beta written from the mover's side", _SPREAD, SCHEMES),
    "mtdf": Preset("mtdf", "a sequence of yes-or-no searches on one table, from a first guess", ("pruning", "guess")),
    "aspiration": Preset(
        "aspiration",
        "alpha-beta with a window around a guess, searched again where the value lies outside",
        ("pruning", "guess", "window"),
    ),
    "scout": Preset("scout", "the first move is evaluated, the others only tested", ("pruning",)),
    "sss_star": Preset("sss_star", "best-first from above, as tests on one table", ("pruning",)),
    "dual_star": Preset("dual_star", "best-first from below, as tests on one table", ("pruning",)),
    "star1": Preset("alphabeta", "alpha-beta through chance nodes by the bounds of the utilities", _SPREAD, SCHEMES),
    "star2": Preset(
        "alphabeta",
        "star1 after probing one move behind every outcome",
        _SPREAD,
        SCHEMES,
        SearchOptions(chance="star2"),
    ),
    "minimax": Preset("minimax", "every line to its end, without pruning"),
    "expectiminimax": Preset("minimax", "minimax with the mean at chance nodes", ("threads",), ("expectiminimax",)),
}


def search(attempt: Attempt) -> Solution:
    """Search a game with the method of the attempt's name.

    The bounds are proven by the search itself: where no line was cut short by a depth limit they meet at the value.
    Elsewhere the value is an estimate, and a bound is as good as the evaluations allow: an estimate can neither reach
    a bar above all estimates nor miss one below all of them.
    """
    solver = Solver(attempt.method, attempt.game, attempt.options, attempt.run.limit)
    result = solver.run(attempt.game.handle, attempt.run)
    stop = Stopped(result.stopped_by) if result.stopped_by else None
    if stop is None and result.lower < result.upper:
        stop = Stopped("depth")
    numbers = (result.value, result.lower, result.upper)
    solution = conclude(attempt, numbers, max(1.0, abs(result.value)), _stats(result), stop=stop, evidence="search")
    line = labels_of(attempt.game.root(), result.line)
    return replace(solution, principal_variation=line)._played_by(SearchPlayer(solver))


class Solver:
    """A game with a prepared search: it solves the game, and on request any position of it with the same table."""

    def __init__(self, name: str, game: OpenGame, options: SearchOptions, limit: Limit) -> None:
        preset = PRESETS[name]
        if name in ("star1", "star2"):
            _require_bounds_for_chance(name, game)
        horizon = horizon_of(game, limit.depth, options.evaluation, options.deepening)
        self.game, self.limit = game, limit
        self.evaluation = horizon.evaluation
        self.core = core = _core.SearchOptions()
        core.algorithm = getattr(_core.Algorithm, preset.algorithm)
        core.chance = getattr(_core.ChancePruning, options.chance)
        core.ordering = _ordering(options.ordering)
        core.table = _table(game, options, limit) if "pruning" in preset.parts else None
        core.depth, core.deepening, core.canonical = horizon.depth, horizon.deepening, horizon.canonical
        if options.guess is not None:
            core.guess = options.guess
        if options.width is not None:
            core.width = options.width
        _set_threads(core, options, preset, in_python=game.handle.untrusted)

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


class SearchPlayer(ThinkingPlayer):
    """Searches every position that it is asked about, with one transposition table for the whole game."""

    def __init__(self, solver: Solver) -> None:
        super().__init__(solver.game, solver.limit)
        self._solver = solver

    def think(self, handle: _core.GameHandle, mover: int, labels: list[str], run: Run) -> Choice | None:
        """The first move of the line that a search finds."""
        result = self._solver.run(handle, run)
        if not result.line:
            return None
        return certain(
            labels,
            result.line[0],
            value=self._game.traits.utility_of(mover, result.value),
            proven=result.upper - result.lower <= EXACT * max(1.0, abs(result.value)),
            note=f"depth {result.depth}" if result.depth else "",
        )


def searching_player(name: str, game: OpenGame, options: SearchOptions, limit: Limit, seed: int = 0) -> SearchPlayer:
    """A player that searches deeper and deeper as long as it may, for games too large to be solved before."""
    if options.evaluation is None:
        options = replace(options, evaluation=some_evaluation(game))
    return SearchPlayer(Solver(name, game, options, limit))


def _stats(result: _core.SearchResult) -> dict[str, float | int | str]:
    counts = ("nodes", "leaves", "evaluations", "chance_nodes", "cutoffs", "first_cutoffs", "table_hits")
    more = ("table_cutoffs", "researches", "tasks", "abandoned")
    stats: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in (*counts, *more)}
    return {**stats, "depth": result.depth} if result.depth else stats


def labels_of(state: _core.State, line: list[int]) -> tuple[str, ...]:
    """The labels of a line of play from a position on."""
    labels = []
    for action in line:
        following = state.play(index=action)  # refuses what rules in Python no longer offer
        labels.append(state.actions()[action])
        state = following
    return tuple(labels)


def _require_bounds_for_chance(name: str, game: OpenGame) -> None:
    bounds = game.handle.utility_bounds or (-math.inf, math.inf)
    if game.traits.chance and not all(map(math.isfinite, bounds)):
        raise UnsupportedGameError(
            f"{name} prunes at chance nodes by the bounds of the utilities, and {game} has none: set utility_range, or "
            "use alphabeta or expectiminimax."
        )


def _ordering(names: Sequence[str]) -> _core.Ordering:
    ordering = _core.Ordering()
    for name in ORDERINGS:
        setattr(ordering, name, name in names)
    return ordering


def _table(game: OpenGame, options: SearchOptions, limit: Limit) -> _core.TranspositionTable | None:
    """The table that was given, one of the size that was asked for, or the default where positions have keys."""
    table, root = options.table, game.root()
    if isinstance(table, _core.TranspositionTable):
        return table
    if table is None:
        table = 0 if root.key() is None else default_size(limit)
    require_memory(table, limit)
    return make_table(game, root, table, options.replacement) if table else None


def _set_threads(core: _core.SearchOptions, options: SearchOptions, preset: Preset, in_python: bool) -> None:
    threads, scheme = options.threads, options.parallel
    if scheme is None and threads is not None and threads > 1:
        scheme = "expectiminimax" if "expectiminimax" in preset.schemes else "ybwc_weak"
    if scheme is None:
        return
    if scheme not in preset.schemes:
        refuse("parallel", one_of_words(preset.schemes), scheme)
    if scheme == "abdada" and core.table is None:
        raise DodonaError("the threads of abdada work together through a transposition table: give it one.")
    core.scheme = getattr(_core.Scheme, scheme)
    # Rules in Python run on one thread at a time anyway; the scheme then runs on one, with the same result.
    core.threads = 1 if in_python else threads or os.cpu_count() or 1
    if options.split_plies is not None:
        core.split_plies = min(options.split_plies, 1000)


METHODS = tuple(
    Method(
        name,
        search,
        REQUIRES,
        "perfect",
        own.summary,
        own.defaults,
        own.parts,
        too_large_to_store,
        player=partial(searching_player, name),
    )
    for name, own in PRESETS.items()
)
