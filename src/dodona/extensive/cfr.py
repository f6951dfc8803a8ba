"""Counterfactual regret minimisation on stored games: one algorithm of orthogonal parts, published names as presets."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified
from dodona.model.check import require_perfect_recall
from dodona.model.checkpoint import Checkpoint, KeptRunOptions, RunState, checkpoint_of, require_sound, writing_alone
from dodona.model.incumbents import Incumbents
from dodona.model.method import Method
from dodona.model.options import option
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution

#: Rounds before the first look at the gap, which takes as long as a round; later looks are a tenth of all rounds apart.
FIRST_LOOK = 20


@dataclass(frozen=True)
class CfrOptions(KeptRunOptions):
    """The parts of the algorithm, how long it plays, and the file that keeps the run."""

    rounds: int = option(1000, "rounds that are played unless a limit comes first", part="running", least=1)
    plus: bool = option(False, "regret matching+: sums of regrets never fall below zero")
    predictive: bool = option(False, "expect the regrets of the last round once more")
    alternating: bool = option(True, "the players move in turn, or else both at once")
    averaging: float = option(0.0, "the plan of round t counts t to this power in the average", least=0)
    positive_discount: float | None = option(
        None, "positive sums of regrets are multiplied by t^p / (t^p + 1) after round t", noun="a number p"
    )
    negative_discount: float | None = option(
        None, "negative sums of regrets are multiplied by t^n / (t^n + 1) after round t", noun="a number n"
    )

    def rule(self) -> _core.RegretRule:
        """The parts for the core."""
        discounts = [math.inf if d is None else float(d) for d in (self.positive_discount, self.negative_discount)]
        return _core.RegretRule(
            floor=self.plus,
            predictive=self.predictive,
            alternating=self.alternating,
            averaging=float(self.averaging),
            positive_discount=discounts[0],
            negative_discount=discounts[1],
        )


def cfr(attempt: Attempt) -> Solution:
    """Approximate a two-player constant-sum game with perfect recall by counterfactual regret minimisation.

    Every information set has a minimiser of its own that plays actions in proportion to what it regrets not to have
    played (Zinkevich et al. 2007). The solution is the average of all rounds' strategies, and best responses to it
    prove how good it is. They are computed after a tenth more rounds each time, and of each player the average that
    proved most is returned.

    The presets: ``cfr`` is the original with players in turn; ``cfr+`` keeps sums of regrets from zero up and averages
    linearly (Tammelin 2014); ``linear_cfr`` lets round t count t times, ``dcfr`` forgets by powers 1.5, 0 and 2 (Brown
    and Sandholm 2019); ``pcfr+`` expects the last regrets again and averages quadratically (Farina, Kroer and Sandholm
    2021).
    """
    tree = attempt.tree()
    require_perfect_recall(tree)
    options: CfrOptions = attempt.options
    with writing_alone(options.checkpoint):
        rounds = RegretRounds(tree, options, attempt.run, float(attempt.game.traits.constant_sum or 0.0))
        rounds.checkpoint = checkpoint_of(attempt.game, options)
        stop = rounds.play()
    profile = [_core.behaviour_of_plan(tree, player, plan) for player, plan in enumerate(rounds.best.plans)]
    return certified(attempt, tree, profile, {"nodes": tree.num_nodes, "rounds": rounds.regret.rounds}, stop)


class RegretRounds:
    """Rounds of regret minimisation, with a look at the gap now and then."""

    def __init__(self, tree: _core.GameTree, options: CfrOptions, run: Run, total: float) -> None:
        self.run, self.total = run, total
        self.regret = _core.Cfr(tree, options.rule())
        self.most = min(options.rounds, run.limit.iterations or options.rounds)
        self.best = Incumbents([self.regret.average(player) for player in (0, 1)])
        self.checkpoint: Checkpoint | None = None

    def play(self) -> Stopped:
        """Play until a limit, and say which it was."""
        if self.checkpoint is not None and self.checkpoint.resume:
            self.checkpoint.load(self)
        try:
            while self.regret.rounds < self.most:
                self._play_some()
        except Stopped as stop:
            return self._left(stop)
        return self._left(Stopped("iterations"))

    def state(self) -> RunState:
        """Where the rounds stand."""
        names = "regrets", "behaviour", "sums"
        arrays = {
            f"{name}_{player}": array
            for player in (0, 1)
            for name, array in zip(names, self.regret.state(player), strict=True)
        }
        best = self.best.state()
        return RunState({"rounds": self.regret.rounds, **best.numbers}, {**arrays, **best.arrays})

    def restore(self, state: RunState) -> None:
        """Bring fresh rounds to where others stood."""
        rounds = int(state.numbers["rounds"])
        require_sound("count of rounds", 0 <= rounds <= 10**15)
        for player in (0, 1):
            arrays = [state.arrays[f"{name}_{player}"].astype(np.float64) for name in ("regrets", "behaviour", "sums")]
            require_sound("array of regrets", all(np.all(np.isfinite(array)) for array in arrays))
            self.regret.restore(player, *arrays)
        self.regret.restore_rounds(rounds)
        self.best.restore(state)

    def _play_some(self) -> None:
        ahead = min(max(FIRST_LOOK, self.regret.rounds // 10), self.most - self.regret.rounds)
        self.run.walk(lambda budget: self.regret.play(ahead, budget))
        bounds = self.total - self.regret.best_value(1), self.regret.best_value(0)
        self.best.offer([self.regret.average(player) for player in (0, 1)], *bounds)
        self.run.event(f"round {self.regret.rounds}", *bounds)
        if self.checkpoint is not None:
            self.checkpoint.save_now_and_then(self)
        self.run.check()

    def _left(self, stop: Stopped) -> Stopped:
        if self.checkpoint is not None:
            self.checkpoint.save(self)
        return stop


def _preset(name: str, summary: str, defaults: CfrOptions) -> Method:
    requires = Requires(players=2, constant_sum=True, hidden=True)
    return Method(name, cfr, requires, "extensive", summary, defaults, ("running",), approximate=True)


METHODS = (
    _preset("cfr", "counterfactual regret minimisation approximates it", CfrOptions()),
    _preset(
        "cfr+", "CFR with regret matching+ and linear averages approximates it", CfrOptions(plus=True, averaging=1.0)
    ),
    _preset(
        "linear_cfr",
        "CFR in which later rounds count more approximates it",
        CfrOptions(averaging=1.0, positive_discount=1.0, negative_discount=1.0),
    ),
    _preset(
        "dcfr",
        "CFR that forgets early regrets approximates it",
        CfrOptions(averaging=2.0, positive_discount=1.5, negative_discount=0.0),
    ),
    _preset(
        "pcfr+",
        "predictive CFR+ approximates it",
        CfrOptions(plus=True, predictive=True, averaging=2.0),
    ),
)
