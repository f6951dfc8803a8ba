"""Who sits where: the ways to give the seats of a game to players."""

from __future__ import annotations

import itertools
import math
import random

from dodona.model.errors import DodonaError
from dodona.model.values import is_whole

#: For each seat the number of the player who has it.
Seating = tuple[int, ...]

ALL, ROTATIONS = "all", "rotations"
#: More ways than this are not listed: a round of a match plays every one of them.
MOST = 5040


def count_seatings(players: int, seats: int) -> int:
    """How many ways there are to give seats to players so that everybody has one."""
    return sum((-1) ** absent * math.comb(players, absent) * (players - absent) ** seats for absent in range(players))


def all_seatings(players: int, seats: int) -> list[Seating]:
    """Every way to give seats to players in which everybody has at least one.

    With as many players as seats these are the permutations; two players have six ways to share three seats.

    Examples
    --------
    >>> all_seatings(2, 2)
    [(0, 1), (1, 0)]
    >>> all_seatings(2, 3)
    [(0, 0, 1), (0, 1, 0), (0, 1, 1), (1, 0, 0), (1, 0, 1), (1, 1, 0)]
    """
    if players == seats:
        return list(itertools.permutations(range(players)))
    return [way for way in itertools.product(range(players), repeat=seats) if len(set(way)) == players]


def rotations(players: int, seats: int) -> list[Seating]:
    """As many ways as there are players, in which everybody has every seat once.

    Examples
    --------
    >>> rotations(3, 3)
    [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    """
    return [tuple((seat + turn) % players for seat in range(seats)) for turn in range(players)]


def seatings_of_round(kind: str | int, players: int, seats: int, seed: int, number: int) -> list[Seating]:
    """The seatings of one round, sorted: all, the rotations, or as many as asked for, drawn anew in every round."""
    if kind == ROTATIONS:
        return rotations(players, seats)
    ways = all_seatings(players, seats)
    return ways if kind == ALL else sorted(random.Random(f"{seed}/{number}/seatings").sample(ways, int(kind)))


def require_seatings(kind: object, players: int, seats: int, game: str) -> int:
    """How many seatings a round has; refuses players that cannot be seated and more seatings than there are."""
    if not 1 <= players <= seats:
        more = " dodona.tournament takes more." if players > seats else ""
        range_of_players = "1 player" if seats == 1 else f"1 to {seats} players"
        raise DodonaError(f"a match of {game} has {range_of_players}, not {players}.{more}")
    if kind == ROTATIONS:
        return players
    ways = count_seatings(players, seats)
    if ways > MOST:
        raise DodonaError(
            f"{players} players can share the {seats} seats of {game} in {ways:,} ways, too many to list: "
            f"use seatings='{ROTATIONS}'."
        )
    if kind == ALL:
        return ways
    if not is_whole(kind, 1, ways):
        raise DodonaError(f"seatings are '{ALL}', '{ROTATIONS}' or a whole number from 1 to {ways}, not {kind!r}.")
    return int(kind)
