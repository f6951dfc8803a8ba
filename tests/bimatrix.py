"""Bimatrix games of the tests, and answers about them that use nothing but fractions."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

import dodona

#: Few payoffs, so that most games have ties.
PAYOFFS = st.integers(-2, 2)


@st.composite
def bimatrix_games(draw, most=4):
    shape = draw(st.tuples(st.integers(1, most), st.integers(1, most)))
    cells = st.lists(PAYOFFS, min_size=shape[0] * shape[1], max_size=shape[0] * shape[1])
    return dodona.MatrixGame(*(np.reshape(draw(cells), shape) for _ in range(2)))


@st.composite
def three_player_games(draw, most=3):
    shape = draw(st.tuples(*(st.integers(1, most) for _ in range(3))))
    cells = st.lists(PAYOFFS, min_size=int(np.prod(shape)), max_size=int(np.prod(shape)))
    return dodona.MatrixGame(*(np.reshape(draw(cells), shape) for _ in range(3)))


def exact_regrets(game, x, y):
    """What both players could gain against strategies of fractions, in fractions."""
    a, b = ([[Fraction(value) for value in row] for row in game.payoffs[:, :, player].tolist()] for player in (0, 1))
    rows = [sum(p * value for p, value in zip(y, row, strict=True)) for row in a]
    columns = [sum(p * value for p, value in zip(x, column, strict=True)) for column in zip(*b, strict=True)]
    got = [sum(p * value for p, value in zip(plan, best, strict=True)) for plan, best in ((x, rows), (y, columns))]
    return max(rows) - got[0], max(columns) - got[1]


#: Three players whose pure equilibrium is missing: two match pennies, the third watches.
def watched_pennies():
    pennies = np.array([[1, -1], [-1, 1]])
    first = np.stack([pennies, pennies], axis=-1)
    return dodona.MatrixGame(first, -first, np.zeros((2, 2, 2)))


#: The game of Aumann 1974 in the numbers of most textbooks.
CHICKEN = ([[6, 2], [7, 0]], [[6, 7], [2, 0]])
#: Shapley 1964: fictitious play cycles; the only equilibrium is uniform.
SHAPLEY = ([[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
#: Lemke and Howson's path comes back to where it was if ties go to the first row.
CYCLING = ([[0, 0, 1], [2, 0, 0], [0, 1, 2]], [[1, 1, 0], [1, 0, 2], [0, 2, 1]])
#: Von Stengel 1999: a 6x6 game with 75 equilibria, from dual cyclic polytopes; the columns' payoffs are transposed.
SEVENTY_FIVE = (
    [
        [9504, -660, 19976, -20526, 1776, -8976],
        [-111771, 31680, -130944, 168124, -8514, 52764],
        [397584, -113850, 451176, -586476, 29216, -178761],
        [171204, -45936, 208626, -263076, 14124, -84436],
        [1303104, -453420, 1227336, -1718376, 72336, -461736],
        [737154, -227040, 774576, -1039236, 48081, -300036],
    ],
    np.transpose(
        [
            [72336, -461736, 1227336, -1718376, 1303104, -453420],
            [48081, -300036, 774576, -1039236, 737154, -227040],
            [29216, -178761, 451176, -586476, 397584, -113850],
            [14124, -84436, 208626, -263076, 171204, -45936],
            [1776, -8976, 19976, -20526, 9504, -660],
            [-8514, 52764, -130944, 168124, -111771, 31680],
        ]
    ),
)
