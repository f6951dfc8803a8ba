"""Experiments: specs that run, stop at any moment, resume and merge.

The way through: :func:`read_spec` turns a TOML file into tasks, :func:`run` solves those that are not yet recorded and
appends one row per task to a plain file, :func:`summarize`, :func:`compare` and :func:`correlate` condense the rows,
and :func:`render` prints them with the papers' figures beside ours.
"""

from dodona.experiments.correlation import correlate
from dodona.experiments.record import Record, merge, read_records, write_records
from dodona.experiments.runner import run
from dodona.experiments.spec import Paper, Spec, read_spec
from dodona.experiments.table import compare, render, summarize
from dodona.experiments.task import Task

__all__ = [
    "Paper",
    "Record",
    "Spec",
    "Task",
    "compare",
    "correlate",
    "merge",
    "read_records",
    "read_spec",
    "render",
    "run",
    "summarize",
    "write_records",
]
