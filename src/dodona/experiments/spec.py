"""Specs: a TOML file that names games, methods, seeds and repetitions, and figures from papers to stand beside ours.

::

    quantities = ["nodes"]        # optional: statistics that the table shows beside seconds
    baseline = "alphabeta"        # optional: show every method's time as a multiple of this one's
    correlate = "nodes"           # optional: correlate that multiple with this quantity over all games

    [[run]]                       # every game with every method and seed, repeated
    games = ["kuhn", "random_tree(seed={seed})"]   # {seed} stands for each of the seeds
    methods = ["sequence_form_lp"]
    seeds = [0]                   # optional: a list, a number of seeds from 0 up, or a range as "10..39"
    repetitions = 3               # optional, 1 if absent
    limit = { time = 60 }         # optional: time, nodes, iterations, depth, gap, memory
    options = { table = 0 }       # optional: options that all of the methods have

    [[match]]                     # rounds of a match, as dodona.match plays them: a task each
    games = ["kuhn"]              # {seed} in one stands for the seed plus the number of the round
    players = ["solve", "none=random"]   # as dodona match takes them, with names of your own where wanted
    rounds = 100
    seeds = [0]                   # optional, as of a run
    seatings = "all"              # optional: all, rotations, or a number of seatings drawn in every round

    [[paper]]                     # optional
    game = "kuhn"
    method = "sequence_form_lp"   # optional: without it the figure stands beside every method
    quantity = "value"            # value, lower, upper, gap, seconds or a statistic of the solver
    figure = "-1/18"              # a number, or a fraction as a text
    source = "Kuhn 1950"

A figure written as ``[[run.paper]]`` or ``[[match.paper]]`` below its run concerns no other run; there ``game`` may be
left out if the run has only one.
"""

from __future__ import annotations

import itertools
import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TypeVar

from dodona.experiments.rounds import MATCH, known_players, require_seats
from dodona.experiments.solving import canonical_game, known_method
from dodona.experiments.task import SEED, OptionItems, Task, limit_items, option_items, whole
from dodona.model.errors import DodonaError, FileFormatError
from dodona.model.values import is_number

_SPEC_KEYS = ("title", "quantities", "baseline", "correlate", "run", "match", "paper")
_RUN_KEYS = ("games", "methods", "seeds", "repetitions", "limit", "options", "paper")
_MATCH_KEYS = ("games", "players", "rounds", "seeds", "seatings", "paper")
_PAPER_KEYS = ("game", "method", "quantity", "figure", "source")

_FRACTION = re.compile(r"-?[0-9]{1,100}/[1-9][0-9]{0,99}")
_RANGE = re.compile(r"([0-9]{1,18})\.\.([0-9]{1,18})")
_MOST_TASKS = 1_000_000
#: Stands for any seed while the text of a game is made canonical: no default, and no number that anyone writes.
_ANY_SEED = str(2**62 + 20130803)

T = TypeVar("T")
Canonical = Callable[[str], str]


@dataclass(frozen=True)
class Paper:
    """A published figure that stands beside ours; where ``method`` or ``options`` is None it concerns all of them."""

    game: str
    quantity: str
    figure: float
    source: str
    method: str | None = None
    options: OptionItems | None = None

    def concerns(self, task: Task) -> bool:
        return self.game == task.game and self.method in (None, task.method) and self.options in (None, task.options)


@dataclass(frozen=True)
class Spec:
    """A spec as read: its tasks, each once, in the order of the file, the papers' figures, and what a table shows."""

    title: str
    tasks: tuple[Task, ...]
    papers: tuple[Paper, ...] = ()
    quantities: tuple[str, ...] = ()
    baseline: str | None = None
    correlate: str | None = None


def read_spec(path: str | os.PathLike[str], canonical: Canonical = canonical_game) -> Spec:
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
    runs = [(run, _tasks(run, canonical)) for run in top.tables("run", _RUN_KEYS)]
    runs += [(match, _rounds(match, canonical)) for match in top.tables("match", _MATCH_KEYS)]
    if not runs:
        raise FileFormatError(f"{path} has nothing to run; add a [[run]] table with games and methods")
    parts = [(tasks, _papers_of_run(run, tasks, canonical)) for run, tasks in runs]
    tasks = tuple(dict.fromkeys(task for own, _ in parts for task in own))
    papers = [_paper(table, tasks, canonical) for table in top.tables("paper", _PAPER_KEYS)]
    return Spec(
        top.text("title", path.stem),
        tasks,
        tuple(itertools.chain(*(figures for _, figures in parts), papers)),
        _quantities(top),
        _baseline(top, tasks),
        _correlate(top),
    )


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


def _papers_of_run(table: _Table, tasks: list[Task], canonical: Canonical) -> list[Paper]:
    """The figures that concern the tasks of a run alone."""
    papers = [_paper(part, tasks, canonical, of_run=True) for part in table.tables("paper", _PAPER_KEYS)]
    methods = dict.fromkeys(task.method for task in tasks)
    # Other runs may have the same options with other methods: a figure for all methods means those of its own run.
    return [replace(paper, method=name) for paper in papers for name in methods if paper.method in (None, name)]


def _games(table: _Table, canonical: Canonical, last_seed: int) -> list[str]:
    games = [table.read("games", lambda text: _game(text, canonical), entry) for entry in table.sequence("games")]
    for game in games:
        if SEED in game:  # a seed too large for it is the likely mistake
            table.read("seeds", lambda text: canonical(str(text)), game.replace(SEED, str(last_seed)))
    return games


def _rounds(table: _Table, canonical: Canonical) -> list[Task]:
    """The rounds of matches: a task for every game, seed and round."""
    seeds = table.read("seeds", _seeds, table.data.get("seeds", [0]))
    rounds = table.read("rounds", whole, table.get("rounds"))
    games = _games(table, canonical, max(seeds) + rounds)
    if not 1 <= rounds <= _MOST_TASKS // (len(games) * len(seeds)):
        raise table.error("rounds", f"must be at least 1 and give at most {_MOST_TASKS} tasks, not {rounds}")
    players = [table.read("players", _text, entry) for entry in table.sequence("players")]
    table.read("players", lambda _: known_players(players), players)
    kind = table.data.get("seatings", "all")
    for game in games:
        table.read("seatings", partial(require_seats, game, players), kind)
    options = table.read("seatings", option_items, {"players": players, "seatings": kind})
    return [
        Task(game, MATCH, (), seed, number, options)
        for game, seed, number in itertools.product(games, seeds, range(rounds))
    ]


def _tasks(table: _Table, canonical: Canonical) -> list[Task]:
    seeds = table.read("seeds", _seeds, table.data.get("seeds", [0]))
    games = _games(table, canonical, max(seeds))
    methods = [
        table.read("methods", lambda name: known_method(_text(name)), entry) for entry in table.sequence("methods")
    ]
    repetitions = table.read("repetitions", whole, table.data.get("repetitions", 1))
    most = _MOST_TASKS // (len(games) * len(methods) * len(seeds))
    if most == 0:
        raise table.error("seeds", f"more than {_MOST_TASKS} tasks come of {len(seeds)} seeds")
    if not 1 <= repetitions <= most:
        raise table.error("repetitions", f"must be at least 1 and at most {most}, not {repetitions}")
    limit = table.read("limit", limit_items, table.data.get("limit", {}))
    options = table.read("options", option_items, table.data.get("options", {}))
    return [
        Task(game, method, limit, seed, repetition, options)
        for game, method, seed, repetition in itertools.product(games, methods, seeds, range(repetitions))
    ]


def _game(entry: object, canonical: Canonical) -> str:
    """The canonical text of a game, with ``{seed}`` where it was."""
    text = _text(entry)
    if SEED not in text:
        return canonical(text)
    try:
        return canonical(text.replace(SEED, _ANY_SEED)).replace(_ANY_SEED, SEED)
    except DodonaError as problem:
        raise ValueError(str(problem).replace(_ANY_SEED, SEED)) from None


def _seeds(entry: object) -> list[int]:
    """A list of seeds; 30 is short for 0 to 29, and "10..39" for what it looks like."""
    if isinstance(entry, list) and entry:
        return [whole(seed) for seed in entry]
    span = _RANGE.fullmatch(entry) if isinstance(entry, str) else None
    first, last = map(int, span.groups()) if span else (0, whole(entry) - 1 if isinstance(entry, int) else -1)
    if not first <= last < first + _MOST_TASKS:
        raise ValueError(f'must be a list, a number of seeds or a range such as "0..29", not {entry!r}')
    return list(range(first, last + 1))


def _quantities(top: _Table) -> tuple[str, ...]:
    names = top.sequence("quantities") if "quantities" in top.data else []
    return tuple(dict.fromkeys(top.read("quantities", _text, name) for name in names))


def _baseline(top: _Table, tasks: tuple[Task, ...]) -> str | None:
    if "baseline" not in top.data:
        return None
    name = top.text("baseline")
    if all(task.method != name for task in tasks):
        raise top.error("baseline", f"no [[run]] table has the method {name!r}")
    return name


def _correlate(top: _Table) -> str | None:
    if "correlate" not in top.data:
        return None
    if "baseline" not in top.data:
        raise top.error("correlate", "needs a baseline, whose times the others are compared with")
    return top.text("correlate")


def _paper(table: _Table, tasks: Sequence[Task], canonical: Canonical, of_run: bool = False) -> Paper:
    """Read a figure that concerns some of the tasks; ``of_run`` says that these are those of one run."""
    games = {task.game for task in tasks} if of_run and "game" not in table.data else set()
    paper = Paper(
        game=games.pop() if len(games) == 1 else table.read("game", lambda g: _game(g, canonical), table.get("game")),
        quantity=table.text("quantity"),
        figure=table.read("figure", _figure, table.get("figure")),
        source=table.text("source"),
        method=table.text("method") if "method" in table.data else None,
        options=tasks[0].options if of_run else None,
    )
    if not any(paper.concerns(task) for task in tasks):
        where = "nothing in its [[run]] table" if of_run else "no [[run]] table"
        raise FileFormatError(f"{table.place} concerns {where}; check its game and method")
    return paper


def _text(entry: object) -> str:
    if not isinstance(entry, str) or not entry.strip():
        raise ValueError(f"{entry!r} is not a text, or an empty one")
    return entry.strip()


def _figure(entry: object) -> float:
    if isinstance(entry, str) and _FRACTION.fullmatch(entry):
        return float(Fraction(entry))
    if not is_number(entry) or not math.isfinite(entry):
        raise ValueError(f'{entry!r} is neither a finite number nor a fraction such as "-1/18"')
    return float(entry)
