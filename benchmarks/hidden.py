"""Measurements of games with hidden information, for ``worker.py``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Facts = dict[str, Any]
Measurement = tuple[Callable[[], Any], Callable[[Any], Facts]]


def dodona_double_oracle(game: str, method: str, **options: Any) -> Measurement:
    """Rules to an exact value and strategies."""
    import dodona

    dodona.solve(dodona.game("kuhn"), method)  # loads what is imported on first use
    rules = dodona.game(game)

    def read(solution: Any) -> Facts:
        sequences = f"{solution.stats['sequences_0']:,} and {solution.stats['sequences_1']:,} sequences"
        return {"value": solution.value, "note": f"{solution.status}, {sequences}"}

    return lambda: dodona.solve(rules, method, **options), read


def dodona_program(game: str) -> Measurement:
    """The same by one linear program over all sequences."""
    import dodona

    dodona.solve(dodona.game("kuhn"), "sequence_form_lp")

    def read(solution: Any) -> Facts:
        return {"value": solution.value, "note": f"{solution.status}, {solution.stats['nodes']:,} nodes"}

    return lambda: dodona.solve(dodona.game(game), "sequence_form_lp"), read


def dodona_response(game: str, player: int, threads: int, split: str = "both") -> Measurement:
    """A best response to uniform play, without a tree."""
    import dodona
    from dodona import _core
    from dodona.model.strategy import uniform_strategy

    handle = dodona.game(game).handle
    options = _core.ResponseOptions()
    options.threads = threads
    options.split_actions, options.split_groups = split != "answers", split != "actions"

    def read(result: Any) -> Facts:
        return {"value": result[0], "nodes": result[2]}

    plan = uniform_strategy(1 - player).plan
    return lambda: _core.respond(handle, player, plan, options, _core.Budget()), read


def dodona_regret(game: str, rounds: int) -> Measurement:
    """Rounds of CFR+ on a tree that is already there."""
    import dodona
    from dodona import _core
    from dodona.all_methods import method_named
    from dodona.extensive.round_options import rule_of

    regret = _core.SelfPlay(dodona.game(game).tree(), rule_of(method_named("cfr+").defaults))
    return lambda: regret.play(rounds, _core.Budget()), lambda _: {}


def openspiel_regret(game: str, rounds: int) -> Measurement:
    """The same by OpenSpiel's solver in C++."""
    import pyspiel

    solver = pyspiel.CFRPlusSolver(pyspiel.load_game(game))

    def play() -> None:
        for _ in range(rounds):
            solver.evaluate_and_update_policy()

    return play, lambda _: {}


def dodona_sampling(game: str, iterations: int) -> Measurement:
    """Iterations of external sampling, in a run that goes on from measurement to measurement."""
    import dodona
    from dodona import _core

    run = _core.Sampling(dodona.game(game).handle, _core.SamplingScheme.external)

    def read(_: Any) -> Facts:
        return {"note": f"{run.sets:,} information sets, {run.memory / max(1, run.sets):,.0f} bytes each"}

    return lambda: run.play(iterations, _core.Budget()), read


def openspiel_sampling(game: str, iterations: int) -> Measurement:
    """The same by OpenSpiel's solver in C++, which updates both players in an iteration as well."""
    import pyspiel

    solver = pyspiel.ExternalSamplingMCCFRSolver(pyspiel.load_game(game))

    def play() -> None:
        for _ in range(iterations):
            solver.run_iteration()

    return play, lambda _: {}


def liteefg_regret(game: str, rounds: int) -> Measurement:
    """The same by LiteEFG, its average included."""
    import importlib

    import LiteEFG
    import pyspiel

    LiteEFG.set_threads(1)
    environment = LiteEFG.OpenSpielEnv(pyspiel.load_game(game))
    graph = importlib.import_module("LiteEFG.baselines.CFRplus").graph()
    environment.set_graph(graph)

    def play() -> None:
        for _ in range(rounds):
            graph.update_graph(environment)
            environment.update_strategy(graph.current_strategy())

    return play, lambda _: {}
