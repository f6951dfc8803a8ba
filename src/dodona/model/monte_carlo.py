"""What Monte Carlo searches of all rooms have in common: playouts, how long they simulate, and players by them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal, Protocol

from dodona import _core
from dodona.model.errors import DodonaError, SolverError
from dodona.model.evaluation import NOUN, Evaluation, evaluation_of
from dodona.model.game import CoreGame, OpenGame
from dodona.model.limit import Limit
from dodona.model.options import Options, option
from dodona.model.player import checked_choice
from dodona.model.run import Run, Stopped

#: Simulations where neither the caller nor a limit says how many.
SIMULATIONS = 100_000
#: Simulations between two looks at what they have found, at first; later a tenth of all.
FIRST_LOOK = 1000

Policy = Literal["uniform", "promising"] | Callable[[Any, int], Mapping[str, float]]


@dataclass(frozen=True)
class PlayoutOptions(Options):
    """How long to simulate, and how a position is judged that the tree does not hold."""

    simulations: int | None = option(
        None, f"how many simulations are made unless a limit comes first; {SIMULATIONS:,} where there is none", least=1
    )
    playouts: Policy = option(
        "uniform",
        "who moves below the tree: everybody at random; by the game's own order, with every fifth move at random; or a "
        "function of a position and a player that gives probabilities by action",
        noun="`uniform`, `promising` or a function",
    )
    evaluation: Evaluation | None = option(
        None, "an estimate of player 0's utility that takes the place of playouts, or ends them", noun=NOUN
    )
    playout_moves: int | None = option(
        None, "moves of a playout before the evaluation judges; by default none with an evaluation", least=0
    )

    def core(self, game: OpenGame) -> _core.PlayoutOptions:
        """The playouts for the core."""
        core = _core.PlayoutOptions()
        core.sum = game.traits.constant_sum or 0.0
        if callable(self.playouts):
            core.set_policy(_policy_of(self.playouts, game))
        else:
            core.policy = getattr(_core.PlayoutPolicy, self.playouts)
        if self.evaluation is None:
            if self.playout_moves is not None:
                raise DodonaError("playout_moves needs an evaluation of the positions where playouts end.")
            return core
        if game.traits.players != 2 or game.traits.constant_sum is None:
            raise DodonaError(
                f"an evaluation estimates player 0's utility, which tells what others get only where two players share "
                f"out a constant sum; {game} is another kind of game: use playouts."
            )
        if self.evaluation == "game" and not game.handle.has_evaluation:
            raise DodonaError(f"{game} has no evaluation of its own: pass a function instead.")
        core.evaluation = evaluation_of(self.evaluation, game)
        core.moves = self.playout_moves or 0
        return core

    def most(self, limit: Limit) -> float:
        """How many simulations to make at most."""
        limited = limit.time is not None or limit.nodes is not None
        given = [n for n in (self.simulations, limit.iterations) if n is not None]
        return min(given, default=float("inf") if limited else SIMULATIONS)


def _policy_of(function: Callable[[Any, int], Mapping[str, float]], game: OpenGame) -> Callable[..., list[float]]:
    """A user's policy as the core takes it: one probability per action."""

    def weights(state: _core.State, player: int) -> list[float]:
        shown = state if isinstance(game.rules, CoreGame) else state.python_state()
        try:
            row = function(shown, player)
        except Exception as error:
            raise SolverError(f"the playouts' policy raised {type(error).__name__} at {state}: {error}") from error
        return list(checked_choice(state, player, row).probabilities)

    return weights


class Simulated(Protocol):
    """A Monte Carlo search of the core: what it learns stays in it from run to run."""

    @property
    def simulations(self) -> int:
        """How many simulations were made."""

    def run(self, simulations: int, budget: _core.Budget) -> None:
        """Make so many simulations, or fewer where nothing is left to be learnt."""


def simulate(
    search: Simulated, game: OpenGame, run: Run, most: float, look: Callable[[], bool] | None = None
) -> Stopped | None:
    """Simulate until a limit, and say which; None where the search has nothing more to learn.

    ``look`` is called now and then, and tells whether that is so.
    """
    try:
        while search.simulations < most:
            ahead = min(max(FIRST_LOOK, search.simulations // 10), most - search.simulations)
            run.walk(partial(search.run, int(ahead)), game.max_length)
            if look is not None and look():
                return None
    except Stopped as stop:
        return stop
    return Stopped("iterations")


def think(search: Simulated, game: OpenGame, limit: Limit, seconds: float | None, most: float) -> None:
    """Simulate for one move within its limit; an error where nothing was simulated, and where Ctrl-C asked to stop."""
    with Run(limit if seconds is None else replace(limit, time=seconds)) as run:
        stop = simulate(search, game, run, most, lambda: getattr(search, "is_proven", False))
    if run.cancelled:
        raise KeyboardInterrupt
    if not search.simulations:
        reason = stop.sentence() if stop else ""
        raise SolverError(f"the limit left no time to find a move in {game}: {reason} Allow more.")
