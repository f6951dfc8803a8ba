"""Tables for people and for other programs: in notebooks, as data frames of pandas, as CSV files."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from dodona.model.errors import MissingExtraError
from dodona.model.files import file_path, write_whole

#: Rows and columns that a notebook is shown; the others are counted.
SHOWN = 12

#: Columns of equal length by name.
Columns = Mapping[str, Sequence[Any]]


def html_table(header: Sequence[object], rows: Iterable[Sequence[object]], title: str = "", left_out: str = "") -> str:
    """A table for a notebook: a title, a row of headings, the rows, and what was left out of them.

    Examples
    --------
    >>> html_table(["action"], [["<b>"]])
    '<table><thead><tr><th>action</th></tr></thead><tbody><tr><td>&lt;b&gt;</td></tr></tbody></table>'
    """
    caption = f"<caption>{_escaped(title)}</caption>" if title else ""
    body = "".join(f"<tr>{_cells('td', row)}</tr>" for row in rows)
    if left_out:
        body += f'<tr><td colspan="{len(header)}">{_escaped(left_out)}</td></tr>'
    return f"<table>{caption}<thead><tr>{_cells('th', header)}</tr></thead><tbody>{body}</tbody></table>"


def text_table(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """Columns aligned under their heads; one that is empty throughout, such as a limit that nobody set, is left out.

    Examples
    --------
    >>> print(text_table(["name", "limit", "runs"], [["leduc", "", "3"]]))
    name   runs
    -----  ----
    leduc  3
    """
    body = list(lines)
    keep = [column for column in range(len(head)) if any(line[column] for line in body)]
    cells = [[line[column] for column in keep] for line in [head, *body]]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in cells
    )


def _cells(tag: str, row: Iterable[object]) -> str:
    return "".join(f"<{tag}>{_escaped(cell)}</{tag}>" for cell in row)


def _escaped(cell: object) -> str:
    from html import escape  # most programs show no table

    return escape(str(cell))


def left_out(total: int, shown: int, what: str) -> str:
    """How many of the things there are not shown, for the end of a table; nothing where all of them are."""
    return f"... and {total - shown:,} more {what}" if total > shown else ""


def data_frame(columns: Columns) -> Any:
    """Columns as a pandas data frame."""
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("data frames need pandas: install it with pip install 'dodona[table]'.") from None
    return pandas.DataFrame(columns)


def write_csv(path: str | Path, columns: Columns) -> None:
    """Write columns as a CSV file in UTF-8 with a row of names; numbers keep every bit."""
    import csv

    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    write_whole(file_path(path), lambda file: file.write(text.getvalue().encode()))
