"""Counterfactual regret minimisation: every variant converges, proves its bounds, and goes on where it was left."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from drawn import random_games

FAMILY = ("cfr", "cfr+", "linear_cfr", "dcfr", "pcfr+")
GAMES = ("kuhn", "leduc", "goofspiel(cards=3, order=random)", "liars_dice(faces=3)", "oshi_zumo(coins=3, size=1)")


@pytest.mark.parametrize("method", FAMILY)
@pytest.mark.parametrize("text", GAMES)
def test_variants_converge_to_the_value_of_the_program(text, method):
    value = dodona.solve(text, "sequence_form_lp").value
    solution = dodona.solve(text, method, rounds=200_000, gap=1e-3)
    assert solution.gap <= 1e-3
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9


@settings(max_examples=40)
@given(random_games(), st.sampled_from(FAMILY), st.booleans())
def test_intervals_contain_the_value_of_random_games(game, method, alternating):
    if method not in dodona.methods(game):
        return
    value = dodona.solve(game, "sequence_form_lp").value
    solution = dodona.solve(game, method, rounds=2000, alternating=alternating)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert dodona.exploitability(game, solution) == pytest.approx(solution.gap, abs=1e-9)
    if alternating:
        assert solution.gap <= 0.1


@pytest.mark.parametrize("method", FAMILY)
def test_the_gap_shrinks_with_the_rounds(method):
    gaps = [dodona.solve("leduc", method, rounds=rounds).gap for rounds in (10, 100, 1000, 10_000)]
    assert gaps == sorted(gaps, reverse=True)


def test_regret_is_within_the_bound_of_the_theory():
    # Zinkevich et al. 2007, theorem 4: the average regret is at most range * sets * sqrt(actions) / sqrt(rounds).
    info = dodona.info("kuhn")
    for rounds in (10, 100, 1000):
        bound = 4 * sum(info.infosets) * 2**0.5 / rounds**0.5
        assert dodona.solve("kuhn", "cfr", rounds=rounds, alternating=False).gap <= bound


def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_never_stopped(tmp_path):
    for method in FAMILY:
        path = tmp_path / f"{method}.npz"
        dodona.solve("leduc", method, rounds=120, checkpoint=path)
        resumed = dodona.solve("leduc", method, rounds=300, checkpoint=path, resume=True)
        whole = dodona.solve("leduc", method, rounds=300)
        assert resumed.stats["rounds"] == whole.stats["rounds"] == 300
        assert resumed.value == whole.value
        assert resumed.bounds == whole.bounds


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"resume": True}, "resume goes on from a checkpoint"),
        ({"rounds": 0}, "rounds"),
        ({"averaging": -1}, "averaging"),
        ({"plus": "yes"}, "plus"),
    ],
)
def test_wrong_options_are_refused(options, words):
    with pytest.raises(dodona.DodonaError, match=words):
        dodona.solve("kuhn", "cfr", **options)


def test_a_checkpoint_of_another_game_is_refused(tmp_path):
    path = tmp_path / "kuhn.npz"
    dodona.solve("kuhn", "cfr", rounds=10, checkpoint=path)
    with pytest.raises(dodona.DodonaError, match="is of kuhn"):
        dodona.solve("leduc", "cfr", checkpoint=path, resume=True)
    with pytest.raises(dodona.DodonaError, match="is of kuhn"):
        dodona.solve("kuhn", "cfr+", checkpoint=path, resume=True)


def test_limits_end_the_rounds():
    assert dodona.solve("leduc", "cfr+", rounds=10**9, gap=0.01).status == "converged"
    assert dodona.solve("leduc", "cfr+", rounds=10**9, time=0.2).stats["seconds"] < 2
    assert dodona.solve("leduc", "cfr+", iterations=7).stats["rounds"] == 7
