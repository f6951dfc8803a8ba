"""Rounds of matches as tasks: every seating of some players once, with the same luck.

A round is a task whose method is "match"; its options name the players, and its repetition is the number of the round.
It plays the games that :func:`dodona.match` plays in that round with the same seed, so the mean of the records is that
of the match, and the interval over them is the interval over rounds.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from dodona import _core
from dodona.experiments.task import Task, option_values

#: The method of tasks that are rounds of a match.
MATCH = "match"


@dataclass(frozen=True)
class Round:
    """What came of a round, with the names that the record of a solution has."""

    values: tuple[float, ...]
    stats: Mapping[str, float] = field(hash=False)
    status: str = "played"
    version: str = _core.VERSION
    bounds: None = None


def known_players(players: Sequence[str]) -> None:
    """Refuse texts that name no player, before anything runs."""
    from dodona.matches.players import entrants

    entrants(list(players))


def require_seats(game: str, players: Sequence[str], seatings: object) -> None:
    """Refuse more players than a game has seats, and seatings that there are not."""
    from dodona.matches.contests import contest_of
    from dodona.matches.seating import require_seatings

    contest = contest_of(game)
    require_seatings(seatings, len(players), contest.seats, contest.text)


def play_round(task: Task) -> Round:
    """Play the round that a task stands for."""
    from dodona.matches.match import interruptible
    from dodona.matches.result import MatchResult
    from dodona.matches.seating import seatings_of_round

    options = option_values(task.options)
    start = time.perf_counter()
    table = _table(task.game, tuple(options["players"]), task.seed)
    names = tuple(entrant.name for entrant in table.entrants)
    seats = table.contest.seats
    with interruptible():
        played = tuple(
            table.play(task.repetition, seating)
            for seating in seatings_of_round(options["seatings"], len(names), seats, task.seed, task.repetition)
        )
    result = MatchResult(table.contest.text, names, table.contest.player_names, task.seed, len(played), played)
    stats: dict[str, Any] = {"seconds": time.perf_counter() - start, "moves": result.length.mean}
    for standing in result.standings:
        stats[f"utility {standing.name}"] = standing.utility.mean
        stats[f"score {standing.name}"] = standing.score.mean
        if standing.seconds_per_move is not None:
            stats[f"seconds_per_move {standing.name}"] = standing.seconds_per_move
    return Round(tuple(standing.utility.mean for standing in result.standings), stats)


@lru_cache(maxsize=4)
def _table(game: str, players: tuple[str, ...], seed: int) -> Any:
    """The table of a match, kept for its other rounds: players that solve the game do so once in each process."""
    from dodona.matches.contests import contest_of
    from dodona.matches.match import prepared
    from dodona.matches.players import entrants
    from dodona.matches.playing import Table

    contest = contest_of(game, seed)
    return Table(contest, prepared(contest, entrants(list(players))), seed)
