"""From an approximation to an exact answer: who takes over where rounds of play end."""

from __future__ import annotations

from dataclasses import replace

from dodona import _core
from dodona.extensive.sequence_form import solve_tree
from dodona.model.attempt import Attempt
from dodona.model.certificate import Stats, certified
from dodona.model.run import Stopped
from dodona.model.solution import Solution, Status


def polished(attempt: Attempt, tree: _core.GameTree, rough: Solution, stats: Stats) -> Solution:
    """The exact solution of a two-player constant-sum game; the rough one if a limit comes first."""
    counts = {**stats, "polished_by": "sequence_form_lp"}
    try:
        profile = solve_tree(tree, attempt.run, counts)
    except Stopped as stop:
        status: Status = "cancelled" if stop.reason == "cancelled" else "limit"
        return replace(rough, status=status, stats={**rough.stats, "stopped_by": stop.reason})
    reason = f"{attempt.provenance.reason} The linear program took over after its {stats['rounds']:,} rounds."
    told = replace(attempt, provenance=replace(attempt.provenance, reason=reason))
    return certified(told, tree, profile, counts)
