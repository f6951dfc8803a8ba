"""The runner: solve the tasks that are not recorded yet, and record each one the moment it is done."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing

from dodona.experiments import executors
from dodona.experiments.record import Record, merge
from dodona.experiments.record_file import RecordFile
from dodona.experiments.solving import Solve, solve_task
from dodona.experiments.task import Task

OnRecord = Callable[[Record], None]

#: Seconds between two looks at what other runs have left.
WAITING = 0.2


def run(
    tasks: Iterable[Task],
    path: str | os.PathLike[str],
    *,
    executor: str = "serial",
    workers: int | None = None,
    retry: bool = False,
    solve: Solve = solve_task,
    on_record: OnRecord | None = None,
) -> list[Record]:
    """Run tasks and keep their records in a file.

    1. Read the file, if there is one, and leave out the tasks it already records.
    2. Run the others; append each record to the file, on the disk, as soon as its task is done.
    3. Wait for the tasks that other runs are solving, and take over those that such a run has left.
    4. Return the records of all the tasks, in the tasks' order.

    A run may be stopped at any moment, by Ctrl-C or a kill, and loses at most the tasks that were being solved;
    the same call continues it. Several runs on one file share the work: each takes the next task that nobody has taken
    or recorded.

    Parameters
    ----------
    executor
        "serial" or "processes".
    workers
        Number of processes; one per processor when None.
    retry
        Run failed tasks again.
    solve
        Solves one task; with "processes" a function that another process can import.
    on_record
        Called with each new record of the tasks, whichever run made it.
    """
    tasks = list({task.key(): task for task in tasks}.values())
    _require_executor(executor)
    keys = {task.key() for task in tasks}

    def tell(record: Record) -> None:
        if on_record is not None and record.task.key() in keys:
            on_record(record)

    with RecordFile(path, retry, tell) as file:
        while waiting := file.unfinished(tasks):
            with closing(_start(executor, file.take_each(waiting), solve, workers)) as records:
                for record in records:
                    file.append(record)
            if file.unfinished(waiting):
                time.sleep(WAITING)
        done = recorded(tasks, file.records)
    return [done[task.key()] for task in tasks]


def recorded(tasks: Iterable[Task], records: Iterable[Record]) -> dict[str, Record]:
    """Return, by key and in the tasks' order, the records that belong to the tasks."""
    known = {record.task.key(): record for record in merge(records)}
    return {task.key(): known[task.key()] for task in tasks if task.key() in known}


def _start(executor: str, tasks: Iterator[Task], solve: Solve, workers: int | None) -> Generator[Record, None, None]:
    if executor == "serial":
        return executors.serial(tasks, solve)
    return executors.processes(tasks, solve, os.cpu_count() or 1 if workers is None else workers)


def _require_executor(executor: str) -> None:
    if executor not in executors.EXECUTORS:
        raise ValueError(f"unknown executor {executor!r}; possible are {', '.join(executors.EXECUTORS)}")
