"""Gambit's extensive-form files (.efg, version 2): a document of plain values, its parser and its writer.

Labels are kept as the file gives them, since identity comes from ids alone; the writer makes them fit for Gambit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from dodona.io.lexer import (
    END,
    MAX_DIGITS,
    Rational,
    Tokens,
    brief,
    clip,
    distinct,
    quote,
    quote_list,
    read_header,
    read_payoffs,
    safe_label,
    safe_text,
    warn,
)
from dodona.model.errors import FileFormatError, GameDefinitionError

CHANCE = -1
"""The player of chance sets."""

ROUNDING = Fraction(1, 10**9)
"""Probabilities may miss a sum of one by this much, as decimals printed by other programs do; they are rescaled."""

LARGEST = 10**MAX_DIGITS
"""Bounds what rescaling and adding compute, so that the results can be written and read again."""


class EfgInfoset(NamedTuple):
    """An information set of a player (numbered from 0) or of chance (-1); only chance has probabilities."""

    player: int
    number: int
    label: str
    actions: tuple[str, ...]
    probabilities: tuple[Rational, ...]


class EfgOutcome(NamedTuple):
    """Payoffs, one per player, that a node adds to the play that passes through it."""

    number: int
    label: str
    payoffs: tuple[Rational, ...]


class EfgNode(NamedTuple):
    """A node; `infoset` is -1 for a terminal, `outcome` is -1 for the null outcome, else they index the document."""

    label: str
    infoset: int
    outcome: int


@dataclass(frozen=True, slots=True)
class EfgDocument:
    """The content of an .efg file, with the nodes in preorder and the children of a node in the order of actions."""

    title: str
    players: tuple[str, ...]
    comment: str
    infosets: tuple[EfgInfoset, ...]
    outcomes: tuple[EfgOutcome, ...]
    nodes: tuple[EfgNode, ...]


_Move: TypeAlias = tuple[tuple[str, ...], tuple[Rational, ...]]
_Defined: TypeAlias = EfgInfoset | EfgOutcome


def parse_efg(text: str) -> EfgDocument:
    """Read the text of an .efg file.

    Raises
    ------
    FileFormatError
        The text breaks the format; the message points at the offending token.

    Warns
    -----
    FormatWarning
        Probabilities were rescaled because they miss a sum of one by rounding, or text follows the tree.
    """
    tokens = Tokens(text)
    title, players = read_header(tokens, "EFG", 2)
    comment = tokens.text("comment") if tokens.at_text() else ""
    tree = _TreeParser(tokens, len(players))
    tree.read_nodes()
    tree.warn_of_rescaling()
    if tokens.items[tokens.position] != END:
        warn(f"{tokens.where(tokens.position)}: ignored what follows the end of the tree")
    return EfgDocument(title, players, comment, tuple(tree.infosets), tuple(tree.outcomes), tuple(tree.nodes))


class _TreeParser:
    """Reads nodes in preorder; a count of the nodes still due replaces recursion, so that depth has no limit."""

    def __init__(self, tokens: Tokens, players: int) -> None:
        self._tokens = tokens
        self._players = players
        self.nodes: list[EfgNode] = []
        self.infosets: list[EfgInfoset] = []
        self.outcomes: list[EfgOutcome] = []
        self._infoset_index: dict[tuple[int, int], int] = {}
        self._outcome_index: dict[int, int] = {}
        # The tokens where definitions start, for messages.
        self._infoset_start: list[int] = []
        self._outcome_start: list[int] = []
        self._rescaled: list[int] = []
        self._moves: dict[tuple[str, ...], _Move] = {}
        self._chance_moves: dict[tuple[str, ...], _Move] = {}

    def read_nodes(self) -> None:
        tokens, items = self._tokens, self._tokens.items
        due = 1
        while due:
            letter = items[tokens.position]
            if letter not in ("t", "p", "c"):
                raise tokens.expected("a node letter 'c', 'p' or 't'", f"the tree lacks {due} or more nodes")
            tokens.position += 1
            label = tokens.text("a node label in quotes")
            infoset = -1
            due -= 1
            if letter != "t":
                infoset = self._read_infoset(self._read_player() if letter == "p" else CHANCE)
                due += len(self.infosets[infoset].actions)
            self.nodes.append(EfgNode(label, infoset, self._read_outcome()))

    def _read_player(self) -> int:
        player = self._tokens.integer("a player number")
        if not 1 <= player <= self._players:
            self._tokens.position -= 1
            raise self._tokens.expected(f"a player number from 1 to {self._players}")
        return player - 1

    def _read_infoset(self, player: int) -> int:
        tokens = self._tokens
        number = tokens.integer("the number of an information set")
        index = self._infoset_index.get((player, number))
        start = tokens.position
        if not tokens.at_text():
            return self._require_defined(index, _infoset_name(player, number))
        label = tokens.text("label")
        if player == CHANCE:
            actions, probabilities = tokens.block(self._chance_moves, self._read_chance_move)
        else:
            actions, probabilities = tokens.block(self._moves, self._read_move)
        if index is not None:
            first = self.infosets[index]
            if first.label != label or first.actions != actions or first.probabilities != probabilities:
                again = EfgInfoset(player, number, label, actions, probabilities)
                raise self._clash(_infoset_name(player, number), first, again, self._infoset_start[index], start)
            return index
        index = self._infoset_index[player, number] = len(self.infosets)
        self.infosets.append(EfgInfoset(player, number, label, actions, probabilities))
        self._infoset_start.append(start)
        return index

    def _read_move(self) -> _Move:
        tokens = self._tokens
        actions = [tokens.text("an action label")]
        while tokens.items[tokens.position] != "}":
            note = "only chance moves have probabilities" if tokens.at_number() else ""
            actions.append(tokens.text("an action label or '}'", note))
        return tuple(actions), ()

    def _read_chance_move(self) -> _Move:
        tokens, start = self._tokens, self._tokens.position - 1
        actions: list[str] = []
        probabilities: list[Rational] = []
        while not actions or tokens.items[tokens.position] != "}":
            actions.append(tokens.text("an action label or '}'" if actions else "an action label"))
            probabilities.append(tokens.number(f"the probability of action {clip(quote(actions[-1]))}"))
            if probabilities[-1] < 0:
                tokens.position -= 1
                raise tokens.expected("a probability of at least 0")
        return tuple(actions), self._rescale(probabilities, start)

    def _rescale(self, probabilities: list[Rational], start: int) -> tuple[Rational, ...]:
        """Make probabilities that miss a sum of one by rounding add up exactly, and remember where that happened."""
        total = Fraction(0)
        for probability in probabilities:
            total += probability
            if total.denominator >= LARGEST:
                raise self._tokens.error("expected probabilities with a smaller common denominator", start)
        if total == 1:
            return tuple(probabilities)
        if abs(total - 1) > ROUNDING:
            raise self._tokens.error(f"expected probabilities that add up to 1, found a sum of {brief(total)}", start)
        exact = tuple(probability / total for probability in probabilities)
        if max(probability.denominator for probability in exact) >= LARGEST:
            raise self._tokens.error("expected shorter probabilities, or ones that add up to exactly 1", start)
        self._rescaled.append(start)
        return exact

    def _read_outcome(self) -> int:
        tokens = self._tokens
        number = tokens.integer("the number of an outcome")
        start = tokens.position
        if number == 0:
            if tokens.items[start][0] in '"{':
                raise tokens.expected("the next node", "outcome 0 is the null outcome: no label, no payoffs")
            return -1
        index = self._outcome_index.get(number)
        if not tokens.at_text():
            return self._require_defined(index, f"outcome {number}")
        label = tokens.text("label")
        tokens.skip("{")
        payoffs = read_payoffs(tokens, number, self._players)
        tokens.skip("}")
        if index is not None:
            first = self.outcomes[index]
            if first.label != label or first.payoffs != payoffs:
                again = EfgOutcome(number, label, payoffs)
                raise self._clash(f"outcome {number}", first, again, self._outcome_start[index], start)
            return index
        index = self._outcome_index[number] = len(self.outcomes)
        self.outcomes.append(EfgOutcome(number, label, payoffs))
        self._outcome_start.append(start)
        return index

    def _require_defined(self, index: int | None, name: str) -> int:
        tokens = self._tokens
        if tokens.items[tokens.position] == "{":
            raise tokens.expected(f"the label of {name}")
        if index is None:
            raise tokens.error(f"expected the definition of {name}, found only its number", tokens.position - 1)
        return index

    def _clash(self, name: str, first: _Defined, again: _Defined, defined: int, restated: int) -> FileFormatError:
        what = next(name for name in first._fields if getattr(first, name) != getattr(again, name))
        one, two = (_show(getattr(definition, what)) for definition in (first, again))
        where = self._tokens.where(defined)
        return self._tokens.error(f"expected {what} {one} of {name} as at {where}, found {two}", restated)

    def warn_of_rescaling(self) -> None:
        """One warning for all sets, since programs that round do so everywhere."""
        if self._rescaled:
            others = f" (and {len(self._rescaled) - 1} times more)" if len(self._rescaled) > 1 else ""
            where = self._tokens.where(self._rescaled[0])
            warn(f"{where}: rescaled probabilities that miss a sum of 1 by rounding{others}")


def _infoset_name(player: int, number: int) -> str:
    return f"chance set {number}" if player == CHANCE else f"information set {number} of player {player + 1}"


def _show(value: str | tuple[str | Rational, ...]) -> str:
    if isinstance(value, str):
        return clip(quote(value))
    return clip(" ".join(["{", *(quote(part) if isinstance(part, str) else brief(part) for part in value), "}"]))


def format_efg(document: EfgDocument, *, ascii_only: bool = True) -> str:
    """Write a document so that Gambit reads it: sets and outcomes numbered by first appearance, labels made safe.

    Parameters
    ----------
    document
        What to write; sets and outcomes that no node uses are left out.
    ascii_only
        Spell non-ASCII characters in ASCII, which Gambit 16.7 needs; False keeps UTF-8 for later versions.

    Raises
    ------
    GameDefinitionError
        The document is no tree, or a set or an outcome does not fit it.
    """
    _check(document)
    infosets = dict.fromkeys(node.infoset for node in document.nodes if node.infoset >= 0)
    outcomes = dict.fromkeys(node.outcome for node in document.nodes if node.outcome >= 0)
    moves = _spell_infosets([document.infosets[index] for index in infosets], ascii_only)
    results = _spell_outcomes([document.outcomes[index] for index in outcomes], ascii_only)
    move = dict(zip(infosets, moves, strict=True))
    result = {-1: "0", **dict(zip(outcomes, results, strict=True))}
    labels = distinct((safe_label(node.label, ascii_only) for node in document.nodes), keep_empty=True)

    players = quote_list(distinct(safe_label(player, ascii_only) for player in document.players))
    lines = [f"EFG 2 R {quote(safe_text(document.title, ascii_only))} {players}"]
    if document.comment:
        lines.append(quote(safe_text(document.comment, ascii_only)))
    lines.append("")
    for node, label in zip(document.nodes, labels, strict=True):
        if node.infoset < 0:
            lines.append(f"t {quote(label)} {result[node.outcome]}")
        else:
            letter = "c" if document.infosets[node.infoset].player == CHANCE else "p"
            lines.append(f"{letter} {quote(label)} {move[node.infoset]} {result[node.outcome]}")
    return "\n".join(lines) + "\n"


def _spell_infosets(infosets: Sequence[EfgInfoset], ascii_only: bool) -> list[str]:
    """The part of a node that names and defines its set; labels are unique within a player, numbers too."""
    members: dict[int, list[int]] = {}
    for index, infoset in enumerate(infosets):
        members.setdefault(infoset.player, []).append(index)
    spelled = [""] * len(infosets)
    for player, indices in members.items():
        labels = distinct((safe_label(infosets[index].label, ascii_only) for index in indices), keep_empty=True)
        owner = "" if player == CHANCE else f"{player + 1} "
        for number, (index, label) in enumerate(zip(indices, labels, strict=True), start=1):
            actions = [quote(a) for a in distinct(safe_label(a, ascii_only) for a in infosets[index].actions)]
            if player == CHANCE:
                pairs = zip(actions, infosets[index].probabilities, strict=True)
                actions = [f"{action} {probability}" for action, probability in pairs]
            spelled[index] = f"{owner}{number} {quote(label)} {{ {' '.join(actions)} }}"
    return spelled


def _spell_outcomes(outcomes: Sequence[EfgOutcome], ascii_only: bool) -> list[str]:
    """The part of a node that names and defines its outcome."""
    labels = distinct(safe_label(outcome.label, ascii_only) for outcome in outcomes)
    payoffs = [" ".join(["{", ", ".join(map(str, outcome.payoffs)), "}"]) for outcome in outcomes]
    return [f"{n} {quote(label)} {pay}" for n, (label, pay) in enumerate(zip(labels, payoffs, strict=True), start=1)]


def _check(document: EfgDocument) -> None:
    for index, infoset in enumerate(document.infosets):
        chance = infoset.player == CHANCE
        if not CHANCE <= infoset.player < len(document.players):
            raise GameDefinitionError(f"information set {index} belongs to player {infoset.player}, who does not exist")
        if not infoset.actions or len(infoset.probabilities) != (len(infoset.actions) if chance else 0):
            raise GameDefinitionError(
                f"information set {index} needs actions, and one probability each only for chance"
            )
        if chance and (min(infoset.probabilities) < 0 or sum(infoset.probabilities) != 1):
            raise GameDefinitionError(f"the probabilities of information set {index} must be 0 or more and add up to 1")
    for index, outcome in enumerate(document.outcomes):
        if len(outcome.payoffs) != len(document.players):
            raise GameDefinitionError(
                f"outcome {index} has {len(outcome.payoffs)} payoffs for {len(document.players)} players"
            )
    due = 1
    for index, node in enumerate(document.nodes):
        if not due:
            raise GameDefinitionError(f"node {index} follows the end of the tree")
        if not (-1 <= node.infoset < len(document.infosets) and -1 <= node.outcome < len(document.outcomes)):
            raise GameDefinitionError(f"node {index} refers to a set or an outcome that does not exist")
        due += len(document.infosets[node.infoset].actions) - 1 if node.infoset >= 0 else -1
    if due:
        raise GameDefinitionError(f"the tree lacks {due} or more nodes at the end")
