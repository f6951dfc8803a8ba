"""How far a solver looks ahead, and how it judges what lies beyond."""

from __future__ import annotations

from dataclasses import dataclass

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.evaluation import Evaluation, evaluation_of
from dodona.model.game import OpenGame

#: Deeper than any game.
NO_HORIZON = _core.SearchOptions().depth


@dataclass(frozen=True)
class Horizon:
    """Where lines end that reach no end of the game.

    Attributes
    ----------
    depth
        How many moves, or stages, lines have at most.
    deepening
        Whether to look 1, 2, ... moves ahead in turn.
    evaluation
        What judges positions at the horizon; None for the game's own evaluation.
    canonical
        Whether positions that the game takes to be alike may share a value: an evaluation from elsewhere may tell them
        apart.
    """

    depth: int = NO_HORIZON
    deepening: bool = False
    evaluation: _core.Evaluation | None = None
    canonical: bool = True

    @property
    def is_open(self) -> bool:
        """Whether lines are followed to the end of the game at once."""
        return self.depth == NO_HORIZON and not self.deepening


def horizon_of(game: OpenGame, depth: float | None, evaluation: Evaluation | None, deepening: bool | None) -> Horizon:
    """The horizon of a depth limit and the options ``evaluation`` and ``deepening``."""
    own = game.handle.has_evaluation
    if evaluation is None and depth is not None:
        if not own:
            raise DodonaError(
                f"a depth limit needs an evaluation of the positions where it ends, and {game} has none of its own: "
                "pass evaluation=..., a function from a position to player 0's estimated utility."
            )
        evaluation = "game"
    if evaluation is None:
        if deepening:
            raise DodonaError("iterative deepening needs an evaluation: pass evaluation=..., or deepening=False.")
        return Horizon()
    if evaluation == "game" and not own:
        raise DodonaError(f"{game} has no evaluation of its own: pass a function instead.")
    if depth is None and deepening is False:
        raise DodonaError("an evaluation is only asked at a depth limit: set Limit(depth=...), or deepening=True.")
    judge = evaluation_of(evaluation, game)
    return Horizon(
        depth=NO_HORIZON if depth is None else int(min(depth, NO_HORIZON)),
        deepening=deepening is not False,
        evaluation=judge,
        canonical=judge is None,
    )
