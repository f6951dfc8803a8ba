"""Parameters of built-in games, each declared once, where the factory takes it.

The annotation says what is allowed: a whole number within a range (``Annotated[int, Whole(1, 20)]``), a number within
one (``Annotated[float, Number(0, 1)]``), the words of a ``Literal``, ``bool``; the docstring's ``Parameters`` section
says what it means. Checks, the sentence about a wrong value and ``dodona list NAME`` follow from these. Of any other
annotation the factory checks the value itself; a text in ``Annotated`` then says what is allowed.
"""

from __future__ import annotations

import inspect
import re
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from dodona.model import values
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text


@dataclass(frozen=True)
class Whole:
    """The range of a whole number, for the annotation of a parameter."""

    least: int
    most: int


@dataclass(frozen=True)
class Number:
    """The range of a number, for the annotation of a parameter; without bounds any finite number will do."""

    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class Parameter:
    """A parameter of a factory, as it was declared.

    Attributes
    ----------
    name
        What it is called.
    annotation
        What it may be.
    default
        Its value where none is given; ``inspect.Parameter.empty`` where one must be.
    meaning
        What it does, from the docstring.
    """

    name: str
    annotation: Any
    default: Any
    meaning: str

    @property
    def default_text(self) -> str:
        """Its default as text; empty where there is none."""
        return "" if self.default is inspect.Parameter.empty else value_text(self.default)

    def allowed(self) -> str:
        """What it may be, in words."""
        words = list(dict.fromkeys(word for kind in _kinds(self.annotation) for word in _words(kind)))
        return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))

    def checked(self, domain: str, value: Any) -> Any:
        """The value if it is allowed, as far as the annotation can tell; else an error that says what is."""
        kinds = _kinds(self.annotation)
        name, kind = f"{domain}: {self.name}", kinds[0]
        if len(kinds) > 1 or (value is None and self.default is None):
            return value
        if get_origin(kind) is Literal:
            return values.one_of(name, value, get_args(kind), GameDefinitionError, value_text)
        if kind is bool and not isinstance(value, bool):
            raise GameDefinitionError(f"{name} must be true or false, not {value_text(value)}.")
        limits = _note(kind)
        if isinstance(limits, Whole):
            return values.whole(name, value, limits.least, limits.most, GameDefinitionError, value_text)
        if isinstance(limits, Number):
            return values.real(name, value, limits.least, limits.most, GameDefinitionError, value_text)
        return value


def parameters_of(factory: Callable[..., Any]) -> tuple[Parameter, ...]:
    """The parameters of a factory, in order."""
    hints = get_type_hints(factory, include_extras=True)
    meanings = _meanings(factory)
    signature = inspect.signature(factory).parameters
    return tuple(Parameter(name, hints[name], own.default, meanings.get(name, "")) for name, own in signature.items())


def paragraphs_of(factory: Callable[..., Any]) -> list[str]:
    """The docstring above its sections, a paragraph in a line: first the summary, then the rules."""
    return [" ".join(part.split()) for part in _sections(factory)[0].split("\n\n") if part.strip()]


def citations_of(factory: Callable[..., Any]) -> list[str]:
    """The keys of the references that a docstring cites, in order."""
    return list(dict.fromkeys(re.findall(r"\[(\w+)\]_", inspect.getdoc(factory) or "")))


def _sections(factory: Callable[..., Any]) -> tuple[str, str]:
    """What stands above the parameters, and the parameters."""
    above, _, below = (inspect.getdoc(factory) or "").partition("\nParameters\n----------\n")
    return above, below


def _meanings(factory: Callable[..., Any]) -> dict[str, str]:
    meanings: dict[str, list[str]] = {}
    name = ""
    for line in _sections(factory)[1].splitlines():
        if line and not line.startswith(" "):
            name = line.strip()
        elif name and line.strip():
            meanings.setdefault(name, []).append(line.strip())
    return {name: " ".join(lines) for name, lines in meanings.items()}


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """What a parameter may be, besides None."""
    several = get_origin(annotation) in (Union, types.UnionType)
    return tuple(kind for kind in (get_args(annotation) if several else (annotation,)) if kind is not type(None))


def _note(kind: Any) -> Any:
    return kind.__metadata__[0] if get_origin(kind) is Annotated else None


def _words(kind: Any) -> tuple[str, ...]:
    note = _note(kind)
    if isinstance(note, str):
        return (note,)
    if isinstance(note, Whole):
        return (f"a whole number {values.span(note.least, None if note.most >= 2**62 else note.most)}",)
    if isinstance(note, Number):
        return (f"a number {values.span(note.least, note.most)}".rstrip(),)
    if get_origin(kind) is Literal:
        return get_args(kind)
    return ({bool: "true or false", int: "a whole number"}.get(kind, str(kind)),)
