"""The text form of games: a Python expression such as ``goofspiel(cards=4, order=descending).after((1, 3))``.

Players are named by texts of the same form, such as ``negascout(time=0.1)``.
Words stand for themselves, ``true``, ``false`` and ``none`` for Python's own; a text that is no word is quoted.
"""

from __future__ import annotations

import ast
import json
import keyword
import re
from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from typing import Any, NoReturn

from dodona.model.errors import GameDefinitionError

#: Longer texts are refused: they would take Python's parser seconds and gigabytes.
MAX_LENGTH = 250_000
MAX_DEPTH = 10
MAX_DIGITS = 1000

_WORDS = {"true": True, "false": False, "none": None}
_BARE = re.compile(r"0|-?[1-9][0-9]{0,30}|[A-Za-z_][A-Za-z0-9_]{0,99}")
_ESCAPE = r"""\\(?:["'\\abfnrtv]|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})"""
#: What gives a text its structure. A quote alone, or glued to a word, begins no quoted text.
_MARK = re.compile(
    rf"""(?<!\w)"(?:[^"\\\r\n]|{_ESCAPE})*"|(?<!\w)'(?:[^'\\\r\n]|{_ESCAPE})*'|[()\[\]{{}}"'#\x00]""", re.ASCII
)
_CLOSING = {"(": ")", "[": "]"}
_VALUE = "a value (a word, a number, a list, or any text in quotes)"
_NUMBER = f"a number of at most {MAX_DIGITS} digits"
_END = "the end, or a view such as .after(...)"


@dataclass(frozen=True)
class Call:
    """One name with its arguments."""

    name: str
    positional: tuple[Any, ...]
    named: dict[str, Any]


def parse_text(text: str, noun: str = "game", example: str = "goofspiel(cards=4)") -> list[Call]:
    """Read the text of a game, or of what else the noun says, into a chain of calls.

    Examples
    --------
    >>> parse_text('nim(heaps=[1, 2]).after("2x1")')  # doctest: +NORMALIZE_WHITESPACE
    [Call(name='nim', positional=(), named={'heaps': [1, 2]}),
     Call(name='after', positional=('2x1',), named={})]
    """
    if not isinstance(text, str):
        raise GameDefinitionError(f"a {noun}'s text is something like {example}, not {text!r}.")
    if not text.strip():
        raise GameDefinitionError(f"a {noun}'s text is empty; write for example {example}.")
    if len(text) > MAX_LENGTH:
        raise GameDefinitionError(f"a {noun}'s text has at most {MAX_LENGTH:,} characters, not {len(text):,}.")
    return _Reader(text, noun).chain()


def value_text(value: Any) -> str:
    """A parameter's value as the text form writes it."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    if hasattr(value, "tolist"):
        return value_text(value.tolist())
    if isinstance(value, Real) and not isinstance(value, int):
        short = f"{float(value):.15g}"
        return short if float(short) == value else f"{float(value):.17g}"
    if isinstance(value, str):
        return value if _is_word(value) and not value.lstrip("-").isdigit() else json.dumps(value, ensure_ascii=False)
    return str(value)


def label_text(label: str) -> str:
    """A label as the text form writes it: in quotes, unless it is a word of Python or a whole number."""
    return label if _is_word(label) else json.dumps(label, ensure_ascii=False)


def _is_word(text: str) -> bool:
    return _BARE.fullmatch(text) is not None and text not in _WORDS and not keyword.iskeyword(text)


class _Reader:
    """Reads one text; every error says where it stands.

    Brackets and quotes are looked at first: what Python's parser then sees is short, shallow and closed, so that it
    can neither run out of stack nor blame the wrong place.
    """

    def __init__(self, text: str, noun: str) -> None:
        self.text = text
        self.noun = noun

    def chain(self) -> list[Call]:
        self.require_closed()
        node = self.parse()
        calls: list[Call] = []
        while not isinstance(node, ast.Name):
            call, node = (node, node.func) if isinstance(node, ast.Call) else (None, node)
            if not isinstance(node, ast.Attribute | ast.Name):
                self.fail("a name", node)
            if isinstance(node, ast.Name):
                return [self.call(node.id, call), *reversed(calls)]
            calls.append(self.call(node.attr, call))
            node = node.value
        return [Call(node.id, (), {}), *reversed(calls)]

    def require_closed(self) -> None:
        """Refuse quotes and brackets that do not close, and lists that are too deep."""
        try:
            self.text.encode()
        except UnicodeEncodeError as error:
            self.fail("text", error.start)
        opened: list[str] = []
        for mark in _MARK.finditer(self.text):
            found = mark.group()
            if found in _CLOSING:
                opened.append(found)
                if len(opened) > MAX_DEPTH + 1:  # the brackets of a call are not a list
                    self.fail("lists no deeper than ten levels", mark.start())
            elif found in ")]" and opened and found == _CLOSING[opened[-1]]:
                opened.pop()
            elif len(found) == 1:
                self.fail(self.expectation(mark.start()), mark.start())
        if opened:
            self.fail(self.expectation(len(self.text)), len(self.text))

    def parse(self) -> ast.expr:
        # On one line and in brackets, where blanks mean nothing; no quoted text has a line's end.
        source = "(" + re.sub(r"[\r\n\f]", " ", self.text) + ")"
        try:
            return ast.parse(source, mode="eval").body
        except SyntaxError as error:
            at = min(max((error.offset or 1) - 2, 0), len(self.text))
            if "follows keyword" in error.msg:
                self.fail("parameter=value", at)
            if number := re.search(rf"\d{{{MAX_DIGITS + 1}}}", self.text) if "digits" in error.msg else None:
                self.fail(_NUMBER, number.start())
            self.fail("',' between values" if "comma" in error.msg else self.expectation(at), at)
        except (MemoryError, RecursionError):
            raise GameDefinitionError(f"the {self.noun}'s text '{self.text[:100]}...' is too deeply nested.") from None

    def call(self, name: str, node: ast.Call | None) -> Call:
        if node is None:
            return Call(name, (), {})
        named: dict[str, Any] = {}
        for argument in node.keywords:
            if argument.arg is None:
                self.fail("parameter=value", argument)
            if argument.arg in named:
                self.fail(f"each parameter once, and {argument.arg} is there twice", argument)
            named[argument.arg] = self.value(argument.value)
        return Call(name, tuple(map(self.value, node.args)), named)

    def value(self, node: ast.expr) -> Any:
        if isinstance(node, ast.Name):
            return _WORDS.get(node.id, self.text[slice(*self.span(node))])
        if isinstance(node, ast.List):
            return [self.value(item) for item in node.elts]
        if isinstance(node, ast.Tuple):
            return tuple(self.value(item) for item in node.elts)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            number = self.constant(node.operand)
            if type(number) in (int, float):
                return -number if isinstance(node.op, ast.USub) else number
            self.fail(_VALUE, node)
        return self.constant(node)

    def constant(self, node: ast.expr) -> Any:
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str | int | float | None):
            self.fail(_VALUE, node)
        first, end = self.span(node)
        if isinstance(node.value, int | float) and end - first > MAX_DIGITS:
            self.fail(_NUMBER, node)
        return node.value

    def span(self, node: ast.expr | ast.keyword) -> tuple[int, int]:
        """Where a node begins and ends in the text; Python counts bytes, and a bracket was put before the first."""
        first, end = node.col_offset - 1, (node.end_col_offset or 0) - 1
        return (first, end) if self.text.isascii() else (self.places[first], self.places[end])

    @cached_property
    def places(self) -> list[int]:
        """The character that each byte of the text belongs to."""
        return [at for at, character in enumerate(self.text + " ") for _ in character.encode()]

    def expectation(self, at: int) -> str:
        """What should stand at a place, by what stands before it."""
        before = self.text[:at].rstrip()
        opened: list[str] = []
        for mark in _MARK.finditer(before):
            if mark.group() in _CLOSING:
                opened.append(mark.group())
            elif mark.group() in (")", "]") and opened:
                opened.pop()
        if not opened:
            end = _END if self.noun == "game" else "the end"
            return "a name" if before[-1:] in ("", ".") else end
        return _VALUE if before[-1] in "([,=" else f"',' or '{_CLOSING[opened[-1]]}'"

    def fail(self, expected: str, where: int | ast.expr | ast.keyword) -> NoReturn:
        at = where if isinstance(where, int) else self.span(where)[0]
        rest = self.text[at:].strip()
        found = f"'{rest[:20]}'" if rest else "the end"
        shown = self.text if len(self.text) <= 100 else self.text[:100] + "..."
        line = f"line {self.text.count(chr(10), 0, at) + 1}, " if "\n" in self.text else ""
        column = at - self.text.rfind("\n", 0, at)
        raise GameDefinitionError(
            f"in the {self.noun}'s text '{shown}', {line}column {column}: expected {expected}, found {found}."
        )
