"""Answers: a value between proven bounds, the strategies that prove them, and how they were found."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dodona import _core
from dodona.model.errors import DodonaError, FileFormatError
from dodona.model.strategy import RULES, PartialStrategy, Strategy

#: Names the best move at a position, or at the start.
Advisor = Callable[["_core.State | None"], str]

STATUSES = ("exact", "converged", "limit", "cancelled")
_SHOWN_SETS = 12


@dataclass(frozen=True)
class Provenance:
    """Where a solution comes from."""

    game: str
    method: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    seed: int = 0
    version: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Solution:
    """The result of a solver.

    Attributes
    ----------
    value
        Player 0's expected utility under the strategies; the middle of the bounds where there are none.
    lower, upper
        Proven bounds, computed from best responses to ``strategies`` as they stand here. In a two-player constant-sum
        game they enclose the value of the game: player 0's strategy guarantees ``lower``, player 1's concedes at most
        ``upper``. In other games they are what player 0 gets and the most she could get against the others' strategies.
    strategies
        One complete plan per player; empty if a limit came before the first one, and for searches, which know the
        value without knowing what to do everywhere.
    status
        "exact" (the bounds meet up to rounding), "converged" (they are as close as asked for), "limit" or "cancelled".
    stats
        Counts and times, by name.
    principal_variation
        Best play from the start as far as a search has followed it, up to the first chance move.
    """

    value: float
    lower: float
    upper: float
    strategies: tuple[Strategy, ...]
    status: str
    stats: Mapping[str, float | int | str]
    provenance: Provenance
    principal_variation: tuple[str, ...] = ()
    advisor: Advisor | None = field(default=None, repr=False, compare=False)
    stages: Callable[[_core.State | None], Any] | None = field(default=None, repr=False, compare=False)

    def stage(self, state: _core.State | None = None) -> Any:
        """Matrix, strategies and value of a stage where both players move at once, by default the first.

        Examples
        --------
        >>> import dodona
        >>> solution = dodona.solve(dodona.game("goofspiel(cards=3)"), "double_oracle_alphabeta")
        >>> solution.stage().matrix.shape
        (3, 3)
        """
        if self.stages is None:
            raise DodonaError("only solvers of simultaneous moves know stages, as long as they are in memory.")
        return self.stages(state)

    def best_move(self, state: _core.State | None = None) -> str:
        """The best move at a position, by default at the start.

        A search looks it up or searches on; a complete strategy names its most probable action.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("connect_four(width=5, height=4)")
        >>> solution = dodona.solve(game, "negascout")
        >>> solution.best_move()
        '3'
        >>> solution.best_move(game.root().play("1").play("1")) in game.root().actions()
        True
        """
        if self.advisor is not None:
            return self.advisor(state)
        if state is None or not self.strategies or state.turn < 0:
            raise DodonaError(
                "this solution knows no move there: a search knows one as long as it is in memory, and a strategy "
                "where its player is to move."
            )
        plan = self.strategies[state.turn].at(state)
        return max(plan, key=lambda action: plan[action])

    @property
    def gap(self) -> float:
        """How far the bounds are apart."""
        return self.upper - self.lower

    def explain(self) -> str:
        """Which method ran, why, and what its answer rests on."""
        source = self.provenance
        lines = [f"{source.method} on {source.game}: {source.reason or 'it was asked for.'}"]
        if self.strategies:
            lines.append(
                f"Best responses to the returned strategies prove that the answer lies from {self.lower:.12g} to "
                f"{self.upper:.12g} (gap {self.gap:.3g})."
            )
        elif self.advisor is not None:
            nodes = f"{self.stats['nodes']:,}"
            lines.append(
                f"The search of {nodes} nodes proves that the answer lies from {self.lower:.12g} to "
                f"{self.upper:.12g}; its value is an estimate where these differ."
            )
        elif self.stages is not None:
            lines.append(
                f"The induction over {self.stats['stages']:,} stages proves that the value lies from {self.lower:.12g} "
                f"to {self.upper:.12g}; strategies of any stage are computed on request."
            )
        else:
            lines.append("No strategy was found before the limit; the bounds are those of the utilities themselves.")
        endings = {
            "exact": "The bounds meet up to rounding: the solution is exact.",
            "converged": "The bounds are as close as was asked for, or as the arithmetic allowed.",
            "limit": f"The limit of {self.stats.get('stopped_by')} ended the work early; the bounds still hold.",
            "cancelled": "The work was cancelled; the bounds still hold.",
        }
        return "\n".join([*lines, endings[self.status]])

    def save(self, path: str | Path) -> None:
        """Write the solution to a JSON file."""
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise DodonaError(f"{path} cannot be written: {error.strerror}.") from None

    @staticmethod
    def load(path: str | Path) -> Solution:
        """Read a solution that :meth:`save` wrote."""
        try:
            data = json.loads(Path(path).read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise FileFormatError(f"{path} is not JSON: {error.msg}", error.lineno, error.colno) from None
        except (OSError, UnicodeDecodeError, RecursionError) as error:
            raise FileFormatError(f"{path} cannot be read: {error}") from None
        try:
            return Solution.from_dict(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise FileFormatError(f"{path} is no solution file: {type(error).__name__} {error}") from None

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain data, for JSON; infinite bounds become null."""
        return {
            "format": "dodona solution 1",
            "value": _finite(self.value),
            "lower": _finite(self.lower),
            "upper": _finite(self.upper),
            "status": self.status,
            "stats": dict(self.stats),
            "provenance": {
                "game": self.provenance.game,
                "method": self.provenance.method,
                "parameters": dict(self.provenance.parameters),
                "seed": self.provenance.seed,
                "version": self.provenance.version,
                "reason": self.provenance.reason,
            },
            "principal_variation": list(self.principal_variation),
            "strategies": [{label: dict(row) for label, row in plan.items()} for plan in self.strategies],
            **({"elsewhere": rules} if (rules := _rules(self.strategies)) else {}),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Solution:
        """The inverse of :meth:`to_dict`."""
        if data["format"] != "dodona solution 1":
            raise ValueError(f"unknown format {data['format']!r}")
        if data["status"] not in STATUSES:
            raise ValueError(f"unknown status {data['status']!r}")
        plans = [Strategy.from_mapping(player, plan) for player, plan in enumerate(data["strategies"])]
        for player, rule in enumerate(data.get("elsewhere", ())):
            if rule["rule"] not in RULES:
                raise ValueError(f"unknown rule {rule['rule']!r}")
            plans[player] = plans[player].completed(str(rule["rule"]), bool(rule["symmetry"]))
        return Solution(
            value=math.nan if data["value"] is None else float(data["value"]),
            lower=-math.inf if data["lower"] is None else float(data["lower"]),
            upper=math.inf if data["upper"] is None else float(data["upper"]),
            strategies=tuple(plans),
            status=data["status"],
            stats=dict(data["stats"]),
            provenance=Provenance(**data["provenance"]),
            principal_variation=tuple(str(move) for move in data.get("principal_variation", ())),
        )

    def __str__(self) -> str:
        return "\n".join([*self._head(), *self._body()])

    def _head(self) -> list[str]:
        return [
            f"game    {self.provenance.game}",
            f"method  {self.provenance.method}",
            f"value   {self.value:.12g}",
            f"bounds  [{self.lower:.12g}, {self.upper:.12g}], gap {self.gap:.3g}",
            f"status  {self.status}",
            *([f"line    {' '.join(self.principal_variation)}"] if self.principal_variation else []),
            *([f"time    {float(self.stats['seconds']):.3f} s"] if "seconds" in self.stats else []),
        ]

    def _body(self) -> list[str]:
        lines = []
        for plan in self.strategies:
            lines.append(_title(plan))
            for label in list(plan)[:_SHOWN_SETS]:
                row = ", ".join(f"{action} {p:.4g}" for action, p in plan[label].items() if p > 0)
                lines.append(f"  {label:<12} {row}")
            if len(plan) > _SHOWN_SETS:
                lines.append(f"  ... and {len(plan) - _SHOWN_SETS:,} more")
        return lines

    def _repr_html_(self) -> str:
        import html

        def table(rows: Sequence[Sequence[str]]) -> str:
            body = "".join("<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
            return f"<table>{body}</table>"

        parts = [table([line.split(None, 1) for line in self._head()])]
        for plan in self.strategies:
            rows = [
                (label, ", ".join(f"{action} {p:.4g}" for action, p in plan[label].items() if p > 0))
                for label in list(plan)[:_SHOWN_SETS]
            ]
            parts.append(f"<p>{_title(plan)}</p>" + table(rows))
        return "".join(parts)

    def __repr__(self) -> str:
        interval = f"[{self.lower:.12g}, {self.upper:.12g}]"
        return f"<Solution {self.provenance.game}: {self.value:.12g} in {interval}, {self.status}>"


def _rules(strategies: Sequence[Strategy]) -> list[dict[str, Any]]:
    return [
        {"rule": plan.elsewhere, "symmetry": plan.symmetry} for plan in strategies if isinstance(plan, PartialStrategy)
    ]


def _title(plan: Strategy) -> str:
    rule = f", elsewhere {plan.elsewhere}" if isinstance(plan, PartialStrategy) else ""
    return f"player {plan.player}: {len(plan):,} information set{'s' * (len(plan) != 1)}{rule}"


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None
