"""Entries become compressed rows, and units come from typical payoffs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona import SolverError
from dodona.lp import Triplets, common_offset, common_scale, compress

entries = st.tuples(st.integers(0, 3), st.integers(0, 4), st.integers(-2, 2))


def dense(matrix, shape):
    """The matrix written out; rows name a column once, and never a zero."""
    table = np.zeros(shape)
    for row in range(shape[0]):
        part = slice(matrix.start[row], matrix.start[row + 1])
        assert len(set(matrix.index[part])) == len(matrix.index[part])
        table[row, matrix.index[part]] = matrix.value[part]
    assert np.count_nonzero(table) == len(matrix.value) == matrix.start[-1]
    return table


@given(st.lists(entries, max_size=40), st.integers(0, 40))
def test_entries_at_the_same_place_add_up(drawn, cut):
    table = np.zeros((4, 5))
    for row, column, value in drawn:
        table[row, column] += value
    blocks = [
        Triplets(*np.array(part, dtype=np.int64).reshape(-1, 3).T[:2], np.array([float(e[2]) for e in part]))
        for part in (drawn[:cut], drawn[cut:])
    ]
    assert np.array_equal(dense(compress((4, 5), *blocks), (4, 5)), table)


@pytest.mark.parametrize("place", [(-1, 0), (2, 0), (0, -1), (0, 3)])
def test_an_entry_outside_of_the_matrix_is_refused(place):
    with pytest.raises(SolverError, match="within"):
        compress((2, 3), Triplets(np.array([place[0]]), np.array([place[1]]), np.ones(1)))


def test_every_entry_needs_a_row_and_a_column():
    with pytest.raises(SolverError, match="row and a column"):
        compress((2, 3), Triplets(np.zeros(1, int), np.zeros(2, int), np.ones(2)))


def test_the_unit_is_typical_of_what_can_be_seen_beside_the_largest():
    assert common_scale(np.array([0.0, 3.0, -3.0, 3.0, 1e12])) == 3.0
    assert common_scale(np.array([1e-40, 1e-40, 1e-40, 2.0])) == 2.0
    assert common_scale(np.array([1.0, 1.0, 1.0, 1e15])) == pytest.approx(100)
    assert common_scale(np.zeros(3)) == common_scale(np.zeros(0)) == 1.0


def test_a_constant_goes_only_where_it_dwarfs_the_differences():
    assert common_offset(np.array([1e6, 1e6 + 1, 1e6 + 2])) == 1e6 + 1
    assert common_offset(np.array([5.0, 6.0, 7.0])) == 0
