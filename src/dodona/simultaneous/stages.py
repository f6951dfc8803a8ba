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

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.certificate import certified, conclude, unfinished
from dodona.model.errors import DodonaError
from dodona.model.game import SIMULTANEOUS, Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.options import one_of, shown
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.perfect.evaluation import Evaluation
from dodona.perfect.search import NO_HORIZON, default_table, make_table, set_horizon

REQUIRES = Requires(players=2, constant_sum=True, perfect_information=True, simultaneous=True)
OPTIONS = (
    "table",
    "serialized_table",
    "symmetry",
    "outlook",
    "search",
    "null_windows",
    "shuffle",
    "strategies",
    "evaluation",
    "deepening",
)

#: Trees up to this many nodes get strategies for every stage, and bounds from best responses to them.
CERTIFIED_NODES = 200_000


@dataclass(frozen=True)
class Preset:
    """Which parts a variant has."""

    solver: Literal["matrix", "oracle", "dominance"] = "matrix"
    bounds: bool = False
    sorted: bool = False
    tighten: bool = False
    table: bool = False


PRESETS = {
    "stage_search": Preset("oracle", table=True),
    "stage_backward_induction": Preset(),
    "backward_induction_alphabeta": Preset(bounds=True),
    "smab": Preset("dominance"),
    "double_oracle": Preset("oracle"),
    "double_oracle_alphabeta": Preset("oracle", bounds=True),
    "double_oracle_sorted_alphabeta": Preset("oracle", bounds=True, sorted=True),
    "cached_double_oracle_alphabeta": Preset("oracle", bounds=True, tighten=True, table=True),
    "cached_double_oracle_sorted_alphabeta": Preset("oracle", bounds=True, sorted=True, tighten=True, table=True),
}
SEARCHES = ("alphabeta", "negascout", "mtdf")


@dataclass(frozen=True)
class StageOptions:
    """What a user may change about a variant.

    Parameters
    ----------
    table, serialized_table
        Bytes for solved stages, and for each of the two serialized searches; 0 for none.
    symmetry
        Let a position and its mirror image share an entry, where the game declares what that is.
    outlook
        Skip positions that the game itself knows to be decided; by default where there are bounds or a table.
    search
        The serialized searches: ``alphabeta``, ``negascout`` or ``mtdf``.
    null_windows
        Let the cached variants ask of a best response only whether it improves, not by how much.
    shuffle
        Try moves in random order, drawn from the seed.
    strategies
        Compute strategies for every stage, by default where the tree is small.
    evaluation, deepening
        Estimate of positions beyond ``Limit(depth=...)``, which counts stages, and whether to look ahead 1, 2, ...
        stages in turn; by default the game's own evaluation, and yes.
    """

    table: int | None = None
    serialized_table: int | None = None
    symmetry: bool = True
    outlook: bool | None = None
    search: Literal["alphabeta", "negascout", "mtdf"] = "alphabeta"
    null_windows: bool = False
    shuffle: bool = False
    strategies: bool | None = None
    evaluation: Evaluation | None = None
    deepening: bool | None = None


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


@dataclass
class Solver:
    """A game with a prepared variant."""

    name: str
    game: Game
    options: StageOptions
    limit: Limit
    seed: int = 0
    handle: _core.GameHandle = field(init=False)
    core: _core.StageOptions = field(init=False)
    evaluation: _core.Evaluation | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.handle = self.game.handle
        self.core = core = _core.StageOptions()
        preset, options = PRESETS[self.name], self.options
        for switch in ("symmetry", "outlook", "shuffle", "strategies", "null_windows"):
            value = getattr(options, switch)
            if not isinstance(value, bool) and (value is not None or switch not in ("outlook", "strategies")):
                raise DodonaError(f"{switch} is True or False, not {value!r}.")
        one_of("search", options.search, SEARCHES)
        core.solver = getattr(_core.StageSolver, preset.solver)
        core.bounds, core.sorted, core.tighten = preset.bounds, preset.sorted, preset.tighten
        core.null_windows = options.null_windows
        core.shuffle, core.seed = options.shuffle, self.seed % 2**64
        core.search = getattr(_core.Algorithm, options.search)
        core.table = self._table("table", preset.table, self.game)
        if preset.tighten and core.table is None:
            raise DodonaError(f"{self.name} rests on its table: give it one.")
        serialized = [self._table("serialized_table", preset.table, self.game.serialized(i)) for i in (0, 1)]
        if preset.bounds:
            core.set_serialized_tables(*serialized)
        # The mirror image is worth the negative only where nothing is shared out unevenly.
        core.symmetry = options.symmetry and self.game.traits.zero_sum
        core.outlook = core.table is not None or preset.bounds if options.outlook is None else options.outlook
        set_horizon(self)
        core.symmetry = core.symmetry and self.evaluation is None  # estimates need not be symmetric

    def _table(self, option: str, wanted: bool, game: Game) -> _core.TranspositionTable | None:
        size = getattr(self.options, option)
        if size is None:
            size = default_table(self.limit, 3) if wanted else 0
        elif isinstance(size, bool) or not isinstance(size, int) or size < 0:
            raise DodonaError(f"{option} is a number of bytes from 0 up, not {size!r}.")
        if size == 0 or game.handle.root().key() is None:
            return None
        return make_table(game, size, "effort", self.limit)

    def stage(self, state: _core.State | None = None) -> Stage:
        """The matrix and optimal strategies at a position, by default at the start."""
        state = self.handle.root() if state is None else state
        if state.turn != SIMULTANEOUS:
            raise DodonaError(f"at {state} the players do not move at once, so there is no matrix.")
        with Run(self.limit) as run:
            report = run.walk(
                lambda budget: _core.stage(self.handle, state, self.core, self.evaluation, budget), self.game.max_length
            )
        rows, columns = tuple(state.actions(0)), tuple(state.actions(1))
        matrix = np.array(report.matrix).reshape(len(rows), len(columns))
        strategies = (np.array(report.row_strategy), np.array(report.column_strategy))
        return Stage(rows, columns, matrix, strategies, report.value)

    def keep_stages(self) -> None:
        """Give the strategies of all stages, each of which rests on those below, a table if there is none."""
        if self.core.table is None and self.handle.root().key() is not None:
            self.core.table = make_table(self.game, default_table(self.limit), "effort", self.limit)

    def reached(self, depth: int) -> None:
        """Stages are looked at as far ahead as the search came."""
        self.core.depth, self.core.deepening = depth or self.core.depth, False

    def tree(self, run: Run) -> _core.GameTree | None:
        """The tree, where it is small enough or asked for."""
        if self.options.strategies is False or self.core.depth < NO_HORIZON or self.core.deepening:
            return None
        if self.options.strategies is None:
            try:
                self.handle.count(_core.Budget(seconds=2.0, nodes=CERTIFIED_NODES, depth=self.game.max_length))
            except _core.LimitReached:
                return None
        return self.game.tree_in(run)


def solve_stages(
    name: str, game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None, **options: Any
) -> Solution:
    """Solve a game of simultaneous moves with the variant of this name.

    Small games get strategies for every stage, reached or not, and bounds from best responses to them. For larger ones
    the bounds add up what every stage on the longest line may be off; ``solution.stage(state)`` gives matrix and
    strategies of any stage.
    """
    require(game, name, REQUIRES)
    limit = limit or Limit()
    with Run(limit, on_event) as run:
        solver = Solver(name, game, StageOptions(**options), limit, seed)
        try:
            run.check()
            result = _core.solve_stages(
                solver.handle,
                solver.core,
                solver.evaluation,
                run.budget(game.max_length),
                lambda depth, value, lower, upper: run.event(f"depth {depth}" if depth else "stages", lower, upper),
            )
        except Stopped as early:
            return unfinished(game, name, run, early, seed)
        stats = _stats(result)
        stop = Stopped(result.stopped_by) if result.stopped_by else None
        if stop is None and not result.complete:
            stop = Stopped("depth")
        solver.reached(result.depth)
        solution: Solution | None = None
        if stop is None:
            try:
                tree = solver.tree(run)
                if tree is not None:
                    solver.keep_stages()
                    profile = run.walk(
                        lambda budget: _core.stage_profile(solver.handle, tree, solver.core, budget), game.max_length
                    )
                    solution = certified(game, name, run, tree, profile, stats, None, seed)
            except Stopped:
                pass  # the value is there; only the strategies are not
        if solution is None:
            numbers = (result.value, result.lower, result.upper)
            solution = conclude(game, name, run, (), numbers, max(1.0, abs(result.value)), stats, stop, seed)
        provenance = replace(solution.provenance, parameters=shown(options))
        return replace(solution, provenance=provenance, stages=solver.stage)


def stage_method(name: str) -> Callable[..., Solution]:
    """The variant of this name, as the methods of other rooms are called."""

    def solver(game: Game, **settings: Any) -> Solution:
        return solve_stages(name, game, **settings)

    solver.__name__ = name
    return solver


def _stats(result: _core.StageResult) -> dict[str, float | int | str]:
    counts = ("stages", "matrices", "bounds", "bounds_met", "serialized_nodes", "iterations", "dominated", "table_hits")
    by_depth = ("stages_by_depth", "pure_by_depth", "mixed_by_depth")
    numbers: dict[str, float | int | str] = {name: getattr(result.stats, name) for name in counts}
    if result.depth:
        numbers |= {"depth": result.depth, "evaluations": result.stats.evaluations}
    return {**numbers, **{name: " ".join(map(str, getattr(result.stats, name))) for name in by_depth}}
