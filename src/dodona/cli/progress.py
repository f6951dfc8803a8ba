"""Progress on standard error: a live line or a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import math
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

import typer

from dodona.model.limit import Event, OnEvent

if TYPE_CHECKING:
    from rich.progress import Progress
    from rich.text import Text

#: Seconds between plain lines while nothing happens, and at least between two events of one phase.
HEARTBEAT = 10.0
PAUSE = 1.0


@contextmanager
def progress(quiet: bool = False) -> Iterator[OnEvent | None]:
    """Show events until the block ends. The clock goes on while no event arrives, as inside a linear program."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _live() as on_event:
            yield on_event
    else:
        with _lines() as on_event:
            yield on_event


class Counter:
    """Counts things that are done and tells about them: on a terminal by a bar, elsewhere by a line now and then."""

    def __init__(self, total: int | None, done: int, what: str) -> None:
        self._total, self._done, self._what = total, done, what
        self._shown = time.perf_counter()

    def advance(self, description: str = "") -> None:
        """One more is done."""
        self._done += 1
        self.tell(description)

    def tell(self, description: str) -> None:
        """Say what is going on; without a word for what is counted nothing is said."""
        if self._what and time.perf_counter() - self._shown >= HEARTBEAT:
            self._shown = time.perf_counter()
            total = "" if self._total is None else f" of {self._total:,}"
            typer.echo(f"{self._done:,}{total} {self._what}  {description}".rstrip(), err=True)


class _BarCounter(Counter):
    """A counter whose bar another thread draws."""

    def __init__(self, bar: Progress, total: int | None, done: int) -> None:
        super().__init__(total, done, "")
        self._bar, self._row = bar, bar.add_task("", total=total, completed=done)

    def tell(self, description: str) -> None:
        self._bar.update(self._row, completed=self._done, description=description)


@contextmanager
def counted(total: int | None, done: int = 0, what: str = "") -> Iterator[Counter]:
    """Show on standard error how many of several things are done; None where nobody knows how many there are."""
    if not sys.stderr.isatty():
        yield Counter(total, done, what)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True)) as bar:
        yield _BarCounter(bar, total, done)


class _Status:
    """The newest event and a clock."""

    def __init__(self) -> None:
        self._start = time.perf_counter()
        self.phase = "started"
        self._bounds = (-math.inf, math.inf)

    def update(self, event: Event) -> None:
        self.phase = event.phase
        self._bounds = (event.lower, event.upper)

    def line(self) -> str:
        lower, upper = self._bounds
        known = math.isfinite(lower) or math.isfinite(upper)
        bounds = f"bounds [{lower:.6g}, {upper:.6g}]" if known else "no bounds yet"
        return f"{self.phase:<10} {time.perf_counter() - self._start:8.1f} s  {bounds}"

    def __rich__(self) -> Text:
        from rich.text import Text

        return Text(self.line(), no_wrap=True, overflow="ellipsis")


@contextmanager
def _live() -> Iterator[OnEvent]:
    from rich.console import Console
    from rich.live import Live

    status = _Status()
    with Live(status, console=Console(stderr=True), refresh_per_second=8, transient=True):
        yield status.update


@contextmanager
def _lines() -> Iterator[OnEvent]:
    status, ended = _Status(), threading.Event()
    shown = ("", -math.inf)

    def show(event: Event) -> None:
        nonlocal shown
        status.update(event)
        kind = event.phase.partition(" ")[0]  # iterations and depths are counted
        if kind != shown[0] or event.elapsed - shown[1] >= PAUSE:
            shown = (kind, event.elapsed)
            typer.echo(status.line(), err=True)

    def beat() -> None:
        with suppress(OSError):
            while not ended.wait(HEARTBEAT):
                typer.echo(status.line(), err=True)

    clock = threading.Thread(target=beat, daemon=True)
    clock.start()
    try:
        yield show
    finally:
        ended.set()
        clock.join()
