"""Double oracles over pure strategies of flow games: all that were found, or a bundle of bounded size."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.flow.oracle import FlowOracle
from dodona.flow.profile import REQUIRES, Flow, flow_game_of, flow_solution, follow, rounded_profile
from dodona.lp import CompressedRows, InPlaceProgram
from dodona.model.attempt import Attempt
from dodona.model.flow_game import FlowGame
from dodona.model.method import Method
from dodona.model.options import option
from dodona.model.oracle_loop import PolicyOptions, drive
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution


@dataclass(frozen=True)
class PureOracleOptions(PolicyOptions):
    """Who responds in an iteration, and how many strategies are kept."""

    bundle: int = option(50, "strategies of each player that `bundle_double_oracle` keeps", part="bundle", least=2)
    rounds: int = option(
        1000,
        "of `bundle_double_oracle`: iterations after which it ends unless a limit comes first",
        part="bundle",
        least=1,
    )


def pure_double_oracle(attempt: Attempt) -> Solution:
    """Solve a flow game by growing a matrix of pure strategies (McMahan, Gordon and Blum 2003).

    1. Start with each player's default strategy, the first action of every state.
    2. Solve the matrix of what the strategies so far are worth against each other.
    3. Respond in the full game to the flows that the mixtures have. The responses, which are pure, join the matrix.
    4. Stop when the bounds of the best responses meet, or when neither response is new.
    """
    return _solve(attempt, PureOracle(flow_game_of(attempt), attempt.run))


def bundle_double_oracle(attempt: Attempt) -> Solution:
    """The double oracle over pure strategies with a bundle of bounded size (McMahan and Gordon 2007).

    As the pure-strategy double oracle, but each player keeps at most ``bundle`` strategies. When a response comes to a
    full bundle, the strategy that is used least in the last mixture leaves it. The mean of all that have left stays as
    one strategy more, so that nothing found is lost altogether, as in fictitious play. Iterations stay cheap and memory
    small; convergence is slow, so that it ends after a number of ``rounds``.
    """
    return _solve(attempt, BundleOracle(flow_game_of(attempt), attempt.run, attempt.options))


def _solve(attempt: Attempt, oracle: PureOracle | BundleOracle) -> Solution:
    loop = drive(oracle, attempt.options.policy, attempt.run)
    loop.require_bounds()
    stats = {"iterations": loop.iterations, **oracle.stats()}
    return flow_solution(attempt, rounded_profile(oracle.game, oracle.incumbents), stats, loop.stopped)


class PureStrategies:
    """Pure strategies of one player, each the flow that it has, without its zeros."""

    def __init__(self, game: FlowGame, player: int) -> None:
        self.game, self.player = game, player
        self._known: set[bytes] = set()
        self._actions: list[NDArray[np.intp]] = []
        self._weights: list[Flow] = []

    def __len__(self) -> int:
        return len(self._actions)

    def flow_of(self, choice: NDArray[np.int32]) -> Flow:
        """The flow of a choice in every state."""
        behaviour = np.zeros(self.game.processes[self.player].num_actions)
        behaviour[choice[choice >= 0]] = 1.0
        return self.game.arrays.follow(self.player, behaviour)

    def add(self, flow: Flow) -> bool:
        """Keep a strategy; returns whether it is new. Two of them differ in what they use."""
        actions = np.flatnonzero(flow)
        if actions.tobytes() in self._known:
            return False
        self._known.add(actions.tobytes())
        self._actions.append(actions)
        self._weights.append(flow[actions])
        return True

    def drop(self, number: int) -> Flow:
        """Forget a strategy; returns its flow."""
        flow = self._flow(number)
        self._known.remove(self._actions.pop(number).tobytes())
        del self._weights[number]
        return flow

    def flows(self) -> list[Flow]:
        """The flow of every strategy."""
        return [self._flow(number) for number in range(len(self))]

    def payoffs(self, other: Flow) -> Flow:
        """What player 0 gets for each of the strategies beside a flow of the other player, besides for each alone."""
        arrays = self.game.arrays
        values = arrays.values(self.player, other) - arrays.alone(self.player)
        own = zip(self._actions, self._weights, strict=True)
        return np.array([weights @ values[actions] for actions, weights in own])

    def mixed(self, mixture: Flow) -> Flow:
        """The flow of a mixture, whose weights need not sum to one."""
        flow = np.zeros(self.game.processes[self.player].num_actions)
        positive = np.maximum(mixture, 0.0)
        for weight, actions, part in zip(positive, self._actions, self._weights, strict=True):
            flow[actions] += weight * part
        return flow

    def _flow(self, number: int) -> Flow:
        flow = np.zeros(self.game.processes[self.player].num_actions)
        flow[self._actions[number]] = self._weights[number]
        return flow


class PureOracle(FlowOracle):
    """The matrix of pure strategies that the players have found, whose linear program grows in place."""

    def __init__(self, game: FlowGame, run: Run) -> None:
        super().__init__(game, run)
        self.strategies = PureStrategies(game, 0), PureStrategies(game, 1)
        self.program = InPlaceProgram()
        #: Columns and rows of the strategies in the program.
        self.places: tuple[list[int], list[int]] = [], []
        self.lp_iterations = 0
        # Maximise what player 1's strategies leave, column 0; player 0's mixture sums to one, row 0.
        self.program.add_columns(np.array([-1.0]), np.array([-np.inf]), np.array([np.inf]), _one_row([], np.zeros(0)))
        self.program.add_rows(np.ones(1), np.ones(1), _one_row([], np.zeros(0)))
        for player in (0, 1):
            self.grow(player)

    def solve(self) -> float:
        """Flows of both players' mixtures; returns the value of the matrix."""
        with self.seconds.timed("lp"):
            point = self.program.solve(self.run)
        self.lp_iterations += point.iterations
        mixtures = point.x[self.places[0]], -point.multipliers[self.places[1]]
        for player, mixture in enumerate(mixtures):
            self.flows[player] = follow(self.game, player, self.strategies[player].mixed(mixture))
        return self.game.arrays.utility(*self.flows)

    def grow(self, player: int) -> int:
        """Add a player's best response to the matrix; returns 1 if it is new."""
        with self.seconds.timed("growth"):
            flow = self.strategies[player].flow_of(self.choices[player])
            if not self.strategies[player].add(flow):
                return 0
            alone = float(self.game.arrays.alone(player) @ flow)
            self._enter(player, alone / self.size, self.strategies[1 - player].payoffs(flow) / self.size)
            return 1

    def stats(self) -> dict[str, float | int | str]:
        """How many strategies there are, and what it took."""
        sizes = {f"strategies_{player}": len(self.strategies[player]) for player in (0, 1)}
        return {**sizes, "lp_iterations": self.lp_iterations, **self.seconds.stats()}

    def _enter(self, player: int, alone: float, payoffs: Flow) -> None:
        """A column of player 0, whose weight counts in row 0; or a row of player 1, by which the value is bounded.

        What a strategy is worth alone, such as a penalty, is a cost or a bound, not an entry in every row or column.
        """
        entries = _one_row([0, *self.places[1 - player]], np.append(1.0, -payoffs))
        height, width = self.program.shape
        if player == 0:
            self.places[0].append(width)
            self.program.add_columns(np.array([-alone]), np.zeros(1), np.array([np.inf]), entries)
        else:
            self.places[1].append(height)
            self.program.add_rows(np.array([-np.inf]), np.array([alone]), entries)


class BundleOracle(FlowOracle):
    """At most so many pure strategies of each player, and the mean of those that have left."""

    def __init__(self, game: FlowGame, run: Run, options: PureOracleOptions) -> None:
        super().__init__(game, run)
        self.bundle, self.rounds = options.bundle, options.rounds
        self.strategies = PureStrategies(game, 0), PureStrategies(game, 1)
        #: How many strategies of each player have left, and the sum of their flows.
        self.left = [0, 0]
        self.sums = [np.zeros(process.num_actions) for process in game.processes]
        self.mixtures: list[Flow] = [np.ones(1), np.ones(1)]
        for player in (0, 1):
            self.grow(player)

    def solve(self) -> float:
        """Flows of both players' mixtures of what they have; returns the value of the matrix."""
        if self.rounds == 0:
            raise Stopped("iterations")
        self.rounds -= 1
        with self.seconds.timed("lp"):
            bundles = self._flows(0), self._flows(1)
            matrix = np.ascontiguousarray(np.array([self._against(bundles[0], flow) for flow in bundles[1]]).T)
            value, _, _, *self.mixtures = self.run.walk(lambda budget: _core.solve_matrix(matrix, budget))
        for player, (bundle, mixture) in enumerate(zip(bundles, self.mixtures, strict=True)):
            self.flows[player] = follow(self.game, player, mixture @ bundle)
        return float(value)

    def grow(self, player: int) -> int:
        """Add a player's best response to the bundle, for which another strategy may leave; returns 1 if it is new."""
        with self.seconds.timed("growth"):
            own = self.strategies[player]
            if not own.add(own.flow_of(self.choices[player])):
                return 0
            if len(own) > self.bundle:
                least = int(np.argmin(self.mixtures[player][: self.bundle]))
                self.sums[player] += own.drop(least)
                self.left[player] += 1
            return 1

    def stats(self) -> dict[str, float | int | str]:
        """How many strategies were found and have left, and what it took."""
        found = {f"strategies_{player}": len(self.strategies[player]) + self.left[player] for player in (0, 1)}
        return {**found, "left_0": self.left[0], "left_1": self.left[1], **self.seconds.stats()}

    def _flows(self, player: int) -> Flow:
        """A player's strategies, one per row, and behind them the mean of those that have left."""
        mean = [self.sums[player] / self.left[player]] if self.left[player] else []
        return np.array([*self.strategies[player].flows(), *mean])

    def _against(self, bundle: Flow, other: Flow) -> Flow:
        """What player 0 gets for each flow of hers against one of player 1."""
        arrays = self.game.arrays
        return bundle @ arrays.values(0, other) + arrays.constant + float(arrays.alone(1) @ other)


def _one_row(index: list[int], values: Flow) -> CompressedRows:
    return CompressedRows(np.array([0, len(index)], np.int32), np.array(index, np.int32), values)


METHODS = (
    Method(
        "pure_double_oracle",
        pure_double_oracle,
        REQUIRES,
        "flow",
        "a matrix of pure strategies grows by best responses",
        PureOracleOptions(),
    ),
    Method(
        "bundle_double_oracle",
        bundle_double_oracle,
        REQUIRES,
        "flow",
        "a bundle of pure strategies of bounded size follows best responses",
        PureOracleOptions(),
        ("bundle",),
        approximate=True,
    ),
)
