"""Random games, drawn from a seed."""

from __future__ import annotations

from typing import Annotated, Literal

from dodona import _core
from dodona.domains.catalog import domain, whole
from dodona.domains.parameters import Whole

RandomUtility = Literal["uniform", "binary", "edges", "sign"]


@domain()
def random_game(
    depth: Annotated[int, Whole(1, 20)] = 3,
    branching: Annotated[int, Whole(1, 100)] = 2,
    min_branching: int | None = None,
    observations: Annotated[int, Whole(1, 100)] = 2,
    chance: Annotated[int, Whole(0, 100)] = 0,
    utility: RandomUtility = "edges",
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Random extensive-form game with observations [Bosansky2014]_, A.1.

    Players move in turn; every move shows the opponent a symbol. All that happens is drawn from the ``seed``.

    Parameters
    ----------
    depth
        Moves of each player.
    branching
        Number of actions, or the most of them.
    min_branching
        The least number of actions, at most ``branching``; where it is given, numbers are drawn per information set.
    observations
        How many symbols there are.
    chance
        How many outcomes open every round; 0 for none.
    utility
        ``uniform`` in [0, 1], ``binary`` 0 or 1, the sum of -1, 0, +1 per action (``edges``), or its ``sign``.
    seed
        What the game is drawn from.
    """
    return _core.random_game(
        depth=depth,
        branching=branching,
        min_branching=_least("random_game", min_branching, branching),
        observations=observations,
        chance=chance,
        utility=_model(utility),
        seed=seed,
    )


@domain()
def random_tree(
    depth: Annotated[int, Whole(1, 40)] = 4,
    branching: Annotated[int, Whole(1, 100)] = 3,
    min_branching: int | None = None,
    chance: Annotated[int, Whole(0, 100)] = 0,
    utility: RandomUtility = "uniform",
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Random tree of perfect information, with independent or correlated leaves.

    The players move in turn. Leaves are independent (``uniform``, ``binary``) or share the values of the moves that
    lead to them (``edges``, ``sign``).

    Parameters
    ----------
    depth
        Moves of both players together.
    branching
        Number of actions, or the most of them.
    min_branching
        The least number of actions, at most ``branching``; where it is given, numbers are drawn per position.
    chance
        How many outcomes come before every move; 0 for none.
    utility
        ``uniform`` in [0, 1], ``binary`` 0 or 1, the sum of -1, 0, +1 per move (``edges``), or its ``sign``.
    seed
        What the game is drawn from.
    """
    return _core.random_tree(
        depth=depth,
        branching=branching,
        min_branching=_least("random_tree", min_branching, branching),
        chance=chance,
        utility=_model(utility),
        seed=seed,
    )


@domain()
def random_simultaneous(
    depth: Annotated[int, Whole(1, 128)] = 3,
    branching: Annotated[int, Whole(1, 100)] = 4,
    chance: Annotated[int, Whole(0, 100)] = 0,
    utility: RandomUtility = "edges",
    zeros: bool = True,
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Random game of simultaneous moves with perfect information [Bosansky2013]_.

    Both players choose at once in every stage and then see what was chosen. All that happens is drawn from the
    ``seed``.

    Parameters
    ----------
    depth
        Number of stages.
    branching
        Number of actions of each player.
    chance
        How many outcomes come before every stage; 0 for none.
    utility
        ``uniform`` in [0, 1], ``binary`` 0 or 1, the sum of -1, 0, +1 per joint action (``edges``), or its ``sign``.
    zeros
        Whether a joint action may be worth 0; otherwise it is worth -1 or +1.
    seed
        What the game is drawn from.
    """
    return _core.random_simultaneous(
        depth=depth,
        branching=branching,
        chance=chance,
        utility=_model(utility),
        zeros=zeros,
        seed=seed,
    )


@domain()
def random_multiplayer(
    players: Annotated[int, Whole(1, 16)] = 3,
    depth: Annotated[int, Whole(1, 30)] = 4,
    branching: Annotated[int, Whole(1, 100)] = 3,
    min_branching: int | None = None,
    outcomes: Annotated[int, Whole(1, 10_000)] = 10,
    levels: Annotated[int, Whole(1, 1_000_000)] = 4,
    kind: Literal["independent", "zero_sum", "shares"] = "independent",
    in_turn: bool = True,
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Random tree of perfect information for several players, with a table of outcomes.

    Every leaf is one of ``outcomes`` vectors of whole numbers that are drawn beforehand, so that few distinct ones make
    many ties.

    Parameters
    ----------
    players
        Number of players.
    depth
        Moves of all players together.
    branching
        Number of actions, or the most of them.
    min_branching
        The least number of actions, at most ``branching``; where it is given, numbers are drawn per position.
    outcomes
        How many vectors of utilities are drawn; some may be equal.
    levels
        Utilities are drawn from 0 to ``levels`` - 1.
    kind
        ``independent`` utilities, the same with the last player's completing a sum of zero (``zero_sum``), or
        ``shares`` of ``levels`` - 1 points, some of which nobody gets.
    in_turn
        Whether players move in turn, or whoever is drawn for a position.
    seed
        What the game is drawn from.
    """
    return _core.random_multiplayer(
        players=players,
        depth=depth,
        branching=branching,
        min_branching=_least("random_multiplayer", min_branching, branching),
        outcomes=outcomes,
        levels=levels,
        kind=getattr(_core.RandomOutcomes, kind),
        in_turn=in_turn,
        seed=seed,
    )


def _least(name: str, least: int | None, most: int) -> int:
    return most if least is None else whole(f"{name}: min_branching", least, 1, most)


def _model(utility: RandomUtility) -> _core.RandomUtility:
    model: _core.RandomUtility = getattr(_core.RandomUtility, utility)
    return model
