"""Specs: a TOML file that names games, methods, seeds and repetitions, and figures from papers to stand beside ours.

::

    [[run]]                       # every game with every method and seed, repeated
    games = ["kuhn", "leduc"]
    methods = ["sequence_form_lp"]
    seeds = [0]                   # optional
    repetitions = 3               # optional, 1 if absent
    limit = { time = 60 }         # optional: time, nodes, iterations, depth, gap, memory
    options = { table = 0 }       # optional: options that all of the methods have

    [[paper]]                     # optional
    game = "kuhn"
    method = "sequence_form_lp"   # optional: without it the figure stands beside every method
    quantity = "value"            # value, lower, upper, gap, seconds or a statistic of the solver
    figure = "-1/18"              # a number, or a fraction as a text
    source = "Kuhn 1950"
"""

from __future__ import annotations

import itertools
import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import TypeVar

from dodona.experiments.solving import canonical_game, known_method
from dodona.experiments.task import Task, limit_items, option_items, whole
from dodona.model.errors import DodonaError, FileFormatError

_SPEC_KEYS = ("title", "run", "paper")
_RUN_KEYS = ("games", "methods", "seeds", "repetitions", "limit", "options")
_PAPER_KEYS = ("game", "method", "quantity", "figure", "source")

_FRACTION = re.compile(r"-?[0-9]{1,100}/[1-9][0-9]{0,99}")
_MOST_TASKS = 1_000_000

T = TypeVar("T")


@dataclass(frozen=True)
class Paper:
    """A published figure that stands beside ours; it concerns every method where ``method`` is None."""

    game: str
    quantity: str
    figure: float
    source: str
    method: str | None = None

    def concerns(self, task: Task) -> bool:
        return self.game == task.game and self.method in (None, task.method)


@dataclass(frozen=True)
class Spec:
    """A spec as read: its tasks, each once, in the order of the file, and the papers' figures."""

    title: str
    tasks: tuple[Task, ...]
    papers: tuple[Paper, ...] = ()


def read_spec(path: str | os.PathLike[str], canonical: Callable[[str], str] = canonical_game) -> Spec:
    """Read a spec.

    Parameters
    ----------
    canonical
        Gives a game's canonical text and raises a DodonaError where there is no such game.

    Raises
    ------
    FileFormatError
        If the file is not a spec; the sentence names the file, the table and the key, and what is possible there.
    """
    path = Path(path)
    try:
        data = tomllib.loads(path.read_bytes().decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FileFormatError(f"{path} is not a TOML file: {error}") from None
    top = _Table(data, str(path), _SPEC_KEYS)
    runs = top.tables("run", _RUN_KEYS)
    if not runs:
        raise FileFormatError(f"{path} has nothing to run; add a [[run]] table with games and methods")
    tasks = tuple(dict.fromkeys(task for run in runs for task in _tasks(run, canonical)))
    papers = tuple(_paper(table, tasks, canonical) for table in top.tables("paper", _PAPER_KEYS))
    return Spec(top.text("title", path.stem), tasks, papers)


class _Table:
    """A TOML table that is read key by key and knows its place, for the sentences of errors."""

    def __init__(self, data: object, place: str, keys: tuple[str, ...]) -> None:
        if not isinstance(data, dict):
            raise FileFormatError(f"{place} must be a table")
        self.data: Mapping[str, object] = data
        self.place = place
        for key in data:
            if key not in keys:
                raise FileFormatError(f"{place} has an unknown key {key!r}; possible are {', '.join(keys)}")

    def error(self, key: str, problem: object) -> FileFormatError:
        return FileFormatError(f"{self.place}, key {key!r}: {problem}")

    def get(self, key: str) -> object:
        if key not in self.data:
            raise FileFormatError(f"{self.place} lacks the key {key!r}")
        return self.data[key]

    def text(self, key: str, default: str | None = None) -> str:
        found = self.data.get(key, default) if default is not None else self.get(key)
        return self.read(key, _text, found)

    def sequence(self, key: str, default: list[object] | None = None) -> list[object]:
        found = self.data.get(key, default) if default is not None else self.get(key)
        if not isinstance(found, list) or not found:
            raise self.error(key, f"must be a list with at least one entry, not {found!r}")
        return found

    def tables(self, key: str, keys: tuple[str, ...]) -> list[_Table]:
        found = self.data.get(key, [])
        if not isinstance(found, list):
            raise self.error(key, f"must be written as [[{key}]]")
        return [_Table(part, f"{self.place}, [[{key}]] table {n}", keys) for n, part in enumerate(found, start=1)]

    def read(self, key: str, reader: Callable[[object], T], entry: object) -> T:
        """Read an entry with a function whose errors do not know the place yet."""
        try:
            return reader(entry)
        except (ValueError, OverflowError, DodonaError) as problem:
            raise self.error(key, problem) from None


def _tasks(table: _Table, canonical: Callable[[str], str]) -> list[Task]:
    games = [table.read("games", lambda text: canonical(_text(text)), entry) for entry in table.sequence("games")]
    methods = [
        table.read("methods", lambda name: known_method(_text(name)), entry) for entry in table.sequence("methods")
    ]
    seeds = [table.read("seeds", whole, entry) for entry in table.sequence("seeds", [0])]
    repetitions = table.read("repetitions", whole, table.data.get("repetitions", 1))
    most = _MOST_TASKS // (len(games) * len(methods) * len(seeds))
    if not 1 <= repetitions <= most:
        raise table.error("repetitions", f"must be at least 1 and at most {most}, not {repetitions}")
    limit = table.read("limit", limit_items, table.data.get("limit", {}))
    options = table.read("options", option_items, table.data.get("options", {}))
    return [
        Task(game, method, limit, seed, repetition, options)
        for game, method, seed, repetition in itertools.product(games, methods, seeds, range(repetitions))
    ]


def _paper(table: _Table, tasks: tuple[Task, ...], canonical: Callable[[str], str]) -> Paper:
    paper = Paper(
        game=table.read("game", lambda text: canonical(_text(text)), table.get("game")),
        quantity=table.text("quantity"),
        figure=table.read("figure", _figure, table.get("figure")),
        source=table.text("source"),
        method=table.text("method") if "method" in table.data else None,
    )
    if not any(paper.concerns(task) for task in tasks):
        raise FileFormatError(f"{table.place} concerns no [[run]] table; check its game and method")
    return paper


def _text(entry: object) -> str:
    if not isinstance(entry, str) or not entry.strip():
        raise ValueError(f"{entry!r} is not a text, or an empty one")
    return entry.strip()


def _figure(entry: object) -> float:
    if isinstance(entry, str) and _FRACTION.fullmatch(entry):
        return float(Fraction(entry))
    if isinstance(entry, bool) or not isinstance(entry, int | float) or not math.isfinite(entry):
        raise ValueError(f'{entry!r} is neither a finite number nor a fraction such as "-1/18"')
    return float(entry)
