"""The public functions, with one door: whatever names a problem will do."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar, Unpack

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.all_methods import method_names, solve_problem
from dodona.domains.catalog import game
from dodona.extensive import evaluate
from dodona.flow import evaluate as flow_evaluate
from dodona.io import files
from dodona.model import check as checking
from dodona.model import matrix_game
from dodona.model.flow_game import FlowGame
from dodona.model.game import Game
from dodona.model.info import Info
from dodona.model.limit import Limit, LimitKeywords, OnEvent, limit_with
from dodona.model.matrix_game import MatrixGame
from dodona.model.problem import Problem, require_problem
from dodona.model.solution import Solution
from dodona.model.stored_tree import StoredTreeGame
from dodona.normal import dominance as dominance_of
from dodona.normal import equilibria as equilibria_of
from dodona.normal import pure_equilibria as pure_equilibria_of
from dodona.normal import security as security_of
from dodona.perfect import tables

P = ParamSpec("P")
T = TypeVar("T")

#: What can be solved, or names it: a game or another problem, a text, the path of a file, a stored tree, payoffs.
ProblemLike = Problem | str | os.PathLike[str] | _core.GameTree | Sequence[Any] | NDArray[Any]


def problem(thing: ProblemLike) -> Any:
    """The problem that something names.

    Parameters
    ----------
    thing
        A game or another problem, as it is; the text of a built-in game, such as ``"goofspiel(cards=4)"``; the path of
        an .efg or .nfg file; a stored tree; payoffs as nested lists or an array: a matrix for a zero-sum game, one
        matrix per player for others.

    Returns
    -------
    Problem
        What ``solve`` and the other functions take.

    Examples
    --------
    >>> import dodona
    >>> dodona.problem("kuhn")
    <Game kuhn>
    >>> dodona.problem([[3, -1], [-2, 4]])
    <Game matrix(a=[[3, -1], [-2, 4]])>
    >>> dodona.problem(dodona.game("kuhn").tree()).traits.perfect_information
    False
    """
    if isinstance(thing, os.PathLike) or (isinstance(thing, str) and _is_path(thing)):
        return files.read(Path(thing))
    if isinstance(thing, str):
        return game(thing)
    if isinstance(thing, _core.GameTree):
        return StoredTreeGame(thing)
    if isinstance(thing, np.ndarray | list | tuple):
        return _matrix(thing)
    return require_problem(thing)


def _is_path(text: str) -> bool:
    """Whether a text names a file rather than a built-in game."""
    return Path(text).suffix.lower() in files.SUFFIXES or ("/" in text and "(" not in text)


def _matrix(payoffs: Any) -> MatrixGame:
    """One matrix of a zero-sum game, or one array per player."""
    depth, inner = 0, payoffs
    while isinstance(inner, np.ndarray | list | tuple) and len(inner):
        depth, inner = depth + 1, inner[0]
    return MatrixGame(payoffs) if depth <= 2 else MatrixGame(*payoffs)


def _through_the_door(
    function: Callable[Concatenate[Any, P], T], of_flows: Callable[..., T] | None = None
) -> Callable[Concatenate[ProblemLike, P], T]:
    """The same function, whose first argument may be whatever names a problem; ``of_flows`` is for flow games."""
    first = next(iter(inspect.signature(function).parameters))
    taken = inspect.signature(of_flows).parameters if of_flows else {}

    @functools.wraps(function)
    def wrapped(*args: Any, **kwargs: Any) -> T:
        if args:
            args = (problem(args[0]), *args[1:])
        elif first in kwargs:
            kwargs[first] = problem(kwargs[first])
        if of_flows is not None and isinstance(args[0] if args else kwargs.get(first), FlowGame):
            return of_flows(*args, **{name: value for name, value in kwargs.items() if name in taken})
        return function(*args, **kwargs)

    return wrapped


def solve(
    problem: ProblemLike,
    method: str | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    on_event: OnEvent | None = None,
    **options: Any,
) -> Solution:
    """Solve a problem exactly, or within its limits, with proven bounds.

    Parameters
    ----------
    problem
        A game of any kind (built in, read from a file, written in Python, a matrix), or what names one: a text, a path,
        a stored tree, payoffs.
    method
        One of ``dodona.methods(problem)``; by default chosen from the problem's traits and size.
    limit
        When to stop early; that is a status of the solution, not an error.
    seed
        Seed of methods that draw random numbers.
    on_event
        Called with an ``Event`` whenever there is progress.
    options
        Limits by their names, such as ``time=10`` or ``memory="2G"``, and what the method has of its own, such as
        ``table="256M"`` or ``threads=2`` of the searches.

    Returns
    -------
    Solution
        Values, bounds, strategies and how they came about; ``solution.explain()`` says why this method.

    Examples
    --------
    >>> import dodona
    >>> solution = dodona.solve("kuhn")
    >>> print(f"{solution.value:.6f} {solution.status}")
    -0.055556 exact
    >>> solution.strategies[1]["K:b"]["call"]
    1.0
    >>> round(dodona.solve([[3, -1], [-2, 4]]).value, 9)
    1.0
    >>> dodona.solve("connect_four", "negascout", depth=4).status
    'limit'
    """
    limits = {name: options.pop(name) for name in LimitKeywords.__annotations__ if name in options}
    return solve_problem(_problem(problem), method, limit_with(limit, limits), seed, on_event, options)


def methods(problem: ProblemLike | None = None) -> list[str]:
    """Names of the methods that apply to a problem, the automatic choice first; of all methods without a problem.

    Parameters
    ----------
    problem
        A game of any kind, or what names one.

    Returns
    -------
    list[str]
        Names that :func:`solve` takes.

    Examples
    --------
    >>> import dodona
    >>> dodona.methods("kuhn")  # doctest: +ELLIPSIS
    ['sequence_form_lp', 'sequence_form_double_oracle', 'dob', 'dosa', 'doswp', 'cfr', ...]
    >>> dodona.methods("connect_four")[:2]
    ['negascout', 'alphabeta']
    """
    return method_names(None if problem is None else _problem(problem))


def info(problem: ProblemLike, limit: Limit | None = None, **limits: Unpack[LimitKeywords]) -> Info:
    """Sizes and traits of a game, counted by one walk that stores no tree.

    Parameters
    ----------
    problem
        A game with rules, or what names one.
    limit, limits
        When to give up, as in :func:`solve`; the count then ends in a ``SolverError``.

    Returns
    -------
    Info
        Nodes, information sets, sequences, depth and utilities.

    Examples
    --------
    >>> import dodona
    >>> dodona.info("kuhn").infosets
    (6, 6)
    """
    rules: Game = _problem(problem)
    return rules.info(limit, **limits)


_problem = problem  # where a parameter has that name

best_response = _through_the_door(evaluate.best_response, flow_evaluate.best_response)
check = _through_the_door(checking.check)
dominance = _through_the_door(dominance_of)
equilibria = _through_the_door(equilibria_of)
expected_value = _through_the_door(evaluate.expected_value, flow_evaluate.expected_value)
exploitability = _through_the_door(evaluate.exploitability, flow_evaluate.exploitability)
infoset_values = _through_the_door(evaluate.infoset_values)
matrix_of = _through_the_door(matrix_game.matrix_of)
pure_equilibria = _through_the_door(pure_equilibria_of)
security = _through_the_door(security_of)
transposition_table = _through_the_door(tables.transposition_table)
write = _through_the_door(files.write)
