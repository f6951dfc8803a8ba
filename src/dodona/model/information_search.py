"""Monte Carlo searches over what players know: their options, solutions and players, for the rooms that have them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from dodona import _core
from dodona.model.attempt import Attempt
from dodona.model.certificate import assess, certified, conclude, small_tree
from dodona.model.game import OpenGame
from dodona.model.limit import Limit
from dodona.model.monte_carlo import PlayoutOptions, simulate, think
from dodona.model.options import option
from dodona.model.player import Choice, Player, certain, deciding_player, equally_likely
from dodona.model.run import Stopped
from dodona.model.solution import Solution
from dodona.model.strategy import Behaviour, PartialStrategy, unique_labels

#: Nodes that may be visited to list the positions that a player holds possible; the second for rules in Python.
LISTED, LISTED_PYTHON = 500_000, 10_000


@dataclass(frozen=True)
class InformationOptions(PlayoutOptions):
    """Base of the options of searches over what players know."""

    def search(
        self,
        game: OpenGame,
        handle: _core.GameHandle,
        seed: int,
        state: _core.State | None = None,
        player: int | None = None,
        labels: bool = False,
    ) -> _core.InformationSearch:
        """A search from the start of a handle, or from what a player knows at a state."""
        core = _core.InformationOptions()
        core.seed, core.labels = seed % 2**64, labels
        core.playouts = self.core(game)
        core.listing = LISTED_PYTHON if handle.untrusted else LISTED
        return self.made(core, handle, state, player)

    def made(
        self, core: _core.InformationOptions, handle: _core.GameHandle, state: _core.State | None, player: int | None
    ) -> _core.InformationSearch:
        """The search of the core, with what each kind of search has of its own."""
        raise NotImplementedError

    @property
    def is_pure(self) -> bool:
        """Whether players take what was tried most often instead of drawing from the average strategy."""
        return False


@dataclass(frozen=True)
class SelectorOptions(InformationOptions):
    """How the trees grow and how their leaves are judged."""

    selector: Literal["uct", "exp3", "regret_matching"] = option(
        "regret_matching", "who chooses in the trees, for each player alone: UCB1, Exp3 or regret matching"
    )
    exploration: float | None = option(
        None,
        "the weight of UCB1's bonus in units of the utilities' range, by default the root of 2; of the other selectors "
        "the share of moves at random, by default 0.2",
        least=0,
    )

    def made(
        self, core: _core.InformationOptions, handle: _core.GameHandle, state: _core.State | None, player: int | None
    ) -> _core.InformationSearch:
        """Information-set Monte Carlo tree search."""
        core.selector = getattr(_core.Selector, self.selector)
        usual = 2.0**0.5 if self.is_pure else 0.2
        given = usual if self.exploration is None else self.exploration
        core.exploration = given if self.is_pure else min(given, 1.0)
        return _core.SelectingSearch(handle, core, state, player)

    @property
    def is_pure(self) -> bool:
        """Whether players take what was tried most often: UCB1 never mixes."""
        return self.selector == "uct"


@dataclass(frozen=True)
class OutcomeOptions(InformationOptions):
    """How outcomes are sampled."""

    sampling: float = option(
        0.4, "the share of moves at random of the player whose regrets are sampled", above=0, most=1
    )
    targeting: float = option(
        0.9, "the share of simulations that aim at the positions that the player holds possible", least=0, most=0.99
    )

    def made(
        self, core: _core.InformationOptions, handle: _core.GameHandle, state: _core.State | None, player: int | None
    ) -> _core.InformationSearch:
        """Online outcome sampling."""
        core.exploration, core.targeting = min(self.sampling, 1.0), self.targeting
        return _core.OutcomeSearch(handle, core, state, player)


def solve_by_simulations(attempt: Attempt) -> Solution:
    """Simulate from the start of a game; the average strategies, with bounds by best responses where a tree fits."""
    game, run, options = attempt.game, attempt.run, attempt.options
    tree = small_tree(game)
    search = options.search(game, game.handle, attempt.seed, labels=tree is None)

    def profile(tree: _core.GameTree) -> list[Behaviour]:
        return [np.array(search.behaviour(tree, player)) for player in range(tree.players)]

    def look() -> bool:
        total, bounds = game.traits.constant_sum, (-np.inf, np.inf)
        if tree is not None and run.is_watched and total is not None:
            bounds = assess(tree, profile(tree)).bounds(total)
        run.event(f"{search.simulations:,} simulations", *bounds)
        return False

    stop = simulate(search, game, run, options.most(run.limit), look)
    if not search.simulations:
        raise stop or Stopped("iterations")
    stats = {name: getattr(search, name) for name in ("simulations", "positions", "information_sets")}
    player = InformationPlayer(game, options, run.limit, attempt.seed)
    if tree is not None:
        return certified(attempt, tree, profile(tree), stats, stop)._played_by(player)
    known = game.utility_bounds or (-np.inf, np.inf)
    solution = conclude(attempt, (search.values[0], *known), 1.0, stats, stop=stop, evidence="none")
    strategies = tuple(_strategy(search, seat) for seat in range(game.traits.players))
    return replace(solution, strategies=strategies)._played_by(player)


def _strategy(search: _core.InformationSearch, player: int) -> PartialStrategy:
    labels, actions, offsets, probabilities = search.rows(player)
    rows = (unique_labels(labels), actions, np.array(offsets), np.array(probabilities))
    return PartialStrategy(player, *rows, elsewhere="uniform")


class InformationPlayer(Player):
    """Simulates anew at every position that it is asked about, from what the player knows there."""

    def __init__(self, game: OpenGame, options: InformationOptions, limit: Limit, seed: int = 0) -> None:
        self._game, self._options, self._limit, self._seed = game, options, limit, seed

    def choose(self, state: _core.State, player: int | None = None, *, seconds: float | None = None) -> Choice:
        """The average strategy of the simulations, or with UCB1 what was tried most often.

        Without ``seconds`` the limits of the solve hold again.
        """
        game, options, limit = self._game, self._options, self._limit
        mover = deciding_player(state, player)
        labels = state.actions(mover)
        if len(labels) == 1:
            return certain(labels, 0, note="the only move")
        if game.traits.perfect_information:
            search = options.search(game, game.handle.at(state), self._seed)
        else:
            search = options.search(game, game.handle, self._seed, state, mover)
        think(search, game, limit, seconds, options.most(limit))
        strategy, value = search.strategy_at(state, mover), search.value_at(state, mover)
        note = f"{search.simulations:,} simulations{_reservation(search)}"
        if len(strategy) != len(labels):
            return equally_likely(labels, f"{note}, none of which came here")
        if options.is_pure:
            return certain(labels, int(np.argmax(strategy)), value=value, note=note)
        return Choice(tuple(labels), tuple(strategy), value, note=note)


def _reservation(search: _core.InformationSearch) -> str:
    """What there is to say about the positions that the simulations started from."""
    if search.is_complete:
        return ""
    found = len(search.determinizations())
    return f" from {found:,} of the positions that are possible" if found else " from the start of the game"
