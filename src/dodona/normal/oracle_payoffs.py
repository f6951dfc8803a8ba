"""What is known of an oracle game: strategies met so far with their payoffs, and what best responses to plans prove."""

from __future__ import annotations

from typing import Any

import numpy as np

from dodona.model.asking import call_text, short
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, conclude
from dodona.model.errors import GameDefinitionError
from dodona.model.oracle_game import Numbered, OracleGame, OracleStrategy
from dodona.model.oracle_loop import OracleLoop
from dodona.model.run import Run, Stopped
from dodona.model.solution import EXACT, Solution
from dodona.model.strategy import Behaviour, unique_labels
from dodona.normal.restricted_matrix import gains


class OraclePayoffs:
    """The strategies of an oracle game that were met so far, and the matrix of their payoffs.

    A payoff is asked for once, when the second strategy of its pair is met. The table has room for more strategies than
    there are, so that it is moved rarely.

    Attributes
    ----------
    total
        What the payoffs of both players sum to.
    size
        The largest payoff, or loss, of player 0 so far.
    known
        The strategies of each player.
    responses
        How many best responses were asked for.
    """

    def __init__(self, game: OracleGame, run: Run, complete: int | None = None) -> None:
        """Meet the strategies that the game starts with, and all of players whose list is needed."""
        self.game, self.run = game, run
        self.total = float(game.traits.constant_sum or 0.0)
        self.size = 0.0
        self.responses = 0
        self.known = (Numbered(), Numbered())
        self._cells = np.zeros((8, 8))
        #: Who has an oracle to ask; of the others everything is known.
        self._asked = tuple(game.has_oracle(player) and player != complete for player in (0, 1))
        for player, listed in enumerate(game.strategies):
            # Who has no list has an oracle, and a player who is complete has a list.
            start = game.initial[player] if self._asked[player] or listed is None else listed.strategies
            for strategy in start:
                self._number(player, strategy)

    @property
    def table(self) -> Behaviour:
        """Player 0's payoffs of all strategies that were met."""
        return self._cells[: len(self.known[0]), : len(self.known[1])]

    def start(self, player: int) -> list[int]:
        """The numbers of the strategies that a player starts with."""
        return [self._number(player, strategy) for strategy in self.game.initial[player]]

    def gains(self, player: int, plan: Behaviour) -> Behaviour:
        """What each strategy of a player gives her against the other's plan, with her response to it among them."""
        if not self._asked[player]:
            return gains(self.table, self.total, player, plan)
        self.run.check()
        self.responses += 1
        mixture = self._support(1 - player, plan)
        response = self._number(player, self.game.response(player, mixture), mixture)
        found = gains(self.table, self.total, player, plan)
        self._require_best(player, found, float(found[response]), mixture)
        return found

    def solution(self, attempt: Attempt, incumbents: list[Behaviour], loop: OracleLoop, stats: Stats) -> Solution:
        """The solution that the incumbents make, with the bounds that the responses to them have proven.

        Strategies that were met after such a response could show that it was not the best one.
        """
        best = []
        for player in (0, 1):
            plan = incumbents[1 - player]
            found = gains(self.table, self.total, player, plan)
            self._require_best(player, found, loop.best[player], self._support(1 - player, plan))
            best.append(max(loop.best[player], float(found.max())))  # which rounding or the tolerance may tell apart
        x, y = incumbents
        between = self.table[: len(x), : len(y)]
        numbers = (float(x @ between @ y), self.total - best[1], best[0])
        stats = {"payoffs": self.table.size, "responses": self.responses, **stats}
        plans = tuple(self._strategy(player, plan) for player, plan in enumerate(incumbents))
        return conclude(attempt, numbers, float(x @ np.abs(between) @ y), stats, plans, loop.stopped)

    def _strategy(self, player: int, plan: Behaviour) -> OracleStrategy:
        support = self._support(player, plan)
        return OracleStrategy(player, unique_labels([self.game.label(own) for own, _ in support]), support)

    def _support(self, player: int, plan: Behaviour) -> list[tuple[Any, float]]:
        """The strategies that a plan plays, with their probabilities."""
        chosen = np.flatnonzero(plan > 0)
        return [(self.known[player].strategies[own], float(plan[own])) for own in chosen]

    def _require_best(self, player: int, found: Behaviour, claimed: float, mixture: list[tuple[Any, float]]) -> None:
        """Refuse a response that a strategy which was met beats."""
        best = int(np.argmax(found))
        if found[best] > claimed + EXACT * self.size:
            better = short(self.known[player].strategies[best])
            raise GameDefinitionError(
                f"{call_text(f'respond[{player}]', mixture)} returned no best response of player {player}: what it "
                f"returned is worth {claimed:.12g} to her, and {better} is worth {found[best]:.12g}."
            )

    def _number(self, player: int, strategy: Any, *mixture: Any) -> int:
        """The number of a strategy; one that is new gets its payoffs."""
        known, others = self.known[player], self.known[1 - player].strategies
        number = known.find(strategy, f"respond[{player}]", *mixture)
        if number is not None:
            return number
        line = np.array([self._payoff(player, strategy, other) for other in others])
        self._make_room(player)
        number = known.add(strategy, f"respond[{player}]", *mixture)
        cells = self._cells if player == 0 else self._cells.T
        cells[number, : len(line)] = line
        self.size = max(self.size, float(np.abs(line).max(initial=0.0)))
        return number

    def _payoff(self, player: int, strategy: Any, other: Any) -> float:
        self.run.check()
        return self.game.payoff(strategy, other) if player == 0 else self.game.payoff(other, strategy)

    def _make_room(self, player: int) -> None:
        """Twice as many rows or columns where there is no room for one more."""
        shape = list(self._cells.shape)
        if len(self.known[player]) < shape[player]:
            return
        shape[player] *= 2
        if 8 * shape[0] * shape[1] > self.run.memory:
            raise Stopped("memory")
        larger = np.zeros(shape)
        larger[: self._cells.shape[0], : self._cells.shape[1]] = self._cells
        self._cells = larger
