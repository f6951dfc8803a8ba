"""How a restricted game grows before its first linear program: by best responses to plans that need not be exact."""

from __future__ import annotations

import math

from dodona import _core
from dodona.extensive.restricted_game import RestrictedGame
from dodona.model.oracle_loop import MET, OracleLoop
from dodona.model.run import Run

#: Plans by regret matching: as exact as this fraction of what best responses still gain, within so many rounds, in
#: stretches of some.
FRACTION, ROUNDS, STRETCH = 0.3, 2000, 100
#: The program takes over where the bounds are this close, relative to the first, or nothing new has come so many times.
COARSE, PATIENCE = 3e-4, 3
#: Sequences played less than this, relative to what best responses gain, are left out of the plans: averages never
#: quite forget, and responses to such traces make the game several times larger.
CUT = 0.1


def grow_by_regret(restricted: RestrictedGame, loop: OracleLoop) -> None:
    """Let the restricted game grow by best responses to approximate plans until these are nearly exact."""
    regret = _core.RegretMatching()
    first = gap = math.inf
    cut, idle, grown = CUT, 0, True
    while idle < PATIENCE and restricted.program.basis is None:
        loop.allow_iteration()
        with restricted.seconds.timed("regret"):
            if grown:  # otherwise its averages go on
                restricted.walk(lambda budget: regret.load(restricted.oracle, budget))
            improve(regret, FRACTION * gap, loop.run)
            regret.give(restricted.oracle, cut * min(1.0, gap / first) if math.isfinite(first) else cut)
        gap = loop.respond(0) + loop.respond(1) - restricted.total
        first = gap if math.isinf(first) else first
        restricted.regret_iterations += 1
        if loop.gap <= max(COARSE * first, MET * restricted.size):
            return loop.finish_iteration()
        grown = restricted.grow(0) + restricted.grow(1) > 0
        if grown:
            idle = 0
        else:  # the plans lost too much, or the game lacks nothing
            idle, cut = idle + 1, 0.1 * cut
        loop.finish_iteration()
    return None


def improve(regret: _core.RegretMatching, target: float, run: Run) -> None:
    """Play rounds until the plans are good enough, with a look at limits and Ctrl-C now and then."""
    for _ in range(0, ROUNDS, STRETCH):
        run.check()
        if regret.improve(target, STRETCH) <= target:
            return
