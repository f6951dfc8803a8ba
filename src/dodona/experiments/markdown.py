"""Tables for documents: the columns that a reader compares, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dodona.experiments.correlation import Correlation
from dodona.experiments.table import Comparison, Row, amount_text, correlation_lines


def markdown(
    rows: Sequence[Row], comparisons: Sequence[Comparison] = (), correlations: Sequence[Correlation] = ()
) -> str:
    """Return means with their intervals as Markdown, game by game; options that all rows share are left out."""
    if not rows:
        return "no records"
    place = {game: number for number, game in enumerate(dict.fromkeys(row.game for row in rows))}
    rows = sorted(rows, key=lambda row: place[row.game])
    comparisons = sorted(comparisons, key=lambda line: place[line.game])
    shared = set.intersection(*(_parts(row.options) for row in rows))
    head = ["game", "method", "runs", "seconds", *rows[0].quantities]
    parts = [_table(head, (_cells(row, shared) for row in rows))]
    if comparisons:
        head = ["game", "method", "quantity", "ours", "paper", "ours / paper", "source"]
        parts.append(_table(head, (_comparison_cells(line, shared) for line in comparisons)))
    if correlations:
        head, lines = correlation_lines(correlations)
        named = ([_method(method, options, set()), *cells] for method, options, _, *cells in lines)
        parts.append(_table(["method", *head[3:]], named))
    return "\n\n".join(parts)


def _cells(row: Row, shared: set[str]) -> list[str]:
    runs = f"{row.runs - row.failed} of {row.runs}" if row.failed else str(row.runs)
    amounts = [amount_text(found) for found in (row.seconds, *row.quantities.values())]
    return [row.game, _method(row.method, row.options, shared), runs, *amounts]


def _comparison_cells(line: Comparison, shared: set[str]) -> list[str]:
    ratio = "-" if line.ratio is None else f"{line.ratio:.3g}"
    method = _method(line.method, line.options, shared)
    return [line.game, method, line.quantity, amount_text(line.ours), f"{line.paper:,.10g}", ratio, line.source]


def _method(name: str, options: str, shared: set[str]) -> str:
    own = [part for part in options.split(", ") if part not in shared]
    return f"{name} ({', '.join(own)})" if any(own) else name


def _parts(options: str) -> set[str]:
    return set(options.split(", "))


def _table(head: list[str], lines: Iterable[list[str]]) -> str:
    """Lines of a table; a game is named where it begins."""
    body, last = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)], ""
    for game, *cells in lines:
        body.append("| " + " | ".join([f"`{game}`" if game != last else "", *cells]) + " |")
        last = game
    return "\n".join(body)
