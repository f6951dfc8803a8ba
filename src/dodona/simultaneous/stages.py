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

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, certified, conclude
from dodona.model.errors import DodonaError, GameDefinitionError, SolverError
from dodona.model.game import SIMULTANEOUS
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.size import CERTIFIED_NODES
from dodona.model.solution import Solution
from dodona.perfect.evaluation import MEANING, NOUN, Evaluation
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


@dataclass(frozen=True)
class Stage:
    """A stage with everything below it solved: player 0 chooses the row, player 1 the column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    matrix: NDArray[np.float64]
    strategies: tuple[NDArray[np.float64], NDArray[np.float64]]
    value: float

    @property
    def supports(self) -> tuple[int, int]:
        """How many actions each player uses."""
        first, second = self.strategies
        return int(np.count_nonzero(first > 1e-9)), int(np.count_nonzero(second > 1e-9))


def solve_stages(attempt: Attempt) -> Solution:
    """Solve a game of simultaneous moves with the variant of the attempt's name.

    Small games get strategies for every stage, reached or not, and bounds from best responses to them. For larger ones
    the bounds add up what every stage on the longest line may be off; ``solution.stage(state)`` gives matrix and
    strategies of any stage.
    """
    solver = Solver(attempt)
    result = solver.run(attempt.run)
    stop = Stopped(result.stopped_by) if result.stopped_by else None
    if stop is None and not result.complete:
        stop = Stopped("depth")
    solver.look_as_far_as(result.depth)
    solution = solver.certified_solution(attempt, _stats(result)) if stop is None else None
    if solution is None:
        numbers = (result.value, result.lower, result.upper)
        solution = conclude(attempt, numbers, max(1.0, abs(result.value)), _stats(result), stop=stop, evidence="stages")
    return replace(solution, stages=solver.stage)


class Solver:
    """A game with a prepared variant: it solves the game, and on request any stage of it with the same table."""

    def __init__(self, attempt: Attempt) -> None:
        options: StageOptions = attempt.options
        preset = PRESETS[attempt.method]
        self.game, self.limit = attempt.game, attempt.run.limit
        self.horizon = horizon_of(self.game, self.limit.depth, options.evaluation, options.deepening)
        self.core = core = _core.StageOptions()
        core.solver = getattr(_core.StageSolver, preset.solver)
        core.bounds, core.sorted, core.tighten = preset.bounds, preset.sorted, preset.tighten
        core.null_windows = options.null_windows
        core.shuffle, core.seed = options.shuffle, attempt.seed % 2**64
        core.search = getattr(_core.Algorithm, options.search)
        if self.limit.gap is not None:
            core.gap = float(self.limit.gap)
        self._set_tables(preset, options)
        if preset.tighten and core.table is None:
            raise DodonaError(f"{attempt.method} rests on its table: give it one.")
        core.outlook = core.table is not None or preset.bounds if options.outlook is None else options.outlook
        # The mirror image is worth the negative only where nothing is shared out unevenly, and estimates need not be
        # symmetric.
        core.symmetry = options.symmetry and self.game.traits.zero_sum and self.horizon.evaluation is None
        self._look_to(self.horizon)

    def run(self, run: Run) -> _core.StageResult:
        """Solve the game within the limits."""
        run.check()
        return _core.solve_stages(
            self.game.handle,
            self.core,
            self.horizon.evaluation,
            run.budget(self.game.max_length),
            lambda depth, value, lower, upper: run.event(f"depth {depth}" if depth else "stages", lower, upper),
        )

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

    def stage(self, state: _core.State | None = None) -> Stage:
        """The matrix and optimal strategies at a position, by default at the start."""
        handle = self.game.handle
        state = handle.root() if state is None else state
        if state.turn != SIMULTANEOUS:
            raise DodonaError(f"at {state} the players do not move at once, so there is no matrix.")
        with Run(self.limit) as run:
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


def _stats(result: _core.StageResult) -> dict[str, float | int | str]:
    counts = ("stages", "matrices", "bounds", "bounds_met", "serialized_nodes", "iterations", "dominated", "table_hits")
    by_depth = ("stages_by_depth", "pure_by_depth", "mixed_by_depth")
    numbers: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in counts}
    if result.depth:
        numbers |= {"depth": result.depth, "evaluations": result.stats.evaluations}
    return {**numbers, **{name: " ".join(map(str, getattr(result.stats, name))) for name in by_depth}}


METHODS = tuple(
    Method(name, solve_stages, REQUIRES, "simultaneous", own.summary, StageOptions()) for name, own in PRESETS.items()
)
