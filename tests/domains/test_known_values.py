"""Solved games against the values in known_values.toml, judged twice: by value and by best responses."""

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

import dodona
from dodona.model.strategy import PartialStrategy
from oracles import Evaluator, assert_solved, equilibrium_methods

KNOWN = tomllib.loads((Path(__file__).parent.parent / "known_values.toml").read_text(encoding="utf-8"))["known"]
CASES = [pytest.param(row, id=row["game"], marks=[pytest.mark.slow] * row.get("slow", False)) for row in KNOWN]


def tolerance(value: str) -> float:
    """Fractions are exact; decimals are as exact as they are long."""
    places = len(value.partition(".")[2])
    return 0.6 * 10.0**-places if places > 2 else 1e-9


def test_every_entry_says_where_it_comes_from():
    assert all(set(row) <= {"game", "value", "source", "slow"} and row["source"] for row in KNOWN)
    assert len({row["game"] for row in KNOWN}) == len(KNOWN)


@pytest.mark.parametrize("row", CASES)
def test_the_value_is_the_known_one(row):
    game = dodona.game(row["game"])
    methods = equilibrium_methods(game)
    large = game.info().nodes > 100_000
    for method in [m for m in methods if m in ("sequence_form_lp", methods[0])] if large else methods:
        solution = dodona.solve(game, method)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(float(Fraction(row["value"])), abs=tolerance(row["value"]), rel=0)
        if any(isinstance(plan, PartialStrategy) for plan in solution.strategies):
            assert abs(dodona.exploitability(game, solution)) <= 1e-9
        else:
            assert_solved(game, solution)


@pytest.mark.parametrize("text", ["kuhn", "liars_dice(faces=2)", "goofspiel(cards=3).after((1, 3))", "poker(types=2)"])
def test_best_responses_computed_the_slow_way_prove_the_same_bounds(text):
    game = dodona.game(text)
    solution = dodona.solve(game)
    slow = Evaluator(game, solution.strategies)
    assert slow.best_response(0) == pytest.approx(solution.upper, abs=1e-12)
    assert -slow.best_response(1) == pytest.approx(solution.lower, abs=1e-12)


def test_matching_pennies_lies_strictly_between_its_serialized_bounds():
    game = dodona.game("matching_pennies")
    bounds = [dodona.solve(game.serialized(first), "backward_induction").value for first in (0, 1)]
    assert bounds == [-1, 1]
    assert dodona.solve(game).value == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("cards", [1, 2, 3, 4])
@pytest.mark.parametrize("order", ["descending", "ascending"])
@pytest.mark.parametrize("utility", ["sign", "points"])
def test_goofspiel_is_fair_and_lies_between_its_serialized_bounds(cards, order, utility):
    game = dodona.game("goofspiel", cards=cards, order=order, utility=utility)
    lower, upper = (dodona.solve(game.serialized(first), "backward_induction").value for first in (0, 1))
    value = dodona.solve(game).value
    assert value == pytest.approx(0, abs=1e-9)
    assert lower == -upper
    assert lower <= 0


@pytest.mark.parametrize(("lowest", "bounds"), [(1, [-1, 1]), (0, [0, 0])])
def test_a_worthless_last_prize_closes_goofspiels_serialized_bounds(lowest, bounds):
    game = dodona.game("goofspiel", cards=4, lowest=lowest)
    assert [dodona.solve(game.serialized(first), "backward_induction").value for first in (0, 1)] == bounds


def test_hiding_bids_changes_goofspiel_but_not_its_symmetry():
    hidden = dodona.solve(dodona.game("goofspiel(cards=4, information=outcome)"))
    assert hidden.value == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("information", ["perfect", "outcome"])
@pytest.mark.parametrize("order", ["descending", "random"])
def test_playing_the_last_card_by_itself_changes_no_value(information, order):
    base = dodona.game("goofspiel", cards=3, order=order, information=information)
    short = dodona.game("goofspiel", cards=3, order=order, information=information, last_card="automatic")
    first = ("2",) if order == "random" else ()
    values = [dodona.solve(game.after(*first, (1, 3))).value for game in (base, short)]
    assert values[0] == pytest.approx(values[1], abs=1e-9)
