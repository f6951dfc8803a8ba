"""Rules in Python may estimate for every player, bound what each can still get, and list what the game can end with."""

import math

import pytest

import dodona
from dodona import TERMINAL, GameDefinitionError


class Gifts(dodona.Game):
    """Three players give a point each to one of them, in turn."""

    players = 3
    utility_range = (0, 3)

    def initial(self):
        return ()

    def turn(self, state):
        return len(state) if len(state) < 3 else TERMINAL

    def actions(self, state, player):
        return range(3)

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return [state.count(player) for player in range(3)]


class Told(Gifts):
    """The same with everything that it could tell; what it tells can be replaced."""

    estimates = hoped = listed = None

    def evaluate_all(self, state):
        return self.utility(state) if self.estimates is None else self.estimates

    def hopes(self, state):
        return [mine + 3 - len(state) for mine in self.utility(state)] if self.hoped is None else self.hoped

    def outcomes(self):
        if self.listed is not None:
            return self.listed
        return [(a, b, 3 - a - b) for a in range(4) for b in range(4 - a)]


def test_the_core_hears_what_the_hooks_say():
    game = Told()
    handle = game.handle
    state = handle.root().play(0)
    assert handle.has_vector_evaluation
    assert handle.evaluate_all(state) == [1, 0, 0]
    assert handle.hopes(state) == [3, 2, 2]
    assert len(handle.outcomes()) == 10
    assert handle.outcomes()[1] == [0, 1, 2]


def test_without_the_hooks_the_answers_are_neutral():
    handle = Gifts().handle
    assert not handle.has_vector_evaluation
    assert all(math.isnan(estimate) for estimate in Gifts().handle.evaluate_all(Gifts().root()))
    assert handle.hopes(handle.root()) == [3, 3, 3]
    assert handle.outcomes() == []


@pytest.mark.parametrize(
    ("wrong", "words"),
    [(None, "not made of numbers"), ("abc", "not made of numbers"), ((1, 2), "gave 2 numbers for 3 players")],
)
def test_hooks_give_one_number_per_player(wrong, words):
    game = Told()
    game.estimates = game.hoped = wrong if wrong is not None else [None] * 3
    game.listed = [wrong]
    handle = game.handle
    with pytest.raises(GameDefinitionError, match=rf"Told\.evaluate_all at state .*{words}"):
        handle.evaluate_all(handle.root())
    with pytest.raises(GameDefinitionError, match=rf"Told\.hopes at state .*{words}"):
        handle.hopes(handle.root())
    with pytest.raises(GameDefinitionError, match=rf"Told\.outcomes: .*{words}"):
        handle.outcomes()


def test_numbers_that_mean_nothing_are_refused():
    game = Told()
    game.estimates, game.hoped, game.listed = (0, math.inf, 0), (0, math.nan, 0), [(0, math.inf, 0)]
    handle = game.handle
    with pytest.raises(GameDefinitionError, match="not finite"):
        handle.evaluate_all(handle.root())
    with pytest.raises(GameDefinitionError, match="NaN"):
        handle.hopes(handle.root())
    with pytest.raises(GameDefinitionError, match="not finite"):
        handle.outcomes()
    game.listed = 3
    with pytest.raises(GameDefinitionError, match="not a list"):
        game.handle.outcomes()
