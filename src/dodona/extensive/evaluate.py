"""What a profile of strategies is worth: expectations, best responses, exploitability. All linear in the tree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dodona import _core
from dodona.model.certificate import assess
from dodona.model.check import require_perfect_recall
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.game import Game, require_game
from dodona.model.solution import Solution
from dodona.model.strategy import (
    Behaviour,
    Strategy,
    StrategyLike,
    behaviour_of,
    uniform_behaviour,
    unique_labels,
)

Profile = Solution | Sequence[StrategyLike]


@dataclass(frozen=True)
class BestResponse:
    """The most a player can get against the others, and a pure strategy that gets it."""

    value: float
    strategy: Strategy


def behaviours(tree: _core.GameTree, profile: Profile, unused: int | None = None) -> list[Behaviour]:
    """A profile laid out for a tree, one array per player; the entry of an ``unused`` player is not looked at."""
    plans = profile.strategies if isinstance(profile, Solution) else profile
    if not isinstance(plans, Sequence):
        raise DodonaError(f"a profile is a Solution or a list with one strategy per player, not {plans!r}.")
    if len(plans) != tree.players:
        raise DodonaError(f"a profile needs one strategy per player: {tree.players}, not {len(plans)}.")
    return [
        uniform_behaviour(tree, player) if player == unused else behaviour_of(tree, player, plan)
        for player, plan in enumerate(plans)
    ]


def _tree_with(game: Game, player: int) -> _core.GameTree:
    require_game(game)
    tree = game.tree()
    if isinstance(player, bool) or not isinstance(player, int) or not 0 <= player < tree.players:
        raise DodonaError(f"{game} has players 0 to {tree.players - 1}, not {player!r}.")
    return tree


def expected_value(game: Game, profile: Profile) -> tuple[float, ...]:
    """Every player's expected utility."""
    require_game(game)
    tree = game.tree()
    return tuple(_core.expected_utilities(tree, behaviours(tree, profile)))


def best_response(game: Game, player: int, profile: Profile) -> BestResponse:
    """The best that ``player`` can do against the others' strategies in ``profile``; her own entry is not looked at."""
    tree = _tree_with(game, player)
    value, behaviour = _core.best_response(tree, player, behaviours(tree, profile, player))
    return BestResponse(value, Strategy.on_tree(tree, player, behaviour))


def exploitability(game: Game, profile: Profile) -> float:
    """How much a two-player constant-sum profile loses to best responses, summed over both players.

    It is the width of the interval that the two strategies prove for the value of the game, and zero exactly at
    equilibrium. (OpenSpiel reports half of it; NashConv is the same number.)

    Examples
    --------
    >>> import dodona
    >>> game = dodona.game("matching_pennies")
    >>> dodona.exploitability(game, [{"start": {"heads": 1}}, {"start": {"heads": 0.5, "tails": 0.5}}])
    1.0
    """
    require_game(game)
    traits = game.traits
    if traits.players != 2 or traits.constant_sum is None:
        raise UnsupportedGameError(
            f"exploitability is defined for two players and a constant sum; {game} is {', '.join(traits.words()[:2])}: "
            "compare best_response with expected_value for each player instead."
        )
    tree = game.tree()
    lower, upper = assess(tree, behaviours(tree, profile)).bounds(traits.constant_sum)
    return upper - lower


def infoset_values(game: Game, player: int, profile: Profile) -> dict[str, tuple[float, float]]:
    """Per information set of a player: the probability that play reaches it, and her expected utility once there."""
    tree = _tree_with(game, player)
    require_perfect_recall(tree)
    reach, value = _core.infoset_values(tree, player, behaviours(tree, profile))
    labels = unique_labels(tree.infoset_labels(player))
    return dict(zip(labels, zip(np.asarray(reach).tolist(), np.asarray(value).tolist(), strict=True), strict=True))
