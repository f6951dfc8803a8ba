"""Functions and values that a user gives: asked, and told about in errors that say where."""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable
from typing import Any

from dodona.model.errors import GameDefinitionError
from dodona.model.values import is_number

#: How values of unknown size are shown in errors.
_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 60


def asked(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function answers; what it raises becomes an error that says where."""
    try:
        return function(*arguments)
    except GameDefinitionError:
        raise
    except Exception as error:
        what = f"{type(error).__name__}: {error}"
        raise GameDefinitionError(f"{call_text(name, *arguments)} raised {what}") from error


def finite(value: object) -> float | None:
    """A value as a finite number; None where it is none."""
    try:
        number = float(value) if is_number(value) else math.nan
    except (OverflowError, TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


def required_function(name: str, thing: Any) -> Any:
    """A function, or an error that says what was given instead."""
    if not callable(thing):
        raise GameDefinitionError(f"{name} must be a function, not {short(thing)}.")
    return thing


def required_pair(name: str, things: Any) -> tuple[Any, Any]:
    """One thing per player, or an error that says what was given instead."""
    if not isinstance(things, tuple | list) or len(things) != 2:
        raise GameDefinitionError(f"{name} must be a pair, with an entry for each player, not {short(things)}.")
    return things[0], things[1]


def short(thing: Any) -> str:
    """A value as text, cut short where that is long."""
    return _SHORT.repr(thing)


def call_text(name: str, *arguments: Any) -> str:
    """A call as one writes it, cut short where its arguments are long."""
    return f"{name}({', '.join(map(short, arguments))})"
