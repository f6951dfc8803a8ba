"""Estimates for every player, of positions that a search does not look into."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dodona import _core
from dodona.model.errors import DodonaError, SolverError
from dodona.model.game import CoreGame, OpenGame
from dodona.model.values import is_number
from dodona.perfect.horizon import NO_HORIZON

#: ``game`` for the game's own ``evaluate_all``, or a function of a position that gives one number per player.
VectorEvaluation = Literal["game"] | Callable[[Any], Sequence[float]]
MEANING = "estimates of every player's utility for positions beyond the depth limit"
NOUN = "`game`, or a function of a position that gives one number per player"


@dataclass(frozen=True)
class VectorHorizon:
    """Where lines end that reach no end of the game, and what judges the positions there; None for the game itself."""

    depth: int = NO_HORIZON
    deepening: bool = False
    evaluation: _core.VectorEvaluation | None = None

    @property
    def is_open(self) -> bool:
        """Whether lines are followed to the end of the game."""
        return self.depth == NO_HORIZON and not self.deepening


def vector_horizon(
    game: OpenGame, depth: float | None, evaluation: VectorEvaluation | None, deepening: bool | None
) -> VectorHorizon:
    """The horizon of a depth limit and the options ``evaluation`` and ``deepening``."""
    own = game.handle.has_vector_evaluation
    if evaluation is None and depth is not None:
        if not own:
            raise DodonaError(
                f"a depth limit needs estimates for every player where it ends, and {game} has none of its own: pass "
                "evaluation=..., a function from a position to one number per player."
            )
        evaluation = "game"
    if evaluation is None:
        if deepening:
            raise DodonaError("iterative deepening needs an evaluation: pass evaluation=..., or deepening=False.")
        return VectorHorizon()
    if evaluation == "game" and not own:
        raise DodonaError(f"{game} has no estimates for every player of its own: pass a function instead.")
    if depth is None and deepening is False:
        raise DodonaError("an evaluation is only asked at a depth limit: set Limit(depth=...), or deepening=True.")
    return VectorHorizon(
        NO_HORIZON if depth is None else int(min(depth, NO_HORIZON)),
        deepening is not False,
        vector_evaluation_of(evaluation, game),
    )


def vector_evaluation_of(given: VectorEvaluation, game: OpenGame) -> _core.VectorEvaluation | None:
    """The evaluation as the core takes it; None stands for the game's own.

    A function gets what the game's own methods get: the state of a game written in Python, a ``dodona.State``
    otherwise.
    """
    if given == "game":
        return None
    if not callable(given):
        raise DodonaError(f"an evaluation is {NOUN.replace('`', chr(39))}, not {given!r}.")
    return _core.vector_evaluation(lambda state: estimates(given, game, state), given)


def estimates(given: Callable[[Any], Sequence[float]], game: OpenGame, state: _core.State) -> list[float]:
    """What a function of the user's says of a position, if that is one finite number per player."""
    shown = state if isinstance(game.rules, CoreGame) else state.python_state()
    try:
        numbers = [float(number) for number in given(shown)]
    except Exception as error:
        raise SolverError(f"the evaluation raised {type(error).__name__} at {state}: {error}") from error
    if len(numbers) != game.traits.players:
        raise SolverError(
            f"the evaluation gave {len(numbers)} numbers at {state}, and there are {game.traits.players} players."
        )
    if not all(is_number(number) and abs(number) < float("inf") for number in numbers):
        raise SolverError(f"the evaluation gave {numbers} at {state}; it must give finite numbers.")
    return numbers
