"""One equilibrium of a bimatrix game by complementary pivoting [Lemke1964]_."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from dodona.model.attempt import Attempt
from dodona.model.errors import DodonaError, SolverError
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.requires import Requires
from dodona.model.run import Run
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour
from dodona.normal.polytopes import best_response_tableaux, label_of, variable_of
from dodona.normal.profile import matrix_of_attempt, matrix_solution
from dodona.normal.tableau import Tableau

#: Matrices of up to this many cells are pivoted in whole numbers unless told otherwise.
EXACT_CELLS = 2_500
#: Doubles that pivot so often per action have lost their way.
MOST_PIVOTS = 1_000


@dataclass(frozen=True)
class LemkeHowsonOptions(Options):
    """How to pivot."""

    label: int = option(
        0, "the action whose label is dropped first, counted over the rows and then the columns", least=0
    )
    arithmetic: Literal["exact", "double"] | None = option(
        None, f"whole numbers or doubles; by default exact for matrices of up to {EXACT_CELLS:,} cells"
    )


def lemke_howson(attempt: Attempt) -> Solution:
    """One equilibrium of a two-player matrix game, whatever its sum [Lemke1964]_.

    1. Start at zero in both best-response polytopes, which have all labels between them.
    2. Drop one label: its variable enters the basis of its tableau, and another label is picked up there.
    3. That label is held twice now: drop it in the other tableau, and so on.
    4. Stop when the label dropped first is picked up: the pair has all labels again and is an equilibrium.

    Pivots follow the lexicographic rule in both tableaux ([VonStengel2002]_, section 2.6), so that degenerate games end
    as well. In whole numbers every decision is exact for the payoffs as they are: fractions of a file, doubles
    elsewhere. Doubles are for large matrices: ties are judged with a tolerance, and the regrets, which are computed
    from the payoffs, tell how good the answer is.
    """
    game, options = matrix_of_attempt(attempt), attempt.options
    shape = (len(game.action_labels[0]), len(game.action_labels[1]))
    if options.label >= sum(shape):
        raise DodonaError(f"label is one of the {sum(shape)} actions of {game}, from 0 to {sum(shape) - 1}.")
    arithmetic = options.arithmetic or ("exact" if shape[0] * shape[1] <= EXACT_CELLS else "double")
    tableaux = best_response_tableaux(game, arithmetic == "exact")
    follow_path(tableaux, options.label, shape, attempt.run)
    profile = [_strategy(tableau) for tableau in tableaux]
    return matrix_solution(attempt, profile, {"pivots": _pivots(tableaux), "arithmetic": arithmetic})


def follow_path(tableaux: tuple[Tableau, Tableau], dropped: int, shape: tuple[int, int], run: Run) -> None:
    """Pivot from zero to the equilibrium at the other end of the path on which only one label is missing."""
    player, label = (0 if dropped < shape[0] else 1), dropped
    while True:
        run.check()
        column = variable_of(player, label, *shape)
        row = tableaux[player].leaving_row(column)
        if row < 0 or (not tableaux[player].exact and _pivots(tableaux) > MOST_PIVOTS * sum(shape)):
            raise SolverError("lemke_howson lost its way in doubles; set arithmetic to 'exact'.")
        leaving = tableaux[player].basis[row]
        tableaux[player].pivot(row, column)
        label = label_of(player, leaving, *shape)
        if label == dropped:
            return
        player = 1 - player


def _pivots(tableaux: tuple[Tableau, Tableau]) -> int:
    return tableaux[0].pivots + tableaux[1].pivots


def _strategy(tableau: Tableau) -> Behaviour:
    """The point of a tableau as a mixed strategy."""
    point = tableau.point()
    total = sum(point)
    if not total > 0:
        raise SolverError("lemke_howson lost its way in doubles; set arithmetic to 'exact'.")
    return np.array([float(value / total) for value in point])


METHOD = Method(
    "lemke_howson",
    lemke_howson,
    Requires(players=2, matrix=True),
    "normal",
    "complementary pivoting finds one equilibrium of a matrix of two players, whatever its sum",
    LemkeHowsonOptions(),
)
