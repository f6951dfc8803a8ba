"""Keys of positions: their length, and the keys of positions with the players' roles exchanged."""

import random

import pytest
from stage_counts import StageValues, stage_value

import dodona
from instances import ALL
from positions import positions

OPPOSITE = {"N": "S", "S": "N", "E": "W", "W": "E"}


def same(label):
    return label


#: Games whose start is its own mirror, and how an action is seen from the other side.
MIRRORED = {
    "goofspiel(cards=4)": same,
    "goofspiel(cards=5, order=[2, 5, 1, 3, 4], utility=points)": same,
    "goofspiel(cards=4, order=random, lowest=0, last_card=automatic)": same,
    "oshi_zumo(coins=6, size=1)": same,
    "oshi_zumo(coins=15, size=3, min_bid=3, utility=distance)": same,
    "tron(rows=4, columns=5)": OPPOSITE.get,
    "tron(rows=5, columns=5, walls=[[2, 2]], starts=[[1, 0], [3, 4]])": OPPOSITE.get,
}


@pytest.mark.parametrize("text", MIRRORED)
@pytest.mark.parametrize("seed", range(10))
def test_the_exchanged_play_leads_to_the_mirrored_position(text, seed):
    chooser = random.Random(seed)
    seen = MIRRORED[text]
    state = other = dodona.game(text).root()
    while True:
        assert state.mirror_key() == other.key()
        assert other.mirror_key() == state.key()
        if state.is_terminal:
            assert state.utility()[0] == -other.utility()[0]
            return
        if state.turn == dodona.CHANCE:
            outcome = chooser.choice(state.actions())
            state, other = state.play(outcome), other.play(outcome)
        else:
            first, second = (chooser.choice(state.actions(player)) for player in (0, 1))
            state, other = state.play((first, second)), other.play((seen(second), seen(first)))


@pytest.mark.parametrize(
    ("text", "exchanged"),
    [
        ("oshi_zumo(coins=[6, 4], size=2, start=3)", "oshi_zumo(coins=[4, 6], size=2, start=1)"),
        (
            "tron(rows=3, columns=5, walls=[[1, 1], [1, 3]], starts=[[1, 2], [1, 4]])",
            "tron(rows=3, columns=5, walls=[[1, 1], [1, 3]], starts=[[1, 0], [1, 2]])",
        ),
    ],
)
def test_the_mirror_of_an_unequal_start_belongs_to_the_exchanged_game(text, exchanged):
    game, other = dodona.game(text), dodona.game(exchanged)
    assert game.root().mirror_key() == other.root().key() != game.root().key()
    assert dodona.solve(game).value == pytest.approx(-dodona.solve(other).value, abs=1e-9)


@pytest.mark.parametrize("text", ["oshi_zumo(coins=6, size=1, utility=distance)", "goofspiel(cards=4)"])
def test_mirrored_positions_have_the_negated_value(text):
    values = StageValues(stage_value)
    values.value(dodona.game(text).root())
    open_positions = [p.state for p in positions(dodona.game(text)) if not p.state.is_terminal]
    pairs = [(values.known[s.key()], values.known[s.mirror_key()]) for s in open_positions]
    assert all(own == pytest.approx(-other, abs=1e-9) for own, other in pairs)
    assert any(own != 0 for own, _ in pairs)


def test_games_without_a_mirror_say_so():
    for text in ("kuhn", "pursuit_evasion(depth=3)", "random_simultaneous", "goofspiel(cards=3).extensive()"):
        assert dodona.game(text).root().mirror_key() is None


@pytest.mark.parametrize("text", [text for text in ALL if dodona.game(text).traits.simultaneous])
def test_keys_of_stage_games_have_one_length(text):
    keys = [position.state.key() for position in positions(dodona.game(text))]
    assert all(key is not None for key in keys)
    assert len({len(key) for key in keys}) == 1
