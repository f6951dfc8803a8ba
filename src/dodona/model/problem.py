"""Problems: what can be solved."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from dodona.model.errors import UnsupportedGameError
from dodona.model.traits import Traits

if TYPE_CHECKING:
    from dodona.model.limit import Limit

#: What only the library's own rooms ask a problem for.
_INTERNALS = frozenset({"constant_sum", "handle"})


class Problem(ABC):
    """What can be solved: a game with rules, a stored tree, a matrix, and whatever has the same few answers.

    Methods are chosen by its traits and sign their solutions with its text; a method that needs more than these asks
    for a form of problem (:class:`dodona.model.requires.Requires`) that has it.
    """

    @property
    @abstractmethod
    def text(self) -> str:
        """The problem in one line."""

    @property
    @abstractmethod
    def traits(self) -> Traits:
        """What is known of it before any work is done."""

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return tuple(f"Player {player}" for player in range(self.traits.players))

    @property
    def utility_bounds(self) -> tuple[float, float] | None:
        """Numbers that no utility of player 0 leaves, if they are known."""
        return None

    def _opened(self, limit: Limit) -> Problem:
        """The problem as a whole call works on it, which a limit may end."""
        return self

    def __dir__(self) -> list[str]:
        """All but what only the library's own rooms call."""
        return [name for name in super().__dir__() if name not in _INTERNALS]

    def __str__(self) -> str:
        return self.text


def require_problem(thing: object) -> Problem:
    """Refuse what is no problem, with the ways to get one."""
    if not isinstance(thing, Problem):
        raise UnsupportedGameError(
            "this takes a game, its text such as 'goofspiel(cards=4)', the path of a file, a stored tree or an array "
            f"of payoffs, not {type(thing).__name__}."
        )
    return thing
