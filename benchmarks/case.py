"""What a row of the table measures, and by which tools."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Tool:
    """A measurement of the worker with its arguments; ``game`` is written to a file first where it is not empty."""

    name: str
    measurement: str
    arguments: dict[str, Any] = field(default_factory=dict)
    game: str = ""
    slow: bool = False


@dataclass(frozen=True)
class Case:
    """Tools that do the same, Dodona first.

    Attributes
    ----------
    value
        The known result; without it, what Dodona finds is what the others are compared with.
    target, target_mb
        Seconds (or what ``rate`` counts, per second) and megabytes that Dodona aims at.
    rate
        What is counted per second instead of seconds: "games" or "nodes".
    parallel
        Whether the tools are serial and parallel searches of Dodona, which have a table of their own.
    stages
        Whether the tools are Dodona's methods for simultaneous moves, which have a table of their own too.
    quick
        Whether it belongs to the quick run.
    budget
        Seconds of repetition within one process.
    """

    name: str
    tools: tuple[Tool, ...]
    value: float | None = None
    target: float | None = None
    target_mb: float | None = None
    rate: str = ""
    parallel: bool = False
    stages: bool = False
    quick: bool = False
    budget: float = 0.5
