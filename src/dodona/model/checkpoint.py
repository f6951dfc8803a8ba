"""Checkpoints: files from which a run that was stopped or killed goes on."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import numpy as np

from dodona.model.errors import DodonaError, FileFormatError, GameDefinitionError
from dodona.model.files import file_path, lock_beside, write_whole
from dodona.model.game import OpenGame
from dodona.model.options import Options, option, options_of

FORMAT = "dodona double oracle 3"


@dataclass(frozen=True)
class RunState:
    """Where a run stands: numbers, as plain data, and arrays."""

    numbers: dict[str, Any]
    arrays: dict[str, Any]


class Resumable(Protocol):
    """A part of a run that can be left and taken up again."""

    def state(self) -> RunState:
        """Where it stands."""

    def restore(self, state: RunState) -> None:
        """Bring a fresh one to where another one stood."""


@dataclass
class Checkpoint:
    """A file that keeps a run.

    Attributes
    ----------
    path
        The file.
    every
        Seconds between two writes of it.
    resume
        Whether a run goes on from what the file has.
    identity
        The game and the options, as plain data, that a run must share with the one that goes on from its checkpoint.
    problem
        What the run works on, which is kept with the loop that works on it; None where the loop has it all.
    written
        When the file was last written.
    """

    path: Path
    every: float
    resume: bool
    identity: dict[str, Any]
    problem: Resumable | None = None
    written: float = field(default_factory=monotonic)

    def save_now_and_then(self, loop: Resumable) -> None:
        """Write if the last time is long enough ago."""
        if monotonic() - self.written >= self.every:
            self.save(loop)

    def save(self, loop: Resumable) -> None:
        """Write the whole state in one step: whoever is killed meanwhile leaves the old file."""
        head: dict[str, Any] = {"format": FORMAT, **self.identity}
        arrays: dict[str, Any] = {}
        for part in self._parts(loop):
            state = part.state()
            head |= state.numbers
            arrays |= state.arrays
        arrays["head"] = np.array(json.dumps(head))
        write_whole(self.path, lambda file: np.savez_compressed(file, **arrays))
        self.written = monotonic()

    def load(self, loop: Resumable) -> None:
        """Bring the problem and a fresh loop to where the file was written."""
        arrays = self._read()
        try:
            head = json.loads(str(arrays["head"]))
            if head["format"] != FORMAT:
                raise ValueError(f"unknown format {head['format']!r}")
            found, wanted = {name: head[name] for name in self.identity}, self.identity
            if found != wanted:
                raise DodonaError(
                    f"the checkpoint {self.path} is of {found['game']} with {found['options']}, not of "
                    f"{wanted['game']} with {wanted['options']}: name another file."
                )
            for part in self._parts(loop):
                part.restore(RunState(head, arrays))
        except (LookupError, TypeError, ValueError, OverflowError, AttributeError, GameDefinitionError) as error:
            raise FileFormatError(f"{self.path} is no checkpoint of this game: {error}") from None

    def _parts(self, loop: Resumable) -> list[Resumable]:
        return [loop] if self.problem is None else [self.problem, loop]

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except FileNotFoundError:
            raise DodonaError(f"there is no checkpoint {self.path} to resume from.") from None
        except Exception as error:  # damaged archives fail in many ways
            raise FileFormatError(f"{self.path} cannot be read as a checkpoint: {error}") from None


@dataclass(frozen=True)
class KeptRunOptions(Options):
    """The file that keeps a run; its options are in the part ``running``."""

    checkpoint: str | Path | None = option(None, "file that keeps the run", part="running", noun="the name of a file")
    checkpoint_every: float = option(
        60.0, "how much time may pass between two writes of it", part="running", noun="a number of seconds", least=0
    )
    resume: bool = option(False, "go on from the checkpoint", part="running")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.resume and self.checkpoint is None:
            raise DodonaError("resume goes on from a checkpoint: name its file with checkpoint.")

    def decisive(self) -> dict[str, Any]:
        """The options that the run depends on, as plain data: all but those of how the work is done."""
        return {own.name: getattr(self, own.name) for own in options_of(type(self)) if own.part != "running"}


def checkpoint_of(game: OpenGame, options: KeptRunOptions, problem: Resumable | None = None) -> Checkpoint | None:
    """The file that keeps a run, if there is one; who goes on from it has the same game and decisive options."""
    if options.checkpoint is None:
        return None
    if game.handle.untrusted:
        raise DodonaError(
            "a checkpoint needs a built-in game: those of rules in Python mean nothing to the next process."
        )
    identity = {"game": game.text, "options": options.decisive()}
    return Checkpoint(file_path(options.checkpoint), options.checkpoint_every, options.resume, identity, problem)


def require_sound(name: str, sound: bool) -> None:
    """Refuse a checkpoint in which something is not what a run writes."""
    if not sound:
        raise ValueError(f"its {name} is damaged.")


@contextmanager
def writing_alone(name: str | Path | None) -> Iterator[None]:
    """Keep other runs from writing a checkpoint, if there is one, as long as this run may do so."""
    path = None if name is None else file_path(name)
    if path is None or (path.exists() and not path.is_file()):  # what is no regular file is never replaced
        yield
        return
    from filelock import Timeout

    lock = lock_beside(path)
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise DodonaError(
            f"another run is writing the checkpoint {path}: wait for its end, or name another file."
        ) from None
    except OSError as error:
        raise DodonaError(f"{path} cannot be written: {error.strerror}.") from None
    try:
        yield
    finally:
        lock.release()
