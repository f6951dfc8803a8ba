"""Sequence-form double oracle: exact solutions of games that are never stored (chapter 5 of [Bosansky2014]_).

The restricted game lets players use a few of their sequences. Again and again:

1. A linear program solves the restricted game. Outside of it players follow a default strategy.
2. Best responses in the full game to the extended strategies prove bounds on the value, and bring new sequences.
3. The restricted game grows by them: sequences that the other side's sequences let be played in full, and everything
   that comes about. Where the mover has no allowed action a node is a leaf for now; its value is what her default
   strategy gets against a best response from there.

DOB responds for both players in every iteration, DOSA for one and then for the other, DOSWP for the one whose bound is
farther from the restricted game's value (5.8).

Departures: one program serves both players, whose plans are its solution and its multipliers. Sets with one allowed
action are no part of it. Ties among best responses go to actions that are allowed already. A best response follows the
default strategy below a temporary leaf instead of taking the leaf's value, which answers node by node and is only a
bound on what a player with less information can get: bounds are as tight or tighter, and prove what a best response in
the full game does. Beyond the thesis: growth at every information set of the restricted game, plans by regret matching
while it grows, automorphisms, threads, checkpoints.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Literal

import numpy as np

from dodona import _core
from dodona.extensive.checkpoint import Checkpoint
from dodona.lp import Basis, CompressedRows, GrowingProgram, LinearProgram, Triplets
from dodona.model.certificate import certified, conclude, unfinished
from dodona.model.errors import DodonaError, GameDefinitionError
from dodona.model.game import Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.options import one_of, shown, thread_count
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import PartialStrategy, Strategy, StrategyLike, unique_labels

REQUIRES = Requires(players=2, constant_sum=True, hidden=True)

#: Trees up to this many nodes get complete strategies, judged by best responses on the tree; rules in Python are slow.
CERTIFIED_NODES = 200_000
CERTIFIED_NODES_PYTHON = 20_000

Policy = Literal["both", "alternating", "worse"]
POLICIES: dict[str, Policy] = {"dob": "both", "dosa": "alternating", "doswp": "worse"}

OPTIONS = (
    "regret",
    "growth",
    "leaves",
    "default",
    "symmetry",
    "threads",
    "split",
    "pruning",
    "checkpoint",
    "checkpoint_every",
    "resume",
)


@dataclass(frozen=True)
class OracleOptions:
    """What a user may change.

    Parameters
    ----------
    policy
        Whose best response is computed: of ``both`` players, ``alternating``, or of the ``worse`` one by (5.8).
    regret
        Before the first linear program let the restricted game grow by responses to plans that regret matching finds,
        which takes a fraction of the time; they need not be exact as long as there are better sequences to add.
    growth
        Add best responses along their own play (``reached``, as in the thesis), or at every information set of the
        restricted game (``everywhere``).
    leaves
        Nodes without an allowed action end the restricted game with the default strategy's value against a
        ``best_response``, or the ``default`` action is allowed there at once.
    default
        What players do outside the restricted game: their ``first`` action, the most ``promising`` one where the game
        orders actions, or a pair of pure strategies.
    symmetry
        Work on information sets up to the game's automorphisms, where it declares any and starts at its beginning.
    threads, split
        Threads of the best responses, and what becomes a task: the searching player's ``actions``, the ``answers`` of
        chance and the opponent, or ``both``.
    pruning
        Let bounds on the utilities cut best responses short.
    checkpoint, checkpoint_every, resume
        File that keeps the restricted game, how many seconds may pass between two writes, and whether to go on from it.
    """

    policy: Policy = "both"
    regret: bool = True
    growth: Literal["reached", "everywhere"] = "reached"
    leaves: Literal["best_response", "default"] = "best_response"
    default: Literal["first", "promising"] | Sequence[StrategyLike] = "first"
    symmetry: bool = True
    threads: int = 1
    split: Literal["both", "actions", "answers"] = "both"
    pruning: bool = True
    checkpoint: str | Path | None = None
    checkpoint_every: float = 60.0
    resume: bool = False

    def __post_init__(self) -> None:
        one_of("policy", self.policy, ("both", "alternating", "worse"))
        one_of("growth", self.growth, ("reached", "everywhere"))
        one_of("leaves", self.leaves, ("best_response", "default"))
        one_of("split", self.split, ("both", "actions", "answers"))
        for switch in ("regret", "symmetry", "pruning", "resume"):
            if not isinstance(getattr(self, switch), bool):
                raise DodonaError(f"{switch} is True or False, not {getattr(self, switch)!r}.")
        thread_count(self.threads)
        if self.resume and self.checkpoint is None:
            raise DodonaError("resume goes on from a checkpoint: name its file with checkpoint.")
        every = self.checkpoint_every
        if isinstance(every, bool) or not isinstance(every, int | float) or not every >= 0:
            raise DodonaError(f"checkpoint_every is a number of seconds from 0 up, not {every!r}.")

    def core(self, game: Game) -> _core.OracleOptions:
        """The same for the core."""
        core = _core.OracleOptions()
        core.leaves = (
            _core.TemporaryLeaves.best_response if self.leaves == "best_response" else _core.TemporaryLeaves.defaults
        )
        core.symmetry = self.symmetry
        response = _core.ResponseOptions()
        response.threads = 1 if game.handle.untrusted else self.threads
        response.split_actions, response.split_groups = self.split != "answers", self.split != "actions"
        response.everywhere, response.pruning = self.growth == "everywhere", self.pruning
        core.response = response
        if isinstance(self.default, str):
            one_of("default", self.default, ("first", "promising"))
            core.promising = self.default == "promising"
        else:
            _set_defaults(core, self.default)
            core.symmetry = False  # a strategy that somebody names need not be symmetric
        return core


def _set_defaults(core: _core.OracleOptions, default: Any) -> None:
    if not isinstance(default, Sequence) or len(default) != 2 or not all(isinstance(own, Mapping) for own in default):
        raise DodonaError("default is 'first', 'promising' or a pair of strategies, one per player.")
    for player, plan in enumerate(default):
        actions = []
        for label, row in plan.items():
            chosen = [str(action) for action, p in row.items() if p > 0]
            if len(chosen) != 1:
                raise DodonaError(
                    f"the default strategy of player {player} must be pure: at '{label}' it plays {len(chosen)}."
                )
            actions += chosen
        core.set_default(player, [str(label) for label in plan], actions)


def sequence_form_double_oracle(
    game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None, **options: Any
) -> Solution:
    """Solve a two-player constant-sum game with hidden information and perfect recall without storing its tree.

    The bounds come from best responses in the full game to the strategies as returned. On small games they are checked
    once more on the tree, and strategies are complete; on others a strategy has rows for the information sets of the
    restricted game and its default action elsewhere (``PartialStrategy``). A limit or Ctrl-C returns the best
    strategies found so far with the bounds they prove.
    """
    return _solve("sequence_form_double_oracle", game, limit, seed, on_event, OracleOptions(**options), options)


def preset(name: str) -> Callable[..., Solution]:
    """One of the published variants."""

    def solver(
        game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None, **options: Any
    ) -> Solution:
        own = {"regret": False, "symmetry": False, **options}
        return _solve(name, game, limit, seed, on_event, OracleOptions(policy=POLICIES[name], **own), options)

    solver.__name__ = name
    return solver


def _solve(
    name: str,
    game: Game,
    limit: Limit | None,
    seed: int,
    on_event: OnEvent | None,
    options: OracleOptions,
    given: Mapping[str, Any],
) -> Solution:
    require(game, name, REQUIRES)
    with Run(limit or Limit(), on_event) as run:
        try:
            loop = Loop(game, options, run)
        except Stopped as stop:
            return unfinished(game, name, run, stop, seed)
        stopped: Stopped | None = None
        try:
            loop.go()
        except Stopped as stop:
            stopped = stop
        solution = loop.conclude(name, stopped, seed)
        return replace(solution, provenance=replace(solution.provenance, parameters=shown(given)))


@dataclass
class Loop:
    """A run of the algorithm: the restricted game, what is proven, and whose turn it is to respond."""

    game: Game
    options: OracleOptions
    run: Run
    oracle: _core.DoubleOracle = field(init=False)
    program: GrowingProgram = field(init=False, default_factory=GrowingProgram)
    #: What each player can get at most: the least of her best-response values.
    best: list[float] = field(init=False, default_factory=lambda: [math.inf, math.inf])
    value: float = field(init=False, default=math.nan)
    iterations: int = field(init=False, default=0)
    lp_iterations: int = field(init=False, default=0)
    regret_iterations: int = field(init=False, default=0)
    seconds: dict[str, float] = field(
        init=False, default_factory=lambda: dict.fromkeys(("lp", "response", "growth", "regret"), 0.0)
    )
    checkpoint: Checkpoint | None = field(init=False, default=None)
    #: One unit of the program's payoffs.
    scale: float = field(init=False, default=0.0)
    #: Whose sequences came last, who responds next, and who has found nothing new since the game last grew.
    grown: int = field(init=False, default=0)
    turn: int = field(init=False, default=0)
    idle: set[int] = field(init=False, default_factory=set)

    def __post_init__(self) -> None:
        options, handle = self.options.core(self.game), self.game.handle
        self.total = float(self.game.traits.constant_sum or 0.0)
        if options.symmetry and handle.untrusted and handle.num_automorphisms > 1:
            self._check_automorphisms(handle)
        self.oracle = self.run.walk(lambda budget: _core.DoubleOracle(handle, options, budget), self.game.max_length)
        if self.options.checkpoint is not None:
            if handle.untrusted:
                raise DodonaError(
                    "a checkpoint needs a built-in game: those of rules in Python mean nothing to the next process."
                )
            self.checkpoint = Checkpoint(Path(self.options.checkpoint), self.options.checkpoint_every)
            if self.options.resume:
                self.checkpoint.load(self)

    @property
    def bounds(self) -> tuple[float, float]:
        """What best responses have proven."""
        return self.total - self.best[1], self.best[0]

    @property
    def size(self) -> float:
        """The typical size of the utilities that the restricted game has met."""
        return float(self.oracle.magnitude)

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.best[0] + self.best[1] - self.total

    def go(self) -> None:
        """Iterate until the bounds meet, or until neither player finds anything new."""
        if self.options.regret and self.program.basis is None:
            grow_by_regret(self)
        # What regret matching has met may be far from typical: at least one program has to agree.
        while (math.isnan(self.value) or self.gap > 1e-12 * self.size) and len(self.idle) < 2:
            self.allow_iteration()
            self.iterate()
            self.finish_iteration()

    def allow_iteration(self) -> None:
        """Stop where as many iterations as allowed are done."""
        if self.run.limit.iterations is not None and self.iterations >= self.run.limit.iterations:
            raise Stopped("iterations")

    def finish_iteration(self) -> None:
        """Count it, tell of it, keep it."""
        self.iterations += 1
        self.run.event(f"iteration {self.iterations}", *self.bounds)
        if self.checkpoint is not None:
            self.checkpoint.save_now_and_then(self)
        self.run.check()

    def iterate(self) -> None:
        """Solve the restricted game, respond to it, let it grow."""
        self.solve()
        responding = (0, 1) if self.options.policy == "both" else (self.turn,)
        for player in responding:
            self.respond(player)
        found: dict[int, int] = {}
        for player in responding:
            if any(found.values()):  # a basis outlives the growth of one player, not of both at once
                self.solve()
            found[player] = self.grow(player)
        self.idle = {*self.idle, *found} if not any(found.values()) else set()
        self.turn = self.next_turn(any(found.values()))

    def solve(self) -> None:
        """Plans of both players from one program."""
        with self.timed("growth"):
            raw = self.walk(self.oracle.program)
        with self.timed("lp"):
            if not self.scale / RESCALE <= self.size <= self.scale * RESCALE:  # as before the first program
                self.scale, self.program = self.size, GrowingProgram()
            scale = self.scale or 1.0
            new = Basis(raw.row_basic().astype(bool), raw.column_basic().astype(bool))
            changes = Triplets(raw.change_row(), raw.change_column(), raw.change() / scale)
            point = self.program.solve(linear_program(raw, scale), new, changes, self.grown == 0, self.run)
            self.oracle.set_plan(0, point.x)
            self.oracle.set_plan(1, -point.multipliers)
            self.value = scale * float(point.x[1])
            self.lp_iterations += point.iterations

    def respond(self, player: int) -> float:
        """Her best response in the full game; the plan it answers is kept if it proves the most so far."""
        with self.timed("response"):
            value = float(self.walk(lambda budget: self.oracle.respond(player, budget)))
        if value < self.best[player]:
            self.best[player] = value
            self.oracle.keep(1 - player)
        return value

    def grow(self, player: int) -> int:
        """Allow the sequences of her response; how many are new."""
        self.grown = player
        with self.timed("growth"):
            return int(self.walk(lambda budget: self.oracle.grow(player, budget)))

    def next_turn(self, grown: bool) -> int:
        """Who responds next: a player who found nothing waits until the game has grown."""
        other = 1 - self.turn
        if self.options.policy == "worse" and grown:
            far = [abs(self.best[0] - self.value), abs(self.best[1] - (self.total - self.value))]
            return other if far[0] == far[1] else int(far[1] > far[0])
        return other

    def conclude(self, name: str, stop: Stopped | None, seed: int) -> Solution:
        """The best strategies found, complete where the game is small."""
        if self.checkpoint is not None:
            self.checkpoint.save(self)
        if not all(map(math.isfinite, self.best)):
            return unfinished(self.game, name, self.run, stop or Stopped("iterations"), seed)
        tree = self._small_tree()
        if tree is not None:
            profile = [np.array(self.oracle.behaviour(tree, player)) for player in (0, 1)]
            return certified(self.game, name, self.run, tree, profile, self.stats(), stop, seed)
        strategies = tuple(self.strategy(player) for player in (0, 1))
        middle = sum(self.bounds) / 2
        numbers = (middle if math.isnan(self.value) else self.value, *self.bounds)
        return conclude(self.game, name, self.run, strategies, numbers, self.size, self.stats(), stop, seed)

    def strategy(self, player: int) -> PartialStrategy:
        """The kept plan of a player with its default elsewhere."""
        labels, actions, offsets, probabilities = self.oracle.rows(player)
        rows = (unique_labels(labels), actions, np.array(offsets), np.array(probabilities))
        default = self.options.default
        if isinstance(default, str):
            handle = self.game.handle
            symmetry = self.options.symmetry and handle.at_start and handle.num_automorphisms > 1
            return PartialStrategy(player, *rows, elsewhere=default, symmetry=symmetry)
        plan = {**default[player], **PartialStrategy(player, *rows)}
        return Strategy.from_mapping(player, plan).completed("error")

    def stats(self) -> dict[str, float | int | str]:
        """What the run took, by its parts."""
        return {
            "iterations": self.iterations,
            "sequences_0": self.oracle.sequences(0),
            "sequences_1": self.oracle.sequences(1),
            "restricted_nodes": self.oracle.nodes,
            "temporary_leaves": self.oracle.leaves,
            "oracle_nodes": self.oracle.oracle_nodes,
            "lp_iterations": self.lp_iterations,
            "regret_iterations": self.regret_iterations,
            **{f"{part}_seconds": seconds for part, seconds in self.seconds.items()},
        }

    def _small_tree(self) -> _core.GameTree | None:
        nodes = CERTIFIED_NODES_PYTHON if self.game.handle.untrusted else CERTIFIED_NODES
        try:
            self.game.handle.count(_core.Budget(nodes=nodes, depth=self.game.max_length))
            return self.game.tree()
        except (_core.LimitReached, GameDefinitionError):
            return None

    def _check_automorphisms(self, handle: _core.GameHandle) -> None:
        """Maps of rules in Python are tried on as much of the game as a small one has."""
        with suppress(_core.LimitReached):
            handle.check_automorphisms(_core.Budget(nodes=CERTIFIED_NODES_PYTHON, depth=self.game.max_length))

    def walk(self, work: Callable[[_core.Budget], Any]) -> Any:
        """Let the core work within the limits."""
        return self.run.walk(work, self.game.max_length)

    def timed(self, part: str) -> _Timer:
        """Count the time of what follows to a part of the work."""
        return _Timer(self.seconds, part)


#: The program's payoffs are scaled anew where utilities are typically so many times larger or smaller than the unit.
RESCALE = 10.0


def linear_program(raw: _core.SequenceProgram, scale: float) -> LinearProgram:
    """The restricted game's program as HiGHS takes it, with payoffs in units of a scale."""
    rows = CompressedRows(raw.start(), raw.index(), raw.value())
    row_lower, lower = raw.row_lower(), raw.lower()
    entries = rows.triplets()
    is_payoff = np.isinf(row_lower)[entries.rows] & np.isfinite(lower)[entries.columns]
    rows.value[is_payoff] /= scale
    cost = np.zeros(len(lower))
    cost[1] = -1.0
    return LinearProgram(cost, rows, row_lower, raw.row_upper(), lower, raw.upper())


#: Plans by regret matching: as exact as this fraction of what best responses still gain, within so many rounds, in
#: stretches of some.
FRACTION, ROUNDS, STRETCH = 0.3, 2000, 100
#: The program takes over where the bounds are this close, relative to the first, or nothing new has come so many times.
COARSE, PATIENCE = 3e-4, 3
#: Sequences played less than this, relative to what best responses gain, are left out of the plans: averages never
#: quite forget, and responses to such traces make the game several times larger.
CUT = 0.1


def grow_by_regret(loop: Loop) -> None:
    """Let the restricted game grow by best responses to approximate plans until these are nearly exact."""
    regret = _core.RegretMatching()
    first = gap = math.inf
    cut, idle, grown = CUT, 0, True
    while idle < PATIENCE:
        loop.allow_iteration()
        with loop.timed("regret"):
            if grown:  # otherwise its averages go on
                loop.walk(lambda budget: regret.load(loop.oracle, budget))
            improve(regret, FRACTION * gap, loop.run)
            regret.give(loop.oracle, cut * min(1.0, gap / first) if math.isfinite(first) else cut)
        gap = loop.respond(0) + loop.respond(1) - loop.total
        first = gap if math.isinf(first) else first
        loop.regret_iterations += 1
        if loop.gap <= max(COARSE * first, 1e-12 * loop.size):
            return loop.finish_iteration()
        grown = loop.grow(0) + loop.grow(1) > 0
        if grown:
            idle = 0
        else:  # the plans lost too much, or the game lacks nothing
            idle, cut = idle + 1, 0.1 * cut
        loop.finish_iteration()
    return None


def improve(regret: _core.RegretMatching, target: float, run: Run) -> None:
    """Play rounds until the plans are good enough, with a look at limits and Ctrl-C now and then."""
    for _ in range(0, ROUNDS, STRETCH):
        run.check()
        if regret.improve(target, STRETCH) <= target:
            return


class _Timer:
    def __init__(self, seconds: dict[str, float], part: str) -> None:
        self.seconds, self.part = seconds, part

    def __enter__(self) -> None:
        self.start = perf_counter()

    def __exit__(self, *error: object) -> None:
        self.seconds[self.part] += perf_counter() - self.start
