"""What goes into a solver and what comes out while it runs."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields

from dodona.model.errors import DodonaError
from dodona.model.values import is_number


@dataclass(frozen=True)
class Limit:
    """When to stop. Reaching a limit is a status of the solution, not an error.

    A method that has no notion of a limit, such as the iterations of one linear program, pays it no attention.

    Parameters
    ----------
    time
        Seconds of wall time.
    nodes
        Nodes of the game tree visited or stored.
    iterations
        Steps of an iterative method.
    depth
        Moves to look ahead, for depth-limited search.
    gap
        Stop as soon as the proven bounds are this close.
    memory
        Bytes for stored trees and tables; without it, half of the machine's memory.
    """

    time: float | None = None
    nodes: int | None = None
    iterations: int | None = None
    depth: int | None = None
    gap: float | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if value is None:
                continue
            if not is_number(value, 0):
                raise DodonaError(
                    f"Limit({field.name}={value!r}): a limit is a number from 0 up, or None for no limit."
                )
            if field.name in ("time", "gap") and value > sys.float_info.max:  # more than a float holds is no limit
                object.__setattr__(self, field.name, math.inf)


@dataclass(frozen=True)
class Event:
    """Progress of a solver: what it is doing and what it has proven so far, for player 0."""

    step: int
    elapsed: float
    lower: float
    upper: float
    phase: str


OnEvent = Callable[[Event], None]


def require_limit(limit: object) -> Limit:
    """Refuse what is no limit, with the way to write one."""
    if not isinstance(limit, Limit):
        raise DodonaError(f"a limit is a dodona.Limit, such as Limit(time=10), not {limit!r}.")
    return limit
