"""What a method is given: a problem, the run that limits it, its options, and how its answer is signed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from dodona import _core
from dodona.model.errors import GameDefinitionError
from dodona.model.game import OpenGame
from dodona.model.problem import Problem
from dodona.model.run import Run
from dodona.model.solution import Provenance

T = TypeVar("T")


@dataclass(frozen=True)
class Attempt:
    """One attempt of a method at a problem.

    Attributes
    ----------
    problem
        The problem, which the method applies to, open for as long as the attempt lasts.
    run
        The clock, the limits and the events.
    options
        The method's own dataclass of options, whose values are allowed.
    provenance
        Where the solution will say that it comes from: the method's name and the seed are read from it.
    """

    problem: Problem
    run: Run
    options: Any
    provenance: Provenance

    @property
    def game(self) -> OpenGame:
        """The problem, of a method that requires one with rules."""
        assert isinstance(self.problem, OpenGame)
        return self.problem

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
        tree = self.game.tree_in(self.run)
        if tree.players != self.game.traits.players:  # rules in Python may change their mind
            raise GameDefinitionError(
                f"{self.game} has {self.game.traits.players} players, and then {tree.players}: players must always be "
                "the same number."
            )
        return tree

    def walk(self, work: Callable[[_core.Budget], T]) -> T:
        """Let the core work within what is left of the limits; raises ``Stopped`` where that does not suffice."""
        return self.run.walk(work, self.game.max_length)
