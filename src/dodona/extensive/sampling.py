"""Monte Carlo counterfactual regret minimisation: regrets along samples of games that are never stored."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified, conclude, small_tree
from dodona.model.check import require_perfect_recall
from dodona.model.game import OpenGame
from dodona.model.incumbents import Incumbents
from dodona.model.keyed_strategy import KeyedStrategy
from dodona.model.limit import Limit
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.player import Choice, Player, checked_choice, deciding_player
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour

#: Iterations before the first word about them; later ones come after a tenth more.
FIRST_WORD = 20
#: A look at the gap goes through the whole tree: so many times as many positions are sampled between two of them.
SAMPLED_PER_LOOK = 10
#: Best responses without a tree may visit so many positions, or twice as many as were sampled.
LEAST_PROOF = 2_000_000
#: More iterations than any time limit allows.
MOST_ROUNDS = 2**62


@dataclass(frozen=True)
class SamplingOptions(Options):
    """How regrets are added up, how long it goes on, and what is kept for the proof."""

    rounds: int = option(10_000, "iterations unless a limit comes first; each samples once for either player", least=1)
    plus: bool = option(False, "regret matching+: sums of regrets never fall below zero")
    weighting: Literal["uniform", "linear"] = option(
        "uniform", "iteration t counts 1 or t, in sums of regrets and in the average"
    )
    exploration: float = option(
        0.6,
        "how often the player whose regrets are updated plays at random instead of by her strategy",
        part="outcome",
        least=0.01,
        most=1,
    )
    proof: float = option(
        0.25,
        "the share of a time limit that is kept for best responses, where no tree is small enough for them",
        least=0,
        most=1,
    )


def sampling(attempt: Attempt, scheme: _core.SamplingScheme) -> Solution:
    """Approximate a two-player constant-sum game with perfect recall by sampling parts of it.

    Counterfactual regrets are estimated without bias on sampled parts of the game, and every information set that is
    met plays in proportion to its positive ones (Lanctot et al. 2009). An iteration samples for player 0, then for
    player 1. The solution is the average strategy; sets that no sample has met play uniformly.

    1. External sampling (section 3.1): chance and the other player are sampled, all actions of the player are tried.
    2. Outcome sampling (section 3.2, equation 10): one line of play is sampled, in which the player explores.
    3. Chance sampling: chance alone is sampled, as by Zinkevich et al. 2007.

    Small trees are stored for looks at the gap and for the bounds. Elsewhere best responses are searched at the end, in
    what is left of the limits and at most about as long as was sampled; if they are not found, nothing is proven
    (``evidence`` is "none") and the value is the mean of the samples.

    Departures: chance's moves are drawn anew wherever chance moves, and the other player's wherever she does, which
    leaves the estimates as they are. In outcome sampling the average of a player is updated while the other one's
    regrets are, with weight one over the probability of the latter's draws. Its expectation is that of the paper's
    update but for chance's part of the reach, which is the same in all iterations, and the player's own probabilities
    stand in no denominator.
    """
    options: SamplingOptions = attempt.options
    game, run = attempt.game, attempt.run
    sampled = _core.Sampling(game.handle, scheme, **_core_options(options, attempt.seed))
    tree = small_tree(game)
    if tree is not None:
        require_perfect_recall(tree)
        samples: Samples = JudgedSamples(sampled, options, run, game, tree)
    else:
        samples = Samples(sampled, options, run, game)
    stop = samples.draw()
    stats = {"rounds": sampled.iterations, "nodes": sampled.nodes, "infosets": sampled.sets, "memory": sampled.memory}
    if isinstance(samples, JudgedSamples):
        return certified(attempt, samples.tree, samples.best.plans, stats, stop)
    return _searched(attempt, sampled, stats, stop)


def _core_options(options: SamplingOptions, seed: int) -> dict[str, Any]:
    linear = options.weighting == "linear"
    return {"plus": options.plus, "linear": linear, "exploration": options.exploration, "seed": seed % 2**64}


class Samples:
    """Iterations until a limit, in portions."""

    def __init__(self, sampled: _core.Sampling, options: SamplingOptions, run: Run, game: OpenGame) -> None:
        self.sampled, self.run, self.game = sampled, run, game
        given = run.limit.iterations
        self.most = options.rounds if given is None else min(options.rounds, given)
        self.kept = 0.0 if run.limit.time is None else options.proof * run.limit.time

    def draw(self) -> Stopped:
        """Sample until a limit, and say which it was."""
        try:
            while self.sampled.iterations < self.most:
                self._draw_some()
        except Stopped as stop:
            return stop
        return Stopped("iterations")

    def _draw_some(self) -> None:
        ahead = min(max(FIRST_WORD, self.sampled.iterations // 10), self.most - self.sampled.iterations)
        self.run.check()
        try:
            self.sampled.play(ahead, self.run.budget(self.game.max_length, kept=self.kept))
        except _core.LimitReached as limit:
            raise Stopped(str(limit)) from None
        self._look()

    def _look(self) -> None:
        self.run.event(f"round {self.sampled.iterations}")


class JudgedSamples(Samples):
    """Samples of a game with a small tree, on which best responses to the average are looked at now and then."""

    def __init__(
        self, sampled: _core.Sampling, options: SamplingOptions, run: Run, game: OpenGame, tree: _core.GameTree
    ) -> None:
        super().__init__(sampled, options, run, game)
        self.tree, self.total = tree, float(game.traits.constant_sum or 0.0)
        self.kept = 0.0
        self.next_look = 0
        self.best: Incumbents

    def draw(self) -> Stopped:
        """Sample until a limit, look at what has come of it, and say which limit it was."""
        stop = super().draw()
        self._judge()
        return stop

    def _look(self) -> None:
        if not self.run.is_watched or self.sampled.nodes < self.next_look:
            return
        self._judge()
        self.next_look = self.sampled.nodes + SAMPLED_PER_LOOK * self.tree.num_nodes

    def _judge(self) -> None:
        plan = self.sampled.plan()
        averages: list[Behaviour] = [
            np.array(_core.plan_behaviour(self.game.handle, self.tree, player, plan)) for player in (0, 1)
        ]
        best, _, _ = _core.assess(self.tree, averages)
        if not hasattr(self, "best"):
            self.best = Incumbents(averages)
        self.best.offer(averages, self.total - best[1], best[0])
        self.run.event(f"round {self.sampled.iterations}", self.total - best[1], best[0])


def _searched(attempt: Attempt, sampled: _core.Sampling, stats: dict[str, int], stop: Stopped) -> Solution:
    """The strategies as they stand in the core, with the bounds of best responses if these are found in time."""
    plan, in_python = sampled.plan(), attempt.game.handle.untrusted
    strategies = tuple(KeyedStrategy(player, plan, in_python) for player in (0, 1))
    most = max(LEAST_PROOF, 2 * sampled.nodes)
    low, high = attempt.problem.utility_bounds or (-math.inf, math.inf)
    bounds = _best_responses(attempt, plan, most) if stop.reason != "cancelled" else None
    evidence: Literal["strategies", "none"] = "none" if bounds is None else "strategies"
    size = max(abs(low), abs(high)) if math.isfinite(high - low) else 1.0
    numbers = (sampled.mean_value, *(bounds or (low, high)))
    return conclude(attempt, numbers, size, stats, strategies, stop, evidence)


def _best_responses(attempt: Attempt, plan: _core.KeyedPlan, nodes: int) -> tuple[float, float] | None:
    """What the plan proves, or None where that takes too long."""
    handle, run = attempt.game.handle, attempt.run
    total = float(attempt.game.traits.constant_sum or 0.0)
    best: list[float] = []
    for player in (0, 1):
        budget = run.budget(attempt.game.max_length, nodes=nodes)
        try:
            best.append(_core.respond(handle, player, plan, _core.ResponseOptions(), budget)[0])
        except _core.LimitReached:
            return None
    return total - best[1], best[0]


class SamplingPlayer(Player):
    """Goes on sampling the whole game before every move, and plays the average of all that it has sampled so far."""

    def __init__(self, sampled: _core.Sampling, game: OpenGame, rounds: int, limit: Limit) -> None:
        self._sampled, self._game, self._rounds, self._limit = sampled, game, rounds, limit

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """The average strategy there, after some more samples."""
        mover = deciding_player(state, player)
        limit = self._limit if seconds is None else replace(self._limit, time=seconds)
        most = self._rounds if limit.time is None else MOST_ROUNDS
        with Run(limit) as run, suppress(Stopped):
            run.walk(partial(self._sampled.play, min(most, limit.iterations or most)), self._game.max_length)
        average = KeyedStrategy(mover, self._sampled.plan(), self._game.handle.untrusted)
        return replace(checked_choice(state, mover, average.at(state)), note=f"{self._sampled.iterations:,} iterations")


def sampling_player(
    scheme: _core.SamplingScheme, game: OpenGame, options: SamplingOptions, limit: Limit, seed: int = 0
) -> SamplingPlayer:
    """A player that samples the whole game as long as it may before every move."""
    sampled = _core.Sampling(game.handle, scheme, **_core_options(options, seed))
    return SamplingPlayer(sampled, game, options.rounds, limit)


def _method(name: str, summary: str, *parts: str) -> Method:
    scheme = getattr(_core.SamplingScheme, name.removesuffix("_sampling"))
    return Method(
        name,
        partial(sampling, scheme=scheme),
        Requires(players=2, constant_sum=True, hidden=True),
        "extensive",
        summary,
        SamplingOptions(),
        parts,
        player=partial(sampling_player, scheme),
        approximate=True,
    )


METHODS = (
    _method("external_sampling", "CFR on samples of chance's and the opponent's moves approximates it"),
    _method("outcome_sampling", "CFR on sampled lines of play approximates it", "outcome"),
    _method("chance_sampling", "CFR on samples of chance's moves approximates it"),
)
