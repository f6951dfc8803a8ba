"""Players that think about every position that they are asked about."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from dodona import _core
from dodona.model.errors import SolverError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.player import Choice, Player, certain, deciding_player
from dodona.model.run import Run, Stopped


class ThinkingPlayer(Player):
    """Thinks within a limit of its own about every position, with what it remembers of those before."""

    def __init__(self, game: OpenGame, limit: Limit) -> None:
        self._game = game
        self._limit = limit

    @abstractmethod
    def think(self, handle: _core.GameHandle, mover: int, labels: list[str], run: Run) -> Choice | None:
        """What the mover does where the rules start; None where the limit came too early."""

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """The best action at a position, by a search that uses what has been kept of others.

        Without ``seconds`` the limits of the solve hold again.
        """
        handle = self._game.handle.at(state)
        root = handle.root()
        mover, labels = deciding_player(root, player), root.actions()
        if len(labels) == 1:
            return certain(labels, 0, note="the only move")
        with Run(self._limit if seconds is None else replace(self._limit, time=seconds)) as run:
            try:
                choice = self.think(handle, mover, labels, run)
            except Stopped:
                choice = None
        if run.cancelled:
            raise KeyboardInterrupt
        if choice is None:
            raise SolverError(f"the limit left no time to find a move at {root}: allow more.")
        return choice
