"""How every command ends: with its answer, or with one sentence and a code that means something."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path
from typing import Any, TextIO

import typer
from typer.core import TyperGroup

from dodona.io import FormatWarning
from dodona.model.errors import DodonaError
from dodona.model.run import Stopped


class ExitCode(IntEnum):
    """What a command's exit code means."""

    fine = 0
    error = 1
    usage = 2
    limit = 3
    cancelled = 130
    broken_pipe = 141

    @staticmethod
    def of(status: str) -> ExitCode:
        """The code of a solution's status."""
        return {"limit": ExitCode.limit, "cancelled": ExitCode.cancelled}.get(status, ExitCode.fine)


class Commands(TyperGroup):
    """A group of commands in which no user ever meets a traceback."""

    def invoke(self, ctx: Any) -> Any:
        """Run the chosen command."""
        with _endings():
            return super().invoke(ctx)


def group(help_text: str, **settings: Any) -> typer.Typer:
    """A group of commands. Plain help instead of rich's saves a tenth of a second at every start."""
    return typer.Typer(
        cls=Commands,
        help=help_text,
        no_args_is_help=True,
        rich_markup_mode=None,
        add_completion=False,
        pretty_exceptions_enable=False,
        **settings,
    )


def say(sentence: str) -> None:
    """Tell the user something beside the answer: one line on standard error."""
    typer.echo("dodona: " + " ".join(line.strip() for line in sentence.splitlines()), err=True)


def print_json(data: object) -> None:
    """Print one JSON document; ASCII, so that it is valid whatever the terminal's encoding."""
    typer.echo(json.dumps(data, indent=1, allow_nan=False))


def require_writable(path: Path) -> None:
    """Refuse a file that cannot be written before hours are spent on what should go there."""
    spot = path if path.exists() else path.absolute().parent
    if path.is_dir() or not spot.exists() or not os.access(spot, os.W_OK):
        raise DodonaError(f"{path} cannot be written; choose a file in a folder that exists and is yours.")


@contextmanager
def _endings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("always", FormatWarning)
        warnings.showwarning = _show_warning(warnings.showwarning)
        try:
            yield
        except BrokenPipeError:
            _silence()
            raise typer.Exit(ExitCode.broken_pipe) from None
        except (DodonaError, OSError) as error:
            say(str(error))
            raise typer.Exit(_code(error)) from None
        except MemoryError:
            say("there is not enough memory for this; set a limit with --memory, such as --memory 2G.")
            raise typer.Exit(ExitCode.error) from None
        except KeyboardInterrupt:
            raise typer.Exit(ExitCode.cancelled) from None


def _code(error: Exception) -> ExitCode:
    """An error behind which a limit or Ctrl-C stands has that one's code."""
    stop = error.__context__
    if isinstance(stop, Stopped):
        return ExitCode.cancelled if stop.reason == "cancelled" else ExitCode.limit
    return ExitCode.error


def _show_warning(usual: Any) -> Any:
    def show(
        message: Warning | str,
        category: type[Warning],
        filename: str,
        lineno: int,
        file: TextIO | None = None,
        line: str | None = None,
    ) -> None:
        if issubclass(category, FormatWarning):
            say(f"warning: {message}")
        else:
            usual(message, category, filename, lineno, file, line)

    return show


def _silence() -> None:
    """Whoever read our output has left; Python would complain once more when it flushes at the end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BrokenPipeError:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
