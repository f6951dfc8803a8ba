"""The sequence-form linear program (Koller, Megiddo and von Stengel 1996; (3.7)-(3.10) of Bosansky 2014)."""

from __future__ import annotations

from dodona import _core
from dodona.lp import CompressedRows, LinearProgram, Point, common_offset, common_scale, solve_program
from dodona.model.attempt import Attempt
from dodona.model.behaviour import uniform_behaviour
from dodona.model.certificate import assess, certified
from dodona.model.check import require_perfect_recall
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour


def sequence_form_lp(attempt: Attempt) -> Solution:
    """Solve a two-player constant-sum game with perfect recall by one sparse linear program.

    1. Make the sequence form of the tree.
    2. Build the program that maximises what player 0 can guarantee: over her plans x, and values v of player 1's sets
       such that no sequence of hers brings less.
    3. Solve it with HiGHS; the multipliers are the other player's realization plan.
    4. Read both plans back as behavioural strategies and certify them by best responses.

    At information sets that her own plan never reaches a player's strategy is uniform. The bounds come from best
    responses to the strategies as returned, never from the program's objective. A limit or Ctrl-C before the end
    returns uniform strategies with the bounds they prove.
    """
    run, tree = attempt.run, attempt.tree()
    require_perfect_recall(tree)
    profile = [uniform_behaviour(tree, player) for player in (0, 1)]
    if run.is_watched:
        run.event("tree", *assess(tree, profile).bounds(attempt.game.traits.constant_sum or 0.0))
    stats: dict[str, float | int | str] = {"nodes": tree.num_nodes, "tree_seconds": run.elapsed}
    stopped: Stopped | None = None
    try:
        profile = solve_tree(tree, run, stats)
    except Stopped as stop:
        stopped = stop
    return certified(attempt, tree, profile, stats, stopped)


def solve_tree(tree: _core.GameTree, run: Run, stats: dict[str, float | int | str]) -> list[Behaviour]:
    """Both players' strategies by the program of a tree; counts join the statistics."""
    form = _core.sequence_form(tree, common_offset(tree.terminal_utility[:, 0]))
    program = linear_program(form.program(common_scale(form.payoff_value)))
    stats |= {"rows": len(program.row_lower), "columns": len(program.cost), "nonzeros": len(program.rows.value)}
    point = solve_program(program, run)
    stats |= {"lp_iterations": point.iterations}
    return read_back(point, form)


def linear_program(core: _core.SequenceProgram) -> LinearProgram:
    """The core's program as HiGHS takes it, without a copy."""
    rows = CompressedRows(core.start, core.index, core.value)
    return LinearProgram(core.cost, rows, core.row_lower, core.row_upper, core.lower, core.upper)


def read_back(point: Point, form: _core.SequenceForm) -> list[Behaviour]:
    """Both realization plans as behavioural strategies, complete and normalised.

    Player 0's plan is in the first variables, player 1's in the multipliers of the last rows, negated.
    """
    plans = point.x[: form.num_sequences(0)], -point.multipliers[1 + form.num_infosets(0) :]
    return [form.behaviour(player, plan) for player, plan in enumerate(plans)]


METHOD = Method(
    "sequence_form_lp",
    sequence_form_lp,
    Requires(players=2, constant_sum=True),
    "extensive",
    "one sparse linear program over sequences solves two-player constant-sum games with perfect recall",
)
