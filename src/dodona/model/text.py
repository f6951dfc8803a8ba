"""The text form of games: ``name(parameter=value, ...)``, followed by views such as ``.after(3, (1, 2))``."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from numbers import Real
from typing import Any, NoReturn

from dodona.model.errors import GameDefinitionError

_TOKEN = re.compile(
    r"""\s*(?:(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<word>[\w+<>=-]+(?:\.\d+(?:[eE][+-]?\d+)?)?)|(?P<mark>[()\[\],.]))"""
)
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(?!=)")


@dataclass(frozen=True)
class Call:
    """One name with its arguments."""

    name: str
    positional: tuple[Any, ...]
    named: dict[str, Any]


def parse_text(text: str) -> list[Call]:
    """Read a game's text into a chain of calls."""
    if not isinstance(text, str):
        raise GameDefinitionError(f"a game's text is something like goofspiel(cards=4), not {text!r}.")
    if not text.strip():
        raise GameDefinitionError("a game's text is empty; write for example goofspiel(cards=4).")
    return _Reader(text).chain()


def value_text(value: Any) -> str:
    """A parameter's value as the text form writes it."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(value_text(item) for item in value) + "]"
    if hasattr(value, "tolist"):
        return value_text(value.tolist())
    if isinstance(value, Real) and not isinstance(value, int):
        return f"{float(value):.17g}"
    if isinstance(value, str) and not re.fullmatch(r"\w+", value):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def label_text(label: str) -> str:
    """A label as the text form writes it: in quotes, unless it reads back as it is."""
    token = _TOKEN.fullmatch(label)
    if token is not None and token.group("word") == label and len(label) < 100 and not _NAMED.match(label):
        read = _scalar(label)
        if (read if isinstance(read, str) else value_text(read)) == label:
            return label
    return json.dumps(label, ensure_ascii=False)


class _Reader:
    """A cursor over the text; every error says where it stands."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.depth = 0

    def chain(self) -> list[Call]:
        calls = [self.call()]
        while self.skip("."):
            calls.append(self.call())
        if self.text[self.at :].strip():
            self.fail("the end, or a view such as .after(...)")
        return calls

    def call(self) -> Call:
        match = re.compile(r"\s*([A-Za-z_]\w*)").match(self.text, self.at)
        if match is None:
            self.fail("a name")
        self.at = match.end()
        positional: list[Any] = []
        named: dict[str, Any] = {}
        if self.skip("("):
            while not self.skip(")"):
                self.argument(positional, named)
                if not self.skip(","):
                    if not self.skip(")"):
                        self.fail("',' or ')'")
                    break
        return Call(match.group(1), tuple(positional), named)

    def argument(self, positional: list[Any], named: dict[str, Any]) -> None:
        match = _NAMED.match(self.text, self.at)
        if match is None:
            if named:
                self.fail("parameter=value")
            positional.append(self.value())
            return
        if match.group(1) in named:
            self.fail(f"each parameter once, and {match.group(1)} is there twice")
        self.at = match.end()
        named[match.group(1)] = self.value()

    def value(self) -> Any:
        for opening, closing, kind in (("[", "]", list), ("(", ")", tuple)):
            if self.skip(opening):
                self.depth += 1
                if self.depth > 10:
                    self.fail("lists no deeper than ten levels")
                items = []
                while not self.skip(closing):
                    items.append(self.value())
                    if not self.skip(","):
                        if not self.skip(closing):
                            self.fail(f"',' or '{closing}'")
                        break
                self.depth -= 1
                return kind(items)
        match = _TOKEN.match(self.text, self.at)
        if match is None or match.group("mark"):
            self.fail("a value")
        try:
            value = json.loads(match.group("quoted")) if match.group("quoted") else _scalar(match.group("word"))
        except ValueError:  # an unknown escape, or a number of thousands of digits
            self.fail("a value")
        self.at = match.end()
        return value

    def skip(self, mark: str) -> bool:
        match = re.compile(r"\s*" + re.escape(mark)).match(self.text, self.at)
        if match is None:
            return False
        self.at = match.end()
        return True

    def fail(self, expected: str) -> NoReturn:
        rest = self.text[self.at :].strip()
        found = f"'{rest[:20]}'" if rest else "the end"
        shown = self.text if len(self.text) <= 100 else self.text[:100] + "..."
        raise GameDefinitionError(
            f"in the game's text '{shown}', column {self.at + 1}: expected {expected}, found {found}."
        )


def _scalar(word: str) -> Any:
    if word in ("true", "false", "none"):
        return {"true": True, "false": False, "none": None}[word]
    if re.fullmatch(r"[+-]?\d+", word):
        return int(word)
    try:
        return float(word) if re.match(r"[+-]?[\d.]", word) else word
    except ValueError:
        return word
