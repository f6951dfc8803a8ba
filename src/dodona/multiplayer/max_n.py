"""max^n: search of games of perfect information with any number of players and any sum of utilities."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified, conclude, unfinished, value_sum
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method, too_large_to_store
from dodona.model.options import Options, option
from dodona.model.player import Choice, certain
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.multiplayer.bounds import (
    BoundRule,
    Decisions,
    Linear,
    Outcomes,
    difference_bounds,
    leaf_values,
    linear_bounds,
    outcome_rows,
    require_sum,
)
from dodona.multiplayer.evaluation import MEANING, NOUN, VectorEvaluation, vector_horizon
from dodona.perfect.search import labels_of
from dodona.perfect.tables import DEFAULT_TABLE, default_size, require_memory
from dodona.perfect.thinking import ThinkingPlayer

REQUIRES = Requires(perfect_information=True, sequential=True)
#: Vectors have room for so many.
MOST_PLAYERS = 16

Pruning = Literal["none", "shallow", "branch_and_bound", "last_branch", "speculative"]
Ties = Literal["first", "last", "spiteful", "generous"]


@dataclass(frozen=True)
class LookAheadOptions(Options):
    """How far to look, for all methods of this room."""

    evaluation: VectorEvaluation | None = option(None, MEANING, noun=NOUN)
    deepening: bool | None = option(
        None, "search to depth 1, 2, ... instead of to the limit at once; by default where there is an evaluation"
    )
    table: int | None = option(
        None, f"size of the transposition table, {DEFAULT_TABLE >> 20} MB by default, 0 for none", is_size=True
    )


T = TypeVar("T", bound=LookAheadOptions)


@dataclass(frozen=True)
class MaxNOptions(LookAheadOptions):
    """How max^n goes about its work."""

    pruning: Pruning | None = option(
        None,
        "what is left out: `none`, `shallow` [Korf1991], `branch_and_bound` [SturtevantKorf2000], `last_branch`, "
        "`speculative` [Sturtevant2003]; by default `speculative` where outcomes are bounded",
    )
    bound: BoundRule | None = option(
        None,
        "what decides: the largest sum of utilities (`linear`), all outcomes (`leaf_values` [Sturtevant2005]), "
        "or for two players the most they sum to (`difference` [CarmelMarkovitch1996]); by default `leaf_values` where "
        "the game lists its outcomes and the search ends there",
    )
    ties: Ties = option(
        "first",
        "which of several moves a mover takes that give her the same: the first, the last, the one that leaves the "
        "others least together (`spiteful`) or most (`generous`)",
    )
    hopes: bool = option(True, "use what the game knows of each position; `shallow` never does")
    outcomes: Outcomes | None = option(
        None,
        "all vectors of utilities that the game can end with: those it lists, those of its tree, or a list",
        noun="`game`, `tree` or a list of vectors",
    )
    maxsum: float | None = option(None, "the largest sum of utilities, for the linear rule")
    difference: float | None = option(None, "the most that the utilities of two players sum to, for `difference`")
    decisions: Decisions = option(
        "auto", "whether answers of the leaf-value table are found by its rows, kept on demand, or all made beforehand"
    )
    strategies: bool = option(
        False, "complete strategies besides, from the stored tree, with best responses to them; for ties to the first"
    )


def max_n(attempt: Attempt) -> Solution:
    """Search a game with max^n: every mover takes what is best for her, by the tie rule among equals.

    A complete search is a subgame-perfect equilibrium of the game under the tie rule, so that nobody regrets anything.
    Pruning changes neither the values at the root nor the move there.
    """
    solver = MaxN(attempt.game, attempt.options, attempt.run.limit, attempt.run)
    if attempt.options.strategies:
        return _with_strategies(attempt, solver)
    result = solver.run(attempt.game.handle, attempt.run)
    stats = solver.stats(result)
    line = labels_of(attempt.game.root(), result.line)
    stop = Stopped(result.stopped_by) if result.stopped_by else None
    if stop is None and not result.complete:
        stop = Stopped("depth")
    if not result.values:
        solution = unfinished(attempt, stop or Stopped("nodes"))
        return replace(solution, stats={**stats, **solution.stats}, principal_variation=line)
    return replace(_concluded(attempt, result, stats, stop), principal_variation=line)._played_by(MaxNPlayer(solver))


def _concluded(
    attempt: Attempt, result: _core.MaxNResult, stats: dict[str, float | int | str], stop: Stopped | None
) -> Solution:
    """The solution of a search that came to its end, at least to some depth."""
    values = tuple(result.values)
    proven = result.complete
    if value_sum(attempt) is not None:
        reach = (values[0], values[0]) if proven else (attempt.problem.utility_bounds or (-math.inf, math.inf))
        return conclude(attempt, (values[0], *reach), max(1.0, abs(values[0])), stats, stop=stop, evidence="search")
    attempt.run.event("search")
    final = {**stats, "seconds": attempt.run.elapsed, **({"stopped_by": stop.reason} if stop else {})}
    cancelled = stop is not None and stop.reason == "cancelled"
    return Solution(
        values,
        (0.0,) * len(values) if proven else (),
        None,
        (),
        "exact" if proven else "cancelled" if cancelled else "limit",
        "search",
        final,
        attempt.provenance,
        attempt.problem.player_names,
    )


def _with_strategies(attempt: Attempt, solver: MaxN) -> Solution:
    """What backward induction on the stored tree finds, which is the same, with the counts of the search."""
    if attempt.options.ties != "first":
        raise DodonaError("strategies are those of ties to the first move: leave out ties, or strategies.")
    tree = attempt.tree()
    result = solver.run(attempt.game.handle, attempt.run)
    solution = certified(attempt, tree, _core.backward_induction(tree), solver.stats(result))
    return replace(solution, principal_variation=labels_of(attempt.game.root(), result.line))


class MaxN:
    """A game with a prepared search: it solves the game, and on request any position of it with the same table."""

    def __init__(self, game: OpenGame, options: MaxNOptions, limit: Limit, run: Run) -> None:
        require_players(game)
        horizon = vector_horizon(game, limit.depth, options.evaluation, options.deepening)
        self.game, self.limit, self.evaluation = game, limit, horizon.evaluation
        self.core = core = _core.MaxNOptions()
        core.ties = getattr(_core.Ties, options.ties)
        core.hopes = options.hopes
        core.depth, core.deepening = horizon.depth, horizon.deepening
        core.table = vector_table(game, options.table, limit)
        core.pruning = _core.Pruning.none
        if options.pruning != "none":
            self._bound(options, horizon.is_open, run)

    def _bound(self, options: MaxNOptions, is_open: bool, run: Run) -> None:
        """Choose what decides, and whether there is anything to decide by."""
        game, rule = self.game, options.bound
        rows = outcome_rows(game, options.outcomes, run)
        if rule is None:
            rule = "leaf_values" if rows and is_open and not game.traits.chance else "linear"
        if rule == "leaf_values":
            if game.traits.chance:
                raise UnsupportedGameError(
                    "a leaf-value table lists what a game can end with, and with chance moves values lie in between: "
                    "use bound='linear'."
                )
            self.core.values = leaf_values(game, options.outcomes, rows, options.decisions)
        else:
            bounds = self._sums(options, rule, rows)
            if not math.isfinite(bounds.max_sum) and options.pruning is None and options.bound is None:
                return
            require_sum(game, bounds)
            self.core.max_sum, self.core.least = bounds.max_sum, list(bounds.least)
        self.core.pruning = getattr(_core.Pruning, options.pruning or "speculative")

    def _sums(self, options: MaxNOptions, rule: str, rows: list[list[float]]) -> Linear:
        if rule == "difference":
            return difference_bounds(self.game, options.difference)
        return linear_bounds(self.game, rows, options.maxsum)

    def run(self, handle: _core.GameHandle, run: Run) -> _core.MaxNResult:
        """Search from the root of a game that shares the rules of this one."""
        run.check()
        budget = run.budget(self.game.max_length)
        return _core.max_n(
            handle,
            self.core,
            self.evaluation,
            budget,
            lambda depth: run.event(f"depth {depth}" if depth else "search"),
        )

    def stats(self, result: _core.MaxNResult) -> dict[str, float | int | str]:
        """Counts of a search, the tie rule, and what the leaf-value table has been asked."""
        names = ("nodes", "leaves", "evaluations", "chance_nodes", "immediate_cuts", "shallow_cuts", "deep_cuts")
        more = ("researches", "table_hits", "table_cutoffs")
        stats: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in (*names, *more)}
        values = self.core.values
        if values is not None:
            stats |= {
                "outcomes": len(values),
                "decisions": values.asked,
                "decisions_remembered": values.remembered,
                "decisions_kept": values.kept,
                "outcome_bytes": values.memory,
            }
        stats |= {"pruning": self.core.pruning.name, "ties": self.core.ties.name}
        return {**stats, "depth": result.depth} if result.depth else stats


class MaxNPlayer(ThinkingPlayer):
    """Searches every position that it is asked about, with one table for the whole game."""

    def __init__(self, solver: MaxN) -> None:
        super().__init__(solver.game, solver.limit)
        self._solver = solver
        self._solver.core.line = False

    def think(self, handle: _core.GameHandle, mover: int, labels: list[str], run: Run) -> Choice | None:
        """The move that max^n takes."""
        result = self._solver.run(handle, run)
        if not result.line:
            return None
        value = result.values[mover] if result.values else None
        note = f"depth {result.depth}" if result.depth else ""
        return certain(labels, result.line[0], value=value, proven=result.finished and result.complete, note=note)


def max_n_player(game: OpenGame, options: MaxNOptions, limit: Limit, seed: int = 0) -> MaxNPlayer:
    """A player that searches deeper and deeper as long as it may."""
    with Run(limit) as run:
        return MaxNPlayer(MaxN(game, with_estimates(game, options), limit, run))


def with_estimates(game: OpenGame, options: T) -> T:
    """The options with the game's own estimates, or, where it has none, a fair share for everybody."""
    if options.evaluation is not None:
        return options
    if game.handle.has_vector_evaluation:
        return replace(options, evaluation="game")
    most = options.maxsum if isinstance(options, MaxNOptions) else None
    fair = linear_bounds(game, game.handle.outcomes(), most).fair
    return replace(options, evaluation=lambda _: fair)


def require_players(game: OpenGame) -> None:
    """Refuse more players than vectors have room for."""
    if game.traits.players > MOST_PLAYERS:
        raise UnsupportedGameError(f"max_n searches games of at most {MOST_PLAYERS} players.")


def vector_table(game: OpenGame, size: int | None, limit: Limit) -> _core.VectorTable | None:
    """A table of the size that was asked for, or the default where positions have keys."""
    key = game.root().key()
    if size is None:
        size = 0 if key is None else default_size(limit)
    require_memory(size, limit)
    if not size:
        return None
    if key is None:
        raise UnsupportedGameError(f"a transposition table needs exact keys of positions, and {game} has none.")
    return _core.max_n_table(game.traits.players, size, max(8, len(key)))


METHOD = Method(
    "max_n",
    max_n,
    REQUIRES,
    "multiplayer",
    "max^n searches games of any number of players without storing them",
    MaxNOptions(),
    ahead=too_large_to_store,
    player=max_n_player,
)
