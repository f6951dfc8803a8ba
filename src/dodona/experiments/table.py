"""Tables: records condensed per game and method, and the papers' figures beside ours."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from dodona.experiments.record import Record
from dodona.experiments.spec import Paper
from dodona.experiments.task import LimitItems, OptionItems, limit_text, option_text

if TYPE_CHECKING:
    from dodona.experiments.correlation import Correlation


@dataclass(frozen=True)
class Estimate:
    """A mean over runs and half the width of its 95 % confidence interval (Student's t); None for a single run."""

    mean: float
    half_width: float | None = None

    def text(self, digits: int) -> str:
        mean = f"{self.mean:.{digits}g}"
        return f"{mean} ± {self.half_width:.2g}" if self.half_width else mean

    def amount(self) -> str:
        """The same for counts and times: large ones are whole, with separators."""
        mean = _amount(self.mean, 4)
        return f"{mean} ± {_amount(self.half_width, 2)}" if self.half_width else mean


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


def interval(sample: Sequence[float]) -> Estimate | None:
    """Estimate the mean of the distribution behind a sample; None where it is empty."""
    if not sample:
        return None
    if not all(math.isfinite(number) for number in sample):
        return Estimate(sample[0] if len(set(sample)) == 1 else math.nan)
    if len(sample) == 1:
        return Estimate(sample[0])
    error = statistics.stdev(sample) / math.sqrt(len(sample))
    return Estimate(statistics.fmean(sample), student_quantile(len(sample) - 1) * error)


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


def student_quantile(freedom: int) -> float:
    """The 97.5 % point of Student's t distribution: half of a 95 % interval in standard errors.

    Exact for 1 and 2 degrees of freedom, printed values for 3 to 5, above that Fisher's expansion around the normal
    point (Abramowitz and Stegun 1964, 26.7.5), which is then off by less than 0.001.

    Examples
    --------
    >>> [round(student_quantile(freedom), 3) for freedom in (1, 2, 5, 10, 29)]
    [12.706, 4.303, 2.571, 2.228, 2.045]
    """
    printed = {1: math.tan(0.475 * math.pi), 2: 0.95 / math.sqrt(2 * 0.975 * 0.025), 3: 3.18245, 4: 2.77645, 5: 2.57058}
    if freedom in printed:
        return printed[freedom]
    z = statistics.NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom**power) for power, term in enumerate(terms, 1))


def render(
    rows: Sequence[Row], comparisons: Sequence[Comparison] = (), correlations: Sequence[Correlation] = ()
) -> str:
    """Return the tables as plain text."""
    if not rows:
        return "no records"
    head = ["game", "method", "options", "limit", "runs", "failed", "status", "value", "gap", "seconds"]
    parts = [_grid([*head, *rows[0].quantities], map(_cells, rows))]
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
        parts.append(_grid(head, map(_comparison_cells, comparisons)))
    if correlations:
        head, lines = correlation_lines(correlations)
        parts.append(_grid(head, lines))
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
    figure = f"{line.paper:.12g}" if exact else _amount(line.paper, 4)
    names = [line.game, line.method, line.options, line.limit, line.quantity]
    return [*names, ours, figure, difference, ratio, line.source]


def _text(found: Estimate | None, digits: int) -> str:
    return "-" if found is None else found.text(digits)


def amount_text(found: Estimate | None) -> str:
    """A count or a time with its interval."""
    return "-" if found is None else found.amount()


def _amount(number: float, digits: int) -> str:
    return f"{number:,.0f}" if abs(number) >= 10**digits else f"{number:.{digits}g}"


def _grid(head: list[str], lines: Iterable[list[str]]) -> str:
    """Align columns; one that is empty throughout, such as the limit where none is set, is left out."""
    body = list(lines)
    keep = [column for column in range(len(head)) if any(line[column] for line in body)]
    cells = [[line[column] for column in keep] for line in [head, *body]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells
    )
