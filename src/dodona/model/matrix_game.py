"""Matrix games from arrays, and small trees turned into them."""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dodona import _core
from dodona.model.check import require_perfect_recall
from dodona.model.errors import DodonaError, GameDefinitionError
from dodona.model.flow_game import FlowGame
from dodona.model.game import CoreGame, Game, OpenGame, opened
from dodona.model.strategy import unique_labels
from dodona.model.tables import SHOWN, html_table, left_out
from dodona.model.text import value_text
from dodona.model.traits import Traits

#: A tree with more joint plans than this has no useful matrix.
MAX_CELLS = 4_000_000
#: How many bits of the largest utility an average over chance keeps.
_AVERAGE_BITS = 44


class MatrixGame(CoreGame):
    """A game in which every player chooses once, at the same time.

    Parameters
    ----------
    *payoffs
        One array per player, all of one shape with one axis per player; a single two-dimensional array is player 0's
        side of a zero-sum game.
    actions
        Labels, one list per player; "1", "2", ... without them.
    text
        The game's text form; by default the payoffs themselves where the game has two players and few cells.

    Examples
    --------
    >>> import dodona
    >>> game = dodona.MatrixGame([[3, -1], [-2, 4]])
    >>> print(game)
    matrix(a=[[3, -1], [-2, 4]])
    >>> round(dodona.solve(game).value, 9)
    1.0
    """

    def __init__(
        self,
        *payoffs: ArrayLike,
        actions: Sequence[Sequence[str]] | None = None,
        text: str | None = None,
    ) -> None:
        arrays = [_payoff_array(table) for table in payoffs]
        if len(arrays) == 1 and arrays[0].ndim == 2:
            arrays.append(-arrays[0])
        if not arrays or any(a.shape != arrays[0].shape or a.ndim != len(arrays) for a in arrays):
            raise GameDefinitionError(
                "a matrix game needs one array per player, all of one shape with one axis per player "
                "(or one two-dimensional array for a zero-sum game)."
            )
        #: Utilities with the player as last axis.
        self.payoffs: NDArray[np.float64] = np.stack(arrays, axis=-1) + 0.0  # no negative zeros
        self.payoffs.setflags(write=False)
        self.action_labels = _action_labels(self.payoffs.shape[:-1], actions)
        total = self.payoffs.sum(axis=-1)
        zero_sum = bool(np.all(np.abs(total) <= 1e-12 * np.abs(self.payoffs).max(axis=-1)))
        handle = _core.matrix_game(self.action_labels, self.payoffs.ravel().tolist(), zero_sum)
        labels = tuple(map(tuple, self.action_labels))
        identity = (self.payoffs.shape, self.payoffs.tobytes(), labels)
        super().__init__(text or _matrix_text(self.payoffs, actions, zero_sum), handle, identity)
        if not zero_sum and np.ptp(total) <= 1e-12 * float(np.abs(total).max()):
            self.constant_sum = float(total.flat[0])

    def _repr_html_(self) -> str:
        """The payoffs of two players as a table: those of player 0 alone where player 1's are their negatives."""
        if self.payoffs.ndim != 3:
            return super()._repr_html_()
        rows, columns = self.action_labels
        alone = self.constant_sum == 0
        cells = [
            [row, *(", ".join(f"{x:.6g}" for x in (pair[:1] if alone else pair)) for pair in line[:SHOWN])]
            for row, line in zip(rows[:SHOWN], self.payoffs.tolist(), strict=False)
        ]
        rest = (left_out(len(rows), SHOWN, "rows"), left_out(len(columns), SHOWN, "columns"))
        header = (f"{self.player_names[0]} \\ {self.player_names[1]}", *columns[:SHOWN])
        return html_table(header, cells, self.text, " ".join(filter(None, rest)))

    def _named(self, text: str) -> MatrixGame:
        """The same game under another text."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _text=text)
        return twin

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as its payoffs and labels."""
        tables = tuple(np.moveaxis(self.payoffs, -1, 0))
        return functools.partial(MatrixGame, actions=self.action_labels, text=self.text), tables

    @property
    def traits(self) -> Traits:
        """What is known of the game."""
        players = self.payoffs.shape[-1]
        return Traits(players, self.constant_sum, False, True, True, matrix=True)

    def fractions(self, player: int) -> NDArray[Any]:
        """One player's payoffs as exact fractions: those of a file as written there, others as their doubles are."""
        own = self.payoffs[..., player]
        return np.array([Fraction(x) for x in own.ravel().tolist()], dtype=object).reshape(own.shape)


def _payoff_array(table: ArrayLike) -> NDArray[np.float64]:
    try:
        array = np.array(table, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise GameDefinitionError("a matrix game's payoffs must be numbers in rows of equal length.") from None
    if array.size == 0 or not np.all(np.isfinite(array)):
        raise GameDefinitionError("a matrix game's payoffs must be finite numbers, at least one per player.")
    return array


def _action_labels(shape: tuple[int, ...], actions: Sequence[Sequence[str]] | None) -> list[list[str]]:
    if actions is None:
        return [[str(i + 1) for i in range(count)] for count in shape]
    try:
        labels = [[str(label) for label in own] for own in actions]
    except TypeError:
        raise GameDefinitionError("the actions of a matrix game are one list of labels per player.") from None
    if [len(own) for own in labels] != list(shape):
        raise GameDefinitionError(f"the actions' labels must match the payoffs: {' x '.join(map(str, shape))}.")
    if any(len(set(own)) != len(own) for own in labels):
        raise GameDefinitionError("the labels of one player's actions must differ.")
    return labels


def _matrix_text(payoffs: NDArray[np.float64], actions: Any, zero_sum: bool) -> str:
    shape = "x".join(str(size) for size in payoffs.shape[:-1])
    if payoffs.ndim != 3 or payoffs.size > 128 or actions is not None:
        return f"matrix game {shape}"

    def rows(player: int) -> str:
        lines = ("[" + ", ".join(map(value_text, row.tolist())) + "]" for row in payoffs[:, :, player])
        return "[" + ", ".join(lines) + "]"

    return f"matrix(a={rows(0)})" if zero_sum else f"matrix(a={rows(0)}, b={rows(1)})"


def as_matrix(game: Game) -> MatrixGame:
    """A matrix game as it is, and any other small game as :func:`matrix_of` makes it."""
    rules = game.rules if isinstance(game, OpenGame) else game
    return rules if isinstance(rules, MatrixGame) else matrix_of(game)


def matrix_of(game: Game | FlowGame) -> MatrixGame:
    """The matrix of a small game: one row per pure plan of player 0, one column per plan of player 1, and so on.

    A plan names an action at every information set it can reach (the reduced strategic form); chance is averaged out.
    Averages are rounded to 44 bits of the largest utility, so that cells that are equal but for rounding are equal:
    whether a plan is as good as another must not depend on the order in which numbers were added.

    Parameters
    ----------
    game
        A game with few plans; of a flow game, what :meth:`dodona.FlowGame.matrix` gives.

    Returns
    -------
    MatrixGame
        Its reduced strategic form.

    Examples
    --------
    >>> import dodona
    >>> dodona.matrix_of("kuhn").payoffs.shape
    (27, 64, 2)
    """
    if isinstance(game, FlowGame):
        return game.matrix()
    game = opened(game)
    tree = game.tree()
    require_perfect_recall(tree)
    cells = math.prod(_count_plans(tree, player) for player in range(tree.players))
    if cells > MAX_CELLS or cells * tree.num_terminals > 50 * MAX_CELLS:
        raise DodonaError(f"{game} has about {cells:.3g} joint plans: too many for a matrix; solve it as a tree.")
    plans = [_reduced_plans(tree, player) for player in range(tree.players)]
    marks = [np.array([plan for _, plan in own]) for own in plans]
    shape = tuple(len(own) for own in plans)
    payoffs = np.zeros((*shape, tree.players))
    for t in range(tree.num_terminals):
        weight: Any = tree.terminal_reach[t]
        for player, mark in enumerate(marks):
            axis = [1] * tree.players
            axis[player] = -1
            weight = weight * mark[:, tree.terminal_sequence[t, player]].reshape(axis)
        payoffs += weight[..., None] * tree.terminal_utility[t]
    if game.traits.chance:
        round_cells(payoffs, game.traits.constant_sum)
    labels = [unique_labels([label for label, _ in own]) for own in plans]
    return MatrixGame(*(payoffs[..., p] for p in range(tree.players)), actions=labels, text=f"{game}.matrix()")


def round_cells(payoffs: NDArray[np.float64], total: float | None) -> None:
    """Round to multiples of one power of two; what the players get still adds up to a constant sum."""
    _, exponent = math.frexp(float(np.abs(payoffs).max()))
    unit = math.ldexp(1.0, exponent - _AVERAGE_BITS)
    payoffs[...] = np.round(payoffs / unit) * unit if unit > 0 else payoffs
    if total is not None:
        payoffs[..., -1] = total - payoffs[..., :-1].sum(axis=-1)


def _count_plans(tree: _core.GameTree, player: int) -> float:
    """How many reduced plans there are: per information set the sum over actions of the product over what follows."""
    below = [1.0] * tree.num_sequences(player)
    first, counts = tree.first_sequence(player).tolist(), tree.num_actions(player).tolist()
    parents = tree.parent_sequence(player).tolist()
    for infoset in reversed(range(len(parents))):
        below[parents[infoset]] *= sum(below[first[infoset] : first[infoset] + counts[infoset]])
    return below[0]


def _reduced_plans(tree: _core.GameTree, player: int) -> list[tuple[str, NDArray[np.float64]]]:
    """Every reduced pure plan as a label and the 0/1 realization plan it plays."""
    children: dict[int, list[int]] = {}
    for infoset, parent in enumerate(tree.parent_sequence(player).tolist()):
        children.setdefault(parent, []).append(infoset)
    first, counts = tree.first_sequence(player), tree.num_actions(player)
    names, sets = tree.action_labels(player), tree.infoset_labels(player)

    def below(sequence: int) -> list[tuple[int, ...]]:
        options = [
            [(s, *rest) for s in range(first[i], first[i] + counts[i]) for rest in below(s)]
            for i in children.get(sequence, [])
        ]
        return [tuple(itertools.chain.from_iterable(pick)) for pick in itertools.product(*options)]

    owner = np.repeat(np.arange(len(counts)), counts)
    result = []
    for plan in below(0):
        marks = np.zeros(len(names))
        marks[[0, *plan]] = 1.0
        one_set = len(sets) == 1
        label = "; ".join(names[s] if one_set else f"{sets[owner[s - 1]]} {names[s]}" for s in plan)
        result.append((label or "-", marks))
    return result
