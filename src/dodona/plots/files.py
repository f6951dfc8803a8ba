"""What all pictures need: matplotlib, and a file that they go to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dodona.model.errors import DodonaError, MissingExtraError


def new_figure(width: float, height: float) -> Any:
    """An empty figure of so many inches; without matplotlib a sentence that tells how to install it."""
    require_matplotlib()
    from matplotlib.figure import Figure

    return Figure(figsize=(width, height), layout="constrained")


def require_matplotlib() -> None:
    """Raise a sentence where matplotlib is missing."""
    try:
        import matplotlib.figure  # noqa: F401
    except ImportError:
        raise MissingExtraError("plots need matplotlib: install it with pip install 'dodona[plot]'.") from None


def require_ending(path: str | Path) -> None:
    """Raise a sentence where no kind of picture has the ending of a file."""
    require_matplotlib()
    from matplotlib.backend_bases import FigureCanvasBase

    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FigureCanvasBase.filetypes:
        known = ", ".join(sorted(FigureCanvasBase.filetypes))
        raise DodonaError(f"the plot {path} cannot be written: its ending must be one of {known}.")


def save(figure: Any, path: str | Path) -> None:
    """Write a figure as the kind of file that the ending says."""
    with writing(path):
        figure.savefig(path)


@contextmanager
def writing(path: str | Path) -> Iterator[None]:
    """Turn what can go wrong while a picture is written into a sentence."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise DodonaError(f"the plot {path} cannot be written: {error}.") from None
