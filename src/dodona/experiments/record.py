"""Records: one frozen row per finished task, kept as JSON lines in an append-only file."""

from __future__ import annotations

import json
import math
import numbers
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from dodona.experiments.task import Task, task_from_content
from dodona.model.errors import FileFormatError
from dodona.model.files import file_path, write_whole
from dodona.model.values import is_number

Stat = float | int | str
#: Seconds since the start, and what was proven by then: at least, at most.
Bounds = tuple[float, float, float]

FAILED = "failed"
_OPENING = b'{"key":"'


@dataclass(frozen=True)
class Record:
    """What came out of a task.

    Attributes
    ----------
    task
        The task that was run.
    status
        Status of the solution, or "failed".
    seconds
        Wall-clock time of the solve, by the solver's own clock where it reports "seconds" among its statistics.
    value, lower, upper
        As in the solution; None where the game has no value, and when the task failed.
    values
        What every player gets where the game has no value; empty elsewhere.
    stats
        The solver's own counts.
    version
        Version of Dodona that ran the task.
    error
        Kind and text of the error; None when the task succeeded.
    closing
        How the proven interval closed: its bounds wherever it was a tenth narrower than at the last of them.
    """

    task: Task
    status: str
    seconds: float
    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    stats: Mapping[str, Stat] = field(default_factory=dict, hash=False)
    version: str = ""
    error: str | None = None
    closing: tuple[Bounds, ...] = ()
    values: tuple[float, ...] = ()

    @property
    def failed(self) -> bool:
        return self.status == FAILED

    @property
    def gap(self) -> float | None:
        return None if self.lower is None or self.upper is None else self.upper - self.lower

    def quantity(self, name: str) -> float | None:
        """Return seconds, value, lower, upper, gap or a statistic by name; None where the record has no such number.

        What players get where the game has no value is called value_0, value_1 and so on.
        """
        own: dict[str, float | None] = {f"value_{player}": value for player, value in enumerate(self.values)}
        own |= {"seconds": self.seconds, "value": self.value, "lower": self.lower, "upper": self.upper, "gap": self.gap}
        found = own[name] if name in own else self.stats.get(name)
        return None if found is None or isinstance(found, str) else float(found)

    def line(self) -> bytes:
        """Return the record as one line of its file, the line's end included."""
        row = {"key": self.task.key(), **self.task.content(), "status": self.status, "seconds": self.seconds}
        row |= {"value": self.value, "lower": self.lower, "upper": self.upper}
        if self.values:
            row["values"] = self.values
        row["stats"] = {name: stat(amount) for name, amount in self.stats.items()}
        row |= {"version": self.version, "error": self.error}
        if self.closing:
            row["closing"] = self.closing
        return json.dumps(plain(row), separators=(",", ":"), allow_nan=False).encode() + b"\n"


def plain(data: object) -> object:
    """Return data as standard JSON, which has no infinities: they become the texts "inf", "-inf" and "nan"."""
    if isinstance(data, Mapping):
        return {str(name): plain(part) for name, part in data.items()}
    if isinstance(data, list | tuple):
        return [plain(part) for part in data]
    if data is None or isinstance(data, str | bool):  # an option that is true is another one than 1
        return data
    number = stat(data)
    return str(number) if isinstance(number, float) and not math.isfinite(number) else number


def stat(amount: object) -> Stat:
    """Return a statistic as a built-in number or text, whatever array library it came from."""
    if isinstance(amount, numbers.Integral):
        return int(amount)
    return float(amount) if isinstance(amount, numbers.Real) else str(amount)


def read_records(path: str | os.PathLike[str]) -> list[Record]:
    """Read a file of records; a last line torn by a killed run is left out.

    Raises
    ------
    FileFormatError
        If any other line is not a record; it names the file and the line.
    """
    path = Path(path)
    return parse_records(path.read_bytes(), path)[0]


def write_records(path: str | os.PathLike[str], records: Iterable[Record]) -> None:
    """Write records as a whole file, which appears complete or not at all."""
    write_whole(file_path(path), lambda file: file.writelines(record.line() for record in records))


def merge(*parts: Iterable[Record]) -> list[Record]:
    """Unite records by the key of their task: the first one stays, but a success takes the place of a failure."""
    united: dict[str, Record] = {}
    for part in parts:
        for record in part:
            known = united.setdefault(record.task.key(), record)
            if known.failed and not record.failed:
                united[record.task.key()] = record
    return list(united.values())


def parse_records(data: bytes, path: Path, lines: int = 0) -> tuple[list[Record], int, bool]:
    """Read records that stand in a file behind as many lines.

    Returns
    -------
    tuple
        The records, the length in bytes of the part that holds them, and whether its last line lacks its end.
    """
    *whole, rest = data.split(b"\n")
    records = [_parse(line, path, number) for number, line in enumerate(whole, start=lines + 1) if line.strip()]
    if not rest:
        return records, len(data), False
    try:
        records.append(_parse(rest, path, lines + len(whole) + 1))
    except FileFormatError:
        # Anything but the beginning of a record was not written by a run, and must not be cut away.
        if not rest.startswith(_OPENING[: len(rest)]):
            raise
        return records, len(data) - len(rest), False
    return records, len(data), True


def _parse(line: bytes, path: Path, number: int) -> Record:
    try:
        row = json.loads(line)
        if not isinstance(row, dict):
            raise ValueError("a record must be a JSON object")
        return _record(row)
    except json.JSONDecodeError as error:
        raise FileFormatError(f"{path} holds no record here: {error.msg}", number, error.colno) from None
    except (ValueError, OverflowError, RecursionError) as error:
        raise FileFormatError(f"{path} holds no record here: {error}", number, 1) from None


def _record(row: Mapping[str, object]) -> Record:
    task = task_from_content(row)
    if row.get("key") != task.key():
        raise ValueError("the key does not belong to the task; a record must not be edited")
    status, stats, error = row.get("status"), row.get("stats"), row.get("error")
    if not isinstance(status, str) or not isinstance(stats, dict):
        raise ValueError("status must be a text and stats a table")
    seconds = _number(row, "seconds")
    if seconds is None:
        raise ValueError("seconds are missing")
    return Record(
        task,
        status,
        seconds,
        value=_number(row, "value"),
        lower=_number(row, "lower"),
        upper=_number(row, "upper"),
        stats={name: _read_stat(amount) for name, amount in stats.items()},
        version=str(row.get("version", "")),
        error=None if error is None else str(error),
        closing=_closing(row.get("closing", [])),
        values=_values(row.get("values", [])),
    )


def _values(numbers: object) -> tuple[float, ...]:
    if not isinstance(numbers, list):
        raise ValueError("values must be a list of numbers")
    return tuple(float(_read_stat(number)) for number in numbers)


def _closing(rows: object) -> tuple[Bounds, ...]:
    if not isinstance(rows, list) or not all(map(_is_bounds, rows)):
        raise ValueError("closing must be a list of seconds with two bounds")
    return tuple((float(seconds), float(lower), float(upper)) for seconds, lower, upper in rows)


def _is_bounds(row: object) -> bool:
    return isinstance(row, list) and len(row) == 3 and all(type(number) in (int, float) for number in row)


def _number(row: Mapping[str, object], name: str) -> float | None:
    number = row.get(name)
    if number is None:
        return None
    number = _read_stat(number)
    if isinstance(number, str):
        raise ValueError(f"{name} must be a number, not {number!r}")
    return float(number)


def _read_stat(amount: object) -> Stat:
    if isinstance(amount, str):
        return float(amount) if amount in ("inf", "-inf", "nan") else amount
    if not is_number(amount):
        raise ValueError(f"{amount!r} is neither a number nor a text")
    return amount
