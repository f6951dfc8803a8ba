"""Flows of a flow game: where the players are at each step, and where they go from there."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dodona.model.errors import DodonaError
from dodona.model.flow_strategy import FlowStrategy
from dodona.model.solution import Solution
from dodona.model.values import is_whole
from dodona.plots.files import new_figure, require_ending, save, writing
from dodona.plots.scene import Point, Scene
from dodona.plots.walks import Placing, Walk, node_and_step, walk_of

#: A picture has at most so many panels unless it is told which steps to show.
MOST_PANELS = 24
#: How many steps of an animation are shown in a second.
PACE = 1.25


def flow(
    source: Solution | FlowStrategy | Sequence[FlowStrategy],
    path: str | Path,
    player: int | None = None,
    *,
    place: Placing = node_and_step,
    positions: Mapping[Any, Point] | None = None,
    steps: Iterable[int] | None = None,
    title: str | None = None,
) -> None:
    """Draw a solution of a flow game: at each step the nodes where the players are, and their moves from there.

    The area of a disc is how likely a player is there, the width of a wedge, which points where she goes, how likely
    she moves. With both players each has one half of every disc.

    Parameters
    ----------
    source
        A solution, a strategy, or strategies.
    path
        File to write. Its ending says which kind: ``.png``, ``.svg`` and ``.pdf`` have one panel per step, ``.gif`` is
        an animation.
    player
        Whose flow to draw; by default that of everybody whose states have places.
    place
        Where a state is: a function that gives a node and a step, a list of nodes and a step where the player has
        several units, or None for a state that is nowhere. By default the last entry of a tuple is the step; see
        :func:`dodona.plots.node_and_step`.
    positions
        Coordinates by node, such as a layout of NetworkX gives them. By default nodes that are pairs of numbers are
        rows and columns of a grid, and others are laid out by the moves between them, the same way each time.
    steps
        Which steps to show. By default all; in a still picture of more than 24 steps so many of them, evenly apart.
    title
        What stands above; by default the game.

    Examples
    --------
    >>> import dodona, tempfile
    >>> from pathlib import Path
    >>> from dodona.plots import flow
    >>> solution = dodona.solve("transit(width=3, length=4, steps=5)")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     flow(solution, Path(folder) / "both.svg")
    ...     flow(solution, Path(folder) / "patrol.gif", player=1)
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['both.svg', 'patrol.gif']
    """
    require_ending(path)
    walks = _walks(source, player, place)
    scene = Scene.of(walks, positions)
    shown = _steps(walks, steps)
    above = title if title is not None else source.provenance.game if isinstance(source, Solution) else ""
    if Path(path).suffix.lower() == ".gif":
        _animate(scene, shown, above, path)
    else:
        _panels(scene, shown if steps is not None else _thinned(shown), above, path)


def _walks(source: Any, player: int | None, place: Placing) -> list[Walk]:
    """The walks of those whose states have places, such as the patrol's where the attacker only chooses a target."""
    given = _strategies(source, player)
    walks = [walk for strategy, name in given if (walk := walk_of(strategy, name, place)) is not None]
    if not walks:
        names = " or ".join(name for _, name in given)
        raise DodonaError(
            f"no state of {names} tells a node and a step: let states be tuples such as (node, step), or give a "
            "function of a state as place."
        )
    return walks


def _strategies(source: Any, player: int | None) -> list[tuple[FlowStrategy, str]]:
    """The strategies to draw, and whose they are."""
    whole = isinstance(source, Solution)
    given = source.strategies if whole else [source] if isinstance(source, FlowStrategy) else source
    own = [part for part in given if isinstance(part, FlowStrategy)] if isinstance(given, list | tuple) else []
    if whole and not given:
        raise DodonaError(f"a limit came before there were strategies of {source.provenance.game} to draw.")
    if not own or len(own) < len(given):
        what = f"the solution of {source.provenance.game}" if whole else f"a value of type {type(source).__name__}"
        raise DodonaError(f"flows are drawn of a solution of a flow game or of strategies of one, not of {what}.")
    chosen = [part for part in own if player is None or part.player == player]
    if not chosen:
        players = ", ".join(str(part.player) for part in own)
        raise DodonaError(f"there are flows of player {players} to draw, not of {player!r}.")
    names = source.players if whole else ()
    return [(part, names[part.player] if part.player < len(names) else f"player {part.player}") for part in chosen]


def _steps(walks: Sequence[Walk], wanted: Iterable[int] | None) -> list[int]:
    known = sorted({step for walk in walks for step in walk.presence})
    if wanted is None:
        return known
    chosen = list(wanted) if isinstance(wanted, Iterable) else [wanted]
    for step in chosen:
        if not is_whole(step) or step not in known:
            raise DodonaError(f"there is no step {step!r} to draw: the walks have steps {known[0]} to {known[-1]}.")
    if not chosen:
        raise DodonaError("a picture of flows needs at least one step.")
    return chosen


def _thinned(steps: list[int]) -> list[int]:
    """So many steps as there are panels, evenly apart, with the first and the last."""
    if len(steps) <= MOST_PANELS:
        return steps
    return [steps[round(number)] for number in np.linspace(0, len(steps) - 1, MOST_PANELS)]


def _panels(scene: Scene, steps: Sequence[int], title: str, path: str | Path) -> None:
    """One panel per step."""
    rows = math.ceil(len(steps) / max(1, math.ceil(math.sqrt(len(steps) / scene.aspect * 1.4))))
    columns = math.ceil(len(steps) / rows)
    width = min(10.0, 3.5 * columns)
    figure = new_figure(width, rows * (width / columns / scene.aspect + 0.25) + 0.8)
    panels = figure.subplots(rows, columns, squeeze=False).flat
    for axes in panels:
        axes.axis("off")
    for axes, step in zip(figure.axes, steps, strict=False):
        scene.draw(axes, step)
    figure.suptitle(title, fontsize=10)
    scene.legend(figure)
    save(figure, path)


def _animate(scene: Scene, steps: Sequence[int], title: str, path: str | Path) -> None:
    """One frame per step, over and over."""
    from matplotlib.animation import PillowWriter

    height = min(max(6.0 / scene.aspect, 2.0), 8.0)
    figure = new_figure(min(6.0, height * scene.aspect + 1.0), height + 1.0)
    axes = figure.subplots()
    figure.suptitle(title, fontsize=10)
    scene.legend(figure)
    writer = PillowWriter(fps=PACE)  # type: ignore[arg-type]  # its type says int, a float works
    with writing(path), writer.saving(figure, str(path), dpi=100):
        for step in steps:
            axes.clear()
            scene.draw(axes, step)
            writer.grab_frame()
            figure.set_layout_engine("none")  # once laid out nothing moves but the players
