"""From strategies to a certified solution: the last step of every method."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.errors import SolverError
from dodona.model.run import Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, Strategy

#: Bounds this close, relative to the size of the utilities that the strategies meet, count as meeting.
EXACT = 1e-9

Stats = Mapping[str, float | int | str]


@dataclass(frozen=True)
class Assessment:
    """A profile seen from every player: what she gets, and what she could get by deviating alone."""

    values: tuple[float, ...]
    best: tuple[float, ...]
    #: Expected absolute utility under the profile: utilities that are never met do not count.
    size: float

    def bounds(self, constant_sum: float | None) -> tuple[float, float]:
        """What the profile proves for player 0 (see ``Solution.lower``)."""
        if constant_sum is not None and len(self.values) == 2:
            return constant_sum - self.best[1], self.best[0]
        return self.values[0], self.best[0]


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
    """A solution whose bounds come from best responses to the profile, here and now."""
    assessment = assess(tree, profile)
    lower, upper = assessment.bounds(attempt.game.traits.constant_sum)
    strategies = tuple(Strategy.on_tree(tree, player, own) for player, own in enumerate(profile))
    numbers = (assessment.values[0], lower, upper)
    size = max(assessment.size, _smallest(tree))
    return conclude(attempt, numbers, size, stats, strategies, stop)


def _smallest(tree: _core.GameTree) -> float:
    """The smallest utility that is not zero: what counts where play always ends with nothing won."""
    sizes = np.abs(tree.terminal_utility)
    return float(np.min(sizes, where=sizes > 0, initial=np.inf)) if np.any(sizes) else 0.0


def conclude(
    attempt: Attempt,
    numbers: tuple[float, float, float],
    size: float,
    stats: Stats,
    strategies: tuple[Strategy, ...] = (),
    stop: Stopped | None = None,
) -> Solution:
    """A solution from value, lower and upper bound that are already proven; ``size`` is that of the utilities."""
    value, lower, upper = numbers
    if lower - upper > EXACT * size:
        raise SolverError(
            f"{attempt.method} found bounds that contradict each other, {lower} above {upper}: please report it."
        )
    lower, upper = min(lower, upper), max(lower, upper)  # they may cross by rounding
    value = min(max(value, lower), upper)
    attempt.run.event("certified", lower, upper)
    if upper - lower <= EXACT * size:
        status = "exact"
    elif stop is not None and stop.reason == "cancelled":
        status = "cancelled"
    elif stop is None or stop.reason == "gap":
        status = "converged"
    else:
        status = "limit"
    stats = {**stats, "seconds": attempt.run.elapsed, **({"stopped_by": stop.reason} if stop else {})}
    return Solution(value, lower, upper, strategies, status, stats, attempt.provenance)


def unfinished(attempt: Attempt, stop: Stopped) -> Solution:
    """What is proven before any strategy is known: the bounds of the utilities."""
    known = attempt.game.handle.utility_bounds
    lower, upper = known if known is not None else (-math.inf, math.inf)
    middle = (lower + upper) / 2 if math.isfinite(lower + upper) else math.nan
    return conclude(attempt, (middle, lower, upper), 1.0, {}, stop=stop)
