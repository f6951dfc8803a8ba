"""Options of methods: the questions that several of them ask, and how options go into a file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dodona.model.errors import DodonaError


def one_of(name: str, value: object, known: tuple[str, ...]) -> None:
    """Refuse what is none of the known words."""
    if value not in known:
        raise DodonaError(f"{name} is one of {', '.join(known) or 'nothing here'}, not {value!r}.")


def thread_count(threads: object) -> int:
    """A number of threads, or an error."""
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 256:
        raise DodonaError(f"threads is a whole number from 1 to 256, not {threads!r}.")
    return threads


def shown(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they go into a file."""
    plain = (int, float, str, bool, type(None))
    return {
        name: value
        if isinstance(value, plain)
        else [str(part) for part in value]
        if isinstance(value, tuple | list)
        else type(value).__name__
        for name, value in options.items()
    }
