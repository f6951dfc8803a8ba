"""The same cross-examination on games drawn at random."""

from functools import cached_property

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import dodona
from dodona import CHANCE, TERMINAL
from drawn import random_games
from oracles import (
    Evaluator,
    assert_sound,
    enumerated_response,
    equilibrium_methods,
    minimax,
    random_plan,
    uniform_plan,
)

quick = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])


class DrawnTree(dodona.Game):
    """A tree of perfect information: ``(player or CHANCE, children)`` inside, utilities at the leaves."""

    def __init__(self, players, nodes):
        self.players = players
        self.zero_sum = players == 2
        self.nodes = nodes

    @cached_property
    def odds(self):
        return np.random.default_rng(0).dirichlet(np.ones(8), size=64)

    def at(self, path):
        node = self.nodes
        for move in path:
            node = node[1][move]
        return node

    def initial(self):
        return ()

    def turn(self, path):
        return self.at(path)[0]

    def actions(self, path, player):
        return range(len(self.at(path)[1]))

    def chance(self, path):
        count = len(self.at(path)[1])
        weights = self.odds[len(path)][:count] + 0.01
        return dict(enumerate(weights / weights.sum()))

    def play(self, path, move):
        return (*path, move)

    def utility(self, path):
        return self.at(path)[1]


@st.composite
def drawn_trees(draw, players):
    numbers = st.integers(-5, 5) if draw(st.booleans()) else st.floats(-10, 10, width=32)
    leaf = st.lists(numbers, min_size=players, max_size=players).map(
        lambda u: (TERMINAL, (u[0], -u[0]) if players == 2 else tuple(u))
    )
    movers = st.sampled_from([CHANCE, *range(players)])
    return DrawnTree(
        players,
        draw(
            st.recursive(leaf, lambda below: st.tuples(movers, st.lists(below, min_size=1, max_size=3)), max_leaves=12)
        ),
    )


matrices = st.tuples(st.integers(1, 6), st.integers(1, 6)).flatmap(
    lambda shape: st.lists(
        st.lists(st.integers(-3, 3) | st.floats(-100, 100, width=32), min_size=shape[1], max_size=shape[1]),
        min_size=shape[0],
        max_size=shape[0],
    )
)


@quick
@given(random_games())
def test_random_games_keep_the_contract(game):
    assert dodona.check(game)
    assert dodona.game(str(game)) == game


@quick
@given(random_games())
def test_the_linear_program_is_sound_on_random_games(game):
    solution = dodona.solve(game, "sequence_form_lp")
    assert solution.status == "exact"
    assert_sound(game, solution)
    slow = Evaluator(game, solution.strategies)
    assert slow.expected()[0] == pytest.approx(solution.value, abs=1e-9)
    assert slow.best_response(0) == pytest.approx(solution.upper, abs=1e-9)
    assert -slow.best_response(1) == pytest.approx(solution.lower, abs=1e-9)


@quick
@given(random_games(max_depth=2, max_branching=2))
def test_random_games_have_the_value_of_their_matrix(game):
    assume(all(game.tree().num_infosets(player) <= 9 for player in (0, 1)))
    table = dodona.matrix_of(game)
    value = dodona.solve(game).value
    for method in ("matrix_simplex", "matrix_lp"):
        assert dodona.solve(table, method).value == pytest.approx(value, abs=1e-9)


@quick
@given(random_games(), st.integers(0, 1000))
def test_exploitability_equals_a_slow_best_response(game, seed):
    for profile in (
        [uniform_plan(game, player) for player in (0, 1)],
        [random_plan(game, player, seed + player) for player in (0, 1)],
    ):
        slow = Evaluator(game, profile)
        upper, lower = slow.best_response(0), -slow.best_response(1)
        assert dodona.exploitability(game, profile) == pytest.approx(upper - lower, abs=1e-9)
        assert dodona.expected_value(game, profile) == pytest.approx(slow.expected(), abs=1e-12)


@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
@given(random_games(max_depth=2, max_branching=2), st.integers(0, 1000))
def test_best_responses_equal_the_best_of_all_pure_strategies(game, seed):
    profile = [random_plan(game, player, seed + player) for player in (0, 1)]
    for player in (0, 1):
        if game.tree().num_infosets(player) > 8:
            continue
        direct = enumerated_response(game, player, profile)
        assert dodona.best_response(game, player, profile).value == pytest.approx(direct, abs=1e-12)
        assert Evaluator(game, profile).best_response(player) == pytest.approx(direct, abs=1e-12)


@quick
@given(drawn_trees(players=2))
def test_random_zero_sum_trees_of_perfect_information(game):
    assert dodona.check(game)
    solution = dodona.solve(game, "backward_induction")
    assert solution.status == "exact"
    assert_sound(game, solution)
    assert solution.value == pytest.approx(minimax(game.root())[0], abs=1e-9)
    program = dodona.solve(game, "sequence_form_lp")
    assert_sound(game, program)
    assert program.value == pytest.approx(solution.value, abs=1e-9)
    assert dodona.solve(dodona.matrix_of(game), "matrix_simplex").value == pytest.approx(solution.value, abs=1e-9)


@quick
@given(st.integers(1, 4).flatmap(drawn_trees))
def test_backward_induction_leaves_nobody_a_regret(game):
    solution = dodona.solve(game, "backward_induction")
    values = dodona.expected_value(game, solution)
    assert values == pytest.approx(minimax(game.root()), abs=1e-9)
    slow = Evaluator(game, solution.strategies)
    for player in range(game.players):
        assert dodona.best_response(game, player, solution).value == pytest.approx(values[player], abs=1e-9)
        assert slow.best_response(player) == pytest.approx(values[player], abs=1e-9)


@quick
@given(matrices)
def test_random_matrices(rows):
    game = dodona.MatrixGame(rows)
    a = game.payoffs[:, :, 0]
    values = []
    for method in equilibrium_methods(game):
        solution = dodona.solve(game, method)
        assert_sound(game, solution, gap=1e-9 * max(1.0, float(np.abs(a).max())))
        values.append(solution.value)
    assert {"matrix_simplex", "matrix_lp", "sequence_form_lp"} <= set(dodona.methods(game))
    assert max(values) - min(values) <= 1e-9 * max(1.0, float(np.abs(a).max()))
    assert a.min(axis=1).max() - 1e-9 <= values[0] <= a.max(axis=0).min() + 1e-9


@quick
@given(matrices, st.floats(-50, 50))
def test_a_constant_sum_shifts_nothing_but_the_other_players_utility(rows, total):
    a = np.array(rows, dtype=float)
    shifted = dodona.MatrixGame(a, total - a)
    plain = dodona.solve(dodona.MatrixGame(a), "matrix_simplex")
    if shifted.traits.constant_sum is None:  # rounding left sums that differ
        return
    for method in equilibrium_methods(shifted):
        solution = dodona.solve(shifted, method)
        assert solution.value == pytest.approx(plain.value, abs=1e-7)
        assert_sound(shifted, solution, gap=1e-7)
