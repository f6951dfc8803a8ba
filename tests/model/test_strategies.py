"""Strategies read like mappings, are stored as arrays, and tabulate."""

import numpy as np
import pytest

import dodona
from dodona.model.behaviour import behaviour_of

KUHN = dodona.game("kuhn")
SOLUTION = dodona.solve(KUHN)


def test_a_strategy_is_a_mapping_from_information_to_actions():
    first = SOLUTION.strategies[0]
    assert list(first) == ["J", "J:kb", "Q", "Q:kb", "K", "K:kb"]
    assert len(first) == 6
    assert set(first["J:kb"]) == {"call", "fold"}
    assert first["J:kb"]["fold"] == 1  # a dominated call
    assert first["K:kb"] == {"call": 1, "fold": 0}
    assert "A" not in first
    with pytest.raises(KeyError):
        first["A"]
    with pytest.raises(TypeError):
        first["J"]["bet"] = 1


def test_the_equilibrium_of_kuhn_has_its_known_shape():
    """Kuhn 1950: bluff with the jack at rate a in [0, 1/3], bet the king at 3a; player 1's plan is unique."""
    first, second = SOLUTION.strategies
    bluff = first["J"]["bet"]
    assert -1e-9 <= bluff <= 1 / 3 + 1e-9
    assert first["K"]["bet"] == pytest.approx(3 * bluff, abs=1e-9)
    assert first["Q:kb"]["call"] == pytest.approx(bluff + 1 / 3, abs=1e-9)
    assert second["J:k"]["bet"] == pytest.approx(1 / 3, abs=1e-9)
    assert second["Q:b"]["call"] == pytest.approx(1 / 3, abs=1e-9)
    assert second["K:b"]["call"] == pytest.approx(1, abs=1e-9)


def test_arrays_lay_the_same_numbers_out():
    for player, plan in enumerate(SOLUTION.strategies):
        assert plan.player == player
        assert plan.offsets.tolist() == [0, 2, 4, 6, 8, 10, 12]
        assert plan.probabilities.tolist() == [p for row in plan.values() for p in row.values()]
        assert list(plan.actions) == [action for row in plan.values() for action in row]
        behaviour = behaviour_of(KUHN.tree(), plan.player, plan)
        assert behaviour[0] == 1
        assert np.array_equal(behaviour[1:], plan.probabilities)
        with pytest.raises(ValueError):
            plan.probabilities[0] = 0.5


def test_a_table_becomes_a_data_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.concat([pandas.DataFrame(plan.table()) for plan in SOLUTION.strategies])
    assert list(frame.columns) == ["player", "infoset", "action", "probability"]
    assert len(frame) == 24
    sums = frame.groupby(["player", "infoset"])["probability"].sum()
    assert np.allclose(sums, 1)
    row = frame[(frame.player == 0) & (frame.infoset == "K:kb") & (frame.action == "call")]
    assert row.probability.item() == SOLUTION.strategies[0]["K:kb"]["call"]


def test_plain_dictionaries_are_strategies_too():
    plain = [{label: dict(row) for label, row in plan.items()} for plan in SOLUTION.strategies]
    assert plain[0] == SOLUTION.strategies[0]
    assert dodona.expected_value(KUHN, plain) == pytest.approx(dodona.expected_value(KUHN, SOLUTION))
    del plain[0]["J"]["bet"]
    plain[0]["J"] = {"check": 1}  # what is left out is not played
    assert dodona.expected_value(KUHN, plain)[0] <= SOLUTION.upper + 1e-12


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"J": None}, ["nothing", "'J'"]),
        ({"J": {"bet": 0.5}}, ["sum to 1", "'J'"]),
        ({"J": {"bet": 1.5, "check": -0.5}}, ["from 0 to 1", "'J'"]),
        ({"J": {"bet": float("nan"), "check": 1}}, ["from 0 to 1", "'J'"]),
        ({"J": {"bet": float("inf")}}, ["sum to 1", "'J'"]),
        ({"J": {"raise": 1}}, ["'raise'", "'J'", "bet, check"]),
        ({"J": {}}, ["sum to 1", "'J'"]),
    ],
)
def test_wrong_strategies_are_refused_with_the_place(change, words):
    plan = {label: dict(row) for label, row in SOLUTION.strategies[0].items()}
    for label, row in change.items():
        if row is None:
            del plan[label]
        else:
            plan[label] = row
    for evaluate in (dodona.expected_value, dodona.exploitability):
        with pytest.raises(dodona.DodonaError) as caught:
            evaluate(KUHN, [plan, SOLUTION.strategies[1]])
        assert all(word in str(caught.value) for word in words), str(caught.value)


def test_a_profile_has_one_strategy_per_player():
    with pytest.raises(dodona.DodonaError, match="one strategy per player: 2, not 1"):
        dodona.expected_value(KUHN, SOLUTION.strategies[:1])


def test_a_strategy_of_another_game_is_refused():
    with pytest.raises(dodona.DodonaError, match="information set"):
        dodona.exploitability(dodona.game("leduc"), SOLUTION)


def test_sets_out_of_reach_are_filled_in():
    """Completeness: also where a player's own plan never leads there."""
    plan = dodona.solve(dodona.game("tic_tac_toe.after(1, 5, 9)")).strategies[1]
    assert all(sum(row.values()) == 1 for row in plan.values())
