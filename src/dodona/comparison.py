"""Several methods on one problem: what each of them proves, and how soon."""

from __future__ import annotations

import copy
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Unpack

from dodona.all_methods import method_named
from dodona.face import ProblemLike, solve
from dodona.face import methods as methods_of
from dodona.face import problem as problem_of
from dodona.matches.players import method_keywords, one_call
from dodona.model.errors import DodonaError
from dodona.model.limit import Event, Limit, LimitKeywords, OnEvent, limit_with
from dodona.model.requires import require
from dodona.model.solution import Solution
from dodona.model.strategy import unique_labels
from dodona.model.tables import html_table, text_table


@dataclass(frozen=True)
class Comparison:
    """What several methods made of one problem.

    Attributes
    ----------
    game
        Text of the problem.
    solutions
        The solution of each method, by its text, in the order in which they ran.
    events
        How the proven interval of each closed, its end included: what :meth:`plot` draws.
    """

    game: str
    solutions: Mapping[str, Solution] = field(hash=False)
    events: Mapping[str, tuple[Event, ...]] = field(hash=False, compare=False)

    @property
    def status(self) -> str:
        """Whether it is "complete", or "cancelled" by Ctrl-C before the last method was done."""
        last = list(self.solutions.values())[-1:]
        return "cancelled" if last and last[0].status == "cancelled" else "complete"

    def plot(self, path: str | Path) -> None:
        """Draw the gap of all methods over time in one picture; needs matplotlib.

        Methods that proved no interval are left out.
        """
        from dodona.plots import convergence

        drawn = {name: own for name, own in self.events.items() if any(math.isfinite(_gap(event)) for event in own)}
        if not drawn:
            raise DodonaError(f"no method has proven an interval of {self.game} that could be drawn.")
        convergence(drawn, path, self.game)

    def rows(self) -> list[dict[str, Any]]:
        """One row per method: status, value, bounds, gap, seconds; without a value, what everybody gets and gains."""
        return [_row(name, solution) for name, solution in self.solutions.items()]

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data, without strategies; a bound that is not known is None."""
        rows = [{name: _known(entry) for name, entry in row.items()} for row in self.rows()]
        return {"game": self.game, "status": self.status, "methods": rows}

    def __str__(self) -> str:
        return f"{self.game}\n\n{text_table(*self._table())}"

    def _repr_html_(self) -> str:
        return html_table(*self._table(), self.game)

    def _table(self) -> tuple[list[str], list[list[str]]]:
        head = ["method", "status", "value", "lower", "upper", "values", "gap", "seconds"]
        return head, [[_cell(name, row.get(name)) for name in head] for row in self.rows()]


def compare(
    problem: ProblemLike,
    methods: Sequence[str] | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    on_event: OnEvent | None = None,
    *,
    plot: str | Path | None = None,
    **limits: Unpack[LimitKeywords],
) -> Comparison:
    """Solve a problem by several methods, one after another, and put their answers side by side.

    Every method starts afresh: none finds a tree that another one has built.

    Parameters
    ----------
    problem
        A game of any kind, or what names one.
    methods
        Names of methods, with options and limits of their own where wanted, such as ``"cfr(rounds=500)"``; by default
        all that apply.
    limit, limits
        When each method stops, as in :func:`solve`; limits of its own go first.
    seed
        Seed of methods that draw random numbers.
    on_event
        Called with an ``Event`` whenever there is progress; its phase begins with the method.
    plot
        File for a picture of gap over time; its ending says which kind.

    Returns
    -------
    Comparison
        ``solutions`` by method; ``print(comparison)`` is a table of values, bounds, gaps and times. Ctrl-C ends it with
        what was proven.

    Examples
    --------
    >>> import dodona
    >>> result = dodona.compare("kuhn", ["sequence_form_lp", "cfr(rounds=50)"], time=10)
    >>> [f"{solution.value:.2f}" for solution in result.solutions.values()]
    ['-0.06', '-0.06']
    >>> result.rows()[1]["gap"] > 1e-4
    True
    """
    given = problem_of(problem)
    common = limit_with(limit, limits)
    if plot is not None:
        from dodona.plots.files import require_ending

        require_ending(plot)
    runs = [_Run.of(text, common, seed) for text in _texts(given, methods)]
    for run in runs:
        require(given, run.method, method_named(run.method).requires)
    solutions: dict[str, Solution] = {}
    events: dict[str, tuple[Event, ...]] = {}
    for name, run in zip(unique_labels([run.text for run in runs]), runs, strict=True):
        heard: list[Event] = []
        solutions[name] = run.solve(copy.copy(given), _hearing(name, heard, on_event))
        events[name] = (*heard, *_end(solutions[name], heard))
        if solutions[name].status == "cancelled":
            break
    result = Comparison(given.text, solutions, events)
    if plot is not None:
        result.plot(plot)
    return result


@dataclass(frozen=True)
class _Run:
    """A method with its options, limits and seed, as a text names them."""

    text: str
    method: str
    options: Mapping[str, Any]
    limit: Limit
    seed: int

    @staticmethod
    def of(text: str, common: Limit, seed: int) -> _Run:
        call = one_call(text, "method")
        limits, options, own_seed = method_keywords(call)
        limit = replace(common, **limits)
        return _Run(" ".join(text.split()), call.name, options, limit, own_seed if "seed" in call.named else seed)

    def solve(self, problem: Any, on_event: OnEvent) -> Solution:
        return solve(problem, self.method, self.limit, self.seed, on_event, **self.options)


def _texts(given: Any, methods: object) -> list[str]:
    if methods is None:
        return list(methods_of(given))
    if isinstance(methods, str) or not isinstance(methods, Sequence) or not methods:
        raise DodonaError(f"methods are a list of names such as ['cfr', 'sequence_form_lp'], not {methods!r}.")
    return [str(text) for text in methods]


def _hearing(name: str, heard: list[Event], on_event: OnEvent | None) -> OnEvent:
    def hear(event: Event) -> None:
        heard.append(event)
        if on_event is not None:
            on_event(replace(event, phase=f"{name}: {event.phase}"))

    return hear


def _end(solution: Solution, heard: Sequence[Event]) -> list[Event]:
    """The end of a run as an event: where there is no value, what anybody gains by deviating stands for the gap."""
    seconds = float(solution.stats.get("seconds", heard[-1].elapsed if heard else 0.0))
    if solution.bounds is not None:
        return [Event(len(heard) + 1, seconds, solution.lower, solution.upper, solution.status)]
    gain = max(solution.regrets, default=math.inf)
    return [Event(len(heard) + 1, seconds, 0.0, gain, solution.status)]


def _known(entry: Any) -> Any:
    if isinstance(entry, list):
        return [_known(part) for part in entry]
    return None if isinstance(entry, float) and not math.isfinite(entry) else entry


def _gap(event: Event) -> float:
    return event.upper - event.lower


def _row(name: str, solution: Solution) -> dict[str, Any]:
    row: dict[str, Any] = {"method": name, "status": solution.status}
    if solution.bounds is not None:
        row |= {"value": solution.value, "lower": solution.lower, "upper": solution.upper, "gap": solution.gap}
    else:
        row |= {"values": list(solution.values), "gap": max(solution.regrets, default=None)}
    return row | {"seconds": solution.stats.get("seconds")}


def _cell(column: str, entry: Any) -> str:
    if entry is None:
        return ""
    if isinstance(entry, list):
        return ", ".join(f"{number:.6g}" for number in entry)
    digits = {"gap": 3, "seconds": 3}.get(column, 8)
    return f"{entry:.{digits}g}" if isinstance(entry, float | int) else str(entry)
