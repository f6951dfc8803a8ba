"""Small games and players for tests of matches; a module of its own, so that worker processes can import it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dodona


class Dice(dodona.Game):
    """Chance throws a die, then player 0 says yes or no; she gets the pips, and a point if she says yes."""

    zero_sum = True

    def initial(self) -> tuple[Any, ...]:
        return ()

    def turn(self, state: tuple[Any, ...]) -> int:
        return (dodona.CHANCE, 0, dodona.TERMINAL)[len(state)]

    def chance(self, state: tuple[Any, ...]) -> Mapping[Any, float]:
        return dict.fromkeys(range(1, 7), 1 / 6)

    def actions(self, state: tuple[Any, ...], player: int) -> Sequence[str]:
        return ["no", "yes"]

    def play(self, state: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
        return (*state, move)

    def utility(self, state: tuple[Any, ...]) -> float:
        return float(state[0] + (state[1] == "yes"))


class Auction(dodona.Game):
    """Three players bid 0, 1 or 2 at once, and chance adds 0 or 1 to all that they get; sums differ."""

    players = 3
    simultaneous = True

    def initial(self) -> tuple[Any, ...]:
        return ()

    def turn(self, state: tuple[Any, ...]) -> int:
        return (dodona.CHANCE, dodona.SIMULTANEOUS, dodona.TERMINAL)[len(state)]

    def chance(self, state: tuple[Any, ...]) -> Mapping[Any, float]:
        return {0: 0.5, 1: 0.5}

    def actions(self, state: tuple[Any, ...], player: int) -> Sequence[int]:
        return [0, 1, 2]

    def play(self, state: tuple[Any, ...], move: Any) -> tuple[Any, ...]:
        return (*state, move)

    def information(self, state: tuple[Any, ...], player: int) -> str:
        return "start"

    def utility(self, state: tuple[Any, ...]) -> Sequence[float]:
        extra, bids = state
        return [float(extra + bid - 0.25 * seat) for seat, bid in enumerate(bids)]


class Race(dodona.Contest):
    """Dice games until somebody has ten points; which die is thrown does not depend on the seed."""

    def next_game(self, seed: int, ends: Sequence[dodona.State]) -> dodona.Game | None:
        return None if self.utility(seed, ends)[0] >= 10 else Dice()

    def utility(self, seed: int, ends: Sequence[dodona.State]) -> Sequence[float]:
        return [sum(end.utility()[seat] for end in ends) for seat in (0, 1)]


def yes(state: dodona.State, player: int) -> Mapping[str, float]:
    return {state.actions(player)[-1]: 1.0}


def no(state: dodona.State, player: int) -> Mapping[str, float]:
    return {state.actions(player)[0]: 1.0}


def half(state: dodona.State, player: int) -> Mapping[str, float]:
    return {action: 1 / len(state.actions(player)) for action in state.actions(player)}
