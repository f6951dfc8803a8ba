"""Games of all shapes can be written in Python."""

import gc
import weakref
from itertools import product

import numpy as np
import pytest
from twins import Kuhn

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL
from oracles import assert_sound, minimax


class Centipede(dodona.Game):
    """Three players in turn take the pot or let it grow; general-sum."""

    players = 3

    def __init__(self, length: int = 7) -> None:
        self.length = length

    def initial(self):
        return 0, False

    def turn(self, state):
        step, taken = state
        return TERMINAL if taken or step == self.length else step % 3

    def actions(self, state, player):
        return ["take", "pass"]

    def play(self, state, move):
        return (state[0], True) if move == "take" else (state[0] + 1, False)

    def utility(self, state):
        step, taken = state
        return [step + 2 if taken and step % 3 == p else step / 3 for p in range(3)]


class Nim(dodona.Game):
    """Normal-play Nim; a state is the frozenset of (heap, size) pairs and the mover."""

    zero_sum = True

    def __init__(self, *heaps: int) -> None:
        self.heaps = heaps

    def initial(self):
        return frozenset(enumerate(self.heaps)), 0

    def turn(self, state):
        heaps, mover = state
        return mover if any(size for _, size in heaps) else TERMINAL

    def actions(self, state, player):
        return [(heap, left) for heap, size in sorted(state[0]) for left in range(size)]

    def play(self, state, move):
        heaps, mover = state
        return frozenset({**dict(heaps), move[0]: move[1]}.items()), 1 - mover

    def utility(self, state):
        return -1 if state[1] == 0 else 1  # whoever is to move cannot


class Text(dodona.Game):
    """States are plain text; chance comes between the moves."""

    zero_sum = True

    def initial(self):
        return "a"

    def turn(self, state):
        return {1: 0, 2: CHANCE, 3: 1}.get(len(state), TERMINAL)

    def actions(self, state, player):
        return ["x", "y"]

    def chance(self, state):
        return {"h": np.float64(0.25), "t": 0.75}

    def play(self, state, move):
        return state + move

    def utility(self, state):
        return np.array([1.0, -1.0]) * (3 if state.count("x") == 1 else -1) * (2 if "h" in state else 1)


class Morra(dodona.Game):
    """Two-finger Morra, both at once, twice; nested tuples as states and tuples as actions."""

    zero_sum = True
    simultaneous = True

    def initial(self):
        return ()

    def turn(self, state):
        return SIMULTANEOUS if len(state) < 2 else TERMINAL

    def actions(self, state, player):
        return list(product((1, 2), (1, 2)))  # show, guess

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        total = 0
        for (show0, guess0), (show1, guess1) in state:
            total += (show0 + show1) * ((guess0 == show1) - (guess1 == show0))
        return total


class Volunteers(dodona.Game):
    """Three players at once, general-sum: no method solves it, but it can be walked."""

    players = 3
    simultaneous = True

    def initial(self):
        return None

    def turn(self, state):
        return SIMULTANEOUS if state is None else TERMINAL

    def actions(self, state, player):
        return [0, 1]

    def play(self, state, move):
        return move

    def utility(self, state):
        return [any(state) - 0.5 * own for own in state]


class Alike(dodona.Game):
    """Information that differs but prints alike."""

    zero_sum = True

    def initial(self):
        return ()

    def turn(self, state):
        return (CHANCE, 0, TERMINAL)[len(state)]

    def chance(self, state):
        return {"a": 0.5, "b": 0.5}

    def actions(self, state, player):
        return ["l", "r"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return 1 if state in (("a", "l"), ("b", "r")) else 0

    def information(self, state, player):
        return 1 if state == ("a",) else "1"


@pytest.mark.parametrize("length", [1, 2, 7])
def test_three_players_with_any_sum(length):
    game = Centipede(length)
    assert dodona.check(game)
    assert dodona.methods(game)[:2] == ["backward_induction", "max_n"]
    solution = dodona.solve(game)
    values = dodona.expected_value(game, solution)
    assert values == pytest.approx(minimax(game.root()))
    for player in range(3):
        assert dodona.best_response(game, player, solution).value == pytest.approx(values[player], abs=1e-12)
    assert solution.values == values
    assert solution.regrets == pytest.approx((0, 0, 0), abs=1e-12)


@pytest.mark.parametrize(
    ("heaps", "value"), [((1,), 1), ((1, 1), -1), ((1, 2), 1), ((2, 2), -1), ((1, 2, 3), -1), ((1, 2, 2), 1)]
)
def test_nim_is_lost_where_the_heaps_xor_to_zero(heaps, value):
    """Bouton 1901."""
    game = Nim(*heaps)
    solution = dodona.solve(game)
    assert solution.provenance.method == "backward_induction"
    assert solution.value == value
    assert_sound(game, solution)


def test_equal_states_have_equal_keys_and_equal_futures():
    root = Nim(2, 1).root()
    one = root.play("(0, 1)").play("(1, 0)")
    other = root.play("(1, 0)").play("(0, 1)")
    assert one.key() == other.key() is not None
    assert one.key() != root.key()


def test_histories_are_told_apart_in_perfect_information_even_if_states_are_equal():
    """Sets of the tree are histories, and a position met again tells the same about itself."""
    game = Nim(2, 1)
    assert game.tree().perfect_information
    root = game.root()
    assert root.play(index=0).information_key(1) == root.play(index=0).information_key(1)


def test_states_of_text_with_chance_between_the_moves():
    game = Text()
    assert dodona.check(game)
    assert dodona.solve(game).value == pytest.approx(minimax(game.root())[0], abs=1e-12)
    assert dodona.solve(game, "sequence_form_lp").value == pytest.approx(minimax(game.root())[0], abs=1e-9)


def test_simultaneous_stages_with_tuples_as_actions():
    """Morra is symmetric: value 0; the good mixture of the first stage plays (1, 2) and (2, 1) alone."""
    game = Morra()
    assert dodona.check(game)
    solution = dodona.solve(game)
    assert solution.value == pytest.approx(0, abs=1e-9)
    assert_sound(game, solution)
    once = game.after(((1, 1), (1, 1)))
    first = dodona.solve(once).strategies[0]
    row = next(iter(first.values()))
    assert row["(1, 1)"] == pytest.approx(0, abs=1e-9)
    assert row["(2, 2)"] == pytest.approx(0, abs=1e-9)
    assert 4 / 7 - 1e-9 <= row["(1, 2)"] <= 3 / 5 + 1e-9


def test_three_players_at_once_can_be_walked_and_evaluated():
    game = Volunteers()
    assert dodona.check(game)
    assert game.info().terminals == 8
    assert dodona.methods(game)[0] == "cfr"
    solution = dodona.solve(game)
    assert solution.concept == "coarse correlated equilibrium"
    assert max(solution.regrets) < 0.01
    label = game.tree().infoset_labels(0)[0]
    profile = [{label: {"0": 1.0}}, {label: {"1": 1.0}}, {label: {"0": 0.5, "1": 0.5}}]
    assert dodona.expected_value(game, profile) == pytest.approx((1, 0.5, 0.75))
    assert dodona.best_response(game, 2, profile).value == 1


def test_information_that_prints_alike_is_kept_apart():
    solution = dodona.solve(Alike(), "sequence_form_lp")
    assert solution.value == pytest.approx(1)
    assert list(solution.strategies[0]) == ["1", "1 #2"]
    assert dodona.expected_value(Alike(), [dict(plan) for plan in solution.strategies])[0] == pytest.approx(1)


def test_views_of_different_python_games_are_unequal():
    first, second = Nim(1, 2), Nim(1, 3)
    assert first.after(first.root().actions()[0]) != second.after(second.root().actions()[0])


def test_a_game_without_moves_is_its_utility():
    game = Nim()
    solution = dodona.solve(game)
    assert (solution.value, solution.lower, solution.upper, solution.status) == (-1, -1, -1, "exact")
    assert dodona.solve(game, "sequence_form_lp").value == -1


def test_games_are_freed():
    game = Kuhn()
    dodona.solve(game)
    seen = weakref.ref(game)
    del game
    gc.collect()
    assert seen() is None
