"""Pure equilibria of matrix games of any number of players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from dodona.model.attempt import Attempt
from dodona.model.game import Game, OpenGame
from dodona.model.matrix_game import MatrixGame, as_matrix
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution
from dodona.normal.objective import ObjectiveOptions, weights_of
from dodona.normal.profile import matrix_of_attempt, matrix_solution, pure_behaviour


@dataclass(frozen=True)
class PureEquilibrium:
    """A tuple of actions from which nobody gains by deviating alone, and what each player gets there."""

    actions: tuple[str, ...]
    values: tuple[float, ...]


def pure_equilibria(game: Game) -> tuple[PureEquilibrium, ...]:
    """All pure equilibria of a game, for any number of players.

    Payoffs are compared as they are: nobody gains anything at all by deviating alone.

    Parameters
    ----------
    game
        A matrix game, or another game that is small enough for ``matrix_of``; its actions are plans then.

    Returns
    -------
    tuple of PureEquilibrium
        In the order of the players' actions; empty where there is none.

    Examples
    --------
    >>> import dodona
    >>> dodona.pure_equilibria(dodona.game("prisoners_dilemma"))
    (PureEquilibrium(actions=('defect', 'defect'), values=(1.0, 1.0)),)
    >>> dodona.pure_equilibria(dodona.game("matching_pennies"))
    ()
    """
    table = as_matrix(game)
    return tuple(
        PureEquilibrium(
            tuple(own[action] for own, action in zip(table.action_labels, cell, strict=True)),
            tuple(table.payoffs[cell].tolist()),
        )
        for cell in _stable_cells(table)
    )


def _stable_cells(game: MatrixGame) -> list[tuple[int, ...]]:
    """The cells where every player's payoff is the largest along her own axis."""
    stable = np.ones(game.payoffs.shape[:-1], dtype=bool)
    for player in range(game.payoffs.shape[-1]):
        own = game.payoffs[..., player]
        stable &= own == own.max(axis=player, keepdims=True)
    return [tuple(cell) for cell in np.argwhere(stable).tolist()]


def pure_equilibrium(attempt: Attempt) -> Solution:
    """The pure equilibrium that is best by an objective, the first of equals, for any number of players."""
    game, weights = matrix_of_attempt(attempt), weights_of(attempt)
    cells = _stable_cells(game)
    best = max(cells, key=lambda cell: float(weights @ game.payoffs[cell]))
    profile = [pure_behaviour(len(own), action) for own, action in zip(game.action_labels, best, strict=True)]
    return matrix_solution(attempt, profile, {"pure_equilibria": len(cells)})


def no_pure_equilibrium(game: OpenGame) -> str:
    """Why the method does not apply to a matrix game, where it does not."""
    if _stable_cells(cast(MatrixGame, game.rules)):
        return ""
    instead = "lemke_howson finds a mixed one" if game.traits.players == 2 else "correlated_equilibrium finds another"
    return f"{game} has no pure equilibrium; {instead}."


METHOD = Method(
    "pure_equilibrium",
    pure_equilibrium,
    Requires(matrix=True),
    "normal",
    "the matrix has a pure equilibrium",
    ObjectiveOptions(),
    lacks=no_pure_equilibrium,
)
