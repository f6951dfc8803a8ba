"""Who sits across the table: a player by a solution, one that looks ahead before each move, or one without a plan."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import dodona
from dodona.all_methods import preferred_method
from dodona.model.errors import DodonaError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit, OnEvent
from dodona.model.player import Player, UniformPlayer
from dodona.model.solution import Solution

#: What ``--against`` takes beside a file.
RANDOM = "random"


class Cancelled(Exception):  # noqa: N818 - not an error: the person did not want to wait
    """Solving was cancelled; ``solution`` is what is proven."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("cancelled")
        self.solution = solution


@dataclass(frozen=True)
class Opponent:
    """A player with what there is to say about it; ``solution`` is what it plays by, if anything."""

    player: Player
    introduction: str
    solution: Solution | None = None


def opponent(
    game: OpenGame, against: str | None, prepare: float, seconds: float, on_event: OnEvent | None = None
) -> Opponent:
    """The opponent for a game.

    Parameters
    ----------
    game
        The game to be played.
    against
        ``random``, the file of a solution, or None for the strongest opponent that can be made.
    prepare
        Seconds to solve the game before it begins.
    seconds
        What each move of the computer may take, for the introduction.
    on_event
        Hears of progress.

    Returns
    -------
    Opponent
        It plays by the solution if that was found in time; else, where the method for such games can, it looks ahead
        before each move. No tree and no strategy is built for the sake of playing.
    """
    if against == RANDOM:
        return Opponent(UniformPlayer(), f"{game}: the computer plays at random.")
    if against is not None:
        return _by_file(game, against)
    method = preferred_method(game)
    if method.player is not None and method.ahead(game):
        return _looking_ahead(game, method.make_player(game), "too large to be solved in advance", seconds)
    solution = method.solve(game, Limit(time=prepare), on_event=on_event, reason=method.reason(game))
    if solution.status == "cancelled":
        raise Cancelled(solution)
    if solution.joint is not None:
        raise DodonaError(
            f"{game} has no pure equilibrium to play by, and a correlated one needs somebody to advise all."
        )
    if solution.strategies or solution.status == "exact":
        return _by_solution(solution)
    if method.player is not None:
        return _looking_ahead(game, method.make_player(game), f"not solved within {prepare:g} s", seconds)
    raise DodonaError(
        f"{game} was not solved within {prepare:g} s, so there is nobody to play against: allow more with --prepare, "
        f"or play --against {RANDOM}."
    )


def _by_solution(solution: Solution) -> Opponent:
    source = solution.provenance
    return Opponent(solution.player(), f"{source.game}: {solution.status} solution by {source.method}", solution)


def _by_file(game: OpenGame, path: str) -> Opponent:
    if not Path(path).is_file():
        raise DodonaError(f"there is no file '{path}'; play --against {RANDOM}, or a file of dodona solve --save.")
    solution = Solution.load(path)
    if solution.provenance.game != game.text:
        raise DodonaError(f"{path} holds a solution of {solution.provenance.game}, not of {game}.")
    return _by_solution(solution)


def _looking_ahead(game: dodona.Game, player: Player, why: str, seconds: float) -> Opponent:
    blind = "" if game.handle.has_evaluation else "\nThe game has no evaluation: the computer sees only what is "
    blind += "decided within its horizon." if blind else ""
    return Opponent(player, f"{game}: {why}; the computer looks ahead {seconds:g} s per move.{blind}")
