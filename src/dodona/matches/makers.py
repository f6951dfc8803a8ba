"""What makes a player of a game, for one game at a time, so that no game depends on what was played before.

Makers are values that go to other processes. What a maker may compute beforehand it computes in :meth:`Maker.prepared`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from dodona.all_methods import method_named, preferred_method
from dodona.model.errors import DodonaError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit, OnEvent
from dodona.model.player import PER_MOVE, Player, StrategyPlayer
from dodona.model.solution import Solution


class Maker(ABC):
    """Makes players of games."""

    @abstractmethod
    def make(self, game: OpenGame, seed: int) -> Player:
        """A player of a game, whose own random numbers come from a seed."""

    def prepared(self, game: OpenGame, on_event: OnEvent | None = None) -> Maker:
        """The same maker with what it can compute of a game before it begins; refuses a game that it does not fit."""
        self.make(game, 0)
        return self


@dataclass(frozen=True)
class Given(Maker):
    """A player that was given as an object: it plays all games, and remembers what it wants to."""

    player: Player

    def make(self, game: OpenGame, seed: int) -> Player:
        """The player itself."""
        return self.player


@dataclass(frozen=True)
class Searching(Maker):
    """A method that decides move by move, within a limit each."""

    method: str
    options: Mapping[str, Any] = field(hash=False)
    limit: Limit

    def make(self, game: OpenGame, seed: int) -> Player:
        """A new player, which remembers nothing of other games."""
        return method_named(self.method).make_player(game, self.options, self.limit, seed)


@dataclass(frozen=True)
class Solved(Maker):
    """A solution, whose strategies play the game that it is of; ``origin`` is what the user called it."""

    solution: Solution
    origin: str

    def make(self, game: OpenGame, seed: int) -> Player:
        """A player by the solution."""
        of = self.solution.provenance.game
        if of != game.text:
            raise DodonaError(f"{self.origin} holds a solution of {of}, not of {game}.")
        if not self.solution.strategies:
            raise DodonaError(f"{self.origin} knows no moves of {game}: it has no strategies.")
        return StrategyPlayer(self.solution.strategies)


@dataclass(frozen=True)
class Solving(Maker):
    """A method that solves a game before it begins; None is the one that :func:`dodona.solve` chooses.

    Where that gives no strategies, as searches do, the method decides move by move within the same limit.
    """

    method: str | None
    options: Mapping[str, Any] = field(hash=False)
    limit: Limit
    seed: int = 0
    solved: Maker | None = field(default=None, compare=False)
    game: str = field(default="", compare=False)

    def prepared(self, game: OpenGame, on_event: OnEvent | None = None) -> Solving:
        """Solve the game."""
        return replace(self, solved=self._solve(game, on_event), game=game.text)

    def make(self, game: OpenGame, seed: int) -> Player:
        """A player by the solution of this game; one that nobody has prepared is solved now."""
        known = self.solved if game.text == self.game else None
        return (known or self._solve(game)).make(game, seed)

    def _solve(self, game: OpenGame, on_event: OnEvent | None = None) -> Maker:
        chosen = preferred_method(game) if self.method is None else method_named(self.method)
        if chosen.player is not None and chosen.ahead(game):  # too large: without a limit a move would take forever
            return Searching(chosen.name, self.options, PER_MOVE if self.limit == Limit() else self.limit)
        solution = chosen.solve(game, self.limit, self.seed, on_event, self.options)
        if solution.status == "cancelled":
            raise KeyboardInterrupt
        if solution.strategies:
            return Solved(solution, chosen.name)
        if solution.joint is not None:
            raise DodonaError(
                f"{chosen.name} finds a joint strategy of {game}, by which nobody plays unless all are advised."
            )
        if chosen.player is None:
            raise DodonaError(
                f"{chosen.name} found no strategies of {game} ({solution.status}), so nobody can play by them: "
                "allow more than its limit."
            )
        return Searching(chosen.name, self.options, self.limit)
