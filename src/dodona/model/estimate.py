"""Estimates: means of samples with their confidence intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass


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
        mean = number_text(self.mean, 4)
        return f"{mean} ± {number_text(self.half_width, 2)}" if self.half_width else mean


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


def number_text(number: float, digits: int) -> str:
    """A count or a time: large ones are whole, with separators."""
    return f"{number:,.0f}" if abs(number) >= 10**digits else f"{number:.{digits}g}"
