"""What rounds on a stored game prove: bounds on the value, or what everybody could have gained over all of them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import Assessment, Stats, assess, certified, judged, smallest_size
from dodona.model.checkpoint import RunState, require_sound
from dodona.model.incumbents import Incumbents, Plan
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, TreeStrategy

#: Rounds in the core.
Rounds = _core.SelfPlay | _core.ExcessiveGap


class Judge(Protocol):
    """Looks at rounds now and then, and keeps what proves the most."""

    def look(self, rounds: Rounds, run: Run) -> float:
        """See what the rounds prove by now, and tell of it; returns how far that is from an exact answer."""

    def solution(self, attempt: Attempt, tree: _core.GameTree, stats: Stats, stop: Stopped) -> Solution:
        """The answer with what was proven."""

    def state(self) -> RunState:
        """What a file keeps."""

    def restore(self, state: RunState) -> None:
        """Take what a file has kept."""


def averages(rounds: Rounds, players: int) -> list[Plan]:
    """Everybody's average plan."""
    return [rounds.average(player) for player in range(players)]


def behaviours(tree: _core.GameTree, plans: Sequence[Plan]) -> list[Behaviour]:
    """Plans as probabilities of actions."""
    return [_core.behaviour_of_plan(tree, player, plan) for player, plan in enumerate(plans)]


class BoundsJudge:
    """Of a two-player constant-sum game: best responses to both averages bound the value."""

    def __init__(self, rounds: Rounds, total: float) -> None:
        self.total = total
        self.best = Incumbents(averages(rounds, 2))

    def look(self, rounds: Rounds, run: Run) -> float:
        """Best responses to the averages of now; of each player the average that proves most is kept."""
        lower, upper = self.total - rounds.best_value(1), rounds.best_value(0)
        self.best.offer(averages(rounds, 2), lower, upper)
        run.event(f"round {rounds.rounds}", lower, upper)
        return upper - lower

    def solution(self, attempt: Attempt, tree: _core.GameTree, stats: Stats, stop: Stopped) -> Solution:
        """The best averages, judged once more as they are returned."""
        return certified(attempt, tree, behaviours(tree, self.best.plans), stats, stop)

    def state(self) -> RunState:
        """The best averages and what they prove."""
        return self.best.state()

    def restore(self, state: RunState) -> None:
        """Take what a file has kept."""
        self.best.restore(state)


class CommonPlayJudge:
    """Of any other game: what each player could have gained over the play of all rounds, had she played one plan.

    If one of the rounds is drawn, by its weight in the averages, and everybody plays what she played then, no player
    gains more than her regret by not taking part: a coarse correlated equilibrium up to the largest regret. The rounds
    that prove the most are kept, with everybody's average over them.
    """

    def __init__(self, rounds: _core.SelfPlay, players: int) -> None:
        self.plans = averages(rounds, players)
        self.values = (math.nan,) * players
        self.regrets = (math.inf,) * players

    def look(self, rounds: Rounds, run: Run) -> float:
        """Everybody's regret by now."""
        assert isinstance(rounds, _core.SelfPlay)
        pairs = [rounds.correlated(player) for player in range(len(self.plans))]
        regrets = tuple(max(0.0, regret) for _, regret in pairs)
        if max(regrets) < max(self.regrets):
            self.values, self.regrets = tuple(value for value, _ in pairs), regrets
            self.plans = averages(rounds, len(pairs))
        run.event(f"round {rounds.rounds}, regrets up to {max(regrets):.3g}")
        if run.limit.gap is not None and max(self.regrets) <= run.limit.gap:
            raise Stopped("gap")
        return max(regrets)

    def solution(self, attempt: Attempt, tree: _core.GameTree, stats: Stats, stop: Stopped) -> Solution:
        """Values and regrets of the common play, and everybody's average as her strategy."""
        profile = behaviours(tree, self.plans)
        alone = assess(tree, profile)
        if math.isinf(max(self.regrets)):  # no round was played: uniform strategies are all there is
            return certified(attempt, tree, profile, stats, stop)
        stats = {**stats, **{f"product_regret_{player}": regret for player, regret in enumerate(alone.regrets)}}
        best = tuple(value + regret for value, regret in zip(self.values, self.regrets, strict=True))
        strategies = tuple(TreeStrategy(tree, player, own) for player, own in enumerate(profile))
        size = max(alone.size, smallest_size(tree.terminal_utility))
        solution = judged(attempt, Assessment(self.values, best, size), size, stats, strategies, stop)
        return replace(solution, regrets=self.regrets, concept="coarse correlated equilibrium")

    def state(self) -> RunState:
        """The rounds that prove the most."""
        plans = {f"incumbent_{player}": plan for player, plan in enumerate(self.plans)}
        return RunState({"values": self.values, "regrets": self.regrets}, plans)

    def restore(self, state: RunState) -> None:
        """Take what a file has kept."""
        self.values, self.regrets = (tuple(map(float, state.numbers[name])) for name in ("values", "regrets"))
        plans = [state.arrays[f"incumbent_{player}"].astype(np.float64) for player in range(len(self.plans))]
        fits = all(plan.shape == own.shape for plan, own in zip(plans, self.plans, strict=True))
        require_sound("plan", fits and all(np.all(np.isfinite(plan)) for plan in plans))
        require_sound("row of regrets", len(self.values) == len(self.regrets) == len(plans))
        self.plans = plans
