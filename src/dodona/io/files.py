"""Opening and saving games."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.io.efg import LARGEST, EfgDocument, EfgInfoset, EfgNode, EfgOutcome, format_efg, parse_efg
from dodona.io.lexer import MAX_DIGITS, Rational, distinct
from dodona.io.nfg import NfgDocument, format_nfg, parse_nfg
from dodona.model.errors import DodonaError, FileFormatError, GameDefinitionError
from dodona.model.files import file_path, write_whole
from dodona.model.game import CHANCE, TERMINAL, CoreGame, Game, OpenGame, opened
from dodona.model.matrix_game import MatrixGame, matrix_of

SUFFIXES = (".efg", ".nfg")


class TreeGame(CoreGame):
    """A game read from an .efg file. ``document`` holds it as written, with exact payoffs and probabilities."""

    def __init__(self, document: EfgDocument, text: str) -> None:
        self.document = document
        utilities, constant = _utilities(document)
        handle = _core.tree_game(
            players=len(document.players),
            zero_sum=constant == 0,
            set_player=[own.player for own in document.infosets],
            set_label=[own.label or _set_name(own) for own in document.infosets],
            set_actions=[distinct(own.actions) for own in document.infosets],
            set_probabilities=[[float(p) for p in own.probabilities] for own in document.infosets],
            node_set=[node.infoset for node in document.nodes],
            node_label=[node.label for node in document.nodes],
            utilities=utilities,
        )
        super().__init__(text, handle, document)
        self._player_names = document.players
        if constant is not None:
            self.constant_sum = float(constant)

    def __reduce__(self) -> tuple[Any, ...]:
        return TreeGame, (self.document, self.text)


class NfgGame(MatrixGame):
    """A game read from an .nfg file. ``document`` holds it as written, with exact payoffs."""

    def __init__(self, document: NfgDocument, text: str) -> None:
        self.document = document
        shape = tuple(len(own) for own in document.strategies)
        table = np.array([[_as_float(x) for x in row] for row in document.payoffs])
        # The file varies player 1's strategy fastest: Fortran order.
        arrays = [table[:, p].reshape(shape, order="F") for p in range(len(shape))]
        super().__init__(*arrays, actions=[distinct(own) for own in document.strategies], text=text)
        self._player_names = document.players

    def fractions(self, player: int) -> NDArray[Any]:
        """One player's payoffs as they stand in the file."""
        own = np.array([row[player] for row in self.document.payoffs], dtype=object)
        return own.reshape(self.payoffs.shape[:-1], order="F")

    def __reduce__(self) -> tuple[Any, ...]:
        return NfgGame, (self.document, self.text)


def read(path: str | Path) -> Game:
    """Open a game from an .efg or .nfg file.

    Payoffs and probabilities keep their exact rational value in ``game.document``; solvers use doubles.

    Parameters
    ----------
    path
        The file; its ending says what it is.

    Returns
    -------
    Game
        A tree or a matrix game, whose text is the name of the file.

    Examples
    --------
    >>> import dodona, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "kuhn.efg")
    >>> dodona.write("kuhn", path)
    >>> dodona.read(path).info().nodes
    58
    """
    path = file_path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise FileFormatError(f"{path} has no known ending; Dodona opens {' and '.join(SUFFIXES)} files.")
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileFormatError(f"{path} is not UTF-8 text: byte {error.start} cannot be read.") from None
    except OSError as error:
        raise FileFormatError(f"{path} cannot be opened: {error.strerror}.") from None
    with _collector_at_rest():
        if path.suffix.lower() == ".efg":
            return TreeGame(parse_efg(text), path.name)
        document = parse_nfg(text)
        if not document.players:
            raise GameDefinitionError(f"{path} has no players: there is nothing to play.")
        return NfgGame(document, path.name)


@contextmanager
def _collector_at_rest() -> Iterator[None]:
    """Keep Python's garbage collector from walking, again and again, through a document in which nothing is garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def write(game: Game, path: str | Path, *, ascii_only: bool = True) -> None:
    """Save a game as an .efg or .nfg file that Gambit reads.

    A game that is not a matrix is written to .nfg in its reduced strategic form, which must be small. Numbers are
    written as exact fractions.

    Parameters
    ----------
    game
        The game.
    path
        The file to write; its ending says what it is.
    ascii_only
        False keeps labels in UTF-8, which Gambit reads from version 17 on.

    Examples
    --------
    >>> import dodona, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "chicken.nfg")
    >>> dodona.write("chicken", path)
    >>> path.read_text().split()[:3]
    ['NFG', '1', 'R']
    """
    game = opened(game)
    path = file_path(path)
    suffix = path.suffix.lower()
    if suffix == ".efg":
        content = format_efg(_efg_document(game), ascii_only=ascii_only)
    elif suffix == ".nfg":
        content = format_nfg(_nfg_document(game), ascii_only=ascii_only)
    else:
        raise DodonaError(f"{path} has no known ending; Dodona writes {' and '.join(SUFFIXES)} files.")
    write_whole(path, lambda file: file.write(content.encode()))


def _set_name(own: EfgInfoset) -> str:
    return f"chance {own.number}" if own.player < 0 else f"{own.player + 1}:{own.number}"


def _as_float(x: Rational) -> float:
    try:
        return x.numerator / x.denominator
    except OverflowError:
        raise GameDefinitionError("a payoff is beyond 1e308, which solvers cannot use; scale the payoffs.") from None


def _utilities(document: EfgDocument) -> tuple[list[float], Rational | None]:
    """Payoffs summed along the path to every node, and what those of each leaf sum to if that is always the same.

    Files may place outcomes anywhere on a path.
    """
    zero: tuple[Rational, ...] = (0,) * len(document.players)
    known: dict[int, tuple[float, ...]] = {}  # the payoffs of outcomes as doubles
    utilities: list[float] = []
    sums: set[Rational] = set()
    # Payoffs so far, the same as doubles, and children still to come.
    open_nodes = [(zero, (0.0,) * len(zero), 1)]
    for _, infoset, outcome in document.nodes:
        total, floats, left = open_nodes.pop()
        if left > 1:
            open_nodes.append((total, floats, left - 1))
        if outcome >= 0:
            own = document.outcomes[outcome].payoffs
            if total is not zero:
                total = _added(total, own)
                floats = tuple(map(_as_float, total))
            elif outcome in known:
                total, floats = own, known[outcome]
            else:
                total, floats = own, tuple(map(_as_float, own))
                known[outcome] = floats
        utilities.extend(floats)
        if infoset >= 0:
            open_nodes.append((total, floats, len(document.infosets[infoset].actions)))
        elif len(sums) < 2:
            sums.add(_sum(total))
    return utilities, sums.pop() if len(sums) == 1 else None


def _sum(payoffs: tuple[Rational, ...]) -> Rational:
    if len(payoffs) == 2:  # as nearly all, and to see that fractions cancel is faster than to add them
        one, other = payoffs
        if one.numerator == -other.numerator and one.denominator == other.denominator:
            return 0
    return sum(payoffs)


def _added(total: tuple[Rational, ...], own: tuple[Rational, ...]) -> tuple[Rational, ...]:
    """The sum of payoffs on a path, whose common denominator may grow with every node."""
    result = tuple(a + b for a, b in zip(total, own, strict=True))
    if any(x.denominator >= LARGEST for x in result):
        raise GameDefinitionError(
            f"the payoffs along a path add up to fractions of more than {MAX_DIGITS} digits: write them with smaller "
            "denominators, or as decimals."
        )
    return result


def _exact(x: float) -> Fraction:
    """The simple fraction that prints as this double if there is one, else the double itself."""
    simple = Fraction(x).limit_denominator(1_000_000)
    return simple if float(simple) == x else Fraction(x)


def _exact_distribution(probabilities: Sequence[float]) -> tuple[Fraction, ...]:
    simple = [_exact(p) for p in probabilities]
    if sum(simple) == 1:
        return tuple(simple)
    *rest, last = (Fraction(p) for p in probabilities)
    total = sum(rest, Fraction(0))
    if total <= 1:
        return (*rest, 1 - total)
    whole = total + last
    return tuple(p / whole for p in (*rest, last))


def _efg_document(game: OpenGame) -> EfgDocument:
    if isinstance(game.rules, TreeGame):
        return game.rules.document
    tree = game.tree()
    infosets, positions = _personal_sets(tree)
    outcomes: dict[tuple[float, ...], int] = {}
    payoff_of = dict(zip(tree.terminal_node.tolist(), map(tuple, tree.terminal_utility.tolist()), strict=True))
    players, sets = tree.player.tolist(), tree.infoset.tolist()
    first, counts = tree.first_child.tolist(), tree.num_children.tolist()
    nodes, stack = [], [0]
    while stack:
        node = stack.pop()
        if players[node] == TERMINAL:
            nodes.append(EfgNode("", -1, outcomes.setdefault(payoff_of[node], len(outcomes))))
            continue
        children = range(first[node], first[node] + counts[node])
        if players[node] == CHANCE:
            labels = tuple(tree.history(child)[-1] for child in children)
            odds = _exact_distribution(tree.probability[children.start : children.stop].tolist())
            infosets.append(EfgInfoset(-1, len(infosets) + 1, "", labels, odds))
            nodes.append(EfgNode("", len(infosets) - 1, -1))
        else:
            nodes.append(EfgNode("", positions[players[node]] + sets[node], -1))
        stack.extend(reversed(children))
    return EfgDocument(
        title=game.text,
        players=game.player_names,
        comment="",
        infosets=tuple(infosets),
        outcomes=tuple(EfgOutcome(i + 1, "", tuple(map(_exact, row))) for row, i in outcomes.items()),
        nodes=tuple(nodes),
    )


def _personal_sets(tree: _core.GameTree) -> tuple[list[EfgInfoset], list[int]]:
    """The players' information sets in one list, and where each player's begin."""
    infosets: list[EfgInfoset] = []
    positions = []
    for player in range(tree.players):
        positions.append(len(infosets))
        names, first, counts = tree.action_labels(player), tree.first_sequence(player), tree.num_actions(player)
        for i, label in enumerate(tree.infoset_labels(player)):
            actions = tuple(names[first[i] : first[i] + counts[i]])
            infosets.append(EfgInfoset(player, i + 1, label, actions, ()))
    return infosets, positions


def _nfg_document(game: OpenGame) -> NfgDocument:
    if isinstance(game.rules, NfgGame):
        return game.rules.document
    table = game.rules if isinstance(game.rules, MatrixGame) else matrix_of(game)
    count = table.payoffs.shape[-1]
    columns = [table.payoffs[..., p].ravel(order="F").tolist() for p in range(count)]
    return NfgDocument(
        title=game.text,
        players=game.player_names,
        strategies=tuple(tuple(own) for own in table.action_labels),
        comment="",
        payoffs=tuple(tuple(map(_exact, row)) for row in zip(*columns, strict=True)),
    )
