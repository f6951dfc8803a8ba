"""A call asks rules in Python once for their start and their traits, and lets go of them at its end."""

import gc
import weakref

import pytest
from twins import DrawnGoofspiel, Goofspiel, Kuhn, ToldGoofspiel
from typer.testing import CliRunner

import dodona
from counting import Counting
from dodona.cli import main
from dodona.model.game import CoreGame

GAMES = {
    "hidden": Kuhn,
    "open": Counting,
    "stages": lambda: Goofspiel(3),
    "stages and chance": lambda: DrawnGoofspiel(2),
    "hidden stages": lambda: ToldGoofspiel(3, True),
}
SOLVED = [(kind, method) for kind, make in GAMES.items() for method in (None, *dodona.methods(make()))]


def counted(kind):
    """A fresh game of a kind, and how often each of its parts was asked for."""
    game = GAMES[kind]()
    rules, asked = type(game), {"initial": 0, "traits": 0}

    class Counted(rules):
        utility_range = (-9, 9)

        def initial(self):
            asked["initial"] += 1
            return super().initial()

        @property
        def traits(self):
            asked["traits"] += 1
            return super().traits

    game.__class__ = Counted
    return game, asked


def assert_asked_once(kind, call):
    game, asked = counted(kind)
    call(game)
    assert asked == {"initial": 1, "traits": 1}


@pytest.mark.parametrize(("kind", "method"), SOLVED)
def test_solve_asks_once(kind, method):
    assert_asked_once(kind, lambda game: dodona.solve(game, method))


CALLS = {
    "methods": dodona.methods,
    "check": dodona.check,
    "tree": lambda game: game.tree(),
    "info": lambda game: game.info(),
    "matrix_of": dodona.matrix_of,
    "expected_value": lambda game: dodona.expected_value(game, ["uniform"] * 2),
    "best_response": lambda game: dodona.best_response(game, 0, ["uniform"] * 2),
    "exploitability": lambda game: dodona.exploitability(game, ["uniform"] * 2),
    "infoset_values": lambda game: dodona.infoset_values(game, 1, ["uniform"] * 2),
}


@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_every_other_call_asks_once(kind, call):
    assert_asked_once(kind, call)


def test_views_and_tables_ask_once():
    assert_asked_once("open", dodona.transposition_table)
    for kind, view in {
        "hidden": lambda game: game.after("J", "Q"),
        "stages": lambda game: game.serialized(1),
        "hidden stages": lambda game: game.extensive(),
    }.items():
        game, asked = counted(kind)
        view(game)
        assert asked["initial"] == 1


def test_files_and_strategies_ask_once(tmp_path):
    solution = dodona.solve(Kuhn())
    assert_asked_once("hidden", lambda game: dodona.exploitability(game, solution))
    for suffix in ("efg", "nfg"):
        game, asked = counted("hidden")
        dodona.write(game, tmp_path / f"kuhn.{suffix}")
        assert asked["initial"] == 1


@pytest.mark.parametrize("kind", GAMES)
def test_a_whole_game_at_the_table_asks_once(kind, monkeypatch):
    game, asked = counted(kind)
    monkeypatch.setattr(main, "load_game", lambda word: game)
    done = CliRunner().invoke(main.app, ["play", kind, "--seed", "1"], input="1\n2\n3\n" * 4)
    assert done.exit_code == 0
    assert "The game is over" in done.stdout
    assert asked["initial"] == 1


def test_traits_of_a_built_in_game_are_asked_once(monkeypatch):
    asked, usual = [], CoreGame.traits.fget
    monkeypatch.setattr(CoreGame, "traits", property(lambda game: asked.append(game) or usual(game)))
    for text in ("leduc", "goofspiel(cards=3)", "tic_tac_toe"):
        dodona.solve(dodona.game(text))
        assert len(asked) == 1
        asked.clear()


@pytest.mark.parametrize(("kind", "method"), SOLVED)
def test_rules_are_freed_with_their_solution(kind, method):
    game, _ = counted(kind)
    solution = dodona.solve(game, method)
    seen = weakref.ref(game)
    del game, solution
    gc.collect()
    assert seen() is None
