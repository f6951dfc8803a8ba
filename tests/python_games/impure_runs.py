"""Runs with impure games: what is asked of them, and a program that does so case by case.

    python impure_runs.py "dob|actions|17" "check|turn|3"

A case is a question, a hook and a seed; game, lie and options are drawn from these. Before each case the program prints
what it is going to do, so that whoever started it knows what it died of. Every answer is good, and every error of
Dodona's family; another exception is printed, a case that takes too long ends the program.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from impure import draw_plan, hooks_of, impure
from small_games import GAMES

import dodona
from dodona import DodonaError, Limit
from dodona.all_methods import METHODS
from dodona.perfect.search import ORDERINGS, SCHEMES

#: Seconds after which a case is taken to hang; what it asks has a limit that is much shorter.
PATIENCE = 30.0
LIMIT = Limit(time=2, nodes=3000, memory=1 << 26)
#: Impure games often have no end; it must not take long to find out.
MAX_LENGTH = 30


def quarter(state: Any) -> float:
    """An evaluation that is no hook of a game."""
    return 0.25


def thirds(state: Any) -> tuple[float, ...]:
    """One for every player of three."""
    return 0.5, 0.25, 0.0


#: Values of the methods' options by name; methods share most of them.
OPTIONS: dict[str, list[Any]] = {
    "policy": ["both", "alternating", "worse"],
    "regret": [True, False],
    "growth": ["reached", "everywhere"],
    "leaves": ["best_response", "default"],
    "default": ["first", "promising"],
    "symmetry": [True, False],
    "threads": [1, 2],
    "split": ["both", "actions", "answers"],
    "pruning": [True, False, "none", "shallow", "branch_and_bound", "last_branch", "speculative"],
    "bound": ["linear", "leaf_values", "difference"],
    "ties": ["first", "last", "spiteful", "generous"],
    "hopes": [True, False],
    "outcomes": ["game", "tree", [(0, 0, 1), (1, 2, 3)]],
    "maxsum": [5.0, 1e9],
    "difference": [5.0],
    "decisions": ["auto", "scan", "on_demand", "full"],
    "defence": [0.0, 1.0],
    "attack": [0.0, 1.0],
    "table": [1 << 14, 1 << 20, 0],
    "serialized_table": [1 << 14, 1 << 20, 0],
    "replacement": ["effort", "always"],
    "ordering": [(), ORDERINGS, ("table", "killers"), ("domain", "history")],
    "chance": ["none", "star1", "star2"],
    "evaluation": ["game", quarter, thirds],
    "deepening": [True, False],
    "guess": [0.0, 0.5],
    "width": [0.25, 2.0],
    "parallel": [*SCHEMES, "expectiminimax"],
    "split_plies": [0, 1, 3],
    "outlook": [True, False],
    "search": ["alphabeta", "negascout", "mtdf"],
    "null_windows": [True, False],
    "shuffle": [True, False],
    "strategies": [True, False],
    "rounds": [1, 50],
    "simulations": [1, 60],
    "playouts": ["uniform", "promising"],
    "playout_moves": [None, 3],
    "sampling": [0.1, 0.9],
    "proofs": [True, False],
    "selector": ["uct", "exp3", "regret_matching"],
    "targeting": [0.0, 0.5],
    "plus": [True, False],
    "predictive": [True, False],
    "alternating": [True, False],
    "averaging": [0.0, 2.0],
    "restarts": [True, False],
    "polish": [True, False],
    "step": [0.5, 2.0],
    "positive_discount": [None, 1.5],
    "negative_discount": [None, 0.0],
    "weighting": ["uniform", "linear"],
    "exploration": [0.1, 0.9],
    "proof": [0.0, 0.5],
}


@dataclass(frozen=True)
class Case:
    """A question to a game of which a hook lies; the seed decides which game, how, and with which options."""

    question: str
    hook: str
    seed: int

    def __str__(self) -> str:
        return f"{self.question}|{self.hook}|{self.seed}"

    @staticmethod
    def read(text: str) -> Case:
        """The inverse of ``str``."""
        question, hook, seed = text.split("|")
        return Case(question, hook, int(seed))

    def prepare(self) -> tuple[str, Callable[[], None]]:
        """What the case does, in words, and the work itself."""
        draw = Random(str(self))
        name = draw.choice([game for game in games_for(self.question) if self.hook in hooks_of(honest(game))])
        plan = draw_plan(self.hook, draw)
        game = impure(honest(name), plan)
        ask = QUESTIONS.get(self.question)
        if ask is not None:
            return f"{self} = {self.question} of {name} with {plan}", lambda: ask(game)
        options, limit = draw_options(self.question, draw)
        settings = {name: getattr(value, "__name__", value) for name, value in {**options, **limit}.items()}
        words = f"{self} = solve {name} by {self.question} with {settings}, and {plan}"
        return words, lambda: solve(game, self.question, options, **limit)


def honest(name: str) -> dodona.Game:
    """A game that says the truth and is short."""
    game = GAMES[name]()
    game.max_length = MAX_LENGTH
    return game


@cache
def games_for(question: str) -> list[str]:
    """Names of the games that a question fits."""
    return [name for name in GAMES if question in QUESTIONS or question in dodona.methods(honest(name))]


def draw_options(method: str, draw: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Some options of a method, and what is limited beside time, nodes and memory."""
    known = next(entry.options for entry in METHODS if entry.name == method)
    options = {name: draw.choice(OPTIONS[name]) for name in known if name in OPTIONS and draw.random() < 0.4}
    limit = draw.choice([{}, {}, {"iterations": 3}, {"gap": 0.5}, {"depth": 2}])
    if "depth" in limit and "evaluation" in known:
        options["evaluation"] = draw.choice(OPTIONS["evaluation"])
    return options, limit


# --- questions -------------------------------------------------------------------------------------------------------


def each(*steps: Callable[[], Any]) -> None:
    """Take every step, whether or not one before was refused."""
    for step in steps:
        with suppress(DodonaError):
            step()


def solve(game: dodona.Game, method: str | None, options: dict[str, Any], **limit: Any) -> None:
    """Solve the game and ask the solution everything."""
    solution = dodona.solve(game, method, replace(LIMIT, **limit), 1, **options)
    each(
        lambda: str(solution) + solution.explain() + repr(solution),
        solution.to_dict,
        solution.player,
        lambda: solution.player().best_move(game.root(), 0),
        lambda: solution.player().stage(game.root()),
        lambda: [solution.player().best_move(state) for state in positions(game)],
        lambda: [solution.player().stage(state) for state in positions(game)],
        lambda: [plan.at(state) for state in positions(game) for plan in solution.strategies[state.turn :][:1]],
        lambda: game.tree(LIMIT) and dodona.expected_value(game, solution),
        lambda: dodona.exploitability(game, solution, limit=LIMIT),
        lambda: dodona.best_response(game, 0, solution, limit=LIMIT),
        lambda: dodona.best_response(game, 1, solution, limit=LIMIT),
    )


def solve_twice(game: dodona.Game) -> None:
    """Searches that share a table."""
    table = dodona.transposition_table(game, 1 << 16)
    each(
        lambda: dodona.solve(game, "mtdf", LIMIT, table=table),
        lambda: dodona.solve(game, "negascout", LIMIT, table=table, threads=2),
        lambda: (
            dodona.solve(game.after(first_move(game)), "alphabeta", LIMIT, table=table)
            .player()
            .best_move(game.after(first_move(game)).root())
        ),
    )


def first_move(game: dodona.Game) -> str | tuple[str, ...]:
    """The labels of the first move, empty where there is none."""
    root = game.root()
    if root.turn == dodona.SIMULTANEOUS:
        return tuple("".join(root.actions(player)[:1]) for player in (0, 1))
    return "".join(root.actions()[:1])


def positions(game: dodona.Game) -> Iterable[dodona.State]:
    """The positions along one line of play where players decide."""
    state = game.root()
    for _ in range(6):
        if state.is_terminal:
            return
        if state.turn >= 0:
            yield state
        state = state.play(index=(0, 0) if state.turn == dodona.SIMULTANEOUS else 0)


def play_through(game: dodona.Game) -> None:
    """Every question that can be asked of positions, along one line of play."""
    state = game.root()
    for _ in range(10):
        ask_position(state)
        state = state.play(index=(0, 1) if state.turn == dodona.SIMULTANEOUS else 0)


def ask_position(state: dodona.State) -> None:
    """Every question that can be asked of a position."""
    each(
        *(lambda p=player: state.actions(p) for player in (None, 0, 1, 2, dodona.CHANCE)),
        *(lambda p=player: (state.information(p), state.information_key(p)) for player in (0, 1)),
        *(lambda m=map: (state.image(m), state.image_action(0, m)) for map in (0, 1, 2)),
        lambda: (state.key(), state.mirror_key(), state.python_state(), str(state)),
        state.probabilities,
        state.utility,
        state.undo,
    )


def evaluate(game: dodona.Game) -> None:
    """Everything that is asked of profiles, on the tree and without."""
    uniform = ["uniform"] * 2
    each(
        *(lambda p=player: dodona.best_response(game, p, uniform, limit=LIMIT, threads=2) for player in (0, 1)),
        lambda: dodona.exploitability(game, uniform, limit=LIMIT),
    )
    tree = game.tree(LIMIT)
    pure = [first_actions(tree, player) for player in (0, 1)]
    each(
        lambda: dodona.expected_value(game, uniform),
        lambda: dodona.expected_value(game, pure),
        lambda: dodona.exploitability(game, pure, limit=LIMIT),
        *(lambda p=player: dodona.best_response(game, p, pure, limit=LIMIT) for player in (0, 1)),
        *(lambda p=player: dodona.infoset_values(game, p, pure) for player in (0, 1)),
        *(lambda p=player: dodona.infoset_values(game, p, uniform) for player in (0, 1)),
    )


def first_actions(tree: dodona.GameTree, player: int) -> dict[str, dict[str, float]]:
    """The plan that always takes the first action."""
    names, first = tree.action_labels(player), tree.first_sequence(player).tolist()
    return {label: {names[sequence]: 1.0} for label, sequence in zip(tree.infoset_labels(player), first, strict=True)}


def store(game: dodona.Game) -> None:
    """The tree with all its labels, the matrix, and the game as a file."""
    tree = game.tree(LIMIT)
    players = range(tree.players)
    each(
        lambda: [(tree.infoset_labels(player), tree.action_labels(player)) for player in players],
        lambda: [tree.history(node) for node in range(tree.num_nodes)],
        lambda: dodona.solve(dodona.matrix_of(game), limit=LIMIT),
    )
    with tempfile.TemporaryDirectory() as folder:
        dodona.write(game, Path(folder) / "game.efg")
        dodona.solve(dodona.read(Path(folder) / "game.efg"), limit=LIMIT)


def view(game: dodona.Game) -> None:
    """The game after a move, and with simultaneous moves in turn."""
    move = first_move(game)
    views = [
        lambda: game.after(move),
        game.extensive,
        lambda: game.serialized(0),
        lambda: game.after(move).serialized(1),
    ]
    for make in views:
        with suppress(DodonaError):
            other = make()
            each(
                lambda other=other: dodona.solve(other, limit=LIMIT),
                lambda other=other: other.tree(LIMIT),
                lambda other=other: dodona.check(other, limit=LIMIT),
            )


def meet(game: dodona.Game) -> None:
    """Matches between players of several kinds."""
    first = dodona.FunctionPlayer(lambda state, player: {state.actions(player)[0]: 1})
    each(
        lambda: str(dodona.match(game, ["random", first], games=8)),
        lambda: dodona.match(game, ["solve(time=1, nodes=3000)", "random"], games=2),
        lambda: dodona.match(game, ["alphabeta(depth=2, nodes=500)", first], games=2),
        lambda: dodona.match(game, ["stage_search(depth=1, nodes=500)", "random"], games=2),
        lambda: dodona.tournament(game, ["random", first, "random"], games=2),
    )


QUESTIONS: dict[str, Callable[[dodona.Game], Any]] = {
    "check": lambda game: str(dodona.check(game, limit=LIMIT)),
    "info": lambda game: str(game.info(LIMIT)) + str(game) + str(game.traits) + str(game.player_names),
    "methods": dodona.methods,
    "play": play_through,
    "evaluate": evaluate,
    "store": store,
    "view": view,
    "match": meet,
    "shared table": solve_twice,
    "automatic": lambda game: solve(game, None, {}),
}


def cases(repeats: Iterable[int]) -> list[Case]:
    """Every question with every hook of the games that it fits, once per repeat."""
    names = [*QUESTIONS, *(method.name for method in METHODS)]
    hooks = {name: sorted({hook for game in games_for(name) for hook in hooks_of(honest(game))}) for name in names}
    return [Case(name, hook, seed) for name in names for hook in hooks[name] for seed in repeats]


def main(texts: list[str]) -> None:
    """Do the cases one after the other, and tell of each how it ended."""
    if "asan" not in os.environ.get("LD_PRELOAD", ""):  # which tells more of a crash where it is alone
        faulthandler.enable()
    gc.freeze()
    for text in texts:
        words, work = Case.read(text).prepare()
        print(f"begin {words}", flush=True)
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        try:
            work()
        except DodonaError:
            pass
        except BaseException:
            print("foreign", repr(traceback.format_exc()), flush=True)
        del work
        gc.collect()  # what a case has broken shows before the next one begins
        faulthandler.cancel_dump_traceback_later()
        print("end", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
