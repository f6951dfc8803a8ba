"""`dodona match` and `dodona tournament`: players against each other, over and over."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from dodona.cli.arguments import AsJson, GameWord, Quiet
from dodona.cli.commands import ExitCode, print_json, require_writable
from dodona.cli.output import show
from dodona.cli.progress import counted
from dodona.model.files import write_whole
from dodona.model.limit import OnEvent

if TYPE_CHECKING:
    from dodona.matches.match import OnGame

# The room of matches is imported inside functions: `dodona --help` does not need it.

Players = Annotated[
    list[str],
    typer.Argument(
        metavar="PLAYER...",
        help="random, solve, a method such as negascout(time=0.1) or dcfr(rounds=500), or a file of solve --save; "
        "NAME=PLAYER gives it a name of its own.",
    ),
]
Games = Annotated[int, typer.Option(min=1, metavar="N", help="How many games at least; they fill whole rounds.")]
Seed = Annotated[int, typer.Option(help="Start of all random numbers.")]
Seatings = Annotated[
    str, typer.Option(metavar="HOW", help="Who sits where in a round: all, rotations, or how many drawn ones.")
]
Workers = Annotated[int, typer.Option(min=1, metavar="N", help="Number of processes.")]
Save = Annotated[Path | None, typer.Option(metavar="FILE.json", help="Write the result with all games to a file.")]
MatchTime = Annotated[float | None, typer.Option(min=0, metavar="SECONDS", help="Begin no game after this much time.")]


def match(
    game: GameWord,
    players: Players,
    games: Games = 100,
    seed: Seed = 0,
    seatings: Seatings = "all",
    workers: Workers = 1,
    time: MatchTime = None,
    save: Save = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Let players play GAME against each other and print means, wins and times with 95 % intervals.

    Games come in rounds, in which everybody plays every seat with the same luck of chance. {seed} in GAME stands for
    the seed plus the number of the round. Ctrl-C prints what was played.
    """
    from dodona.cli.games import load_contest
    from dodona.matches.match import match as play_match

    if save is not None:
        require_writable(save)
    with redirect_stdout(sys.stderr), hearing(games, quiet) as (on_game, on_event):
        result = play_match(
            load_contest(game),
            players,
            games,
            seed,
            seatings=_seatings(seatings),
            workers=workers,
            time=time,
            on_game=on_game,
            on_event=on_event,
        )
    finish(result, save, as_json)


def tournament(
    game: GameWord,
    players: Players,
    games: Games = 100,
    seed: Seed = 0,
    groups: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="Groups that play, drawn at random; by default all.")
    ] = None,
    seatings: Seatings = "all",
    workers: Workers = 1,
    time: MatchTime = None,
    save: Save = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Let every player of GAME meet every other one and print a cross table with 95 % intervals.

    Each match has --games games; where GAME has more than two seats, groups of as many players meet.
    """
    from dodona.cli.games import load_contest
    from dodona.matches.tournament import tournament as play_tournament

    if save is not None:
        require_writable(save)
    with redirect_stdout(sys.stderr), hearing(None, quiet) as (on_game, on_event):
        result = play_tournament(
            load_contest(game),
            players,
            games,
            seed,
            groups=groups,
            seatings=_seatings(seatings),
            workers=workers,
            time=time,
            on_game=on_game,
            on_event=on_event,
        )
    finish(result, save, as_json)


def _seatings(word: str) -> str | int:
    return int(word) if word.isdigit() else word


@contextmanager
def hearing(games: int | None, quiet: bool) -> Iterator[tuple[OnGame | None, OnEvent | None]]:
    """Who hears of games that were played, and of events while players solve the game before it begins."""
    if quiet:
        yield None, None
        return
    with counted(games, what="games") as counter:
        yield lambda played: counter.advance(), lambda event: counter.tell(event.phase)


def finish(result: Any, save: Path | None, as_json: bool) -> None:
    """Print a result, keep it in a file, and leave with the code of its status."""
    print_json(result.to_dict()) if as_json else show(str(result))
    if save is not None:
        write_whole(save, lambda file: file.write(json.dumps(result.to_dict(), indent=1).encode()))
    raise typer.Exit(ExitCode.of(result.status))
