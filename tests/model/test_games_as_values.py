"""Games and solutions can be copied and changed without giving yesterday's answer."""

import copy
import pickle
import time

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona.model.text import label_text, parse_text, value_text


class Nim(dodona.Game):
    zero_sum = True

    def __init__(self, sticks):
        self.sticks = sticks

    def initial(self):
        return (self.sticks, 0)

    def turn(self, state):
        return state[1] if state[0] else dodona.TERMINAL

    def actions(self, state, player):
        return range(1, min(3, state[0]) + 1)

    def play(self, state, take):
        return (state[0] - take, 1 - state[1])

    def utility(self, state):
        return 1 if state[1] == 1 else -1


class Slow(Nim):
    plays = 0

    def play(self, state, take):
        Slow.plays += 1
        time.sleep(0.01)
        return super().play(state, take)


def test_a_changed_copy_has_its_own_tree():
    game = Nim(9)
    assert dodona.solve(game).value == 1
    other = copy.copy(game)
    other.sticks = 8
    assert dodona.solve(other).value == -1
    assert dodona.solve(game).value == 1


def test_a_changed_game_has_a_new_tree():
    game = Nim(9)
    assert game.tree() is game.tree()
    game.sticks = 8
    assert dodona.solve(game).value == -1
    assert game.tree().num_nodes == game.info().nodes


@pytest.mark.parametrize("game", [dodona.game("nim(heaps=[3, 4])"), Nim(9)], ids=str)
def test_a_game_may_start_at_one_of_its_positions(game):
    state = game.root().play(index=0).play(index=1)
    names = game.root().actions()[0], game.root().play(index=0).actions()[1]
    third = state.actions()[0]
    start = game.at(state)
    assert str(start.root()) == str(state)
    assert str(start) == f"{game} at {state}"
    assert dodona.solve(start).value == dodona.solve(game.after(*names)).value
    assert start == game.at(state)
    assert start != game.at(game.root())
    assert start.at(state.play(third)).info().nodes == game.after(*names, third).info().nodes


def test_a_game_starts_at_no_position_of_another_one():
    with pytest.raises(dodona.IllegalMoveError, match="another game"):
        dodona.game("kuhn").at(dodona.game("leduc").root())


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_solutions_can_be_copied_and_pickled(again):
    solution = dodona.solve(dodona.game("leduc"))
    assert again(solution) == solution
    assert dodona.exploitability(dodona.game("leduc"), again(solution)) < 1e-9


def test_a_time_limit_holds_in_slow_rules():
    solution = dodona.solve(Slow(40), limit=dodona.Limit(time=0.2))
    assert solution.status == "limit"
    assert 0 < Slow.plays < 100  # a walk that looked at the clock rarely would play for minutes


def test_games_longer_than_ten_thousand_moves_can_be_claimed():
    class Long(Nim):
        def actions(self, state, player):
            return [1]

    with pytest.raises(dodona.GameDefinitionError, match="max_length"):
        dodona.solve(Long(12_000))
    Long.max_length = 20_000
    assert dodona.solve(Long(12_000)).status == "exact"


def test_a_kept_tree_obeys_the_limits_of_a_new_one():
    game = dodona.game("leduc")
    game.tree()
    for limit in (dodona.Limit(nodes=10), dodona.Limit(memory=10)):
        assert dodona.solve(game, limit=limit).status == "limit"


def test_many_players_may_move_in_turn():
    class Crowd(dodona.Game):
        players = 30

        def initial(self):
            return 0

        def turn(self, state):
            return state if state < 30 else dodona.TERMINAL

        def actions(self, state, player):
            return ["on"]

        def play(self, state, move):
            return state + 1

        def utility(self, state):
            return list(range(30))

    assert dodona.solve(Crowd()).status == "exact"


def test_whole_numbers_of_numpy_are_whole_numbers():
    assert dodona.game("kuhn", cards=np.int64(4)) == dodona.game("kuhn(cards=4)")
    assert dodona.solve(dodona.game("kuhn"), limit=dodona.Limit(nodes=np.int64(10))).status == "limit"


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: dodona.check(5),
        lambda: dodona.methods(5),
        lambda: dodona.exploitability("kuhn", []),
        lambda: dodona.matrix_of(5),
        lambda: dodona.write(5, "kuhn.efg"),
        lambda: dodona.solve(dodona.game("kuhn"), limit=5),
        lambda: dodona.exploitability(dodona.game("kuhn"), None),
        lambda: dodona.exploitability(dodona.game("matching_pennies"), [{"start": None}, {"start": {"heads": 1}}]),
        lambda: dodona.exploitability(dodona.game("matching_pennies"), [{"start": {"heads": "x"}}] * 2),
        lambda: dodona.best_response(dodona.game("kuhn"), "0", dodona.solve(dodona.game("kuhn"))),
        lambda: dodona.infoset_values(dodona.game("kuhn"), 5, dodona.solve(dodona.game("kuhn"))),
        lambda: dodona.check(dodona.game("kuhn"), max_depth=-1),
        lambda: dodona.MatrixGame([[10**400]]),
        lambda: dodona.game("kuhn").after("\ud800"),
        lambda: dodona.game("kuhn(cards=3)", cards=4),
        lambda: dodona.solve(dodona.game("kuhn")).save("no/such/folder/x.json"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(wrong):
    with pytest.raises(dodona.DodonaError) as caught:
        wrong()
    assert str(caught.value).endswith(".")


AWKWARD = ["007", "1e5", "0.1", "-0", "+5", "true", "none", "a.b", "1-2", "x=1", "9" * 5000, "", " a", "٣", '"', "1_0"]
AWKWARD += [
    "2x1",
    "<",
    "-",
    "K:b",
    "None",
    "True",
    "lambda",
    "in",
    "\\",
    "'",
    "#",
    "\0",
    "\r\n",
    "\f",
    "\x85",
    "ﬁ",
    "{",
    "-12",
]


@given(st.sampled_from(AWKWARD) | st.text(max_size=8))
def test_labels_in_the_text_of_a_game_read_back_as_they_are(label):
    (call,) = parse_text(f"after({label_text(label)})")
    (read,) = call.positional
    assert (read if isinstance(read, str) else value_text(read)) == label


@given(st.sampled_from(AWKWARD) | st.text(max_size=8))
def test_values_in_the_text_of_a_game_read_back_as_they_are(value):
    (call,) = parse_text(f"game(value={value_text([value, 5, -0.25, None, True])})")
    assert call.named == {"value": [value, 5, -0.25, None, True]}


def test_labels_that_look_like_numbers_are_found_again():
    class Zeros(Nim):
        def actions(self, state, player):
            return [f"{take:03}" for take in super().actions(state, player)]

        def play(self, state, take):
            return super().play(state, int(take))

    assert str(Zeros(3).after("002")).endswith('.after("002")')
