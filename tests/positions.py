"""A second walk over games, in plain Python, that knows nothing of the stored tree."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

from dodona import CHANCE, SIMULTANEOUS, TERMINAL, Game, State


@dataclass(frozen=True)
class Position:
    """A position with the moves, by index, that led to it."""

    state: State
    history: tuple[Any, ...]
    open: bool = False  # perfect information: every history is its own information set

    @property
    def turn(self) -> int:
        """Who moves."""
        return int(self.state.turn)

    def information(self, player: int) -> Hashable:
        """What identifies the player's information set: the key, or the history where everything is seen."""
        key = None if self.open else self.state.information_key(player)
        return self.history if key is None else key

    def moves(self) -> list[Any]:
        """Every move by index; joint moves as tuples."""
        if self.turn == TERMINAL:
            return []
        if self.turn == SIMULTANEOUS:
            return list(product(*(range(len(self.state.actions(player))) for player in (0, 1))))
        return list(range(len(self.state.actions())))

    def play(self, move: Any) -> Position:
        """The position after a move."""
        return Position(self.state.play(index=move), (*self.history, move), self.open)


def named(state: State, move: Any) -> Any:
    """A move by its labels instead of indices."""
    if isinstance(move, tuple):
        return tuple(state.actions(player)[part] for player, part in enumerate(move))
    return state.actions()[move]


def sequential(game: Game) -> Game:
    """The game without simultaneous moves."""
    return game.extensive() if game.traits.simultaneous else game


def root(game: Game) -> Position:
    """The starting position."""
    return Position(game.root(), (), game.traits.perfect_information and not game.traits.simultaneous)


def positions(game: Game) -> Iterator[Position]:
    """Every position, parents first."""
    stack = [root(game)]
    while stack:
        position = stack.pop()
        yield position
        stack.extend(position.play(move) for move in reversed(position.moves()))


def fingerprints(game: Game, visit: Callable[[Position, int], None]) -> None:
    """Tell ``visit`` a number for the future of every position: equal numbers exactly for equal futures."""
    known: dict[Hashable, int] = {}

    def future(position: Position) -> int:
        state = position.state
        children = tuple(future(position.play(move)) for move in position.moves())
        if position.turn == TERMINAL:
            own: Hashable = tuple(state.utility())
        elif position.turn == SIMULTANEOUS:
            own = tuple(tuple(state.actions(player)) for player in (0, 1))
        else:
            own = (tuple(state.actions()), tuple(state.probabilities()))
        number = known.setdefault((position.turn, own, children), len(known))
        visit(position, number)
        return number

    future(root(game))


def chance_is_fair(position: Position) -> bool:
    """Whether chance's probabilities, if it moves here, are positive and sum to 1."""
    odds = position.state.probabilities()
    if position.turn != CHANCE:
        return odds == []
    return len(odds) == len(position.state.actions()) and min(odds) > 0 and math.isclose(sum(odds), 1, rel_tol=1e-12)
