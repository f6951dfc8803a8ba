"""Who sits across the table: a computer that follows a solution, or one that searches before each of its moves."""

from __future__ import annotations

import math
import random
import sys
from contextlib import redirect_stdout
from typing import Protocol

import dodona
from dodona import face
from dodona.all_methods import method_named
from dodona.model.game import Game, opened
from dodona.model.limit import Limit
from dodona.model.solution import Solution

#: What an opponent searches with.
SEARCH = "negascout"


class Opponent(Protocol):
    """Chooses actions by index; ``remark`` is what there is to say about the last choice."""

    root: dodona.State
    remark: str

    def choose(self, mover: int, state: dodona.State, draw: random.Random) -> int:
        """The index of an action of the mover at a position."""

    def follow(self, action: int) -> None:
        """Take notice of an action that anybody has chosen."""


class Follower:
    """Draws from the strategies of a solution.

    It follows the game in the tree, which tells information sets apart even where their labels are alike.
    """

    remark = ""

    def __init__(self, game: Game, solution: Solution) -> None:
        self.root = game.root()
        self.tree = game.tree()
        self.node = 0
        self._plans = [plan.behaviour(self.tree) for plan in solution.strategies]

    def choose(self, mover: int, state: dodona.State, draw: random.Random) -> int:
        """Draw an action of the mover."""
        infoset = int(self.tree.infoset[self.node])
        first = int(self.tree.first_sequence(mover)[infoset])
        count = int(self.tree.num_actions(mover)[infoset])
        weights = [float(p) for p in self._plans[mover][first : first + count]]
        return draw.choices(range(count), weights)[0]

    def follow(self, action: int) -> None:
        """Go down to a child."""
        self.node = int(self.tree.first_child[self.node]) + action


class Searcher:
    """Searches by iterative deepening for some seconds per move, with one transposition table for the whole game."""

    def __init__(self, game: Game, seat: int, seconds: float) -> None:
        # Positions of rules in Python share a table only if they share a handle.
        self.game = opened(game)
        self.seconds = seconds
        self.remark = ""
        self.blind = not self.game.handle.has_evaluation
        self.root = self.game.root()
        self.table = 0 if self.root.key() is None else dodona.transposition_table(self.game)
        middle = _middle(self.game.handle.utility_bounds)
        self._evaluation = (lambda state: middle) if self.blind else "game"
        self._constant_sum = self.game.traits.constant_sum or 0.0
        self._seat = seat

    def choose(self, mover: int, state: dodona.State, draw: random.Random) -> int:
        """Search the position; Ctrl-C meanwhile is an interrupt as anywhere at the table."""
        labels = state.actions()
        if len(labels) == 1:
            self.remark = "the only move"
            return 0
        with redirect_stdout(sys.stderr):  # what rules in Python print
            solution = face.solve(
                self.game.at(state),
                SEARCH,
                Limit(time=self.seconds),
                table=self.table,
                evaluation=self._evaluation,
            )
        if solution.stats.get("stopped_by") == "cancelled":
            raise KeyboardInterrupt
        self.remark = self.say(solution)
        line = solution.principal_variation
        return labels.index(line[0]) if line else 0

    def follow(self, action: int) -> None:
        """Positions come with every question: there is nothing to keep."""

    def say(self, solution: Solution) -> str:
        """What a search found, from the person's side."""
        depth = solution.stats.get("depth")
        if not solution.principal_variation:
            return "no time to look ahead"
        value = solution.value if self._seat == 0 else self._constant_sum - solution.value
        kind = "proven" if solution.status == "exact" else "estimate"
        return f"{f'depth {depth}, ' if depth else ''}{kind} for you: {0.0 if abs(value) < 1e-12 else value:.3g}"


def searching_opponent(game: Game, seat: int, seconds: float) -> Searcher | None:
    """The opponent for a game that can be searched and is too large to be stored; None for other games."""
    game = opened(game)
    searched = method_named(SEARCH).applies(game) and not game.size.is_stored
    return Searcher(game, seat, seconds) if searched else None


def _middle(bounds: tuple[float, float] | None) -> float:
    middle = 0.0 if bounds is None else (bounds[0] + bounds[1]) / 2
    return middle if math.isfinite(middle) else 0.0
