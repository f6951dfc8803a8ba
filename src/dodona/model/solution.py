"""Answers: what every player gets, what is proven of it and by what, and how it was found."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from dodona.model.concepts import CONCEPTS, NOTES, no_gain, searched
from dodona.model.errors import DodonaError, FileFormatError
from dodona.model.files import file_path, write_whole
from dodona.model.joint import JointStrategy
from dodona.model.player import Player, StrategyPlayer
from dodona.model.strategy import RULES, PartialStrategy, Strategy
from dodona.model.tables import SHOWN, data_frame, html_table, left_out, write_csv

Status = Literal["exact", "converged", "limit", "cancelled"]
#: What proves an answer.
Evidence = Literal["strategies", "search", "stages", "none"]
#: Bounds that are this close, or regrets this small, relative to the size of the utilities, count as exact.
EXACT = 1e-9
FORMAT = "dodona solution 2"
#: What its files say in addition where the game has a value.
_VALUE = ("value", "lower", "upper")


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

    Only a two-player constant-sum game has a value, which any equilibrium gives: there ``value``, ``lower`` and
    ``upper`` exist. Every game has ``values`` and, where there are strategies, ``regrets``.

    Attributes
    ----------
    values
        What every player gets: her expected utility under the strategies, or, where there are none, the middle of the
        bounds. Not a number where nothing is known.
    regrets
        What every player could gain by deviating alone, by best response to ``strategies`` as they stand here; empty
        where there are none. All of them are zero exactly at an equilibrium.
    bounds
        Proven bounds on the value of a two-player constant-sum game, in player 0's utility: her strategy guarantees the
        first, player 1's concedes at most the second. None for other games.
    strategies
        One complete plan per player; empty if a limit came before the first one, and for searches, which know the
        value without knowing what to do everywhere.
    status
        "exact" (the bounds meet, or no regret is left, up to 1e-9 of the size of the utilities), "converged" (they are
        as close as asked for), "limit" or "cancelled".
    evidence
        What proves the answer: best responses to the "strategies", the "search", the induction over "stages"; "none".
    stats
        Counts and times, by name.
    players
        What the players are called.
    principal_variation
        Best play from the start as far as a search has followed it, up to the first chance move.
    concept
        "equilibrium"; "correlated equilibrium" or "coarse correlated equilibrium", where ``joint`` takes the place of
        the strategies, and a regret is what a player gains by departing from what she is told, or by not listening at
        all; "commitment", where one player's strategy is announced: the other's regret is what he gains by another
        answer, hers is how much more any commitment may pay at most.
    joint
        Of correlated equilibria: how likely every tuple of actions is to be recommended. None elsewhere, and where a
        coarse correlated equilibrium is the play of many rounds, too much to be listed: there ``strategies`` are
        everybody's averages, ``values`` and ``regrets`` those of the play.

    Examples
    --------
    >>> import dodona
    >>> solution = dodona.solve(dodona.game("kuhn"))
    >>> [round(value, 4) for value in solution.values]
    [-0.0556, 0.0556]
    >>> max(solution.regrets) < 1e-9
    True
    """

    values: tuple[float, ...]
    regrets: tuple[float, ...]
    bounds: tuple[float, float] | None
    strategies: tuple[Strategy, ...]
    status: Status
    evidence: Evidence
    stats: Mapping[str, float | int | str]
    provenance: Provenance
    players: tuple[str, ...] = ()
    principal_variation: tuple[str, ...] = ()
    concept: str = "equilibrium"
    joint: JointStrategy | None = None
    _player: Player | None = field(default=None, repr=False, compare=False)

    @property
    def value(self) -> float:
        """Player 0's utility in equilibrium, in a two-player constant-sum game."""
        self._interval()
        return self.values[0]

    @property
    def lower(self) -> float:
        """The least that the value of a two-player constant-sum game can be."""
        return self._interval()[0]

    @property
    def upper(self) -> float:
        """The most that the value of a two-player constant-sum game can be."""
        return self._interval()[1]

    @property
    def gap(self) -> float:
        """How far the bounds of a two-player constant-sum game are apart."""
        lower, upper = self._interval()
        return upper - lower

    def _interval(self) -> tuple[float, float]:
        if self.bounds is None:
            raise DodonaError(
                f"{self.provenance.game} has no single value, because it is no two-player constant-sum game: "
                "solution.values tells what each player gets, solution.regrets what each could gain by deviating."
            )
        return self.bounds

    def player(self) -> Player:
        """Somebody who plays the game by this solution: whatever its solver has in memory, else its strategies.

        A search or a solver of stages works on with what it remembers; it is not part of the solution as a value, and
        does not outlive it in files.

        Returns
        -------
        Player
            ``choose(state)`` gives probabilities, ``best_move(state)`` an action; solvers of simultaneous moves also
            have ``stage(state)``.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("kuhn")
        >>> player = dodona.solve(game).player()
        >>> player.choose(game.after("J", "K", "bet").root())["call"]
        1.0
        """
        if self._player is not None:
            return self._player
        if self.strategies:
            return StrategyPlayer(self.strategies)
        raise DodonaError(
            f"this solution of {self.provenance.game} knows no moves: it has no strategies, and a search plays only as "
            "long as it is in memory."
        )

    def _played_by(self, player: Player) -> Solution:
        """The same solution with the solver that found it as its player."""
        return replace(self, _player=player)

    def __getstate__(self) -> dict[str, Any]:
        """All but what lives only as long as its solver."""
        return {**vars(self), "_player": None}

    def explain(self) -> str:
        """Which method ran, why, and what its answer rests on."""
        source = self.provenance
        lines = [f"{source.method} on {source.game}: {source.reason or 'it was asked for.'}", self._proof()]
        tolerance = f"up to {EXACT:g} of the size of the utilities"
        meet = "The bounds meet" if self.bounds is not None else "Nobody has anything to gain"
        endings = {
            "exact": f"{meet} {tolerance}: the solution is exact.",
            "converged": "That is as close as was asked for, or as the arithmetic allowed.",
            "limit": f"The limit of {self.stats.get('stopped_by')} ended the work early; what is proven still holds.",
            "cancelled": "The work was cancelled; what is proven still holds.",
        }
        return "\n".join([*lines, endings[self.status]])

    def _proof(self) -> str:
        """What the evidence proves, in a sentence."""
        if self.evidence == "none":
            found = "Best responses to the strategies were not" if self.strategies else "No strategy was"
            return f"{found} found before the limit; all that is known is the range of the utilities."
        if self.bounds is None and self.evidence == "search":
            return searched(self.concept, int(self.stats["nodes"]), bool(self.regrets))
        if self.bounds is None:
            return no_gain(self.concept, max(self.regrets), not self._is_of_rounds)
        span = f"lies from {self.lower:.12g} to {self.upper:.12g}"
        if self.evidence == "search":
            estimate = "; its value is an estimate where these differ"
            return f"The search of {self.stats['nodes']:,} nodes proves that the answer {span}{estimate}."
        if self.evidence == "stages":
            stages = "strategies of any stage are computed on request"
            return f"The induction over {self.stats['stages']:,} stages proves that the value {span}; {stages}."
        plans = "returned strategies" if self.joint is None else "joint strategy"
        return f"Best responses to the {plans} prove that the answer {span} (gap {self.gap:.3g})."

    def save(self, path: str | Path) -> None:
        """Write the solution to a JSON file."""
        text = json.dumps(self.to_dict(), indent=1, ensure_ascii=False) + "\n"
        write_whole(file_path(path), lambda file: file.write(text.encode()))

    @staticmethod
    def load(path: str | Path) -> Solution:
        """Read a solution that :meth:`save` wrote."""
        try:
            data = json.loads(file_path(path).read_text(encoding="utf-8"))
        except json.JSONDecodeError as error:
            raise FileFormatError(f"{path} is not JSON: {error.msg}", error.lineno, error.colno) from None
        except (OSError, UnicodeDecodeError, RecursionError) as error:
            raise FileFormatError(f"{path} cannot be read: {error}") from None
        try:
            return Solution.from_dict(data)
        except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
            raise FileFormatError(f"{path} is no solution file: {type(error).__name__} {error}") from None

    def table(self) -> dict[str, Sequence[Any]]:
        """The rows of all players' strategies, in columns player, infoset, action, probability."""
        tables = [plan.table() for plan in self.strategies]
        names = ("player", "infoset", "action", "probability")
        return {name: [cell for table in tables for cell in table[name]] for name in names}

    def frame(self) -> Any:
        """The table of all players' strategies as a pandas data frame.

        Examples
        --------
        >>> import dodona
        >>> frame = dodona.solve(dodona.game("matching_pennies")).frame()
        >>> frame.groupby("player").probability.sum().tolist()
        [1.0, 1.0]
        """
        return data_frame(self.table())

    def write_csv(self, path: str | Path) -> None:
        """Write the table of all players' strategies as a CSV file; :meth:`save` keeps the whole solution."""
        write_csv(path, self.table())

    def to_dict(self) -> dict[str, Any]:
        """The solution as plain data, for JSON; numbers that are not finite become null."""
        plans = [plan.listed() for plan in self.strategies]
        return {
            "format": FORMAT,
            **({} if self.bounds is None else dict(zip(_VALUE, map(_finite, (self.value, *self.bounds)), strict=True))),
            "values": [_finite(value) for value in self.values],
            "regrets": list(self.regrets),
            "status": self.status,
            "evidence": self.evidence,
            "concept": self.concept,
            "stats": dict(self.stats),
            "provenance": {
                "game": self.provenance.game,
                "method": self.provenance.method,
                "parameters": dict(self.provenance.parameters),
                "seed": self.provenance.seed,
                "version": self.provenance.version,
                "reason": self.provenance.reason,
            },
            "players": list(self.players),
            "principal_variation": list(self.principal_variation),
            "strategies": [{label: dict(row) for label, row in plan.items()} for plan in plans],
            **({"elsewhere": rules} if (rules := _rules(plans)) else {}),
            **({} if self.joint is None else {"joint": self.joint.to_rows()}),
        }

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Solution:
        """The inverse of :meth:`to_dict`."""
        known_words = (
            ("format", (FORMAT,)),
            ("status", get_args(Status)),
            ("evidence", get_args(Evidence)),
            ("concept", CONCEPTS),
        )
        for name, known in known_words:
            if data[name] not in known:
                raise ValueError(f"unknown {name} {data[name]!r}")
        plans = [Strategy.from_mapping(player, plan) for player, plan in enumerate(data["strategies"])]
        for player, rule in enumerate(data.get("elsewhere", ())):
            if rule["rule"] not in RULES:
                raise ValueError(f"unknown rule {rule['rule']!r}")
            plans[player] = plans[player].completed(str(rule["rule"]), bool(rule["symmetry"]))
        return Solution(
            values=tuple(_number(value, math.nan) for value in data["values"]),
            regrets=tuple(float(regret) for regret in data["regrets"]),
            bounds=_bounds_of(data),
            strategies=tuple(plans),
            status=data["status"],
            evidence=data["evidence"],
            stats=dict(data["stats"]),
            provenance=Provenance(**data["provenance"]),
            players=tuple(str(name) for name in data["players"]),
            principal_variation=tuple(str(move) for move in data.get("principal_variation", ())),
            concept=data["concept"],
            joint=JointStrategy.from_rows(data["joint"]) if "joint" in data else None,
        )

    def __str__(self) -> str:
        return "\n".join([*self._head(), *self._body()])

    def _head(self) -> list[str]:
        return [
            f"game    {self.provenance.game}",
            f"method  {self.provenance.method}",
            *([f"concept {self.concept}"] if self.concept != "equilibrium" else []),
            *self._answer(),
            f"status  {self.status}",
            *([f"line    {' '.join(self.principal_variation)}"] if self.principal_variation else []),
            *([f"time    {float(self.stats['seconds']):.3f} s"] if "seconds" in self.stats else []),
        ]

    def _answer(self) -> list[str]:
        """What is known of the value, or of what the players get; what is not proven is marked."""
        if self.bounds is not None:
            proven = self.status == "exact" or math.isnan(self.value)
            return [
                f"value   {self.value:.12g}{'' if proven else ' (estimate)'}",
                f"bounds  [{self.lower:.12g}, {self.upper:.12g}], gap {self.gap:.3g}",
            ]
        if not self.regrets:
            return [f"values  {self._by_player(self.values)}"]
        return [
            f"values  {self._by_player(self.values)}",
            f"regrets {self._by_player(self.regrets)}",
            *([f"note    {NOTES[self.concept]}"] if self.status == "exact" else []),
        ]

    def _by_player(self, numbers: Sequence[float]) -> str:
        names = self.players or tuple(f"Player {player}" for player in range(len(numbers)))
        return ", ".join(f"{name}: {number:.12g}" for name, number in zip(names, numbers, strict=True))

    @property
    def _is_of_rounds(self) -> bool:
        """Whether it is the play of many rounds, of which the strategies are averages."""
        return self.concept == "coarse correlated equilibrium" and self.joint is None

    def _body(self) -> list[str]:
        lines = ["averages of all rounds' play:"] if self._is_of_rounds and self.strategies else []
        for plan in self.strategies:
            rows = plan._lines()
            lines += [plan._title(), *(f"  {label:<12} {row}" for label, row in rows)]
            lines += [f"  {rest}" for rest in [left_out(len(plan), len(rows), "")] if rest and rows]
        if self.joint is not None:
            lines.append(self.joint.title())
            lines.extend(f"  {profile:<12} {p}" for profile, p in self.joint.lines(SHOWN))
        return [line.rstrip() for line in lines]

    def _repr_html_(self) -> str:
        game, *rows = (line.split(None, 1) for line in self._head())
        plans: list[Strategy | JointStrategy] = [*self.strategies, *([] if self.joint is None else [self.joint])]
        return "".join([html_table(game, rows), *(plan._repr_html_() for plan in plans)])

    def __repr__(self) -> str:
        answer = f"values {', '.join(f'{value:.12g}' for value in self.values)}"
        if self.bounds is not None:
            mark = "" if self.status == "exact" or math.isnan(self.value) else " (estimate)"
            answer = f"{self.value:.12g}{mark} in [{self.lower:.12g}, {self.upper:.12g}]"
        return f"<Solution {self.provenance.game}: {answer}, {self.status}>"


def _rules(strategies: Sequence[Strategy]) -> list[dict[str, Any]]:
    return [
        {"rule": plan.elsewhere, "symmetry": plan.symmetry} for plan in strategies if isinstance(plan, PartialStrategy)
    ]


def _finite(x: float) -> float | None:
    return x if math.isfinite(x) else None


def _bounds_of(data: Mapping[str, Any]) -> tuple[float, float] | None:
    """The bounds in a file; a game has all three of value, lower and upper, or none."""
    if not any(name in data for name in _VALUE):
        return None
    _, lower, upper = (_number(data[name], end) for name, end in zip(_VALUE, (0.0, -math.inf, math.inf), strict=True))
    return lower, upper


def _number(data: Any, otherwise: float) -> float:
    return otherwise if data is None else float(data)
