"""From strategies to a certified solution: the last step of every method."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.errors import GameDefinitionError, SolverError
from dodona.model.game import OpenGame
from dodona.model.joint import JointStrategy
from dodona.model.limit import Limit
from dodona.model.run import Stopped
from dodona.model.solution import EXACT, Evidence, Solution, Status
from dodona.model.strategy import Behaviour, Strategy, TreeStrategy

Stats = Mapping[str, float | int | str]


@dataclass(frozen=True)
class Assessment:
    """A profile seen from every player: what she gets, and what she could get by deviating alone."""

    values: tuple[float, ...]
    best: tuple[float, ...]
    #: Expected absolute utility under the profile: utilities that are never met do not count.
    size: float

    @property
    def regrets(self) -> tuple[float, ...]:
        """What each player could gain by deviating alone; never less than nothing, whatever rounding says."""
        return tuple(max(0.0, best - value) for best, value in zip(self.best, self.values, strict=True))

    def bounds(self, total: float) -> tuple[float, float]:
        """What the profile proves for the value of a two-player game whose utilities add up to ``total``."""
        return total - self.best[1], self.best[0]


def assess(tree: _core.GameTree, profile: Sequence[Behaviour]) -> Assessment:
    """Expected utility and best-response value of every player, in time linear in the tree."""
    best, values, size = _core.assess(tree, list(profile))
    return Assessment(tuple(values), tuple(best), size)


def certified(
    attempt: Attempt,
    tree: _core.GameTree,
    profile: Sequence[Behaviour],
    stats: Stats,
    stop: Stopped | None = None,
) -> Solution:
    """A solution whose bounds and regrets come from best responses to the profile, here and now."""
    assessment = assess(tree, profile)
    strategies = tuple(TreeStrategy(tree, player, own) for player, own in enumerate(profile))
    size = max(assessment.size, smallest_size(tree.terminal_utility))
    total = value_sum(attempt)
    if total is None:
        return judged(attempt, assessment, size, stats, strategies, stop)
    numbers = (assessment.values[0], *assessment.bounds(total))
    return conclude(attempt, numbers, size, stats, strategies, stop)


def small_tree(game: OpenGame) -> _core.GameTree | None:
    """The tree of the full game, where that is small and no position breaks the contract."""
    # Rules in Python that change their mind may be endless the second time.
    with suppress(GameDefinitionError, SolverError):
        return game.tree(Limit(nodes=1_000_000)) if game.is_certified else None
    return None


def value_sum(attempt: Attempt) -> float | None:
    """What the utilities of a two-player game always add up to; None where there is no value of the game."""
    traits = attempt.problem.traits
    return traits.constant_sum if traits.players == 2 else None


def judged(
    attempt: Attempt,
    assessment: Assessment,
    size: float,
    stats: Stats,
    strategies: tuple[Strategy, ...] = (),
    stop: Stopped | None = None,
    joint: JointStrategy | None = None,
) -> Solution:
    """A solution of a game without a value: its status comes from what any player could gain."""
    attempt.run.event("certified")
    regrets = assessment.regrets
    return Solution(
        assessment.values,
        regrets,
        None,
        strategies,
        _status(max(regrets, default=0.0), size, stop),
        "strategies",
        _final(attempt, stats, stop),
        attempt.provenance,
        attempt.problem.player_names,
        joint=joint,
    )


def smallest_size(utilities: NDArray[np.float64]) -> float:
    """The smallest utility that is not zero: what counts where play always ends with nothing won."""
    sizes = np.abs(utilities)
    return float(np.min(sizes, where=sizes > 0, initial=np.inf)) if np.any(sizes) else 0.0


def conclude(
    attempt: Attempt,
    numbers: tuple[float, float, float],
    size: float,
    stats: Stats,
    strategies: tuple[Strategy, ...] = (),
    stop: Stopped | None = None,
    evidence: Evidence = "strategies",
) -> Solution:
    """The solution of a two-player constant-sum game from value, lower and upper bound that are already proven.

    ``size`` is that of the utilities. Bounds beyond the utilities themselves say nothing and are cut off there.
    """
    value, lower, upper = numbers
    if lower - upper > EXACT * size:
        raise SolverError(
            f"{attempt.method} found bounds that contradict each other, {lower} above {upper}: please report it."
        )
    lower, upper = _within_utilities(attempt, min(lower, upper), max(lower, upper))  # they may cross by rounding
    value = min(max(value, lower), upper)
    attempt.run.event("certified", lower, upper)
    total = value_sum(attempt) or 0.0
    return Solution(
        (value, total - value),
        (upper - value, value - lower) if strategies else (),
        (lower, upper),
        strategies,
        _status(upper - lower, size, stop),
        evidence,
        _final(attempt, stats, stop),
        attempt.provenance,
        attempt.problem.player_names,
    )


def _within_utilities(attempt: Attempt, lower: float, upper: float) -> tuple[float, float]:
    known = attempt.problem.utility_bounds
    if known is None:
        return lower, upper
    return min(max(lower, known[0]), known[1]), max(min(upper, known[1]), known[0])


def _status(distance: float, size: float, stop: Stopped | None) -> Status:
    """How an answer ends that is proven up to a distance."""
    if distance <= EXACT * size:
        return "exact"
    if stop is not None and stop.reason == "cancelled":
        return "cancelled"
    return "converged" if stop is None or stop.reason == "gap" else "limit"


def _final(attempt: Attempt, stats: Stats, stop: Stopped | None) -> Stats:
    return {**stats, "seconds": attempt.run.elapsed, **({"stopped_by": stop.reason} if stop else {})}


def estimated(attempt: Attempt, values: Sequence[float], stats: Stats, stop: Stopped | None) -> Solution:
    """What every player may get in a game without a value, with nothing proven of it."""
    status, names = _status(math.inf, 1.0, stop), attempt.problem.player_names
    numbers = _final(attempt, stats, stop)
    return Solution(tuple(values), (), None, (), status, "none", numbers, attempt.provenance, names)


def unfinished(attempt: Attempt, stop: Stopped) -> Solution:
    """What is proven before any strategy is known: the range of the utilities."""
    known = attempt.problem.utility_bounds
    lower, upper = known if known is not None else (-math.inf, math.inf)
    middle = (lower + upper) / 2 if math.isfinite(lower + upper) else math.nan
    if value_sum(attempt) is not None:
        return conclude(attempt, (middle, lower, upper), 1.0, {}, stop=stop, evidence="none")
    return estimated(attempt, (math.nan,) * attempt.problem.traits.players, {}, stop)
