"""Random draws that depend on nothing but their seed: not on the version of Python, whose ``shuffle`` may change."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def shuffled(items: Sequence[T], stream: random.Random) -> Iterable[T]:
    """The items in random order, one by one (Fisher and Yates)."""
    rest = list(items)
    while rest:
        place = int(stream.random() * len(rest))
        rest[place], rest[-1] = rest[-1], rest[place]
        yield rest.pop()


def some_of(size: int, count: int, stream: random.Random) -> list[int]:
    """So many different numbers below a size, or all of them where there are no more (Floyd's algorithm)."""
    chosen: dict[int, None] = {}
    for last in range(max(size - count, 0), size):
        number = int(stream.random() * (last + 1))
        chosen[last if number in chosen else number] = None
    return list(chosen)
