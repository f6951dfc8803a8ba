"""Positions, settings and rules in Python for the tests of the solvers of stages."""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle, product
from typing import Any

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL, Game, Solution, State
from dodona.simultaneous.stages import PRESETS
from positions import named

VARIANTS = tuple(PRESETS)
REFERENCE = "stage_backward_induction"
#: Variants that keep in a table what failed windows have shown, and so cannot do without one.
RESTING_ON_TABLES = tuple(name for name in VARIANTS if PRESETS[name].tighten)

#: Small games of every domain, unlike each other, most of them unfair from the start or after a move.
DOMAINS = {
    "goofspiel": (
        "goofspiel(cards=6)",
        "goofspiel(cards=6, order=[4, 1, 6, 3, 5, 2], utility=points)",
        "goofspiel(cards=5, order=ascending)",
        "goofspiel(cards=5, order=[3, 1, 5, 2, 4])",
        "goofspiel(cards=5, order=[4, 5, 3, 2, 1], utility=points)",
        "goofspiel(cards=5, order=[2, 4, 0, 3, 1], lowest=0, utility=points)",
        "goofspiel(cards=5, order=[1, 5, 4, 2, 3], last_card=automatic)",
        "goofspiel(cards=4, order=random)",
        "goofspiel(cards=4, order=random, utility=points)",
        "goofspiel(cards=4, order=random, lowest=0, last_card=automatic)",
    ),
    "oshi_zumo": (
        "oshi_zumo(coins=[10, 9], size=2)",
        "oshi_zumo(coins=[8, 10], size=2, utility=distance)",
        "oshi_zumo(coins=9, size=3)",
        "oshi_zumo(coins=[15, 13], size=2, min_bid=2)",
        "oshi_zumo(coins=[19, 21], size=2, min_bid=3, utility=distance)",
        "oshi_zumo(coins=[10, 9], size=1, start=0)",
        "oshi_zumo(coins=[9, 10], size=1)",
    ),
    "pursuit_evasion": (
        "pursuit_evasion(depth=4, evader=0, pursuers=[10, 15])",
        "pursuit_evasion(depth=4, pursuers=1, seed=4)",
        "pursuit_evasion(rows=3, columns=3, depth=4, pursuers=1, seed=1)",
        "pursuit_evasion(rows=3, columns=3, depth=3, evader=4, pursuers=[0, 2, 8])",
        "pursuit_evasion(rows=2, columns=4, depth=4, evader=0, pursuers=[6, 7])",
        'pursuit_evasion(graph="0-1 1-2 2-0 2>3 3>0 3-3", depth=5, evader=0, pursuers=[3])',
        'pursuit_evasion(graph="0-1 0-2 0-3 0-4 1-2 1-3 1-4 2-3 2-4 3-4", depth=3, evader=0, pursuers=[1, 2])',
        'pursuit_evasion(graph="0-1 1-2 2-3 3-4 4-5 5-0 0-3 1-4 2-5", depth=4, evader=0, pursuers=[2, 4])',
        'pursuit_evasion(graph="0>1 1>2 2>3 3>4 4>0 0>2 1>3 2>4 3>0 4>1", depth=5, evader=0, pursuers=[4, 3])',
    ),
    "tron": (
        "tron(rows=4, columns=6)",
        "tron(rows=4, columns=6, starts=[[1, 1], [2, 3]])",
        "tron(rows=5, columns=5, starts=[[1, 1], [3, 2]])",
        "tron(rows=5, columns=5, walls=[[2, 2]])",
        "tron(rows=3, columns=6, walls=[[1, 2]])",
        "tron(rows=4, columns=5, starts=[[1, 1], [1, 3]])",
        "tron(rows=3, columns=5, walls=[[1, 2]], starts=[[0, 0], [1, 4]])",
        "tron(rows=3, columns=5, walls=[[1, 1], [1, 3]], starts=[[1, 2], [1, 4]])",
    ),
    "random_simultaneous": (
        "random_simultaneous(depth=4, branching=3, seed=1)",
        "random_simultaneous(depth=3, branching=3, utility=uniform, seed=2)",
        "random_simultaneous(depth=3, branching=3, utility=binary, seed=3)",
        "random_simultaneous(depth=3, branching=4, utility=sign, zeros=false, seed=4)",
        "random_simultaneous(depth=4, branching=2, chance=2, seed=5)",
        "random_simultaneous(depth=4, branching=2, chance=2, utility=uniform, seed=6)",
        "random_simultaneous(depth=2, branching=3, chance=3, utility=binary, seed=7)",
        "random_simultaneous(depth=2, branching=3, chance=3, utility=sign, seed=8)",
    ),
}


def step(state: State, draw: random.Random) -> Any:
    """A random move of whoever is to move, by index; early ones are likelier, which keeps coins for later."""
    if state.turn == SIMULTANEOUS:
        return tuple(index(state.actions(player), draw) for player in (0, 1))
    return index(state.actions(), draw)


def index(actions: list[str], draw: random.Random) -> int:
    """The smaller of two random indices."""
    return min(draw.randrange(len(actions)), draw.randrange(len(actions)))


def line(game: Game, draw: random.Random) -> list[Any]:
    """Random moves that leave the game open, of any number."""
    state, moves = game.root(), []
    while draw.random() < 0.7:
        move = named(state, step(state, draw))
        state = state.play(move)
        if state.is_terminal:
            break
        moves.append(move)
    return moves


def is_telling(state: State) -> bool:
    """Whether something is to be decided and the players' places are not alike."""
    if state.turn == SIMULTANEOUS and max(len(state.actions(player)) for player in (0, 1)) == 1:
        return False
    return state.mirror_key() is None or state.mirror_key() != state.key()


@cache
def unfair_positions(domain: str, count: int = 200) -> tuple[Game, ...]:
    """Different positions of a domain that are not their own mirror image: fair ones are worth 0 to any solver."""
    draw = random.Random(domain)
    found: dict[Any, Game] = {}
    for text in cycle(DOMAINS[domain]):
        if len(found) == count:
            return tuple(found.values())
        game = dodona.game(text)
        game = game.after(*line(game, draw))
        if is_telling(game.root()):
            found.setdefault((text, game.root().key()), game)
    raise AssertionError


@cache
def worth(domain: str) -> tuple[tuple[Game, Solution], ...]:
    """The same positions, each solved by backward induction."""
    return tuple((game, dodona.solve(game, REFERENCE, strategies=False)) for game in unfair_positions(domain))


def value(game: Game, name: str, **options: Any) -> float:
    """The value by a variant, without strategies."""
    return dodona.solve(game, name, strategies=False, **options).value


def settings_of(name: str) -> list[dict[str, Any]]:
    """Every setting of a variant that shall not change the value."""
    tables = (None, 1 << 10) if name in RESTING_ON_TABLES else (None, 1 << 10, 0)
    choices = {
        "outlook": (True, False),
        "symmetry": (True, False),
        "search": ("alphabeta", "negascout", "mtdf"),
        "shuffle": (True, False),
        "null_windows": (True, False),
        "table": tables,
        "serialized_table": (None, 1 << 10, 0),
    }
    return [dict(zip(choices, pick, strict=True)) for pick in product(*choices.values())]


class Rounds(Game):
    """Rounds of the given kinds: stages, chance moves, and moves of one player; a state is the list of moves.

    Numbers of actions, odds and utilities are drawn from the seed, anew for every state.
    """

    zero_sum = simultaneous = True

    def __init__(self, *kinds: int, seed: int = 0) -> None:
        self.kinds, self.seed = kinds, seed

    def draw(self, state: Any, player: int = CHANCE) -> random.Random:
        return random.Random(f"{self.seed} {state} {player}")

    def initial(self) -> Any:
        return ()

    def turn(self, state: Any) -> int:
        return self.kinds[len(state)] if len(state) < len(self.kinds) else TERMINAL

    def actions(self, state: Any, player: int) -> Any:
        return range(self.draw(state, player).randint(1, 3))

    def chance(self, state: Any) -> Any:
        share = self.draw(state).uniform(0.1, 0.9)
        return {"rain": share, "sun": 1 - share}

    def play(self, state: Any, move: Any) -> Any:
        return (*state, move)

    def utility(self, state: Any) -> Any:
        return self.draw(state).randint(-3, 3)


class BoundedRounds(Rounds):
    """The same with known bounds of the utilities."""

    utility_range = (-3, 3)


class Endless(Rounds):
    """Rounds without end; a state is their number."""

    def initial(self) -> Any:
        return 0

    def turn(self, state: Any) -> int:
        return self.kinds[state % len(self.kinds)]

    def actions(self, state: Any, player: int) -> Any:
        return ["go", "stay"]

    def play(self, state: Any, move: Any) -> Any:
        return state + 1
