"""Small honest games of every shape: what the documentation writes, the twins of built-in games, and five more."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from twins import DrawnGoofspiel, Goofspiel, Kuhn, ToldDrawnGoofspiel, ToldGoofspiel

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL

PAGE = Path(__file__).parents[2] / "docs" / "write-a-game.md"


class Ring(dodona.Game):
    """Chance marks a place on a ring that player 0 sees; she points at a place, player 1 guesses, both once more."""

    zero_sum = True
    utility_range = (-3, 3)
    places = 3
    automorphisms = 3

    def initial(self):
        return ()

    def turn(self, state):
        return (CHANCE, 0, 1, 0, 1, TERMINAL)[len(state)]

    def chance(self, state):
        return dict.fromkeys(range(self.places), 1 / self.places)

    def actions(self, state, player):
        return range(self.places if len(state) < 3 else 2)

    def play(self, state, move):
        return (*state, (state[0] + move) % self.places if len(state) > 2 else move)

    def utility(self, state):
        mark, pointed, guessed, again, last = state
        return (mark != guessed) - (mark == last) + 0.5 * (pointed == guessed) - 0.25 * (again == last)

    def information(self, state, player):
        return (player, *(state if player == 0 else state[1:3])) if len(state) < 4 else (player, *state[player:])

    def promise(self, state, move):
        return move

    def image(self, state, map):
        return tuple((place + map) % self.places for place in state)

    def image_action(self, state, action, map):
        return (action + map) % self.places if len(state) < 3 else action


class Race(dodona.Game):
    """Players in turn take one or two steps, a coin adds another one; whoever comes to the end first wins."""

    zero_sum = True
    utility_range = (-1, 1)
    length = 6

    def initial(self):
        return 0, 0, False

    def turn(self, state):
        place, mover, tossing = state
        if place >= self.length:
            return TERMINAL
        return CHANCE if tossing else mover

    def chance(self, state):
        return {"heads": 0.5, "tails": 0.5}

    def actions(self, state, player):
        return [1, 2]

    def play(self, state, move):
        place, mover, tossing = state
        return (place + (move == "heads"), 1 - mover, False) if tossing else (place + move, mover, True)

    def utility(self, state):
        return 1 if state[1] == 1 else -1

    def evaluate(self, state):
        return state[0] / self.length * (-0.5 if state[1] else 0.5)

    def promise(self, state, move):
        return move


class Duel(dodona.Game):
    """Rock, paper and scissors at once, twice; chance sets the stake of the second round."""

    zero_sum = True
    simultaneous = True
    utility_range = (-3, 3)
    moves = ("rock", "paper", "scissors")

    def initial(self):
        return (), 1

    def turn(self, state):
        rounds, stake = state
        if len(rounds) == 2:
            return TERMINAL
        return CHANCE if stake == 0 else SIMULTANEOUS

    def chance(self, state):
        return [(1, 0.25), (2, 0.75)]

    def actions(self, state, player):
        return self.moves

    def play(self, state, move):
        rounds, stake = state
        return (rounds, move) if stake == 0 else ((*rounds, (stake, *move)), 0)

    def score(self, stake, first, second):
        return stake * ((self.moves.index(first) - self.moves.index(second) + 1) % 3 - 1)

    def utility(self, state):
        return sum(self.score(*played) for played in state[0])

    def evaluate(self, state):
        return 0.5 * self.utility(state)

    def promise(self, state, move):
        return len(str(move))


class BlindDuel(Duel):
    """Players hear of a round only who won it; the maps exchange the three moves."""

    automorphisms = 3

    def information(self, state, player):
        rounds, stake = state
        return player, stake, tuple((played[1 + player], self.score(*played)) for played in rounds)

    def turned(self, move, map):
        return self.moves[(self.moves.index(move) + map) % 3]

    def image(self, state, map):
        rounds, stake = state
        return tuple((own, self.turned(first, map), self.turned(second, map)) for own, first, second in rounds), stake

    def image_action(self, state, action, map):
        return self.turned(action, map) if action in self.moves else action


class Pot(dodona.Game):
    """Three players in turn take the pot or let it grow, which a coin may do twice; any sum."""

    players = 3

    def initial(self):
        return 0, 1, False

    def turn(self, state):
        step, _, taken = state
        if taken or step == 5:
            return TERMINAL
        return CHANCE if step == 2 else step % 3

    def chance(self, state):
        return {1: 0.5, 2: 0.5}

    def actions(self, state, player):
        return ["take", "pass"]

    def play(self, state, move):
        step, pot, _ = state
        return (step, pot, True) if move == "take" else (step + 1, pot + (move if step == 2 else 1), False)

    def utility(self, state):
        step, pot, taken = state
        return [pot if taken and player == step % 3 else pot / 3 for player in range(3)]


class Gifts(dodona.Game):
    """Three players in turn give a point to one of them, twice; what they have is known, and what can still be."""

    players = 3
    utility_range = (0, 6)

    def initial(self):
        return ()

    def turn(self, state):
        return len(state) % 3 if len(state) < 6 else TERMINAL

    def actions(self, state, player):
        return [other for other in range(3) if other != player or len(state) == 4]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        points = [state.count(player) for player in range(3)]
        return [mine if mine < max(points) else mine - 1 for mine in points]

    def evaluate_all(self, state):
        return [state.count(player) for player in range(3)]

    def hopes(self, state):
        return [state.count(player) + 6 - len(state) for player in range(3)]

    def outcomes(self):
        return [(a, b, c) for a in range(6) for b in range(6) for c in range(6) if 2 < a + b + c < 6]


def written_games() -> dict[str, Any]:
    """The classes of the page that shows how to write a game."""
    names: dict[str, Any] = {}
    for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL):
        parts = [part for part in ast.parse(block).body if isinstance(part, ast.Import | ast.ClassDef)]
        exec(compile(ast.Module(parts, []), str(PAGE), "exec"), names)
    return names


WRITTEN = written_games()

#: Makers of the games by name: a lie must not meet what an earlier run has left in the game.
GAMES: dict[str, Callable[[], dodona.Game]] = {
    "kuhn": Kuhn,
    "goofspiel": lambda: Goofspiel(3),
    "drawn goofspiel": lambda: DrawnGoofspiel(2),
    "told goofspiel": lambda: ToldGoofspiel(3, True),
    "told drawn goofspiel": lambda: ToldDrawnGoofspiel(2, True),
    "mora": lambda: WRITTEN["Mora"](),
    "chomp": lambda: WRITTEN["Chomp"](3, 2),
    "ring": Ring,
    "race": Race,
    "duel": Duel,
    "blind duel": BlindDuel,
    "pot": Pot,
    "gifts": Gifts,
}
