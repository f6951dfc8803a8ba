"""Tables: records condensed per game and method, and the papers' figures beside ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dodona.experiments.record import Record
from dodona.experiments.spec import Paper
from dodona.experiments.task import LimitItems, OptionItems, limit_text, option_text
from dodona.model.estimate import Estimate, interval, number_text
from dodona.model.tables import text_table

if TYPE_CHECKING:
    from dodona.experiments.correlation import Correlation


@dataclass(frozen=True)
class Row:
    """The runs of one game with one method, its options and limit; estimates leave out failed runs.

    ``values`` are what the players get where the game has no value. ``quantities`` are further statistics by name, None
    where no run has them.
    """

    game: str
    method: str
    options: str
    limit: str
    runs: int
    failed: int
    status: str
    value: Estimate | None
    gap: Estimate | None
    seconds: Estimate | None
    quantities: Mapping[str, Estimate | None] = field(default_factory=dict, hash=False)
    values: tuple[Estimate | None, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """A paper's figure beside ours; ours is None where no run has the quantity."""

    game: str
    method: str
    options: str
    limit: str
    quantity: str
    ours: Estimate | None
    paper: float
    source: str

    @property
    def difference(self) -> float | None:
        return None if self.ours is None else self.ours.mean - self.paper

    @property
    def ratio(self) -> float | None:
        return None if self.ours is None or not self.paper else self.ours.mean / self.paper


def summarize(records: Iterable[Record], quantities: Sequence[str] = (), baseline: str | None = None) -> list[Row]:
    """Condense records to one row per game, method, options and limit, in the order of their first record.

    Parameters
    ----------
    quantities
        Statistics to show, each with its mean and interval.
    baseline
        A method; each run's time divided by that of this method on the same game and seed becomes a quantity too.
    """
    records = list(records)
    return [
        Row(
            game,
            method,
            option_text(options),
            limit_text(limit),
            runs=len(group),
            failed=sum(record.failed for record in group),
            status=_statuses(group),
            value=estimate(group, "value"),
            gap=estimate(group, "gap"),
            seconds=estimate(group, "seconds"),
            quantities={name: estimate(group, name) for name in quantities} | _relative(group, records, baseline),
            values=tuple(estimate(group, f"value_{player}") for player in range(_players_without_value(group))),
        )
        for (game, method, options, limit), group in _groups(records).items()
    ]


def compare(records: Iterable[Record], papers: Sequence[Paper]) -> list[Comparison]:
    """Put each paper's figure beside ours."""
    return [
        Comparison(
            game,
            method,
            option_text(options),
            limit_text(limit),
            paper.quantity,
            estimate(group, paper.quantity),
            paper.figure,
            paper.source,
        )
        for (game, method, options, limit), group in _groups(records).items()
        for paper in papers
        if paper.concerns(group[0].task)
    ]


def estimate(records: Iterable[Record], quantity: str) -> Estimate | None:
    """Estimate the mean of a quantity over the runs that succeeded; None where none of them has it."""
    return interval(
        [found for record in records if not record.failed and (found := record.quantity(quantity)) is not None]
    )


def _relative(group: Sequence[Record], records: Sequence[Record], baseline: str | None) -> dict[str, Estimate | None]:
    """Time as a multiple of the baseline's, instance by instance, which varies less than the times themselves."""
    if baseline is None:
        return {}
    times = baseline_seconds(records, baseline)
    pairs = [(run.seconds, times.get(instance_of(run))) for run in group if not run.failed]
    return {f"seconds / {baseline}": interval([seconds / base for seconds, base in pairs if base])}


Instance = tuple[str, LimitItems, int, int]


def baseline_seconds(records: Sequence[Record], baseline: str) -> dict[Instance, float]:
    """The baseline's times by instance; where it ran with several options, the spec's first ones count."""
    return {
        instance_of(run): run.seconds for run in reversed(records) if run.task.method == baseline and not run.failed
    }


def instance_of(record: Record) -> Instance:
    """What runs of several methods have in common."""
    task = record.task
    return task.game, task.limit, task.seed, task.repetition


def render(
    rows: Sequence[Row], comparisons: Sequence[Comparison] = (), correlations: Sequence[Correlation] = ()
) -> str:
    """Return the tables as plain text."""
    if not rows:
        return "no records"
    head = ["game", "method", "options", "limit", "runs", "failed", "status", "value", "gap", "seconds"]
    parts = [text_table([*head, *rows[0].quantities], map(_cells, rows))]
    if comparisons:
        head = [
            "game",
            "method",
            "options",
            "limit",
            "quantity",
            "ours",
            "paper",
            "ours - paper",
            "ours / paper",
            "source",
        ]
        parts.append(text_table(head, map(_comparison_cells, comparisons)))
    if correlations:
        head, lines = correlation_lines(correlations)
        parts.append(text_table(head, lines))
    return "\n\n".join(parts)


def correlation_lines(correlations: Sequence[Correlation]) -> tuple[list[str], list[list[str]]]:
    """The head of a table of correlations and its lines."""
    about = f"seconds / {correlations[0].baseline} with {correlations[0].quantity}"
    head = ["method", "options", "limit", "runs", "stopped", f"correlation of {about}", "of its logarithm"]
    return head, [
        [line.method, line.options, line.limit, str(line.runs), str(line.stopped)]
        + ["-" if found is None else f"{found:.3f}" for found in (line.ratio, line.log_ratio)]
        for line in correlations
    ]


def _groups(records: Iterable[Record]) -> dict[tuple[str, str, OptionItems, LimitItems], list[Record]]:
    groups: dict[tuple[str, str, OptionItems, LimitItems], list[Record]] = {}
    for record in records:
        task = record.task
        groups.setdefault((task.game, task.method, task.options, task.limit), []).append(record)
    return groups


def _players_without_value(records: Iterable[Record]) -> int:
    return max((len(record.values) for record in records), default=0)


def _statuses(records: Iterable[Record]) -> str:
    counts = Counter(record.status for record in records)
    return next(iter(counts)) if len(counts) == 1 else ", ".join(f"{n} {status}" for status, n in counts.items())


def _cells(row: Row) -> list[str]:
    gap, seconds = _text(row.gap, 3), _text(row.seconds, 4)
    value = ", ".join(_text(own, 12) for own in row.values) if row.values else _text(row.value, 12)
    runs = [str(row.runs), str(row.failed), row.status]
    quantities = [amount_text(found) for found in row.quantities.values()]
    return [row.game, row.method, row.options, row.limit, *runs, value, gap, seconds, *quantities]


def _comparison_cells(line: Comparison) -> list[str]:
    difference = "-" if line.difference is None else f"{line.difference:.3g}"
    ratio = "-" if line.ratio is None else f"{line.ratio:.4g}"
    exact = line.quantity in ("value", "lower", "upper", "gap")
    ours = _text(line.ours, 12) if exact else amount_text(line.ours)
    figure = f"{line.paper:.12g}" if exact else number_text(line.paper, 4)
    names = [line.game, line.method, line.options, line.limit, line.quantity]
    return [*names, ours, figure, difference, ratio, line.source]


def _text(found: Estimate | None, digits: int) -> str:
    return "-" if found is None else found.text(digits)


def amount_text(found: Estimate | None) -> str:
    """A count or a time with its interval."""
    return "-" if found is None else found.amount()
