"""The basis of a growing program as arrays of a checkpoint."""

from __future__ import annotations

from typing import Any

import numpy as np

from dodona.lp import Basis, GrowingProgram, StaleEntries, Triplets
from dodona.model.checkpoint import require_sound


def program_arrays(program: GrowingProgram) -> dict[str, Any]:
    """The basis of a program's last solve, and the stale rows and columns that it refers to."""
    basis, stale = program.basis, program.stale
    if basis is None:
        return {}
    return {
        "basis_rows": basis.rows,
        "basis_columns": basis.columns,
        "stale": np.array([stale.rows, stale.columns]),
        "stale_rows": stale.entries.rows,
        "stale_columns": stale.entries.columns,
        "stale_values": stale.entries.values,
    }


def restored_program(arrays: dict[str, Any]) -> GrowingProgram:
    """A program that stands where the arrays say."""
    program = GrowingProgram()
    if "basis_rows" in arrays:
        program.basis = Basis(arrays["basis_rows"].astype(bool), arrays["basis_columns"].astype(bool))
        rows, columns = arrays["stale"].tolist()
        entries = Triplets(arrays["stale_rows"], arrays["stale_columns"], arrays["stale_values"])
        _require_between(entries.rows, -rows, len(program.basis.rows))
        _require_between(entries.columns, -columns, len(program.basis.columns))
        program.stale = StaleEntries(rows, columns, entries)
    return program


def _require_between(names: Any, least: int, end: int) -> None:
    require_sound("linear program", not (np.any(names < least) or np.any(names >= end)))
