"""One contest between players: the loop that plays it, with the random numbers that it draws.

Chance and players draw from streams of their own, all of them made of the match's seed. Chance's stream depends on the
round and on the number of the game in its contest, and on nothing else: chance's k-th move of a game uses the k-th
number of that stream, so that all seatings of a round meet the same luck wherever they meet the same chance (common
random numbers). A player's stream depends on the round and on who sits where, by name.
"""

from __future__ import annotations

import itertools
import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from dodona import _core
from dodona.matches.players import Entrant
from dodona.matches.seating import Seating
from dodona.model.asking import asked, finite, short
from dodona.model.contest import Contest
from dodona.model.errors import DodonaError, GameDefinitionError
from dodona.model.game import CHANCE, SIMULTANEOUS, Game, OpenGame, opened
from dodona.model.player import Choice, Player


@dataclass(frozen=True)
class Played:
    """How one contest went.

    Attributes
    ----------
    round
        Contests of one round have the same luck of chance and differ in who sits where.
    seating
        The number of the player in each seat.
    utilities
        What each seat got.
    moves
        How many decisions each seat took.
    length
        How many moves there were, those of chance included; a simultaneous move is one.
    seconds
        How long each seat thought; not compared.
    """

    round: int
    seating: Seating
    utilities: tuple[float, ...]
    moves: tuple[int, ...]
    length: int
    seconds: tuple[float, ...] = field(compare=False)


class Table:
    """A contest and its entrants, the same in every process."""

    def __init__(self, contest: Contest, entrants: Sequence[Entrant], seed: int) -> None:
        self.contest, self.entrants, self.seed = contest, tuple(entrants), seed
        self._game: OpenGame | None = None

    def play(self, number: int, seating: Seating) -> Played:
        """Play the contest of a round with players seated like this."""
        names = [self.entrants[player].name for player in seating]
        seats = [_Seat(name) for name in names]
        ends: list[_core.State] = []
        length = 0
        for deal in itertools.count():
            game = self._next_game(number, ends)
            if game is None:
                break
            for seat, player in enumerate(seating):
                stream = random.Random(f"{self.seed}/{number}/{deal}/{seat}/{names}")
                seats[seat].sit_down(self.entrants[player], game, seat, stream)
            end, moves = _play(game, seats, random.Random(f"{self.seed}/{number}/{deal}/chance"))
            ends.append(end)
            length += moves
        moves_by_seat, seconds = tuple(seat.moves for seat in seats), tuple(seat.seconds for seat in seats)
        return Played(number, seating, self._utilities(ends), moves_by_seat, length, seconds)

    def _next_game(self, number: int, ends: Sequence[_core.State]) -> OpenGame | None:
        game = asked(f"next_game of {self.contest}", self.contest.next_game, self.seed + number, ends)
        if game is None:
            return None
        if len(ends) >= self.contest.max_games:
            raise GameDefinitionError(f"{self.contest} is not over after {len(ends):,} games; raise max_games.")
        if not isinstance(game, Game) or game.traits.players != self.contest.seats:
            raise GameDefinitionError(
                f"next_game of {self.contest} gives a game of {self.contest.seats} players or None, not {short(game)}."
            )
        if self._game is None or self._game.rules is not game:
            self._game = opened(game)
        return self._game

    def _utilities(self, ends: Sequence[_core.State]) -> tuple[float, ...]:
        given = asked(f"utility of {self.contest}", self.contest.utility, ends)
        numbers = [finite(utility) for utility in given] if isinstance(given, Sequence) else []
        known = tuple(utility for utility in numbers if utility is not None)
        if len(known) != self.contest.seats or len(numbers) != len(known):
            raise GameDefinitionError(
                f"utility of {self.contest} gives {self.contest.seats} finite numbers, not {short(given)}."
            )
        return known


class _Seat:
    """A seat during a contest: who sits there, and what it has done."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.moves = 0
        self.seconds = 0.0

    def sit_down(self, entrant: Entrant, game: OpenGame, number: int, stream: random.Random) -> None:
        """Begin another game."""
        self._game, self._number, self._stream = game, number, stream
        self._player: Player = entrant.maker.make(game, stream.getrandbits(31))

    def choose(self, state: _core.State) -> int:
        """The index of the action that the player draws."""
        start = time.perf_counter()
        try:
            choice = self._player.choose(state, self._number)
        except Exception as error:
            what = str(error) if isinstance(error, DodonaError) else f"{type(error).__name__}: {error}"
            raise DodonaError(f"{self._who()} found no move at {state}: {what.rstrip('.')}.") from error
        self.seconds += time.perf_counter() - start
        self.moves += 1
        self._require(choice, state)
        return choice.draw_index(self._stream)

    def _require(self, choice: object, state: _core.State) -> None:
        """Refuse what is no distribution over the actions there."""
        actions = tuple(state.actions(self._number))
        if not isinstance(choice, Choice) or tuple(choice.actions) != actions:
            raise DodonaError(
                f"{self._who()} chose something else than among {short(list(actions))} at {state}: {short(choice)}."
            )
        weights = choice.probabilities
        legal = len(weights) == len(actions) and min(weights) >= 0 and abs(sum(weights) - 1) <= 1e-6
        if not legal:
            raise DodonaError(f"{self._who()} gave probabilities that do not sum to 1 at {state}: {short(weights)}.")

    def _who(self) -> str:
        return f"{self.name}, player {self._number} of {self._game},"


def _play(game: OpenGame, seats: Sequence[_Seat], chance: random.Random) -> tuple[_core.State, int]:
    """Play one game; returns its end and the number of moves."""
    state, length = game.root(), 0
    while not state.is_terminal:
        if length >= game.max_length:
            raise GameDefinitionError(f"{game} is not over after {length:,} moves; set max_length if that is meant.")
        turn = state.turn
        if turn == SIMULTANEOUS:
            state = state.play(index=tuple(seat.choose(state) for seat in seats))
        elif turn == CHANCE:
            state = state.play(index=_outcome(game, state, chance.random()))
        elif 0 <= turn < len(seats):
            state = state.play(index=seats[turn].choose(state))
        else:
            raise GameDefinitionError(f"{game} says at {state} first that somebody moves, and then that nobody does.")
        length += 1
    return state, length


def _outcome(game: OpenGame, state: _core.State, number: float) -> int:
    """The outcome where the sum of the probabilities first exceeds a number from 0 to 1."""
    weights = state.probabilities()
    if not (weights and min(weights) >= 0 and abs(math.fsum(weights) - 1) <= 1e-6):
        raise GameDefinitionError(f"{game}: the probabilities of chance at {state} do not sum to 1: {short(weights)}.")
    left = number * math.fsum(weights)
    for outcome, weight in enumerate(weights):
        left -= weight
        if left < 0:
            return outcome
    return max(outcome for outcome, weight in enumerate(weights) if weight > 0)  # what rounding left over
