"""The double oracle of matrix games against the simplex method, with bounds that hold at every event."""

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import dodona
from dodona import Limit, MatrixGame
from dodona.model.run import Run
from dodona.normal.restricted_matrix import MatrixPayoffs, RestrictedMatrix

POLICIES = ("both", "alternating", "worse")


def solved(game, policy, **words):
    """The solution and the events on the way, whose bounds hold."""
    events = []
    solution = dodona.solve(game, "matrix_double_oracle", on_event=events.append, policy=policy, **words)
    value, slack = dodona.solve(game, "matrix_simplex").value, 1e-9 * max(1.0, np.abs(game.payoffs).max())
    assert all(event.lower - slack <= value <= event.upper + slack for event in events)
    gaps = [event.upper - event.lower for event in events]
    assert all(later <= earlier for earlier, later in itertools.pairwise(gaps))
    return solution, events


@settings(max_examples=150, deadline=None)
@given(
    st.tuples(st.integers(1, 12), st.integers(1, 12)).flatmap(
        lambda shape: st.one_of(
            arrays(np.float64, shape, elements=st.integers(-3, 3).map(float)),  # full of ties
            arrays(np.float64, shape, elements=st.floats(-1e3, 1e3, width=32)),
        )
    ),
    st.sampled_from(POLICIES),
)
def test_random_matrices_have_the_value_that_the_simplex_method_finds(payoffs, policy):
    game = MatrixGame(payoffs)
    solution, _ = solved(game, policy)
    size = max(1.0, np.abs(payoffs).max())
    assert solution.value == pytest.approx(dodona.solve(game, "matrix_simplex").value, abs=1e-9 * size)
    assert solution.gap <= 1e-8 * size
    x, y = (np.array(list(plan["start"].values())) for plan in solution.strategies)
    assert (payoffs @ y).max() - (x @ payoffs).min() == pytest.approx(solution.gap, abs=1e-12 * size)


@pytest.mark.parametrize("policy", POLICIES)
def test_constant_sums_other_than_zero(policy):
    rng = np.random.default_rng(5)
    payoffs = rng.integers(-9, 10, (20, 15)).astype(float)
    game = MatrixGame(payoffs, 100 - payoffs)
    solution, _ = solved(game, policy)
    assert solution.status == "exact"
    assert sum(solution.values) == pytest.approx(100)


def test_few_rows_and_columns_of_a_large_matrix_suffice_where_few_matter():
    rng = np.random.default_rng(1)
    payoffs = np.outer(np.ones(300), rng.random(400)) + np.outer(rng.random(300), np.ones(400))  # a saddle point
    solution, _ = solved(MatrixGame(payoffs), "both")
    assert solution.status == "exact"
    assert (solution.stats["rows"], solution.stats["columns"]) == (2, 2)


def test_blotto_needs_a_part_of_its_plans():
    game = dodona.game("blotto")
    solution, _ = solved(game, "both")
    assert solution.status == "exact"
    assert solution.stats["rows"] < game.payoffs.shape[0]


def test_equal_rows_are_not_added_again_and_again():
    payoffs = np.repeat([[1.0, -1.0], [-1.0, 1.0]], 40, axis=0)
    solution, _ = solved(MatrixGame(payoffs), "both")
    assert solution.stats["rows"] == solution.stats["columns"] == 2


@pytest.mark.parametrize("policy", POLICIES)
def test_limits_keep_what_is_proven(policy):
    game = MatrixGame(np.random.default_rng(2).normal(size=(60, 60)))
    solution, events = solved(game, policy, limit=Limit(iterations=5))
    assert solution.status == "limit"
    assert solution.stats["stopped_by"] == "iterations"
    assert [event.phase for event in events] == [*(f"iteration {i}" for i in range(1, 6)), "certified"]
    assert (solution.lower, solution.upper) == pytest.approx((events[-2].lower, events[-2].upper), abs=1e-12)
    assert dodona.exploitability(game, solution) == pytest.approx(solution.gap, abs=1e-9)
    assert solved(game, policy, limit=Limit(gap=0.5))[0].status == "converged"
    assert dodona.solve(game, "matrix_double_oracle", Limit(iterations=0), policy=policy).status == "limit"


def test_restricted_matrices_that_are_too_large_for_a_tableau_are_solved_by_the_program(monkeypatch):
    payoffs = np.random.default_rng(3).normal(size=(12, 14))
    with Run(Limit()) as run:
        restricted = RestrictedMatrix(MatrixPayoffs(payoffs, 0.0), run)
        restricted.allowed = (list(range(12)), list(range(14)))
        by_tableau = restricted.solve()
        monkeypatch.setattr("dodona.normal.restricted_matrix.DENSE_CELLS", 100)
        by_program = restricted.solve()
    assert by_program == pytest.approx(by_tableau, abs=1e-9)
    assert [plan.sum() for plan in restricted.strategies] == pytest.approx([1, 1])


def test_a_wrong_policy_gets_one_sentence():
    with pytest.raises(dodona.DodonaError, match="policy is one of both, alternating, worse"):
        dodona.solve(dodona.game("blotto"), "matrix_double_oracle", policy="none")


def test_games_without_a_matrix_are_refused():
    with pytest.raises(dodona.UnsupportedGameError, match="matrix_double_oracle needs a single matrix stage"):
        dodona.solve(dodona.game("kuhn"), "matrix_double_oracle")
