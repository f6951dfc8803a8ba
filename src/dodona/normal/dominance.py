"""Iterated elimination of dominated actions, strict or weak, by pure or mixed strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from dodona.model.errors import SolverError
from dodona.model.game import Game
from dodona.model.limit import Limit
from dodona.model.matrix_game import MatrixGame, as_matrix
from dodona.model.run import Run, Stopped
from dodona.model.values import one_of
from dodona.normal.polytopes import whole_payoffs
from dodona.normal.profile import mixture_text
from dodona.normal.tableau import Tableau


@dataclass(frozen=True)
class Elimination:
    """An action that another strategy dominates.

    Attributes
    ----------
    player, action
        Whose action it is.
    by
        The strategy that dominates it: a probability per action, a single one where it is pure.
    round
        In which round it went, counted from 1; rounds look only at what earlier rounds have left.
    """

    player: int
    action: str
    by: Mapping[str, Fraction]
    round: int

    def __str__(self) -> str:
        by = mixture_text(self.by)
        return f"round {self.round}: player {self.player} drops {self.action}, dominated by {by}"


@dataclass(frozen=True)
class Dominance:
    """What remains after dominated actions are eliminated, and in which order they went.

    Attributes
    ----------
    game
        The game of the actions that remain.
    eliminated
        What went, in order.
    """

    game: MatrixGame
    eliminated: tuple[Elimination, ...]

    @property
    def actions(self) -> tuple[tuple[str, ...], ...]:
        """The actions of each player that remain."""
        return tuple(tuple(own) for own in self.game.action_labels)

    def __str__(self) -> str:
        kept = [f"player {player} keeps {', '.join(own)}" for player, own in enumerate(self.actions)]
        return "\n".join([*map(str, self.eliminated), *kept])


def dominance(
    game: Game, kind: Literal["strict", "weak"] = "strict", *, mixed: bool = True, limit: Limit | None = None
) -> Dominance:
    """Eliminate dominated actions, round by round, until none is left.

    An action is strictly dominated by a strategy that is better whatever the others do, and weakly by one that is never
    worse and sometimes better. A round eliminates all dominated actions of all players at once, judged by what was
    there when it began. If dominance is strict, what remains does not depend on the order and no equilibrium is lost.
    Weak dominance may lose equilibria, and another order may leave something else.

    Dominance by mixed strategies is decided by one linear program per action in exact arithmetic ([Conitzer2005]_).

    Parameters
    ----------
    game
        A matrix game of any number of players, or another game that is small enough for ``matrix_of``.
    kind
        "strict" or "weak".
    mixed
        Whether mixed strategies may dominate, or pure ones alone.
    limit
        When to give up, which raises ``SolverError``.

    Returns
    -------
    Dominance
        The game that remains, and what was eliminated by which strategy.

    Examples
    --------
    >>> import dodona
    >>> print(dodona.dominance(dodona.MatrixGame([[3, 0], [0, 3], [1, 1]], [[1, 1], [1, 1], [0, 1]])))
    round 1: player 0 drops 3, dominated by 1 1/2, 2 1/2
    player 0 keeps 1, 2
    player 1 keeps 1, 2
    """
    one_of("kind", kind, ("strict", "weak"))
    table = as_matrix(game)
    with Run(limit or Limit()) as run:
        try:
            return _Eliminator(table, kind, mixed, run).eliminate()
        except Stopped as stop:
            raise SolverError(f"dominated actions of {table} were not all found: {stop.sentence()}") from None


class _Eliminator:
    """Rounds of elimination; ``kept`` are the indices of the actions that remain."""

    def __init__(self, game: MatrixGame, kind: str, mixed: bool, run: Run) -> None:
        self.game, self.strict, self.mixed, self.run = game, kind == "strict", mixed, run
        self.kept = [list(range(len(own))) for own in game.action_labels]
        self.payoffs = [whole_payoffs(game, player) for player in range(len(self.kept))]

    def eliminate(self) -> Dominance:
        """Rounds until one eliminates nothing."""
        eliminated: list[Elimination] = []
        number = 0
        while True:
            number += 1
            found = [own for player in range(len(self.kept)) for own in self._dominated(player, number)]
            if not found:
                break
            eliminated += found
            gone = {(own.player, own.action) for own in found}
            for player, labels in enumerate(self.game.action_labels):
                self.kept[player] = [k for k in self.kept[player] if (player, labels[k]) not in gone]
        return Dominance(self._remaining(bool(eliminated)), tuple(eliminated))

    def _dominated(self, player: int, number: int) -> list[Elimination]:
        """The dominated actions of one player; one that was found takes no part in dominating the next."""
        rows = np.moveaxis(self.payoffs[player][np.ix_(*self.kept)], player, 0).reshape(len(self.kept[player]), -1)
        own, names = list(range(len(rows))), [self.game.action_labels[player][k] for k in self.kept[player]]
        found = []
        for action in range(len(rows)):
            self.run.check()
            others = [k for k in own if k != action]
            if by := self._dominating(rows, action, others):
                found.append(Elimination(player, names[action], {names[k]: p for k, p in by.items()}, number))
                own.remove(action)
        return found

    def _dominating(self, rows: NDArray[Any], action: int, others: Sequence[int]) -> dict[int, Fraction]:
        """The strategy over other actions that dominates an action; empty where there is none."""
        for k in others:
            if self._is_better(rows[k] - rows[action]):
                return {k: Fraction(1)}
        return _mixture(rows, action, others, self.strict, self.run) if self.mixed and len(others) > 1 else {}

    def _is_better(self, gains: NDArray[Any]) -> bool:
        """Whether these gains, one per tuple of the others' actions, are dominance."""
        return bool(np.all(gains > 0)) if self.strict else bool(np.all(gains >= 0) and np.any(gains > 0))

    def _remaining(self, changed: bool) -> MatrixGame:
        """The game of what is kept."""
        if not changed:
            return self.game
        cells = self.game.payoffs[np.ix_(*self.kept)]
        labels = [[own[k] for k in kept] for own, kept in zip(self.game.action_labels, self.kept, strict=True)]
        arrays = [cells[..., player] for player in range(len(labels))]
        return MatrixGame(*arrays, actions=labels, text=f"{self.game} without dominated actions")


def _mixture(rows: NDArray[Any], action: int, others: Sequence[int], strict: bool, run: Run) -> dict[int, Fraction]:
    """The mixture of other actions that gains most over an action, by an exact linear program; empty if none gains.

    Strictly: maximise the least gain. Weakly: maximise the sum of gains, none of which may be negative. Probabilities
    sum to at most 1, the rest stays with the action itself; so zero is a solution to start from.
    """
    gains = rows[list(others)] - rows[action]
    count, cells = gains.shape
    coefficients = np.zeros((cells + 1, count + strict), dtype=object)
    coefficients[:cells, :count] = -gains.T
    coefficients[cells, :count] = 1
    if strict:
        coefficients[:cells, count] = 1
    objective = [0] * count + [1] if strict else gains.sum(axis=1).tolist()
    tableau = Tableau(coefficients, [0] * cells + [1], objective)
    tableau.maximise(run)
    if tableau.entries[tableau.rows, -1] == 0:
        return {}
    weights = tableau.point()[:count]
    total = sum(weights)
    return {k: weight / total for k, weight in zip(others, weights, strict=True) if weight > 0}
