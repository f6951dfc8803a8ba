"""Players: whoever chooses an action at a position, by a solution, a search, a function of yours, or at random."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.limit import Limit
from dodona.model.strategy import Strategy, unique_labels

#: How long players without a solution think about a move where nobody says how long.
PER_MOVE = Limit(time=1.0)


@dataclass(frozen=True, eq=False)
class Choice(Mapping[str, float]):
    """What a player does at a position: how likely each of the actions is, readable as a mapping.

    Attributes
    ----------
    actions
        Labels of the actions, as the position gives them.
    probabilities
        One per action, in the same order.
    value
        What the player expects to get, where she knows; None elsewhere.
    proven
        Whether that value is proven, not estimated.
    note
        How the choice came about, in a few words.
    """

    actions: tuple[str, ...]
    probabilities: tuple[float, ...]
    value: float | None = None
    proven: bool = False
    note: str = ""

    @property
    def best(self) -> str:
        """The most likely action; the first of several."""
        return self.actions[max(range(len(self)), key=self.probabilities.__getitem__)]

    def draw_index(self, stream: random.Random) -> int:
        """An action drawn with these probabilities, by its place in ``actions``."""
        return stream.choices(range(len(self)), self.probabilities)[0]

    def draw(self, stream: random.Random) -> str:
        """An action drawn with these probabilities; equal streams draw alike.

        Examples
        --------
        >>> import random
        >>> Choice(("left", "right"), (0.0, 1.0)).draw(random.Random(7))
        'right'
        """
        return self.actions[self.draw_index(stream)]

    def __getitem__(self, action: str) -> float:
        return dict(zip(self, self.probabilities, strict=True))[action]

    def __iter__(self) -> Iterator[str]:
        return iter(unique_labels(self.actions))

    def __len__(self) -> int:
        return len(self.actions)


def certain(actions: Sequence[str], index: int, **known: Any) -> Choice:
    """The choice of one action; ``known`` is what else a :class:`Choice` has."""
    return Choice(tuple(actions), tuple(float(i == index) for i in range(len(actions))), **known)


def equally_likely(actions: Sequence[str], note: str = "") -> Choice:
    """The choice of every action with the same probability."""
    return Choice(tuple(actions), (1 / len(actions),) * len(actions), note=note)


@dataclass(frozen=True)
class Stage:
    """A stage with everything below it solved: player 0 chooses the row, player 1 the column."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    matrix: NDArray[np.float64]
    strategies: tuple[NDArray[np.float64], NDArray[np.float64]]
    value: float

    @property
    def supports(self) -> tuple[int, int]:
        """How many actions each player uses."""
        first, second = self.strategies
        return int(np.count_nonzero(first > 1e-9)), int(np.count_nonzero(second > 1e-9))


class Player(ABC):
    """Somebody who plays any seat of a game, move by move.

    A player of your own defines ``choose``; a function will do with :class:`FunctionPlayer`.
    """

    @abstractmethod
    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """What the player whose turn it is should do at a position.

        Parameters
        ----------
        state
            A position where somebody decides.
        player
            Who chooses; needed where all players move at once.
        seconds
            How long to think at most; None leaves it to the player. Players that need not think pay no attention.

        Returns
        -------
        Choice
            A probability for each of ``state.actions(player)``.
        """

    def best_move(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> str:
        """The most likely action at a position.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("connect_four(width=5, height=4)")
        >>> player = dodona.solve(game, "negascout").player()
        >>> player.best_move(game.root())
        '3'
        >>> player.best_move(game.root().play("1").play("1")) in game.root().actions()
        True
        """
        return self.choose(state, player, seconds=seconds).best

    def stage(self, state: _core.State, *, seconds: float | None = None) -> Stage:
        """Matrix, strategies and value of a stage where both players move at once.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("goofspiel(cards=3)")
        >>> dodona.solve(game, "double_oracle_alphabeta").player().stage(game.root()).matrix.shape
        (3, 3)
        """
        raise DodonaError("only solvers of simultaneous moves know stages, as long as they are in memory.")


def deciding_player(state: _core.State, player: int | None) -> int:
    """Who chooses at a position: whose turn it is, or the given one of those who move at once."""
    turn = state.turn
    if turn == _core.SIMULTANEOUS and player is None:
        raise DodonaError(f"at {state} all players move at once: say who chooses, as in choose(state, player=0).")
    mover = turn if player is None else player
    if mover < 0 or not state.actions(mover):
        who = "nobody is" if player is None else f"player {player} is not"
        raise DodonaError(f"at {state} {who} to decide, so there is no move to choose.")
    return mover


class StrategyPlayer(Player):
    """Follows strategies, one per player: complete ones, or partial ones with their rule elsewhere."""

    def __init__(self, strategies: Sequence[Strategy]) -> None:
        self._strategies = tuple(strategies)

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """What the strategy of the player does there."""
        mover = deciding_player(state, player)
        if mover >= len(self._strategies):
            raise DodonaError(f"there are strategies of {len(self._strategies)} players, and none of player {mover}.")
        return checked_choice(state, mover, self._strategies[mover].at(state))


class UniformPlayer(Player):
    """Takes every action with the same probability."""

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """Every action alike."""
        return equally_likely(state.actions(deciding_player(state, player)))


class FunctionPlayer(Player):
    """Asks a function of the position, and of who chooses there, for probabilities of actions.

    Examples
    --------
    >>> import dodona
    >>> bold = dodona.FunctionPlayer(lambda state, player: {state.actions(player)[0]: 1})
    >>> bold.best_move(dodona.game("kuhn").after("K", "Q").root())
    'bet'
    """

    def __init__(self, function: Callable[[_core.State, int], Mapping[str, float]]) -> None:
        if not callable(function):
            raise DodonaError(f"a player's function takes a position and a player, not {function!r}.")
        self._function = function

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """What the function answers, if that is a distribution over the actions."""
        mover = deciding_player(state, player)
        return checked_choice(state, mover, self._function(state, mover))


def checked_choice(state: _core.State, player: int, row: object) -> Choice:
    """Probabilities by label as a choice at a position; actions that are not named have none."""
    actions = unique_labels(state.actions(player))
    if not isinstance(row, Mapping):
        raise DodonaError(f"at {state} a player gives a mapping from action to probability, not {row!r}.")
    unknown = next((action for action in row if action not in actions), None)
    if unknown is not None:
        raise DodonaError(f"'{unknown}' is no action of player {player} at {state}; those are {', '.join(actions)}.")
    try:
        numbers = [float(row.get(action, 0.0)) for action in actions]
    except (TypeError, ValueError, OverflowError):
        numbers = [-1.0]
    if not (min(numbers) >= 0 and abs(sum(numbers) - 1) <= 1e-6):
        raise DodonaError(f"at {state} the probabilities must be from 0 to 1 and sum to 1, not {dict(row)}.")
    return Choice(tuple(state.actions(player)), tuple(numbers))
