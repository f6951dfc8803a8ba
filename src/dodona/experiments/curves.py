"""Curves: how the proven intervals of recorded runs closed over time."""

from __future__ import annotations

from collections.abc import Iterable

from dodona.experiments.record import Record
from dodona.experiments.task import limit_text, option_text
from dodona.model.errors import DodonaError
from dodona.model.limit import Event


def curves(records: Iterable[Record], game: str | None = None) -> tuple[str, dict[str, list[Event]]]:
    """Return a game and the curves of its runs by name; without a game the only one that has any."""
    drawn = [record for record in records if record.closing]
    games = list(dict.fromkeys(record.task.instance for record in drawn))
    if game is None and len(games) == 1:
        game = games[0]
    if game not in games:
        missing = "which game is meant" if game is None else f"no run of {game} proved an interval"
        raise DodonaError(f"{missing}: the records have curves of {', '.join(games) or 'no game'}.")
    return game, {_name(record): _events(record) for record in drawn if record.task.instance == game}


def _name(record: Record) -> str:
    task = record.task
    seed = f"seed {task.seed}" if task.seed else ""
    repetition = f"repetition {task.repetition}" if task.repetition else ""
    parts = [option_text(task.options), limit_text(task.limit), seed, repetition]
    own = ", ".join(part for part in parts if part)
    return f"{task.method} ({own})" if own else task.method


def _events(record: Record) -> list[Event]:
    """The recorded points, and the end of the run."""
    events = [Event(step, *bounds, "") for step, bounds in enumerate(record.closing)]
    lower, upper = (
        record.closing[-1][1:] if record.lower is None or record.upper is None else (record.lower, record.upper)
    )
    return [*events, Event(len(events), record.seconds, lower, upper, record.status)]
