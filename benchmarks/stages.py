"""Measurements of games with simultaneous moves, for ``worker.py``."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

Facts = dict[str, Any]
Measurement = tuple[Callable[[], Any], Callable[[Any], Facts]]


def dodona_stages(game: str, method: str, **options: Any) -> Measurement:
    """The value of a game, without strategies."""
    import dodona

    rules = dodona.game(game)
    dodona.solve(dodona.game("goofspiel(cards=2)"), method, strategies=False)  # loads what is imported on first use

    def read(solution: Any) -> Facts:
        counts = {name: solution.stats[name] for name in ("stages", "serialized_nodes")}
        return {"value": solution.value, **counts}

    return lambda: dodona.solve(rules, method, strategies=False, **options), read


def dodona_all_stages(game: str, bids: list[int]) -> Measurement:
    """Rules to strategies for every stage; the value read is that of the stage after the first bids."""
    import dodona

    dodona.solve(dodona.game("goofspiel(cards=2)"))

    def read(solution: Any) -> Facts:
        after = dodona.game(game).root().play(tuple(str(bid) for bid in bids))
        return {"value": solution.player().stage(after).value, "note": solution.status}

    return lambda: dodona.solve(dodona.game(game)), read


def openspiel_value_iteration(game: str, bids: list[int], scale: float) -> Measurement:
    """OpenSpiel's value iteration, which also gives the value of every stage; it is in Python."""
    import pyspiel
    from open_spiel.python.algorithms import value_iteration

    rules = pyspiel.load_game(game)

    def read(values: dict[str, float]) -> Facts:
        after = rules.new_initial_state()
        after.apply_actions([bid - 1 for bid in bids])  # actions count cards from 0
        return {"value": scale * values[str(after)], "note": f"{len(values):,} states"}

    return lambda: value_iteration.value_iteration(rules, -1, 1e-6), read


def python_goofspiel(cards: int, bids: list[int]) -> Measurement:
    """Backward induction as a user of SciPy would write it: a table of hands, a linear program for each.

    Points add up, so that what is still to be won does not depend on the score.
    """
    programs = [linear_program(size) for size in range(cards + 1)]

    def run() -> float:
        @cache
        def value(mine: frozenset[int], other: frozenset[int]) -> float:
            if not mine:
                return 0.0
            cells = [[cell(mine, other, own, bid) for bid in sorted(other)] for own in sorted(mine)]
            return programs[len(mine)](np.array(cells))

        def cell(mine: frozenset[int], other: frozenset[int], own: int, bid: int) -> float:
            prize = len(mine)  # descending
            return prize * ((own > bid) - (own < bid)) + value(mine - {own}, other - {bid})

        value(hand, hand)
        return value(hand - {bids[0]}, hand - {bids[1]}) + cards * ((bids[0] > bids[1]) - (bids[0] < bids[1]))

    import numpy as np

    hand = frozenset(range(1, cards + 1))
    return run, lambda found: {"value": found}


def linear_program(size: int) -> Callable[[Any], float]:
    """The value of square matrices by the row player's textbook program, through ``scipy.optimize.linprog``."""
    import numpy as np
    from scipy.optimize import linprog

    cost = np.append(np.zeros(size), -1.0)
    total = np.append(np.ones(size), 0.0)[None, :]
    bounds = [(0, None)] * size + [(None, None)]
    ones = np.ones((size, 1))

    def value(a: Any) -> float:
        return -float(linprog(cost, np.hstack([-a.T, ones]), np.zeros(size), total, [1.0], bounds).fun)

    return value
