"""Correlations: whether a method is slower, compared with a baseline, where a quantity is larger."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from dodona.experiments.record import Record
from dodona.experiments.table import baseline_seconds, instance_of
from dodona.experiments.task import LimitItems, OptionItems, limit_text, option_text


@dataclass(frozen=True)
class Correlation:
    """How a method's time over that of the baseline goes along with a quantity of its runs, over all games of a spec.

    Attributes
    ----------
    runs, stopped
        How many runs count, and how many do not because a limit stopped them: their time says nothing.
    ratio, log_ratio
        Pearson's coefficient of the ratio of times, and of its logarithm; None where fewer than two runs differ.
    """

    method: str
    options: str
    limit: str
    quantity: str
    baseline: str
    runs: int
    stopped: int
    ratio: float | None
    log_ratio: float | None


def correlate(records: Iterable[Record], quantity: str, baseline: str) -> list[Correlation]:
    """Correlate every other method's time, as a multiple of the baseline's on the same instance, with a quantity.

    Parameters
    ----------
    records
        Runs of several games.
    quantity
        A quantity of the records, such as ``support_share``.
    baseline
        The method that times are divided by.

    Returns
    -------
    list[Correlation]
        One per method, options and limit, in the order of their first record.
    """
    records = [record for record in records if not record.failed]
    times = baseline_seconds(records, baseline)
    found = []
    for (method, options, limit), group in _groups(records, baseline).items():
        complete = [run for run in group if run.status != "limit"]
        pairs = [
            (amount, run.seconds / base)
            for run in complete
            if (amount := run.quantity(quantity)) is not None and (base := times.get(instance_of(run)))
        ]
        amounts, ratios = [amount for amount, _ in pairs], [ratio for _, ratio in pairs]
        found.append(
            Correlation(
                method,
                option_text(options),
                limit_text(limit),
                quantity,
                baseline,
                len(pairs),
                len(group) - len(complete),
                pearson(amounts, ratios),
                pearson(amounts, [math.log(ratio) for ratio in ratios]) if all(ratios) else None,
            )
        )
    return found


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson's coefficient of correlation; None where either does not vary.

    Examples
    --------
    >>> round(pearson([1, 2, 3, 4], [1, 3, 2, 5]), 4)
    0.8315
    """
    if len(set(first)) < 2 or len(set(second)) < 2:
        return None
    return statistics.correlation(first, second)


def _groups(records: Iterable[Record], baseline: str) -> dict[tuple[str, OptionItems, LimitItems], list[Record]]:
    groups: dict[tuple[str, OptionItems, LimitItems], list[Record]] = {}
    for record in records:
        task = record.task
        if task.method != baseline:
            groups.setdefault((task.method, task.options, task.limit), []).append(record)
    return groups
