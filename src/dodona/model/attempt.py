"""What a method is given: a game, the run that limits it, its options, and how its answer is signed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from dodona import _core
from dodona.model.game import OpenGame
from dodona.model.run import Run
from dodona.model.solution import Provenance

T = TypeVar("T")


@dataclass(frozen=True)
class Attempt:
    """One attempt of a method at a game.

    Attributes
    ----------
    game
        The game, which the method applies to.
    run
        The clock, the limits and the events.
    options
        The method's own dataclass of options, whose values are allowed.
    provenance
        Where the solution will say that it comes from: the method's name and the seed are read from it.
    """

    game: OpenGame
    run: Run
    options: Any
    provenance: Provenance

    @property
    def method(self) -> str:
        """The name of the method."""
        return self.provenance.method

    @property
    def seed(self) -> int:
        """Where random numbers start."""
        return self.provenance.seed

    def tree(self) -> _core.GameTree:
        """The tree of the game; raises ``Stopped`` where the limits do not suffice."""
        return self.game.tree_in(self.run)

    def walk(self, work: Callable[[_core.Budget], T]) -> T:
        """Let the core work within what is left of the limits; raises ``Stopped`` where that does not suffice."""
        return self.run.walk(work, self.game.max_length)
