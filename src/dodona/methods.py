"""The one place where all rooms meet: every method by name, and the choice among them."""

from __future__ import annotations

from typing import Any

from dodona.extensive.double_oracle import METHODS as DOUBLE_ORACLES
from dodona.extensive.sequence_form import METHOD as SEQUENCE_FORM_LP
from dodona.model.errors import UnsupportedGameError
from dodona.model.game import Game, OpenGame, opened
from dodona.model.limit import Limit, OnEvent, require_limit
from dodona.model.method import Method
from dodona.model.solution import Solution
from dodona.normal.matrix_lp import METHOD as MATRIX_LP
from dodona.normal.matrix_simplex import METHOD as MATRIX_SIMPLEX
from dodona.perfect.backward_induction import METHOD as BACKWARD_INDUCTION
from dodona.perfect.search import METHODS as SEARCHES
from dodona.simultaneous.stages import METHODS as STAGES

#: In order of preference. Where the size of a game is a reason, a method goes ahead of those before it.
METHODS: tuple[Method, ...] = (
    MATRIX_SIMPLEX,
    MATRIX_LP,
    BACKWARD_INDUCTION,
    *STAGES,
    *SEARCHES,
    SEQUENCE_FORM_LP,
    *DOUBLE_ORACLES,
)


def methods(game: Game | None = None) -> list[str]:
    """Names of the methods that apply to a game, the automatic choice first; of all methods without a game.

    Examples
    --------
    >>> import dodona
    >>> dodona.methods(dodona.game("kuhn"))
    ['sequence_form_lp', 'sequence_form_double_oracle', 'dob', 'dosa', 'doswp']
    >>> dodona.methods(dodona.game("connect_four"))[:2]
    ['negascout', 'alphabeta']
    """
    return [method.name for method in (METHODS if game is None else _fitting(opened(game)))]


def solve(
    game: Game,
    method: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    on_event: OnEvent | None = None,
    **options: Any,
) -> Solution:
    """Solve a game exactly, or within its limits, with proven bounds.

    Parameters
    ----------
    game
        Any game: built in, read from a file, written in Python, a matrix.
    method
        One of ``dodona.methods(game)``; by default chosen from the game's traits and size.
    limit
        When to stop early; that is a status of the solution, not an error.
    seed
        Seed of methods that draw random numbers.
    on_event
        Called with an ``Event`` whenever there is progress.
    options
        What the method has of its own, such as ``table=1 << 28`` or ``threads=2`` of the searches.

    Returns
    -------
    Solution
        Value, bounds, strategies and how they came about; ``solution.explain()`` says why this method.

    Examples
    --------
    >>> import dodona
    >>> solution = dodona.solve(dodona.game("kuhn"))
    >>> print(f"{solution.value:.6f} {solution.status}")
    -0.055556 exact
    >>> solution.strategies[1]["K:b"]["call"]
    1.0
    """
    limit = Limit() if limit is None else require_limit(limit)
    game = opened(game, limit)
    if method is not None:
        return method_named(method).solve(game, limit, seed, on_event, options)
    chosen = _choice(game)
    return chosen.solve(game, limit, seed, on_event, options, chosen.reason(game))


def method_named(name: str) -> Method:
    """The method of a name."""
    for method in METHODS:
        if method.name == name:
            return method
    raise UnsupportedGameError(f"there is no method '{name}'; the methods are {', '.join(methods())}.")


def preferred_method(game: OpenGame) -> Method:
    """The method that ``solve`` chooses for a game."""
    return _choice(game)


def _fitting(game: OpenGame) -> list[Method]:
    """The methods that apply, the preferred first; the game is measured only where its size matters to several."""
    fitting = [method for method in METHODS if method.applies(game)]
    return sorted(fitting, key=lambda method: not method.ahead(game)) if len(fitting) > 1 else fitting


def _choice(game: OpenGame) -> Method:
    fitting = _fitting(game)
    if not fitting:
        known = "; ".join(f"{method.name}: {method.requires.words()}" for method in METHODS)
        raise UnsupportedGameError(
            f"no method solves {game} ({', '.join(game.traits.words())}). What the methods need: {known}."
        )
    return fitting[0]
