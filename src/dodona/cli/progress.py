"""Progress of a solve on standard error: a live line on a terminal, plain lines elsewhere."""

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
