"""Maps of games onto themselves keep turns, chances, utilities and what players know apart."""

import random

import pytest

import dodona
from dodona import CHANCE, IllegalMoveError

#: Games, and how many maps of them are known.
MAPS = {
    "phantom_tic_tac_toe": 8,
    "phantom_tic_tac_toe(order=domain)": 8,
    "phantom_tic_tac_toe(order=domain, forced_first=1)": 8,
    "phantom_tic_tac_toe(forced_first=2)": 8,
    "phantom_tic_tac_toe(forced_win=true)": 1,
    "leduc(deal=card)": 2**3,
    "poker(types=2, copies=3, raises=2, deal=card)": 6**2,
    "poker(types=1, copies=3, deal=card)": 6,
    "poker(types=3, copies=1, deal=card)": 1,
    "poker(types=3, copies=4, deal=card)": 1,  # 24^3 are too many to list
    "leduc": 1,
    "kuhn": 1,
    "goofspiel(cards=3)": 1,
}
SEVERAL = [text for text, maps in MAPS.items() if maps > 1]


def play_through(game, seed):
    chooser = random.Random(seed)
    states = [game.root()]
    while not states[-1].is_terminal:
        states.append(states[-1].play(index=chooser.randrange(len(states[-1].actions()))))
    return states


def told(state):
    """All that a position tells apart."""
    return str(state), state.key(), tuple(state.information_key(player) for player in (0, 1))


@pytest.mark.parametrize("text", MAPS)
def test_as_many_maps_as_expected_and_the_first_changes_nothing(text):
    game = dodona.game(text)
    assert game.handle.num_automorphisms == MAPS[text]
    root = game.root()
    assert told(root.image(0)) == told(root)
    for wrong in (-1, MAPS[text]):
        with pytest.raises(IllegalMoveError, match="map"):
            root.image(wrong)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("text", SEVERAL)
def test_images_of_plays_are_plays(text, seed):
    game = dodona.game(text)
    for state in play_through(game, seed):
        for number in range(MAPS[text]):
            image = state.image(number)
            assert image.turn == state.turn
            if state.is_terminal:
                assert image.utility() == state.utility()
                continue
            actions = range(len(state.actions()))
            assert sorted(state.image_action(action, number) for action in actions) == list(actions)
            assert len(image.actions()) == len(actions)
            for action in actions:
                there = state.image_action(action, number)
                assert told(image.play(index=there)) == told(state.play(index=action).image(number))
                if state.turn == CHANCE:
                    assert image.probabilities()[there] == state.probabilities()[action]


@pytest.mark.parametrize("text", SEVERAL)
def test_what_players_know_is_the_same_exactly_if_it_is_in_the_images(text):
    game = dodona.game(text)
    pool = [state for seed in range(60) for state in play_through(game, seed)]
    for player in (0, 1):
        keys = [state.information_key(player) for state in pool]
        assert len(set(keys)) < len(keys)
        for number in range(MAPS[text]):
            images = [state.image(number).information_key(player) for state in pool]
            assert len(set(zip(keys, images, strict=True))) == len(set(keys)) == len(set(images))


@pytest.mark.parametrize("text", SEVERAL)
def test_the_maps_are_a_group(text):
    game = dodona.game(text)
    pool = [state for seed in range(12) for state in play_through(game, seed)]
    maps = range(MAPS[text])
    images = {number: [state.image(number) for state in pool] for number in maps}
    known = {tuple(map(str, states)) for states in images.values()}
    assert len(known) == MAPS[text]
    for first in images.values():
        assert {tuple(str(state.image(second)) for state in first) for second in maps} == known


def test_there_is_no_image_of_an_action_that_does_not_exist():
    state = dodona.game("phantom_tic_tac_toe").root()
    for wrong in (-1, 9):
        with pytest.raises(IllegalMoveError):
            state.image_action(wrong, 1)
