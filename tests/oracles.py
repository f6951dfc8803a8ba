"""Slow, direct answers to compare solvers with. They use only positions, never the stored tree.

Information sets are told apart by their labels, which the conformance sweep shows to be unique in built-in games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np

import dodona
from dodona import CHANCE, TERMINAL, Game
from dodona.all_methods import method_named
from dodona.perfect.search import PRESETS
from positions import Position, positions, root, sequential

Plan = Mapping[str, Mapping[str, float]]


class Evaluator:
    """Expectations and best responses by recursion over histories."""

    def __init__(self, game: Game, profile: Sequence[Plan]) -> None:
        self.game = sequential(game)
        self.profile = profile

    def odds(self, position: Position) -> list[float]:
        """Probability of every move at a position under the profile."""
        if position.turn == CHANCE:
            return list(position.state.probabilities())
        row = self.profile[position.turn][position.state.information(position.turn)]
        return [row.get(action, 0.0) for action in position.state.actions()]

    def expected(self, position: Position | None = None) -> np.ndarray:
        """Every player's expected utility."""
        position = position or root(self.game)
        if position.turn == TERMINAL:
            return np.array(position.state.utility())
        parts = [p * self.expected(position.play(move)) for move, p in enumerate(self.odds(position)) if p > 0]
        return np.sum(parts, axis=0)

    def best_response(self, player: int) -> float:
        """The most a player with perfect recall can get against the rest of the profile."""
        return self._best(player, [(root(self.game), 1.0)])

    def _best(self, player: int, pending: list[tuple[Position, float]]) -> float:
        """Best total over histories that differ only in what others did, weighted by the others' probabilities."""
        total = 0.0
        sets: dict[str, list[tuple[Position, float]]] = defaultdict(list)
        pending = list(pending)
        while pending:
            position, weight = pending.pop()
            if position.turn == TERMINAL:
                total += weight * position.state.utility()[player]
            elif position.turn == player:
                sets[position.state.information(player)].append((position, weight))
            else:
                pending.extend((position.play(move), weight * p) for move, p in enumerate(self.odds(position)))
        for members in sets.values():
            moves = range(len(members[0][0].state.actions()))
            total += max(self._best(player, [(at.play(move), weight) for at, weight in members]) for move in moves)
        return total


def decisions(game: Game, player: int) -> dict[str, list[str]]:
    """Actions at every information set of a player."""
    return {
        position.state.information(player): position.state.actions()
        for position in positions(sequential(game))
        if position.turn == player
    }


def pure_plans(game: Game, player: int) -> Iterator[Plan]:
    """Every pure strategy: one action at each information set, reached or not."""
    choices = decisions(game, player)
    for pick in product(*choices.values()):
        yield {label: {action: 1.0} for label, action in zip(choices, pick, strict=True)}


def enumerated_response(game: Game, player: int, profile: Sequence[Plan]) -> float:
    """The best response value by trying every pure strategy."""
    values = []
    for plan in pure_plans(game, player):
        mixed = [*profile[:player], plan, *profile[player + 1 :]]
        values.append(Evaluator(game, mixed).expected()[player])
    return max(values)


def random_plan(game: Game, player: int, seed: int) -> Plan:
    """A fully mixed strategy."""
    rng = np.random.default_rng(seed)
    return {
        label: dict(zip(actions, rng.dirichlet(np.ones(len(actions))).tolist(), strict=True))
        for label, actions in decisions(game, player).items()
    }


def uniform_plan(game: Game, player: int) -> Plan:
    """Every action equally likely."""
    return {label: dict.fromkeys(actions, 1 / len(actions)) for label, actions in decisions(game, player).items()}


def equilibrium_methods(game: Game) -> list[str]:
    """The methods that apply to a game and find an equilibrium, rather than correlated play or a commitment."""
    return [name for name in exact_methods(game) if method_named(name).concept == "equilibrium"]


def exact_methods(game: Game) -> list[str]:
    """The methods that apply to a game and end with an exact answer."""
    return [name for name in dodona.methods(game) if not method_named(name).approximate]


def minimax(state: Any) -> tuple[float, ...]:
    """Utilities under backward induction, the earliest of equal actions preferred."""
    if state.turn == TERMINAL:
        return tuple(state.utility())
    children = [minimax(state.play(index=move)) for move in range(len(state.actions()))]
    if state.turn == CHANCE:
        return tuple(np.average(children, axis=0, weights=state.probabilities()).tolist())
    return max(children, key=lambda values: values[state.turn])


def after_line(game: Game, solution: dodona.Solution) -> dodona.State:
    """The position at the end of the principal variation: the game is over there, or chance is to move."""
    state = game.root()
    for move in solution.principal_variation:
        assert state.turn in (0, 1)
        state = state.play(move)
    assert state.turn in (TERMINAL, CHANCE)
    return state


def assert_searched(game: Game, solution: dodona.Solution) -> None:
    """An exact answer of a search: the value of backward induction, and a line of best play that leads to it."""
    rounding = 1e-12 if game.traits.chance else 0.0
    assert solution.strategies == ()
    assert solution.lower == solution.value == solution.upper
    assert abs(solution.value - dodona.solve(game, "backward_induction").value) <= rounding
    assert abs(minimax(after_line(game, solution))[0] - solution.value) <= rounding


def assert_solved(game: Game, solution: dodona.Solution, gap: float = 1e-9) -> None:
    """A solution is sound by the measure of its method: searches know the value, other methods what to do as well."""
    if solution.provenance.method in (*PRESETS, "max_n"):
        assert_searched(game, solution)
    else:
        assert_sound(game, solution, gap)


def assert_sound(game: Game, solution: dodona.Solution, gap: float = 1e-9) -> None:
    """A solution of a constant-sum game is complete, normalised, and proves its own bounds."""
    constant = game.traits.constant_sum
    assert constant is not None
    tree = game.tree()
    rounding = 1e-12 * max(1.0, float(np.abs(tree.terminal_utility).max()))
    assert solution.lower - rounding <= solution.value <= solution.upper + rounding
    assert -rounding <= solution.gap <= gap
    for player, plan in enumerate(solution.strategies):
        assert len(plan) == tree.num_infosets(player)
        assert len(plan.probabilities) == tree.num_sequences(player) - 1
        assert np.all(plan.probabilities >= 0)
        if len(plan):
            sums = np.add.reduceat(plan.probabilities, plan.offsets[:-1])
            assert np.abs(sums - 1).max() <= 1e-12
    values = dodona.expected_value(game, solution)
    assert abs(values[0] - solution.value) <= rounding
    assert abs(values[0] + values[1] - constant) <= 10 * rounding
    assert abs(dodona.best_response(game, 0, solution).value - solution.upper) <= rounding
    assert abs(constant - dodona.best_response(game, 1, solution).value - solution.lower) <= 10 * rounding
    assert abs(dodona.exploitability(game, solution) - solution.gap) <= 10 * rounding
