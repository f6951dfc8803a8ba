"""What goes into a solver and what comes out while it runs."""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, TypedDict

from dodona.model.errors import DodonaError
from dodona.model.values import byte_size, is_number


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
        Stop as soon as the proven bounds are this close; where regret minimisation works on a game without a value, as
        soon as nobody regrets more.
    memory
        Bytes for stored trees and tables, as a number or a text such as "500M"; without it, half of the machine's
        memory.

    Examples
    --------
    >>> Limit(time=10, memory="2K").memory
    2048
    """

    time: float | None = None
    nodes: int | None = None
    iterations: int | None = None
    depth: int | None = None
    gap: float | None = None
    memory: int | str | None = None

    @property
    def memory_bytes(self) -> int | None:
        """The limit of memory as a number."""
        return byte_size(self.memory) if isinstance(self.memory, str) else self.memory

    def __post_init__(self) -> None:
        if isinstance(self.memory, str):
            object.__setattr__(self, "memory", byte_size(self.memory))
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


class LimitKeywords(TypedDict, total=False):
    """The fields of a limit as keywords of the functions that take one."""

    time: float | None
    nodes: int | None
    iterations: int | None
    depth: int | None
    gap: float | None
    memory: int | str | None


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


def limit_with(limit: Limit | None, keywords: LimitKeywords | dict[str, Any]) -> Limit:
    """A limit, with some of its fields given as keywords beside it."""
    limit = Limit() if limit is None else require_limit(limit)
    for name in keywords:
        if name not in LimitKeywords.__annotations__:
            known = ", ".join(LimitKeywords.__annotations__)
            raise DodonaError(f"there is no limit '{name}'; the limits are {known}.")
        if getattr(limit, name) is not None:
            raise DodonaError(f"the limit of {name} is given twice, in limit= and as {name}=.")
    return replace(limit, **keywords) if keywords else limit
