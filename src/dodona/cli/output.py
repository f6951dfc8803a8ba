"""How text is laid out: lines that fit a terminal, with colour where the terminal shows it.

Lines that go to a file or another program are left whole, so that programs can read them. A library for tables would
cost more at the start of a command than most commands take.
"""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from collections.abc import Iterable

import typer

_WIDEST = 100


def columns() -> int | None:
    """How wide lines may be; None where nobody looks at them on a terminal."""
    if not sys.stdout.isatty():
        return None
    return min(shutil.get_terminal_size((80, 24)).columns, _WIDEST)


def folded(text: str, column: int | None = None) -> str:
    """Text whose lines fit the terminal; what goes on below begins at a column, by default where its line begins."""
    width = columns()
    if width is None:
        return text
    return "\n".join(_folded_line(line, column, width) for line in text.split("\n"))


def _folded_line(line: str, column: int | None, width: int) -> str:
    if len(line) <= width:
        return line
    indent = len(line) - len(line.lstrip(" "))
    below = " " * (indent if column is None else column)
    return textwrap.fill(
        line.strip(), width, initial_indent=" " * indent, subsequent_indent=below, break_on_hyphens=False
    )


def heading(text: str) -> str:
    """The title of a part."""
    return typer.style(text, bold=True)


def name(text: str) -> str:
    """Something that can be typed."""
    return typer.style(text, fg=typer.colors.CYAN)


def definitions(pairs: Iterable[tuple[str, str]], indent: int = 2) -> str:
    """Names in one column, what they mean in the next."""
    rows = list(pairs)
    width = min(max((len(left) for left, _ in rows), default=0), 24)
    lines = []
    for left, right in rows:
        start = " " * indent + name(left)
        if len(left) > width:
            lines.append(start)
            start, left = " " * indent, ""
        room = columns()
        parts = [right] if room is None else textwrap.wrap(right, room - indent - width - 2, break_on_hyphens=False)
        lines.append(f"{start}{' ' * (width - len(left) + 2)}{parts[0] if parts else ''}".rstrip())
        lines += [" " * (indent + width + 2) + part for part in parts[1:]]
    return "\n".join(lines)


def show(text: str = "") -> None:
    """Print text; colours are left out where the output is no terminal, or NO_COLOR asks for it."""
    typer.echo(text, color=False if os.environ.get("NO_COLOR") else None)
