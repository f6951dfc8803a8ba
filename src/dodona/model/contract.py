"""The contract of games: what rules written in Python define."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from dodona.model.errors import GameDefinitionError
from dodona.model.values import interval, whole


class Contract:
    """What a subclass of :class:`dodona.Game` declares and defines; its class says what the attributes mean."""

    players: int = 2
    zero_sum: bool = False
    simultaneous: bool = False
    utility_range: tuple[float, float] | None = None
    max_length: int = 10_000
    automorphisms: int = 1

    def initial(self) -> Any:
        """The state the game starts in."""
        raise self._missing("initial")

    def turn(self, state: Any) -> int:
        """Who moves: a player, ``CHANCE``, ``SIMULTANEOUS`` (every player at once), or ``TERMINAL``."""
        raise self._missing("turn")

    def actions(self, state: Any, player: int) -> Sequence[Any]:
        """What a player who is to move may do, in a fixed order."""
        raise self._missing("actions")

    def chance(self, state: Any) -> Mapping[Any, float] | Sequence[tuple[Any, float]]:
        """Chance's outcomes with their probabilities, which sum to 1."""
        raise self._missing("chance")

    def play(self, state: Any, move: Any) -> Any:
        """The state after an action, a chance outcome, or a tuple of every player's actions."""
        raise self._missing("play")

    def utility(self, state: Any) -> float | Sequence[float]:
        """One number per player, where the game is over."""
        raise self._missing("utility")

    def information(self, state: Any, player: int) -> Hashable:
        """All that a player knows, remembering what she did and saw; equal values form one information set.

        A game that does not define it has perfect information (apart from moves made at the same time).
        """
        raise self._missing("information")

    def image(self, state: Any, map: int) -> Any:
        """What a state becomes under a map of the game onto itself: turns, chances, utilities and knowledge stay."""
        raise self._missing("image")

    def image_action(self, state: Any, action: Any, map: int) -> Any:
        """What an action or outcome at a state is called at the state's image."""
        raise self._missing("image_action")

    def _missing(self, method: str) -> GameDefinitionError:
        return GameDefinitionError(f"{type(self).__name__} does not define {method}(), which its rules need.")

    def _declared(self) -> tuple[int, bool, bool, bool, bool, tuple[float, float] | None, int]:
        """The class's claims, for the core."""
        name = type(self).__name__
        claims = {
            attribute: whole(f"{name}.{attribute}", getattr(self, attribute), 1, most, GameDefinitionError)
            for attribute, most in (("players", 100), ("max_length", 2**31 - 1), ("automorphisms", 10_000))
        }
        overridden = type(self)
        return (
            claims["players"],
            bool(self.zero_sum),
            overridden.chance is not Contract.chance,
            bool(self.simultaneous),
            overridden.information is Contract.information,
            interval(f"{name}.utility_range", self.utility_range, GameDefinitionError),
            claims["automorphisms"],
        )
