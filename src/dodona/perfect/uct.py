"""UCT: Monte Carlo tree search of games with perfect information, with proven values backed up."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import conclude, estimated, value_sum
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.method import Method
from dodona.model.monte_carlo import PlayoutOptions, simulate, think
from dodona.model.options import option
from dodona.model.player import Choice, Player, certain, deciding_player
from dodona.model.requires import Requires
from dodona.model.run import Stopped
from dodona.model.solution import Evidence, Solution
from dodona.perfect.search import labels_of


@dataclass(frozen=True)
class UctOptions(PlayoutOptions):
    """How the tree grows and how its leaves are judged."""

    exploration: float = option(
        math.sqrt(2), "the weight of UCB1's bonus for what is uncertain, in units of the utilities' range", least=0
    )
    proofs: bool = option(True, "back up what is proven, and try no move again that cannot be better")


def uct(attempt: Attempt) -> Solution:
    """Approximate a game of perfect information by Monte Carlo tree search.

    1. Selection: from the root down, the move with the largest mean plus ``exploration * range * sqrt(ln N / n)``
       (UCB1, equation 1 of [Kocsis2006]_ with C_p the root of one half); every move is tried once before any again.
       Chance moves as its probabilities say.
    2. Expansion by one leaf per simulation, and a playout or an evaluation of it.
    3. The utilities are added up along the path, one mean per player, so that any number of players can play.
    4. Where two players share out a constant sum, proven wins, losses and draws are backed up (MCTS-Solver,
       [Winands2008]_), as bounds on player 0's utility, so that any utilities and chance will do [Cazenave2010]_.

    Departures: Winands et al. let a proven loss count in the means above it until all siblings are lost; here the
    simulations that went there count, but none goes there again. The move that is played is the one tried most often,
    unless something better is proven. The bounds are those of the proof: they meet where the root is proven, and are
    those of the utilities before.
    """
    game, run, options = attempt.game, attempt.run, attempt.options
    search = make_search(game, game.handle, options, attempt.seed)

    def look() -> bool:
        run.event(f"{search.simulations:,} simulations", search.lower, search.upper)
        return search.is_proven

    stop = simulate(search, game, run, options.most(run.limit), look)
    if not search.simulations:
        raise stop or Stopped("iterations")
    solution = _conclude(attempt, search, stop)
    line = labels_of(game.root(), search.line)
    player = UctPlayer(game, options, run.limit, attempt.seed)
    return replace(solution, principal_variation=line)._played_by(player)


def make_search(game: OpenGame, handle: _core.GameHandle, options: UctOptions, seed: int) -> _core.Uct:
    """A search from the position that a handle of the game starts at."""
    core = _core.UctOptions()
    core.exploration = options.exploration
    core.proofs = options.proofs and game.traits.players == 2 and game.traits.constant_sum is not None
    core.seed = seed % 2**64
    core.playouts = options.core(game)
    return _core.Uct(handle, core)


def _conclude(attempt: Attempt, search: _core.Uct, stop: Stopped | None) -> Solution:
    stats = {"simulations": search.simulations, "nodes": search.nodes, "positions": search.positions}
    if value_sum(attempt) is None:
        return estimated(attempt, search.values, stats, stop)
    value, lower, upper = search.values[0], search.lower, search.upper
    known = attempt.problem.utility_bounds or (-math.inf, math.inf)
    evidence: Evidence = "search" if lower > known[0] or upper < known[1] else "none"
    return conclude(attempt, (value, lower, upper), max(1.0, abs(value)), stats, stop=stop, evidence=evidence)


class UctPlayer(Player):
    """Grows a new tree at every position that it is asked about, so that equal seeds choose alike."""

    def __init__(self, game: OpenGame, options: UctOptions, limit: Limit, seed: int = 0) -> None:
        self._game, self._options, self._limit, self._seed = game, options, limit, seed

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """The move that was tried most often, or that is proven to be best.

        Without ``seconds`` the limits of the solve hold again.
        """
        handle = self._game.handle.at(state)
        root = handle.root()
        mover, labels = deciding_player(root, player), root.actions()
        if len(labels) == 1:
            return certain(labels, 0, note="the only move")
        search = make_search(self._game, handle, self._options, self._seed)
        think(search, self._game, self._limit, seconds, self._options.most(self._limit))
        note = f"{search.simulations:,} simulations"
        return certain(labels, search.line[0], value=search.values[mover], proven=search.is_proven, note=note)


METHOD = Method(
    "uct",
    uct,
    Requires(perfect_information=True, sequential=True),
    "perfect",
    "Monte Carlo tree search approximates it",
    UctOptions(),
    player=UctPlayer,
    approximate=True,
)
