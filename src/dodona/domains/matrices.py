"""A small catalog of matrix games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import Annotated, Any

import numpy as np

from dodona.domains.catalog import domain
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.matrix_game import MatrixGame

Rows = Sequence[Sequence[float]]


@domain(shows=("a",), example="matrix(a=[[3, 1], [0, 2]])")
def matrix(
    a: Annotated[Rows, "a list of rows of numbers"], b: Annotated[Rows, "a list of rows of numbers"] | None = None
) -> MatrixGame:
    """A two-player matrix game from its payoffs; without ``b`` it is zero-sum.

    Player 0 chooses a row and player 1 a column, both at once, by number.

    Parameters
    ----------
    a
        What player 0 gets.
    b
        What player 1 gets; by default the negative of ``a``.
    """
    if not isinstance(a, Sequence) or not (b is None or isinstance(b, Sequence)):
        raise GameDefinitionError("matrix: payoffs are lists of rows, such as a=[[1, -1], [-1, 1]].")
    return MatrixGame(a) if b is None else MatrixGame(a, b)


@domain()
def matching_pennies() -> MatrixGame:
    """Matching pennies: player 0 wins if the sides agree; value 0.

    Both players show a side of a coin at once.
    """
    return _symmetric([[1, -1], [-1, 1]], None, ["heads", "tails"])


@domain()
def rock_paper_scissors() -> MatrixGame:
    """Rock, paper, scissors; value 0.

    Both players choose at once. Rock beats scissors, scissors beat paper, paper beats rock.
    """
    return _symmetric([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], None, ["rock", "paper", "scissors"])


@domain()
def blotto(soldiers: Annotated[int, Whole(1, 30)] = 5, fields: Annotated[int, Whole(1, 5)] = 3) -> MatrixGame:
    """Colonel Blotto [Borel1921]_: split soldiers over battlefields; win by holding more of them.

    Both players split their soldiers at once; ``3-2-0`` sends three to the first field. More soldiers hold a field, and
    whoever holds more fields wins.

    Parameters
    ----------
    soldiers
        Soldiers of each player.
    fields
        Number of battlefields.
    """
    ways = math.comb(soldiers + fields - 1, fields - 1)
    if ways > 2000:
        raise GameDefinitionError(f"blotto: {ways:,} ways to split are too many for a matrix; use fewer soldiers.")
    splits = [split for split in product(range(soldiers + 1), repeat=fields) if sum(split) == soldiers]
    table = np.array(splits)
    payoffs = np.sign(np.sign(table[:, None, :] - table[None, :, :]).sum(axis=2))
    return _symmetric(payoffs, None, ["-".join(map(str, split)) for split in splits])


@domain()
def prisoners_dilemma() -> MatrixGame:
    """The prisoner's dilemma, general-sum.

    Both players cooperate or defect at once. Defecting pays more whatever the other does, and both get more if both
    cooperate.
    """
    return _symmetric([[3, 0], [5, 1]], [[3, 5], [0, 1]], ["cooperate", "defect"])


@domain()
def battle_of_the_sexes() -> MatrixGame:
    """Battle of the sexes, general-sum.

    Both players choose an evening at once. Each prefers another one, and both prefer to spend it together.
    """
    return _symmetric([[3, 0], [0, 2]], [[2, 0], [0, 3]], ["opera", "football"])


@domain()
def chicken() -> MatrixGame:
    """Chicken, general-sum.

    Both players swerve or go straight at once. Going straight pays if the other swerves, and is worst if both do.
    """
    return _symmetric([[0, -1], [1, -10]], [[0, 1], [-1, -10]], ["swerve", "straight"])


@domain()
def stag_hunt() -> MatrixGame:
    """Stag hunt, general-sum.

    Both players hunt stag or hare at once. The stag pays more, but only if both hunt it.
    """
    return _symmetric([[4, 0], [3, 3]], [[4, 3], [0, 3]], ["stag", "hare"])


def _symmetric(a: Any, b: Any, labels: list[str]) -> MatrixGame:
    """Both players choose among the same labels."""
    tables = (a,) if b is None else (a, b)
    return MatrixGame(*tables, actions=[labels, labels])
