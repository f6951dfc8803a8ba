"""Gambit and nashpy find the same equilibria of random bimatrix games, degenerate ones included.

Gambit's ``enummixed`` in rational arithmetic lists the extreme equilibria of any bimatrix game. What nashpy's
support enumeration lists are equilibria, and nearly all of them where games are nondegenerate.
"""

import warnings
from fractions import Fraction

import numpy as np
import pytest

import dodona
from bimatrix import exact_regrets
from dodona import MatrixGame
from peers import peer

#: Few payoffs make most games degenerate, many make hardly any.
KINDS = {"ties": 1, "some ties": 3, "hardly any ties": 1000}


def drawn(kind, seed):
    """A random bimatrix game of up to four by four whole payoffs."""
    rng = np.random.default_rng([KINDS[kind], seed])
    shape = rng.integers(1, 5, size=2)
    return [rng.integers(-KINDS[kind], KINDS[kind] + 1, size=shape) for _ in range(2)]


def games(count):
    return [(kind, seed) for seed in range(count) for kind in KINDS]


def our_equilibria(tables):
    found = dodona.equilibria(MatrixGame(*tables))
    for own in found:
        assert exact_regrets(MatrixGame(*tables), *own.fractions) == (0, 0)
    return {own.fractions for own in found}


def gambit_equilibria(gambit, tables):
    theirs = gambit.Game.from_arrays(*tables)
    profiles = gambit.nash.enummixed_solve(theirs, rational=True).equilibria
    return {
        tuple(tuple(Fraction(str(profile[own])) for own in player.strategies) for player in theirs.players)
        for profile in profiles
    }


def assert_gambit_agrees(cases):
    gambit = peer("pygambit")
    for kind, seed in cases:
        tables = drawn(kind, seed)
        assert our_equilibria(tables) == gambit_equilibria(gambit, tables), (kind, seed)
        pure = gambit.nash.enumpure_solve(gambit.Game.from_arrays(*tables)).equilibria
        assert len(dodona.pure_equilibria(MatrixGame(*tables))) == len(pure), (kind, seed)


def assert_nashpy_agrees(cases):
    """What nashpy lists are equilibria, and where there are no ties ours; rounding makes it lose some now and then."""
    nashpy = peer("nashpy")
    complete = []
    for kind, seed in cases:
        tables = drawn(kind, seed)
        game = MatrixGame(*tables)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # degenerate games make it warn, and divide by zero
            theirs = list(nashpy.Game(*tables).support_enumeration(tol=1e-12))
        for x, y in theirs:
            assert dodona.exploitability(game, [np.abs(x), np.abs(y)]) <= 1e-9, (kind, seed)
        if kind == "hardly any ties":
            ours = [[np.array(own, dtype=float) for own in plans] for plans in our_equilibria(tables)]
            assert all(any(close(own, other) for own in ours) for other in theirs), seed
            complete.append(len(ours) == len(theirs))
    assert sum(complete) >= 0.9 * len(complete)


def close(profile, other):
    return all(np.allclose(p, q, atol=1e-9) for p, q in zip(profile, other, strict=True))


def assert_dominance_agrees(cases):
    """Gambit says which actions of a game pure ones dominate; they are what goes in the first round."""
    gambit = peer("pygambit")
    for kind, seed in cases:
        tables = drawn(kind, seed)
        everything = gambit.Game.from_arrays(*tables).strategy_support_profile()
        for name in ("strict", "weak"):
            theirs = {
                (player.number, own.label)
                for player in everything.game.players
                for own in player.strategies
                if everything.is_dominated(own, name == "strict")
            }
            found = dodona.dominance(MatrixGame(*tables), name, mixed=False).eliminated
            assert {(own.player, own.action) for own in found if own.round == 1} == theirs, (kind, seed, name)


CHECKS = [assert_gambit_agrees, assert_nashpy_agrees, assert_dominance_agrees]


@pytest.mark.parametrize("check", CHECKS)
def test_peers_agree_on_a_hundred_random_games(check):
    check(games(34))


@pytest.mark.slow
@pytest.mark.parametrize("check", CHECKS)
def test_peers_agree_on_a_thousand_random_games(check):
    check(games(334))
