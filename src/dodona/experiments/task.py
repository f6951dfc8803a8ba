"""A task: one game solved once by one method; its key is a hash of its content."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dodona.model.values import is_number, is_whole

LimitItems = tuple[tuple[str, float | int], ...]
#: Names with values as JSON text, which tells 1 from true where Python does not.
OptionItems = tuple[tuple[str, str], ...]

#: Where the text of a game holds this, each task puts its own seed.
SEED = "{seed}"

REAL_LIMITS = ("gap", "time")
WHOLE_LIMITS = ("depth", "iterations", "memory", "nodes")


@dataclass(frozen=True)
class Task:
    """What is to be solved, and nothing about where, when or by which version.

    Attributes
    ----------
    game
        Text of the game, such as ``leduc(deal=card)``; ``{seed}`` in it stands for the task's seed.
    method
        Name of the method.
    limit
        Fields of :class:`dodona.Limit` that are set, as sorted pairs; :func:`limit_items` makes them.
    seed
        Start of the random numbers.
    repetition
        Counts repeated runs of otherwise equal tasks, from 0.
    options
        Options of the method, as sorted pairs; :func:`option_items` makes them.
    """

    game: str
    method: str
    limit: LimitItems = ()
    seed: int = 0
    repetition: int = 0
    options: OptionItems = ()

    @property
    def instance(self) -> str:
        """The text of the game with the seed in its place."""
        return self.game.replace(SEED, str(self.seed))

    def content(self) -> dict[str, object]:
        """Return the task as plain JSON data; options only where there are some, so that older keys stay valid."""
        content: dict[str, object] = {
            "game": self.game,
            "method": self.method,
            "limit": dict(self.limit),
            "seed": self.seed,
            "repetition": self.repetition,
        }
        return {**content, "options": option_values(self.options)} if self.options else content

    def key(self) -> str:
        """Return the SHA-256 of the canonical JSON text of the content: the same on every machine."""
        text = json.dumps(self.content(), sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def __str__(self) -> str:
        limit = f" [{limit_text(self.limit)}]" if self.limit else ""
        options = f" ({option_text(self.options)})" if self.options else ""
        return f"{self.game} {self.method}{options}{limit} seed {self.seed} repetition {self.repetition}"


def task_from_content(content: Mapping[str, object]) -> Task:
    """Rebuild a task from :meth:`Task.content`; a wrong field is a ValueError that says what it should be."""
    game, method = content.get("game"), content.get("method")
    if not isinstance(game, str) or not isinstance(method, str):
        raise ValueError("game and method must be texts")
    return Task(
        game,
        method,
        limit_items(content.get("limit")),
        whole(content.get("seed")),
        whole(content.get("repetition")),
        option_items(content.get("options", {})),
    )


def limit_items(limit: object) -> LimitItems:
    """Return a table of limits in canonical form, so that ``time = 1`` and ``time = 1.0`` are the same task."""
    if not isinstance(limit, dict):
        raise ValueError(f"limit must be a table such as {{ time = 60 }}, not {limit!r}")
    items: list[tuple[str, float | int]] = []
    for name, amount in sorted(limit.items()):
        if name in WHOLE_LIMITS:
            items.append((name, whole(amount)))
        elif name in REAL_LIMITS:
            items.append((name, _real(amount)))
        else:
            raise ValueError(f"unknown limit {name!r}; possible are {', '.join(sorted(REAL_LIMITS + WHOLE_LIMITS))}")
    return tuple(items)


def limit_text(limit: LimitItems) -> str:
    """Return the limits as a person writes them: ``iterations=100, time=60``."""
    return ", ".join(
        f"{name}={amount:g}" if isinstance(amount, float) else f"{name}={amount}" for name, amount in limit
    )


def option_items(options: object) -> OptionItems:
    """Return a table of options in canonical form: texts, numbers, true or false, and lists of texts."""
    if not isinstance(options, dict):
        raise ValueError(f"options must be a table such as {{ table = 0 }}, not {options!r}")
    return tuple((_name(name), json.dumps(_option(name, value))) for name, value in sorted(options.items()))


def option_values(options: OptionItems) -> dict[str, Any]:
    """Return options as the method takes them."""
    return {name: json.loads(text) for name, text in options}


def option_text(options: OptionItems) -> str:
    """Return the options as a person writes them: ``ordering=table,domain, table=0``."""
    return ", ".join(
        f"{name}={','.join(value) if isinstance(value, list) else value if isinstance(value, str) else text}"
        for (name, text), value in zip(options, option_values(options).values(), strict=True)
    )


def _name(name: object) -> str:
    if not isinstance(name, str) or not name.isidentifier():
        raise ValueError(f"{name!r} is no name of an option")
    return name


def _option(name: str, value: object) -> object:
    if isinstance(value, bool | int | str) or (
        isinstance(value, list | tuple) and all(isinstance(part, str) for part in value)
    ):
        return value
    if isinstance(value, float) and math.isfinite(value):
        return int(value) if value.is_integer() else value  # 1 and 1.0 are the same task
    raise ValueError(f"option {name} is {value!r}, neither a text, a finite number, true, false nor a list of texts")


def whole(amount: object) -> int:
    """Return a whole number of at least 0; anything else is a ValueError."""
    if not is_whole(amount, 0):
        raise ValueError(f"{amount!r} is not a whole number of at least 0")
    return amount


def _real(amount: object) -> float:
    if not is_number(amount, 0) or amount == math.inf:
        raise ValueError(f"{amount!r} is not a finite number of at least 0")
    return float(amount)  # a whole number beyond the range of floats raises OverflowError, which readers expect
