"""Numbers, sizes and options from the words of a command line."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Sequence
from typing import Any

import typer

from dodona.all_methods import METHODS
from dodona.model.errors import DodonaError
from dodona.model.limit import LimitKeywords
from dodona.model.values import MOST_BYTES, byte_size, is_byte_size

LARGEST = MOST_BYTES
#: What `solve` takes beside options.
_TAKEN = ("problem", "game", "method", "limit", "seed", "on_event", *LimitKeywords.__annotations__)

_SPAN = re.compile(r"([0-9]{1,9})(?:\.\.([0-9]{1,9}))?")
_MOST_NUMBERS = 100_000

Setting = bool | int | float | str | tuple[str, ...]


def size(text: str) -> int:
    """A number of bytes such as 1000000, 500M or 2G."""
    try:
        return byte_size(text)
    except DodonaError as error:
        raise typer.BadParameter(str(error)) from None


def numbers(text: str, option: str) -> list[int]:
    """Whole numbers such as ``0,2,4`` or ``3..9``, or both kinds in one list.

    Examples
    --------
    >>> numbers("0, 3..5", "--steps")
    [0, 3, 4, 5]
    """
    found: list[int] = []
    for part in text.split(","):
        span = _SPAN.fullmatch(part.strip())
        first, last = (int(span[1]), int(span[2] or span[1])) if span else (1, 0)
        if not first <= last < first + _MOST_NUMBERS:
            raise typer.BadParameter(f"'{text}' is no list of numbers such as 0,2,4 or 3..9.", param_hint=option)
        found += range(first, last + 1)
    return found


def split_list(text: str) -> list[str]:
    """The parts of a list between commas that stand in no brackets.

    Examples
    --------
    >>> split_list("cfr, alphabeta(depth=3, ordering=[table, domain])")
    ['cfr', 'alphabeta(depth=3, ordering=[table, domain])']
    """
    parts, depth = [""], 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if character == "," and depth <= 0:
            parts.append("")
        else:
            parts[-1] += character
    return [part.strip() for part in parts if part.strip()]


def settings(words: Sequence[str]) -> dict[str, Any]:
    """Options of a method from ``name=value`` words; whether the method has them is for the method to say.

    Examples
    --------
    >>> settings(["table=64M", "deepening=false", "guess=0.5", "ordering=table,domain", "parallel=ybwc_weak"])
    {'table': 67108864, 'deepening': False, 'guess': 0.5, 'ordering': ('table', 'domain'), 'parallel': 'ybwc_weak'}
    """
    found: dict[str, Any] = {}
    lists = {own.name for method in METHODS for own in method.declared_options() if own.is_list}
    for word in words:
        name, equals, text = (part.strip() for part in word.partition("="))
        if not equals or not name.isidentifier():
            raise typer.BadParameter(f"'{word}' is no option; write NAME=VALUE, such as table=64M.", param_hint="--set")
        if name in _TAKEN:
            raise typer.BadParameter(f"{name} is no option of a method; see dodona solve --help.", param_hint="--set")
        if name in found:
            raise typer.BadParameter(f"{name} is set twice.", param_hint="--set")
        found[name] = _setting(text, is_list=name in lists)
    return found


def _setting(text: str, is_list: bool) -> Setting:
    if is_list or "," in text:  # a list may have one entry
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    for read in (int, float):
        with contextlib.suppress(ValueError):
            return read(text)
    return byte_size(text) if is_byte_size(text) else text
