"""Slow, direct answers to compare solvers with. They use only positions, never the stored tree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from positions import Position, positions, root, sequential

import dodona
from dodona import CHANCE, TERMINAL, Game

Plan = Mapping[str, Mapping[str, float]]


def labels_of(game: Game) -> dict[tuple[int, Hashable], str]:
    """The label of every information set, as strategies spell it: a repeated label gets its number behind it."""
    labels: dict[tuple[int, Hashable], str] = {}
    seen: dict[tuple[int, str], int] = defaultdict(int)
    for position in positions(sequential(game)):
        player = position.turn
        if player < 0 or (player, position.information(player)) in labels:
            continue
        label = position.state.information(player)
        seen[player, label] += 1
        labels[player, position.information(player)] = label if seen[player, label] == 1 else f"{label} #{seen[player, label]}"
    return labels


class Evaluator:
    """Expectations and best responses by recursion over histories."""

    def __init__(self, game: Game, profile: Sequence[Plan]) -> None:
        self.game = sequential(game)
        self.labels = labels_of(game)
        self.profile = profile

    def odds(self, position: Position) -> list[float]:
        """Probability of every move at a position under the profile."""
        if position.turn == CHANCE:
            return list(position.state.probabilities())
        row = self.profile[position.turn][self.labels[position.turn, position.information(position.turn)]]
        return [row.get(action, 0.0) for action in position.state.actions()]

    def expected(self, position: Position | None = None) -> np.ndarray:
        """Every player's expected utility."""
        position = position or root(self.game)
        if position.turn == TERMINAL:
            return np.array(position.state.utilities())
        parts = [p * self.expected(position.play(move)) for move, p in enumerate(self.odds(position)) if p > 0]
        return np.sum(parts, axis=0)

    def best_response(self, player: int) -> float:
        """The most a player with perfect recall can get against the rest of the profile."""
        return self._best(player, [(root(self.game), 1.0)])

    def _best(self, player: int, pending: list[tuple[Position, float]]) -> float:
        """Best total over histories that differ only in what others did, weighted by the others' probabilities."""
        total = 0.0
        sets: dict[Hashable, list[tuple[Position, float]]] = defaultdict(list)
        pending = list(pending)
        while pending:
            position, weight = pending.pop()
            if position.turn == TERMINAL:
                total += weight * position.state.utilities()[player]
            elif position.turn == player:
                sets[position.information(player)].append((position, weight))
            else:
                pending.extend((position.play(move), weight * p) for move, p in enumerate(self.odds(position)))
        for members in sets.values():
            moves = range(len(members[0][0].state.actions()))
            total += max(self._best(player, [(at.play(move), weight) for at, weight in members]) for move in moves)
        return total


def pure_plans(game: Game, player: int) -> Iterator[Plan]:
    """Every pure strategy: one action at each information set, reached or not."""
    actions: dict[str, list[str]] = {}
    labels = labels_of(game)
    for position in positions(sequential(game)):
        if position.turn == player:
            actions[labels[player, position.information(player)]] = position.state.actions()
    for pick in product(*actions.values()):
        yield {label: {action: 1.0} for label, action in zip(actions, pick, strict=True)}


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
    labels = labels_of(game)
    plan: dict[str, dict[str, float]] = {}
    for position in positions(sequential(game)):
        if position.turn == player:
            actions = position.state.actions()
            row = rng.dirichlet(np.ones(len(actions))).tolist()
            plan.setdefault(labels[player, position.information(player)], dict(zip(actions, row, strict=True)))
    return plan


def uniform_plan(game: Game, player: int) -> Plan:
    """Every action equally likely."""
    return {label: dict.fromkeys(row, 1 / len(row)) for label, row in random_plan(game, player, 0).items()}


def minimax(state: Any) -> tuple[float, ...]:
    """Utilities under backward induction, the earliest of equal actions preferred."""
    if state.turn == TERMINAL:
        return tuple(state.utilities())
    children = [minimax(state.play(move)) for move in range(len(state.actions()))]
    if state.turn == CHANCE:
        return tuple(np.average(children, axis=0, weights=state.probabilities()).tolist())
    return max(children, key=lambda values: values[state.turn])


def assert_sound(game: Game, solution: dodona.Solution, gap: float = 1e-9) -> None:
    """A solution of a constant-sum game is complete, normalised, and proves its own bounds."""
    constant = game.traits.constant_sum
    assert constant is not None
    assert solution.lower <= solution.value + 1e-12
    assert solution.value <= solution.upper + 1e-12
    assert 0 <= solution.gap + 1e-12
    assert solution.gap <= gap
    tree = game.tree()
    for player, plan in enumerate(solution.strategies):
        assert len(plan) == tree.num_infosets(player)
        assert len(plan.probabilities) == tree.num_sequences(player) - 1
        assert np.all(plan.probabilities >= 0)
        if len(plan):
            sums = np.add.reduceat(plan.probabilities, plan.offsets[:-1])
            assert np.abs(sums - 1).max() <= 1e-12
    values = dodona.expected_value(game, solution)
    assert abs(values[0] - solution.value) <= 1e-12
    assert abs(values[0] + values[1] - constant) <= 1e-9
    assert abs(dodona.best_response(game, 0, solution).value - solution.upper) <= 1e-12
    assert abs(constant - dodona.best_response(game, 1, solution).value - solution.lower) <= 1e-12
    assert abs(dodona.exploitability(game, solution) - solution.gap) <= 1e-12
