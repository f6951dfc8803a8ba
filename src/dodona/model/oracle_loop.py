"""The loop of every double oracle: solve a restricted problem, respond to it in the full one, let it grow by that.

The scheme is that of McMahan, Gordon and Blum (2003). What is restricted, a matrix or a game in sequence form, and how
it is solved is the concern of a :class:`Restricted` problem; who responds when, what is proven, limits, events and
checkpoints are written here once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from dodona.model.checkpoint import Checkpoint, RunState, require_sound
from dodona.model.options import Options, option
from dodona.model.run import Run, Stopped

#: Who responds: both players in every iteration, one and then the other, or the one whose bound is worse.
Policy = Literal["both", "alternating", "worse"]


@dataclass(frozen=True)
class PolicyOptions(Options):
    """Who responds in an iteration."""

    policy: Policy = option(
        "both",
        "whose best response is computed: of both players in every iteration, of one and then the other, or of the one "
        "whose bound is farther from the restricted game's value",
    )


#: Bounds that are no farther apart than this, relative to the size of the utilities, have met.
MET = 1e-12


class Restricted(Protocol):
    """A two-player constant-sum problem in which the players may use a part of their strategies."""

    @property
    def total(self) -> float:
        """What the utilities of both players sum to."""

    @property
    def size(self) -> float:
        """The typical size of the utilities."""

    def solve(self) -> float:
        """Find optimal plans of both players in the restricted problem; returns its value for player 0."""

    def respond(self, player: int) -> float:
        """Find a player's best response in the full problem to the other's plan; returns what it is worth to her."""

    def grow(self, player: int) -> int:
        """Allow what a player's last response uses; returns how much of it is new."""

    def set_incumbent(self, player: int) -> None:
        """Make a player's plan of now the one that goes into the solution."""


class OracleLoop:
    """Where a double oracle stands: what is proven, and whose turn it is to respond.

    Attributes
    ----------
    best
        What each player can get at most: the least of her best-response values.
    value
        The value of the restricted problem; NaN before it is first solved.
    turn, idle
        Who responds next, and who has found nothing new since the problem last grew.
    iterations
        How many there were.
    stopped
        The limit that ended the work early, if one did.
    """

    def __init__(self, restricted: Restricted, policy: Policy, run: Run, checkpoint: Checkpoint | None = None) -> None:
        self.restricted, self.policy, self.run, self.checkpoint = restricted, policy, run, checkpoint
        self.best = [math.inf, math.inf]
        self.value = math.nan
        self.turn = 0
        self.idle: set[int] = set()
        self.iterations = 0
        self.stopped: Stopped | None = None

    @property
    def bounds(self) -> tuple[float, float]:
        """What best responses have proven about the value for player 0."""
        return self.restricted.total - self.best[1], self.best[0]

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.best[0] + self.best[1] - self.restricted.total

    @property
    def is_done(self) -> bool:
        """Whether the bounds have met, or neither player finds anything new.

        Bounds may have met before the restricted problem was ever solved, by responses to other plans. It has to be
        solved once nevertheless, since what it has met until then may be far from typical.
        """
        have_met = not math.isnan(self.value) and self.gap <= MET * self.restricted.size
        return have_met or len(self.idle) == 2

    def allow_iteration(self) -> None:
        """Stop where as many iterations as allowed are done."""
        if self.run.limit.iterations is not None and self.iterations >= self.run.limit.iterations:
            raise Stopped("iterations")

    def iterate(self) -> None:
        """Solve the restricted problem, respond to it, let it grow."""
        self.value = self.restricted.solve()
        responding = (0, 1) if self.policy == "both" else (self.turn,)
        for player in responding:
            self.respond(player)
        grown = sum([self.restricted.grow(player) for player in responding]) > 0
        self.idle = set() if grown else {*self.idle, *responding}
        self.turn = self._next_turn(grown)

    def respond(self, player: int) -> float:
        """The value of a player's best response; the plan it answers is the incumbent if it proves most so far."""
        value = self.restricted.respond(player)
        if value < self.best[player]:
            self.best[player] = value
            self.restricted.set_incumbent(1 - player)
        return value

    def finish_iteration(self) -> None:
        """Count it, tell of it, keep it."""
        self.iterations += 1
        self.run.event(f"iteration {self.iterations}", *self.bounds)
        if self.checkpoint is not None:
            self.checkpoint.save_now_and_then(self)
        self.run.check()

    def require_bounds(self) -> None:
        """Pass on what ended the work where there is not yet an incumbent of each player."""
        if not all(map(math.isfinite, self.best)):
            raise self.stopped or Stopped("iterations")

    def state(self) -> RunState:
        """Where the loop stands."""
        whose = {"turn": self.turn, "idle": sorted(self.idle)}
        return RunState({"best": self.best, "value": self.value, "iterations": self.iterations, **whose}, {})

    def restore(self, state: RunState) -> None:
        """Bring a fresh loop to where another one stood."""
        numbers = state.numbers
        self.best, self.value = [float(bound) for bound in numbers["best"]], float(numbers["value"])
        self.turn, self.idle = int(numbers["turn"]), set(numbers["idle"])
        self.iterations = int(numbers["iterations"])
        require_sound("pair of bounds", len(self.best) == 2 and not any(map(math.isnan, self.best)))
        require_sound("list of players", self.turn in (0, 1) and self.idle <= {0, 1})
        require_sound("count of iterations", self.iterations >= 0)

    def _next_turn(self, grown: bool) -> int:
        """Who responds next: a player who found nothing waits until the problem has grown."""
        other = 1 - self.turn
        if self.policy == "worse" and grown:  # (5.8) of Bosansky 2014
            far = [abs(self.best[0] - self.value), abs(self.best[1] - (self.restricted.total - self.value))]
            return other if far[0] == far[1] else int(far[1] > far[0])
        return other


def drive(
    restricted: Restricted,
    policy: Policy,
    run: Run,
    before: Callable[[OracleLoop], None] | None = None,
    checkpoint: Checkpoint | None = None,
) -> OracleLoop:
    """Iterate until the bounds meet, until neither player finds anything new, or until a limit.

    Parameters
    ----------
    restricted
        The problem, which grows.
    policy
        Who responds in an iteration.
    run
        The clock, the limits and the events.
    before
        Another way to grow that comes first.
    checkpoint
        The file that keeps the run; to resume, the work goes on from it.

    Returns
    -------
    OracleLoop
        What is proven; ``stopped`` says if a limit came first. The plans that prove it are the incumbents.
    """
    loop = OracleLoop(restricted, policy, run, checkpoint)
    if checkpoint is not None and checkpoint.resume:
        checkpoint.load(loop)
    try:
        if before is not None:
            before(loop)
        while not loop.is_done:
            loop.allow_iteration()
            loop.iterate()
            loop.finish_iteration()
    except Stopped as stop:
        loop.stopped = stop
    if checkpoint is not None:
        checkpoint.save(loop)
    return loop
