"""Tournaments: many players, everybody against everybody else."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from dodona.face import ProblemLike
from dodona.matches.match import OnGame, checked, play_all, prepared
from dodona.matches.players import PlayerLike
from dodona.matches.playing import Played, Table
from dodona.matches.result import MatchResult, estimate_of, mean
from dodona.matches.seating import Seating, require_seatings, seatings_of_round
from dodona.model.contest import Contest
from dodona.model.errors import DodonaError
from dodona.model.estimate import Estimate
from dodona.model.limit import OnEvent
from dodona.model.tables import html_table, text_table
from dodona.model.values import whole

#: Numbers of the players who meet.
Group = tuple[int, ...]


@dataclass(frozen=True)
class TournamentResult:
    """The matches of a tournament, and what follows from them.

    Attributes
    ----------
    game
        Text of the game or contest.
    players
        Names of the players.
    groups
        Who met in each match, by numbers of players.
    matches
        One for each group, in the same order; in them players have the numbers of their places in the group.
    status
        "complete"; or "limit" or "cancelled" where time or patience ended before.
    """

    game: str
    players: tuple[str, ...]
    groups: tuple[Group, ...]
    matches: tuple[MatchResult, ...]
    status: str = "complete"

    @cached_property
    def totals(self) -> tuple[Estimate | None, ...]:
        """What each player got on average over all matches; None for one who finished no round."""
        return tuple(self._estimate(player, player) for player in range(len(self.players)))

    @cached_property
    def cross(self) -> tuple[tuple[Estimate | None, ...], ...]:
        """What each player, by rows, got on average with each other one, by columns, at the table."""
        numbers = range(len(self.players))
        return tuple(
            tuple(None if row == column else self._estimate(row, column) for column in numbers) for row in numbers
        )

    @property
    def ranking(self) -> tuple[int, ...]:
        """Numbers of the players, the best on average first; of equals the one named first."""
        means = [-math.inf if total is None else total.mean for total in self.totals]
        return tuple(sorted(range(len(self.players)), key=lambda player: -means[player]))

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game,
            "players": list(self.players),
            "status": self.status,
            "ranking": list(self.ranking),
            "totals": [_plain(total) for total in self.totals],
            "cross": [[_plain(cell) for cell in row] for row in self.cross],
            "groups": [list(group) for group in self.groups],
            "matches": [match.to_dict() for match in self.matches],
        }

    def __str__(self) -> str:
        return f"{self._title()}\n\n{text_table(*self._table())}"

    def _repr_html_(self) -> str:
        return html_table(*self._table(), self._title())

    def _title(self) -> str:
        games = sum(len(match.games) for match in self.matches)
        early = "" if self.status == "complete" else f", {self.status}"
        return f"{self.game}: {len(self.players)} players, {len(self.matches)} matches, {games:,} games{early}"

    def _table(self) -> tuple[list[str], list[list[str]]]:
        """Rows and columns in the order of the ranking; columns are named by places."""
        order = self.ranking
        head = ["", "player", "mean", *(f"against {place}" for place in range(1, len(order) + 1))]
        lines = []
        for place, row in enumerate(order, start=1):
            cells = [_text(self.cross[row][column]) for column in order]
            cells[place - 1] = ""
            lines.append([str(place), self.players[row], _text(self.totals[row]), *cells])
        return head, lines

    def _estimate(self, player: int, other: int) -> Estimate | None:
        """What a player got where another one was there; rounds have the same luck in all matches, and count as one."""
        by_round: dict[int, list[float]] = {}
        for group, match in zip(self.groups, self.matches, strict=True):
            if player in group and other in group:
                for number, got in match.by_round(group.index(player)).items():
                    by_round.setdefault(number, []).append(got)
        whole_rounds = max(map(len, by_round.values()), default=0)
        sample = [mean(got) for got in by_round.values() if len(got) == whole_rounds]
        return estimate_of(sample) if sample else None


def tournament(
    game: ProblemLike | Contest,
    players: Sequence[PlayerLike] | Mapping[str, PlayerLike],
    games: int = 100,
    seed: int = 0,
    *,
    groups: int | None = None,
    seatings: str | int = "all",
    workers: int = 1,
    time: float | None = None,
    on_game: OnGame | None = None,
    on_event: OnEvent | None = None,
) -> TournamentResult:
    """Let every player meet every other one, and tell who did best and how everybody did against whom.

    In a game for two every pair plays a match; in a game for more every group of as many players as there are seats.
    All matches have the same luck of chance in rounds of the same number.

    Parameters
    ----------
    game, players, seed, seatings, workers, time, on_game, on_event
        As in :func:`match`, but there may be more players than seats.
    games
        How many games at least each match has; they fill whole rounds.
    groups
        How many groups play, drawn at random, where all would be too many; by default all.

    Returns
    -------
    TournamentResult
        ``ranking``, ``totals`` and the cross table ``cross`` with intervals; ``print(result)`` is a table. Ctrl-C ends
        a tournament with the games that were played.

    Examples
    --------
    >>> import dodona
    >>> players = {"exact": "solve", "little": "cfr(rounds=5)", "none": "random"}
    >>> result = dodona.tournament("kuhn", players, games=400)
    >>> [result.players[player] for player in result.ranking][-1], len(result.matches)
    ('none', 3)
    """
    contest, named = checked(game, players, seed)
    size = min(contest.seats, len(named))
    if len(named) < 2:
        raise DodonaError(f"a tournament has at least 2 players, not {len(named)}.")
    count = require_seatings(seatings, size, contest.seats, contest.text)
    rounds = math.ceil(whole("games", games, 1) / count)
    meetings = groups_of(len(named), size, groups, seed)
    table = Table(contest, prepared(contest, named, on_event), seed)
    # Rounds come one after another, so that a tournament that is stopped has as many of every match.
    fixtures = (
        (number, tuple(group[place] for place in seating))
        for number in range(rounds)
        for group in meetings
        for seating in seatings_of_round(seatings, size, contest.seats, seed, number)
    )
    played, status = play_all(table, fixtures, rounds * count * len(meetings), workers, time, on_game)
    by_group: dict[Group, list[Played]] = {group: [] for group in meetings}
    for one in played:
        group = tuple(sorted(set(one.seating)))
        by_group[group].append(replace(one, seating=_places(one.seating, group)))
    matches = [
        MatchResult(
            contest.text,
            tuple(named[player].name for player in group),
            contest.player_names,
            seed,
            count,
            tuple(own),
            status,
        )
        for group, own in by_group.items()
    ]
    names = tuple(entrant.name for entrant in named)
    return TournamentResult(contest.text, names, tuple(meetings), tuple(matches), status)


def _places(seating: Seating, group: Group) -> Seating:
    return tuple(group.index(player) for player in seating)


def groups_of(players: int, size: int, wanted: object, seed: int) -> list[Group]:
    """The groups that play: all, or as many as wanted, drawn without repetition."""
    count = math.comb(players, size)
    if wanted is None:
        if count > _MOST:
            raise DodonaError(f"{count:,} groups of {size} out of {players} players are too many: say groups=100.")
        return list(itertools.combinations(range(players), size))
    number = whole("groups", wanted, 1, min(count, _MOST))
    stream = random.Random(f"{seed}/groups")
    if count <= _MOST:
        return sorted(stream.sample(list(itertools.combinations(range(players), size)), number))
    drawn: set[Group] = set()
    while len(drawn) < number:
        drawn.add(tuple(sorted(stream.sample(range(players), size))))
    return sorted(drawn)


#: More groups than this are no tournament that anybody waits for.
_MOST = 100_000


def _plain(found: Estimate | None) -> dict[str, Any] | None:
    return None if found is None else asdict(found)


def _text(found: Estimate | None) -> str:
    return "-" if found is None else found.text(3)
