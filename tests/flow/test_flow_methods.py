"""Methods for flow games: all find the same value, and what they prove holds."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from flow_games import flow_games

EXACT = ("network_flow_lp", "compact_double_oracle", "pure_double_oracle")
POLICIES = ("both", "alternating", "worse")
SMALL = (
    "transit(3,4,5,failure=0)",
    "transit(3,5,6)",
    "transit(4,6,7,penalty_rule=unfinished)",
    "transit(2,5,6,base_rule=row)",
    "border_protection(steps=5)",
    "border_protection(graph=four_rows_connected, steps=4)",
    "patrol(steps=6)",
    "patrol(steps=4, failure=0.2)",
    "random_flow_game(steps=4, seed=3)",
    "random_flow_game(shape=tree, steps=4, actions=3)",
)


def prove(slow, solution):
    """The bounds of a solution from its strategies alone, the slow way."""
    flows = [slow.flow(player, strategy) for player, strategy in enumerate(solution.strategies)]
    for strategy, flow in zip(solution.strategies, flows, strict=True):
        assert np.allclose(list(flow.values()), strategy.flow, atol=1e-12)
    return slow.best(1, flows[0]), slow.utility(*flows), slow.best(0, flows[1])


@settings(max_examples=150)
@given(flow_games(), st.sampled_from(POLICIES))
def test_methods_agree_on_random_games_and_prove_what_they_say(drawn, policy):
    game, slow = drawn
    for method in dodona.methods(game):
        options = {"policy": policy} if "oracle" in method else {}
        solution = dodona.solve(game, method, **options)
        lower, value, upper = prove(slow, solution)
        assert lower - 1e-9 <= value <= upper + 1e-9
        assert solution.bounds == pytest.approx((lower, upper), abs=1e-9)
        if method in EXACT:
            assert upper - lower <= 1e-8
    values = [dodona.solve(game, method).value for method in EXACT]
    assert np.ptp(values) <= 1e-7


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("policy", POLICIES)
def test_double_oracles_find_the_value_of_the_program(text, policy):
    whole = dodona.solve(text, "network_flow_lp")
    for method in ("compact_double_oracle", "pure_double_oracle"):
        solution = dodona.solve(text, method, policy=policy)
        assert solution.value == pytest.approx(whole.value, abs=1e-7)
        assert solution.gap <= 1e-7
        assert solution.evidence == "strategies"


@pytest.mark.parametrize("algorithm", ["interior", "simplex"])
def test_both_algorithms_solve_the_program(algorithm):
    solution = dodona.solve("transit(4,6,8)", "network_flow_lp", algorithm=algorithm)
    assert solution.status == "exact"
    assert solution.stats["algorithm"] == algorithm
    assert solution.value == pytest.approx(0.9498326895, abs=1e-9)  # both algorithms, compact and pure double oracle


def test_compact_double_oracle_uses_a_part_of_the_actions():
    game = dodona.problem("transit(5,10,14,failure=0)")
    solution = dodona.solve(game, start="default", method="compact_double_oracle")
    assert solution.status == "exact"
    for player, process in enumerate(game.processes):
        assert 0 < solution.stats[f"actions_{player}"] < process.num_actions / 3
        assert solution.stats[f"fully_expanded_actions_{player}"] <= solution.stats[f"actions_{player}"]


def test_a_start_by_regret_takes_fewer_iterations():
    text = "transit(4,8,10,failure=0)"
    plain = dodona.solve(text, "compact_double_oracle", start="default")
    started = dodona.solve(text, "compact_double_oracle", start="regret", rounds=1000)
    assert started.stats["iterations"] < plain.stats["iterations"]
    assert started.value == pytest.approx(plain.value, abs=1e-9)


def test_bundles_keep_no_more_strategies_than_they_may():
    solution = dodona.solve("transit(3,5,6,failure=0)", "bundle_double_oracle", bundle=5, rounds=200)
    assert solution.stats["left_0"] > 0
    for player in (0, 1):
        assert solution.stats[f"strategies_{player}"] - solution.stats[f"left_{player}"] <= 5
    value = dodona.solve("transit(3,5,6,failure=0)").value
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert solution.gap < 0.3


@pytest.mark.parametrize("variant", ["cfr+", "predictive"])
def test_regret_shrinks_with_the_rounds(variant):
    gaps = [dodona.solve("transit(3,5,6)", "flow_regret", variant=variant, rounds=n).gap for n in (50, 500, 5000)]
    assert gaps[0] > gaps[1] > gaps[2]
    assert gaps[2] < 0.01


def test_regret_ends_at_a_gap():
    solution = dodona.solve("transit(4,8,10,failure=0)", "flow_regret", gap=0.05)
    assert solution.gap <= 0.05
    assert solution.status == "converged"


@pytest.mark.parametrize("method", ["compact_double_oracle", "pure_double_oracle", "bundle_double_oracle"])
def test_iterations_can_be_limited(method):
    solution = dodona.solve("transit(4,8,10,failure=0)", method, iterations=3)
    assert solution.status == "limit"
    assert solution.stats["iterations"] == 3
    value = dodona.solve("transit(4,8,10,failure=0)").value
    assert solution.lower <= value <= solution.upper


@pytest.mark.parametrize("method", dodona.methods("transit"))
def test_time_can_be_limited(method):
    solution = dodona.solve("transit(6,14,17)", method, time=0.3)
    assert solution.status in ("limit", "exact")
    assert solution.stats["seconds"] < 5


def test_progress_is_told():
    events = []
    dodona.solve("transit(3,5,6)", "pure_double_oracle", on_event=events.append)
    assert len(events) > 10
    lowers = [event.lower for event in events]
    assert lowers == sorted(lowers)


def test_schedules_follow_the_marginals():
    solution = dodona.solve("transit(3,4,5,failure=0)")
    evader = solution.strategies[0]
    count = 4000
    rows = [evader.sample(seed)[1][1] for seed in range(count)]
    for action, p in evader.marginals["enter"].items():
        assert rows.count(action) / count == pytest.approx(p, abs=0.04)


def test_strategies_from_outside_are_judged():
    game = dodona.problem("transit(3,5,6)")
    solution = dodona.solve(game)
    assert dodona.exploitability(game, solution) == pytest.approx(0, abs=1e-9)
    assert dodona.exploitability(game, ["uniform", "uniform"]) > 1
    rows = {
        state: dict(row) for state, row in solution.strategies[0].items() if state in solution.strategies[0].marginals
    }
    assert dodona.expected_value(game, [rows, solution.strategies[1]])[0] == pytest.approx(solution.value)
    response = dodona.best_response(game, 1, [solution.strategies[0].probabilities, "uniform"])
    assert response.value == pytest.approx(-solution.value)
    assert dodona.expected_value(game, [solution.strategies[0], response.strategy])[1] == pytest.approx(response.value)


@pytest.mark.parametrize(
    ("profile", "words"),
    [
        ([{"start": {"enter": 1}}, "uniform"], "says nothing at state 'enter'"),
        ([{"strt": {"enter": 1}}, "uniform"], "did you mean 'start'"),
        ([{"start": {"enter": 0.5}}, "uniform"], "sum to 1"),
        ([{"start": {"leave": 1}}, "uniform"], "'leave' is no action"),
        ([np.ones(3), "uniform"], "numbers, one per marginal action"),
        ([7, "uniform"], "numbers, one per marginal action"),
    ],
)
def test_wrong_strategies_are_refused(profile, words):
    with pytest.raises(dodona.DodonaError, match=words):
        dodona.exploitability("transit(3,4,5)", profile)
