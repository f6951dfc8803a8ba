"""The one place where all rooms meet: every method by name, and the choice among them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from dodona import _core
from dodona.extensive.double_oracle import OPTIONS as ORACLE_OPTIONS
from dodona.extensive.double_oracle import REQUIRES as ORACLE
from dodona.extensive.double_oracle import preset as oracle_preset
from dodona.extensive.double_oracle import sequence_form_double_oracle
from dodona.extensive.sequence_form import REQUIRES as SEQUENCE_FORM
from dodona.extensive.sequence_form import sequence_form_lp
from dodona.model.errors import DodonaError, GameDefinitionError, UnsupportedGameError
from dodona.model.game import Game, require_game
from dodona.model.limit import Limit, OnEvent, require_limit
from dodona.model.requires import Requires
from dodona.model.solution import Solution
from dodona.normal.matrix_lp import matrix_lp
from dodona.normal.matrix_simplex import REQUIRES as MATRIX
from dodona.normal.matrix_simplex import matrix_simplex
from dodona.perfect.backward_induction import REQUIRES as INDUCTION
from dodona.perfect.backward_induction import backward_induction
from dodona.perfect.search import PRESETS
from dodona.perfect.search import REQUIRES as SEARCH
from dodona.perfect.search import method as search_method
from dodona.simultaneous.stages import OPTIONS as STAGE_OPTIONS
from dodona.simultaneous.stages import REQUIRES as STAGES
from dodona.simultaneous.stages import stage_method

#: Above this many cells HiGHS's sparse simplex beats the dense tableau.
DENSE_CELLS = 40_000


#: Trees up to this many nodes are stored and solved whole, with strategies for every position; larger ones are
#: searched. Rules in Python are slower by two orders of magnitude.
STORED_NODES = 1_000_000
STORED_NODES_PYTHON = 50_000
#: Seconds to find out, and at most this share of a limited time.
MEASURING = 2.0
MEASURING_SHARE = 0.1

#: ``solver(game, limit=..., seed=..., on_event=..., **options)``
Solver = Callable[..., Solution]


@dataclass(frozen=True)
class Method:
    """A solver under its name, with what it requires and why one would choose it."""

    name: str
    solver: Solver
    requires: Requires
    room: str
    summary: str
    options: tuple[str, ...] = ()


def _search(name: str, summary: str) -> Method:
    return Method(name, search_method(name), SEARCH, "perfect", summary, PRESETS[name].options)


def _oracle(name: str, summary: str) -> Method:
    return Method(name, oracle_preset(name), ORACLE, "extensive", summary, ORACLE_OPTIONS)


def _stages(name: str, summary: str) -> Method:
    return Method(name, stage_method(name), STAGES, "simultaneous", summary, STAGE_OPTIONS)


#: In order of preference: the first that applies to a game is the automatic choice.
METHODS: tuple[Method, ...] = (
    Method(
        "matrix_simplex",
        matrix_simplex,
        MATRIX,
        "normal",
        "a dense simplex tableau solves a constant-sum matrix directly",
    ),
    Method(
        "matrix_lp",
        matrix_lp,
        MATRIX,
        "normal",
        "one linear program through HiGHS solves a constant-sum matrix of any size",
    ),
    Method(
        "backward_induction",
        backward_induction,
        INDUCTION,
        "perfect",
        "perfect information is solved from the leaves up in one pass, for any number of players",
    ),
    _stages("stage_search", "double oracle in every stage, with a table of exact positions and their mirror images"),
    _stages("stage_backward_induction", "every stage as a whole matrix, from the last ones up"),
    _stages("backward_induction_alphabeta", "backward induction that skips subgames whose serialized bounds meet"),
    _stages("smab", "cell by cell, without actions that others dominate"),
    _stages("double_oracle", "stages solved on restricted matrices that grow by best responses"),
    _stages("double_oracle_alphabeta", "double oracle with serialized bounds on every subgame"),
    _stages("double_oracle_sorted_alphabeta", "the same, trying the most promising responses first"),
    _stages("cached_double_oracle_alphabeta", "double oracle with bounds, a global table and tightened windows"),
    _stages("cached_double_oracle_sorted_alphabeta", "the same, trying the most promising responses first"),
    _search("negascout", "alpha-beta that first asks of younger moves only whether they are better, with a table"),
    _search("alphabeta", "depth-first search that skips what cannot change the value"),
    _search("negamax", "alpha-beta written from the mover's side"),
    _search("mtdf", "a sequence of yes-or-no searches on one table, from a first guess"),
    _search("aspiration", "alpha-beta with a window around a guess, searched again where the value lies outside"),
    _search("scout", "the first move is evaluated, the others only tested"),
    _search("sss_star", "best-first from above, as tests on one table"),
    _search("dual_star", "best-first from below, as tests on one table"),
    _search("star1", "alpha-beta through chance nodes by the bounds of the utilities"),
    _search("star2", "star1 after probing one move behind every outcome"),
    _search("minimax", "every line to its end, without pruning"),
    _search("expectiminimax", "minimax with the mean at chance nodes"),
    Method(
        "sequence_form_lp",
        sequence_form_lp,
        SEQUENCE_FORM,
        "extensive",
        "one sparse linear program over sequences solves two-player constant-sum games with perfect recall",
    ),
    Method(
        "sequence_form_double_oracle",
        sequence_form_double_oracle,
        ORACLE,
        "extensive",
        "a restricted game grows by best responses in the full game, which is never stored",
        ("policy", *ORACLE_OPTIONS),
    ),
    _oracle("dob", "double oracle that responds for both players in every iteration"),
    _oracle("dosa", "double oracle that responds for one player and then for the other"),
    _oracle("doswp", "double oracle that responds for the player whose bound is worse"),
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
    if game is None:
        return [method.name for method in METHODS]
    require_game(game)
    return _fitting(game, MEASURING)


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
    require_game(game)
    limit = Limit() if limit is None else require_limit(limit)
    if method is None:
        chosen = _by_name(_automatic(game, limit))
        traits = ", ".join(game.traits.words())
        size = ""
        if chosen.name == "sequence_form_double_oracle":
            size = f", its tree has more than {_stored_nodes(game):,} nodes or takes seconds to count"
        reason = f"chosen because the game has {traits}{size}, and {chosen.summary}."
    else:
        chosen = _by_name(method)
        reason = "it was asked for."
    for option in options:
        if option not in chosen.options:
            raise DodonaError(
                f"{chosen.name} has no option '{option}'; its options are {', '.join(chosen.options) or 'none'}."
            )
    solution = chosen.solver(game, limit=limit, seed=seed, on_event=on_event, **options)
    return replace(solution, provenance=replace(solution.provenance, reason=reason))


def _fitting(game: Game, seconds: float) -> list[str]:
    """The methods that apply, ordered by a size that is measured within a time."""
    fitting = [method.name for method in METHODS if not method.requires.missing(game)]
    if fitting[:2] == ["matrix_simplex", "matrix_lp"] and _cells(game) > DENSE_CELLS:
        fitting[:2] = ["matrix_lp", "matrix_simplex"]
    if fitting[:2] == ["backward_induction", "negascout"] and not _is_stored(game, seconds):
        fitting = [*fitting[1:-1], "backward_induction", fitting[-1]]
    if fitting[:2] == ["sequence_form_lp", "sequence_form_double_oracle"] and not _is_stored(game, seconds):
        fitting[:2] = ["sequence_form_double_oracle", "sequence_form_lp"]
    return fitting


def _automatic(game: Game, limit: Limit) -> str:
    share = math.inf if limit.time is None else MEASURING_SHARE * limit.time
    fitting = _fitting(game, min(MEASURING, share))
    if not fitting:
        known = "; ".join(f"{method.name}: {method.requires.words()}" for method in METHODS)
        raise UnsupportedGameError(
            f"no method solves {game} ({', '.join(game.traits.words())}). What the methods need: {known}."
        )
    return fitting[0]


def _by_name(name: str) -> Method:
    for method in METHODS:
        if method.name == name:
            return method
    known = ", ".join(methods())
    raise UnsupportedGameError(f"there is no method '{name}'; the methods are {known}.")


def _is_stored(game: Game, seconds: float) -> bool:
    """Whether the tree is small enough to be stored; a game that breaks its contract is left to the solver."""
    try:
        game.handle.count(_core.Budget(seconds=seconds, nodes=_stored_nodes(game), depth=game.max_length))
    except _core.LimitReached:
        return False
    except GameDefinitionError:
        return True
    return True


def _stored_nodes(game: Game) -> int:
    return STORED_NODES_PYTHON if game.handle.untrusted else STORED_NODES


def _cells(game: Game) -> int:
    root = game.root()
    return len(root.actions(0)) * len(root.actions(1))
