"""`dodona experiment`: run a spec, merge files of records, print their table."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dodona.cli.commands import ExitCode, group, print_json
from dodona.cli.progress import counted
from dodona.model.errors import DodonaError, FileFormatError
from dodona.model.files import lock_beside

if TYPE_CHECKING:
    from dodona.experiments.record import Record
    from dodona.experiments.spec import Spec

# The room of experiments is imported inside functions: `dodona --help` does not need it.
app = group("Run experiments that stop, resume and merge.")


class Executor(StrEnum):
    """Where tasks run."""

    serial = "serial"
    processes = "processes"


SpecFile = Annotated[Path, typer.Argument(metavar="SPEC", help="TOML file that names games, methods and seeds.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the table as JSON.")]


@app.command()
def run(
    spec: SpecFile,
    out: Annotated[Path | None, typer.Option(help="File of records; by default the spec's name with .jsonl.")] = None,
    executor: Annotated[Executor, typer.Option(help="Where tasks run.")] = Executor.serial,
    workers: Annotated[int | None, typer.Option(min=1, help="Number of processes.")] = None,
    retry: Annotated[bool, typer.Option("--retry", help="Run failed tasks again.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run the tasks of SPEC that are not recorded yet, then print the table of all of them."""
    if workers is not None and executor is Executor.serial:
        raise typer.BadParameter("--workers needs --executor processes")
    plan = _read_spec(spec)
    path = out if out is not None else Path(spec.stem + ".jsonl")
    records = _run(plan, path, executor, workers, retry)
    _print_table(records, plan, as_json)
    failures = [record for record in records if record.failed]
    for record in failures:
        typer.echo(f"failed: {record.task}: {record.error}", err=True)
    if failures:
        raise typer.Exit(ExitCode.error)


@app.command()
def merge(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="File to write; records it already has stay.")],
    parts: Annotated[list[Path], typer.Argument(metavar="IN...", help="Files of records.")],
) -> None:
    """Unite files of records: each task once, the first record of a task stays."""
    from dodona.experiments import record as records_room

    with lock_beside(out):  # a run may be adding to it
        sources = [*([out] if out.exists() else []), *parts]
        united = records_room.merge(*(records_room.read_records(path) for path in sources))
        records_room.write_records(out, united)
    typer.echo(f"{out}: {len(united)} records")


@app.command()
def table(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File of records.")],
    spec: Annotated[Path | None, typer.Option(help="Show this spec's tasks, with its papers' figures.")] = None,
    as_json: AsJson = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print the table for a document.")] = False,
) -> None:
    """Print the table of a file of records."""
    from dodona.experiments import record as records_room
    from dodona.experiments import runner

    plan = None if spec is None else _read_spec(spec)
    records = records_room.merge(records_room.read_records(file))
    if plan is not None:
        records = list(runner.recorded(plan.tasks, records).values())
        if len(records) < len(plan.tasks):
            typer.echo(f"{len(records)} of {len(plan.tasks)} tasks are recorded", err=True)
    _print_table(records, plan, as_json, as_markdown)


@app.command()
def plot(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="File of records.")],
    picture: Annotated[Path, typer.Argument(metavar="OUT.svg", help="Picture to write; .png and .pdf work too.")],
    game: Annotated[str | None, typer.Option(help="The game to show, if the file has several.")] = None,
) -> None:
    """Draw how the proven intervals of a game closed over time, one line per run; needs matplotlib."""
    from dodona.experiments import record as records_room
    from dodona.experiments import solving
    from dodona.experiments.curves import curves
    from dodona.plots import convergence

    records = records_room.merge(records_room.read_records(file))
    shown, runs = curves(records, None if game is None else solving.canonical_game(game))
    convergence(runs, picture, shown)
    typer.echo(f"{picture}: {len(runs)} runs of {shown}")


def _read_spec(path: Path) -> Spec:
    from dodona.experiments import solving
    from dodona.experiments.spec import read_spec

    plan = read_spec(path, canonical=solving.canonical_game)
    _require_options(plan, path)
    return plan


def _require_options(plan: Spec, path: Path) -> None:
    """Refuse options that a method does not have, before anything runs."""
    from dodona.all_methods import method_named
    from dodona.experiments.rounds import MATCH

    for task in plan.tasks:
        if not task.options or task.method == MATCH:  # players were read with the spec
            continue
        try:
            method_named(task.method).require_options(name for name, _ in task.options)
        except DodonaError as error:
            raise FileFormatError(f"{path}: {error}") from None


def _run(plan: Spec, path: Path, executor: Executor, workers: int | None, retry: bool) -> list[Record]:
    from dodona.experiments import runner, solving

    before = _recorded(plan, path)
    done = sum(not (retry and record.failed) for record in before)
    try:
        with _progress(len(plan.tasks), done) as report:
            return runner.run(
                plan.tasks,
                path,
                executor=executor.value,
                workers=workers,
                retry=retry,
                solve=solving.solve_task,
                on_record=report,
            )
    except KeyboardInterrupt:
        done = len(_recorded(plan, path))
        typer.echo(f"stopped: {done} of {len(plan.tasks)} tasks are in {path}; the same command continues", err=True)
        raise typer.Exit(ExitCode.cancelled) from None


def _recorded(plan: Spec, path: Path) -> list[Record]:
    from dodona.experiments import record as records_room
    from dodona.experiments import runner

    return list(runner.recorded(plan.tasks, records_room.read_records(path)).values()) if path.exists() else []


@contextmanager
def _progress(total: int, done: int) -> Iterator[Callable[[Record], None]]:
    """Show progress on standard error: a bar on a terminal, a line per task elsewhere."""
    if done:
        typer.echo(f"{done} of {total} tasks were recorded before", err=True)
    if sys.stderr.isatty():
        with counted(total, done) as counter:
            yield lambda record: counter.advance(f"{record.task}: {record.status}")
        return
    numbers = itertools.count(done + 1)

    def report_line(record: Record) -> None:
        position = f"[{next(numbers)}/{total}]"
        typer.echo(f"{position} {record.task}: {record.status} in {record.seconds:.3g} s", err=True)

    yield report_line


def _print_table(records: Sequence[Record], plan: Spec | None, as_json: bool, as_markdown: bool = False) -> None:
    from dodona.experiments.correlation import correlate
    from dodona.experiments.markdown import markdown
    from dodona.experiments.record import plain
    from dodona.experiments.table import compare, render, summarize

    rows = summarize(records, plan.quantities, plan.baseline) if plan else summarize(records)
    comparisons = compare(records, plan.papers if plan else ())
    correlations = (
        correlate(records, plan.correlate, plan.baseline) if plan and plan.correlate and plan.baseline else []
    )
    versions = sorted({record.version for record in records})
    if len(versions) > 1:
        typer.echo(f"note: the records come from several versions of Dodona: {', '.join(versions)}", err=True)
    if as_json:
        beside = [asdict(line) | {"difference": line.difference, "ratio": line.ratio} for line in comparisons]
        document: dict[str, object] = {"rows": [asdict(row) for row in rows], "papers": beside}
        if correlations:
            document["correlations"] = [asdict(line) for line in correlations]
        print_json(plain(document))
    elif as_markdown:
        typer.echo(markdown(rows, comparisons, correlations))
    else:
        typer.echo((f"{plan.title}\n\n" if plan else "") + render(rows, comparisons, correlations))
