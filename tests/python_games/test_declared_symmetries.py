"""Automorphisms of games written in Python: used where they hold, refused where they do not."""

import pytest

import dodona
from dodona import TERMINAL


class HideAndSeek(dodona.Game):
    """Player 0 hides twice in places around a circle; player 1 looks into one each time and hears of success."""

    zero_sum = True
    utility_range = (-3, 3)
    places = 4

    @property
    def automorphisms(self):
        return self.places

    def initial(self):
        return ()

    def turn(self, state):
        return TERMINAL if len(state) == 4 else len(state) % 2

    def actions(self, state, player):
        return range(self.places)

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return sum(-1 if state[i] == state[i + 1] else 1 for i in (0, 2)) + 0.5 * (state[0] == state[2])

    def information(self, state, player):
        heard = () if len(state) < 2 else (state[0] == state[1],)
        return (player, state[player::2], heard)

    def image(self, state, map):
        return tuple((place + map) % self.places for place in state)

    def image_action(self, state, action, map):
        return (action + map) % self.places


class Uneven(HideAndSeek):
    """One place is worth more, which the maps overlook."""

    utility_range = (-3, 3)

    def utility(self, state):
        return super().utility(state) + (0.5 if state[0] == 0 else 0)


class Crooked(HideAndSeek):
    """Its actions turn the other way."""

    def image_action(self, state, action, map):
        return (action - map) % self.places


class Lost(HideAndSeek):
    """Its actions leave the circle."""

    def image_action(self, state, action, map):
        return action + 100


def test_declared_maps_shrink_the_restricted_game_and_keep_the_value():
    game = HideAndSeek()
    value = dodona.solve(game, "sequence_form_lp").value
    plain, symmetric = (
        dodona.solve(game, "sequence_form_double_oracle", symmetry=symmetry) for symmetry in (False, True)
    )
    assert plain.value == pytest.approx(value, abs=1e-9)
    assert symmetric.value == pytest.approx(value, abs=1e-9)
    assert symmetric.status == "exact"
    assert symmetric.stats["sequences_0"] < plain.stats["sequences_0"]
    assert dodona.check(game)


@pytest.mark.parametrize(
    ("game", "sentence"),
    [
        (Uneven(), "false automorphism at state .* under map .*: the image has other utilities"),
        (Crooked(), "false automorphism at state .*: the image of what follows"),
        (Lost(), "image_action at state .* gave 10., which is no action at the image"),
    ],
)
def test_maps_that_do_not_preserve_the_game_are_refused(game, sentence):
    with pytest.raises(dodona.GameDefinitionError, match=sentence):
        dodona.solve(game, "sequence_form_double_oracle")
    assert not dodona.check(game)
    value = dodona.solve(game, "sequence_form_lp").value
    assert dodona.solve(game, "dob").value == pytest.approx(value, abs=1e-9)  # which asks for no maps
