"""A match: players meet over and over, every seating of a round with the same luck."""

from __future__ import annotations

import itertools
import math
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property
from types import FrameType

from dodona.face import ProblemLike
from dodona.matches.contests import contest_of
from dodona.matches.players import Entrant, PlayerLike, entrants
from dodona.matches.playing import Played, Table
from dodona.matches.result import MatchResult
from dodona.matches.seating import Seating, require_seatings, seatings_of_round
from dodona.model.contest import Contest
from dodona.model.errors import DodonaError
from dodona.model.game import opened
from dodona.model.limit import OnEvent
from dodona.model.values import is_whole, real, whole
from dodona.model.workers import processes

OnGame = Callable[[Played], None]
#: A round and who sits where.
Fixture = tuple[int, Seating]
#: A worker is sent as many games at once as take so many seconds, and no more than so many.
_AT_ONCE_SECONDS = 0.2
_AT_ONCE = 50


def match(
    game: ProblemLike | Contest,
    players: Sequence[PlayerLike] | Mapping[str, PlayerLike],
    games: int = 100,
    seed: int = 0,
    *,
    seatings: str | int = "all",
    workers: int = 1,
    time: float | None = None,
    on_game: OnGame | None = None,
    on_event: OnEvent | None = None,
) -> MatchResult:
    """Let players play a game many times, on every seat, and tell how they did.

    Games come in rounds. In a round every seating is played once, with the same luck of chance: what chance draws
    depends on the seed, the round and how often chance has moved, never on the players. What differs within a round is
    therefore due to the players and their own dice. Equal seeds give equal games, whatever the number of workers,
    unless a player depends on the clock or remembers what it played before.

    Parameters
    ----------
    game
        A game with rules, or what names one; ``{seed}`` in its text stands for ``seed`` plus the number of the round. A
        :class:`Contest` where several games count together.
    players
        One for each seat or fewer, who then share the seats: whatever :func:`player` takes, in a list or by names of
        yours in a mapping.
    games
        How many games at least; they fill whole rounds.
    seed
        Start of all random numbers.
    seatings
        Of a round: ``"all"``, every way to give the seats to the players in which everybody has one; ``"rotations"``,
        as many as there are players; or a number of seatings, drawn anew for every round.
    workers
        Processes that play at once. Players and game must then be something that another process can unpickle.
    time
        Seconds after which no game begins.
    on_game
        Called with each game that was played, in no particular order where several play at once.
    on_event
        Called with an ``Event`` while players solve the game before it begins.

    Returns
    -------
    MatchResult
        ``standings`` has means, wins and times with intervals; ``print(result)`` is a table. Ctrl-C ends a match with
        the games that were played.

    Examples
    --------
    >>> import dodona
    >>> result = dodona.match("tic_tac_toe", ["alphabeta(depth=9)", "random"], games=20)
    >>> result.standings[0].losses, len(result.games)
    (0, 20)
    """
    contest, named = checked(game, players, seed)
    count = require_seatings(seatings, len(named), contest.seats, contest.text)
    rounds = math.ceil(whole("games", games, 1) / count)
    table = Table(contest, prepared(contest, named, on_event), seed)
    fixtures = (
        (number, seating)
        for number in range(rounds)
        for seating in seatings_of_round(seatings, len(named), contest.seats, seed, number)
    )
    played, status = play_all(table, fixtures, rounds * count, workers, time, on_game)
    names = tuple(entrant.name for entrant in named)
    return MatchResult(contest.text, names, contest.player_names, seed, count, played, status)


def checked(game: ProblemLike | Contest, players: object, seed: object) -> tuple[Contest, tuple[Entrant, ...]]:
    """The contest and the entrants that were meant; refuses a seed that is none."""
    if not is_whole(seed):
        raise DodonaError(f"seed is a whole number, not {seed!r}.")
    return contest_of(game, seed), entrants(players)


def prepared(contest: Contest, named: Sequence[Entrant], on_event: OnEvent | None = None) -> tuple[Entrant, ...]:
    """The entrants with what they compute before the first game; refuses those that do not fit."""
    if contest.only_game is None:
        return tuple(named)
    rules = opened(contest.only_game)
    return tuple(replace(entrant, maker=entrant.maker.prepared(rules, on_event)) for entrant in named)


def play_all(
    table: Table, fixtures: Iterable[Fixture], count: int, workers: int, time: float | None, on_game: OnGame | None
) -> tuple[tuple[Played, ...], str]:
    """Play fixtures, of which there are as many; returns what was played, in order, and "complete" or what ended it."""
    whole("workers", workers, 1)
    if on_game is not None and not callable(on_game):
        raise DodonaError(f"on_game is a function that takes a game that was played, not {on_game!r}.")
    played: list[Played] = []
    running = _in_time(fixtures, None if time is None else real("time", time, 0))
    try:
        with interruptible():
            for one in _serial(table, running) if workers == 1 else _parallel(table, running, workers):
                played.append(one)
                if on_game is not None:
                    on_game(one)
        status = "complete" if len(played) == count else "limit"
    except KeyboardInterrupt:
        status = "cancelled"
    return tuple(sorted(played, key=lambda one: (one.round, one.seating))), status


def _in_time(fixtures: Iterable[Fixture], seconds: float | None) -> Iterator[Fixture]:
    start = time.perf_counter()
    for fixture in fixtures:
        if seconds is not None and time.perf_counter() - start >= seconds:
            return
        yield fixture


def _serial(table: Table, fixtures: Iterator[Fixture]) -> Iterator[Played]:
    for fixture in fixtures:
        yield table.play(*fixture)


def _parallel(table: Table, fixtures: Iterator[Fixture], workers: int) -> Iterator[Played]:
    """Play in processes; short games are sent several at a time, long ones one by one, so that none is waited for."""
    games, seconds = 0, 0.0

    def batches() -> Iterator[list[Fixture]]:
        while batch := list(itertools.islice(fixtures, _batch_size(games, seconds))):
            yield batch

    for answer in processes(batches(), _Worker(_packed(table)), workers, _died):
        if isinstance(answer, DodonaError):
            raise answer
        games, seconds = games + len(answer), seconds + sum(sum(played.seconds) for played in answer)
        yield from answer


def _batch_size(games: int, seconds: float) -> int:
    """How many games are sent at once, after so many took so long; a game takes a millisecond beside its moves."""
    return 1 if games == 0 else max(1, min(_AT_ONCE, int(_AT_ONCE_SECONDS / (seconds / games + 0.001))))


@dataclass(frozen=True)
class _Worker:
    """Plays fixtures at a table that came from another process."""

    packed: bytes

    @cached_property
    def table(self) -> Table:
        contest, named, seed = pickle.loads(self.packed)
        return Table(contest, named, seed)

    def __call__(self, fixtures: list[Fixture]) -> list[Played] | DodonaError:
        try:
            return [self.table.play(*fixture) for fixture in fixtures]
        except DodonaError as error:
            return DodonaError(str(error))  # whatever it carries need not survive the way
        except Exception as error:
            return DodonaError(f"a worker process failed: {type(error).__name__}: {error}.")


def _died(fixtures: list[Fixture], what: str, seconds: float) -> list[Played] | DodonaError:
    return DodonaError(f"a worker process died in round {fixtures[0][0]} after {seconds:.3g} s ({what}).")


def _packed(table: Table) -> bytes:
    """The table for another process; what cannot go there is named."""
    named: list[tuple[str, object]] = [(one.name, one) for one in table.entrants]
    for name, thing in [(table.contest.text, table.contest), *named]:
        try:
            pickle.dumps(thing)
        except Exception as error:
            raise DodonaError(
                f"{name} cannot go to another process ({error}): define it at the top of a module, name players by "
                "texts, or play with workers=1."
            ) from None
    return pickle.dumps((table.contest, table.entrants, table.seed))


@contextmanager
def interruptible() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end the block at once, also inside a search, which would take them as a wish to move."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    before = {}
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) == usual:
            before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
