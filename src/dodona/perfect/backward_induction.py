"""Backward induction on the game tree (Zermelo 1913; Kuhn 1953 for any number of players and chance)."""

from __future__ import annotations

from dodona import _core
from dodona.model.certificate import certified, unfinished
from dodona.model.errors import UnsupportedGameError
from dodona.model.game import Game
from dodona.model.limit import Limit, OnEvent
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Solution

REQUIRES = Requires(perfect_information=True, sequential=True)


def backward_induction(
    game: Game, *, limit: Limit | None = None, seed: int = 0, on_event: OnEvent | None = None
) -> Solution:
    """Solve a game of perfect information from its leaves up: pure, subgame-perfect strategies for every player.

    Each mover takes the child that is best for her, the earliest of equals; chance takes the mean.
    """
    require(game, "backward_induction", REQUIRES)
    with Run(limit or Limit(), on_event) as run:
        try:
            tree = game.tree_in(run)
        except Stopped as stop:
            return unfinished(game, "backward_induction", run, stop, seed)
        if not tree.perfect_information:
            raise UnsupportedGameError(
                f"backward_induction needs perfect information; {game} has information sets with several nodes: "
                "try sequence_form_lp."
            )
        profile = _core.backward_induction(tree)
        return certified(game, "backward_induction", run, tree, profile, {"nodes": tree.num_nodes}, None, seed)
