"""Contests: several games that together make one, for matches."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from dodona import _core
from dodona.model.game import Game
from dodona.model.problem import Problem
from dodona.model.traits import Traits


class Contest(Problem):
    """Games that are played one after another and count together, such as deals until somebody has 300 points.

    A match plays contests, and a game is a contest of one game. A subclass sets ``seats``, names itself in ``text``,
    and defines ``next_game`` and ``utility``. Players are made anew for every game of a contest, so they know no more
    of those before than the game itself tells them.

    Attributes
    ----------
    seats
        How many seats every game of the contest has.
    max_games
        A contest that is not over after this many games is taken to have no end.

    Examples
    --------
    >>> import dodona
    >>> class Duel(dodona.Contest):
    ...     '''Kuhn poker until somebody is 3 chips ahead.'''
    ...     def next_game(self, seed, ends):
    ...         return None if abs(self.utility(seed, ends)[0]) >= 3 else dodona.game("kuhn")
    ...     def utility(self, seed, ends):
    ...         return [sum(end.utility()[seat] for end in ends) for seat in (0, 1)]
    >>> result = dodona.match(Duel(), ["solve", "random"], games=20)
    >>> sorted({abs(played.utilities[0]) for played in result.games})
    [3.0, 4.0]
    """

    seats: int = 2
    max_games: int = 10_000
    _text: str = ""
    #: The only game, where there is but one: players may be prepared for it.
    only_game: Game | None = None

    @property
    def text(self) -> str:
        """The contest in one line."""
        return self._text or type(self).__name__

    def _named(self, text: str) -> Contest:
        """The same contest under the text of the catalog."""
        self._text = text
        return self

    @property
    def traits(self) -> Traits:
        """How many players it has; the games have traits of their own."""
        return Traits(self.seats, None, True, False, False, form="contest")

    @abstractmethod
    def next_game(self, seed: int, ends: Sequence[_core.State]) -> Game | None:
        """The game that comes next, or None at the end of the contest.

        Parameters
        ----------
        seed
            A number for each round of a match, the same for all its seatings: what is dealt may depend on it.
        ends
            How the games before ended.
        """

    @abstractmethod
    def utility(self, seed: int, ends: Sequence[_core.State]) -> Sequence[float]:
        """What everybody gets for games that ended like this, one number per seat; the seed is that of the games."""
