"""All equilibria of a bimatrix game, degenerate ones included."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import cast

import numpy as np

from dodona.model.attempt import Attempt
from dodona.model.errors import SolverError, UnsupportedGameError
from dodona.model.game import Game, OpenGame
from dodona.model.limit import Limit
from dodona.model.matrix_game import MatrixGame, as_matrix
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, Strategy
from dodona.normal.complete_parts import complete_parts
from dodona.normal.objective import ObjectiveOptions, weights_of
from dodona.normal.polytopes import Vertex, best_response_tableaux, complete_pairs, most_vertices, vertices
from dodona.normal.profile import (
    assess_matrix,
    matrix_of_attempt,
    matrix_solution,
    mixed_strategies,
    mixture_text,
)

#: The method is not for matrices whose polytopes may have more vertices; the function tries as long as it may.
MOST_VERTICES = 1_000_000


@dataclass(frozen=True)
class Equilibrium:
    """One equilibrium of a matrix game.

    Attributes
    ----------
    strategies
        One mixed strategy per player.
    values
        What each player gets.
    regrets
        What each player could gain by deviating alone, computed from the strategies as they are here, in doubles.
    fractions
        The probabilities of each player's actions, exactly.
    """

    strategies: tuple[Strategy, ...]
    values: tuple[float, ...]
    regrets: tuple[float, ...]
    fractions: tuple[tuple[Fraction, ...], ...]

    def __str__(self) -> str:
        sides = (
            mixture_text({action: p for action, p in zip(own.actions, exact, strict=True) if p > 0})
            for own, exact in zip(self.strategies, self.fractions, strict=True)
        )
        return f"({'; '.join(sides)}) pays {', '.join(f'{value:.6g}' for value in self.values)}"


@dataclass(frozen=True)
class NashSubset:
    """A maximal product of equilibria: any mixture of one side's strategies forms one with any mixture of the other's.

    Attributes
    ----------
    sides
        The extreme strategies of each player, whose mixtures are her side.
    extreme
        Which extreme equilibria it has, as indices into ``Equilibria.extreme``; one in a set of a single point.
    component
        Which connected component it belongs to; components count from 0.
    """

    sides: tuple[tuple[Strategy, ...], tuple[Strategy, ...]]
    extreme: tuple[int, ...]
    component: int


@dataclass(frozen=True)
class Equilibria:
    """All equilibria of a bimatrix game: the union of ``subsets``. Iterates over the extreme ones.

    Attributes
    ----------
    game
        The text of the game.
    extreme
        The equilibria that are no mixture of others. In a nondegenerate game these are all.
    subsets
        The maximal Nash subsets. Several may share points; those that hang together have the same component.
    """

    game: str
    extreme: tuple[Equilibrium, ...]
    subsets: tuple[NashSubset, ...]

    @property
    def components(self) -> tuple[tuple[NashSubset, ...], ...]:
        """The subsets by connected component."""
        count = 1 + max(subset.component for subset in self.subsets)
        return tuple(tuple(own for own in self.subsets if own.component == number) for number in range(count))

    def __len__(self) -> int:
        return len(self.extreme)

    def __iter__(self) -> Iterator[Equilibrium]:
        return iter(self.extreme)

    def __str__(self) -> str:
        counts = [(len(self.extreme), "extreme equilibri", "um", "a"), (len(self.components), "component", "", "s")]
        words = [f"{count} {stem}{one if count == 1 else many}" for count, stem, one, many in counts]
        lines = [f"{self.game}: {words[0]} in {words[1]}"]
        lines += [f"  {number}  {equilibrium}" for number, equilibrium in enumerate(self.extreme)]
        for subset in self.subsets:
            if len(subset.extreme) > 1:
                members = ", ".join(map(str, subset.extreme))
                lines.append(f"  all mixtures of {members}, each player's by itself (component {subset.component})")
        return "\n".join(lines)


def equilibria(game: Game, *, limit: Limit | None = None) -> Equilibria:
    """All equilibria of a two-player game, by the vertices of its best-response polytopes.

    1. Enumerate the vertices of both polytopes in exact arithmetic.
    2. Pairs of vertices with all labels between them are the extreme equilibria ([Mangasarian1964]_).
    3. They are the edges of a bipartite graph between strategies of one player and of the other. Its maximal complete
       parts are the maximal Nash subsets, its connected parts the components ([Winkels1979]_, [Avis2010]_).

    Decisions are exact for the payoffs as they are: the fractions of an .nfg file, elsewhere the doubles. The work
    grows exponentially with the number of actions; up to about ten per player it takes seconds.

    Parameters
    ----------
    game
        A two-player matrix game of any sum, or another two-player game that is small enough for ``matrix_of``.
    limit
        When to give up, which raises ``SolverError``: a part of the equilibria would look like all of them.

    Returns
    -------
    Equilibria
        The extreme equilibria with their values, and the sets that they span.

    Examples
    --------
    >>> import dodona
    >>> print(dodona.equilibria(dodona.game("battle_of_the_sexes")))
    battle_of_the_sexes: 3 extreme equilibria in 3 components
      0  (opera; opera) pays 3, 2
      1  (opera 3/5, football 2/5; opera 2/5, football 3/5) pays 1.2, 1.2
      2  (football; football) pays 2, 3
    """
    table = as_matrix(game)
    if table.traits.players != 2:
        raise UnsupportedGameError(
            f"equilibria lists those of two players; {table} has {table.traits.players}: try dodona.pure_equilibria, "
            "or dodona.solve with correlated_equilibrium."
        )
    with Run(limit or Limit()) as run:
        try:
            return enumerated(table, run)
        except Stopped as stop:
            raise SolverError(f"the equilibria of {table} were not all found: {stop.sentence()}") from None


def enumerated(game: MatrixGame, run: Run) -> Equilibria:
    """All equilibria of a bimatrix game within a run; raises ``Stopped`` where its limits do not suffice."""
    rows, columns = game.payoffs.shape[:2]
    tableaux = best_response_tableaux(game, exact=True)
    first, second = (
        _sorted(vertices(tableau, player, (rows, columns), run)) for player, tableau in enumerate(tableaux)
    )
    pairs = complete_pairs(first, second, rows + columns)
    extreme = tuple(_equilibrium(game, first[i], second[j]) for i, j in pairs)
    return Equilibria(game.text, extreme, tuple(_subsets(pairs, extreme)))


def _sorted(own: list[Vertex]) -> list[Vertex]:
    return sorted(own, key=lambda vertex: vertex.strategy, reverse=True)


def _equilibrium(game: MatrixGame, first: Vertex, second: Vertex) -> Equilibrium:
    fractions = (first.strategy, second.strategy)
    profile: list[Behaviour] = [np.array([float(p) for p in own]) for own in fractions]
    assessment = assess_matrix(game.payoffs, profile)
    return Equilibrium(mixed_strategies(game, profile), assessment.values, assessment.regrets, fractions)


def _subsets(pairs: Sequence[tuple[int, int]], extreme: Sequence[Equilibrium]) -> Iterator[NashSubset]:
    """The maximal Nash subsets, in the order of their first extreme equilibrium."""
    number_of = {pair: number for number, pair in enumerate(pairs)}
    for part in complete_parts(pairs):
        members = sorted(number_of[edge] for edge in part.edges())
        plans = [{pairs[member][player]: extreme[member].strategies[player] for member in members} for player in (0, 1)]
        sides = tuple(tuple(own[vertex] for vertex in sorted(own)) for own in plans)
        yield NashSubset((sides[0], sides[1]), tuple(members), part.component)


def vertex_enumeration(attempt: Attempt) -> Solution:
    """The equilibrium that is best by an objective, out of all equilibria of a two-player matrix game.

    Utilities are linear in each player's strategy, so that an extreme equilibrium is among the best.
    """
    weights = weights_of(attempt)
    found = enumerated(matrix_of_attempt(attempt), attempt.run)
    best = max(found.extreme, key=lambda own: float(weights @ np.array(own.values)))
    profile = [plan.probabilities for plan in best.strategies]
    return matrix_solution(attempt, profile, {"extreme": len(found), "components": len(found.components)})


def too_many_vertices(game: OpenGame) -> str:
    """Why the method does not apply to a matrix game, where it does not."""
    rows, columns = cast(MatrixGame, game.rules).payoffs.shape[:2]
    most = max(most_vertices(rows, rows + columns), most_vertices(columns, rows + columns))
    if most <= MOST_VERTICES:
        return ""
    return (
        f"vertex_enumeration takes matrices whose best responses have at most {MOST_VERTICES:,} vertices; "
        f"those of {game} may have {most:.3g}: lemke_howson finds one equilibrium."
    )


METHOD = Method(
    "vertex_enumeration",
    vertex_enumeration,
    Requires(players=2, matrix=True),
    "normal",
    "all equilibria of a small matrix of two players are listed and the best is taken",
    ObjectiveOptions(),
    lacks=too_many_vertices,
)
