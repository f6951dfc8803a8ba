"""Gambit's strategic-form files (.nfg, version 1): a document of plain values, its parser and its writer."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from dodona.io.lexer import (
    END,
    Rational,
    Tokens,
    distinct,
    quote,
    quote_list,
    read_header,
    read_payoffs,
    safe_label,
    safe_text,
)
from dodona.model.errors import GameDefinitionError


@dataclass(frozen=True, slots=True)
class NfgDocument:
    """The content of an .nfg file: payoffs, one per player, of every contingency, player 1's strategy fastest."""

    title: str
    players: tuple[str, ...]
    strategies: tuple[tuple[str, ...], ...]
    comment: str
    payoffs: tuple[tuple[Rational, ...], ...]


def parse_nfg(text: str) -> NfgDocument:
    """Read the text of an .nfg file with payoffs or with outcomes.

    Raises
    ------
    FileFormatError
        The text breaks the format; the message points at the offending token.
    """
    tokens = Tokens(text)
    title, players = read_header(tokens, "NFG", 1)
    strategies = _read_strategies(tokens, len(players))
    comment = tokens.text("comment") if tokens.at_text() else ""
    contingencies = _count_contingencies(strategies, len(tokens.items))
    read_body = _read_outcome_body if tokens.items[tokens.position] == "{" else _read_payoff_body
    payoffs = read_body(tokens, len(players), contingencies)
    if tokens.items[tokens.position] != END:
        raise tokens.expected("the end of the file", f"all {contingencies} contingencies are complete")
    labels = tuple(own if isinstance(own, tuple) else tuple(map(str, range(1, own + 1))) for own in strategies)
    return NfgDocument(title, players, labels, comment, payoffs)


def _read_strategies(tokens: Tokens, players: int) -> list[int | tuple[str, ...]]:
    """Read counts or labels; a count becomes labels only after the body has proved it no absurd number."""
    tokens.skip("{")
    read = _read_labels if tokens.items[tokens.position] == "{" else _read_count
    strategies = [read(tokens, player) for player in range(1, players + 1)]
    tokens.skip("}", f"the file names {players} players")
    return strategies


def _read_labels(tokens: Tokens, player: int) -> int | tuple[str, ...]:
    tokens.skip("{", f"the strategies of player {player} are missing")
    labels = [tokens.text(f"a strategy label of player {player}")]
    while tokens.at_text():
        labels.append(tokens.text("strategy label"))
    tokens.skip("}")
    return tuple(labels)


def _read_count(tokens: Tokens, player: int) -> int | tuple[str, ...]:
    count = tokens.integer(f"the number of strategies of player {player}")
    if count < 1:
        tokens.position -= 1
        raise tokens.expected(f"1 or more strategies for player {player}")
    return count


def _count_contingencies(strategies: list[int | tuple[str, ...]], limit: int) -> int:
    """The number of contingencies, or `limit` if that is less: no body can hold as many entries as the file tokens."""
    contingencies = 1
    for own in strategies:
        contingencies = min(limit, contingencies * (len(own) if isinstance(own, tuple) else own))
    return contingencies


def _read_payoff_body(tokens: Tokens, players: int, contingencies: int) -> tuple[tuple[Rational, ...], ...]:
    return tuple(
        tuple(tokens.number(f"the payoff of player {i + 1} in contingency {c + 1}") for i in range(players))
        for c in range(contingencies)
    )


def _read_outcome_body(tokens: Tokens, players: int, contingencies: int) -> tuple[tuple[Rational, ...], ...]:
    tokens.skip("{")
    outcomes: list[tuple[Rational, ...]] = [(0,) * players]
    while tokens.items[tokens.position] == "{":
        tokens.position += 1
        tokens.text(f"the label of outcome {len(outcomes)}")
        outcomes.append(read_payoffs(tokens, len(outcomes), players))
        tokens.skip("}")
    tokens.skip("}")
    payoffs = []
    for contingency in range(1, contingencies + 1):
        index = tokens.integer(f"the outcome index of contingency {contingency}")
        if not 0 <= index < len(outcomes):
            tokens.position -= 1
            raise tokens.expected(f"an outcome index from 0 to {len(outcomes) - 1}")
        payoffs.append(outcomes[index])
    return tuple(payoffs)


def format_nfg(document: NfgDocument, *, ascii_only: bool = True) -> str:
    """Write a document with its payoffs so that Gambit reads it; labels are made safe.

    Parameters
    ----------
    document
        What to write.
    ascii_only
        Spell non-ASCII characters in ASCII, which Gambit 16.7 needs; False keeps UTF-8 for later versions.

    Raises
    ------
    GameDefinitionError
        The sizes of the document disagree.
    """
    _check(document)
    players = quote_list(distinct(safe_label(player, ascii_only) for player in document.players))
    strategies = [quote_list(distinct(safe_label(s, ascii_only) for s in own)) for own in document.strategies]
    lines = [f"NFG 1 R {quote(safe_text(document.title, ascii_only))} {players}", "", "{", *strategies, "}"]
    if document.comment:
        lines.append(quote(safe_text(document.comment, ascii_only)))
    lines.append("")
    # Gambit refuses an empty body, so that a game without players ends in the null outcome.
    lines.extend(" ".join(map(str, payoffs)) if payoffs else "{ } 0" for payoffs in document.payoffs)
    return "\n".join(lines) + "\n"


def _check(document: NfgDocument) -> None:
    players = len(document.players)
    if len(document.strategies) != players or not all(document.strategies):
        raise GameDefinitionError(f"each of the {players} players needs a list of one or more strategies")
    contingencies = prod(map(len, document.strategies))
    if len(document.payoffs) != contingencies:
        raise GameDefinitionError(f"{contingencies} contingencies need as many payoffs, found {len(document.payoffs)}")
    if any(len(payoffs) != players for payoffs in document.payoffs):
        raise GameDefinitionError(f"every contingency needs {players} payoffs, one per player")
