"""What a user may change about methods that play rounds on a stored game."""

from __future__ import annotations

import math
from dataclasses import dataclass

from dodona import _core
from dodona.model.checkpoint import KeptRunOptions
from dodona.model.options import MOST_THREADS, option


@dataclass(frozen=True)
class RoundOptions(KeptRunOptions):
    """How long rounds are played, what comes after them, and the file that keeps the run."""

    rounds: int = option(1000, "rounds that are played unless a limit comes first", part="running", least=1)
    polish: bool = option(
        False,
        "hand the answer over to an exact method: the linear program, or, where the tree is large, the double oracle "
        "that starts with what the averages play",
        part="running",
    )


@dataclass(frozen=True)
class SelfPlayOptions(RoundOptions):
    """Which rounds count in the averages, and how the work is done."""

    averaging: float = option(0.0, "the plan of round t counts t to this power in the average", least=0)
    restarts: bool = option(
        False, "averages begin anew whenever a look finds that a tenth of the gap at the last restart, or less, is left"
    )
    threads: int = option(
        1,
        "threads that share the work of a round on large trees; results are the same for any number",
        part="running",
        least=1,
        most=MOST_THREADS,
    )


@dataclass(frozen=True)
class MoveOptions(SelfPlayOptions):
    """Who moves when."""

    alternating: bool | None = option(
        None,
        "the players move in turn, or else all at once; by default in turn in two-player constant-sum games, and at "
        "once elsewhere",
    )


@dataclass(frozen=True)
class RegretOptions(SelfPlayOptions):
    """What is done with sums of regrets."""

    plus: bool = option(False, "regret matching+: sums of regrets never fall below zero")
    predictive: bool = option(False, "expect the regrets of the last round once more")
    positive_discount: float | None = option(
        None, "positive sums of regrets are multiplied by t^p / (t^p + 1) after round t", noun="a number p"
    )
    negative_discount: float | None = option(
        None, "negative sums of regrets are multiplied by t^n / (t^n + 1) after round t", noun="a number n"
    )


@dataclass(frozen=True)
class CfrOptions(RegretOptions, MoveOptions):
    """All of them: the defaults are those of the original."""


@dataclass(frozen=True)
class MirrorOptions(MoveOptions):
    """How far mirror descent goes."""

    step: float | None = option(
        None,
        "of `optimistic_mirror_descent`: the length of steps, in units of the inverse of the largest payoff (weighed "
        "with chance, utilities counted from the middle of their range); by default 1 in two-player constant-sum "
        "games, and 0.5 elsewhere",
        above=0,
    )


def rule_of(options: SelfPlayOptions, is_common: bool = False) -> _core.SelfPlayRule:
    """The options for the core; ``is_common`` where regrets of the play that all players share are asked for."""
    rule = _core.SelfPlayRule()
    rule.averaging, rule.threads, rule.correlate = float(options.averaging), options.threads, is_common
    rule.alternating = not is_common
    if isinstance(options, MoveOptions) and options.alternating is not None:
        rule.alternating = options.alternating
    if isinstance(options, RegretOptions):
        rule.floor, rule.predictive = options.plus, options.predictive
        rule.positive_discount, rule.negative_discount = (
            math.inf if power is None else float(power)
            for power in (options.positive_discount, options.negative_discount)
        )
    if isinstance(options, MirrorOptions):
        rule.step = float(options.step or (0.5 if is_common else 1.0))
    return rule
