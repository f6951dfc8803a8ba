"""Games and helpers for the tests of searches."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import dodona
from dodona import CHANCE, TERMINAL, Game, Limit, Solution, State
from dodona.perfect.search import PRESETS

NAMES = tuple(PRESETS)
PRUNED = tuple(name for name in NAMES if "table" in PRESETS[name].options)
#: A search that does not come to an end shall fail its test instead of stopping all of them.
PATIENCE = Limit(time=120)
#: A tree of any shape for every utility model; chance in every third.
UTILITIES = ("uniform", "binary", "edges", "sign")


def solve(game: Game, name: str, limit: Limit = PATIENCE, **options: Any) -> Solution:
    """Solve with a search, not for ever."""
    return dodona.solve(game, name, limit=limit, **options)


def settings_of(name: str, tables=(0, 1024, None), chances=("none", "star1", "star2")) -> list[dict[str, Any]]:
    """Every table with every way to prune at chance nodes, as far as a search takes them."""
    if name not in PRUNED:
        return [{}]
    return [{"table": table, "chance": chance} for table, chance in product(tables, chances)]


def tree(seed: int, chance: int = 0, utility: str = "uniform") -> Game:
    """A random tree whose shape follows from the seed too."""
    shape = random.Random(seed)
    branching = shape.randint(1, 3 if chance else 4)
    return dodona.game(
        "random_tree",
        depth=shape.randint(1, 3 if chance else 5),
        branching=branching,
        min_branching=shape.randint(1, branching),
        chance=chance,
        utility=utility,
        seed=seed,
    )


@dataclass(frozen=True)
class Seen:
    """A position that equals another where their keys are equal."""

    key: Any
    state: State = field(compare=False)

    def __str__(self) -> str:
        return str(self.state)


class Retold(Game):
    """Any game of perfect information that moves in turn, told again as rules in Python."""

    zero_sum = True

    def __init__(self, text: str, keyed: bool = True) -> None:
        self.original = dodona.game(text)
        self.keyed = keyed
        self.utility_range = self.original.handle.utility_bounds

    def seen(self, state: State, path: tuple[Any, ...]) -> Seen:
        key = state.key() if self.keyed else None
        return Seen(path if key is None else key, state)

    def initial(self):
        return self.seen(self.original.root(), ())

    def turn(self, state):
        return state.state.turn

    def actions(self, state, player):
        return state.state.actions()

    def chance(self, state):
        return list(zip(state.state.actions(CHANCE), state.state.probabilities(), strict=True))

    def play(self, state, move):
        path = (*state.key, move) if isinstance(state.key, tuple) else ()
        return self.seen(state.state.play(move), path)

    def utility(self, state):
        return state.state.utility()


class Recorded(Retold):
    """Remembers the positions whose moves were asked for: those that a search expanded."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.expanded: set[Seen] = set()

    def actions(self, state, player):
        self.expanded.add(state)
        return super().actions(state, player)


class BestFirst(Game):
    """A uniform tree whose leaves differ and whose first child is the best for whoever moves, everywhere.

    The first leaf below a node has the node's value; each later move takes from the mover more than all that is
    decided further down.
    """

    zero_sum = True

    def __init__(self, width: int, depth: int) -> None:
        self.width, self.depth = width, depth

    def initial(self):
        return ()

    def turn(self, state):
        return TERMINAL if len(state) == self.depth else len(state) % 2

    def actions(self, state, player):
        return range(self.width)

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        weights = (self.width ** (self.depth - ply) * (-1 if ply % 2 == 0 else 1) for ply in range(self.depth))
        return sum(weight * move for weight, move in zip(weights, state, strict=True))


class Chain(Game):
    """One move at a time, for a long time."""

    zero_sum = True
    utility_range = (-1, 1)

    def __init__(self, length: int) -> None:
        self.length = length

    def initial(self):
        return 0

    def turn(self, state):
        return TERMINAL if state == self.length else state % 2

    def actions(self, state, player):
        return ["on"]

    def play(self, state, move):
        return state + 1

    def utility(self, state):
        return 1
