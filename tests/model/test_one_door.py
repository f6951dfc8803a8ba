"""Whatever names a problem will do: a text, a path, a stored tree, payoffs, a game; limits are keywords."""

import numpy as np
import pytest

import dodona
from dodona.model.attempt import Attempt
from dodona.model.certificate import conclude
from dodona.model.errors import DodonaError, UnsupportedGameError
from dodona.model.method import Method
from dodona.model.problem import Problem
from dodona.model.requires import Requires
from dodona.model.solution import Solution
from dodona.model.traits import Traits


@pytest.fixture
def kuhns(tmp_path):
    """Kuhn poker in all the ways to name it."""
    kuhn = dodona.game("kuhn")
    path = tmp_path / "kuhn.efg"
    dodona.write(kuhn, path)
    return ["kuhn", "kuhn_poker", str(path), path, kuhn.tree(), kuhn]


def test_every_name_of_a_game_is_solved_alike(kuhns):
    for thing in kuhns:
        solution = dodona.solve(thing)
        assert solution.value == pytest.approx(-1 / 18)  # Kuhn (1950)
        assert solution.status == "exact"
        assert dodona.exploitability(thing, solution) < 1e-9


def test_every_public_function_takes_every_name(kuhns, tmp_path):
    for number, thing in enumerate(kuhns):
        assert dodona.methods(thing)[0] == "sequence_form_lp"
        assert dodona.info(thing).infosets == (6, 6)
        assert dodona.check(thing)
        uniform = ["uniform", "uniform"]
        assert dodona.expected_value(thing, uniform) == pytest.approx((0.125, -0.125))
        assert dodona.best_response(thing, 0, uniform).value == pytest.approx(0.5)
        assert len(dodona.infoset_values(thing, 1, uniform)) == 6
        assert dodona.matrix_of(thing).payoffs.shape == (27, 64, 2)
        dodona.write(thing, tmp_path / f"{number}.efg")
        assert dodona.info(tmp_path / f"{number}.efg").nodes == 58


@pytest.mark.parametrize("payoffs", [[[3, -1], [-2, 4]], ((3, -1), (-2, 4)), np.array([[3.0, -1], [-2, 4]])])
def test_a_matrix_of_numbers_is_a_zero_sum_game(payoffs):
    assert dodona.solve(payoffs).value == pytest.approx(1.0)
    assert dodona.problem(payoffs) == dodona.MatrixGame([[3, -1], [-2, 4]])


def test_one_matrix_per_player_is_a_game_of_any_sum():
    first, second = [[3, 0], [5, 1]], [[3, 5], [0, 1]]
    for payoffs in ([first, second], (np.array(first), np.array(second)), np.array([first, second])):
        assert dodona.problem(payoffs) == dodona.MatrixGame(first, second)
    with pytest.raises(dodona.GameDefinitionError, match="one array per player"):
        dodona.problem([first, second, second])
    with pytest.raises(dodona.GameDefinitionError):
        dodona.problem([])


def test_a_stored_tree_is_solved_as_it_is():
    tree = dodona.game("leduc").tree()
    game = dodona.problem(tree)
    assert game.tree() is tree
    assert game.traits.zero_sum
    assert dodona.solve(tree).value == pytest.approx(dodona.solve("leduc").value)
    assert dodona.solve(dodona.game("tic_tac_toe").after("5", "1").tree()).value == 0.0


def test_a_stored_tree_of_constant_sum_has_a_value():
    tree = dodona.MatrixGame([[3, 1], [0, 2]], [[-1, 1], [2, 0]]).tree()
    assert dodona.problem(tree).traits.constant_sum == 2.0
    assert dodona.solve(tree).value == pytest.approx(1.5)


def test_limits_are_keywords():
    solution = dodona.solve("goofspiel(cards=13)", "stage_backward_induction", nodes=1000)
    assert (solution.status, solution.stats["stopped_by"]) == ("limit", "nodes")
    assert dodona.game("connect_four").solve("negascout", depth=3).stats["depth"] == 3
    with pytest.raises(DodonaError, match="limit of nodes"):
        dodona.info("leduc", nodes=10)
    with pytest.raises(DodonaError, match="limit of nodes"):
        dodona.game("leduc").tree(nodes=10)
    with pytest.raises(DodonaError, match="limit of nodes"):
        dodona.exploitability("leduc", ["uniform", "uniform"], nodes=10)
    assert dodona.check("leduc", nodes=10).stopped_by == "nodes"


def test_limits_and_options_that_are_wrong_are_named():
    with pytest.raises(DodonaError, match="limit of time is given twice"):
        dodona.solve("kuhn", limit=dodona.Limit(time=1), time=2)
    with pytest.raises(DodonaError, match="no option 'tiem'"):
        dodona.solve("kuhn", tiem=2)
    with pytest.raises(DodonaError, match="no limit 'tiem'"):
        dodona.info("kuhn", tiem=2)
    with pytest.raises(DodonaError, match="a number from 0 up"):
        dodona.solve("kuhn", time=-1)


def test_sizes_are_texts_too():
    assert dodona.Limit(memory="1.5K") == dodona.Limit(memory=1536)
    with pytest.raises(DodonaError, match="'much' is no amount of memory"):
        dodona.Limit(memory="much")
    solution = dodona.solve("tic_tac_toe", "alphabeta", table="64K", memory="1G")
    assert solution.provenance.parameters == {"table": "64K"}
    with pytest.raises(DodonaError, match="table is a number of bytes"):
        dodona.solve("tic_tac_toe", "alphabeta", table="large")
    small, large = (dodona.transposition_table("tic_tac_toe", size) for size in ("64K", "1M"))
    assert small.capacity < large.capacity


class Guess(Problem):
    """A problem without rules: how many beans are in the jar."""

    text = "guess"
    traits = Traits(2, 0.0, False, True, True, form="beans")
    utility_bounds = (0.0, 10.0)


def count_beans(attempt: Attempt) -> Solution:
    return conclude(attempt, (7.0, 7.0, 7.0), 1.0, {"beans": 7}, evidence="search")


METHOD = Method("count_beans", count_beans, Requires(players=2, form="beans"), "beans", "it counts")


def test_a_problem_without_rules_goes_the_same_way():
    solution = METHOD.solve(Guess())
    assert (solution.value, solution.status, solution.players) == (7.0, "exact", ("Player 0", "Player 1"))
    assert solution.provenance.game == "guess"


def test_methods_refuse_problems_of_another_form():
    assert dodona.methods(Guess()) == []
    with pytest.raises(UnsupportedGameError, match="count_beans needs a problem with beans; kuhn is"):
        METHOD.solve(dodona.game("kuhn"))
    with pytest.raises(UnsupportedGameError, match="sequence_form_lp needs a problem with rules; guess is"):
        dodona.solve(Guess(), "sequence_form_lp")
    with pytest.raises(UnsupportedGameError, match=r"^no method for guess \([^\n]{1,250}$"):
        dodona.solve(Guess())
    with pytest.raises(UnsupportedGameError, match="a problem with rules, and guess is one with beans"):
        dodona.exploitability(Guess(), [])
