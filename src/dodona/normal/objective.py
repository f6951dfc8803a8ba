"""What to maximise where many solutions are possible: welfare, one player's utility, or a mix."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dodona.model.attempt import Attempt
from dodona.model.options import Options, option, refuse
from dodona.model.values import is_whole
from dodona.normal.profile import pure_behaviour

_ALLOWED = "'welfare', a player, or one weight per player"


@dataclass(frozen=True)
class ObjectiveOptions(Options):
    """What to maximise."""

    objective: Literal["welfare"] | int | Sequence[float] = option(
        "welfare",
        "what to maximise: the sum of all utilities, one player's, or the utilities weighted",
        noun=_ALLOWED,
    )


def weights_of(attempt: Attempt) -> NDArray[np.float64]:
    """How much each player's utility counts in the objective of an attempt."""
    players, objective = attempt.game.traits.players, attempt.options.objective
    if objective == "welfare":
        return np.ones(players)
    if is_whole(objective):
        if not 0 <= objective < players:
            refuse("objective", f"{_ALLOWED} of {attempt.game}, counted from 0 to {players - 1}", objective)
        return pure_behaviour(players, int(objective))
    weights = np.array([_number(weight) for weight in objective])
    if len(weights) != players or not np.all(np.isfinite(weights)):
        refuse("objective", f"{_ALLOWED}: {players} finite numbers for {attempt.game}", objective)
    return weights


def _number(weight: Any) -> float:
    """A weight, which may be a text on the command line; not a number where it is none."""
    try:
        return float(weight)
    except (TypeError, ValueError, OverflowError):
        return math.nan
