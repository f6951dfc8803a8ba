"""Security values: what each player can guarantee whatever the others do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from dodona.model.errors import SolverError
from dodona.model.game import Game, opened
from dodona.model.joint import JointStrategy
from dodona.model.limit import Limit
from dodona.model.matrix_game import MatrixGame, as_matrix
from dodona.model.strategy import Behaviour, Strategy
from dodona.normal.matrix_lp import METHOD as MATRIX_LP
from dodona.normal.matrix_lp import too_large_for_a_tableau
from dodona.normal.matrix_simplex import METHOD as MATRIX_SIMPLEX
from dodona.normal.profile import mixed_strategies

#: A value, its bounds, the strategy that guarantees it, and the others' joint one that concedes no more.
_Guarantee = tuple[float, tuple[float, float], Behaviour, Behaviour]


@dataclass(frozen=True)
class Security:
    """What each player can guarantee.

    Attributes
    ----------
    values
        The security value of each player: the most that a mixed strategy of hers guarantees (maxmin). By the minimax
        theorem the others can hold her down to it (minmax), if more than one of them may draw their actions together.
    bounds
        What is proven of each value: her strategy guarantees the first, the punishment allows at most the second.
    strategies
        A mixed strategy of each player that guarantees her value.
    punishments
        How the others hold each player down: distributions over tuples of their actions, in the order of the players.
    """

    values: tuple[float, ...]
    bounds: tuple[tuple[float, float], ...]
    strategies: tuple[Strategy, ...]
    punishments: tuple[JointStrategy, ...]


def security(game: Game, *, limit: Limit | None = None) -> Security:
    """What each player of a game can guarantee whatever the others do, by one zero-sum game per player.

    Parameters
    ----------
    game
        A matrix game of any number of players, or another game that is small enough for ``matrix_of``.
    limit
        When to give up on each of the zero-sum games, which raises ``SolverError``.

    Returns
    -------
    Security
        Values with proven bounds, strategies that guarantee them, and how the others punish.

    Examples
    --------
    >>> import dodona
    >>> result = dodona.security(dodona.game("battle_of_the_sexes"))
    >>> [round(value, 9) for value in result.values]
    [1.2, 1.2]
    >>> {action: round(p, 9) for action, p in result.strategies[0]["start"].items()}
    {'opera': 0.4, 'football': 0.6}
    """
    table = as_matrix(game)
    players = range(table.traits.players)
    values, bounds, plans, theirs = zip(*(_against_all(table, player, limit) for player in players), strict=True)
    labels = table.action_labels
    punishments = [
        JointStrategy.from_array(labels[:player] + labels[player + 1 :], theirs[player]) for player in players
    ]
    return Security(values, bounds, mixed_strategies(table, plans), tuple(punishments))


def _against_all(game: MatrixGame, player: int, limit: Limit | None) -> _Guarantee:
    """The zero-sum game of one player against all others together: value, bounds, her strategy and theirs."""
    own = np.moveaxis(game.payoffs[..., player], player, 0)
    duel = opened(MatrixGame(own.reshape(len(own), -1)))
    solution = (MATRIX_LP if too_large_for_a_tableau(duel) else MATRIX_SIMPLEX).solve(duel, limit)
    if not solution.strategies:
        stopped = solution.stats.get("stopped_by")
        raise SolverError(
            f"the security value of player {player} in {game} was not found: the limit of {stopped} came."
        )
    mine, theirs = (plan.probabilities for plan in solution.strategies)
    return solution.value, (solution.lower, solution.upper), mine, theirs.reshape(own.shape[1:])
