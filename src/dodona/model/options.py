"""Options of methods, each declared once: a field of a dataclass, from which names, checks and documentation come.

The annotation of a field says what is allowed: ``bool``, the words of a ``Literal`` or a tuple of them, ``int`` or
``float`` within a range, any other type; with ``| None`` where the method decides unless told otherwise. :func:`option`
says the rest.
"""

from __future__ import annotations

import math
import types
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from dodona.model.errors import DodonaError
from dodona.model.values import byte_size, is_byte_size, is_number, is_whole, span

T = TypeVar("T")

#: More threads than this are a mistake.
MOST_THREADS = 256


def option(
    default: T,
    meaning: str,
    *,
    part: str = "",
    noun: str = "",
    beside: str = "",
    least: float | None = None,
    most: float | None = None,
    above: float | None = None,
    is_size: bool = False,
) -> T:
    """A field of a dataclass of options.

    Parameters
    ----------
    meaning
        What it does, for a table in the documentation.
    part
        Methods that share a dataclass have the options of the parts that they name, and those of no part.
    noun, beside
        What its value is, and what it may be instead, where the annotation does not say it well enough.
    least, most, above
        The range of a number: from, to, and more than.
    is_size
        Whether it is a number of bytes, which may be written as "500M".
    """
    words = {"meaning": meaning, "part": part, "noun": "a number of bytes" if is_size else noun, "beside": beside}
    limits = {"least": 0 if is_size else least, "most": most, "above": above, "is_size": is_size}
    return field(default=default, metadata={**words, **limits})


@dataclass(frozen=True)
class Option:
    """An option as it was declared: :func:`option` tells what the fields mean."""

    name: str
    default: Any
    annotation: Any
    meaning: str
    part: str
    noun: str
    beside: str
    least: float | None
    most: float | None
    above: float | None
    is_size: bool

    def read(self, value: Any) -> Any:
        """A value as the method takes it: sizes may be texts such as "500M"."""
        return byte_size(value) if self.is_size and isinstance(value, str) and is_byte_size(value) else value

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it may be, or that it may be a tuple of."""
        return tuple(word for kind in self._kinds for word in _words(kind))

    @property
    def is_list(self) -> bool:
        """Whether it is a tuple of words."""
        return any(get_origin(kind) is tuple for kind in self._kinds)

    def usage(self) -> str:
        """Its name, with its default if it has one, as ``--set`` takes it."""
        if self.default is None:
            return self.name
        default = ",".join(self.default) if isinstance(self.default, tuple) else str(self.default)
        return f"{self.name}={default.lower() if isinstance(self.default, bool) else default}"

    def allowed(self) -> str:
        """What it may be, in words."""
        return self._noun() + (f", or {self.beside}" if self.beside else "")

    def check(self, value: object) -> None:
        """Refuse what is not allowed."""
        if any(self._is(kind, value) for kind in self._kinds):
            return
        if self.is_list and isinstance(value, tuple | list) and all(isinstance(part, str) for part in value):
            wrong = next(part for part in value if part not in self.words)
            refuse(self.name, one_of_words(self.words), wrong)
        refuse(self.name, self.allowed(), value)

    @cached_property
    def _kinds(self) -> tuple[Any, ...]:
        several = get_origin(self.annotation) in (Union, types.UnionType)
        return get_args(self.annotation) if several else (self.annotation,)

    def _noun(self) -> str:
        if bool in self._kinds:
            return "True or False"
        if self.words and not self.noun:
            return f"a tuple of names out of {', '.join(self.words)}" if self.is_list else one_of_words(self.words)
        limits = span(self.least, self.most)
        if self.above is not None:
            limits = f"above {self.above:g}"
        noun = self.noun or ("a whole number" if int in self._kinds else "a finite number")
        return f"{noun} {limits}".strip()

    def _is(self, kind: Any, value: object) -> bool:
        """Whether a value is of one of the kinds that the annotation names."""
        if kind is Any:
            return True
        if get_origin(kind) is Literal:
            return isinstance(value, str) and value in get_args(kind)
        if get_origin(kind) is tuple:
            return isinstance(value, tuple | list) and all(part in self.words for part in value)
        if kind is int:
            return is_whole(value, self.least, self.most)
        if kind is float:
            above = -math.inf if self.above is None else self.above
            return is_number(value, self.least, self.most) and above < value < math.inf
        return isinstance(value, get_origin(kind) or kind) and (kind is str or not isinstance(value, str))


def _words(kind: Any) -> tuple[str, ...]:
    if get_origin(kind) is Literal:
        return get_args(kind)
    return _words(get_args(kind)[0]) if get_origin(kind) is tuple else ()


@dataclass(frozen=True)
class Options:
    """Base of the dataclasses of options: whoever makes one has its values checked."""

    def __post_init__(self) -> None:
        for own in options_of(type(self)):
            value = getattr(self, own.name)
            if value is not own.default:  # which the annotation allows
                own.check(value)


def options_of(kind: Any, parts: tuple[str, ...] | None = None) -> tuple[Option, ...]:
    """The options that a dataclass declares; with parts only those of no part and of these."""
    return tuple(own for own in _declared(kind) if parts is None or own.part in ("", *parts))


@cache
def _declared(kind: Any) -> tuple[Option, ...]:
    hints = get_type_hints(kind)
    return tuple(Option(own.name, own.default, hints[own.name], **own.metadata) for own in fields(kind))


#: Of a method that has none.
NO_OPTIONS = Options()


def one_of_words(known: tuple[str, ...]) -> str:
    """What is allowed where some words are."""
    return f"one of {', '.join(known)}"


def refuse(name: str, allowed: str, value: object) -> NoReturn:
    """Say what an option may be, and that this is something else."""
    raise DodonaError(f"{name} is {allowed}, not {value!r}.")


def thread_count(threads: object) -> int:
    """A number of threads, or an error."""
    if not is_whole(threads, 1, MOST_THREADS):
        refuse("threads", f"a whole number {span(1, MOST_THREADS)}", threads)
    return int(threads)


def shown(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as they go into a file."""
    plain = (int, float, str, bool, type(None))
    return {
        name: value
        if isinstance(value, plain)
        else [str(part) for part in value]
        if isinstance(value, tuple | list)
        else type(value).__name__
        for name, value in options.items()
    }
