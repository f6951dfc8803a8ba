"""The plans that prove the most so far, where later ones need not prove more."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.checkpoint import RunState, require_sound

Plan = NDArray[np.float64]


class Incumbents:
    """Of each of two players the plan that proves the most, and the bounds on player 0's value that both prove.

    Attributes
    ----------
    plans
        One array per player.
    lower, upper
        What player 0's plan guarantees, and what player 1's leaves.
    """

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.plans = list(plans)
        self.lower, self.upper = -math.inf, math.inf

    @property
    def are_proven(self) -> bool:
        """Whether both plans have been tried."""
        return math.isfinite(self.lower) and math.isfinite(self.upper)

    def offer(self, plans: Sequence[Plan], lower: float, upper: float) -> None:
        """Take of two plans what proves more."""
        if lower > self.lower:
            self.plans[0], self.lower = plans[0], lower
        if upper < self.upper:
            self.plans[1], self.upper = plans[1], upper

    def state(self) -> RunState:
        """What a file keeps."""
        arrays: dict[str, Any] = {f"incumbent_{player}": plan for player, plan in enumerate(self.plans)}
        return RunState({"lower": self.lower, "upper": self.upper}, arrays)

    def restore(self, state: RunState) -> None:
        """Take what a file has kept."""
        self.lower, self.upper = float(state.numbers["lower"]), float(state.numbers["upper"])
        require_sound("pair of bounds", not math.isnan(self.lower) and not math.isnan(self.upper))
        for player in (0, 1):
            plan = state.arrays[f"incumbent_{player}"].astype(np.float64)
            require_sound("plan", plan.shape == self.plans[player].shape and bool(np.all(np.isfinite(plan))))
            self.plans[player] = plan
