"""Who sits across the table: a player by a solution, one that looks ahead before each move, or one without a plan."""

from __future__ import annotations

from dataclasses import dataclass

import dodona
from dodona.all_methods import preferred_method
from dodona.matches.makers import Solved, Solving
from dodona.matches.players import RANDOM, entrant
from dodona.model.errors import DodonaError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit, OnEvent
from dodona.model.player import PER_MOVE, Player
from dodona.model.solution import Solution


class Cancelled(Exception):  # noqa: N818 - not an error: the person did not want to wait
    """Solving was cancelled; ``solution`` is what is proven."""

    def __init__(self, solution: Solution) -> None:
        super().__init__("cancelled")
        self.solution = solution


@dataclass(frozen=True)
class Opponent:
    """A player with what there is to say about it; ``solution`` is what it plays by, if anything.

    ``seconds`` is what each of its moves may take; None leaves that to the player.
    """

    player: Player
    introduction: str
    solution: Solution | None = None
    seconds: float | None = None


def opponent(
    game: OpenGame,
    against: str | None,
    prepare: float,
    seconds: float | None,
    seed: int | None = None,
    on_event: OnEvent | None = None,
) -> Opponent:
    """The opponent for a game.

    Parameters
    ----------
    game
        The game to be played.
    against
        A player by its text, as :func:`dodona.player` reads it, or None for the strongest opponent that can be made.
    prepare
        Seconds to solve the game before it begins.
    seconds
        What each move of the computer may take; None leaves that to the text, and is a second without one.
    seed
        Start of the random numbers that the computer itself draws.
    on_event
        Hears of progress.

    Returns
    -------
    Opponent
        It plays by the solution if that was found in time; else, where the method for such games can, it looks ahead
        before each move. No tree and no strategy is built for the sake of playing.
    """
    if against is not None:
        return _by_text(game, against, seconds, seed or 0, on_event)
    seconds = PER_MOVE.time if seconds is None else seconds
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


def _by_text(game: OpenGame, text: str, seconds: float | None, seed: int, on_event: OnEvent | None) -> Opponent:
    """The player of a text; one that has solved the game, or read its solution, makes promises by it."""
    named = entrant(text)
    maker = named.maker.prepared(game, on_event)
    known = maker.solved if isinstance(maker, Solving) else maker
    if isinstance(known, Solved):
        return _by_solution(known.solution)
    how = "at random" if named.name == RANDOM else f"as {named.name}"
    return Opponent(maker.make(game, seed), f"{game}: the computer plays {how}.", seconds=seconds)


def _looking_ahead(game: dodona.Game, player: Player, why: str, seconds: float | None) -> Opponent:
    blind = "" if game.handle.has_evaluation else "\nThe game has no evaluation: the computer sees only what is "
    blind += "decided within its horizon." if blind else ""
    introduction = f"{game}: {why}; the computer looks ahead {seconds:g} s per move.{blind}"
    return Opponent(player, introduction, seconds=seconds)
