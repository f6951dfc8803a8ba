"""A game is measured at most once per call, and only if somebody wants to know."""

import pytest

import dodona
from dodona.model import game as games
from dodona.model.game import opened
from dodona.model.size import CERTIFIED_NODES, STORED_NODES, Size, matrix_size


@pytest.fixture
def counts(monkeypatch):
    """Every measure that is taken."""
    taken, usual = [], games.measured
    monkeypatch.setattr(games, "measured", lambda *rest: taken.append(usual(*rest)) or taken[-1])
    return taken


@pytest.mark.parametrize("text", ["kuhn", "goofspiel(cards=3)", "tic_tac_toe.after(1, 5, 9)"])
def test_a_solve_measures_at_most_once(text, counts):
    game = dodona.game(text)
    for method in (None, *dodona.methods(game)):
        counts.clear()
        dodona.solve(game, method)
        assert len(counts) <= 1


@pytest.mark.parametrize(
    ("text", "method"), [("kuhn", "sequence_form_lp"), ("tic_tac_toe", "negascout"), ("blotto", None), ("chicken", "")]
)
def test_nobody_measures_in_vain(text, method, counts):
    if method == "":
        dodona.methods(dodona.game(text))
    else:
        dodona.solve(dodona.game(text), method)
    assert counts == []


def test_sizes_say_what_they_are_small_enough_for():
    assert opened(dodona.game("leduc")).size == Size(dodona.game("leduc").info().nodes)
    assert opened(dodona.game("leduc")).is_certified
    large = opened(dodona.game("connect_four")).size
    assert (large.nodes, large.is_stored, large.at_most(10**9)) == (None, False, False)
    between = opened(dodona.game("poker(types=4, copies=3, raises=3, bet_sizes=2, raise_sizes=2)"))
    assert CERTIFIED_NODES < between.size.nodes <= STORED_NODES
    assert (between.size.is_stored, between.is_certified) == (True, False)
    assert (Size(30_000).is_stored, Size(60_000, in_python=True).is_stored) == (True, False)


def test_a_game_is_counted_no_further_than_anybody_asks(counts):
    game = opened(dodona.game("connect_four"))
    assert not game.is_certified
    assert not game.is_certified
    assert [size.counted for size in counts] == [CERTIFIED_NODES]
    assert not game.size.is_stored
    assert not game.is_certified
    assert [size.counted for size in counts] == [CERTIFIED_NODES, STORED_NODES]


@pytest.mark.parametrize("text", ["matching_pennies", "blotto", "matrix(a=[[0.25, -1.5, 2]])"])
def test_a_matrix_need_not_be_counted(text):
    game = dodona.game(text)
    size = matrix_size(game.root(), 2)
    assert size.nodes == game.info().nodes
    assert size.cells == game.info().terminals


class Broken(dodona.Game):
    """Its second position has no actions."""

    zero_sum = True

    def initial(self):
        return 0

    def turn(self, state):
        return state % 2

    def actions(self, state, player):
        return [] if state else ["on"]

    def play(self, state, move):
        return state + 1


def test_what_a_measure_finds_broken_is_what_the_solver_says():
    game = opened(Broken())
    assert game.size.is_stored
    with pytest.raises(dodona.GameDefinitionError) as caught:
        dodona.solve(game)
    assert caught.value is game.size.broken
    assert "backward_induction" in dodona.methods(game)
