"""A small catalog of matrix games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from dodona.domains.catalog import domain, whole
from dodona.model.errors import GameDefinitionError
from dodona.model.matrix_game import MatrixGame

Rows = Sequence[Sequence[float]]


@domain(shows=("a",))
def matrix(a: Rows, b: Rows | None = None) -> MatrixGame:
    """A two-player matrix game from its payoffs; without ``b`` it is zero-sum."""
    if not isinstance(a, Sequence) or not (b is None or isinstance(b, Sequence)):
        raise GameDefinitionError("matrix: payoffs are lists of rows, such as a=[[1, -1], [-1, 1]].")
    return MatrixGame(a) if b is None else MatrixGame(a, b)


@domain()
def matching_pennies() -> MatrixGame:
    """Matching pennies: player 0 wins if the sides agree; value 0."""
    return _symmetric([[1, -1], [-1, 1]], None, ["heads", "tails"])


@domain()
def rock_paper_scissors() -> MatrixGame:
    """Rock, paper, scissors; value 0."""
    return _symmetric([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], None, ["rock", "paper", "scissors"])


@domain()
def blotto(soldiers: int = 5, fields: int = 3) -> MatrixGame:
    """Colonel Blotto [Borel1921]_: split soldiers over battlefields; win by holding more of them."""
    whole("blotto: soldiers", soldiers, 1, 30)
    whole("blotto: fields", fields, 1, 5)
    ways = math.comb(soldiers + fields - 1, fields - 1)
    if ways > 2000:
        raise GameDefinitionError(f"blotto: {ways:,} ways to split are too many for a matrix; use fewer soldiers.")
    splits = [split for split in product(range(soldiers + 1), repeat=fields) if sum(split) == soldiers]
    table = np.array(splits)
    payoffs = np.sign(np.sign(table[:, None, :] - table[None, :, :]).sum(axis=2))
    return _symmetric(payoffs, None, ["-".join(map(str, split)) for split in splits])


@domain()
def prisoners_dilemma() -> MatrixGame:
    """The prisoner's dilemma, general-sum."""
    return _symmetric([[3, 0], [5, 1]], [[3, 5], [0, 1]], ["cooperate", "defect"])


@domain()
def battle_of_the_sexes() -> MatrixGame:
    """Battle of the sexes, general-sum."""
    return _symmetric([[3, 0], [0, 2]], [[2, 0], [0, 3]], ["opera", "football"])


@domain()
def chicken() -> MatrixGame:
    """Chicken, general-sum."""
    return _symmetric([[0, -1], [1, -10]], [[0, 1], [-1, -10]], ["swerve", "straight"])


@domain()
def stag_hunt() -> MatrixGame:
    """Stag hunt, general-sum."""
    return _symmetric([[4, 0], [3, 3]], [[4, 3], [0, 3]], ["stag", "hare"])


def _symmetric(a: Any, b: Any, labels: list[str]) -> MatrixGame:
    """Both players choose among the same labels."""
    tables = (a,) if b is None else (a, b)
    return MatrixGame(*tables, actions=[labels, labels])
