"""How the proven interval closes over time."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from dodona.model.errors import DodonaError
from dodona.model.limit import Event
from dodona.plots.files import new_figure, save

#: What has closed up to rounding is drawn this wide.
CLOSED = 1e-10


def convergence(runs: Mapping[str, Sequence[Event]], path: str | Path, title: str = "") -> None:
    """Draw the width of the proven interval over seconds, one line per run, both on logarithmic scales.

    Parameters
    ----------
    runs
        The events of each run by its name, as ``solve(..., on_event=events.append)`` collects them.
    path
        File to write; its ending says which kind: ``.svg``, ``.png``, ``.pdf``.
    """
    figure = new_figure(7, 4.5)
    axes = figure.subplots()
    for name, events in runs.items():
        points = [(event.elapsed, event.upper - event.lower) for event in events]
        known = [(seconds, width) for seconds, width in points if math.isfinite(width)]
        if not known:
            raise DodonaError(f"the run {name} has proven no interval that could be drawn.")
        axes.step([max(s, 1e-6) for s, _ in known], [max(w, CLOSED) for _, w in known], where="post", label=name)
    axes.set(xscale="log", yscale="log", xlabel="seconds", ylabel="upper bound minus lower bound", title=title)
    axes.grid(alpha=0.3)
    axes.legend()
    save(figure, path)
