"""Does a game keep the contract? The same questions that every solver asks, all answers at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Unpack

from dodona import _core
from dodona.model.errors import GameDefinitionError
from dodona.model.game import Game, opened, require_game
from dodona.model.limit import Limit, LimitKeywords, limit_with
from dodona.model.run import Run, Stopped
from dodona.model.values import whole

#: The largest number that the core takes.
MOST = 2**31 - 1


@dataclass(frozen=True)
class Report:
    """What :func:`check` found. It is true where every position was seen and nothing is wrong."""

    game: str
    problems: tuple[str, ...]
    #: The limit that ended the walk before every position was seen, or "cancelled"; empty where none did.
    stopped_by: str = ""

    @property
    def complete(self) -> bool:
        """Whether every position was seen."""
        return not self.stopped_by

    def __bool__(self) -> bool:
        return self.complete and not self.problems

    def __str__(self) -> str:
        lines = [f"{self.game}: {problem}" for problem in self.problems]
        if self.stopped_by:
            lines.append(f"{self.game}: not every position was seen: {Stopped(self.stopped_by).sentence()}")
        return "\n".join(lines or [f"{self.game}: the contract holds at every position."])


def check(
    game: Game,
    *,
    limit: Limit | None = None,
    max_depth: int | None = None,
    most: int = 20,
    **limits: Unpack[LimitKeywords],
) -> Report:
    """Walk the whole game and report what breaks its contract: which clause, where, and how to mend it.

    Finds imperfect recall, unequal actions inside an information set, probabilities that are negative or do not sum
    to 1, utilities that are not finite, a zero-sum claim that fails, positions without actions, games with no end
    within ``max_depth`` moves (by default the game's ``max_length``), automorphisms that do not preserve the game,
    methods that answer differently when they are asked twice, and methods that raise. A solver that meets one of these
    raises the first of them.

    Parameters
    ----------
    game
        The game.
    limit, limits
        When to stop, as in :func:`dodona.solve`.
    max_depth
        More moves than this are no end.
    most
        How many problems are looked for.

    Returns
    -------
    Report
        The problems, in sentences; true where there are none and every position was seen.

    Examples
    --------
    >>> import dodona
    >>> print(dodona.check("leduc"))
    leduc: the contract holds at every position.
    """
    require_game(game)
    depth = game.max_length if max_depth is None else max_depth
    depth, most = whole("check: max_depth", depth, 1, MOST), whole("check: most", most, 1, MOST)
    with Run(limit_with(limit, limits)) as run:
        try:
            problems, stopped_by = opened(game).handle.check(run.budget(depth), most)
        except GameDefinitionError as error:  # not even the first position could be had
            return Report(game.text, (str(error),))
    return Report(game.text, tuple(str(problem) for problem in problems), stopped_by)


def require_perfect_recall(tree: _core.GameTree) -> None:
    """Refuse trees whose players forget."""
    if tree.recall_problem:
        raise GameDefinitionError(tree.recall_problem)
