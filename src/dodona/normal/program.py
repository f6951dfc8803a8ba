"""The linear program that correlated equilibria and commitments share."""

from __future__ import annotations

import numpy as np

from dodona.lp import LinearProgram, Triplets, compress
from dodona.model.strategy import Behaviour


def best_distribution(wanted: Behaviour, gains: Triplets, deviations: int) -> LinearProgram:
    """Maximise what is wanted over distributions under which no deviation gains.

    Row 0: the probabilities sum to 1. Row 1 + k: what deviation k gains, summed over the distribution, is at most zero.
    """
    count = len(wanted)
    total = Triplets(np.zeros(count, np.int64), np.arange(count), np.ones(count))
    return LinearProgram(
        cost=-wanted,
        rows=compress((1 + deviations, count), total, gains.moved(1, 0)),
        row_lower=np.append(1.0, np.full(deviations, -np.inf)),
        row_upper=np.append(1.0, np.zeros(deviations)),
        lower=np.zeros(count),
        upper=np.full(count, np.inf),
    )
