"""The sequence-form linear program (Koller, Megiddo and von Stengel 1996; (3.7)-(3.10) of Bosansky 2014)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.lp import LinearProgram, Point, Triplets, common_scale, compress, solve_program, without_offset
from dodona.model.attempt import Attempt
from dodona.model.certificate import assess, certified
from dodona.model.check import require_perfect_recall
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.run import Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, uniform_behaviour


def sequence_form_lp(attempt: Attempt) -> Solution:
    """Solve a two-player constant-sum game with perfect recall by one sparse linear program.

    1. Index the sequences and information sets of both players.
    2. Build the program that maximises what player 0 can guarantee.
    3. Solve it with HiGHS; the multipliers are the other player's realization plan.
    4. Read both plans back as behavioural strategies and certify them by best responses.

    At information sets that her own plan never reaches a player's strategy is uniform. The bounds come from best
    responses to the strategies as returned, never from the program's objective. A limit or Ctrl-C before the end
    returns uniform strategies with the bounds they prove.
    """
    run, tree = attempt.run, attempt.tree()
    require_perfect_recall(tree)
    profile = [uniform_behaviour(tree, player) for player in (0, 1)]
    run.event("tree", *assess(tree, profile).bounds(attempt.game.traits.constant_sum or 0.0))
    stats: dict[str, float | int | str] = {"nodes": tree.num_nodes, "tree_seconds": run.elapsed}
    stopped: Stopped | None = None
    try:
        index = SequenceIndex.of(tree)
        program = build(index)
        stats |= {"rows": len(program.row_lower), "columns": len(program.cost), "nonzeros": len(program.rows.value)}
        point = solve_program(program, run)
        profile = read_back(point, index)
        stats |= {"lp_iterations": point.iterations}
    except Stopped as stop:
        stopped = stop
    return certified(attempt, tree, profile, stats, stopped)


@dataclass(frozen=True)
class SequenceIndex:
    """Where everything of the program stands.

    Variables: player 0's realization plan, then one value per information set of player 1, first the value of the
    whole game. Rows: player 0's plan constraints, then one row per sequence of player 1.
    """

    tree: _core.GameTree
    sequences: tuple[int, int]
    constraints: tuple[int, int]

    @staticmethod
    def of(tree: _core.GameTree) -> SequenceIndex:
        """Number sequences and information sets as the tree does."""
        sequences = (tree.num_sequences(0), tree.num_sequences(1))
        return SequenceIndex(tree, sequences, (tree.num_infosets(0) + 1, tree.num_infosets(1) + 1))


def payoffs(tree: _core.GameTree) -> Triplets:
    """Player 0's expected utility per pair of sequences, chance included (g of section 3.2.1), scaled."""
    values = tree.terminal_reach * without_offset(tree.terminal_utility[:, 0])
    return Triplets(tree.terminal_sequence[:, 0], tree.terminal_sequence[:, 1], values / common_scale(values))


def plan_constraints(tree: _core.GameTree, player: int) -> Triplets:
    """One row per information set, after a first row for the empty sequence: own actions minus the parent sequence."""
    sets, sequences = tree.num_infosets(player), tree.num_sequences(player)
    own_set = np.arange(1, sets + 1)
    return Triplets(
        rows=np.concatenate([[0], np.repeat(own_set, tree.num_actions(player)), own_set]),
        columns=np.concatenate([np.arange(sequences), tree.parent_sequence(player)]),
        values=np.concatenate([np.ones(sequences), -np.ones(sets)]),
    )


def build(index: SequenceIndex) -> LinearProgram:
    """Maximise player 0's guaranteed value: her plan x, and values v with F' v <= A' x for player 1's sequences."""
    plan_size, answers = index.sequences
    plan_rows, value_size = index.constraints
    rows = compress(
        (plan_rows + answers, plan_size + value_size),
        plan_constraints(index.tree, 0),
        payoffs(index.tree).transposed().negated().moved(plan_rows, 0),
        plan_constraints(index.tree, 1).transposed().moved(plan_rows, plan_size),
    )
    first = np.zeros(plan_rows)
    first[0] = 1.0
    cost = np.zeros(plan_size + value_size)
    cost[plan_size] = -1.0
    return LinearProgram(
        cost=cost,
        rows=rows,
        row_lower=np.concatenate([first, np.full(answers, -np.inf)]),
        row_upper=np.concatenate([first, np.zeros(answers)]),
        lower=np.concatenate([np.zeros(plan_size), np.full(value_size, -np.inf)]),
        upper=np.full(plan_size + value_size, np.inf),
    )


def read_back(point: Point, index: SequenceIndex) -> list[Behaviour]:
    """Both realization plans as behavioural strategies, complete and normalised."""
    plans = (point.x[: index.sequences[0]], -point.multipliers[index.constraints[0] :])
    return [behaviour_from_plan(index.tree, player, plan) for player, plan in enumerate(plans)]


def behaviour_from_plan(tree: _core.GameTree, player: int, plan: NDArray[np.float64]) -> Behaviour:
    """Divide every sequence by its siblings' sum; uniform where that is zero."""
    counts = tree.num_actions(player)
    weights = np.maximum(plan[1:], 0.0)
    sums = np.add.reduceat(weights, tree.first_sequence(player) - 1) if len(counts) else np.zeros(0)
    reached = np.repeat(sums > 1e-12, counts)
    total = np.repeat(sums, counts)
    uniform = np.repeat(1.0 / counts, counts) if len(counts) else np.zeros(0)
    return np.concatenate([[1.0], np.where(reached, weights / np.where(reached, total, 1.0), uniform)])


METHOD = Method(
    "sequence_form_lp",
    sequence_form_lp,
    Requires(players=2, constant_sum=True),
    "extensive",
    "one sparse linear program over sequences solves two-player constant-sum games with perfect recall",
)
