"""What the double oracles over flows share: flows, best responses in the full game, and incumbents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dodona.flow.network_flow import payoff_unit
from dodona.flow.profile import Flow, follow
from dodona.model.flow_game import FlowGame
from dodona.model.part_times import PartTimes
from dodona.model.run import Run

#: Best responses that differ by less than this, relative to the size of the payoffs, are as good.
TIE = 1e-11

Choice = NDArray[np.int32]


def default_choice(game: FlowGame, player: int) -> Choice:
    """The first action of every state; -1 where there is none."""
    first = game.arrays.first_action(player)
    return np.where(np.diff(first) > 0, first[:-1], -1).astype(np.int32)


class FlowOracle:
    """Both players' flows in a restricted game, and their best responses in the full one.

    Attributes
    ----------
    flows
        Both players' flows from the last solve.
    choices
        Both players' last best responses: an action for every state.
    incumbents
        Of each player the flow that proves the most so far.
    seconds
        Time by the parts of the work.
    """

    total = 0.0

    def __init__(self, game: FlowGame, run: Run) -> None:
        self.game, self.run = game, run
        self.size = payoff_unit(game.arrays)
        nothing = [np.zeros(process.num_actions) for process in game.processes]
        self.flows: list[Flow] = [follow(game, player, weights) for player, weights in enumerate(nothing)]
        self.choices = [default_choice(game, player) for player in (0, 1)]
        self.incumbents = list(self.flows)
        self.seconds = PartTimes("lp", "response", "growth")

    def respond(self, player: int) -> float:
        """Find a player's best response to the other's flow; returns what it is worth to her."""
        with self.seconds.timed("response"):
            self.run.check()
            other = self.flows[1 - player]
            answer = self.game.arrays.best_response(player, other, self.ranks(player), TIE * self.size)
            value, self.choices[player], _ = answer
            return value if player == 0 else -value

    def ranks(self, player: int) -> NDArray[np.uint8]:
        """Among equally good actions those with the highest rank are taken; without ranks the first."""
        return np.zeros(0, np.uint8)

    def set_incumbent(self, player: int) -> None:
        """Make a player's flow of now the one that goes into the solution."""
        self.incumbents[player] = self.flows[player]
