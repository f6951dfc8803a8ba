"""Utilities of flow games, read from functions and mappings into entries by action."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.asking import asked, call_text, finite, required_function, short
from dodona.model.decision_process import DecisionProcess, plain_label
from dodona.model.errors import GameDefinitionError

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


def finite_number(value: Any, what: str, *where: Any) -> float:
    """A finite number, or an error that says what and where, which is put into words only then."""
    number = finite(value)
    if number is None:
        raise GameDefinitionError(f"{_what(what, *where)} of a flow game must be a finite number, not {short(value)}.")
    return number


def read_alone(process: DecisionProcess, ask: ActionNumber | None, player: int) -> NDArray[np.float64]:
    """What every action of a player is worth by itself."""
    if ask is None:
        return np.zeros(process.num_actions)
    required_function(f"alone[{player}]", ask)
    return np.array(
        [
            finite_number(asked("alone", ask, state, action), "the utility", player, state, action)
            for state, action in process.marginal_actions()
        ]
    )


def read_factors(
    processes: Sequence[DecisionProcess], factors: tuple[ActionShares | None, ActionShares | None]
) -> tuple[tuple[Entries, Entries], int]:
    """Shares of both players, as entries by action and term, and how many terms there are."""
    terms: dict[Hashable, int] = {}
    shares = [_no_entries(), _no_entries()]
    for player, (process, ask) in enumerate(zip(processes, factors, strict=True)):
        if ask is None:
            continue
        required_function(f"factors[{player}]", ask)
        rows, columns, values = [], [], []
        for number, (state, action) in enumerate(process.marginal_actions()):
            given = asked("factors", ask, state, action)
            if not isinstance(given, Mapping):
                where = _what("the shares", player, state, action)
                raise GameDefinitionError(f"{where} must map terms to numbers, not be {short(given)}.")
            for term, share in given.items():
                rows.append(number)
                columns.append(terms.setdefault(term, len(terms)))
                values.append(finite_number(share, "a share", player, state, action))
        shares[player] = _entries(rows, columns, values)
    return (shares[0], shares[1]), len(terms)


def folded_terms(shares: tuple[Entries, Entries], terms: int) -> tuple[list[Entries], tuple[Entries, Entries], int]:
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


def asked_pairs(
    first: DecisionProcess,
    second: DecisionProcess,
    utility: PairUtility | None,
    same: Callable[[Any, Any], Hashable] | None,
) -> Entries:
    """Utilities of those pairs that a function is asked for, without zeros."""
    if utility is None:
        return _no_entries()
    required_function("utility", utility)
    groups: dict[Hashable, list[tuple[int, tuple[Any, Any]]]] = {}
    for number, (state, action) in enumerate(second.marginal_actions()):
        groups.setdefault(_group(same, state, action), []).append((number, (state, action)))
    rows, columns, values = [], [], []
    count = 0
    for row, (state, action) in enumerate(first.marginal_actions()):
        beside = groups.get(_group(same, state, action), [])
        count += len(beside)
        if count > MOST_PAIRS:
            raise GameDefinitionError(
                f"the utility would be asked for more than {MOST_PAIRS:,} pairs of marginal actions: say by `same` "
                "which pairs matter, or give the utility by factors."
            )
        for column, (other, move) in beside:
            answer = asked("utility", utility, state, action, other, move)
            value = finite_number(answer, "the utility", 0, state, action, other, move)
            if value != 0:
                rows.append(row)
                columns.append(column)
                values.append(value)
    return _entries(rows, columns, values)


def _group(same: Callable[[Any, Any], Hashable] | None, state: Any, action: Any) -> Hashable:
    """What pairs have in common that a utility function is asked for."""
    if same is None:
        return None
    group: Hashable = asked("same", required_function("same", same), state, action)
    if not isinstance(group, Hashable):
        call = call_text("same", state, action)
        raise GameDefinitionError(f"{call} must return what can be a key of a dictionary, not {short(group)}.")
    return group


def given_pairs(first: DecisionProcess, second: DecisionProcess, pairs: Mapping[Pair, float]) -> Entries:
    """Utilities by pair, each of which must exist."""
    if not isinstance(pairs, Mapping):
        raise GameDefinitionError(f"pairs must map pairs of marginal actions to numbers, not be {short(pairs)}.")
    rows, columns, values = [], [], []
    for pair, value in pairs.items():
        try:
            (state, action), (other, move) = pair
        except (TypeError, ValueError):
            raise GameDefinitionError(
                f"a pair of marginal actions is ((state, action), (state, action)), not {short(pair)}."
            ) from None
        rows.append(_number_of(first, 0, state, action))
        columns.append(_number_of(second, 1, other, move))
        values.append(finite_number(value, "the utility", 0, state, action, other, move))
    return _entries(rows, columns, values)


def _number_of(process: DecisionProcess, player: int, state: Any, action: Any) -> int:
    try:
        return process.action_number(state, action)
    except GameDefinitionError as error:
        raise GameDefinitionError(f"a utility names what player {player} does not have: {error}") from None


def _what(thing: str, *where: Any) -> str:
    """What is wrong, and of which action in which state of which player, beside which state and action of the other."""
    if not where:
        return thing
    player, state, action, *beside = where
    own = f"{thing} of action {plain_label(action)} in state {plain_label(state)} of player {player}"
    return f"{own} beside {plain_label(tuple(beside))}" if beside else own


def _no_entries() -> Entries:
    return _entries([], [], [])


def _entries(rows: Sequence[int], columns: Sequence[int], values: Sequence[float]) -> Entries:
    return np.array(rows, np.int32), np.array(columns, np.int32), np.array(values, np.float64)


def joined_entries(parts: Iterable[Entries]) -> Entries:
    rows, columns, values = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(columns), np.concatenate(values)
