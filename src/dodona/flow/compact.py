"""Compact-strategy double oracle (section 6.2 of Bosansky 2014)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.flow.oracle import FlowOracle
from dodona.flow.profile import REQUIRES, flow_game_of, flow_solution, rounded_profile
from dodona.flow.regret import average_flows
from dodona.lp import CompressedRows, InPlaceProgram
from dodona.model.attempt import Attempt
from dodona.model.flow_game import FlowGame
from dodona.model.method import Method
from dodona.model.options import option
from dodona.model.oracle_loop import PolicyOptions, drive
from dodona.model.run import Run
from dodona.model.solution import Solution

#: Actions whose marginal probability in the average of regret minimisation is above this start in the restricted game.
USED = 1e-3


@dataclass(frozen=True)
class CompactOracleOptions(PolicyOptions):
    """Who responds in an iteration, and what the restricted game starts with."""

    start: Literal["default", "regret"] = option(
        "regret",
        "what the players start with: the default strategy alone, or what the average flows of regret minimisation use "
        "beside it",
    )
    rounds: int = option(4000, "of `compact_double_oracle`: rounds of regret minimisation for the start", least=1)


def compact_double_oracle(attempt: Attempt) -> Solution:
    """Solve a flow game by growing which marginal actions the players may use.

    1. Both players follow a default strategy, the first action of every state.
    2. Solve the restricted game: in states that are expanded the players mix the actions they have there, from others
       they play the default strategy to the end. What that is worth, (6.7), is found by following it once.
    3. Respond in the full game to the extended strategies, which include the default. Actions of a best response join
       the restricted game; those of the default only where others follow them (Algorithm 7).
    4. Where default play from a state that is not expanded runs into a state of the restricted game, its steps join as
       well, so that strategies extend to flows of the full game.
    5. Stop when the bounds of the best responses meet, or when neither adds an action.

    Departures: the value of default play, (6.7), belongs to the state from which it starts instead of to every action
    that leads there, so that entries of the linear program never change while it grows. A default action also joins
    where its state is expanded without it, which line 11 of Algorithm 7 misses, and states are visited once instead of
    once per path. Beyond the thesis: the restricted game starts with what regret minimisation uses (``start``).
    """
    game = flow_game_of(attempt)
    oracle = CompactOracle(game, attempt.run)
    if attempt.options.start == "regret":
        oracle.seed(average_flows(game, attempt.options.rounds, attempt.run))
    loop = drive(oracle, attempt.options.policy, attempt.run)
    loop.require_bounds()
    stats = {"iterations": loop.iterations, **oracle.stats()}
    return flow_solution(attempt, rounded_profile(game, oracle.incumbents), stats, loop.stopped)


class CompactOracle(FlowOracle):
    """The restricted game, whose linear program grows in place."""

    def __init__(self, game: FlowGame, run: Run) -> None:
        super().__init__(game, run)
        self.restricted = _core.CompactGame(game.arrays, (self.choices[0], self.choices[1]))
        self.program = InPlaceProgram()
        self.lp_iterations = 0

    def seed(self, flows: tuple[NDArray[np.float64], NDArray[np.float64]]) -> None:
        """Let the players use what flows use."""
        for player, flow in enumerate(flows):
            self.restricted.add(player, (flow > USED).astype(np.uint8))

    def solve(self) -> float:
        """Flows of both players from one linear program; returns the value of the restricted game."""
        with self.seconds.timed("growth"):
            self._grow_program()
        with self.seconds.timed("lp"):
            point = self.program.solve(self.run)
        self.lp_iterations += point.iterations
        arrays = self.game.arrays
        for player, weights in enumerate((point.x, -point.multipliers)):
            behaviour = arrays.behaviour(player, self.restricted.extended(player, weights))
            self.flows[player] = arrays.follow(player, behaviour)
        return arrays.utility(*self.flows)

    def ranks(self, player: int) -> NDArray[np.uint8]:
        """Actions of the restricted game come first, those of the default next."""
        return self.restricted.ranks(player)

    def grow(self, player: int) -> int:
        """Allow the actions of a player's best response; returns how many are new."""
        with self.seconds.timed("growth"):
            return self.restricted.grow(player, self.choices[player])

    def stats(self) -> dict[str, float | int | str]:
        """What there is of the restricted game, and what it took."""
        sizes = {
            f"{what}_{player}": count(player)
            for player in (0, 1)
            for what, count in (
                ("actions", self.restricted.num_actions),
                ("included_states", self.restricted.num_included),
                ("fully_expanded_actions", self.restricted.num_fully_expanded),
            )
        }
        rows, columns = self.program.shape
        return {**sizes, "rows": rows, "columns": columns, "lp_iterations": self.lp_iterations, **self.seconds.stats()}

    def _grow_program(self) -> None:
        growth = self.restricted.take_growth()
        bounds = growth.column_lower, growth.column_upper
        self.program.add_columns(growth.cost, *bounds, CompressedRows(*growth.old_rows))
        self.program.add_rows(growth.row_lower, growth.row_upper, CompressedRows(*growth.new_rows))
        self.program.fix_columns(growth.fixed_columns.tolist())
        self.program.free_rows(growth.freed_rows.tolist())


METHOD = Method(
    "compact_double_oracle",
    compact_double_oracle,
    REQUIRES,
    "flow",
    "a restricted game of marginal actions grows by best responses",
    CompactOracleOptions(),
)
