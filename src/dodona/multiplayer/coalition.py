"""One player against all others: paranoid and best-reply search."""

from __future__ import annotations

import math
from functools import partial

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.errors import DodonaError
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method
from dodona.model.player import Choice, certain, deciding_player
from dodona.model.run import Run
from dodona.model.solution import Solution
from dodona.multiplayer.evaluation import vector_horizon
from dodona.multiplayer.max_n import REQUIRES, LookAheadOptions, require_players, with_estimates
from dodona.perfect.search import labels_of
from dodona.perfect.tables import default_size, require_memory
from dodona.perfect.thinking import ThinkingPlayer

#: What a solution is that rests on a model of the others.
CONCEPT = "model of the others"


class Coalition:
    """A game with a prepared search for whoever moves, against all the others."""

    def __init__(self, name: str, game: OpenGame, options: LookAheadOptions, limit: Limit) -> None:
        require_players(game)
        self.best_reply = name == "best_reply"
        self.game, self.limit = game, limit
        self.horizon = vector_horizon(game, limit.depth, options.evaluation, options.deepening)
        self.size = options.table

    def run(self, handle: _core.GameHandle, mover: int, run: Run) -> _core.SearchResult:
        """Search where the rules start, for the player who moves there."""
        run.check()
        view = _core.coalition(handle, mover, self.best_reply, self.horizon.evaluation)
        core = _core.SearchOptions()
        core.depth, core.deepening = self.horizon.depth, self.horizon.deepening
        core.table = self._table(view)
        return _core.search(
            view,
            core,
            None,
            run.budget(self.game.max_length),
            lambda depth, *_: run.event(f"depth {depth}" if depth else "search"),
        )

    def _table(self, view: _core.GameHandle) -> _core.TranspositionTable | None:
        """A new table for every view: its values are those of one player, in rules of their own."""
        key = view.root().key()
        size = self.size if self.size is not None else 0 if key is None else default_size(self.limit)
        require_memory(size, self.limit)
        return _core.TranspositionTable(size, max(8, len(key))) if size and key is not None else None


def against_all(attempt: Attempt) -> Solution:
    """Search for the player who moves first, with all others against her.

    ``paranoid`` lets the others move in turn with nothing in mind but her loss [SturtevantKorf2000]: what she gets then
    is what she is sure of, whatever they do. ``best_reply`` lets one of them choose in each round [SchaddWinands2011];
    the others make the move that the game's own order puts first, or simply the first, because the rules of most games
    let nobody pass (the form of [Esser2013]). Nothing is proven of equilibria.
    """
    game = attempt.game
    root = game.root()
    mover = deciding_mover(root, attempt.method)
    solver = Coalition(attempt.method, game, attempt.options, attempt.run.limit)
    result = solver.run(game.handle, mover, attempt.run)
    values = [math.nan] * game.traits.players
    values[mover] = result.value
    complete = result.finished and result.lower >= result.upper
    stop = result.stopped_by or ("" if complete else "depth")
    stats = {name: getattr(result.stats, name) for name in ("nodes", "leaves", "evaluations", "cutoffs", "table_hits")}
    player = CoalitionPlayer(solver)
    line = labels_of(root, result.line[:1])
    return chosen_solution(attempt, tuple(values), stats, stop, line, depth=result.depth)._played_by(player)


def chosen_solution(
    attempt: Attempt,
    values: tuple[float, ...],
    stats: dict[str, float | int | str],
    stop: str,
    line: tuple[str, ...],
    depth: int,
) -> Solution:
    """The solution of a search that rests on a model of the others."""
    attempt.run.event("search")
    final = {**stats, "seconds": attempt.run.elapsed, **({"depth": depth} if depth else {})}
    return Solution(
        values,
        (),
        None,
        (),
        "cancelled" if stop == "cancelled" else "limit" if stop else "converged",
        "search",
        {**final, **({"stopped_by": stop} if stop else {})},
        attempt.provenance,
        attempt.problem.player_names,
        line,
        CONCEPT,
    )


def deciding_mover(root: _core.State, method: str) -> int:
    """Who moves at the start; an error where that is nobody."""
    if root.turn < 0:
        raise DodonaError(f"{method} decides for the player who moves, and at {root} nobody does: start after a move.")
    return deciding_player(root, None)


class CoalitionPlayer(ThinkingPlayer):
    """Searches every position that it is asked about for the player who moves there."""

    def __init__(self, solver: Coalition) -> None:
        super().__init__(solver.game, solver.limit)
        self._solver = solver

    def think(self, handle: _core.GameHandle, mover: int, labels: list[str], run: Run) -> Choice | None:
        """The first move of the line that the search finds."""
        result = self._solver.run(handle, mover, run)
        if not result.line:
            return None
        note = f"depth {result.depth}" if result.depth else ""
        return certain(labels, result.line[0], value=result.value, note=note)


def coalition_player(
    name: str, game: OpenGame, options: LookAheadOptions, limit: Limit, seed: int = 0
) -> CoalitionPlayer:
    """A player that searches deeper and deeper as long as it may."""
    return CoalitionPlayer(Coalition(name, game, with_estimates(game, options), limit))


def several_minds(game: OpenGame) -> str:
    """What a game lacks for a model of the others: two players of a constant sum are against each other anyway."""
    if game.traits.players == 2 and game.traits.constant_sum is not None:
        return f"two players of a constant sum are against each other anyway: search {game} with negascout."
    return ""


METHODS = tuple(
    Method(
        name,
        against_all,
        REQUIRES,
        "multiplayer",
        summary,
        LookAheadOptions(),
        concept=CONCEPT,
        lacks=several_minds,
        player=partial(coalition_player, name),
    )
    for name, summary in {
        "paranoid": "the player to move is searched against all others together",
        "best_reply": "the player to move is searched against one reply of the others in each round",
    }.items()
)
