"""Questions about values of unknown origin, each asked in one place."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from numbers import Integral, Real
from typing import Any, TypeGuard, TypeVar

from dodona.model.errors import DodonaError

T = TypeVar("T")

_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}
_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,9})?)\s*([KMGT]?)(?:I?B)?")
#: More bytes than this are no limit.
MOST_BYTES = 2**63 - 1


def is_whole(value: object, least: float | None = None, most: float | None = None) -> TypeGuard[int]:
    """Whether a value is a whole number within a range; True and False are none."""
    return is_number(value, least, most) and isinstance(value, Integral)


def is_number(value: object, least: float | None = None, most: float | None = None) -> TypeGuard[float]:
    """Whether a value is a real number within a range; True and False are none, and NaN is in no range."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return False
    number: Any = value
    return bool((least is None or number >= least) and (most is None or number <= most))


def span(least: float | None, most: float | None = None) -> str:
    """A range in words: from 1 to 256, from 0 up, or nothing where every number will do."""
    if least is None:
        return ""
    return f"from {least} up" if most is None else f"from {least} to {most}"


def whole(
    name: str,
    value: object,
    least: int,
    most: int | None = None,
    error: type[DodonaError] = DodonaError,
    text: Callable[[object], str] = repr,
) -> int:
    """A whole number within a range, or an error that says so; ``text`` shows the value."""
    if not is_whole(value, least, most):
        raise error(f"{name} must be a whole number {span(least, most)}, not {text(value)}.")
    return int(value)


def real(
    name: str,
    value: object,
    least: float | None = None,
    most: float | None = None,
    error: type[DodonaError] = DodonaError,
    text: Callable[[object], str] = repr,
) -> float:
    """A finite number within a range, or an error that says so; ``text`` shows the value."""
    if not is_number(value, least, most) or not math.isfinite(value):
        words = " ".join(filter(None, ["a finite number", span(least, most)]))
        raise error(f"{name} must be {words}, not {text(value)}.")
    return float(value)


def is_byte_size(text: str) -> bool:
    """Whether a text is an amount of memory, such as 500M."""
    return _SIZE.fullmatch(text.strip().upper()) is not None


def byte_size(text: str) -> int:
    """A number of bytes from a text such as 1000000, 500M or 2G, in powers of 1024.

    Examples
    --------
    >>> byte_size("1.5K")
    1536
    """
    match = _SIZE.fullmatch(text.strip().upper())
    if match is None:
        raise DodonaError(f"'{text}' is no amount of memory; write bytes, or for example 500M or 2G.")
    return min(int(float(match[1]) * 2 ** _UNITS[match[2]]), MOST_BYTES)


def one_of(
    name: str,
    value: T,
    known: Sequence[str],
    error: type[DodonaError] = DodonaError,
    text: Callable[[object], str] = repr,
) -> T:
    """One of the known words, or an error that lists them; ``text`` shows the value."""
    if value not in known:
        raise error(f"{name} must be one of {', '.join(known)}, not {text(value)}.")
    return value


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a sentence about an unknown name: the known one that it may have been meant for.

    Examples
    --------
    >>> nearest("negascot", ["alphabeta", "negascout"])
    ': did you mean negascout?'
    """
    import difflib  # most names are known

    close = difflib.get_close_matches(name.lower(), list(known), n=1)
    return f": did you mean {close[0]}?" if close else "."


def interval(name: str, bounds: Any, error: type[DodonaError] = DodonaError) -> tuple[float, float] | None:
    """A pair of numbers, the lower one first, or None where none is given, or an error that says so."""
    if bounds is None:
        return None
    try:
        low, high = (float(bound) for bound in bounds)
    except (TypeError, ValueError, OverflowError):
        low = high = math.nan
    if not low <= high:
        raise error(f"{name} must be a pair of numbers, not {bounds!r}.")
    return low, high


def player_number(game: object, players: int, player: object) -> int:
    """A player of a game, or an error that says who they are."""
    if not is_whole(player, 0, players - 1):
        raise DodonaError(f"{game} has players 0 to {players - 1}, not {player!r}.")
    return int(player)
