"""Random games, drawn from a seed."""

from __future__ import annotations

from typing import Literal

from dodona import _core
from dodona.domains.catalog import domain, flag, one_of, whole

RandomUtility = Literal["uniform", "binary", "edges", "sign"]


@domain()
def random_game(
    depth: int = 3,
    branching: int = 2,
    min_branching: int | None = None,
    observations: int = 2,
    chance: int = 0,
    utility: RandomUtility = "edges",
    seed: int = 0,
) -> _core.GameHandle:
    """Random extensive-form game with observations [Bosansky2014]_, A.1.

    Each player makes ``depth`` moves in turn; every move shows the opponent one of ``observations`` symbols. The
    number of actions is ``branching``, or drawn per information set from ``min_branching`` up. ``chance`` outcomes, if
    any, open every round. Utilities are ``uniform`` in [0, 1], ``binary`` 0 or 1, the sum of -1, 0, +1 per action
    (``edges``), or its ``sign``.
    """
    return _core.random_game(
        depth=whole("random_game: depth", depth, 1, 20),
        branching=whole("random_game: branching", branching, 1, 100),
        min_branching=_least("random_game", min_branching, branching),
        observations=whole("random_game: observations", observations, 1, 100),
        chance=whole("random_game: chance", chance, 0, 100),
        utility=_model("random_game", utility),
        seed=whole("random_game: seed", seed, 0, 2**63 - 1),
    )


@domain()
def random_tree(
    depth: int = 4,
    branching: int = 3,
    min_branching: int | None = None,
    chance: int = 0,
    utility: RandomUtility = "uniform",
    seed: int = 0,
) -> _core.GameHandle:
    """Random tree of perfect information, with independent or correlated leaves.

    The players make ``depth`` moves together. ``chance`` outcomes, if any, come before every move. Leaves are
    independent (``uniform`` in [0, 1], ``binary`` 0 or 1) or share the values of the moves that lead to them: the sum
    of -1, 0, +1 per move (``edges``), or its ``sign``.
    """
    return _core.random_tree(
        depth=whole("random_tree: depth", depth, 1, 40),
        branching=whole("random_tree: branching", branching, 1, 100),
        min_branching=_least("random_tree", min_branching, branching),
        chance=whole("random_tree: chance", chance, 0, 100),
        utility=_model("random_tree", utility),
        seed=whole("random_tree: seed", seed, 0, 2**63 - 1),
    )


@domain()
def random_simultaneous(
    depth: int = 3,
    branching: int = 4,
    chance: int = 0,
    utility: RandomUtility = "edges",
    zeros: bool = True,
    seed: int = 0,
) -> _core.GameHandle:
    """Random game of simultaneous moves with perfect information [Bosansky2013]_.

    Both players have ``branching`` actions in each of ``depth`` stages. ``chance`` outcomes, if any, come before every
    stage. Utilities are ``uniform`` in [0, 1], ``binary`` 0 or 1, the sum of -1, 0, +1 per joint action (``edges``), or
    its ``sign``; without ``zeros`` a joint action is worth -1 or +1.
    """
    return _core.random_simultaneous(
        depth=whole("random_simultaneous: depth", depth, 1, 128),
        branching=whole("random_simultaneous: branching", branching, 1, 100),
        chance=whole("random_simultaneous: chance", chance, 0, 100),
        utility=_model("random_simultaneous", utility),
        zeros=flag("random_simultaneous: zeros", zeros),
        seed=whole("random_simultaneous: seed", seed, 0, 2**63 - 1),
    )


def _least(name: str, least: int | None, most: int) -> int:
    return most if least is None else whole(f"{name}: min_branching", least, 1, most)


def _model(name: str, utility: RandomUtility) -> _core.RandomUtility:
    model: _core.RandomUtility = getattr(_core.RandomUtility, one_of(f"{name}: utility", utility, RandomUtility))
    return model
