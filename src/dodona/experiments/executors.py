"""Executors: where tasks are run. Both give the same records, apart from times and order."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import partial

from dodona.experiments.record import Record
from dodona.experiments.solving import Solve, failure, perform
from dodona.experiments.task import Task
from dodona.model import workers as crew

EXECUTORS = ("serial", "processes")


def serial(tasks: Iterable[Task], solve: Solve) -> Generator[Record, None, None]:
    """Run one task after another in this process."""
    for task in tasks:
        yield perform(task, solve)


def processes(tasks: Iterator[Task], solve: Solve, workers: int) -> Generator[Record, None, None]:
    """Run tasks in worker processes and yield records as they are done; a worker that dies costs its task.

    ``solve`` must be a function that another process can import.
    """
    return crew.processes(tasks, partial(perform, solve=solve), workers, failure)
