"""A file of records that several runs share: each task is solved by the run that holds its lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from dodona.experiments.record import Record, parse_records
from dodona.experiments.task import Task
from dodona.model.errors import DodonaError
from dodona.model.files import file_path, lock_beside

if TYPE_CHECKING:
    from filelock import BaseFileLock


class RecordFile:
    """A file of records open for appending, by several runs at once.

    The file is read and written only under its lock. A task that is being solved has a lock of its own, which is taken
    and let go under the file's; the system frees the locks of a run that dies, so that others can take its tasks.

    Parameters
    ----------
    path
        The file; it is made where there is none.
    retry
        Whether tasks that have failed before are to be run again.
    on_record
        Called with each record that is added later on, by this run or by another one.

    Attributes
    ----------
    records
        What the file was seen to hold.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        retry: bool = False,
        on_record: Callable[[Record], None] | None = None,
    ) -> None:
        self.path = file_path(path)
        self.records: list[Record] = []
        self._finished: set[str] = set()
        self._on_record = on_record
        self._taken: dict[str, BaseFileLock] = {}
        self._inode, self._length, self._lines = -1, 0, 0  # what has been read
        self._lock = lock_beside(self.path)
        with self._locked():
            self.path.touch()
            self._catch_up()
        if retry:
            self._finished = {record.task.key() for record in self.records if not record.failed}

    def unfinished(self, tasks: Iterable[Task]) -> list[Task]:
        """The tasks that no run has recorded yet."""
        seen = len(self.records)
        with self._locked():
            self._catch_up()
        self._tell(seen)
        return [task for task in tasks if task.key() not in self._finished]

    def take_each(self, tasks: Iterable[Task]) -> Iterator[Task]:
        """Go through tasks and take those that nobody has recorded or is solving when their turn comes."""
        for task in tasks:
            if self._take(task):
                yield task

    def append(self, record: Record) -> None:
        """Add a record and return only once it is on the disk, so that a kill cannot lose it."""
        seen, line = len(self.records), record.line()
        with self._locked():
            self._catch_up()
            with self.path.open("ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
            self._add([record], len(line), 1)
            self._let_go(record.task.key())
        self._tell(seen)

    def close(self) -> None:
        """Leave the tasks that were taken and not recorded to other runs."""
        with self._locked():
            for key in list(self._taken):
                self._let_go(key)

    def __enter__(self) -> RecordFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except OSError as error:
            raise DodonaError(f"records cannot be kept in {self.path}: {error.strerror}.") from None

    def _take(self, task: Task) -> bool:
        from filelock import Timeout

        key, seen, taken = task.key(), len(self.records), len(self._taken)
        with self._locked():
            self._catch_up()
            if key not in self._finished and key not in self._taken:
                lock = lock_beside(self.path, key[:16])
                with suppress(Timeout):
                    lock.acquire(blocking=False)
                    self._taken[key] = lock
        self._tell(seen)
        return len(self._taken) > taken

    def _let_go(self, key: str) -> None:
        """Free a task; its file can go, since nobody opens one without the lock of the records."""
        lock = self._taken.pop(key, None)
        if lock is not None:
            lock.release()
            Path(lock.lock_file).unlink(missing_ok=True)

    def _catch_up(self) -> None:
        """Read what other runs have added, and mend the last line where one was killed while it wrote."""
        with self.path.open("r+b") as file:
            inode = os.fstat(file.fileno()).st_ino
            if inode != self._inode:  # the first look, or somebody has put another file in its place
                self._inode, self._length, self._lines = inode, 0, 0
                self.records.clear()
            file.seek(self._length)
            data = file.read()
            records, intact, unended = parse_records(data, self.path, self._lines)
            if intact < len(data) or unended:
                file.truncate(self._length + intact)
                file.seek(0, os.SEEK_END)
                file.write(b"\n" * unended)  # only the line's end was lost
        self._add(records, intact + unended, data.count(b"\n", 0, intact) + unended)

    def _add(self, records: list[Record], length: int, lines: int) -> None:
        self.records += records
        self._finished.update(record.task.key() for record in records)
        self._length += length
        self._lines += lines

    def _tell(self, seen: int) -> None:
        if self._on_record is not None:
            for record in self.records[seen:]:
                self._on_record(record)
