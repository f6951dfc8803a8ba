"""Many parallel searches, judged one by one; run in a process of its own, because a stray thread may end it.

Arguments: a scheme and what to do. Prints one line per wrong answer.
"""

from __future__ import annotations

import sys

from search_games import PATIENCE, Retold, solve, tree

import dodona
from dodona import Limit
from oracles import after_line

GAMES = [
    "tic_tac_toe",
    "connect_four(width=4, height=4)",
    "connect_four(width=5, height=3, connect=3)",
    "breakthrough(columns=3, rows=4, pawn_rows=1)",
    "nim(heaps=[1, 3, 4])",
    "dice_race",
    "oshi_zumo(coins=6, size=2).serialized(first=0)",
    "goofspiel(cards=4, utility=points).serialized(first=1)",
    "goofspiel(cards=3, order=random).serialized(first=0)",
    "random_tree(depth=6, branching=4, utility=uniform, seed=1)",
    "random_tree(depth=3, branching=3, chance=3, utility=uniform, seed=2)",
]
#: What a search without pruning goes through in a moment.
SMALL = ["dice_race(turns=3)", "tic_tac_toe.after(1, 5)", GAMES[-3], GAMES[-1]]
#: Cut-offs that come while others are still at work: many, at all depths.
CROWDED = [
    "tic_tac_toe",
    "connect_four(width=4, height=4)",
    "breakthrough(columns=3, rows=5, pawn_rows=1)",
    "random_tree(depth=7, branching=5, utility=edges, seed=2)",
    "random_tree(depth=8, branching=3, utility=uniform, seed=1)",
]
THREADS = (1, 2, 3)


def algorithms(scheme: str) -> tuple[str, ...]:
    """What the scheme spreads."""
    return ("expectiminimax",) if scheme == "expectiminimax" else ("alphabeta", "negascout")


def options_of(scheme: str, threads: int, **others) -> dict:
    table = {} if scheme == "expectiminimax" else {"table": 1 << 16}
    return {"parallel": scheme, "threads": threads, **table, **others}


def judge(game, name, value, solution, what) -> None:
    rounding = 1e-12 if game.traits.chance else 0.0
    if solution.status != "exact" or abs(solution.value - value) > rounding:
        print(f"{name} {what} on {game}: {solution!r}, not {value}")
    end = after_line(game, solution)
    if not game.traits.chance and end.utility()[0] != value:
        print(f"{name} {what} on {game}: the line {solution.principal_variation} does not lead to {value}")


def exact(scheme: str) -> None:
    """Whole games."""
    games = [dodona.game(text) for text in (SMALL if scheme == "expectiminimax" else GAMES)]
    games += [tree(seed, seed % 3) for seed in range(25)]
    games += [Retold("tic_tac_toe.after(1, 5, 9)"), Retold("dice_race(turns=2)")]
    for game in games:
        value = dodona.solve(game, "negascout").value
        for name in algorithms(scheme):
            for threads in THREADS:
                for plies in (None, 0, 2):
                    options = options_of(scheme, threads, split_plies=plies)
                    judge(game, name, value, solve(game, name, **options), options)


def repeated(scheme: str) -> None:
    """The same searches again and again: threads meet differently each time."""
    games = [dodona.game(text) for text in (SMALL if scheme == "expectiminimax" else CROWDED)]
    values = [dodona.solve(game, "negascout").value for game in games]
    for _ in range(8):
        for game, value in zip(games, values, strict=True):
            for threads in (2, 3, 4):
                name = algorithms(scheme)[-1]
                options = options_of(scheme, threads)
                judge(game, name, value, solve(game, name, **options), options)


def estimated(scheme: str) -> None:
    """To a depth, with an estimate that differs from position to position."""

    def estimate(state: dodona.State) -> float:
        return (sum(map(ord, str(state))) % 101) / 101

    for text in GAMES:
        game = dodona.game(text)
        for depth in (1, 2, 4):
            for deepening in (True, False):
                how = {"evaluation": estimate, "deepening": deepening}
                limit = Limit(depth=depth, time=PATIENCE.time)
                value = solve(game, "minimax", limit=limit, **how).value
                for name in algorithms(scheme):
                    for threads in THREADS:
                        options = options_of(scheme, threads)
                        found = solve(game, name, limit=limit, **how, **options).value
                        if abs(found - value) > (1e-12 if game.traits.chance else 0):
                            print(f"{name} {options} {deepening} on {game} to depth {depth}: {found}, not {value}")


def nothing(scheme: str) -> None:
    """No move ahead: the evaluation of the start."""
    game = dodona.game("dice_race")
    for name in algorithms(scheme):
        for threads in THREADS:
            for deepening in (True, False):
                how = {"evaluation": lambda state: 0.25, "deepening": deepening}
                found = solve(game, name, limit=Limit(depth=0), **how, **options_of(scheme, threads)).value
                if found != 0.25:
                    print(f"{name} with {threads} threads: {found} (deepening: {deepening})")


if __name__ == "__main__":
    {"exact": exact, "repeated": repeated, "estimated": estimated, "nothing": nothing}[sys.argv[2]](sys.argv[1])
