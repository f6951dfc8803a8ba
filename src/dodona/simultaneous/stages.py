"""Two players who move at once and see everything else: one algorithm, whose parts make the published variants.

A stage is a matrix game between the two moves; its cells are the values of the subgames below. The variants of
[Bosansky2013]_ and chapter 4 of [Bosansky2014]_ differ in how many cells they must know:

1. Backward induction solves every cell (Algorithm 1).
2. Serialized bounds: alpha-beta on the two games in which one player moves first enclose a subgame's value; where they
   meet, it is solved (Algorithm 2, with the comparison of its lines 12 and 21 the right way round).
3. Double oracle solves only the cells of a restricted matrix, which grows by best responses (Algorithms 3 and 4).
4. Sorting tries the most promising responses first; the cached variants ask subgames only whether they can matter, and
   keep what they learn in a table.
5. SMAB [Saffidine2012]_ searches cell by cell, leaves out actions that others dominate by the bounds known so far, and
   searches a cell only between the values at which its row or column would be dominated.

Departures: best responses look only for actions that beat the restricted game's value, and begin with the actions most
played in the stage solved before at the same depth; windows that fail return what they have proven; every variant may
use a table with exact keys, shared by positions that differ in nothing but the names of players and actions. SMAB takes
cells in growing squares, and finds its windows by Newton's method on matrix games instead of linear programs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, certified, conclude
from dodona.model.errors import DodonaError, GameDefinitionError, SolverError
from dodona.model.evaluation import MEANING, NOUN, Evaluation, some_evaluation
from dodona.model.game import SIMULTANEOUS, OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.player import Choice, Player, Stage, StrategyPlayer, certain, deciding_player
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.size import CERTIFIED_NODES
from dodona.model.solution import Solution
from dodona.model.strategy import Strategy
from dodona.perfect.horizon import Horizon, horizon_of
from dodona.perfect.tables import DEFAULT_TABLE, default_size, make_table, require_memory

REQUIRES = Requires(players=2, constant_sum=True, perfect_information=True, simultaneous=True)


@dataclass(frozen=True)
class Preset:
    """The parts of a variant."""

    summary: str
    solver: Literal["matrix", "oracle", "dominance"] = "matrix"
    bounds: bool = False
    sorted: bool = False
    tighten: bool = False
    table: bool = False


#: In order of preference.
PRESETS = {
    "stage_search": Preset(
        "double oracle in every stage, with a table of exact positions and their mirror images", "oracle", table=True
    ),
    "stage_backward_induction": Preset("every stage as a whole matrix, from the last ones up"),
    "backward_induction_alphabeta": Preset(
        "backward induction that skips subgames whose serialized bounds meet", bounds=True
    ),
    "smab": Preset("cell by cell, without actions that others dominate", "dominance"),
    "double_oracle": Preset("stages solved on restricted matrices that grow by best responses", "oracle"),
    "double_oracle_alphabeta": Preset("double oracle with serialized bounds on every subgame", "oracle", bounds=True),
    "double_oracle_sorted_alphabeta": Preset(
        "the same, trying the most promising responses first", "oracle", bounds=True, sorted=True
    ),
    "cached_double_oracle_alphabeta": Preset(
        "double oracle with bounds, a global table and tightened windows",
        "oracle",
        bounds=True,
        tighten=True,
        table=True,
    ),
    "cached_double_oracle_sorted_alphabeta": Preset(
        "the same, trying the most promising responses first",
        "oracle",
        bounds=True,
        sorted=True,
        tighten=True,
        table=True,
    ),
}


@dataclass(frozen=True)
class StageOptions(Options):
    """What a user may change about a variant."""

    table: int | None = option(
        None,
        f"size of the table of solved stages, 0 for none; variants that want one have up to {DEFAULT_TABLE >> 20} MB",
        is_size=True,
    )
    serialized_table: int | None = option(
        None, "size of the table of each of the two serialized searches, likewise", is_size=True
    )
    symmetry: bool = option(
        True, "positions that differ in nothing but the players' names share an entry, where the game declares them"
    )
    outlook: bool | None = option(
        None, "skip what the game itself knows to be decided; by default where there are bounds or a table"
    )
    search: Literal["alphabeta", "negascout", "mtdf"] = option(
        "alphabeta", "how serialized games are searched; the last two want a `serialized_table`"
    )
    null_windows: bool = option(
        False, "cached variants ask of a best response only whether it improves, not by how much"
    )
    shuffle: bool = option(
        False, "try moves in random order, drawn from `seed`; otherwise in the game's own order where it has one"
    )
    strategies: bool | None = option(
        None, f"strategies for every stage; by default where the tree has at most {CERTIFIED_NODES:,} nodes"
    )
    evaluation: Evaluation | None = option(None, MEANING, noun=NOUN)
    deepening: bool | None = option(
        None, "look ahead 1, 2, ... stages in turn; by default where there is an evaluation"
    )


def solve_stages(attempt: Attempt) -> Solution:
    """Solve a game of simultaneous moves with the variant of the attempt's name.

    Small games get strategies for every stage, reached or not, and bounds from best responses to them. For larger ones
    the bounds add up what every stage on the longest line may be off; ``solution.player().stage(state)`` gives
    matrix and strategies of any stage.
    """
    solver = Solver(attempt.method, attempt.game, attempt.options, attempt.run.limit, attempt.seed)
    result = solver.run(attempt.game.handle, attempt.run)
    stop = Stopped(result.stopped_by) if result.stopped_by else None
    if stop is None and not result.complete:
        stop = Stopped("depth")
    solver.look_as_far_as(result.depth)
    solution = solver.certified_solution(attempt, _stats(result)) if stop is None else None
    if solution is None:
        numbers = (result.value, result.lower, result.upper)
        solution = conclude(attempt, numbers, max(1.0, abs(result.value)), _stats(result), stop=stop, evidence="stages")
    return solution._played_by(StagePlayer(solver, solution.strategies))


class Solver:
    """A game with a prepared variant: it solves the game, and on request any stage of it with the same table."""

    def __init__(self, name: str, game: OpenGame, options: StageOptions, limit: Limit, seed: int = 0) -> None:
        preset = PRESETS[name]
        self.game, self.limit = game, limit
        self.horizon = horizon_of(self.game, self.limit.depth, options.evaluation, options.deepening)
        self.core = core = _core.StageOptions()
        core.solver = getattr(_core.StageSolver, preset.solver)
        core.bounds, core.sorted, core.tighten = preset.bounds, preset.sorted, preset.tighten
        core.null_windows = options.null_windows
        core.shuffle, core.seed = options.shuffle, seed % 2**64
        core.search = getattr(_core.Algorithm, options.search)
        if self.limit.gap is not None:
            core.gap = float(self.limit.gap)
        self._set_tables(preset, options)
        if preset.tighten and core.table is None:
            raise DodonaError(f"{name} rests on its table: give it one.")
        core.outlook = core.table is not None or preset.bounds if options.outlook is None else options.outlook
        # The mirror image is worth the negative only where nothing is shared out unevenly, and estimates need not be
        # symmetric.
        core.symmetry = options.symmetry and self.game.traits.zero_sum and self.horizon.evaluation is None
        self._look_to(self.horizon)

    def run(self, handle: _core.GameHandle, run: Run) -> _core.StageResult:
        """Solve the game, or one that starts at a position of it, within the limits."""
        run.check()
        return _core.solve_stages(
            handle,
            self.core,
            self.horizon.evaluation,
            run.budget(self.game.max_length),
            lambda depth, value, lower, upper: run.event(f"depth {depth}" if depth else "stages", lower, upper),
        )

    def look_from(self, state: _core.State, seconds: float | None) -> int:
        """Find how far one can look ahead from a position in half of a time, and look so far; 0 for to the end."""
        self._look_to(self.horizon)
        limit = self.limit_of(seconds)
        with Run(limit if limit.time is None else replace(limit, time=limit.time / 2)) as run:
            try:
                result = self.run(self.game.handle.at(state), run)
            except Stopped:
                result = None
        if run.cancelled:
            raise KeyboardInterrupt
        if result is None or not (result.complete or result.depth):
            raise SolverError(f"the limit left no time to find a move at {state}: allow more.")
        depth = 0 if result.complete else result.depth
        self.look_as_far_as(depth)
        return depth

    def look_as_far_as(self, depth: int) -> None:
        """From now on look at stages as far ahead as the search came; 0 where it came to the end."""
        self._look_to(replace(self.horizon, depth=depth or self.horizon.depth, deepening=False))

    def certified_solution(self, attempt: Attempt, stats: Stats) -> Solution | None:
        """Strategies of all stages, judged on the tree; None where it is too large or the limits do not suffice."""
        wanted: bool | None = attempt.options.strategies
        if wanted is False or not self.horizon.is_open:
            return None
        if wanted is None and not self.game.size_up_to(CERTIFIED_NODES).at_most(CERTIFIED_NODES):
            return None
        try:
            tree = attempt.tree()
            if self.core.table is None:  # every stage rests on those below
                self.core.table = self._table(self.game.handle, default_size(self.limit))
            profile = attempt.walk(lambda budget: _core.stage_profile(self.game.handle, tree, self.core, budget))
            return certified(attempt, tree, profile, stats)
        except Stopped:
            return None  # the value is there; only the strategies are not

    def stage(self, state: _core.State, seconds: float | None = None) -> Stage:
        """The matrix and optimal strategies at a position."""
        handle = self.game.handle
        if state.turn != SIMULTANEOUS:
            raise DodonaError(f"at {state} the players do not move at once, so there is no matrix.")
        with Run(self.limit_of(seconds)) as run:
            try:
                report = run.walk(
                    lambda budget: _core.stage(handle, state, self.core, self.horizon.evaluation, budget),
                    self.game.max_length,
                )
            except Stopped as stop:
                raise SolverError(f"the stage at {state} was not solved: {stop.sentence()}") from None
        rows, columns = tuple(state.actions(0)), tuple(state.actions(1))
        if (len(rows), len(columns)) != (report.rows, report.columns):
            raise GameDefinitionError(f"at {state} the game offers other actions than when the stage was solved.")
        matrix = np.array(report.matrix).reshape(report.rows, report.columns)
        strategies = (np.array(report.row_strategy), np.array(report.column_strategy))
        return Stage(rows, columns, matrix, strategies, report.value)

    def limit_of(self, seconds: float | None) -> Limit:
        """The limits of the solve, with another time where one is given."""
        return self.limit if seconds is None else replace(self.limit, time=seconds)

    def _look_to(self, horizon: Horizon) -> None:
        core = self.core
        core.depth, core.deepening, core.canonical = horizon.depth, horizon.deepening, horizon.canonical

    def _set_tables(self, preset: Preset, options: StageOptions) -> None:
        """A table of stages, and one for each serialized search where there are such searches."""
        wanted = default_size(self.limit, 3) if preset.table else 0
        size = wanted if options.table is None else options.table
        serialized_size = wanted if options.serialized_table is None else options.serialized_table
        for asked in (size, serialized_size):
            require_memory(asked, self.limit)
        self.core.table = self._table(self.game.handle, size)
        if preset.bounds:
            first, second = (self._table(self.game.handle.serialized(mover), serialized_size) for mover in (0, 1))
            self.core.set_serialized_tables(first, second)

    def _table(self, handle: _core.GameHandle, size: int) -> _core.TranspositionTable | None:
        """A table for positions of the game or of a view of it; none where they have no exact keys."""
        root = handle.root()
        return None if size == 0 or root.key() is None else make_table(self.game, root, size)


class StagePlayer(Player):
    """Solves every stage that it is asked about, with one table for the whole game; follows strategies if it has them.

    With ``looks_ahead`` it spends half of its time on finding how far it can look from a position, and then solves the
    stage so far.
    """

    def __init__(self, solver: Solver, strategies: Sequence[Strategy] = (), looks_ahead: bool = False) -> None:
        self._solver = solver
        self._looks_ahead = looks_ahead
        self._strategies = StrategyPlayer(strategies) if strategies else None

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """The optimal mixed strategy at a stage, or the best action where one player moves."""
        if self._strategies is not None:
            return self._strategies.choose(state, player)
        mover = deciding_player(state, player)
        depth = self._solver.look_from(state, seconds) if self._looks_ahead else 0
        note = f"depth {depth}" if depth else ""
        if state.turn != SIMULTANEOUS:
            return self._best_of_one(state, mover, note, seconds)
        stage = self._solver.stage(state, seconds)
        value = self._solver.game.traits.utility_of(mover, stage.value)
        mixed = tuple(float(p) for p in stage.strategies[mover])
        return Choice((stage.rows, stage.columns)[mover], mixed, value, not depth, note)

    def stage(self, state: _core.State, *, seconds: float | None = None) -> Stage:
        """The matrix and optimal strategies at a position, as far ahead as the solver looks."""
        if self._looks_ahead:
            self._solver.look_from(state, seconds)
        return self._solver.stage(state, seconds)

    def _best_of_one(self, state: _core.State, mover: int, note: str, seconds: float | None) -> Choice:
        """The action with the best value where only one player moves."""
        labels, game, values = state.actions(mover), self._solver.game, []
        with Run(self._solver.limit_of(seconds)) as run:
            for action in range(len(labels)):
                try:
                    result = self._solver.run(game.handle.at(state.play(index=action)), run)
                except Stopped:
                    result = None
                if result is None or result.stopped_by:
                    raise SolverError(f"the limit left no time to find a move at {state}: allow more.")
                values.append(game.traits.utility_of(mover, result.value))
        best = max(range(len(values)), key=values.__getitem__)
        return certain(labels, best, value=values[best], proven=not note, note=note)


def looking_player(name: str, game: OpenGame, options: StageOptions, limit: Limit, seed: int = 0) -> StagePlayer:
    """A player that looks further and further ahead as long as it may, for games too large to be solved before."""
    if options.evaluation is None:
        options = replace(options, evaluation=some_evaluation(game))
    return StagePlayer(Solver(name, game, options, limit, seed), looks_ahead=True)


def _stats(result: _core.StageResult) -> dict[str, float | int | str]:
    counts = ("stages", "matrices", "bounds", "bounds_met", "serialized_nodes", "iterations", "dominated", "table_hits")
    by_depth = ("stages_by_depth", "pure_by_depth", "mixed_by_depth")
    numbers: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in counts}
    if result.depth:
        numbers |= {"depth": result.depth, "evaluations": result.stats.evaluations}
    return {**numbers, **{name: " ".join(map(str, getattr(result.stats, name))) for name in by_depth}}


METHODS = tuple(
    Method(
        name,
        solve_stages,
        REQUIRES,
        "simultaneous",
        own.summary,
        StageOptions(),
        player=partial(looking_player, name),
    )
    for name, own in PRESETS.items()
)
