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
from contextlib import suppress

from dodona import _core
from dodona.extensive.checkpoint import Checkpoint, RunState, require_sound, writing_alone
from dodona.extensive.oracle_options import OracleOptions, Policy
from dodona.extensive.regret_growth import grow_by_regret
from dodona.extensive.restricted_game import RestrictedGame
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified, conclude
from dodona.model.errors import DodonaError, GameDefinitionError, SolverError
from dodona.model.files import file_path
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method, too_large_to_store
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution

REQUIRES = Requires(players=2, constant_sum=True, hidden=True)

#: The policies of the variants in the thesis.
POLICIES: dict[str, Policy] = {"dob": "both", "dosa": "alternating", "doswp": "worse"}


def double_oracle(attempt: Attempt) -> Solution:
    """Solve a two-player constant-sum game with hidden information and perfect recall without storing its tree.

    The bounds come from best responses in the full game to the strategies as returned. On small games they are checked
    once more on the tree, and strategies are complete; on others a strategy has rows for the information sets of the
    restricted game and its default action elsewhere (``PartialStrategy``). A limit or Ctrl-C returns the best
    strategies found so far with the bounds they prove.
    """
    with writing_alone(attempt.options.checkpoint):
        return _double_oracle(attempt)


def _double_oracle(attempt: Attempt) -> Solution:
    solver = Solver(attempt.game, attempt.options, attempt.run)
    stopped: Stopped | None = None
    try:
        solver.solve()
    except Stopped as stop:
        stopped = stop
    if solver.checkpoint is not None:
        solver.checkpoint.save(solver)
    return solver.solution(attempt, stopped)


class Solver:
    """A run of the algorithm: the restricted game, what is proven, and whose turn it is to respond.

    Attributes
    ----------
    total
        What the utilities of both players sum to.
    best
        What each player can get at most: the least of her best-response values.
    value
        The value of the restricted game; NaN before its first linear program.
    turn, idle
        Who responds next, and who has found nothing new since the game last grew.
    """

    def __init__(self, game: OpenGame, options: OracleOptions, run: Run) -> None:
        self.game, self.options, self.run = game, options, run
        self.restricted = RestrictedGame(game, options, run)
        self.total = float(game.traits.constant_sum or 0.0)
        self.best = [math.inf, math.inf]
        self.value = math.nan
        self.turn = 0
        self.idle: set[int] = set()
        self.iterations = 0
        self.regret_iterations = 0
        self.checkpoint = self._checkpoint()

    @property
    def bounds(self) -> tuple[float, float]:
        """What best responses have proven about the value of the game."""
        return self.total - self.best[1], self.best[0]

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.best[0] + self.best[1] - self.total

    def solve(self) -> None:
        """Iterate until the bounds meet, or until neither player finds anything new."""
        if self.options.regret and self.restricted.program.basis is None:
            grow_by_regret(self)
        # What regret matching has met may be far from typical: at least one program has to agree.
        while (math.isnan(self.value) or self.gap > 1e-12 * self.restricted.size) and len(self.idle) < 2:
            self.allow_iteration()
            self.iterate()
            self.finish_iteration()

    def allow_iteration(self) -> None:
        """Stop where as many iterations as allowed are done."""
        if self.run.limit.iterations is not None and self.iterations >= self.run.limit.iterations:
            raise Stopped("iterations")

    def iterate(self) -> None:
        """Solve the restricted game, respond to it, let it grow."""
        self.value = self.restricted.solve()
        responding = (0, 1) if self.options.policy == "both" else (self.turn,)
        for player in responding:
            self.respond(player)
        found: dict[int, int] = {}
        for player in responding:
            if any(found.values()):  # a basis outlives the growth of one player, not of both at once
                self.value = self.restricted.solve()
            found[player] = self.restricted.grow(player)
        self.idle = {*self.idle, *found} if not any(found.values()) else set()
        self.turn = self.next_turn(any(found.values()))

    def respond(self, player: int) -> float:
        """A player's best response in the full game; the plan it answers is the incumbent if it proves most so far."""
        value = self.restricted.respond(player)
        if value < self.best[player]:
            self.best[player] = value
            self.restricted.set_incumbent(1 - player)
        return value

    def next_turn(self, grown: bool) -> int:
        """Who responds next: a player who found nothing waits until the game has grown."""
        other = 1 - self.turn
        if self.options.policy == "worse" and grown:  # (5.8)
            far = [abs(self.best[0] - self.value), abs(self.best[1] - (self.total - self.value))]
            return other if far[0] == far[1] else int(far[1] > far[0])
        return other

    def finish_iteration(self) -> None:
        """Count it, tell of it, keep it."""
        self.iterations += 1
        self.run.event(f"iteration {self.iterations}", *self.bounds)
        if self.checkpoint is not None:
            self.checkpoint.save_now_and_then(self)
        self.run.check()

    def solution(self, attempt: Attempt, stop: Stopped | None) -> Solution:
        """The best strategies found, complete and judged on the tree where that is small."""
        if not all(map(math.isfinite, self.best)):
            raise stop or Stopped("iterations")
        tree = self._small_tree()
        if tree is not None:
            profile = [self.restricted.behaviour(tree, player) for player in (0, 1)]
            return certified(attempt, tree, profile, self.stats(), stop)
        strategies = tuple(self.restricted.strategy(player) for player in (0, 1))
        value = sum(self.bounds) / 2 if math.isnan(self.value) else self.value
        return conclude(attempt, (value, *self.bounds), self.restricted.size, self.stats(), strategies, stop)

    def stats(self) -> dict[str, float | int | str]:
        """What the run took, by its parts."""
        restricted, oracle = self.restricted, self.restricted.oracle
        return {
            "iterations": self.iterations,
            "sequences_0": oracle.sequences(0),
            "sequences_1": oracle.sequences(1),
            "restricted_nodes": oracle.nodes,
            "temporary_leaves": oracle.leaves,
            "oracle_nodes": oracle.oracle_nodes,
            "lp_iterations": restricted.lp_iterations,
            "regret_iterations": self.regret_iterations,
            **{f"{part}_seconds": seconds for part, seconds in restricted.seconds.items()},
        }

    def _small_tree(self) -> _core.GameTree | None:
        """The tree of the full game, where that is small and no position breaks the contract."""
        # Rules in Python that change their mind may be endless the second time.
        with suppress(GameDefinitionError, SolverError):
            return self.game.tree(Limit(nodes=1_000_000)) if self.game.is_certified else None
        return None

    def identity(self) -> dict[str, object]:
        """The game and the options that a run must share with the one that goes on from its checkpoint."""
        return {"game": self.game.text, "options": self.options.decisive()}

    def state(self) -> RunState:
        """Where the run stands."""
        restricted = self.restricted.state()
        counts = {"iterations": self.iterations, "regret_iterations": self.regret_iterations}
        own = {"best": self.best, "value": self.value, "turn": self.turn, "idle": sorted(self.idle), **counts}
        return RunState({**restricted.numbers, **own}, restricted.arrays)

    def restore(self, state: RunState) -> None:
        """Bring a fresh run to where another one stood."""
        self.restricted.restore(state)
        numbers = state.numbers
        self.best, self.value = [float(bound) for bound in numbers["best"]], float(numbers["value"])
        self.turn, self.idle = int(numbers["turn"]), set(numbers["idle"])
        self.iterations, self.regret_iterations = int(numbers["iterations"]), int(numbers["regret_iterations"])
        require_sound("pair of bounds", len(self.best) == 2 and not any(map(math.isnan, self.best)))
        require_sound("list of players", self.turn in (0, 1) and self.idle <= {0, 1})
        require_sound("count of iterations", min(self.iterations, self.regret_iterations) >= 0)

    def _checkpoint(self) -> Checkpoint | None:
        """The file that keeps the run, if there is one; to resume, the run goes to where it was written."""
        if self.options.checkpoint is None:
            return None
        if self.game.handle.untrusted:
            raise DodonaError(
                "a checkpoint needs a built-in game: those of rules in Python mean nothing to the next process."
            )
        checkpoint = Checkpoint(file_path(self.options.checkpoint), self.options.checkpoint_every)
        if self.options.resume:
            checkpoint.load(self)
        return checkpoint


def too_large_and_hidden(game: OpenGame) -> str:
    """What puts it ahead of the linear program; where all but moves at once is seen, stages are solved instead."""
    return "" if game.traits.perfect_information else too_large_to_store(game)


METHODS = (
    Method(
        "sequence_form_double_oracle",
        double_oracle,
        REQUIRES,
        "extensive",
        "a restricted game grows by best responses in the full game, which is never stored",
        OracleOptions(),
        ("policy", "running"),
        too_large_and_hidden,
    ),
    *(
        Method(
            name,
            double_oracle,
            REQUIRES,
            "extensive",
            f"double oracle that responds for {whom}",
            OracleOptions(policy=POLICIES[name], regret=False, symmetry=False),  # which are beyond the thesis
            ("running",),
        )
        for name, whom in (
            ("dob", "both players in every iteration"),
            ("dosa", "one player and then for the other"),
            ("doswp", "the player whose bound is worse"),
        )
    ),
)
