"""Built-in games by name: typed factories, their text form, and the way back from text to game."""

from __future__ import annotations

import functools
import inspect
import weakref
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ParamSpec, Protocol, TypeVar, cast, get_args, overload

from dodona import _core
from dodona.domains.parameters import Parameter, citations_of, paragraphs_of, parameters_of
from dodona.domains.sources import SOURCES
from dodona.model import values
from dodona.model.contest import Contest
from dodona.model.errors import GameDefinitionError
from dodona.model.flow_game import FlowGame
from dodona.model.game import CoreGame, Game
from dodona.model.matrix_game import MatrixGame
from dodona.model.moves import labels_of
from dodona.model.problem import Problem
from dodona.model.text import Call, parse_text, value_text

P = ParamSpec("P")
L = TypeVar("L", bound=str)


@dataclass(frozen=True)
class Domain:
    """A family of games.

    Attributes
    ----------
    name
        What it is called.
    factory
        Makes its games; what there is to say about them is in its signature and its docstring.
    signature
        The factory's signature.
    shows
        The parameters that its text always shows.
    example
        The text of a game that is good to look at.
    """

    name: str
    factory: Callable[..., Problem]
    signature: inspect.Signature
    shows: tuple[str, ...]
    example: str

    @property
    def summary(self) -> str:
        """The first line of the factory's description."""
        return (inspect.getdoc(self.factory) or "").split("\n")[0]

    @property
    def rules(self) -> str:
        """How it is played, in a few sentences."""
        return " ".join(paragraphs_of(self.factory)[1:])

    @cached_property
    def parameters(self) -> tuple[Parameter, ...]:
        """Its parameters, in order."""
        return parameters_of(self.factory)

    @property
    def sources(self) -> dict[str, str]:
        """The papers that it comes from, by key."""
        return {key: SOURCES[key] for key in citations_of(self.factory)}

    def usage(self) -> str:
        """The name with its parameters and their defaults."""
        parts = [
            name if p.default is p.empty else f"{name}={value_text(p.default)}"
            for name, p in self.signature.parameters.items()
        ]
        return f"{self.name}({', '.join(parts)})" if parts else self.name

    def text(self, arguments: dict[str, Any]) -> str:
        """The canonical text: required parameters, those always shown, and those that differ from their default."""
        parts = [
            f"{name}={value_text(value)}"
            for name, value in arguments.items()
            if name in self.shows or value != self.signature.parameters[name].default
        ]
        return f"{self.name}({', '.join(parts)})" if parts else self.name

    def build(self, positional: Sequence[Any], named: dict[str, Any]) -> Problem:
        """Make the game from arguments of unknown origin."""
        known = list(self.signature.parameters)
        for name in named:
            if name not in known:
                hint = values.nearest(name, known)
                raise GameDefinitionError(f"{self.name} has no parameter '{name}'{hint} It takes {self.usage()}.")
        try:
            self.signature.bind(*positional, **named)
        except TypeError as error:
            raise GameDefinitionError(f"{self.name}: {error}; it takes {self.usage()}.") from None
        return self.factory(*positional, **named)


_CATALOG: dict[str, Domain] = {}
#: What other tools call some of the games.
ALIASES = {
    "kuhn_poker": "kuhn",
    "leduc_poker": "leduc",
    "leduc_holdem": "leduc",
    "phantom_ttt": "phantom_tic_tac_toe",
    "tictactoe": "tic_tac_toe",
    "connect4": "connect_four",
}
#: The rules in use, by canonical text: equal games have the same, so that positions and tables fit all of them.
_RULES: weakref.WeakValueDictionary[str, _core.GameHandle] = weakref.WeakValueDictionary()


class BuiltInGame(CoreGame):
    """A game of the catalog, which is copied and pickled as its text."""

    def __init__(self, text: str, handle: _core.GameHandle, identity: Hashable) -> None:
        super().__init__(text, handle, identity)
        sums = {sum(outcome) for outcome in handle.outcomes()}
        if len(sums) == 1:
            self.constant_sum = sums.pop()

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.text,)


class BuiltInFlowGame(FlowGame):
    """A flow game of the catalog, which is copied and pickled as its text."""

    def __reduce__(self) -> tuple[Any, ...]:
        return game, (self.text,)


class _Entry(Protocol):
    """Makes of a factory of rules, matrices, flow games or contests one that is in the catalog."""

    @overload
    def __call__(self, rules: Callable[P, Contest]) -> Callable[P, Contest]: ...
    @overload
    def __call__(self, rules: Callable[P, FlowGame]) -> Callable[P, FlowGame]: ...
    @overload
    def __call__(self, rules: Callable[P, _core.GameHandle | MatrixGame]) -> Callable[P, Game]: ...


def domain(
    *, shows: tuple[str, ...] = (), spells: dict[str, Callable[[Any], Any]] | None = None, example: str = ""
) -> _Entry:
    """Enter a factory into the catalog under its own name.

    It returns the core's rules, a matrix or flow game, or a contest of several games.

    ``spells`` turns values of a parameter that text cannot hold into ones it can. What annotations say is checked
    before the factory sees the values. ``example`` is the text of a game that is good to look at, by default the name.
    """

    def enter(rules: Callable[..., Any]) -> Callable[..., Any]:
        signature = inspect.signature(rules)

        @functools.wraps(rules)
        def factory(*args: Any, **kwargs: Any) -> Problem:
            bound = signature.bind(*args, **kwargs)
            bound.apply_defaults()
            for name, spell in (spells or {}).items():
                bound.arguments[name] = spell(bound.arguments[name])
            for parameter in entry.parameters:
                bound.arguments[parameter.name] = parameter.checked(entry.name, bound.arguments[parameter.name])
            made = rules(*bound.args, **bound.kwargs)
            text = entry.text(bound.arguments)
            if isinstance(made, FlowGame):
                return made._named(text, BuiltInFlowGame)
            if isinstance(made, MatrixGame | Contest):
                return made._named(text)
            return BuiltInGame(text, _RULES.setdefault(text, made), text)

        entry = _CATALOG[rules.__name__] = Domain(rules.__name__, factory, signature, shows, example or rules.__name__)
        return factory

    return cast(_Entry, enter)


def catalog() -> dict[str, Domain]:
    """All built-in families of games, by name.

    Returns
    -------
    dict[str, Domain]
        Each with its factory, its parameters and a summary.

    Examples
    --------
    >>> import dodona
    >>> dodona.catalog()["goofspiel"].usage().startswith("goofspiel(cards")
    True
    """
    return dict(sorted(_CATALOG.items()))


def game(text: str, **parameters: Any) -> Game:
    """A built-in game from its text form, such as ``"goofspiel(cards=4, order=descending)"``.

    Parameters may also be given as keywords: ``dodona.game("goofspiel", cards=4)``. A text may go on with views:
    ``.after(...)``, ``.serialized(first=0)``, ``.extensive()``.

    Parameters
    ----------
    text
        The name of a game, with parameters in parentheses where they are not given beside it.
    parameters
        Parameters of the game by their names; ``dodona.catalog()`` and ``dodona list`` tell them.

    Returns
    -------
    Game
        The game; equal texts give equal games.

    Examples
    --------
    >>> import dodona
    >>> dodona.game("goofspiel", cards=4, utility="points")
    <Game goofspiel(cards=4, order=descending, utility=points)>
    >>> dodona.game("kuhn.after(K, Q)").root().actions()
    ['bet', 'check']
    """
    first, *views = parse_text(text)
    family = domain_named(first.name)
    name = family.name
    twice = first.named.keys() & parameters.keys()
    if twice:
        raise GameDefinitionError(f"{name}: {', '.join(sorted(twice))} is given twice, in the text and beside it.")
    made: Any = family.build(first.positional, first.named | parameters)
    for view in views:
        made = _apply(made, view)
    return cast(Game, made)  # a flow game is none, and has no views


def domain_named(name: str) -> Domain:
    """The family of a name, which may be another tool's; an unknown one is named with the nearest known."""
    name = ALIASES.get(name, name)
    if name not in _CATALOG:
        hint, known = values.nearest(name, _CATALOG), ", ".join(sorted(_CATALOG))
        raise GameDefinitionError(f"there is no game '{name}'{hint} The games are {known}.")
    return _CATALOG[name]


def _apply(base: Problem, view: Call) -> Game:
    if isinstance(base, FlowGame) and view == Call("extensive", (), {}):
        return base.extensive()
    if not isinstance(base, Game):
        raise GameDefinitionError(f"{base} has no positions, and so no view '.{view.name}'.")
    if view.name == "after" and not view.named:
        return base.after(*map(labels_of, view.positional))
    if view.name == "extensive" and not view.named and not view.positional:
        return base.extensive()
    if view.name == "serialized" and set(view.named) <= {"first"} and not view.positional:
        first = view.named.get("first", 0)
        if first not in (0, 1):
            raise GameDefinitionError(f"serialized: first is a player, 0 or 1, not {value_text(first)}.")
        return base.serialized(first)
    raise GameDefinitionError(
        f"'.{view.name}' with these arguments is no view of a game; the views are .after(move, ...), .extensive() and "
        ".serialized(first=0)."
    )


def whole(name: str, value: int, low: int, high: int) -> int:
    """A whole number within a range, or an error that says so."""
    return values.whole(name, value, low, high, GameDefinitionError, value_text)


def one_of(name: str, value: L, options: Any) -> L:
    """One of the names of a ``Literal`` type, or an error that lists them."""
    return values.one_of(name, value, get_args(options), GameDefinitionError, value_text)


__all__ = ["Domain", "catalog", "domain", "domain_named", "game", "one_of", "whole"]
