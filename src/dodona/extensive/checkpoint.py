"""Checkpoints of a double oracle: the sequences allowed so far in order, the basis of the program, what is proven."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, Protocol

import numpy as np

from dodona.lp import Basis, GrowingProgram, StaleEntries, Triplets
from dodona.model.errors import DodonaError, FileFormatError, GameDefinitionError
from dodona.model.files import file_path, lock_beside, write_whole

#: In its files stale rows and columns of the program are called former ones, incumbents kept plans.
FORMAT = "dodona double oracle 2"


@dataclass(frozen=True)
class RunState:
    """Where a run stands: numbers, as plain data, and arrays."""

    numbers: dict[str, Any]
    arrays: dict[str, Any]


class Resumable(Protocol):
    """A run that can be left and taken up again."""

    def identity(self) -> dict[str, Any]:
        """The game and the options that a run must share with the one that goes on from its checkpoint."""

    def state(self) -> RunState:
        """Where the run stands."""

    def restore(self, state: RunState) -> None:
        """Bring a fresh run to where another one stood."""


@dataclass
class Checkpoint:
    """A file, and when it was last written."""

    path: Path
    every: float
    written: float = field(default_factory=monotonic)

    def save_now_and_then(self, run: Resumable) -> None:
        """Write if the last time is long enough ago."""
        if monotonic() - self.written >= self.every:
            self.save(run)

    def save(self, run: Resumable) -> None:
        """Write the whole state in one step: whoever is killed meanwhile leaves the old file."""
        state = run.state()
        head = {"format": FORMAT, **run.identity(), **state.numbers}
        write_whole(self.path, lambda file: np.savez_compressed(file, head=np.array(json.dumps(head)), **state.arrays))
        self.written = monotonic()

    def load(self, run: Resumable) -> None:
        """Bring a fresh run to where the file was written."""
        arrays = self._read()
        try:
            head = json.loads(str(arrays["head"]))
            if head["format"] != FORMAT:
                raise ValueError(f"unknown format {head['format']!r}")
            found, wanted = {name: head[name] for name in run.identity()}, run.identity()
            if found != wanted:
                raise DodonaError(
                    f"the checkpoint {self.path} is of {found['game']} with {found['options']}, not of "
                    f"{wanted['game']} with {wanted['options']}: name another file."
                )
            run.restore(RunState(head, arrays))
        except (LookupError, TypeError, ValueError, OverflowError, AttributeError, GameDefinitionError) as error:
            raise FileFormatError(f"{self.path} is no checkpoint of this game: {error}") from None

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except FileNotFoundError:
            raise DodonaError(f"there is no checkpoint {self.path} to resume from.") from None
        except Exception as error:  # damaged archives fail in many ways
            raise FileFormatError(f"{self.path} cannot be read as a checkpoint: {error}") from None


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


def program_arrays(program: GrowingProgram) -> dict[str, Any]:
    """The basis of a program's last solve, and the stale rows and columns that it refers to."""
    basis, stale = program.basis, program.stale
    if basis is None:
        return {}
    return {
        "basis_rows": basis.rows,
        "basis_columns": basis.columns,
        "former": np.array([stale.rows, stale.columns]),
        "former_rows": stale.entries.rows,
        "former_columns": stale.entries.columns,
        "former_values": stale.entries.values,
    }


def restored_program(arrays: dict[str, Any]) -> GrowingProgram:
    """A program that stands where the arrays say."""
    program = GrowingProgram()
    if "basis_rows" in arrays:
        program.basis = Basis(arrays["basis_rows"].astype(bool), arrays["basis_columns"].astype(bool))
        rows, columns = arrays["former"].tolist()
        entries = Triplets(arrays["former_rows"], arrays["former_columns"], arrays["former_values"])
        _require_between(entries.rows, -rows, len(program.basis.rows))
        _require_between(entries.columns, -columns, len(program.basis.columns))
        program.stale = StaleEntries(rows, columns, entries)
    return program


def require_sound(name: str, sound: bool) -> None:
    """Refuse a checkpoint in which something is not what a run writes."""
    if not sound:
        raise ValueError(f"its {name} is damaged.")


def _require_between(names: Any, least: int, end: int) -> None:
    require_sound("linear program", not (np.any(names < least) or np.any(names >= end)))
