"""Flow games: normal-form games with sequential strategies (chapter 6 of Bosansky 2014)."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.decision_process import DecisionProcess, plain_label
from dodona.model.errors import GameDefinitionError
from dodona.model.limit import Limit
from dodona.model.problem import Problem
from dodona.model.tables import html_table
from dodona.model.traits import Traits

#: A utility function is asked for at most this many pairs of marginal actions.
MOST_PAIRS = 20_000_000

#: A number for a state and an action of it.
ActionNumber = Callable[[Any, Any], float]
#: Shares of terms for a state and an action of it.
ActionShares = Callable[[Any, Any], Mapping[Hashable, float]]
#: What player 0 gets for a state and an action of hers beside a state and an action of player 1.
PairUtility = Callable[[Any, Any, Any, Any], float]
Pair = tuple[tuple[Any, Any], tuple[Any, Any]]
#: Entries by row, column and value.
Entries = tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.float64]]


class FlowGame(Problem):
    """A zero-sum game of two players who follow decision processes of their own and do not see each other.

    What player 0 gets is the sum over all pairs of marginal actions, one of each player, of a utility times the
    probabilities that they are played; a marginal action is a state with an action of it. Each part of the utility may
    be given in the form that suits it, and all parts add up.

    Parameters
    ----------
    first, second
        The processes of player 0 and player 1.
    utility
        What player 0 gets for a state and an action of hers beside a state and an action of player 1.
    same
        Which pairs ``utility`` is asked for: those for which this function of a state and an action gives the same for
        both players, such as the step. By default all pairs.
    pairs
        Utilities by pair: ``{((state, action), (state, action)): number}``.
    factors
        Two functions of a state and an action that give shares of terms, which are any keys: each term that both
        players have a share of is worth the product of the shares. Meeting in a cell is such a term. This takes far
        less memory and time than pairs do.
    alone
        Two functions of a state and an action that give player 0's utility whatever the other player does; None for
        nothing.
    constant
        What player 0 gets in any case.
    names
        What the players are called.
    text
        The game in one line.

    Examples
    --------
    Hide at one of two places, a step apart, while somebody looks at one of them after each step:

    >>> import dodona, networkx
    >>> line = networkx.path_graph(2)
    >>> hider = dodona.DecisionProcess.on_graph(line, 0, steps=2, stay=True)
    >>> seeker = dodona.DecisionProcess.on_graph(line, 1, steps=2, stay=True)
    >>> def arrives(state, target):
    ...     return {(target, state[1]): 1.0}
    >>> game = dodona.FlowGame(hider, seeker, factors=(arrives, arrives))
    >>> solution = dodona.solve(game)
    >>> round(solution.value, 6)
    1.0
    """

    def __init__(
        self,
        first: DecisionProcess,
        second: DecisionProcess,
        utility: PairUtility | None = None,
        *,
        same: Callable[[Any, Any], Hashable] | None = None,
        pairs: Mapping[Pair, float] | None = None,
        factors: tuple[ActionShares, ActionShares] | None = None,
        alone: tuple[ActionNumber | None, ActionNumber | None] = (None, None),
        constant: float = 0.0,
        names: tuple[str, str] | None = None,
        text: str | None = None,
    ) -> None:
        for process in (first, second):
            if not isinstance(process, DecisionProcess):
                raise GameDefinitionError(f"a flow game takes two decision processes, not {type(process).__name__}.")
        self.processes = (first, second)
        self._names = ("Player 0", "Player 1") if names is None else (str(names[0]), str(names[1]))
        folded, shares, terms = _folded(*_read_factors(self.processes, factors))
        own = tuple(
            _read_alone(process, ask, p) for p, (process, ask) in enumerate(zip(self.processes, alone, strict=True))
        )
        given = _asked_pairs(first, second, utility, same), _given_pairs(first, second, pairs or {})
        entries = _joined([*given, *folded])
        #: The game as the core has it.
        self.arrays = _core.FlowArrays(
            (first.arrays(), second.arrays()), own, entries, shares, terms, _finite(constant, "the constant")
        )
        size = f"{first.num_actions}, {second.num_actions}"
        self._text = text or f"flow_game({size})"

    @property
    def text(self) -> str:
        """The game in one line."""
        return self._text

    @property
    def traits(self) -> Traits:
        """What is known of the game."""
        chance = any(process.is_stochastic for process in self.processes)
        return Traits(2, 0.0, chance, simultaneous=True, perfect_information=False, form="flows")

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self._names

    @property
    def entries(self) -> tuple[int, int]:
        """How many utilities belong to pairs of marginal actions, and how many shares of terms there are."""
        return len(self.arrays.pairs(0)[1]), sum(len(self.arrays.factors(player)[1]) for player in (0, 1))

    def info(self, limit: Limit | None = None, **limits: Any) -> FlowInfo:
        """Sizes of the game."""
        return FlowInfo(self)

    def _named(self, text: str) -> FlowGame:
        """The same game under another text."""
        twin = object.__new__(type(self))
        vars(twin).update(vars(self), _text=text)
        return twin

    def __repr__(self) -> str:
        return f"<FlowGame {self.text}>"

    def _repr_html_(self) -> str:
        return self.info()._repr_html_()


class FlowInfo:
    """Sizes of a flow game.

    Attributes
    ----------
    game
        Its text.
    states, actions, outcomes
        How many states, marginal actions and outcomes of actions each player has.
    pairs, shares, terms
        How many pairs of marginal actions have a utility of their own, and how many shares of how many terms there are.
    """

    def __init__(self, game: FlowGame) -> None:
        self.game = game.text
        self.traits = tuple(game.traits.words())
        self.states = tuple(process.num_states for process in game.processes)
        self.actions = tuple(process.num_actions for process in game.processes)
        self.outcomes = tuple(len(process.next) for process in game.processes)
        self.pairs, self.shares = game.entries
        self.terms = game.arrays.terms

    def _rows(self) -> dict[str, str]:
        return {
            "game": self.game,
            "traits": ", ".join(self.traits),
            "states": " / ".join(f"{count:,}" for count in self.states),
            "marginal actions": " / ".join(f"{count:,}" for count in self.actions),
            "outcomes": " / ".join(f"{count:,}" for count in self.outcomes),
            "utility": f"{self.pairs:,} pairs, {self.shares:,} shares of {self.terms:,} terms",
        }

    def __str__(self) -> str:
        return "\n".join(f"{name:>16}  {value}" for name, value in self._rows().items())

    def _repr_html_(self) -> str:
        game, *rows = self._rows().items()
        return html_table(game, rows)


def _finite(value: Any, what: str) -> float:
    if not isinstance(value, Real) or not math.isfinite(value):
        raise GameDefinitionError(f"{what} of a flow game must be a finite number, not {value!r}.")
    return float(value)


def _read_alone(process: DecisionProcess, ask: ActionNumber | None, player: int) -> NDArray[np.float64]:
    """What every action of a player is worth by itself."""
    if ask is None:
        return np.zeros(process.num_actions)
    return np.array(
        [
            _finite(ask(state, action), _what(player, state, action, "the utility"))
            for state, action in process.marginal_actions()
        ]
    )


def _read_factors(
    processes: Sequence[DecisionProcess], factors: tuple[ActionShares, ActionShares] | None
) -> tuple[tuple[Entries, Entries], int]:
    """Shares of both players, as entries by action and term, and how many terms there are."""
    terms: dict[Hashable, int] = {}
    shares = [_no_entries(), _no_entries()]
    for player, (process, ask) in enumerate(zip(processes, factors or (), strict=False)):
        rows, columns, values = [], [], []
        for number, (state, action) in enumerate(process.marginal_actions()):
            given = ask(state, action)
            if not isinstance(given, Mapping):
                raise GameDefinitionError(
                    f"{_what(player, state, action, 'the shares')} must map terms to numbers, not be {given!r}."
                )
            for term, share in given.items():
                rows.append(number)
                columns.append(terms.setdefault(term, len(terms)))
                values.append(_finite(share, _what(player, state, action, f"the share of term {plain_label(term)}")))
        shares[player] = _entries(rows, columns, values)
    return (shares[0], shares[1]), len(terms)


def _folded(shares: tuple[Entries, Entries], terms: int) -> tuple[list[Entries], tuple[Entries, Entries], int]:
    """Terms of which a player has a single share become pairs, which takes less; those of one player alone go.

    Returns entries of pairs, the shares of the other terms, and how many of these there are.
    """
    counts = [np.bincount(own[1], minlength=terms) for own in shares]
    single = np.where(counts[1] == 1, 1, np.where(counts[0] == 1, 0, -1))  # whose share is the single one
    stays = (counts[0] > 1) & (counts[1] > 1)
    numbers = np.cumsum(stays, dtype=np.int32) - 1
    pairs = []
    for player in (0, 1):
        action, value = np.zeros(terms, np.int32), np.zeros(terms)
        rows, columns, values = shares[player]
        action[columns], value[columns] = rows, values
        others, their_columns, theirs = shares[1 - player]
        into = single[their_columns] == player
        at = their_columns[into]
        beside = (action[at], others[into]) if player == 0 else (others[into], action[at])
        pairs.append((*beside, value[at] * theirs[into]))
    left = [
        (rows[stays[columns]], numbers[columns[stays[columns]]], values[stays[columns]])
        for rows, columns, values in shares
    ]
    return pairs, (left[0], left[1]), int(stays.sum())


def _asked_pairs(
    first: DecisionProcess,
    second: DecisionProcess,
    utility: PairUtility | None,
    same: Callable[[Any, Any], Hashable] | None,
) -> Entries:
    """Utilities of those pairs that a function is asked for, without zeros."""
    if utility is None:
        return _no_entries()
    groups: dict[Hashable, list[tuple[int, tuple[Any, Any]]]] = {}
    for number, (state, action) in enumerate(second.marginal_actions()):
        groups.setdefault(None if same is None else same(state, action), []).append((number, (state, action)))
    rows, columns, values = [], [], []
    asked = 0
    for row, (state, action) in enumerate(first.marginal_actions()):
        beside = groups.get(None if same is None else same(state, action), [])
        asked += len(beside)
        if asked > MOST_PAIRS:
            raise GameDefinitionError(
                f"the utility would be asked for more than {MOST_PAIRS:,} pairs of marginal actions: say by `same` "
                "which pairs matter, or give the utility by factors."
            )
        for column, (other, move) in beside:
            value = utility(state, action, other, move)
            if value != 0:
                rows.append(row)
                columns.append(column)
                values.append(
                    _finite(value, f"{_what(0, state, action, 'the utility')} beside {plain_label((other, move))}")
                )
    return _entries(rows, columns, values)


def _given_pairs(first: DecisionProcess, second: DecisionProcess, pairs: Mapping[Pair, float]) -> Entries:
    """Utilities by pair, each of which must exist."""
    rows, columns, values = [], [], []
    for pair, value in pairs.items():
        try:
            (state, action), (other, move) = pair
        except (TypeError, ValueError):
            raise GameDefinitionError(
                f"a pair of marginal actions is ((state, action), (state, action)), not {pair!r}."
            ) from None
        rows.append(_number_of(first, 0, state, action))
        columns.append(_number_of(second, 1, other, move))
        values.append(_finite(value, _what(0, state, action, "the utility")))
    return _entries(rows, columns, values)


def _number_of(process: DecisionProcess, player: int, state: Any, action: Any) -> int:
    try:
        return process.action_number(state, action)
    except GameDefinitionError as error:
        raise GameDefinitionError(f"a utility names what player {player} does not have: {error}") from None


def _what(player: int, state: Any, action: Any, thing: str) -> str:
    return f"{thing} of action {plain_label(action)} in state {plain_label(state)} of player {player}"


def _no_entries() -> Entries:
    return _entries([], [], [])


def _entries(rows: Sequence[int], columns: Sequence[int], values: Sequence[float]) -> Entries:
    return np.array(rows, np.int32), np.array(columns, np.int32), np.array(values, np.float64)


def _joined(parts: Iterable[Entries]) -> Entries:
    rows, columns, values = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
