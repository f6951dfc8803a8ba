"""Games in normal form whose strategies are too many to list: a payoff function, and best responses as oracles."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from dodona.model.asking import asked, call_text, finite, required_function, required_pair, short
from dodona.model.errors import GameDefinitionError
from dodona.model.problem import Problem
from dodona.model.strategy import MixedStrategy
from dodona.model.traits import Traits
from dodona.model.values import interval

#: Strategies of one player with their probabilities, all of them positive.
Mixture = list[tuple[Any, float]]
Response = Callable[[Mixture], Hashable]


class Numbered:
    """Strategies of one player with numbers, every one once, in the order in which they came."""

    def __init__(self) -> None:
        self.strategies: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def __len__(self) -> int:
        return len(self.strategies)

    def find(self, strategy: Any, source: str, *arguments: Any) -> int | None:
        """The number of a strategy that a list or a call gave; None where it is not among them."""
        try:
            return self._numbers.get(strategy)
        except Exception as error:
            where = call_text(source, *arguments) if arguments else source
            raise GameDefinitionError(
                f"{where} gave {short(strategy)}, which is no strategy ({type(error).__name__}: {error}): strategies "
                "are hashable, such as tuples and frozensets."
            ) from error

    def add(self, strategy: Any, source: str, *arguments: Any) -> int:
        """The number of a strategy that a list or a call gave, which may be new."""
        number = self.find(strategy, source, *arguments)
        if number is None:
            number = self._numbers[strategy] = len(self.strategies)
            self.strategies.append(strategy)
        return number


class OracleGame(Problem):
    """A two-player constant-sum game in normal form whose strategies need not be listed.

    A strategy is any hashable object: a path, a set of guards, a number. Solvers ask for payoffs of pairs of
    strategies, once per pair, and for best responses. What they prove rests on these: a response that is not the best
    one proves a bound that does not hold. Where a strategy that is known already does better than a response, by more
    than 1e-9 of the largest payoff, that is an error; a better one that nobody has met goes unnoticed.

    Parameters
    ----------
    payoff
        What player 0 gets, ``payoff(row, column)``: a finite number.
    respond
        One function per player: ``respond[0](mixture)`` is a best pure strategy of player 0 among all that she has
        against a mixture of player 1's, a list of (strategy, probability) with positive probabilities. None for a
        player whose strategies are listed.
    initial
        Strategies that each player starts with, at least one; by default the first one of a list.
    strategies
        The list of all strategies of a player, or None: whoever has one needs no response function, and may have the
        whole list from the start (``single_oracle``).
    constant_sum
        What the payoffs of both players sum to.
    utility_range
        Numbers that no payoff of player 0 leaves, if they are known.
    label
        The text of a strategy in solutions.
    text
        The game in one line.

    Examples
    --------
    Hide in one of a thousand boxes; whoever seeks opens ten of them in a row.

    >>> import dodona
    >>> def seek(hidden):
    ...     found = lambda first: sum(p for box, p in hidden if first <= box < first + 10)
    ...     return max(range(991), key=found)
    >>> def hide(openings):
    ...     found = lambda box: sum(p for first, p in openings if first <= box < first + 10)
    ...     return min(range(1000), key=found)
    >>> game = dodona.OracleGame(
    ...     lambda first, box: float(first <= box < first + 10), respond=(seek, hide), initial=([0], [0])
    ... )
    >>> solution = dodona.solve(game)
    >>> round(solution.value, 9), solution.status
    (0.01, 'exact')
    """

    def __init__(
        self,
        payoff: Callable[[Any, Any], float],
        respond: Sequence[Response | None] = (None, None),
        initial: Sequence[Collection[Any] | None] = (None, None),
        strategies: Sequence[Collection[Any] | None] = (None, None),
        *,
        constant_sum: float = 0.0,
        utility_range: tuple[float, float] | None = None,
        label: Callable[[Any], str] = repr,
        text: str = "oracle game",
    ) -> None:
        self._payoff = required_function("payoff", payoff)
        self._label = required_function("label", label)
        self._respond = tuple(
            own if own is None else required_function(f"respond[{player}]", own)
            for player, own in enumerate(required_pair("respond", respond))
        )
        #: All strategies of each player, numbered, where they are listed.
        self.strategies = tuple(
            own if own is None else _listed(f"strategies[{player}]", own)
            for player, own in enumerate(required_pair("strategies", strategies))
        )
        starts = enumerate(required_pair("initial", initial))
        self.initial = tuple(self._start(player, own) for player, own in starts)
        total = finite(constant_sum)
        if total is None:
            raise GameDefinitionError(f"constant_sum must be a finite number, not {short(constant_sum)}.")
        self._traits = Traits(2, total, False, True, True, matrix=True, form="oracles")
        self._range = interval("utility_range", utility_range, GameDefinitionError)
        self._text = str(text)

    @property
    def text(self) -> str:
        """The game in one line."""
        return self._text

    @property
    def traits(self) -> Traits:
        """What is known of the game."""
        return self._traits

    @property
    def utility_bounds(self) -> tuple[float, float] | None:
        """Numbers that no payoff of player 0 leaves, if they are known."""
        return self._range

    def __repr__(self) -> str:
        return f"<OracleGame {self.text}>"

    def payoff(self, row: Any, column: Any) -> float:
        """What player 0 gets; raises where the function's answer is no finite number within the range.

        Parameters
        ----------
        row, column
            A strategy of player 0 and one of player 1.

        Returns
        -------
        float
            The payoff.
        """
        answer = asked("payoff", self._payoff, row, column)
        payoff = finite(answer)
        if payoff is None:
            call = call_text("payoff", row, column)
            raise GameDefinitionError(f"{call} must return a finite number, not {short(answer)}.")
        low, high = self._range or (-math.inf, math.inf)
        if not low <= payoff <= high:
            call = call_text("payoff", row, column)
            raise GameDefinitionError(
                f"{call} returned {payoff}, outside the utility_range from {low} to {high}; widen utility_range."
            )
        return payoff

    def has_oracle(self, player: int) -> bool:
        """Whether a player has a response function."""
        return self._respond[player] is not None

    def response(self, player: int, mixture: Mixture) -> Hashable:
        """A best response, of a player who has a function for it; raises where its answer is no strategy.

        Parameters
        ----------
        player
            Who responds.
        mixture
            Strategies of the other player with their probabilities.

        Returns
        -------
        Hashable
            The strategy.
        """
        name, function = f"respond[{player}]", self._respond[player]
        if function is None:
            raise GameDefinitionError(f"{self} has no function {name}: the strategies of player {player} are listed.")
        strategy: Hashable = asked(name, function, mixture)
        if strategy is None:
            raise GameDefinitionError(f"{call_text(name, mixture)} must return a strategy, not None.")
        listed = self.strategies[player] or Numbered()
        number = listed.find(strategy, name, mixture)
        if listed and number is None:
            what = f"{call_text(name, mixture)} returned {short(strategy)}"
            raise GameDefinitionError(f"{what}, which is not among strategies[{player}].")
        return strategy

    def label(self, strategy: Any) -> str:
        """The text of a strategy."""
        text = asked("label", self._label, strategy)
        if not isinstance(text, str):
            raise GameDefinitionError(f"{call_text('label', strategy)} must return a text, not {short(text)}.")
        return text

    def _start(self, player: int, given: Any) -> tuple[Any, ...]:
        """The strategies that a player starts with."""
        listed, name = self.strategies[player], f"initial[{player}]"
        if listed is None and self._respond[player] is None:
            raise GameDefinitionError(
                f"player {player} needs a function respond[{player}] that finds best responses, or the list of all her "
                f"strategies in strategies[{player}]."
            )
        if given is None and listed is not None:
            return tuple(listed.strategies[:1])
        if given is None:
            raise GameDefinitionError(f"{name} must list at least one strategy that player {player} starts with.")
        start = _listed(name, given).strategies
        for strategy in start:
            if listed is not None and listed.find(strategy, name) is None:
                raise GameDefinitionError(f"{name} has {short(strategy)}, which is not in strategies[{player}].")
        return tuple(start)


class OracleStrategy(MixedStrategy):
    """A mixed strategy of an oracle game, which also has the strategies themselves.

    Attributes
    ----------
    support
        The strategies that are played, with their probabilities.
    """

    def __init__(self, player: int, labels: Sequence[str], support: Sequence[tuple[Any, float]]) -> None:
        super().__init__(player, labels, np.array([probability for _, probability in support]))
        self.support = tuple(support)

    def __reduce__(self) -> tuple[Any, ...]:
        return OracleStrategy, (self.player, list(self.actions), self.support)


def _listed(name: str, things: Any) -> Numbered:
    """A list of strategies, every one once."""
    if not isinstance(things, Collection) or isinstance(things, str | bytes | Mapping) or not len(things):
        raise GameDefinitionError(f"{name} must be a list of at least one strategy, not {short(things)}.")
    own = Numbered()
    for strategy in things:
        own.add(strategy, name)
    return own
