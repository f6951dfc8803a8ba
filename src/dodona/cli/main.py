"""``dodona``: list, inspect, check, convert, solve, draw and play games from the shell."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

import dodona
from dodona import face
from dodona.cli import experiment, matching
from dodona.cli.arguments import AsJson, GameWord, Gap, Memory, Nodes, Quiet, Time
from dodona.cli.commands import ExitCode, group, print_json, require_writable, say
from dodona.cli.games import load_game
from dodona.cli.output import folded, show
from dodona.cli.progress import progress
from dodona.cli.words import LARGEST, numbers, settings, split_list
from dodona.lp import leave_if_highs_works_on
from dodona.model.errors import DodonaError
from dodona.model.game import opened
from dodona.model.limit import Event, Limit, OnEvent
from dodona.model.solution import Solution
from dodona.model.values import player_number

EPILOG = """
\b
GAME is one of
  leduc, goofspiel(cards=4)   a built-in game; quote parentheses in the shell
  name.efg, name.nfg          a file of Gambit
  rules.py:ClassName          a game written in Python; rules.py alone if it defines one

\b
Exit codes
  0    solved, or fine
  1    an error, told in one sentence; or check found problems
  2    wrong usage
  3    a limit came before the answer was exact; what is proven is printed
  130  cancelled by Ctrl-C; what is proven is printed
"""

app = group("Exact and certified solutions of finite sequential games.", epilog=EPILOG)
app.add_typer(experiment.app, name="experiment")
app.command()(matching.match)
app.command()(matching.tournament)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"dodona {dodona.__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command("list")
def list_all(
    family: Annotated[
        str | None, typer.Argument(metavar="[NAME]", help="A built-in game to explain; by default all are listed.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List the built-in games and the methods that solve games, or explain the game NAME."""
    from dodona.cli import listing

    if family is not None:
        facts = listing.facts(family)
        print_json(facts) if as_json else show(listing.explained(facts))
    else:
        print_json(listing.everything()) if as_json else show(listing.listed())


@app.command()
def info(
    game: GameWord, time: Time = None, nodes: Nodes = None, memory: Memory = None, as_json: AsJson = False
) -> None:
    """Count what GAME is made of: nodes, information sets, sequences."""
    rules = load_game(game)
    with redirect_stdout(sys.stderr):
        answer = rules.info(Limit(time=time, nodes=nodes, memory=memory))
    if as_json:
        print_json(asdict(answer))
    else:
        show(folded(str(answer), 18))


@app.command()
def solve(
    game: GameWord,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help="By default chosen from the game's traits.")
    ] = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    depth: Annotated[
        int | None, typer.Option(min=0, max=LARGEST, metavar="N", help="Search no further than this many moves.")
    ] = None,
    gap: Gap = None,
    options: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help="An option of the method, such as table=64M; repeatable."),
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of methods that draw random numbers.")] = 0,
    strategies: Annotated[
        bool | None,
        typer.Option(
            "--strategies/--no-strategies", help="All of the strategies, or none; by default their beginning."
        ),
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say why this method, and what the answer rests on.")
    ] = False,
    as_json: AsJson = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE.json", help="Write the whole solution to a file.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep what a double oracle has found in a file, every minute.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from the checkpoint.")] = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw how the proven interval closed; needs matplotlib.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Solve GAME and print its value, proven bounds, and strategies or the line of best play."""
    own = settings(options or [])
    if checkpoint is not None:
        own["checkpoint"] = str(checkpoint)
    if resume:
        own["resume"] = True
    rules = load_game(game)
    if save is not None:
        require_writable(save)
    limit = Limit(time=time, nodes=nodes, depth=depth, gap=gap, memory=memory)
    events: list[Event] = []
    with progress(quiet) as on_event, redirect_stdout(sys.stderr):
        solution = face.solve(rules, method, limit, seed, _also(events, on_event), **own)
    if plot is not None:
        from dodona.plots import convergence

        convergence({solution.provenance.method: events}, plot, solution.provenance.game)
    try:
        _print_solution(solution, strategies, explain, as_json)
    finally:  # also where whoever reads the output has left
        if save is not None:
            solution.save(save)
    raise typer.Exit(ExitCode.of(solution.status))


def _also(events: list[Event], on_event: OnEvent | None) -> OnEvent:
    """Keep events besides showing them."""

    def both(event: Event) -> None:
        events.append(event)
        if on_event is not None:
            on_event(event)

    return both


@app.command()
def compare(
    game: GameWord,
    methods: Annotated[
        str | None,
        typer.Option(metavar="A,B,...", help="Methods, with options as in cfr(rounds=500); by default all that apply."),
    ] = None,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    gap: Gap = None,
    seed: Annotated[int, typer.Option(help="Seed of methods that draw random numbers.")] = 0,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE.svg", help="Draw the gap of all over time; needs matplotlib.")
    ] = None,
    as_json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Solve GAME by several methods and print their values, proven bounds, gaps and times side by side.

    Limits are each method's own. Ctrl-C prints what was proven.
    """
    from dodona.comparison import compare as compare_methods

    rules = load_game(game)
    if plot is not None:
        require_writable(plot)
    limit = Limit(time=time, nodes=nodes, gap=gap, memory=memory)
    texts = None if methods is None else split_list(methods)
    with progress(quiet) as on_event, redirect_stdout(sys.stderr):
        result = compare_methods(rules, texts, limit, seed, on_event)
    print_json(result.to_dict()) if as_json else show(str(result))
    if plot is not None:
        result.plot(plot)
    raise typer.Exit(ExitCode.of(result.status))


@app.command()
def plot(
    game: GameWord,
    picture: Annotated[
        Path,
        typer.Argument(metavar="OUT.png", help="Picture to write: .png, .svg or .pdf, or .gif for an animation."),
    ],
    player: Annotated[
        int | None, typer.Option(min=0, max=1, metavar="N", help="Whose flow to draw; by default everybody's.")
    ] = None,
    steps: Annotated[
        str | None, typer.Option(metavar="LIST", help="Which steps to draw, such as 0,2,4 or 3..9; by default all.")
    ] = None,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help="By default chosen from the game's traits.")
    ] = None,
    time: Time = None,
    options: Annotated[
        list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="An option of the method; repeatable.")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Solve GAME, a flow game, and draw where the players are at each step; needs matplotlib.

    Discs are as large as players are likely to be there, wedges as wide as they are likely to go that way.
    """
    from dodona.plots import flow
    from dodona.plots.files import require_ending

    shown = None if steps is None else numbers(steps, "--steps")
    own = settings(options or [])
    rules = load_game(game)
    if not isinstance(rules, dodona.FlowGame):
        raise DodonaError(
            f"{rules} is no flow game, and only those have flows to draw; dodona solve --plot draws how the proven "
            "interval closed."
        )
    require_ending(picture)
    require_writable(picture)
    with progress(quiet) as on_event, redirect_stdout(sys.stderr):
        solution = face.solve(rules, method, Limit(time=time), on_event=on_event, **own)
    if not solution.strategies:
        say(f"a limit came before there were strategies of {rules} to draw; allow more time.")
        raise typer.Exit(ExitCode.of(solution.status))
    flow(solution, picture, player, steps=shown)
    typer.echo(f"{picture}: {solution.provenance.game}, value {solution.value:.7g}, gap {solution.gap:.2g}")
    raise typer.Exit(ExitCode.of(solution.status))


@app.command()
def check(
    game: GameWord,
    max_depth: Annotated[
        int, typer.Option(min=1, max=2**31 - 1, metavar="N", help="More moves than this are no end.")
    ] = 10_000,
    time: Time = None,
    nodes: Nodes = None,
    memory: Memory = None,
    as_json: AsJson = False,
) -> None:
    """Report what in GAME breaks the contract of games.

    Every position is visited.
    """
    rules = load_game(game)
    with redirect_stdout(sys.stderr):
        report = dodona.check(rules, limit=Limit(time=time, nodes=nodes, memory=memory), max_depth=max_depth)
    if as_json:
        print_json(asdict(report))
    else:
        typer.echo(str(report))
    if report.problems:
        raise typer.Exit(ExitCode.error)
    if report.stopped_by:
        raise typer.Exit(ExitCode.cancelled if report.stopped_by == "cancelled" else ExitCode.limit)


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="Any GAME.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; it ends in .efg or .nfg.")],
) -> None:
    """Write a game to a file that Gambit reads."""
    rules = load_game(source)
    with redirect_stdout(sys.stderr):
        dodona.write(rules, target)
    typer.echo(f"{target}: {rules}")


@app.command()
def play(
    game: GameWord,
    seat: Annotated[int, typer.Option("--as", min=0, metavar="PLAYER", help="The player you are.")] = 0,
    seed: Annotated[int | None, typer.Option(help="Repeat the same draws of chance and computer.")] = None,
    against: Annotated[
        str | None,
        typer.Option(
            metavar="PLAYER", help="Such as random or negascout(depth=6), as in dodona match; by default the best."
        ),
    ] = None,
    time: Annotated[
        float | None, typer.Option(min=0, metavar="SECONDS", help="For each move of the computer; by default 1.")
    ] = None,
    prepare: Annotated[
        float, typer.Option(min=0, metavar="SECONDS", help="For solving the game before it begins.")
    ] = 10.0,
) -> None:
    """Play GAME in the terminal against its solution. Ctrl-C or q leaves.

    Where the game is too large to be solved before it begins, the computer plays what was found so far, or looks ahead
    before each of its moves, further and further until its time is over.
    """
    from dodona.cli.opponents import Cancelled, opponent
    from dodona.cli.play import play_in_terminal

    with redirect_stdout(sys.stderr):
        rules = opened(load_game(game))
    try:
        player_number(rules, rules.traits.players, seat)
    except DodonaError as error:
        raise typer.BadParameter(str(error), param_hint="--as") from None
    try:
        with progress() as on_event, redirect_stdout(sys.stderr):
            computer = opponent(rules, against, prepare, time, seed, on_event)
    except Cancelled as cancelled:
        show(_text(cancelled.solution, False))
        raise typer.Exit(ExitCode.cancelled) from None
    play_in_terminal(rules, computer, seat, seed)


def _print_solution(solution: Solution, strategies: bool | None, explain: bool, as_json: bool) -> None:
    if as_json:
        print_json((_without_strategies(solution) if strategies is False else solution).to_dict())
    else:
        show(_text(solution, strategies))
    if explain:
        typer.echo(("" if as_json else "\n") + folded(solution.explain()), err=as_json)


def _text(solution: Solution, strategies: bool | None) -> str:
    """The solution with the beginning of its strategies, with all of them, or with none."""
    if strategies is None and (solution.strategies or solution.joint):
        return folded(str(solution), 8)
    lines = [_head(solution)]
    if strategies and solution.joint is not None:
        lines.append(solution.joint.title())
        lines.extend(f"  {profile:<12} {p}" for profile, p in solution.joint.lines(len(solution.joint)))
    for plan in solution.strategies if strategies else ():
        lines.append(f"player {plan.player}: {len(plan):,} information sets")
        for label, row in plan.items():
            lines.append(f"  {label:<12} " + ", ".join(f"{action} {p:.4g}" for action, p in row.items() if p > 0))
    return folded("\n".join(lines), 8)


def _head(solution: Solution) -> str:
    """What is above the strategies; a search tells how much it saw."""
    lines = str(_without_strategies(solution)).splitlines()
    if solution.evidence == "search":
        nodes, seconds = int(solution.stats["nodes"]), float(solution.stats["seconds"])
        lines += [f"depth   {solution.stats['depth']}"] if "depth" in solution.stats else []
        lines += [f"nodes   {nodes:,}, {nodes / max(seconds, 1e-9):,.0f} per second"]
    return "\n".join(lines)


def _without_strategies(solution: Solution) -> Solution:
    return replace(solution, strategies=(), joint=None)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # A label that the terminal's encoding lacks must not end in a traceback.
            stream.reconfigure(errors="backslashreplace")
    try:
        app(prog_name="dodona")
    except SystemExit as ending:
        leave_if_highs_works_on(ending.code if isinstance(ending.code, int) else int(ending.code is not None))
        raise
