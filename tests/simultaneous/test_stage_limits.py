"""Limits inside a stage: what is proven holds, and a gap that is close enough ends the work."""

import pytest

import dodona
from dodona import Limit
from dodona.all_methods import METHODS

STAGES = [method.name for method in METHODS if method.room == "simultaneous" and not method.approximate]
GAME = "random_simultaneous(depth=2, branching=8, utility=uniform, seed=4)"


@pytest.fixture(scope="module")
def value() -> float:
    return dodona.solve(dodona.game(GAME), "sequence_form_lp").value


@pytest.mark.parametrize("method", STAGES)
@pytest.mark.parametrize("gap", [1.9, 1.0, 0.2, 0.0])
def test_a_gap_ends_the_work_with_bounds_that_hold(method: str, gap: float, value: float) -> None:
    solution = dodona.solve(dodona.game(GAME), method, Limit(gap=gap), strategies=False)
    assert solution.status in ("converged", "exact")
    assert solution.gap <= max(gap, 1e-9)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9


def test_a_wide_gap_saves_work() -> None:
    stages = [
        int(dodona.solve(dodona.game(GAME), "stage_backward_induction", limit, strategies=False).stats["stages"])
        for limit in (Limit(gap=1.9), Limit())
    ]
    assert stages[0] < stages[1]


@pytest.mark.parametrize("method", STAGES)
def test_a_limit_of_nodes_inside_a_large_stage_returns_bounds(method: str) -> None:
    game = dodona.game("random_simultaneous(depth=3, branching=40)")
    solution = dodona.solve(game, method, Limit(nodes=3), strategies=False)
    assert solution.status == "limit"
    assert solution.lower <= solution.upper


def test_a_stage_that_no_limit_allows_is_an_error_with_a_sentence() -> None:
    game = dodona.game("goofspiel(cards=9)")
    solution = dodona.solve(game, "double_oracle", Limit(nodes=5), strategies=False)
    with pytest.raises(dodona.SolverError, match="was not solved"):
        solution.player().stage(game.root())
