"""Files by name: names are checked, and what is written appears whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from dodona.model.errors import DodonaError

if TYPE_CHECKING:
    from filelock import BaseFileLock


def file_path(name: object) -> Path:
    """The path of a file from what a user calls it; what no file can be called is refused."""
    text = os.fspath(name) if isinstance(name, str | os.PathLike) else None
    if not isinstance(text, str) or not text or "\0" in text:
        raise DodonaError(f"a file has a name such as 'game.efg', not {name!r}.")
    return Path(text)


def write_whole(path: Path, write: Callable[[BinaryIO], object]) -> None:
    """Let ``write`` fill a file beside the one of this name and then put it in its place in one step.

    Whoever is interrupted meanwhile leaves the old file. What is no regular file, such as a terminal, is not replaced
    but written to; a link stays, and what it leads to is replaced.
    """
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.{os.getpid()}.draft")
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                write(file)
            return
        try:
            with draft.open("wb") as file:
                write(file)
                file.flush()
                os.fsync(file.fileno())
            draft.replace(target)
        finally:
            with suppress(OSError):
                draft.unlink(missing_ok=True)
    except OSError as error:
        raise DodonaError(f"{path} cannot be written: {error.strerror}.") from None


def lock_beside(path: Path, part: str = "") -> BaseFileLock:
    """The lock of a file, or of a part of it: a hidden file beside it, held until its process lets go or dies."""
    from filelock import FileLock  # most programs lock nothing

    target = Path(os.path.realpath(path))
    if not target.parent.is_dir():  # which the package would make
        raise DodonaError(f"{path} cannot be written: there is no folder {target.parent}.")
    return FileLock(target.with_name(f".{target.name}.{part}{'.' * bool(part)}lock"))
