"""The loop of all methods that play rounds on a stored game: rare looks, limits, restarts, checkpoints."""

from __future__ import annotations

import math

import numpy as np

from dodona import _core
from dodona.extensive.judges import BoundsJudge, CommonPlayJudge, Judge, Rounds
from dodona.extensive.polish import polished
from dodona.extensive.round_options import RoundOptions
from dodona.model.attempt import Attempt
from dodona.model.certificate import value_sum
from dodona.model.checkpoint import Checkpoint, RunState, checkpoint_of, require_sound, writing_alone
from dodona.model.errors import DodonaError
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution

#: Rounds before the first look at what is proven, which takes as long as a round; later looks are a tenth of all
#: rounds apart.
FIRST_LOOK = 20
#: Averages begin anew where so much of the gap at the last restart, or less, is left.
RESTART = 0.1


def solve_by_rounds(attempt: Attempt, tree: _core.GameTree, rounds: Rounds, kind: str) -> Solution:
    """Play rounds until a limit, and return the averages that prove the most.

    Parameters
    ----------
    kind
        What else than its options tells a run from others: one goes on only from the checkpoint of its kind.
    """
    options: RoundOptions = attempt.options
    total = value_sum(attempt)
    if options.polish and total is None:
        raise DodonaError("polish is for two-player constant-sum games: elsewhere no exact method takes over.")
    if total is not None:
        judge: Judge = BoundsJudge(rounds, total)
    else:
        assert isinstance(rounds, _core.SelfPlay)
        judge = CommonPlayJudge(rounds, tree.players)
    with writing_alone(options.checkpoint):
        loop = RoundsLoop(rounds, judge, options, attempt.run)
        checkpoint = checkpoint_of(attempt.game, options)
        if checkpoint is not None:
            checkpoint.identity["options"]["kind"] = kind
        stop = loop.play(checkpoint)
    stats = {"nodes": tree.num_nodes, "rounds": rounds.rounds}
    if isinstance(rounds, _core.SelfPlay) and rounds.restarted:
        stats["rounds_before_restart"] = rounds.restarted
    solution = judge.solution(attempt, tree, stats, stop)
    # Rounds or a gap say when to hand over; where time is over nobody can take it.
    is_handed_over = options.polish and stop.reason in ("gap", "iterations")
    if is_handed_over and isinstance(judge, BoundsJudge):
        return polished(attempt, tree, judge.best.plans, solution, stats)
    return solution


class RoundsLoop:
    """Rounds, with a look at what they prove now and then."""

    def __init__(self, rounds: Rounds, judge: Judge, options: RoundOptions, run: Run) -> None:
        self.rounds, self.judge, self.run = rounds, judge, run
        limit = run.limit.iterations
        self.most = options.rounds if limit is None else int(min(limit, options.rounds))
        self.restarts = bool(getattr(options, "restarts", False))
        self.restarted_at = math.inf

    def play(self, checkpoint: Checkpoint | None) -> Stopped:
        """Play until a limit, and say which it was."""
        if checkpoint is not None and checkpoint.resume:
            checkpoint.load(self)
        stop = Stopped("iterations")
        try:
            while self.rounds.rounds < self.most:
                self._play_some()
                if checkpoint is not None:
                    checkpoint.save_now_and_then(self)
                self.run.check()
        except Stopped as stopped:
            stop = stopped
        if checkpoint is not None:
            checkpoint.save(self)
        return stop

    def state(self) -> RunState:
        """Where the rounds stand."""
        kept = self.judge.state()
        arrays = {f"rounds_{i}": array for i, array in enumerate(self.rounds.state())}
        return RunState({"restarted_at": self.restarted_at, **kept.numbers}, {**arrays, **kept.arrays})

    def restore(self, state: RunState) -> None:
        """Bring fresh rounds to where others stood."""
        arrays = [state.arrays[f"rounds_{i}"].astype(np.float64) for i in range(len(self.rounds.state()))]
        require_sound("array of rounds", all(np.all(np.isfinite(array)) for array in arrays))
        self.rounds.restore(arrays)
        self.restarted_at = float(state.numbers["restarted_at"])
        self.judge.restore(state)

    def _play_some(self) -> None:
        """Play to the next look, or to the end if that comes first."""
        look = next_look(self.rounds.rounds)
        goal = min(look, self.most)
        self.run.walk(lambda budget: self.rounds.play(goal - self.rounds.rounds, budget))
        distance = self.judge.look(self.rounds, self.run)
        if self.restarts and goal == look and distance <= RESTART * self.restarted_at:
            assert isinstance(self.rounds, _core.SelfPlay)
            self.rounds.restart()
            self.restarted_at = distance


def next_look(rounds: int) -> int:
    """The round of the first look after some rounds; the same whenever a run was left and taken up again."""
    look = FIRST_LOOK
    while look <= rounds:
        look += max(FIRST_LOOK, look // 10)
    return look
