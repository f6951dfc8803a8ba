"""Games and solutions go to other processes and come back equal."""

import copy
import multiprocessing
import pickle

import pytest
from test_games_as_values import Nim

import dodona
from instances import ALL, ALL_FLOWS


def pickled(thing):
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("again", [pickled, copy.copy, copy.deepcopy], ids=["pickle", "copy", "deepcopy"])


@pytest.mark.parametrize("text", ALL + ALL_FLOWS)
def test_built_in_games_pickle(text):
    game = dodona.game(text)
    assert pickled(game) == game
    assert pickled(game).text == game.text
    assert pickled(game).traits == game.traits


@WAYS
def test_views_are_made_again_of_their_base(again):
    game = dodona.game("goofspiel(cards=3)").after((1, 3)).extensive()
    game.tree()
    assert again(game) == game
    assert again(game).info() == game.info()
    nim = dodona.game("nim(heaps=[1, 2])").after("2x1")
    assert again(nim) == nim


@WAYS
@pytest.mark.parametrize("ending", [".efg", ".nfg"])
def test_games_from_files_keep_their_exact_numbers_and_names(tmp_path, ending, again):
    dodona.write(dodona.game("kuhn"), tmp_path / f"kuhn{ending}")
    game = dodona.read(tmp_path / f"kuhn{ending}")
    twin = again(game)
    assert twin == game
    assert twin.document == game.document
    assert (twin.text, twin.player_names, twin.constant_sum) == (game.text, game.player_names, game.constant_sum)
    assert again(game.after(*([] if ending == ".nfg" else ["J"]))).info().nodes > 1


@WAYS
def test_matrix_games_keep_payoffs_and_labels(again):
    game = dodona.MatrixGame([[3, 0.1], [-2, 4]], [[1, 2], [3, 4]], actions=[["up", "down"], ["left", "right"]])
    twin = again(game)
    assert twin == game
    assert twin.text == game.text
    assert (twin.payoffs == game.payoffs).all()
    three = dodona.MatrixGame(*[[[[0, 1], [2, 3]], [[4, 5], [6, 7]]]] * 3)
    assert again(three) == three


@WAYS
def test_rules_in_python_leave_their_tree_behind(again):
    game = Nim(5)
    nodes = game.tree().num_nodes
    assert again(game).tree().num_nodes == nodes
    assert again(game).tree() is not game.tree()
    later = game.after(game.root().actions()[0])
    assert again(later).info().nodes == later.info().nodes


def test_a_game_that_starts_at_a_position_says_why_it_cannot_be_pickled():
    game = dodona.game("kuhn")
    with pytest.raises(pickle.PicklingError, match=r"made from a position.*\.after"):
        pickle.dumps(game.at(game.root().play("J")))


@WAYS
@pytest.mark.parametrize(
    ("text", "method"),
    [
        ("kuhn", "sequence_form_lp"),
        ("leduc", "doswp"),
        ("connect_four(width=4, height=4)", "alphabeta"),
        ("goofspiel(cards=4)", "double_oracle_alphabeta"),
        ("blotto", None),
        ("transit(width=2, length=3, steps=3)", None),
    ],
)
def test_solutions_pickle_without_their_solver(text, method, again):
    solution = dodona.solve(dodona.game(text), method)
    twin = again(solution)
    assert twin == solution
    assert [dict(plan) for plan in twin.strategies] == [dict(plan) for plan in solution.strategies]


def test_a_pool_of_processes_solves_games():
    games = [dodona.game("kuhn"), dodona.game("goofspiel(cards=3)").after((1, 3)), Nim(5)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        solutions = pool.map(dodona.solve, games)
    assert [answer.values for answer in solutions] == [dodona.solve(game).values for game in games]
