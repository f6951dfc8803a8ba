"""Evaluations: estimates of player 0's utility at positions that a search does not look into."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable
from typing import Any, Literal, cast

from dodona import _core
from dodona.model.errors import DodonaError, SolverError
from dodona.model.game import CoreGame, OpenGame
from dodona.model.values import is_whole

#: ``game`` for the game's own; a function of a position; or a compiled function, with the C signature
#: ``double f(const uint8_t* key, int64_t length)`` of the position's exact key, as a ctypes function pointer or
#: anything with an ``address`` such as Numba's ``cfunc``.
Evaluation = Literal["game"] | Callable[[Any], float] | Any
#: For the options of methods that look ahead: what an evaluation is good for, and what it may be.
MEANING = "an estimate of player 0's utility for positions beyond the depth limit"
NOUN = "`game`, a function of a position or a compiled function"


#: The class of ctypes' function pointers has no public name.
_FUNCTION_POINTER: type = ctypes.CFUNCTYPE(None).__mro__[1]


def some_evaluation(game: OpenGame) -> Evaluation:
    """The game's own evaluation, or, where it has none, the middle of the utilities for every position.

    A player who judges by the middle sees only what is decided within her horizon.
    """
    if game.handle.has_evaluation:
        return "game"
    bounds = game.handle.utility_bounds or (0.0, 0.0)
    middle = (bounds[0] + bounds[1]) / 2
    estimate = middle if math.isfinite(middle) else 0.0
    return lambda _: estimate


def evaluation_of(given: Evaluation, game: OpenGame) -> _core.Evaluation | None:
    """The evaluation as the core takes it; none stands for the game's own.

    A function gets what the game's own methods get: the state of a game written in Python, a ``dodona.State``
    otherwise.
    """
    if given == "game":
        return None
    address = _address(given)
    if address:
        if game.handle.root().key() is None:
            raise DodonaError(f"a compiled evaluation reads exact keys of positions, and {game} has none.")
        return _core.evaluation_by_address(address)
    if not callable(given):
        raise DodonaError(f"an evaluation is 'game', a function of a position or a compiled function, not {given!r}.")

    def estimate(state: _core.State) -> float:
        shown = state if isinstance(game.rules, CoreGame) else state.python_state()
        try:
            number = float(given(shown))
        except Exception as error:
            raise SolverError(f"the evaluation raised {type(error).__name__} at {state}: {error}") from error
        if not math.isfinite(number):
            raise SolverError(f"the evaluation gave {number} at {state}; it must give a finite number.")
        return number

    return _core.evaluation_by_callable(estimate, given)


def _address(given: Any) -> int:
    if isinstance(given, _FUNCTION_POINTER):
        return ctypes.cast(cast(Any, given), ctypes.c_void_p).value or 0
    address = getattr(given, "address", None)
    return address if is_whole(address) else 0
