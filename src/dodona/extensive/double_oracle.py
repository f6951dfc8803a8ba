"""Sequence-form double oracle: exact solutions of games that are never stored (chapter 5 of [Bosansky2014]_).

The restricted game lets players use a few of their sequences. Again and again:

1. A linear program solves the restricted game. Outside of it players follow a default strategy.
2. Best responses in the full game to the extended strategies prove bounds on the value, and bring new sequences.
3. The restricted game grows by them: sequences that the other side's sequences let be played in full, and everything
   that comes about. Where the mover has no allowed action a node is a leaf for now; its value is what her default
   strategy gets against a best response from there.

DOB responds for both players in every iteration, DOSA for one and then for the other, DOSWP for the one whose bound is
farther from the restricted game's value (5.8).

Departures: one program serves both players, whose plans are its solution and its multipliers. Sets with one allowed
action are no part of it. Ties among best responses go to actions that are allowed already. A best response follows the
default strategy below a temporary leaf instead of taking the leaf's value, which answers node by node and is only a
bound on what a player with less information can get: bounds are as tight or tighter, and prove what a best response in
the full game does. Beyond the thesis: growth at every information set of the restricted game, plans by regret matching
while it grows, automorphisms, threads, checkpoints.
"""

from __future__ import annotations

import math
from functools import partial

from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.regret_growth import grow_by_regret
from dodona.extensive.restricted_game import RestrictedGame
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified, conclude, small_tree
from dodona.model.checkpoint import checkpoint_of, writing_alone
from dodona.model.game import OpenGame
from dodona.model.method import Method, too_large_to_store
from dodona.model.oracle_loop import OracleLoop, Policy, drive
from dodona.model.requires import Requires
from dodona.model.solution import Solution

REQUIRES = Requires(players=2, constant_sum=True, hidden=True)

#: The policies of the variants in the thesis.
POLICIES: dict[str, Policy] = {"dob": "both", "dosa": "alternating", "doswp": "worse"}


def double_oracle(attempt: Attempt) -> Solution:
    """Solve a two-player constant-sum game with hidden information and perfect recall without storing its tree.

    The bounds come from best responses in the full game to the strategies as returned. On small games they are checked
    once more on the tree, and strategies are complete; on others a strategy has rows for the information sets of the
    restricted game and its default action elsewhere (``PartialStrategy``). A limit or Ctrl-C returns the best
    strategies found so far with the bounds they prove.
    """
    with writing_alone(attempt.options.checkpoint):
        restricted = RestrictedGame(attempt.game, attempt.options, attempt.run)
        before = partial(grow_by_regret, restricted) if attempt.options.regret else None
        checkpoint = checkpoint_of(attempt.game, attempt.options, restricted)
        loop = drive(restricted, attempt.options.policy, attempt.run, before, checkpoint)
        return solution_of(attempt, restricted, loop)


def solution_of(attempt: Attempt, restricted: RestrictedGame, loop: OracleLoop) -> Solution:
    """The best strategies found, complete and judged on the tree where that is small."""
    loop.require_bounds()
    stats = {"iterations": loop.iterations, **restricted.stats()}
    tree = small_tree(attempt.game)
    if tree is not None:
        profile = [restricted.behaviour(tree, player) for player in (0, 1)]
        return certified(attempt, tree, profile, stats, loop.stopped)
    strategies = tuple(restricted.strategy(player) for player in (0, 1))
    value = sum(loop.bounds) / 2 if math.isnan(loop.value) else loop.value
    return conclude(attempt, (value, *loop.bounds), restricted.size, stats, strategies, loop.stopped)


def too_large_and_hidden(game: OpenGame) -> str:
    """What puts it ahead of the linear program; where all but moves at once is seen, stages are solved instead."""
    return "" if game.traits.perfect_information else too_large_to_store(game)


METHODS = (
    Method(
        "sequence_form_double_oracle",
        double_oracle,
        REQUIRES,
        "extensive",
        "a restricted game grows by best responses in the full game, which is never stored",
        OracleOptions(),
        ("policy", "running"),
        too_large_and_hidden,
    ),
    *(
        Method(
            name,
            double_oracle,
            REQUIRES,
            "extensive",
            f"double oracle that responds for {whom}",
            OracleOptions(policy=POLICIES[name], regret=False, symmetry=False),  # which are beyond the thesis
            ("running",),
        )
        for name, whom in (
            ("dob", "both players in every iteration"),
            ("dosa", "one player and then for the other"),
            ("doswp", "the player whose bound is worse"),
        )
    ),
)
