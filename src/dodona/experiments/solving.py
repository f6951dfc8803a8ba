"""The seam to the rest of Dodona: how one task is solved, and what is recorded about it."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dodona import _core
from dodona.experiments.record import FAILED, Bounds, Record, stat
from dodona.experiments.rounds import MATCH, Round, play_round
from dodona.experiments.task import Task, option_values
from dodona.model.errors import UnsupportedGameError
from dodona.model.limit import Event, Limit, OnEvent
from dodona.model.values import nearest

if TYPE_CHECKING:
    from dodona import Solution

Solve = Callable[[Task, OnEvent], "Solution | Round"]


def canonical_game(text: str) -> str:
    """Return the canonical text of a game, so that two spellings of a game are one task."""
    import dodona

    return str(dodona.game(text))


def known_method(name: str) -> str:
    """Return the name of a method if there is one, so that a typo is found before anything runs."""
    import dodona

    known = dodona.methods()
    if name not in known:
        sentence = f"there is no method {name!r}{nearest(name, known)} The methods are {', '.join(known)}."
        raise UnsupportedGameError(sentence)
    return name


def solve_task(task: Task, on_event: OnEvent) -> Solution | Round:
    """Solve a task with Dodona, or play the round of a match that it stands for."""
    from dodona.face import solve

    if task.method == MATCH:
        return play_round(task)
    limit: dict[str, Any] = dict(task.limit)
    return solve(
        task.instance,
        method=task.method,
        limit=Limit(**limit),
        seed=task.seed,
        on_event=on_event,
        **option_values(task.options),
    )


def perform(task: Task, solve: Solve) -> Record:
    """Solve a task and return its record; an error becomes a record too, an interrupt does not."""
    start = time.perf_counter()
    closing: list[Bounds] = []

    def watch(event: Event) -> None:
        if _narrower(event, closing):
            closing.append((event.elapsed, event.lower, event.upper))

    try:
        solution = solve(task, watch)
    except Exception as error:
        return failure(task, f"{type(error).__name__}: {error}", time.perf_counter() - start)
    elapsed = time.perf_counter() - start
    # A solver that notices Ctrl-C hands back what it has; recorded, the task would count as done.
    if solution.status == "cancelled":
        raise KeyboardInterrupt
    # The solver's own clock, where it reports one: ours also counts the modules that a first task loads.
    seconds = solution.stats.get("seconds", elapsed)
    return Record(
        task,
        solution.status,
        float(seconds),
        *_interval(solution),
        values=() if solution.bounds is not None else tuple(float(value) for value in solution.values),
        stats={name: stat(amount) for name, amount in solution.stats.items()},
        version=solution.version if isinstance(solution, Round) else solution.provenance.version,
        closing=tuple(closing),
    )


def _narrower(event: Event, closing: list[Bounds]) -> bool:
    """Whether the interval has become a tenth narrower: few points, however many events there are."""
    if not math.isfinite(event.lower) or not math.isfinite(event.upper):
        return False
    width, last = event.upper - event.lower, closing[-1][2] - closing[-1][1] if closing else math.inf
    return width < last and width <= 0.9 * last


def failure(task: Task, error: str, seconds: float) -> Record:
    """Return the record of a task that ended in an error."""
    return Record(task, FAILED, seconds, version=_core.VERSION, error=error)


def _interval(solution: Solution | Round) -> tuple[float | None, float | None, float | None]:
    """Value, lower and upper bound where there is a value."""
    if solution.bounds is None:
        return None, None, None
    return float(solution.value), float(solution.lower), float(solution.upper)
