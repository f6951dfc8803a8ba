"""Backward induction on the game tree (Zermelo 1913; Kuhn 1953 for any number of players and chance)."""

from __future__ import annotations

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import certified
from dodona.model.errors import UnsupportedGameError
from dodona.model.method import Method
from dodona.model.requires import Requires
from dodona.model.solution import Solution


def backward_induction(attempt: Attempt) -> Solution:
    """Solve a game of perfect information from its leaves up: pure, subgame-perfect strategies for every player.

    Each mover takes the child that is best for her, the earliest of equals; chance takes the mean.
    """
    tree = attempt.tree()
    if not tree.perfect_information:
        raise UnsupportedGameError(
            f"backward_induction needs perfect information; {attempt.game} has information sets with several nodes: "
            "try sequence_form_lp."
        )
    return certified(attempt, tree, _core.backward_induction(tree), {"nodes": tree.num_nodes})


METHOD = Method(
    "backward_induction",
    backward_induction,
    Requires(perfect_information=True, sequential=True),
    "perfect",
    "perfect information is solved from the leaves up in one pass, for any number of players",
)
