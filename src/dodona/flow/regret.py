"""Regret minimisation on the two processes of a flow game: a fast approximation with proven bounds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dodona import _core
from dodona.flow.profile import REQUIRES, Flow, best_value, flow_game_of, flow_solution
from dodona.model.attempt import Attempt
from dodona.model.flow_game import FlowGame
from dodona.model.incumbents import Incumbents
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution

#: Rounds before the first look at the gap; later looks are a tenth of all rounds apart.
FIRST_LOOK = 50


@dataclass(frozen=True)
class FlowRegretOptions(Options):
    """Which regret minimiser every state has, and how long they play."""

    variant: Literal["cfr+", "predictive"] = option(
        "cfr+",
        "the minimiser of every state: regret matching+, or its predictive form, which expects the last regret again",
    )
    rounds: int = option(10_000, "of `flow_regret`: rounds that are played unless a limit comes first", least=1)


def flow_regret(attempt: Attempt) -> Solution:
    """Approximate a flow game by regret minimisation; best responses to the average flows prove how well.

    Every state of each process has a minimiser of its own: CFR+ (Tammelin 2014) or predictive CFR+ (Farina, Kroer and
    Sandholm 2021). The players move in turn, and flows are averaged with weights that grow as the square of the round.
    """
    averages = AverageFlows(flow_game_of(attempt), attempt.options, attempt.run)
    try:
        averages.play()
        stop = Stopped("iterations")
    except Stopped as stopped:
        stop = stopped
    if not averages.best.are_proven:
        raise stop
    return flow_solution(attempt, averages.best.plans, {"rounds": averages.regret.rounds}, stop)


class AverageFlows:
    """Average flows of regret minimisation, and the best of them so far."""

    def __init__(self, game: FlowGame, options: FlowRegretOptions, run: Run) -> None:
        self.game, self.run = game, run
        self.regret = _core.FlowRegret(game.arrays, options.variant == "predictive")
        self.rounds = min(options.rounds, run.limit.iterations or options.rounds)
        self.best = Incumbents([self.regret.average(player) for player in (0, 1)])

    def play(self) -> None:
        """Play all rounds, and look at the gap now and then."""
        while self.regret.rounds < self.rounds:
            ahead = min(max(FIRST_LOOK, self.regret.rounds // 10), self.rounds - self.regret.rounds)
            self.run.walk(lambda budget: self.regret.play(ahead, budget))  # noqa: B023 - called at once
            flows = [self.regret.average(player) for player in (0, 1)]
            bounds = best_value(self.game, 1, flows[0]), best_value(self.game, 0, flows[1])
            self.best.offer(flows, *bounds)
            self.run.event(f"round {self.regret.rounds}", *bounds)
            self.run.check()


def average_flows(game: FlowGame, rounds: int, run: Run) -> tuple[Flow, Flow]:
    """Both players' average flows after some rounds of CFR+."""
    regret = _core.FlowRegret(game.arrays, False)
    run.walk(lambda budget: regret.play(rounds, budget))
    return regret.average(0), regret.average(1)


METHOD = Method(
    "flow_regret",
    flow_regret,
    REQUIRES,
    "flow",
    "regret minimisation in every state approximates it",
    FlowRegretOptions(),
    approximate=True,
)
