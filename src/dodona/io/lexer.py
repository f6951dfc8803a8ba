r"""Tokens of Gambit's text formats: reading them with a location, and spelling text so that Gambit reads it back.

The lexical rules are those of Gambit 16.7 [Gambit]_, widened where that is harmless: a byte order mark, UTF-8, a node
letter glued to a quote, ``\\`` for one backslash, and the numbers ``+4``, ``1e+2``, ``.5e1`` and ``1/-2``.

References
----------
.. [Gambit] R. Savani, T. L. Turocy, "Gambit: the package for computation in game theory", version 16.7 (2026).
"""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias, TypeVar

from dodona.model.errors import FileFormatError

Rational: TypeAlias = int | Fraction
"""An exact number; whole ones are integers, which Python reads and adds several times faster than fractions."""

MAX_DIGITS = 4000
"""Digits that the numerator or the denominator of one number may need; keeps ``1e999999999`` from eating the memory."""

MAX_EXPANSION = 50_000_000
"""Digits that the different numbers of a file may need which are written shorter, as ``1e3000`` is."""

# Marks that no file can contain, since NUL is refused up front.
END = "\0"
UNCLOSED = '\0"'

_TEXT = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?(?:/[-+]?[0-9]+)?"
# The third branch is a shortcut for plain integers, the fifth a sign or dot that starts no number, the last a text
# that is never closed.
_TOKEN = re.compile(
    rf'[ \t\r\n]*+({_TEXT}|[{{}},]|[0-9]++(?![.eE/])|{_NUMBER}|[-+.]|[^ \t\r\n"{{}},]++|"[\s\S]*)', re.DOTALL
)
_DECIMAL = re.compile(r"([-+]?)([0-9]*)\.?([0-9]*)(?:[eE]([-+]?[0-9]+))?")
_PLAIN_DECIMAL = re.compile(r"([-+]?[0-9]+)\.([0-9]+)")
_RATIO = re.compile(r"([-+]?[0-9]+)/([-+]?[0-9]+)")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_NUMBER_START = frozenset("0123456789+-.")


Content = TypeVar("Content")


class FormatWarning(UserWarning):
    """A file departs from its format in a way that leaves its meaning clear."""


class Tokens:
    """The tokens of one file and a cursor over them; locations are worked out only when a message needs one."""

    __slots__ = ("_expansion", "_offsets", "_text", "items", "numbers", "position")

    def __init__(self, text: str) -> None:
        # Without the space at the end, its end is where something is missing from a truncated file.
        self._text = text.removeprefix("\ufeff").rstrip(" \t\r\n")
        self._offsets: list[int] = []
        self._expansion = 0
        #: The numbers met so far, by their spelling.
        self.numbers: dict[str, Rational] = {}
        self.position = 0
        if (nul := self._text.find("\0")) >= 0:
            raise FileFormatError("expected text, found a NUL character", *self._place(nul))
        self.items: list[str] = _TOKEN.findall(self._text)
        if self.items and self.items[-1][0] == '"' and not re.fullmatch(_TEXT, self.items[-1], re.DOTALL):
            self.items[-1] = UNCLOSED
        self.items.append(END)

    def location(self, index: int) -> tuple[int, int]:
        """Line and column of a token, counted from 1."""
        if not self._offsets:
            self._offsets = [match.start(1) for match in _TOKEN.finditer(self._text)] + [len(self._text)]
        return self._place(self._offsets[index])

    def _place(self, offset: int) -> tuple[int, int]:
        return self._text.count("\n", 0, offset) + 1, offset - self._text.rfind("\n", 0, offset)

    def where(self, index: int) -> str:
        """The location of a token as messages spell it."""
        return "line {}:{}".format(*self.location(index))

    def error(self, message: str, index: int) -> FileFormatError:
        """An error that points at a token."""
        return FileFormatError(message, *self.location(index))

    def expected(self, what: str, note: str = "") -> FileFormatError:
        """An error that says what should stand where the cursor is."""
        found = _describe(self.items[self.position])
        return self.error(f"expected {what}, found {found}" + (f" ({note})" if note else ""), self.position)

    def skip(self, item: str, note: str = "") -> None:
        """Step over a brace or a keyword that has to be there."""
        if self.items[self.position] != item:
            raise self.expected(f"'{item}'", note)
        self.position += 1

    def at_text(self) -> bool:
        """Whether the cursor stands on a quoted text."""
        return self.items[self.position][0] == '"'

    def at_number(self) -> bool:
        """Whether the cursor stands on a number, well-formed or not."""
        return self.items[self.position][0] in _NUMBER_START

    def text(self, what: str, note: str = "") -> str:
        """Take a quoted text."""
        item = self.items[self.position]
        if item[0] != '"':
            raise self.expected(what, note)
        self.position += 1
        return item[1:-1] if "\\" not in item else re.sub(r'\\(["\\])', r"\1", item[1:-1])

    def integer(self, what: str) -> int:
        """Take an integer."""
        item = self.items[self.position]
        if len(item) < 10 and item.isdigit() and item.isascii():  # as nearly all
            self.position += 1
            return int(item)
        if not _INTEGER.fullmatch(item):
            raise self.expected(what)
        if len(item) > MAX_DIGITS and len(item.lstrip("+-")) > MAX_DIGITS:
            raise self._too_long(item)
        self.position += 1
        return int(item)

    def number(self, what: str, note: str = "") -> Rational:
        """Take a number as an exact rational."""
        item = self.items[self.position]
        value = self.numbers.get(item)
        if value is None:
            if item[0] not in _NUMBER_START:
                raise self.expected(what, note)
            value = self.numbers[item] = self.rational(item)
        self.position += 1
        return value

    def block(self, known: dict[tuple[str, ...], Content], read: Callable[..., Content], *arguments: object) -> Content:
        """Take what stands between braces, by `read(*arguments)` unless a block of that spelling is known already.

        Files repeat actions and payoffs at node after node, so that this saves most of the time of parsing.
        """
        self.skip("{")
        start = self.position
        try:
            end = self.items.index("}", start)
        except ValueError:
            end = len(self.items)
        spelling = tuple(self.items[start:end])
        content = known.get(spelling)
        if content is not None:
            self.position = end + 1
            return content
        content = known[spelling] = read(*arguments)
        self.skip("}")
        return content

    def rational(self, item: str) -> Rational:
        """The number that is spelled like this, where the cursor stands."""
        if "." in item and len(item) < 100 and (plain := _PLAIN_DECIMAL.fullmatch(item)):  # as nearly all
            return Fraction(int(plain[1] + plain[2]), 10 ** len(plain[2]))
        if _INTEGER.fullmatch(item):
            if len(item) > MAX_DIGITS and len(item.lstrip("+-")) > MAX_DIGITS:
                raise self._too_long(item)
            return int(item)
        if ratio := _RATIO.fullmatch(item):
            top, bottom = ratio.groups()
            if len(item) > MAX_DIGITS and max(len(top.lstrip("+-")), len(bottom.lstrip("+-"))) > MAX_DIGITS:
                raise self._too_long(item)
            denominator = int(bottom)
            if denominator == 0:
                raise self.expected("a fraction whose denominator is not zero")
            return Fraction(int(top), denominator)
        decimal = _DECIMAL.fullmatch(item)
        if decimal is None or not (decimal[2] or decimal[3]):
            raise self.expected("an integer, a fraction of integers or a decimal")
        sign, whole, part, exponent = decimal.groups()
        power = -len(part) if exponent is None else self._power(exponent) - len(part)
        digits = len(whole) + len(part)
        if max(digits + power, digits, 1 - power) > MAX_DIGITS:
            raise self._too_long(item)
        self._expand(abs(power) - len(part))
        return Fraction(int(sign + whole + part), 10**-power) if power < 0 else int(sign + whole + part) * 10**power

    def _power(self, exponent: str) -> int:
        """An exponent; one of many digits is too large whatever it is, so that it need not be converted."""
        magnitude = exponent.lstrip("+-0") or "0"
        power = int(magnitude) if len(magnitude) < 9 else 10**9
        return -power if exponent[0] == "-" else power

    def _expand(self, digits: int) -> None:
        """Count digits that are not in the file: a short file must not fill the memory."""
        if digits > 0:
            self._expansion += digits
        if self._expansion > MAX_EXPANSION:
            raise self.error(
                f"the numbers up to here need {MAX_EXPANSION:,} digits more to write out than the file has",
                self.position,
            )

    def _too_long(self, item: str) -> FileFormatError:
        return self.error(f"number '{clip(item)}' needs more than {MAX_DIGITS} digits to write out", self.position)


def read_header(tokens: Tokens, magic: str, version: int) -> tuple[str, tuple[str, ...]]:
    """Read the opening that both formats share; return the title and the player labels."""
    found = tokens.items[0]
    if found != magic:
        kinds = {"EFG": "an extensive-form (.efg) file", "NFG": "a strategic-form (.nfg) file"}
        raise tokens.expected(f"'{magic}'", f"this is {kinds[found]}" if found in kinds else f"not {kinds[magic]}")
    tokens.position = 1
    if tokens.integer(f"version {version}") != version:
        tokens.position = 1
        raise tokens.expected(f"version {version}")
    if tokens.items[tokens.position] not in ("R", "D"):
        raise tokens.expected("data type 'R' or 'D'")
    tokens.position += 1
    title = tokens.text("the title of the game in quotes")
    tokens.skip("{")
    players = []
    while tokens.at_text():
        players.append(tokens.text("player label"))
    if tokens.items[tokens.position] != "}":
        raise tokens.expected("a player label or '}'")
    tokens.position += 1
    return title, tuple(players)


def read_payoffs(tokens: Tokens, outcome: int, count: int) -> tuple[Rational, ...]:
    """Read the payoffs of an outcome, up to the closing brace; a comma may follow each of them."""
    items, known, position = tokens.items, tokens.numbers, tokens.position
    payoffs = []
    for player in range(1, count + 1):
        item = items[position]
        payoff = known.get(item)
        if payoff is None:
            tokens.position = position
            if item[0] not in _NUMBER_START:
                raise tokens.expected(f"payoff {player} of {count} of outcome {outcome}")
            payoff = known[item] = tokens.rational(item)
        payoffs.append(payoff)
        position += 1
        if items[position] == ",":
            position += 1
    tokens.position = position
    if items[position][0] in _NUMBER_START:
        raise tokens.expected("'}'", f"outcome {outcome} already has {count} payoffs")
    return tuple(payoffs)


def brief(number: Rational) -> str:
    """A number for a message: exact when short."""
    # The lengths are compared in bits because printing a long integer is slow and may be forbidden.
    if number.numerator.bit_length() + number.denominator.bit_length() <= 80:
        return str(number)
    return f"about {Decimal(number.numerator) / Decimal(number.denominator):.12g}"


def clip(item: str) -> str:
    """A piece of a file for a message: on one line, and short."""
    line = item.replace("\r", " ").replace("\n", " ")
    return line if len(line) <= 40 else f"{line[:37]}..."


def warn(message: str) -> None:
    """Warn at the line of the caller outside this package."""
    package, level, frame = __name__.partition(".")[0], 1, sys._getframe(0)
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] == package:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, FormatWarning, stacklevel=level)


def _describe(item: str) -> str:
    if item == END:
        return "the end of the file"
    if item == UNCLOSED:
        return "a text without a closing quote"
    if item[0] == '"':
        return f"text {clip(item)}"
    kind = "number " if item[0] in _NUMBER_START else ""
    return f"{kind}'{clip(item)}'"


# Characters without a canonical decomposition to ASCII that are common in names of games and players.
_TRANSLITERATION = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict.fromkeys("\u2018\u2019", "'"),
    **dict.fromkeys("\u201c\u201d\u00ab\u00bb", '"'),
    "×": "x",
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "ø": "o",
    "Ø": "O",
    "œ": "oe",
    "Œ": "OE",
    "ł": "l",
    "Ł": "L",
    "đ": "d",
    "Đ": "D",
}


def safe_text(text: str, ascii_only: bool) -> str:
    """A title or comment as Gambit can read it: line feeds, no backslash, no control characters, ASCII if asked for."""
    if not (text.isascii() and text.isprintable()):
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        text = "".join(_safe_character(character, ascii_only) for character in text)
    return text.replace("\\", "/")


def safe_label(label: str, ascii_only: bool) -> str:
    """A label as Gambit can read it: as `safe_text`, with single spaces and none at the ends."""
    return " ".join(safe_text(label, ascii_only).split())


def _safe_character(character: str, ascii_only: bool) -> str:
    if " " <= character <= "~" or character in "\n\t":
        return character
    if character.isspace():
        return " "
    if not ascii_only and unicodedata.category(character) not in ("Cc", "Cs"):
        return character
    plain = _TRANSLITERATION.get(character)
    if plain is None:
        # Latin letters lose their accents, which decompose into this block.
        plain = re.sub("[\u0300-\u036f]", "", unicodedata.normalize("NFKD", character))
    return plain if plain.isascii() and plain.isprintable() else f"<U+{ord(character):04X}>"


def distinct(labels: Iterable[str], *, keep_empty: bool = False) -> list[str]:
    """Rename empty and repeated labels as Gambit does: ``x, x`` become ``x_1, x_2``, avoiding names in use."""
    labels = list(labels)
    counts = Counter(labels)
    used, suffix = set(counts), dict.fromkeys(counts, 0)
    for index, label in enumerate(labels):
        if (counts[label] == 1 and label) or (not label and keep_empty):
            continue
        while not suffix[label] or f"{label}_{suffix[label]}" in used:
            suffix[label] += 1
        labels[index] = f"{label}_{suffix[label]}"
        used.add(labels[index])
    return labels


def quote(text: str) -> str:
    """A text between quotes; it must have passed through `safe_text` or `safe_label`."""
    return '"' + text.replace('"', '\\"') + '"'


def quote_list(labels: Iterable[str]) -> str:
    """Labels between braces."""
    return " ".join(["{", *map(quote, labels), "}"])
