"""Measurements of searches in games of perfect information, for ``worker.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Facts = dict[str, Any]
Measurement = tuple[Callable[[], Any], Callable[[Any], Facts]]

CONNECT = 4


def facts(value: float, nodes: int) -> Facts:
    """What a search found, and what it cost."""
    return {"value": float(value), "nodes": nodes, "note": f"{nodes:,} nodes"}


def dodona_search(game: str, method: str, depth: int | None = None, line: bool = False, **options: Any) -> Measurement:
    """Search from the root; ``line`` also asks for the principal variation, which ``dodona.solve`` always does."""
    import dodona
    from dodona.all_methods import method_named
    from dodona.model.game import opened
    from dodona.model.run import Run
    from dodona.perfect.search import Solver

    rules, limit = opened(dodona.game(game)), dodona.Limit(depth=depth)
    if options.get("evaluation") == "python":
        options["evaluation"] = lambda state: evaluate(str(state).upper().split("/"))

    def run() -> Any:
        solver = Solver(method, rules, method_named(method).settings(options), limit)
        solver.core.line = line
        with Run(limit) as clock:
            return solver.run(rules.handle, clock)

    return run, lambda result: facts(result.value, result.stats.nodes)


def dodona_max_n(game: str, depth: int | None = None, **options: Any) -> Measurement:
    """max^n from the root, without the line of best play."""
    import dodona
    from dodona.all_methods import method_named
    from dodona.model.game import opened
    from dodona.model.run import Run
    from dodona.multiplayer.max_n import MaxN

    rules, limit = opened(dodona.game(game)), dodona.Limit(depth=depth)

    def run() -> Any:
        with Run(limit) as clock:
            solver = MaxN(rules, method_named("max_n").settings(options), limit, clock)
            solver.core.line = False
            return solver.run(rules.handle, clock)

    return run, lambda result: facts(result.values[0], result.stats.nodes)


def openspiel_alpha_beta(game: str, depth: int, evaluated: bool) -> Measurement:
    """OpenSpiel's alpha-beta in Python; that of its C++ core cannot be called from Python."""
    import pyspiel
    from open_spiel.python.algorithms import minimax

    rules = pyspiel.load_game(game)
    value = (lambda state: evaluate(str(state).upper().split())) if evaluated else None

    def run() -> Any:
        return minimax.alpha_beta_search(rules, value_function=value, maximum_depth=depth)[0]

    def read(found: float) -> Facts:
        """Nodes are counted in a second search, which is not timed."""
        plain, nodes = minimax._alpha_beta, 0

        def counting(*arguments: Any, **named: Any) -> Any:
            nonlocal nodes
            nodes += 1
            return plain(*arguments, **named)

        minimax._alpha_beta = counting
        try:
            run()
        finally:
            minimax._alpha_beta = plain
        return facts(found, nodes)

    return run, read


def dodona_uct(game: str, simulations: int) -> Measurement:
    """Simulations of UCT with uniform playouts to the end of the game, from an empty tree; nothing is proven."""
    import dodona
    from dodona import _core
    from dodona.all_methods import method_named
    from dodona.model.game import opened
    from dodona.perfect.uct import make_search

    rules, options = opened(dodona.game(game)), method_named("uct").settings({"proofs": False})

    def run() -> Any:
        make_search(rules, rules.handle, options, 1).run(simulations, _core.Budget())

    return run, lambda _: {}


def openspiel_mcts(game: str, simulations: int) -> Measurement:
    """The same by OpenSpiel's bot in C++, with one playout per leaf."""
    import pyspiel

    rules = pyspiel.load_game(game)

    def run() -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        pyspiel.MCTSBot(rules, evaluator, 2.0, simulations, 1000, False, 1, False).step(rules.new_initial_state())

    return run, lambda _: {}


def evaluate(rows: list[str]) -> float:
    """The evaluation of Dodona's connect four, for a board as text from the top row down.

    It is the lines that each player can still complete, as a share of all lines.
    """
    height, width = len(rows), len(rows[0])
    everywhere = cells(rows, "XO.", width, height)
    free = {player: everywhere & ~cells(rows, other, width, height) for player, other in ((0, "O"), (1, "X"))}
    return (lines(free[0], height) - lines(free[1], height)) / (1 + lines(everywhere, height))


def cells(rows: list[str], marks: str, width: int, height: int) -> int:
    """A set of cells as bits, column by column with a spare one on top."""
    return sum(
        1 << (column * (height + 1) + height - 1 - row)
        for row in range(height)
        for column in range(width)
        if rows[row][column] in marks
    )


def lines(board: int, height: int) -> int:
    """How many lines lie inside a set of cells."""
    count = 0
    for step in (1, height, height + 1, height + 2):
        run = board
        for i in range(1, CONNECT):
            run &= board >> (step * i)
        count += run.bit_count()
    return count
