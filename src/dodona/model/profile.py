"""Profiles: one strategy per player, from a solution or from outside; and best responses to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from numpy.typing import NDArray

from dodona.model.errors import DodonaError
from dodona.model.solution import Solution
from dodona.model.strategy import Strategy, StrategyLike, uniform_strategy

#: What a player does at a position where she is to move: probabilities by action.
StrategyFunction = Callable[[Any], Mapping[Any, float]]
#: A strategy from outside: rows by information set, numbers in the tree's order (in a matrix game that of the actions),
#: or a function of a position.
Plan = StrategyLike | NDArray[Any] | Sequence[float] | StrategyFunction
#: "uniform" stands for a strategy that plays every action equally often.
Profile = Solution | Sequence[Plan | Literal["uniform"]]


@dataclass(frozen=True)
class BestResponse:
    """The most a player can get against the others, and a pure strategy that gets it."""

    value: float
    strategy: Strategy


def plans_of(profile: Profile, players: int) -> list[Plan]:
    """The strategies of a profile, one per player."""
    if isinstance(profile, Solution) and profile.joint is not None:
        raise DodonaError(
            f"a {profile.concept} has a joint strategy instead of one strategy per player; solution.values tells what "
            "each player gets, solution.regrets what each could gain by deviating."
        )
    plans = profile.strategies if isinstance(profile, Solution) else profile
    if isinstance(plans, str) or not isinstance(plans, Sequence):
        raise DodonaError(f"a profile is a Solution or a list with one strategy per player, not {plans!r}.")
    if len(plans) != players:
        raise DodonaError(f"a profile needs one strategy per player: {players}, not {len(plans)}.")
    return [
        uniform_strategy(player) if isinstance(plan, str) and plan == "uniform" else plan
        for player, plan in enumerate(plans)
    ]
