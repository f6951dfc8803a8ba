"""What a profile of strategies is worth: expectations, best responses, exploitability.

All are linear in the tree. Where that is too large to be stored, best responses of two-player games with hidden
information come from a search that needs none (see ``cpp/extensive/responses.h``). How a strategy is written makes no
difference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack, cast

import numpy as np

from dodona import _core
from dodona.extensive.strategy_function import asked_plan, behaviour_of_function
from dodona.model.behaviour import behaviour_of, uniform_behaviour
from dodona.model.certificate import assess
from dodona.model.check import require_perfect_recall
from dodona.model.errors import DodonaError, SolverError
from dodona.model.game import Game, OpenGame, opened
from dodona.model.keyed_strategy import KeyedStrategy
from dodona.model.limit import Limit, LimitKeywords, limit_with
from dodona.model.options import thread_count
from dodona.model.profile import BestResponse, Plan, Profile, plans_of
from dodona.model.run import Run, Stopped
from dodona.model.strategy import (
    Behaviour,
    PartialStrategy,
    Strategy,
    StrategyLike,
    TreeStrategy,
    uniform_strategy,
    unique_labels,
)
from dodona.model.values import player_number


def behaviours(game: OpenGame, tree: _core.GameTree, profile: Profile, unused: int | None = None) -> list[Behaviour]:
    """A profile laid out for a tree, one array per player; the entry of an ``unused`` player is not looked at."""
    result = []
    for player, plan in enumerate(plans_of(profile, tree.players)):
        if player == unused or (isinstance(plan, PartialStrategy) and not len(plan) and plan.elsewhere == "uniform"):
            result.append(uniform_behaviour(tree, player))
        elif isinstance(plan, PartialStrategy | KeyedStrategy):
            result.append(np.array(_core.plan_behaviour(game.handle, tree, player, plan.plan)))
        elif callable(plan):
            result.append(behaviour_of_function(game, tree, player, plan))
        else:
            rows = np.asarray(plan) if isinstance(plan, list | tuple) else plan
            result.append(behaviour_of(tree, player, cast(StrategyLike, rows)))
    return result


def _searched(game: OpenGame, profile: Profile, unused: int | None = None) -> list[_core.Plan] | None:
    """The profile as a search without a tree takes it; None where a tree is to be used.

    The strategy of an ``unused`` player is not looked at.
    """
    traits = game.traits
    plans = plans_of(profile, traits.players)
    hides = traits.simultaneous or not traits.perfect_information
    if traits.players != 2 or not hides or game.has_small_tree:
        return None
    used = [uniform_strategy(player) if player == unused else plan for player, plan in enumerate(plans)]
    return [_core_plan(game, player, plan) for player, plan in enumerate(used)]


def _core_plan(game: OpenGame, player: int, plan: Plan) -> _core.Plan:
    if isinstance(plan, PartialStrategy | KeyedStrategy):
        return plan.plan
    if callable(plan):
        return asked_plan(game, player, plan)
    if not isinstance(plan, Strategy):
        try:
            plan = Strategy.from_mapping(player, cast(Mapping[str, Mapping[str, float]], plan))
        except (AttributeError, LookupError, TypeError, ValueError, OverflowError) as error:
            raise DodonaError(
                f"in a game too large for a tree the strategy of player {player} is a mapping from information sets to "
                f"probabilities of actions that sum to 1, or a function of a position: {error}."
            ) from None
    return plan.completed("error").plan


def _search(game: OpenGame, player: int, plan: _core.Plan, threads: int, limit: Limit) -> BestResponse:
    options = _core.ResponseOptions()
    handle = game.handle
    options.threads = 1 if handle.untrusted or isinstance(plan, _core.AskedPlan) else threads
    with Run(limit) as run:
        try:
            value, rows, _ = run.walk(
                lambda budget: _core.respond(handle, player, plan, options, budget), game.max_length
            )
        except Stopped as stop:
            raise SolverError(f"the best response in {game} was not finished: {stop.sentence()}") from None
    labels, actions, offsets, probabilities = rows
    own = PartialStrategy(player, unique_labels(labels), actions, np.array(offsets), np.array(probabilities))
    return BestResponse(value, own)


def expected_value(
    game: Game, profile: Profile, *, limit: Limit | None = None, **limits: Unpack[LimitKeywords]
) -> tuple[float, ...]:
    """Every player's expected utility.

    Where the tree of a two-player game with hidden information is too large to be stored, only what the strategies let
    happen is visited.

    Parameters
    ----------
    game
        The game.
    profile
        A solution, or one strategy per player: a strategy or a mapping, an array in the tree's order, a function of a
        position that gives probabilities by action, or "uniform".
    limit, limits
        When to give up, as in :func:`dodona.solve`, with a ``SolverError``.

    Returns
    -------
    tuple[float, ...]
        One number per player.

    Examples
    --------
    >>> import dodona
    >>> dodona.expected_value("matching_pennies", ["uniform", [0.3, 0.7]])
    (0.0, 0.0)
    >>> bold = dodona.expected_value("kuhn", [lambda state: {state.actions()[0]: 1}, "uniform"])
    >>> round(bold[0], 9)
    0.5
    """
    game = opened(game)
    if (plans := _searched(game, profile)) is not None:
        with Run(limit_with(limit, limits)) as run:
            try:
                utilities = run.walk(lambda budget: _core.plan_utilities(game.handle, plans, budget), game.max_length)
            except Stopped as stop:
                raise SolverError(f"the expected values in {game} were not finished: {stop.sentence()}") from None
        return tuple(utilities)
    tree = game.tree(limit, **limits)
    return tuple(_core.expected_utilities(tree, behaviours(game, tree, profile)))


def best_response(
    game: Game,
    player: int,
    profile: Profile,
    *,
    threads: int = 1,
    limit: Limit | None = None,
    **limits: Unpack[LimitKeywords],
) -> BestResponse:
    """The best that ``player`` can do against the others' strategies in ``profile``; her own entry is not looked at.

    Where the tree of a two-player game with hidden information is too large to be stored, a search answers, on as many
    threads as given and within a limit; its strategy names what it plays where the other's lets it go.

    Parameters
    ----------
    game
        The game.
    player
        Who responds, counted from 0.
    profile
        A solution, or one strategy per player; "uniform" is one.
    threads
        For a search without a tree.
    limit, limits
        When to give up, as in :func:`dodona.solve`, with a ``SolverError``.

    Returns
    -------
    BestResponse
        The most that the player can get, and a pure strategy that gets it.

    Examples
    --------
    >>> import dodona
    >>> dodona.best_response("liars_dice", 0, ["uniform", "uniform"]).value > 0.5
    True
    """
    game = opened(game)
    player, threads = player_number(game, game.traits.players, player), thread_count(threads)
    if (plans := _searched(game, profile, player)) is not None:
        return _search(game, player, plans[1 - player], threads, limit_with(limit, limits))
    tree = game.tree(limit, **limits)
    value, behaviour = _core.best_response(tree, player, behaviours(game, tree, profile, player))
    return BestResponse(value, TreeStrategy(tree, player, behaviour))


def exploitability(
    game: Game, profile: Profile, *, threads: int = 1, limit: Limit | None = None, **limits: Unpack[LimitKeywords]
) -> float:
    """What the players could gain by deviating alone, each by a best response to the others, summed over all of them.

    It is zero exactly at equilibrium, for any number of players and any utilities. In a two-player constant-sum game it
    is the width of the interval that the two strategies prove for the value. (NashConv is the same number; OpenSpiel's
    exploitability is its mean over the players.) Two-player constant-sum games too large for a tree are searched as in
    :func:`best_response`.

    Parameters
    ----------
    game
        The game.
    profile
        A solution, or one strategy per player.
    threads
        For a search without a tree.
    limit, limits
        When to give up, as in :func:`dodona.solve`, with a ``SolverError``.

    Returns
    -------
    float
        The sum of the players' regrets.

    Examples
    --------
    >>> import dodona
    >>> game = dodona.game("matching_pennies")
    >>> dodona.exploitability(game, [{"start": {"heads": 1}}, {"start": {"heads": 0.5, "tails": 0.5}}])
    1.0
    >>> both = [{"start": {"defect": 1}}, {"start": {"cooperate": 1}}]
    >>> dodona.exploitability(dodona.game("prisoners_dilemma"), both)
    1.0
    """
    game = opened(game)
    total, threads = game.traits.constant_sum, thread_count(threads)
    if total is not None and (plans := _searched(game, profile)) is not None:
        ends = limit_with(limit, limits)
        best = [_search(game, player, plans[1 - player], threads, ends).value for player in (0, 1)]
        return best[0] + best[1] - total
    tree = game.tree(limit, **limits)
    assessment = assess(tree, behaviours(game, tree, profile))
    if total is not None and len(assessment.values) == 2:  # what the players get adds up without rounding
        lower, upper = assessment.bounds(total)
        return upper - lower
    return sum(assessment.regrets)


def infoset_values(game: Game, player: int, profile: Profile) -> dict[str, tuple[float, float]]:
    """Per information set of a player: the probability that play reaches it, and her expected utility once there.

    Parameters
    ----------
    game
        The game.
    player
        Whose information sets, counted from 0.
    profile
        A solution, or one strategy per player; "uniform" is one.

    Returns
    -------
    dict[str, tuple[float, float]]
        By the labels of the information sets.

    Examples
    --------
    >>> import dodona
    >>> reach, value = dodona.infoset_values("kuhn", 0, ["uniform", "uniform"])["K"]
    >>> round(reach, 4), value
    (0.3333, 1.125)
    """
    game = opened(game)
    player = player_number(game, game.traits.players, player)
    tree = game.tree()
    require_perfect_recall(tree)
    reach, value = _core.infoset_values(tree, player, behaviours(game, tree, profile))
    labels = unique_labels(tree.infoset_labels(player))
    return dict(zip(labels, zip(np.asarray(reach).tolist(), np.asarray(value).tolist(), strict=True), strict=True))
