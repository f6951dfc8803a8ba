"""Stand-ins for solving; a module of its own, so that worker processes can import it."""

from __future__ import annotations

import math
import os
import re
import time
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from dodona.experiments.task import Task
from dodona.model.errors import GameDefinitionError, UnsupportedGameError
from dodona.model.limit import Event, OnEvent

VALUES = {"kuhn": -1 / 18, "matching_pennies": 0.0, "leduc": -0.085606424078}


@dataclass
class FakeSolution:
    value: float
    lower: float
    upper: float
    status: str = "exact"
    stats: dict[str, Any] = field(default_factory=dict)
    provenance: Any = field(default_factory=lambda: SimpleNamespace(version="1.2.3"))

    @property
    def bounds(self) -> tuple[float, float]:
        return self.lower, self.upper


def canonical(text: str) -> str:
    """Know games by name; ``kuhn()`` is another spelling of ``kuhn``, and ``draw(7)`` draws from a seed below 2**63."""
    name = text.removesuffix("()")
    if drawn := re.fullmatch(r"draw\( *([0-9]+) *\)", text):
        if int(drawn[1]) >= 2**63:
            raise GameDefinitionError(f"seed {drawn[1]} is too large")
        return f"draw({drawn[1]})"
    if name not in VALUES:
        raise GameDefinitionError(f"there is no game {text!r}")
    return name


def solve(task: Task, on_event: OnEvent) -> FakeSolution:
    """Answer at once; some method names misbehave."""
    if task.method == "raises":
        raise UnsupportedGameError("this method solves nothing")
    if task.method == "dies":
        os._exit(3)
    if task.method == "cancelled":
        return FakeSolution(0.0, -1.0, 1.0, status="cancelled")
    if task.method == "interrupts" and task.seed == 1:
        raise KeyboardInterrupt
    if task.method == "sleeps":
        time.sleep(60)
    value = VALUES[task.game] + 0.001 * task.seed
    for step, width in enumerate((math.inf, 2.0, 1.9, 1.0, 0.5)):
        on_event(Event(step, 0.5 * step, value - width / 2, value + width / 2, "halving"))
    return FakeSolution(value, value - 0.25, value + 0.25, stats={"nodes": 10 + task.seed})


def logged(task: Task, on_event: OnEvent) -> FakeSolution:
    """Take a moment, and leave a line with the task and the process in a file."""
    time.sleep(0.02)
    with open(os.environ["LOG"], "a", encoding="utf-8") as log:
        log.write(f"{task.key()} {os.getpid()}\n")
    return solve(task, on_event)


def announced(task: Task, on_event: OnEvent) -> FakeSolution:
    """Say so and sleep."""
    print("ready", flush=True)
    time.sleep(60)
    return solve(task, on_event)
