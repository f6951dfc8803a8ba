"""Worker processes that are led by hand: whatever is to be done piece by piece may be done in several at once."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Generator, Iterator
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar, cast

from dodona.model.errors import SolverError

Piece = TypeVar("Piece")
Result = TypeVar("Result")

#: What becomes of a piece whose worker died: the piece, what happened, and after how many seconds.
Died = Callable[[Piece, str, float], Result]


def processes(
    pieces: Iterator[Piece], work: Callable[[Piece], Result], workers: int, died: Died[Piece, Result]
) -> Generator[Result, None, None]:
    """Work on pieces in worker processes and yield results as they are done.

    A piece is taken only when a worker is free for it. A worker that dies, for instance because memory ran out, costs
    the piece it was working on, for which ``died`` gives a result; a new worker takes its place. This is why the
    workers are led by hand: a pool of `concurrent.futures` would give up all its work and not say which piece was to
    blame.

    ``work`` and the pieces must be something that another process can unpickle.
    """
    # A worker that is still importing the script must not wait for the piece that its leading process has taken for it.
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SolverError(_NO_START)
    crew: dict[Connection, _Worker[Piece, Result]] = {}
    try:
        while True:
            while len(crew) < workers and (piece := next(pieces, None)) is not None:
                worker = _Worker(work, piece, died)
                crew[worker.link] = worker
            if not crew:
                return
            for link in cast(list[Connection], wait(list(crew))):
                worker = crew[link]
                result = worker.receive()
                if result is not None:
                    yield result
                    worker.piece = next(pieces, None) if worker.alive else None
                if worker.piece is not None:
                    worker.send()
                    continue
                del crew[link]
                worker.stop(patience=5)
    finally:
        for worker in crew.values():
            worker.stop(patience=0)


class _Worker(Generic[Piece, Result]):
    """A process that does the pieces it is sent, one at a time; as seen from the process that leads it."""

    def __init__(self, work: Callable[[Piece], Result], piece: Piece, died: Died[Piece, Result]) -> None:
        context = multiprocessing.get_context("spawn")
        self.link, far = context.Pipe()
        self.process = context.Process(target=_work, args=(far, work), daemon=True)
        self.process.start()
        far.close()  # held by the worker alone, its end tells that the worker died
        self.alive = True
        self.piece: Piece | None = piece
        self.sent: float | None = None
        self._died = died

    def send(self) -> None:
        """Give it its piece."""
        self.sent = time.perf_counter()
        with contextlib.suppress(OSError):  # a worker that died meanwhile is found out by receive()
            self.link.send(self.piece)

    def receive(self) -> Result | None:
        """Take a result; None when the worker says that it has started. A closed link means that it died."""
        try:
            return cast("Result | None", self.link.recv())
        except (EOFError, OSError):
            self.alive = False
        if self.piece is None or self.sent is None:
            raise SolverError(_NO_START)
        self.process.join()
        seconds = time.perf_counter() - self.sent
        return self._died(self.piece, f"WorkerDied: the process ended with code {self.process.exitcode}", seconds)

    def stop(self, patience: float) -> None:
        """Close the link, on which an idle worker leaves by itself; after ``patience`` seconds end the process."""
        self.link.close()
        self.process.join(patience)
        self.process.kill()  # a solver would take SIGTERM as a request to stop
        self.process.join()


_NO_START = (
    "a worker process could not start; a script that runs experiments or matches in processes must do so "
    'below `if __name__ == "__main__":`'
)


def _work(link: Connection, work: Callable[[Piece], Result]) -> None:
    """Do pieces until the leading process closes the link or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group; the leading process decides
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    try:
        link.send(None)
        while True:
            link.send(work(link.recv()))
    except (EOFError, OSError):
        return


def _leave_with_parent() -> None:
    """End this process when the leading one is gone: a killed run must not leave hours of work behind."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
