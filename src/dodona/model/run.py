"""The run of a solver: its clock, its limits, its events and Ctrl-C, written once for all of them."""

from __future__ import annotations

import math
import os
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import FrameType, TracebackType
from typing import Any, TypeVar

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.limit import Event, Limit, OnEvent, require_limit

T = TypeVar("T")


class Stopped(Exception):  # noqa: N818 - not an error: it ends a solver's work and becomes a status
    """A limit or a cancellation ended the work; ``reason`` is the limit's name or "cancelled"."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def sentence(self) -> str:
        """The reason in words."""
        return "it was cancelled." if self.reason == "cancelled" else f"it reached its limit of {self.reason}."


class Run:
    """A context that times the work inside it and turns the first Ctrl-C or SIGTERM into a request to stop.

    A second one interrupts at once, as usual. Bounds reported through :meth:`event` only ever tighten.
    """

    def __init__(self, limit: Limit, on_event: OnEvent | None = None) -> None:
        self.limit = require_limit(limit)
        if on_event is not None and not callable(on_event):
            raise DodonaError(f"on_event is a function that takes an Event, not {on_event!r}.")
        self.lower = -math.inf
        self.upper = math.inf
        self._on_event = on_event
        self._steps = 0
        self._start = time.perf_counter()
        self._token = _core.CancelToken()
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> Run:
        if threading.current_thread() is threading.main_thread():
            for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
                # Another handler than the usual one (a notebook's, an outer run's) knows better what a signal means.
                if signal.getsignal(number) == usual:
                    self._previous[number] = usual
                    signal.signal(number, self._interrupt)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        while self._previous:
            signal.signal(*self._previous.popitem())

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        if not self._token.cancelled:
            self._token.cancel()
        elif number == signal.SIGINT:
            raise KeyboardInterrupt
        else:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return time.perf_counter() - self._start

    @property
    def cancelled(self) -> bool:
        """Whether somebody asked to stop."""
        return self._token.cancelled

    @property
    def is_watched(self) -> bool:
        """Whether somebody hears of bounds before the end, or a limit may stop at them."""
        return self._on_event is not None or self.limit.gap is not None

    def remaining(self) -> float:
        """Seconds left; infinite without a time limit."""
        return math.inf if self.limit.time is None else max(0.0, self.limit.time - self.elapsed)

    @property
    def memory(self) -> int:
        """Bytes that stored trees and tables may take."""
        return memory_of_machine() if (memory := self.limit.memory_bytes) is None else _count(memory)

    def check(self) -> None:
        """Stop here if a limit of time, gap or patience is reached."""
        if self.cancelled:
            raise Stopped("cancelled")
        if self.remaining() <= 0:
            raise Stopped("time")
        if self.limit.gap is not None and self.upper - self.lower <= self.limit.gap:
            raise Stopped("gap")

    def hand_over(self) -> None:
        """Forget the limits of gap and iterations, which have told a first method to end: another one goes on."""
        self.limit = replace(self.limit, gap=None, iterations=None)

    def budget(self, depth: int | None = None, *, kept: float = 0.0, nodes: float | None = None) -> _core.Budget:
        """What is left of the limits, for a walk in the core.

        Some seconds may be kept for later, and nodes limited further.
        """
        seconds = max(0.0, self.remaining() - kept)
        counts = [count for count in (self.limit.nodes, nodes) if count is not None]
        return _core.Budget(
            seconds=None if math.isinf(seconds) else seconds,
            nodes=_count(min(counts)) if counts else None,
            memory=self.memory,
            depth=depth,
            token=self._token,
        )

    def walk(self, work: Callable[[_core.Budget], T], depth: int | None = None) -> T:
        """Run a walk of the core within what is left; raises ``Stopped`` where that does not suffice."""
        self.check()
        try:
            return work(self.budget(depth))
        except _core.LimitReached as limit:
            raise Stopped(str(limit)) from None

    def event(self, phase: str, lower: float = -math.inf, upper: float = math.inf) -> None:
        """Record proven bounds and tell whoever listens."""
        self.lower = max(self.lower, lower)
        self.upper = min(self.upper, upper)
        self._steps += 1
        if self._on_event is not None:
            self._on_event(Event(self._steps, self.elapsed, self.lower, self.upper, phase))


def _count(limit: float) -> int:
    """A limit as the core takes it; whatever is larger is no limit."""
    return int(min(limit, 2**63 - 1))


@cache
def memory_of_machine() -> int:
    """Half of the machine's memory: what a run may take where nobody says otherwise."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError, AttributeError):
        return 4 << 30
