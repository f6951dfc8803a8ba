"""Board games and random games."""

from __future__ import annotations

from typing import Literal

from dodona import _core
from dodona.domains.catalog import domain, one_of, whole

RandomUtility = Literal["uniform", "binary", "edges", "sign"]


@domain()
def tic_tac_toe() -> _core.GameHandle:
    """Tic-tac-toe on the usual board; cells are numbered 1 to 9, row by row."""
    return _core.tic_tac_toe()


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
    whole("random_game: branching", branching, 1, 100)
    return _core.random_game(
        depth=whole("random_game: depth", depth, 1, 20),
        branching=branching,
        min_branching=branching
        if min_branching is None
        else whole("random_game: min_branching", min_branching, 1, branching),
        observations=whole("random_game: observations", observations, 1, 100),
        chance=whole("random_game: chance", chance, 0, 100),
        utility=getattr(_core.RandomUtility, one_of("random_game: utility", utility, RandomUtility)),
        seed=whole("random_game: seed", seed, 0, 2**63 - 1),
    )
