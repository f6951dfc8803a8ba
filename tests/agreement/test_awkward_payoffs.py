"""Payoffs far apart, far from zero or nearly zero-sum: the answer stays right, and says so only where it is."""

import numpy as np
import pytest

import dodona

DOUBLE_ORACLES = ["dob", "dosa", "doswp", "sequence_form_double_oracle"]


class Penalty(dodona.Game):
    """A 2x2 game of value 1 with a third, dominated action that costs ``price``."""

    zero_sum = True

    def __init__(self, price):
        self.price = price

    def initial(self):
        return ()

    def turn(self, state):
        return len(state) if len(state) < 2 else dodona.TERMINAL

    def actions(self, state, player):
        return ["a", "b", "never"] if player == 0 else ["a", "b"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return -self.price if state[0] == "never" else {"aa": 3, "ab": -1, "ba": -2, "bb": 4}["".join(state)]

    def information(self, state, player):
        return player


class PenaltyFirst(Penalty):
    """The same with the dominated action where a double oracle begins."""

    def actions(self, state, player):
        return sorted(super().actions(state, player), reverse=True)


@pytest.mark.parametrize("game", [Penalty, PenaltyFirst])
@pytest.mark.parametrize("method", ["sequence_form_lp", *DOUBLE_ORACLES])
@pytest.mark.parametrize("price", [1e3, 1e9, 1e12, 1e15])
def test_a_huge_penalty_that_nobody_pays_changes_nothing(game, method, price):
    solution = dodona.solve(game(price), method)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(1, abs=1e-9)
    assert solution.gap <= 1e-8


class Stakes(dodona.Game):
    """Kuhn poker for more or less than a chip."""

    zero_sum = True

    def __init__(self, chip):
        self.chip = chip

    def initial(self):
        return ()

    def at(self, state):
        return dodona.game("kuhn").after(*state).root()

    def turn(self, state):
        return self.at(state).turn

    def actions(self, state, player):
        return self.at(state).actions()

    def chance(self, state):
        return list(zip(self.at(state).actions(dodona.CHANCE), self.at(state).probabilities(), strict=True))

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return [self.chip * u for u in self.at(state).utility()]

    def information(self, state, player):
        return self.at(state).information(player)


@pytest.mark.parametrize("chip", [1e-9, 1e9])
@pytest.mark.parametrize("method", DOUBLE_ORACLES)
def test_utilities_may_be_of_any_size(chip, method):
    solution = dodona.solve(Stakes(chip), method)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(-chip / 18, rel=1e-9)
    assert solution.upper - solution.lower <= 1e-9 * chip


@pytest.mark.parametrize("unit", [1e-13, 1e-30, 1e19])
@pytest.mark.parametrize("method", DOUBLE_ORACLES)
def test_a_matrix_times_a_unit_has_its_value_times_that_unit(unit, method):
    solution = dodona.solve(unit * np.array([[3.0, -1, 2], [-2, 4, 0], [1, -3, 5]]), method)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(unit, rel=1e-9, abs=0)


@pytest.mark.parametrize("method", ["matrix_simplex", "matrix_lp", "sequence_form_lp"])
@pytest.mark.parametrize("offset", [0.0, 1e6, -1e9])
def test_a_constant_added_to_all_payoffs_is_added_to_the_value(method, offset):
    game = dodona.MatrixGame(np.array([[0.0, 1.0], [1.0, 0.0]]) + offset)
    solution = dodona.solve(game, method)
    assert solution.value - offset == pytest.approx(0.5, abs=1e-6)
    assert solution.gap <= 1e-6


def test_outliers_on_both_sides_leave_the_simplex_method_exact():
    solution = dodona.solve(dodona.MatrixGame([[3, -1], [-2, 4], [-1e12, 1e12]]))
    assert solution.provenance.method == "matrix_simplex"
    assert solution.value == pytest.approx(1, abs=1e-3)
    assert solution.gap <= 1e-3


@pytest.mark.parametrize("method", ["matrix_simplex", "matrix_lp", "sequence_form_lp"])
def test_bounds_enclose_the_value_in_the_right_order(method):
    random = np.random.default_rng(5)
    for _ in range(60):
        solution = dodona.solve(dodona.MatrixGame(random.normal(size=random.integers(1, 6, size=2))), method)
        assert solution.lower <= solution.value <= solution.upper


@pytest.mark.parametrize("method", ["matrix_simplex", "matrix_lp", "sequence_form_lp", *DOUBLE_ORACLES])
@pytest.mark.parametrize("speck", [1e-310, 1e-45, 1e-18, 1e-15])
@pytest.mark.parametrize(
    ("rows", "value"),
    [([[2, -1]], -1), ([[2, 2, -1]], -1), ([[0, 1], [0, 2], [1, 0]], 0.5), ([[1, 2, 2], [2, 1, 2]], 0)],
    ids=["row", "long row", "with zeros", "mixed"],
)
def test_specks_beside_ordinary_payoffs_change_nothing(method, speck, rows, value):
    game = dodona.MatrixGame([[speck if u == 2 else u for u in row] for row in rows])
    solution = dodona.solve(game, method)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize("method", ["matrix_lp", "sequence_form_lp", *DOUBLE_ORACLES])
def test_payoffs_of_every_size_give_bounds_that_hold(method):
    random = np.random.default_rng(3)
    for exponent in (14, 20, 50, 150):
        for _ in range(10):
            shape = random.integers(1, 5, size=2)
            payoffs = random.choice([-1, 1], shape) * 10.0 ** random.uniform(-exponent, exponent, shape)
            kernel = dodona.solve(dodona.MatrixGame(payoffs), "matrix_simplex")
            solution = dodona.solve(dodona.MatrixGame(payoffs), method)
            rounding = 1e-12 * np.abs(payoffs).max()
            assert solution.lower - rounding <= kernel.upper
            assert kernel.lower <= solution.upper + rounding


@pytest.mark.parametrize("unit", [1e-13, 1.0, 1e13])
def test_a_coordination_game_is_not_zero_sum_in_any_unit(unit):
    table = unit * np.eye(2)
    assert dodona.MatrixGame(table, table).traits.constant_sum is None
    assert dodona.methods(dodona.MatrixGame(table, table))[0] == "lemke_howson"
    assert dodona.MatrixGame(table, -table).traits.zero_sum
