"""Where the time of a piece of work goes, by its parts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter


class PartTimes(dict[str, float]):
    """Seconds by part.

    Examples
    --------
    >>> times = PartTimes("lp", "response")
    >>> with times.timed("lp"):
    ...     pass
    >>> times["response"], list(times.stats())
    (0.0, ['lp_seconds', 'response_seconds'])
    """

    def __init__(self, *parts: str) -> None:
        super().__init__(dict.fromkeys(parts, 0.0))

    @contextmanager
    def timed(self, part: str) -> Iterator[None]:
        """Count the time of what is done inside to a part of the work."""
        start = perf_counter()
        try:
            yield
        finally:
            self[part] += perf_counter() - start

    def stats(self) -> dict[str, float]:
        """The times as statistics of a solution."""
        return {f"{part}_seconds": seconds for part, seconds in self.items()}
