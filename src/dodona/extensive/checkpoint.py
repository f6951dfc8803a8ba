"""Checkpoints of a double oracle: the sequences allowed so far in order, the basis of the program, what is proven."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona.lp import Basis, Former, GrowingProgram, Triplets
from dodona.model.errors import DodonaError, FileFormatError, GameDefinitionError

if TYPE_CHECKING:
    from dodona.extensive.double_oracle import Loop

FORMAT = "dodona double oracle 2"
_LOG = ("players", "actions", "counts", "key_ends", "keys", "orbit_ends", "orbits")


@dataclass
class Checkpoint:
    """A file, and when it was last written."""

    path: Path
    every: float
    written: float = field(default_factory=monotonic)

    def save_now_and_then(self, loop: Loop) -> None:
        """Write if the last time is long enough ago."""
        if monotonic() - self.written >= self.every:
            self.save(loop)

    def save(self, loop: Loop) -> None:
        """Write the whole state in one step: whoever is killed meanwhile leaves the old file."""
        log: dict[str, Any] = dict(zip(_LOG, loop.oracle.log(), strict=True))
        log["keys"] = np.frombuffer(log["keys"], dtype=np.uint8)
        head = {
            "format": FORMAT,
            "game": loop.game.text,
            "options": _fixed(loop),
            "best": loop.best,
            "value": loop.value,
            "scale": loop.scale,
            "iterations": loop.iterations,
            "lp_iterations": loop.lp_iterations,
            "regret_iterations": loop.regret_iterations,
            "grown": loop.grown,
            "turn": loop.turn,
            "idle": sorted(loop.idle),
            "seconds": loop.seconds,
        }
        beside = self.path.with_name(self.path.name + ".new")
        try:
            with beside.open("wb") as file:
                np.savez_compressed(
                    file,
                    head=np.array(json.dumps(head)),
                    **_program_arrays(loop.program),
                    kept_0=loop.oracle.kept(0),
                    kept_1=loop.oracle.kept(1),
                    **log,
                )
            os.replace(beside, self.path)
        except OSError as error:
            raise DodonaError(f"the checkpoint {self.path} cannot be written: {error.strerror}.") from None
        self.written = monotonic()

    def load(self, loop: Loop) -> None:
        """Bring a fresh run to where the file was written."""
        data = self._read()
        try:
            head = json.loads(str(data["head"]))
            if head["format"] != FORMAT:
                raise ValueError(f"unknown format {head['format']!r}")
            if head["game"] != loop.game.text or head["options"] != _fixed(loop):
                raise DodonaError(
                    f"the checkpoint {self.path} is of {head['game']} with {head['options']}, not of {loop.game.text} "
                    f"with {_fixed(loop)}: name another file."
                )
            log: dict[str, Any] = {name: bytes(data[name]) if name == "keys" else data[name] for name in _LOG}
            loop.run.walk(lambda budget: loop.oracle.repeat(**log, budget=budget), loop.game.max_length)
            for player in (0, 1):
                loop.oracle.set_kept(player, data[f"kept_{player}"].astype(np.float64))
            _restore(loop.program, data)
            loop.best, loop.value = [float(bound) for bound in head["best"]], float(head["value"])
            loop.scale = float(head["scale"])
            for count in ("iterations", "lp_iterations", "regret_iterations"):
                setattr(loop, count, int(head[count]))
            loop.grown, loop.turn, loop.idle = int(head["grown"]), int(head["turn"]), set(head["idle"])
            loop.seconds = {part: float(seconds) for part, seconds in head["seconds"].items()}
        except (KeyError, TypeError, ValueError, GameDefinitionError) as error:
            raise FileFormatError(f"{self.path} is no checkpoint of this game: {error}") from None

    def _read(self) -> dict[str, Any]:
        try:
            with self.path.open("rb") as stream, np.load(stream, allow_pickle=False) as file:
                return {name: file[name] for name in file.files}
        except FileNotFoundError:
            raise DodonaError(f"there is no checkpoint {self.path} to resume from.") from None
        except Exception as error:  # damaged archives fail in many ways
            raise FileFormatError(f"{self.path} cannot be read as a checkpoint: {error}") from None


def _program_arrays(program: GrowingProgram) -> dict[str, Any]:
    """Where the program stands."""
    basis, former = program.basis, program.former
    if basis is None:
        return {}
    return {
        "basis_rows": basis.rows,
        "basis_columns": basis.columns,
        "former": np.array([former.rows, former.columns]),
        "former_rows": former.entries.rows,
        "former_columns": former.entries.columns,
        "former_values": former.entries.values,
    }


def _restore(program: GrowingProgram, data: dict[str, Any]) -> None:
    if "basis_rows" in data:
        program.basis = Basis(data["basis_rows"].astype(bool), data["basis_columns"].astype(bool))
        rows, columns = data["former"].tolist()
        entries = Triplets(data["former_rows"], data["former_columns"], data["former_values"])
        _require_between(entries.rows, -rows, len(program.basis.rows))
        _require_between(entries.columns, -columns, len(program.basis.columns))
        program.former = Former(rows, columns, entries)


def _require_between(names: Any, least: int, end: int) -> None:
    if np.any(names < least) or np.any(names >= end):
        raise ValueError("its linear program is damaged.")


def _fixed(loop: Loop) -> dict[str, Any]:
    """The options that a restricted game depends on."""
    names = ("policy", "regret", "growth", "leaves", "symmetry")
    default = loop.options.default if isinstance(loop.options.default, str) else "given"
    return {**{name: getattr(loop.options, name) for name in names}, "default": default}
