"""Games whose strategies need not be listed: agreement with the simplex method, known values of huge games, limits."""

import copy
import itertools
import pickle
import signal
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import dodona
from dodona import Limit, MatrixGame, OracleGame
from oracle_games import blotto, grid_interdiction, wrapped

POLICIES = ("both", "alternating", "worse")
#: A method with its options.
WAYS = [("matrix_double_oracle", {"policy": policy}) for policy in POLICIES]


def full_plan(payoffs, solution, player):
    plan = np.zeros(payoffs.shape[player])
    for number, probability in solution.strategies[player].support:
        plan[number] = probability
    return plan


def assert_solved(payoffs, solution):
    """The value is the simplex method's, and the strategies are worth what the bounds say, in the whole matrix."""
    size = max(1.0, np.abs(payoffs).max())
    assert solution.value == pytest.approx(dodona.solve(MatrixGame(payoffs), "matrix_simplex").value, abs=1e-9 * size)
    x, y = (full_plan(payoffs, solution, player) for player in (0, 1))
    assert (x @ payoffs).min() == pytest.approx(solution.lower, abs=1e-12 * size)
    assert (payoffs @ y).max() == pytest.approx(solution.upper, abs=1e-12 * size)


MATRICES = st.tuples(st.integers(1, 10), st.integers(1, 10)).flatmap(
    lambda shape: st.one_of(
        arrays(np.float64, shape, elements=st.integers(-3, 3).map(float)),  # full of ties
        arrays(np.float64, shape, elements=st.floats(-1e3, 1e3, width=32)),
    )
)


@settings(max_examples=100, deadline=None)
@given(MATRICES, st.sampled_from(POLICIES), st.sampled_from([(), (0,), (1,), (0, 1)]))
def test_double_oracle_agrees_with_the_simplex_method(payoffs, policy, listed):
    solution = dodona.solve(wrapped(payoffs, listed), "matrix_double_oracle", policy=policy)
    assert solution.gap <= 1e-8 * max(1.0, np.abs(payoffs).max())
    assert_solved(payoffs, solution)


@settings(max_examples=100, deadline=None)
@given(MATRICES, st.integers(0, 1))
def test_single_oracle_agrees_with_the_simplex_method_on_oracles_and_on_matrices(payoffs, responder):
    implicit = dodona.solve(wrapped(payoffs, [1 - responder]), "single_oracle")
    assert_solved(payoffs, implicit)
    explicit = dodona.solve(MatrixGame(payoffs), "single_oracle", responder=responder)
    assert explicit.value == pytest.approx(implicit.value, abs=1e-9 * max(1.0, np.abs(payoffs).max()))
    for solution in (implicit, explicit):
        assert (solution.stats["rows"], solution.stats["columns"])[1 - responder] == payoffs.shape[1 - responder]


@pytest.mark.parametrize(("method", "options"), [*WAYS, ("single_oracle", {})])
def test_constant_sums_other_than_zero(method, options):
    payoffs = np.random.default_rng(5).integers(-9, 10, (20, 15)).astype(float)
    solution = dodona.solve(wrapped(payoffs, [0], constant_sum=100), method, **options)
    assert_solved(payoffs, solution)
    assert solution.status == "exact"
    assert sum(solution.values) == pytest.approx(100)


@pytest.mark.parametrize(("method", "options"), WAYS)
@pytest.mark.parametrize("sensors", [1, 2, 3])
def test_interdiction_of_more_paths_than_can_be_listed_has_the_value_of_the_minimum_cut(sensors, method, options):
    solution = dodona.solve(grid_interdiction(4, 6, sensors), method, **options)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(sensors / 4, abs=1e-9)


def test_single_oracle_interdicts_with_every_edge_listed():
    game = grid_interdiction(5, 8, 1, listed=True)
    assert dodona.methods(game) == ["single_oracle", "matrix_double_oracle"]
    solution = dodona.solve(game)
    assert (solution.provenance.method, solution.status) == ("single_oracle", "exact")
    assert "all strategies of one player listed" in solution.explain()
    assert solution.value == pytest.approx(1 / 5, abs=1e-9)
    double = dodona.solve(game, "matrix_double_oracle")
    assert double.value == pytest.approx(1 / 5, abs=1e-9)
    assert solution.stats["responses"] <= double.stats["responses"]


def allocations(soldiers, fields):
    return [plan for plan in itertools.product(range(soldiers + 1), repeat=fields) if sum(plan) == soldiers]


@pytest.mark.parametrize(("own", "other", "fields"), [(5, 5, 3), (6, 4, 3), (4, 5, 4)])
def test_blotto_has_the_value_of_its_matrix(own, other, fields):
    game = blotto(own, other, fields)
    rows, columns = allocations(own, fields), allocations(other, fields)
    matrix = np.array([[game.payoff(row, column) for column in columns] for row in rows])
    solution = dodona.solve(game)
    assert solution.status == "exact"
    assert solution.value == pytest.approx(dodona.solve(matrix, "matrix_lp").value, abs=1e-9)
    assert solution.stats["rows"] < len(rows)


def test_blotto_with_too_many_plans_to_list_is_bounded_around_its_value():
    events = []
    solution = dodona.solve(blotto(20, 20, 6), gap=0.1, on_event=events.append)  # 53,130 plans each
    assert solution.status == "converged"
    assert solution.lower <= 0 <= solution.upper <= solution.lower + 0.1  # it is symmetric
    assert solution.stats["payoffs"] < 10**4
    assert [event.phase for event in events[:2]] == ["iteration 1", "iteration 2"]
    gaps = [event.upper - event.lower for event in events]
    assert all(later <= earlier for earlier, later in itertools.pairwise(gaps))


def test_every_payoff_is_asked_for_once():
    payoffs = np.random.default_rng(3).normal(size=(30, 40))
    asked = []
    game = wrapped(payoffs)
    counted = OracleGame(
        lambda r, c: asked.append((r, c)) or payoffs[r, c],
        [lambda mixture, player=player: game.response(player, mixture) for player in (0, 1)],
        ([0], [0]),
    )
    solution = dodona.solve(counted)
    assert_solved(payoffs, solution)
    assert len(asked) == len(set(asked)) == solution.stats["payoffs"]


def test_responses_get_positive_probabilities_that_sum_to_one():
    payoffs = np.random.default_rng(4).normal(size=(12, 12))
    game, mixtures = wrapped(payoffs), []

    def respond(player):
        return lambda mixture: mixtures.append(mixture) or game.response(player, mixture)

    dodona.solve(OracleGame(lambda r, c: payoffs[r, c], (respond(0), respond(1)), ([0], [0])))
    assert len(mixtures) > 4
    for mixture in mixtures:
        assert all(type(p) is float and p > 0 for _, p in mixture)
        assert sum(p for _, p in mixture) == pytest.approx(1)


def test_strategies_are_labelled_and_kept_as_they_are():
    pennies = [("heads", 1), ("tails", 1)]

    def respond(sign):
        return lambda mixture: max(pennies, key=lambda own: sum(p * sign * (own == other) for other, p in mixture))

    matching = OracleGame(lambda r, c: 1 if r == c else -1, (respond(1), respond(-1)), (pennies[:1], pennies[:1]))
    solution = dodona.solve(matching)
    assert dict(solution.strategies[0]["start"]) == pytest.approx({repr(penny): 0.5 for penny in pennies})
    assert dict(solution.strategies[1].support) == pytest.approx(dict.fromkeys(pennies, 0.5))
    same = OracleGame(lambda r, c: 1 if r == c else -1, strategies=(pennies, pennies), label=lambda penny: "penny")
    assert set(dodona.solve(same).strategies[0].mixture) == {"penny", "penny #2"}
    for twin in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
        assert twin == solution
        assert twin.strategies[0].support == solution.strategies[0].support


def test_only_strategies_that_are_played_are_in_the_solution():
    payoffs = np.random.default_rng(8).normal(size=(40, 40))
    solution = dodona.solve(wrapped(payoffs))
    for player in (0, 1):
        plan = solution.strategies[player]
        assert len(plan.support) == len(plan.mixture)
        assert all(probability > 0 for probability in plan.mixture.values())
    assert len(solution.strategies[0].support) < solution.stats["rows"]


def test_a_solution_is_saved_and_loaded(tmp_path):
    solution = dodona.solve(wrapped(np.array([[3.0, -1.0], [-2.0, 4.0]])))
    solution.save(tmp_path / "solution.json")
    assert dodona.Solution.load(tmp_path / "solution.json").strategies == solution.strategies


@pytest.mark.parametrize(("method", "options"), [*WAYS, ("single_oracle", {})])
def test_limits_keep_what_is_proven(method, options):
    payoffs = np.random.default_rng(2).normal(size=(60, 60))
    game = wrapped(payoffs, [0], utility_range=(-10, 10))
    solution = dodona.solve(game, method, Limit(iterations=5), **options)
    assert (solution.status, solution.stats["stopped_by"]) == ("limit", "iterations")
    assert -10 < solution.lower < solution.upper < 10
    assert_bounds(payoffs, solution)
    assert dodona.solve(game, method, Limit(gap=0.5), **options).gap <= 0.5
    early = dodona.solve(game, method, Limit(iterations=0), **options)
    assert (early.bounds, early.evidence, early.strategies) == ((-10, 10), "none", ())


def assert_bounds(payoffs, solution):
    value = dodona.solve(MatrixGame(payoffs), "matrix_simplex").value
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    x, y = (full_plan(payoffs, solution, player) for player in (0, 1))
    assert (solution.lower, solution.upper) == pytest.approx(((x @ payoffs).min(), (payoffs @ y).max()), abs=1e-12)


def test_a_limit_of_time_ends_a_list_of_slow_payoffs():
    game = OracleGame(lambda r, c: time.sleep(0.01) or 0, strategies=(range(1000), range(1000)), utility_range=(-1, 1))
    begin = time.perf_counter()
    solution = dodona.solve(game, time=0.1)
    assert time.perf_counter() - begin < 2
    assert (solution.status, solution.stats["stopped_by"], solution.bounds) == ("limit", "time", (-1, 1))


def test_a_limit_of_memory_ends_the_growth_of_the_table():
    payoffs = np.random.default_rng(6).normal(size=(200, 200))
    solution = dodona.solve(wrapped(payoffs), memory=8 * 32 * 32)
    assert (solution.status, solution.stats["stopped_by"]) == ("limit", "memory")
    assert solution.stats["payoffs"] <= 32 * 32
    assert_bounds(payoffs, solution)


def test_an_interrupt_keeps_what_is_proven():
    payoffs, asked = np.random.default_rng(7).normal(size=(80, 80)), itertools.count()
    game = wrapped(payoffs)

    def payoff(row, column):
        if next(asked) == 400:
            signal.raise_signal(signal.SIGINT)
        return payoffs[row, column]

    respond = [lambda mixture, player=player: game.response(player, mixture) for player in (0, 1)]
    solution = dodona.solve(OracleGame(payoff, respond, ([0], [0])))
    assert solution.status == "cancelled"
    assert_bounds(payoffs, solution)


def test_by_default_the_strategies_grow_that_are_more():
    payoffs = np.random.default_rng(9).normal(size=(5, 50))
    for matrix, complete in ((payoffs, "rows"), (payoffs.T, "columns")):
        for game in (MatrixGame(matrix), wrapped(matrix, (0, 1))):
            solution = dodona.solve(game, "single_oracle")
            assert solution.status == "exact"
            assert solution.stats[complete] == 5
            assert solution.stats["rows"] + solution.stats["columns"] < 30
