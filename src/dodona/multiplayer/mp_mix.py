"""MP-Mix: who leads decides between defence, attack and max^n (Zuckerman, Felner and Kraus 2009)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.errors import DodonaError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method
from dodona.model.options import option
from dodona.model.player import Choice, certain
from dodona.model.run import Run
from dodona.model.solution import Solution
from dodona.multiplayer.coalition import (
    CONCEPT,
    Coalition,
    chosen_solution,
    deciding_mover,
    several_minds,
)
from dodona.multiplayer.evaluation import estimates
from dodona.multiplayer.max_n import REQUIRES, LookAheadOptions, MaxN, MaxNOptions, with_estimates
from dodona.perfect.search import labels_of
from dodona.perfect.thinking import ThinkingPlayer

Strategy = Literal["max_n", "defence", "attack"]


@dataclass(frozen=True)
class MpMixOptions(LookAheadOptions):
    """When MP-Mix defends and when it attacks."""

    defence: float = option(0.1, "a lead of the mover by at least this makes her play paranoid", least=0)
    attack: float = option(0.1, "a lead of another player by at least this makes her attack that player", least=0)


@dataclass(frozen=True)
class Thought:
    """What MP-Mix has found at a position."""

    strategy: Strategy
    move: int | None
    values: tuple[float, ...] | None
    stats: dict[str, float | int | str]
    stop: str
    depth: int


class MpMix:
    """A game with the three searches that MP-Mix chooses among by the estimates of a position."""

    def __init__(self, game: OpenGame, options: MpMixOptions, limit: Limit) -> None:
        if options.evaluation is None and not game.handle.has_vector_evaluation:
            raise DodonaError(
                f"mp_mix sees by estimates who leads, and {game} has none of its own: pass evaluation=..., a function "
                "from a position to one number per player."
            )
        if options.evaluation is None:
            options = replace(options, evaluation="game")
        self.game, self.limit, self.options = game, limit, options
        self._paranoid = Coalition("paranoid", game, options, limit)

    def think(self, handle: _core.GameHandle, mover: int, run: Run) -> Thought:
        """Look who leads, and search as that suggests."""
        strategy, target = self._strategy(handle, mover)
        if strategy == "defence":
            found = self._paranoid.run(handle, mover, run)
            stats: dict[str, float | int | str] = {"nodes": found.stats.nodes, "strategy": strategy}
            stop = found.stopped_by or ("" if found.lower >= found.upper else "depth")
            return Thought(strategy, found.line[0] if found.line else None, None, stats, stop, found.depth)
        own = self.options
        options = MaxNOptions(own.evaluation, own.deepening, own.table, pruning="none")
        search = MaxN(self.game, options, self.limit, run)
        search.core.line = False
        if strategy == "attack":
            search.core.attacker, search.core.target = mover, target
        result = search.run(handle, run)
        stats = {"nodes": result.stats.nodes, "strategy": strategy}
        stop = result.stopped_by or ("" if result.complete else "depth")
        values = tuple(result.values) if result.values else None
        return Thought(strategy, result.line[0] if result.line else None, values, stats, stop, result.depth)

    def _strategy(self, handle: _core.GameHandle, mover: int) -> tuple[Strategy, int]:
        """Defence of a lead of one's own, attack on the lead of another, and else max^n; whom an attack is aimed at."""
        root = handle.root()
        if self.options.evaluation == "game":
            scores = handle.evaluate_all(root)
        else:
            assert callable(self.options.evaluation)
            scores = estimates(self.options.evaluation, self.game, root)
        leader = max(range(len(scores)), key=scores.__getitem__)
        lead = scores[leader] - max((score for player, score in enumerate(scores) if player != leader), default=0.0)
        if leader == mover:
            return ("defence" if lead >= self.options.defence else "max_n"), leader
        return ("attack" if lead >= self.options.attack else "max_n"), leader


def mp_mix(attempt: Attempt) -> Solution:
    """Search for the player who moves first: paranoid where she leads, against the leader where another does.

    By the estimates of the position, the leader's edge is the difference to whoever is second. With an edge of at least
    ``defence`` of her own the mover plays paranoid; against an edge of at least ``attack`` she takes the moves of a
    max^n search that leave the leader least (directed offensive search), while the others maximise their own; elsewhere
    she plays max^n.
    """
    root = attempt.game.root()
    mover = deciding_mover(root, attempt.method)
    solver = MpMix(attempt.game, attempt.options, attempt.run.limit)
    thought = solver.think(attempt.game.handle, mover, attempt.run)
    values = thought.values or (float("nan"),) * attempt.game.traits.players
    line = labels_of(root, [] if thought.move is None else [thought.move])
    solution = chosen_solution(attempt, values, thought.stats, thought.stop, line, thought.depth)
    return solution._played_by(MpMixPlayer(solver))


class MpMixPlayer(ThinkingPlayer):
    """Looks at every position who leads, and searches as that suggests."""

    def __init__(self, solver: MpMix) -> None:
        super().__init__(solver.game, solver.limit)
        self._solver = solver

    def think(self, handle: _core.GameHandle, mover: int, labels: list[str], run: Run) -> Choice | None:
        """The move of the search that the estimates suggest."""
        thought = self._solver.think(handle, mover, run)
        if thought.move is None:
            return None
        value = None if thought.values is None else thought.values[mover]
        return certain(labels, thought.move, value=value, note=thought.strategy)


def mp_mix_player(game: OpenGame, options: MpMixOptions, limit: Limit, seed: int = 0) -> MpMixPlayer:
    """A player that searches deeper and deeper as long as it may."""
    return MpMixPlayer(MpMix(game, with_estimates(game, options), limit))


METHOD = Method(
    "mp_mix",
    mp_mix,
    REQUIRES,
    "multiplayer",
    "the player to move defends a lead, attacks a leader, or plays max^n",
    MpMixOptions(),
    concept=CONCEPT,
    lacks=several_minds,
    player=mp_mix_player,
)
