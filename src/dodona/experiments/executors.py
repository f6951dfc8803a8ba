"""Executors: where tasks are run. Both give the same records, apart from times and order."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import cast

from dodona.experiments.record import Record
from dodona.experiments.solving import Solve, failure, perform
from dodona.experiments.task import Task
from dodona.model.errors import SolverError

Perform = Callable[[Task], Record]

EXECUTORS = ("serial", "processes")


def serial(tasks: Iterable[Task], solve: Solve) -> Generator[Record, None, None]:
    """Run one task after another in this process."""
    for task in tasks:
        yield perform(task, solve)


def processes(tasks: Iterator[Task], solve: Solve, workers: int) -> Generator[Record, None, None]:
    """Run tasks in worker processes and yield records as they are done.

    A task is taken only when a worker is free for it. A worker that dies, for instance because memory ran out, costs
    the task it was running, which is recorded as failed; a new worker takes its place. This is why the workers are led
    by hand: a pool of `concurrent.futures` would give up all its tasks and not say which of them was to blame.

    ``solve`` must be a function that another process can import.
    """
    # A worker that is still importing the script must not wait for the task that its leading process has taken for it.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SolverError(_NO_START)
    crew: dict[Connection, _Worker] = {}
    try:
        while True:
            while len(crew) < workers and (task := next(tasks, None)) is not None:
                worker = _Worker(solve, task)
                crew[worker.link] = worker
            if not crew:
                return
            for link in cast(list[Connection], wait(list(crew))):
                worker = crew[link]
                record = worker.receive()
                if record is not None:
                    yield record
                    worker.task = next(tasks, None) if worker.alive else None
                if worker.task is not None:
                    worker.send()
                    continue
                del crew[link]
                worker.stop(patience=5)
    finally:
        for worker in crew.values():
            worker.stop(patience=0)


class _Worker:
    """A process that runs the tasks it is sent, one at a time; as seen from the process that leads it."""

    def __init__(self, solve: Solve, task: Task) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, far = context.Pipe()
        self.process = context.Process(target=_work, args=(far, partial(perform, solve=solve)), daemon=True)
        self.process.start()
        far.close()  # held by the worker alone, its end tells that the worker died
        self.alive = True
        self.task: Task | None = task
        self.sent: float | None = None

    def send(self) -> None:
        """Give it its task."""
        self.sent = time.perf_counter()
        with contextlib.suppress(OSError):  # a worker that died meanwhile is found out by receive()
            self.link.send(self.task)

    def receive(self) -> Record | None:
        """Take a record; None when the worker says that it has started. A closed link means that it died."""
        try:
            return cast("Record | None", self.link.recv())
        except (EOFError, OSError):
            self.alive = False
        if self.task is None or self.sent is None:
            raise SolverError(_NO_START)
        self.process.join()
        seconds = time.perf_counter() - self.sent
        return failure(self.task, f"WorkerDied: the process ended with code {self.process.exitcode}", seconds)

    def stop(self, patience: float) -> None:
        """Close the link, on which an idle worker leaves by itself; after ``patience`` seconds end the process."""
        self.link.close()
        self.process.join(patience)
        self.process.kill()  # a solver would take SIGTERM as a request to stop
        self.process.join()


_NO_START = (
    "a worker process could not start; a script that runs experiments in processes must do so "
    'below `if __name__ == "__main__":`'
)


def _work(link: Connection, perform: Perform) -> None:
    """Run tasks until the leading process closes the link or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the leading process decides
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        link.send(None)
        while True:
            link.send(perform(link.recv()))
    except (EOFError, OSError):
        return


def _leave_with_parent() -> None:
    """End this process when the leading one is gone: a killed run must not leave hours of work behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
