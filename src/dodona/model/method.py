"""Methods: solvers under their names, with all that there is to say about them, and the frame that they run in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import unfinished
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit, OnEvent
from dodona.model.options import NO_OPTIONS, Option, Options, options_of, shown
from dodona.model.player import PER_MOVE, Player
from dodona.model.problem import Problem, require_problem
from dodona.model.requires import Requires, require
from dodona.model.run import Run, Stopped
from dodona.model.solution import Provenance, Solution
from dodona.model.values import is_whole, nearest


def in_order(problem: Problem) -> str:
    """Nothing puts the method ahead of those that are listed before it."""
    return ""


def nothing_lacks(problem: Problem) -> str:
    """A problem that is as a method requires lacks nothing."""
    return ""


def too_large_to_store(game: OpenGame) -> str:
    """What puts a method that needs no tree ahead of those that store it."""
    if game.size.is_stored:
        return ""
    return f"its tree has more than {game.size.most_stored:,} nodes or takes seconds to count"


@dataclass(frozen=True)
class Method:
    """A solver under its name.

    Attributes
    ----------
    name
        How users call it; as in the literature.
    solver
        Solves a problem within an attempt. It raises ``Stopped`` where a limit comes before anything is proven.
    requires
        What a problem must be like.
    room
        The package it lives in.
    summary
        What it does, as the end of a sentence: "chosen because the game has ..., and ...".
    defaults
        Its options, with the values they have unless told otherwise.
    parts
        Which parts of these options it has; options of no part it always has.
    ahead
        Why it is preferred to the methods listed before it, where the size of a game is a reason; else empty.
    concept
        What its solutions are, one of ``dodona.model.concepts.CONCEPTS``, unless they say otherwise themselves.
    lacks
        What a game that is as required still lacks, as a whole sentence; empty where nothing is missing.
    approximate
        Whether its answers get better and better, and need not become exact.
    player
        Makes a player that decides move by move, of a game, options, the limit of a move and a seed; None where the
        method has no such player. See :meth:`make_player`.
    """

    name: str
    solver: Callable[[Attempt], Solution]
    requires: Requires
    room: str
    summary: str
    defaults: Options = NO_OPTIONS
    parts: tuple[str, ...] = ()
    ahead: Callable[[Any], str] = in_order
    concept: str = "equilibrium"
    lacks: Callable[[Any], str] = nothing_lacks
    player: Callable[[OpenGame, Any, Limit, int], Player] | None = None
    approximate: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The names of its options."""
        return tuple(option.name for option in options_of(type(self.defaults), self.parts))

    def declared_options(self) -> tuple[Option, ...]:
        """Its options, with its own defaults."""
        declared = options_of(type(self.defaults), self.parts)
        return tuple(replace(option, default=getattr(self.defaults, option.name)) for option in declared)

    def reason(self, problem: Problem) -> str:
        """Why it is the choice for a problem."""
        traits = [*problem.traits.words(), *filter(None, [self.ahead(problem)])]
        return f"chosen because the game has {', '.join(traits)}, and {self.summary}."

    def require_options(self, names: Iterable[str]) -> None:
        """Refuse options that the method does not have."""
        known = self.options
        for name in names:
            if name not in known:
                has = ", ".join(known) or "none"
                raise DodonaError(f"{self.name} has no option '{name}'{nearest(name, known)} Its options are {has}.")

    def settings(self, given: Mapping[str, Any]) -> Options:
        """Its options with some values of the user's, which are checked."""
        self.require_options(given)
        declared = options_of(type(self.defaults), self.parts)
        read = {own.name: own.read(given[own.name]) for own in declared if own.name in given}
        return replace(self.defaults, **read) if read else self.defaults

    def make_player(
        self, game: OpenGame, options: Mapping[str, Any] | None = None, limit: Limit = PER_MOVE, seed: int = 0
    ) -> Player:
        """A player that decides move by move, within a limit each: for games too large to be solved beforehand."""
        require(game, self.name, self.requires)
        if sentence := self.lacks(game):
            raise UnsupportedGameError(sentence)
        if self.player is None:
            raise UnsupportedGameError(f"{self.name} decides nothing move by move: solve the game before it begins.")
        return self.player(game, self.settings(options or {}), limit, seed)

    def solve(
        self,
        problem: Problem,
        limit: Limit | None = None,
        seed: int = 0,
        on_event: OnEvent | None = None,
        options: Mapping[str, Any] | None = None,
        reason: str = "it was asked for.",
    ) -> Solution:
        """Check what is asked, run the solver, and turn a limit that came too early into a status."""
        given = options or {}
        if not is_whole(seed):
            raise DodonaError(f"seed is a whole number, not {seed!r}.")
        settings = self.settings(given)
        problem = require_problem(problem)._opened(limit or Limit())
        require(problem, self.name, self.requires)
        if sentence := self.lacks(problem):
            raise UnsupportedGameError(sentence)
        provenance = Provenance(problem.text, self.name, shown(given), seed, _core.VERSION, reason)
        with Run(limit or Limit(), on_event) as run:
            attempt = Attempt(problem, run, settings, provenance)
            try:
                solution = self.solver(attempt)
            except Stopped as stop:
                solution = unfinished(attempt, stop)
        return replace(solution, concept=self.concept) if solution.concept == "equilibrium" else solution
