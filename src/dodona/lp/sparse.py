"""Sparse matrices in compressed rows, as HiGHS takes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core

Integers = NDArray[np.integer[Any]]
Vector = NDArray[np.float64]


@dataclass(frozen=True)
class Triplets:
    """Entries by row, column and value; entries at the same place add up."""

    rows: Integers
    columns: Integers
    values: Vector

    @staticmethod
    def none() -> Triplets:
        """No entries."""
        return Triplets(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0))

    @staticmethod
    def joined(parts: Sequence[Triplets]) -> Triplets:
        """The entries of several."""
        return Triplets(
            np.concatenate([part.rows for part in parts]),
            np.concatenate([part.columns for part in parts]),
            np.concatenate([part.values for part in parts]),
        )

    def moved(self, rows: int, columns: int) -> Triplets:
        """The same entries further down and to the right."""
        return Triplets(self.rows + rows, self.columns + columns, self.values)

    def transposed(self) -> Triplets:
        """Rows and columns exchanged."""
        return Triplets(self.columns, self.rows, self.values)

    def negated(self) -> Triplets:
        """Every value with the opposite sign."""
        return Triplets(self.rows, self.columns, -self.values)

    def scaled(self, factor: float) -> Triplets:
        """Every value times a factor."""
        return Triplets(self.rows, self.columns, factor * self.values)


@dataclass(frozen=True)
class CompressedRows:
    """Row ``i`` has its columns in ``index[start[i]:start[i + 1]]`` and its values beside them."""

    start: NDArray[np.int32]
    index: NDArray[np.int32]
    value: Vector

    def triplets(self) -> Triplets:
        """The same entries one by one."""
        return Triplets(np.repeat(np.arange(len(self.start) - 1), np.diff(self.start)), self.index, self.value)


#: Numbers so many times smaller than the largest vanish beside it, and how many times larger than the unit an entry may
#: be: HiGHS takes none from 1e15 on.
VANISHING, LARGEST = 1e16, 1e13


def common_scale(values: Vector) -> float:
    """The median size of what is not zero, so that a few huge or tiny numbers do not decide what counts as small."""
    sizes = np.abs(values)
    largest = float(sizes.max(initial=0.0))
    sizes = sizes[sizes > largest / VANISHING]
    if not len(sizes):
        return 1.0
    middle = (len(sizes) - 1) // 2, len(sizes) // 2  # NumPy's median takes longer than a small game
    parted = np.partition(sizes, middle)
    return max(float(parted[middle[0]] / 2 + parted[middle[1]] / 2), largest / LARGEST)


def common_offset(payoffs: Vector) -> float:
    """A constant that dwarfs the differences of payoffs; zero for a smaller one, which makes zeros into entries.

    Strategies depend on neither the constant nor the unit of payoffs; tolerances of a program do.
    """
    dwarfs = np.ptp(payoffs) < 1e-3 * np.abs(payoffs).max(initial=0.0)
    return float(np.median(payoffs)) if dwarfs else 0.0


def compress(shape: tuple[int, int], *blocks: Triplets) -> CompressedRows:
    """Put blocks of entries into one matrix; sums that are exactly zero are left out.

    Examples
    --------
    >>> entries = Triplets(np.array([0, 1, 0]), np.array([1, 0, 1]), np.array([2.0, 3.0, 5.0]))
    >>> matrix = compress((2, 2), entries)
    >>> matrix.start.tolist(), matrix.index.tolist(), matrix.value.tolist()
    ([0, 1, 2], [1, 0], [7.0, 3.0])
    """
    entries = Triplets.joined(blocks)
    rows, columns = entries.rows.astype(np.int32), entries.columns.astype(np.int32)
    return CompressedRows(*_core.compress(*shape, rows, columns, entries.values))
