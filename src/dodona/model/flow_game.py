"""Flow games: normal-form games with sequential strategies (chapter 6 of Bosansky 2014)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona import _core
from dodona.model.asking import required_pair
from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import GameDefinitionError
from dodona.model.flow_info import FlowInfo
from dodona.model.flow_utility import (
    ActionNumber,
    ActionShares,
    Entries,
    Pair,
    PairUtility,
    asked_pairs,
    finite_number,
    folded_terms,
    given_pairs,
    joined_entries,
    read_alone,
    read_factors,
)
from dodona.model.limit import Limit
from dodona.model.problem import Problem
from dodona.model.traits import Traits

if TYPE_CHECKING:
    from dodona.model.game import Game
    from dodona.model.matrix_game import MatrixGame


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
        called = ("Player 0", "Player 1") if names is None else required_pair("names", names)
        self._names = (str(called[0]), str(called[1]))
        asks = (None, None) if factors is None else required_pair("factors", factors)
        folded, shares, terms = folded_terms(*read_factors(self.processes, asks))
        asks = required_pair("alone", alone)
        own = tuple(read_alone(self.processes[player], asks[player], player) for player in (0, 1))
        given = asked_pairs(first, second, utility, same), given_pairs(first, second, {} if pairs is None else pairs)
        entries = joined_entries([*given, *folded])
        #: The game as the core has it.
        self.arrays = _core.FlowArrays(
            (first.arrays(), second.arrays()), own, entries, shares, terms, finite_number(constant, "the constant")
        )
        size = f"{first.num_actions}, {second.num_actions}"
        self._text = text or f"flow_game({size})"
        self._hash: int | None = None

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

    def matrix(self) -> MatrixGame:
        """The matrix of a small game: a row per pure plan of player 0, a column per pure plan of player 1.

        A plan names an action in every state that it can reach; outcomes are averaged.

        Returns
        -------
        MatrixGame
            The reduced strategic form.

        Examples
        --------
        >>> import dodona
        >>> dodona.game("transit(width=2, length=3, steps=2, failure=0)").matrix().payoffs.shape
        (40, 20, 2)
        """
        from dodona.model.flow_forms import matrix_of_flows

        return matrix_of_flows(self)

    def extensive(self) -> Game:
        """The game move by move: player 0 goes through her process, then player 1 through his, seeing nothing of it.

        Who moves remembers all states and actions of her own; the utility of both paths is paid at the end. The tree
        has a path for every pair of paths, so that only small games have a useful one.

        Returns
        -------
        Game
            A game with rules, of the same value.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("transit(width=2, length=3, steps=2, failure=0)").extensive()
        >>> game.info().infosets
        (12, 6)
        """
        from dodona.model.flow_forms import FlowTree

        return FlowTree(self)

    def _named(self, text: str, kind: type[FlowGame] | None = None) -> FlowGame:
        """The same game under another text, or as a game of another class that has the same attributes."""
        twin = object.__new__(kind or type(self))
        vars(twin).update(vars(self), _text=text)
        return twin

    def _content(self) -> tuple[Any, ...]:
        """All that the core has besides the processes, as the core takes it."""
        arrays = self.arrays
        alone = tuple(np.array(arrays.alone(player)) for player in (0, 1))
        shares = tuple(_triplets(arrays.factors(player)) for player in (0, 1))
        return alone, _triplets(arrays.pairs(0)), shares, arrays.terms, arrays.constant

    def __eq__(self, other: object) -> bool:
        """Whether the processes, the utility, as it was given, and the players' names are the same."""
        if not isinstance(other, FlowGame):
            return NotImplemented
        if self is other:
            return True
        if (hash(self), self._names, self.processes) != (hash(other), other._names, other.processes):
            return False
        return bool(_as_bytes(self._content()) == _as_bytes(other._content()))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.processes, _as_bytes(self._content())))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and pickled as its processes and arrays: the functions it was made of need not be there."""
        return _restored, (self.processes, self._content(), self._names, self._text)

    def __repr__(self) -> str:
        return f"<FlowGame {self.text}>"

    def _repr_html_(self) -> str:
        return self.info()._repr_html_()


def _restored(
    processes: tuple[DecisionProcess, DecisionProcess], content: Any, names: tuple[str, str], text: str
) -> FlowGame:
    """A game from what it was pickled as."""
    game = object.__new__(FlowGame)
    game.processes, game._names, game._text, game._hash = processes, names, text, None
    game.arrays = _core.FlowArrays((processes[0].arrays(), processes[1].arrays()), *content)
    return game


def _triplets(rows: Any) -> Entries:
    """Compressed rows as entries by row, column and value."""
    start, column, value = rows
    return np.repeat(np.arange(len(start) - 1, dtype=np.int32), np.diff(start)), np.array(column), np.array(value)


def _as_bytes(content: Any) -> Any:
    """Nested tuples of arrays as nested tuples that can be compared."""
    if isinstance(content, tuple):
        return tuple(map(_as_bytes, content))
    return content.tobytes() if isinstance(content, np.ndarray) else content
