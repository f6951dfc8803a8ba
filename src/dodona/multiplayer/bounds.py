"""What a max^n search knows of all outcomes together: a leaf-value table, or the largest sum and smallest utilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dodona import _core
from dodona.model.errors import DodonaError, SolverError, UnsupportedGameError
from dodona.model.game import OpenGame
from dodona.model.run import Run
from dodona.model.values import is_number

BoundRule = Literal["linear", "leaf_values", "difference"]
Outcomes = Literal["game", "tree"] | Sequence[Any]
Decisions = Literal["auto", "scan", "on_demand", "full"]


@dataclass(frozen=True)
class Linear:
    """No outcome sums to more than ``max_sum``, and no player gets less than her ``least``."""

    max_sum: float
    least: tuple[float, ...]

    @property
    def fair(self) -> list[float]:
        """Everybody's smallest utility and an equal share of what is left: an estimate of those who know no better."""
        if not math.isfinite(self.max_sum - sum(self.least)):
            return [0.0] * len(self.least)
        share = (self.max_sum - sum(self.least)) / len(self.least)
        return [least + share for least in self.least]


def linear_bounds(game: OpenGame, rows: Sequence[Sequence[float]], max_sum: float | None) -> Linear:
    """The bounds of the linear rule: from the user, from the outcomes, from the range of utilities."""
    players = game.traits.players
    low, high = game.handle.utility_bounds or (-math.inf, math.inf)
    least = tuple(min(column) for column in zip(*rows, strict=True)) if rows else (low,) * players
    if max_sum is None:
        max_sum = game.traits.constant_sum
    if max_sum is None:
        max_sum = max(map(sum, rows)) if rows else players * high
    return Linear(max_sum, least)


def difference_bounds(game: OpenGame, difference: float | None) -> Linear:
    """The bound of Carmel and Markovitch: utilities of two players are opposed up to a difference."""
    if game.traits.players != 2:
        raise UnsupportedGameError("a bound on the difference of scores is for two players; use the linear rule.")
    if difference is None:
        raise DodonaError("bound='difference' needs difference=..., the most that the two utilities sum to.")
    return Linear(difference, (-math.inf, -math.inf))


def outcome_rows(game: OpenGame, outcomes: Outcomes | None, run: Run) -> list[list[float]]:
    """All outcomes: the user's list, those of the game, or those of its tree; none where nobody knows them."""
    if outcomes is None or outcomes == "game":
        rows = game.handle.outcomes()
        if not rows and outcomes == "game":
            raise UnsupportedGameError(f"{game} does not list its outcomes: pass a list, or outcomes='tree'.")
        return rows
    if outcomes == "tree":
        return _core.tree_rules(game.tree_in(run)).outcomes()
    players = game.traits.players
    vectors: Sequence[Any] = outcomes
    rows = [list(row) if isinstance(row, list | tuple) else [] for row in vectors]
    if not rows or any(len(row) != players or not all(is_number(x, -1e300, 1e300) for x in row) for row in rows):
        raise DodonaError(f"outcomes is a list of vectors with {players} numbers each, one per player.")
    return [[float(number) for number in row] for row in rows]


def leaf_values(
    game: OpenGame, outcomes: Outcomes | None, rows: Sequence[Sequence[float]], decisions: Decisions
) -> _core.LeafValues:
    """The leaf-value table of some outcomes."""
    if not rows:
        raise UnsupportedGameError(
            f"a leaf-value table needs all outcomes, and {game} does not list them: pass outcomes=..., a list of "
            "vectors, or 'tree' to have a small game walked."
        )
    way = _core.Decisions.automatic if decisions == "auto" else getattr(_core.Decisions, decisions)
    table = _core.leaf_values_of(game.handle, way) if outcomes in (None, "game") else None
    if table is None:
        table = _core.leaf_values(game.traits.players, [number for row in rows for number in row], way)
    return table


def require_sum(game: OpenGame, bounds: Linear) -> None:
    """Refuse the linear rule where it could never prune."""
    if not math.isfinite(bounds.max_sum):
        raise SolverError(
            f"the linear rule needs the largest sum of utilities, which {game} does not tell: pass maxsum=..., set "
            "utility_range, or use pruning='none'."
        )
