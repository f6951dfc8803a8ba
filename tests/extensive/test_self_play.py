"""Regret minimisation and first-order methods: all converge, prove their bounds, and go on where they were left."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona import _core
from dodona.all_methods import method_named
from dodona.extensive import polish
from dodona.extensive.round_options import rule_of
from drawn import random_games
from instances import ALL

CFR_FAMILY = ("cfr", "cfr+", "linear_cfr", "dcfr", "pcfr+")
FIRST_ORDER = ("excessive_gap", "optimistic_mirror_descent")
#: Whose gap shrinks with the root of the rounds.
SLOW = ("cfr_br", "fictitious_play")
METHODS = (*CFR_FAMILY, *FIRST_ORDER, *SLOW)
HIDDEN = [text for text in ALL if "cfr_br" in dodona.methods(dodona.game(text))]


def accuracy(text, method):
    """What a method reaches in 100,000 rounds: so much of the range of utilities."""
    utilities = dodona.game(text).tree().terminal_utility[:, 0]
    return (1e-2 if method in SLOW else 1e-3) * np.ptp(utilities)


@pytest.mark.parametrize("text", HIDDEN)
def test_all_methods_converge_to_the_value_of_the_program(text):
    value = dodona.solve(text, "sequence_form_lp").value
    for method in METHODS:
        gap = accuracy(text, method)
        solution = dodona.solve(text, method, rounds=100_000, gap=gap)
        assert solution.gap <= gap + 1e-12, method
        assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9, method
        assert solution.concept == "equilibrium"


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", ["kuhn", "goofspiel(cards=3, order=random)", "liars_dice(faces=3)", "poker(types=2)"])
def test_all_methods_come_within_a_thousandth(text, method):
    assert dodona.solve(text, method, rounds=10_000_000, gap=1e-3).gap <= 1e-3


@settings(max_examples=60)
@given(random_games(), st.sampled_from(METHODS), st.booleans())
def test_intervals_contain_the_value_of_random_games(game, method, is_restarted):
    if method not in dodona.methods(game):
        return
    value = dodona.solve(game, "sequence_form_lp").value
    options = {"restarts": is_restarted} if "restarts" in method_named(method).options else {}
    solution = dodona.solve(game, method, rounds=3000, **options)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert dodona.exploitability(game, solution) == pytest.approx(solution.gap, abs=1e-9)
    assert solution.gap <= 0.1


@settings(max_examples=20)
@given(random_games(), st.sampled_from(CFR_FAMILY))
def test_players_may_move_at_once(game, method):
    if method not in dodona.methods(game):
        return
    value = dodona.solve(game, "sequence_form_lp").value
    solution = dodona.solve(game, method, rounds=2000, alternating=False)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9


@pytest.mark.parametrize("method", METHODS)
def test_the_gap_shrinks_with_the_rounds(method):
    gaps = [dodona.solve("leduc", method, rounds=rounds).gap for rounds in (10, 100, 1000, 10_000)]
    assert gaps == sorted(gaps, reverse=True)


def test_regret_is_within_the_bound_of_the_theory():
    # Zinkevich et al. 2007, theorem 4: the average regret is at most range * sets * sqrt(actions) / sqrt(rounds).
    for text in ("kuhn", "liars_dice(faces=3)", "goofspiel(cards=3, order=random, utility=points)"):
        tree = dodona.game(text).tree()
        utilities = tree.terminal_utility[:, 0]
        sets = sum(tree.num_infosets(player) for player in (0, 1))
        most = max(tree.num_actions(player).max() for player in (0, 1))
        for rounds in (10, 100, 1000):
            bound = np.ptp(utilities) * sets * most**0.5 / rounds**0.5
            for method in ("cfr", "cfr+"):
                assert dodona.solve(text, method, rounds=rounds, alternating=False).gap <= bound


def test_fictitious_play_is_that_of_its_matrix():
    # Brown 1951 on a matrix, in plain Python: respond to the other's average, the earliest of equals.
    a = np.array([[3.0, 0.0, -1.0], [-2.0, 1.0, 2.0]])
    plays = [np.full(2, 0.5), np.full(3, 1 / 3)]
    sums = [np.zeros(2), np.zeros(3)]
    for _ in range(57):
        sums = [total + play for total, play in zip(sums, plays, strict=True)]
        plays = [np.eye(2)[np.argmax(a @ sums[1])], np.eye(3)[np.argmax(-a.T @ sums[0])]]
    tree = dodona.game("matrix", a=a.tolist()).extensive().tree()
    rule = rule_of(method_named("fictitious_play").defaults)
    rule.update, rule.opponents = _core.Update.respond, _core.Opponents.average
    core = _core.SelfPlay(tree, rule)
    core.play(57, _core.Budget())
    for player in (0, 1):
        assert core.average(player)[1:] == pytest.approx(sums[player] / 57, abs=1e-12)


def test_mirror_descent_on_a_matrix_is_optimistic_multiplicative_weights():
    a = np.array([[3.0, 0.0, -1.0], [-2.0, 1.0, 2.0]])
    plays, last = [np.full(2, 0.5), np.full(3, 1 / 3)], None
    sums = [np.zeros(2), np.zeros(3)]
    eta = 0.5 / (3.0 - 0.5)  # the largest payoff, counted from the middle of the range
    for _ in range(40):
        sums = [total + play for total, play in zip(sums, plays, strict=True)]
        values = [a @ plays[1], -a.T @ plays[0]]
        told = values if last is None else [2 * now - before for now, before in zip(values, last, strict=True)]
        plays = [play * np.exp(eta * value) for play, value in zip(plays, told, strict=True)]
        plays = [play / play.sum() for play in plays]
        last = values
    tree = dodona.game("matrix", a=a.tolist()).extensive().tree()
    rule = _core.SelfPlayRule()
    rule.update, rule.alternating, rule.step = _core.Update.mirror, False, 0.5
    core = _core.SelfPlay(tree, rule)
    core.play(40, _core.Budget())
    for player in (0, 1):
        assert core.average(player)[1:] == pytest.approx(sums[player] / 40, abs=1e-9)


def test_restarts_make_predictive_cfr_exact():
    solution = dodona.solve("goofspiel(cards=4, information=outcome)", "pcfr+", rounds=2000, restarts=True)
    assert solution.status == "exact"
    assert solution.stats["rounds_before_restart"] > 0


@pytest.mark.parametrize("method", METHODS)
def test_a_run_goes_on_from_its_checkpoint_as_if_it_had_never_stopped(tmp_path, method):
    variants = [{}, {"restarts": True}] if "restarts" in method_named(method).options else [{}]
    for number, options in enumerate(variants):
        path = tmp_path / f"{number}.npz"
        dodona.solve("leduc", method, rounds=125, checkpoint=path, **options)  # between two looks
        resumed = dodona.solve("leduc", method, rounds=300, checkpoint=path, resume=True, **options)
        whole = dodona.solve("leduc", method, rounds=300, **options)
        assert resumed.stats["rounds"] == whole.stats["rounds"] == 300
        if not options:  # a look more may find better averages, but the last ones are the same
            assert resumed.value == pytest.approx(whole.value, abs=1e-2)
        again = dodona.solve("leduc", method, rounds=300, checkpoint=path, resume=True, **options)
        assert again.bounds == resumed.bounds
        assert again.strategies == resumed.strategies


@pytest.mark.parametrize("method", METHODS)
def test_states_go_on_bit_for_bit(method):
    tree = dodona.game("leduc").tree()

    def rounds():
        if method == "excessive_gap":
            return _core.ExcessiveGap(tree)
        rule = rule_of(method_named(method).defaults)
        rule.update = {"fictitious_play": _core.Update.respond, "optimistic_mirror_descent": _core.Update.mirror}.get(
            method, _core.Update.regret
        )
        rule.opponents = {"fictitious_play": _core.Opponents.average, "cfr_br": _core.Opponents.responses}.get(
            method, _core.Opponents.current
        )
        return _core.SelfPlay(tree, rule)

    whole, first, second = rounds(), rounds(), rounds()
    whole.play(100, _core.Budget())
    first.play(37, _core.Budget())
    second.restore(first.state())
    second.play(63, _core.Budget())
    assert all(np.array_equal(a, b) for a, b in zip(whole.state(), second.state(), strict=True))
    if method != "excessive_gap":
        with pytest.raises(dodona.DodonaError, match="another game"):
            _core.SelfPlay(dodona.game("kuhn").tree(), _core.SelfPlayRule()).restore(first.state())


@pytest.mark.parametrize("method", [method for method in METHODS if method != "excessive_gap"])
def test_threads_change_no_bit(method):
    text = "goofspiel(cards=5, information=outcome)"
    one, several = (dodona.solve(text, method, rounds=60, threads=threads) for threads in (1, 3))
    assert one.bounds == several.bounds
    assert one.strategies == several.strategies


@pytest.mark.parametrize("text", ["leduc", "goofspiel(cards=3, order=random)", "random_game(depth=2, branching=3)"])
@pytest.mark.parametrize("method", ["dcfr", "excessive_gap"])
def test_polishing_ends_with_an_exact_answer_and_says_by_whom(text, method):
    solution = dodona.solve(text, method, rounds=30, polish=True)
    assert solution.status == "exact"
    assert solution.stats["polished_by"] == "sequence_form_lp"
    assert solution.stats["rounds"] == 30
    assert "The linear program took over after its 30 rounds." in solution.explain()
    assert solution.value == pytest.approx(dodona.solve(text, "sequence_form_lp").value, abs=1e-9)


@pytest.mark.parametrize("text", ["leduc", "goofspiel(cards=4, information=outcome)", "liars_dice(faces=3)"])
def test_the_double_oracle_polishes_large_trees_from_the_support_of_the_averages(text, monkeypatch):
    monkeypatch.setattr(polish, "LARGE", 100)
    solution = dodona.solve(text, "cfr+", rounds=10**6, gap=0.01, polish=True)
    assert solution.status == "exact"
    assert solution.stats["polished_by"] == "sequence_form_double_oracle"
    assert "double oracle, seeded by what the averages play, took over" in solution.explain()
    alone = dodona.solve(text, "sequence_form_double_oracle", regret=False)
    assert solution.value == pytest.approx(alone.value, abs=1e-9)
    assert solution.stats["iterations"] < alone.stats["iterations"]


def test_a_gap_says_when_to_hand_over():
    solution = dodona.solve("leduc", "cfr+", rounds=10**6, gap=0.05, polish=True)
    assert solution.status == "exact"
    assert solution.stats["rounds"] < 1000


def test_nothing_is_polished_where_time_is_over():
    solution = dodona.solve("leduc", "cfr+", rounds=10**9, time=0.3, polish=True)
    assert solution.status == "limit"
    assert "polished_by" not in solution.stats


@pytest.mark.parametrize(
    ("method", "options", "words"),
    [
        ("cfr", {"resume": True}, "resume goes on from a checkpoint"),
        ("cfr", {"rounds": 0}, "rounds is a whole number from 1 up, not 0"),
        ("cfr", {"averaging": -1}, "averaging"),
        ("cfr", {"plus": "yes"}, "plus"),
        ("cfr", {"threads": 0}, "threads"),
        ("cfr_br", {"alternating": True}, "cfr_br has no option 'alternating'"),
        ("fictitious_play", {"plus": True}, "fictitious_play has no option 'plus'"),
        ("excessive_gap", {"averaging": 1.0}, "excessive_gap has no option 'averaging'"),
        ("optimistic_mirror_descent", {"step": 0.0}, "step is a finite number above 0, not 0.0"),
    ],
)
def test_wrong_options_are_refused(method, options, words):
    with pytest.raises(dodona.DodonaError, match=words):
        dodona.solve("kuhn", method, **options)


def test_a_checkpoint_of_another_game_or_method_is_refused(tmp_path):
    path = tmp_path / "kuhn.npz"
    dodona.solve("kuhn", "cfr", rounds=10, checkpoint=path)
    with pytest.raises(dodona.DodonaError, match="is of kuhn"):
        dodona.solve("leduc", "cfr", checkpoint=path, resume=True)
    for other in ("cfr+", "cfr_br", "fictitious_play", "excessive_gap"):
        with pytest.raises(dodona.DodonaError, match="is of kuhn"):
            dodona.solve("kuhn", other, checkpoint=path, resume=True)


def test_limits_end_the_rounds():
    assert dodona.solve("leduc", "cfr+", rounds=10**9, gap=0.01).status == "converged"
    assert dodona.solve("leduc", "cfr+", rounds=10**9, time=0.2).stats["seconds"] < 2
    assert dodona.solve("leduc", "cfr+", iterations=7).stats["rounds"] == 7
    assert dodona.solve("leduc", "cfr+", iterations=0).stats["rounds"] == 0
