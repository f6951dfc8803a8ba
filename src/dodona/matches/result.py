"""What came of a match: means, wins and times of its players, with intervals over its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from dodona.matches.playing import Played
from dodona.model.errors import DodonaError
from dodona.model.estimate import Estimate, interval
from dodona.model.tables import html_table, text_table

STATUSES = ("complete", "limit", "cancelled")


@dataclass(frozen=True)
class Standing:
    """How one player did.

    Attributes
    ----------
    name
        What the player is called.
    utility
        What a seat of hers got on average.
    by_seat
        The same for each seat alone; None for a seat that she never had.
    wins, draws, losses
        Games in which one of her seats got the most and nobody else's did; in which she shared that; all others.
    score
        A win is 1, a draw 1 shared among those who drew, a loss 0: the mean over all games.
    moves
        How many decisions she took.
    seconds_per_move
        How long a decision took on average; None where she took none.
    """

    name: str
    utility: Estimate
    by_seat: tuple[Estimate | None, ...]
    wins: int
    draws: int
    losses: int
    score: Estimate
    moves: int
    seconds_per_move: float | None


@dataclass(frozen=True)
class MatchResult:
    """The games of a match, and what follows from them.

    A round has the same luck of chance for all its seatings, so intervals rest on the means of rounds, which are
    independent of each other: ``utility`` of a standing is the mean over rounds of what the player got in a round, with
    a 95 % confidence interval (Student's t). Of a match that was stopped, only whole rounds count.

    Attributes
    ----------
    game
        Text of the game or contest.
    players
        Names of the players.
    seats
        What the game calls its seats.
    seed
        Where random numbers started.
    seatings
        How many seatings a round has.
    games
        What was played, in order of rounds and seatings.
    status
        "complete"; or "limit" or "cancelled" where time or patience ended before.
    """

    game: str
    players: tuple[str, ...]
    seats: tuple[str, ...]
    seed: int
    seatings: int
    games: tuple[Played, ...]
    status: str = "complete"

    @cached_property
    def rounds(self) -> tuple[tuple[Played, ...], ...]:
        """The games of each round that was finished."""
        groups: dict[int, list[Played]] = {}
        for played in self.games:
            groups.setdefault(played.round, []).append(played)
        return tuple(tuple(group) for group in groups.values() if len(group) == self.seatings)

    @cached_property
    def standings(self) -> tuple[Standing, ...]:
        """How each player did; raises where no round was finished."""
        if not self.rounds:
            raise DodonaError(f"no round of the match of {self.game} was finished, so there is nothing to tell.")
        return tuple(self._standing(player) for player in range(len(self.players)))

    def difference(self, first: int | str, second: int | str) -> Estimate:
        """How much more one player gets than another, round by round, which the luck of chance disturbs least.

        Examples
        --------
        >>> import dodona
        >>> result = dodona.match("kuhn", ["solve", "random"], games=200)
        >>> result.difference("solve", "random").mean == 2 * result.standings[0].utility.mean
        True
        """
        one, other = self.by_round(self.number(first)), self.by_round(self.number(second))
        return estimate_of([one[number] - other[number] for number in one])

    def by_round(self, player: int) -> dict[int, float]:
        """What a seat of a player got on average in each round that was finished."""
        return {group[0].round: mean([got for own in group for got in _got(own, player)]) for group in self.rounds}

    @property
    def length(self) -> Estimate:
        """How many moves a game has, those of chance included."""
        return estimate_of([mean([played.length for played in group]) for group in self.rounds])

    def number(self, player: int | str) -> int:
        """The number of a player who may be named."""
        if player in self.players:
            return self.players.index(str(player))
        if isinstance(player, int) and 0 <= player < len(self.players):
            return player
        raise DodonaError(f"the players are {', '.join(self.players)}, and {player!r} is none of them.")

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain data: the standings, and every game."""
        whole = bool(self.rounds)
        return {
            "game": self.game,
            "players": list(self.players),
            "seats": list(self.seats),
            "seed": self.seed,
            "status": self.status,
            "rounds": len(self.rounds),
            "seatings": self.seatings,
            "standings": [asdict(standing) for standing in self.standings] if whole else [],
            "length": asdict(self.length) if whole else None,
            "games": [asdict(played) for played in self.games],
        }

    def __str__(self) -> str:
        if not self.rounds:
            return f"{self._title()}\nno round was finished"
        return f"{self._title()}\n\n{text_table(*self._table())}"

    def _repr_html_(self) -> str:
        return html_table(*self._table(), self._title()) if self.rounds else str(self)

    def _title(self) -> str:
        count, early = len(self.rounds) * self.seatings, "" if self.status == "complete" else f", {self.status}"
        seatings = f"{self.seatings} seating{'s' * (self.seatings != 1)}"
        length = f", {self.length.text(3)} moves each" if self.rounds else ""
        rounds = f"{count:,} games, {len(self.rounds):,} rounds of {seatings}"
        return f"{self.game}: {rounds}{length}, seed {self.seed}{early}"

    def _table(self) -> tuple[list[str], list[list[str]]]:
        seats = [f"as {name}" for name in self.seats]
        head = ["player", "utility", *seats, "wins", "draws", "losses", "score", "s/move"]
        return head, [_cells(standing) for standing in self.standings]

    def _standing(self, player: int) -> Standing:
        outcomes = [_outcome(played, player) for group in self.rounds for played in group]
        own = [(played, seat) for group in self.rounds for played in group for seat in _seats(played, player)]
        moves = sum(played.moves[seat] for played, seat in own)
        seconds = sum(played.seconds[seat] for played, seat in own)
        return Standing(
            name=self.players[player],
            utility=estimate_of(list(self.by_round(player).values())),
            by_seat=tuple(self._at_seat(player, seat) for seat in range(len(self.seats))),
            wins=outcomes.count(1.0),
            draws=sum(0 < outcome < 1 for outcome in outcomes),
            losses=outcomes.count(0.0),
            score=estimate_of([mean([_outcome(played, player) for played in group]) for group in self.rounds]),
            moves=moves,
            seconds_per_move=seconds / moves if moves else None,
        )

    def _at_seat(self, player: int, seat: int) -> Estimate | None:
        """Where seatings are drawn, a round may have the player elsewhere only."""
        rounds = [[own.utilities[seat] for own in group if own.seating[seat] == player] for group in self.rounds]
        return interval([mean(utilities) for utilities in rounds if utilities])


def _seats(played: Played, player: int) -> list[int]:
    return [seat for seat, who in enumerate(played.seating) if who == player]


def _got(played: Played, player: int) -> list[float]:
    """What each seat of a player got."""
    return [played.utilities[seat] for seat in _seats(played, player)]


def _outcome(played: Played, player: int) -> float:
    """A player's share of the first place."""
    most = max(played.utilities)
    first = {who for who, utility in zip(played.seating, played.utilities, strict=True) if utility == most}
    return 1 / len(first) if player in first else 0.0


def mean(numbers: Sequence[float]) -> float:
    """The mean of what is not empty."""
    return sum(numbers) / len(numbers)


def estimate_of(sample: Sequence[float]) -> Estimate:
    """The mean of a sample that is not empty, with its interval."""
    found = interval(sample)
    assert found is not None  # rounds are never empty
    return found


def _cells(standing: Standing) -> list[str]:
    by_seat = ["-" if own is None else own.text(3) for own in standing.by_seat]
    record = [f"{standing.wins:,}", f"{standing.draws:,}", f"{standing.losses:,}", standing.score.text(3)]
    pace = "-" if standing.seconds_per_move is None else f"{standing.seconds_per_move:.2g}"
    return [standing.name, standing.utility.text(4), *by_seat, *record, pace]
