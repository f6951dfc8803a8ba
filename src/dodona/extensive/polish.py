"""From an approximation to an exact answer: who takes over where rounds of play end."""

from __future__ import annotations

from dataclasses import replace

from dodona import _core
from dodona.extensive.double_oracle import solution_of
from dodona.extensive.judges import behaviours
from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.restricted_game import RestrictedGame
from dodona.extensive.sequence_form import solve_tree
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, certified
from dodona.model.incumbents import Plan
from dodona.model.oracle_loop import drive
from dodona.model.run import Stopped
from dodona.model.solution import Solution, Status

#: Trees of more nodes are left to the double oracle.
LARGE = 1_000_000
#: The double oracle starts with actions that the averages play at least so often.
LIKELY = 0.01


def polished(attempt: Attempt, tree: _core.GameTree, plans: list[Plan], rough: Solution, stats: Stats) -> Solution:
    """The exact solution of a two-player constant-sum game; the rough one if a limit comes first."""
    attempt.run.hand_over()
    is_large = tree.num_nodes > LARGE
    who = "sequence_form_double_oracle" if is_large else "sequence_form_lp"
    named = "double oracle, seeded by what the averages play," if is_large else "linear program"
    reason = f"{attempt.provenance.reason} The {named} took over after its {stats['rounds']:,} rounds."
    told = replace(attempt, provenance=replace(attempt.provenance, reason=reason))
    counts = {**stats, "polished_by": who}
    try:
        if is_large:
            return _by_double_oracle(told, tree, plans, counts)
        return certified(told, tree, solve_tree(tree, attempt.run, counts), counts)
    except Stopped as stop:
        status: Status = "cancelled" if stop.reason == "cancelled" else "limit"
        return replace(rough, status=status, stats={**rough.stats, "stopped_by": stop.reason})


def _by_double_oracle(attempt: Attempt, tree: _core.GameTree, plans: list[Plan], stats: Stats) -> Solution:
    """The double oracle whose restricted game begins with the support of the plans."""
    options = OracleOptions(threads=getattr(attempt.options, "threads", 1), regret=False)
    restricted = RestrictedGame(attempt.game, options, attempt.run)
    first, second = behaviours(tree, plans)
    restricted.walk(lambda budget: restricted.oracle.choose(tree, first, second, LIKELY, budget))
    for player in (0, 1):
        restricted.grow(player)
    loop = drive(restricted, options.policy, attempt.run)
    if loop.stopped is not None:
        raise loop.stopped
    solution = solution_of(attempt, restricted, loop)
    return replace(solution, stats={**stats, **solution.stats})
