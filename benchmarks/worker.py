"""One measurement in a process of its own: ``python worker.py NAME ARGUMENTS`` prints one line of JSON.

Every measurement prepares, untimed, and returns what is timed and what reads the result. Nothing is imported up here
that a measured package might import, so that an import is timed in full.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

import hidden
import searches
import stages

Facts = dict[str, Any]
Measurement = tuple[Callable[[], Any], Callable[[Any], Facts]]

#: Random matrices are drawn in one batch of this size, so that everyone solves the same first ones.
BATCH = 20_000
#: The mean value of this many first matrices is compared between solvers.
COMPARED = 20


def nothing(result: Any) -> Facts:
    """A result that says nothing worth comparing."""
    return {}


def number(result: float) -> Facts:
    """A result that is itself the number to compare."""
    return {"value": float(result)}


# --- everyone ---------------------------------------------------------------------------------------------------------


def import_module(module: str) -> Measurement:
    """Import a package."""
    return lambda: importlib.import_module(module), nothing


def matrices(size: int, games: int) -> Any:
    """Square matrices with whole payoffs from -10 to 10."""
    import numpy as np

    return np.random.default_rng(0).integers(-10, 11, (BATCH, size, size)).astype(float)[:games]


def each_matrix(value: Callable[[Any], float], size: int, games: int) -> Measurement:
    """Solve one matrix after the other."""
    batch = matrices(size, games)
    value(batch[0])
    return lambda: [value(a) for a in batch], lambda values: number(sum(values[:COMPARED]) / COMPARED)


def versions(packages: list[str]) -> Measurement:
    """Versions of packages as they report them."""
    from importlib.metadata import PackageNotFoundError, version

    def read(_: Any) -> Facts:
        found = {"dodona": importlib.import_module("dodona").__version__}
        for package in packages:
            with contextlib.suppress(PackageNotFoundError):
                found[package] = version(package)
        return {"versions": found}

    return lambda: None, read


# --- Dodona -----------------------------------------------------------------------------------------------------------


def dodona_solve(game: str) -> Measurement:
    """Rules to certified solution."""
    import dodona

    dodona.solve(dodona.game("kuhn"))  # loads what is imported on first use
    return lambda: dodona.solve(dodona.game(game)), lambda solution: {"value": solution.value, "note": solution.status}


def dodona_exploitability(game: str) -> Measurement:
    """Both best responses to the uniform profile, on a tree that is already there."""
    import dodona
    from dodona.model.behaviour import uniform_behaviour
    from dodona.model.strategy import TreeStrategy

    rules = dodona.game(game)
    tree = rules.tree()
    profile = [TreeStrategy(tree, player, uniform_behaviour(tree, player)) for player in (0, 1)]
    return lambda: dodona.exploitability(rules, profile), number


def dodona_tree(game: str) -> Measurement:
    """Rules to tree."""
    import dodona

    return lambda: dodona.game(game).tree(), lambda tree: {"note": f"{tree.num_nodes:,} nodes"}


def dodona_matrices(size: int, games: int) -> Measurement:
    """All matrices in one call."""
    from dodona import _core

    batch = matrices(size, games)
    return lambda: _core.solve_matrices(batch)[0], lambda values: number(values[:COMPARED].mean())


def dodona_read(file: str) -> Measurement:
    """Open an .efg file."""
    import dodona

    return lambda: dodona.read(file), lambda game: number(len(game.document.nodes))


def dodona_write(game: str, file: str) -> Measurement:
    """Write the file that another measurement reads."""
    import dodona

    return lambda: dodona.write(dodona.game(game), file), nothing


# --- OpenSpiel --------------------------------------------------------------------------------------------------------


def openspiel_solve(game: str, scale: float) -> Measurement:
    """The sequence-form linear program of OpenSpiel's Python code, with its default solver."""
    import pyspiel
    from open_spiel.python.algorithms.sequence_form_lp import solve_zero_sum_game

    solve_zero_sum_game(pyspiel.load_game("kuhn_poker"))
    rules = pyspiel.load_game(game)
    return lambda: solve_zero_sum_game(rules), lambda solution: number(scale * solution[0])


def openspiel_nash_conv(game: str, scale: float) -> Measurement:
    """The C++ function; it has no way to keep the tree between calls."""
    import pyspiel

    rules = pyspiel.load_game(game)
    uniform = pyspiel.UniformRandomPolicy(rules)
    return lambda: pyspiel.nash_conv(rules, uniform), lambda gap: number(scale * gap)


def openspiel_best_responses(game: str, scale: float) -> Measurement:
    """Both C++ best-response objects, which keep their trees; in a zero-sum game their values sum to NashConv."""
    import pyspiel

    rules = pyspiel.load_game(game)
    uniform = pyspiel.UniformRandomPolicy(rules)
    responses = [pyspiel.TabularBestResponse(rules, player, uniform) for player in (0, 1)]
    root = rules.new_initial_state()

    def run() -> float:
        for response in responses:
            response.set_policy(uniform)  # forgets the last answer
        return float(sum(response.value_from_state(root) for response in responses))

    return run, lambda gap: number(scale * gap)


def openspiel_tree(game: str) -> Measurement:
    """The tree of histories that a C++ best response is built on."""
    import pyspiel

    rules = pyspiel.load_game(game)
    uniform = pyspiel.UniformRandomPolicy(rules)
    return lambda: pyspiel.TabularBestResponse(rules, 0, uniform), nothing


def openspiel_matrices(size: int, games: int) -> Measurement:
    """OpenSpiel's linear program for matrix games."""
    import pyspiel
    from open_spiel.python.algorithms.lp_solver import solve_zero_sum_matrix_game

    return each_matrix(lambda a: solve_zero_sum_matrix_game(pyspiel.create_matrix_game(a, -a))[2], size, games)


# --- LiteEFG ----------------------------------------------------------------------------------------------------------


def liteefg_tree(game: str) -> Measurement:
    """Convert a game of OpenSpiel to LiteEFG's file, and load the file."""
    import LiteEFG
    import pyspiel

    LiteEFG.set_threads(1)
    return lambda: LiteEFG.OpenSpielEnv(pyspiel.load_game(game), regenerate=True), nothing


def liteefg_exploitability(game: str, scale: float) -> Measurement:
    """Both best responses to the uniform strategy with which CFR begins."""
    import LiteEFG
    import pyspiel

    LiteEFG.set_threads(1)
    environment = LiteEFG.OpenSpielEnv(pyspiel.load_game(game))
    graph = importlib.import_module("LiteEFG.baselines.CFR").graph()
    environment.set_graph(graph)
    uniform = graph.current_strategy()
    return lambda: environment.exploitability(uniform), lambda gains: number(scale * sum(gains))


# --- Gambit, nashpy, SciPy --------------------------------------------------------------------------------------------


def gambit_solve(file: str) -> Measurement:
    """Gambit's linear program in floating point; reading the file is not timed."""
    import pygambit

    game = pygambit.read_efg(file)

    def read(result: Any) -> Facts:
        profile = result.equilibria[0]
        # Elsewhere the probabilities are quotients of rounding errors and mean nothing.
        sets = [own for player in game.players for own in player.infosets if own_reach(profile, own) > 1e-6]
        sums = [sum(float(profile[action]) for action in own.actions) for own in sets]
        off = max(sums, key=lambda total: abs(total - 1))
        note = f"probabilities at a set sum to {off:.3g}" if abs(off - 1) > 1e-6 else ""
        return {"value": float(profile.payoff(next(iter(game.players)))), "note": note}

    return lambda: pygambit.nash.lp_solve(game, rational=False), read


def own_reach(profile: Any, infoset: Any) -> float:
    """The probability that a player's own moves in a Gambit profile lead to one of her information sets."""
    node, reach = next(iter(infoset.members)), 1.0
    while node.parent is not None:
        if node.prior_action.infoset.player == infoset.player:
            reach *= float(profile[node.prior_action])
        node = node.parent
    return reach


def gambit_read(file: str) -> Measurement:
    """Open an .efg file."""
    import pygambit

    return lambda: pygambit.read_efg(file), lambda game: number(len(game.nodes))


def nashpy_matrices(size: int, games: int) -> Measurement:
    """The linear program of nashpy for zero-sum games."""
    import nashpy

    def value(a: Any) -> float:
        x, y = nashpy.Game(a).linear_program()
        return float(x @ a @ y)

    return each_matrix(value, size, games)


def scipy_matrices(size: int, games: int) -> Measurement:
    """The textbook linear program of the row player."""
    return each_matrix(stages.linear_program(size), size, games)


# --- one measurement --------------------------------------------------------------------------------------------------


def peak_mb(pid: int | str = "self") -> float:
    """The most memory a process has held, as Linux counts it since the program started."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        return next((int(line.split()[1]) / 1000 for line in status if line.startswith("VmHWM")), float("nan"))


def measure(run: Callable[[], Any], read: Callable[[Any], Facts], budget: float) -> Facts:
    """Run once, then again until ``budget`` seconds are spent; memory and result are those of the first run."""
    times: list[tuple[float, float]] = []
    facts: Facts = {}
    while not times or sum(wall for wall, _ in times) < budget:
        wall, cpu = time.perf_counter(), time.process_time()
        result = run()
        times.append((time.perf_counter() - wall, time.process_time() - cpu))
        if not facts:
            facts = {"peak_mb": peak_mb(), **read(result)}
        del result
    middle = len(times) // 2
    wall, cpu = (sorted(column)[middle] for column in zip(*times, strict=True))
    return {"seconds": wall, "cpu": cpu, "repeats": len(times), **facts}


def main(name: str, arguments: str) -> None:
    """Measure under a memory limit, and say in one line what came of it."""
    options = json.loads(arguments)
    memory, budget = int(options.pop("memory")), float(options.pop("budget"))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with contextlib.redirect_stdout(sys.stderr):
        try:
            run, read = {**vars(hidden), **vars(stages), **vars(searches), **globals()}[name](**options)
            facts = measure(run, read, budget)
        except ModuleNotFoundError as error:
            facts = {"missing": error.name}
        except MemoryError:
            facts = {"memory": True}
        except Exception as error:
            facts = {"error": f"{type(error).__name__}: {error}"}
    print(json.dumps(facts))


if __name__ == "__main__":
    main(*sys.argv[1:])
