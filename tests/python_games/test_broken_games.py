"""A broken game is told which clause it breaks and where; it never crashes, hangs or gets an answer."""

import pytest
from broken import BROKEN, METHODS, Endless, Sound, UnequalCounts, raising

import dodona

broken = pytest.mark.parametrize(("game", "words"), BROKEN.values(), ids=BROKEN)


def test_the_game_they_derive_from_is_sound():
    assert dodona.check(Sound())
    assert dodona.solve(Sound()).value == -1


@broken
def test_check_reports_the_clause_and_the_place(game, words):
    report = dodona.check(game)
    assert not report
    assert report.problems
    assert all(word in report.problems[0] for word in words), report.problems[0]
    assert type(game).__name__ in str(report)


@broken
def test_solve_raises_what_check_reports(game, words):
    with pytest.raises(dodona.GameDefinitionError) as caught:
        dodona.solve(game)
    assert str(caught.value) == dodona.check(game).problems[0]


@broken
def test_every_way_into_the_game_raises_the_same_error(game, words):
    entries = [game.info, game.tree, lambda: dodona.solve(game, "sequence_form_lp"), lambda: dodona.matrix_of(game)]
    if "imperfect recall" in words:  # such a game can be counted and stored, though not solved
        assert not game.info().perfect_recall
        assert game.tree().recall_problem
        entries = entries[2:]
    for enter in entries:
        with pytest.raises((dodona.GameDefinitionError, dodona.UnsupportedGameError)) as caught:
            enter()
        if isinstance(caught.value, dodona.UnsupportedGameError):  # only a general-sum game may say so
            assert not game.zero_sum
        else:
            assert all(word in str(caught.value) for word in words)


@pytest.mark.parametrize("method", METHODS)
def test_the_cause_of_an_error_in_the_rules_is_kept(method):
    with pytest.raises(dodona.GameDefinitionError) as caught:
        dodona.solve(raising(method))
    assert isinstance(caught.value.__cause__, ValueError)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("method", METHODS)
def test_what_is_not_an_error_passes_through(method, stop):
    with pytest.raises(stop):
        dodona.solve(raising(method, stop))


def test_check_lists_several_problems_at_once_up_to_a_number():
    report = dodona.check(BROKEN["utility not a number"][0])
    assert len(report.problems) == 8
    assert len(dodona.check(BROKEN["utility not a number"][0], most=3).problems) == 3
    assert len(str(report).splitlines()) == 8


def test_the_limit_of_moves_can_be_set():
    assert "after 50 moves" in dodona.check(Endless(), max_depth=50).problems[0]
    report = dodona.check(dodona.game("tic_tac_toe"), max_depth=3)
    assert "no end" in report.problems[0]


def test_a_check_within_limits_says_that_it_is_not_complete():
    report = dodona.check(dodona.game("leduc"), limit=dodona.Limit(nodes=10))
    assert not report.complete
    assert "limit" in str(report)


def test_a_report_of_a_sound_game_says_so():
    assert str(dodona.check(dodona.game("kuhn"))) == "kuhn: the contract holds at every position."


def test_a_method_that_does_not_apply_is_refused_before_the_rules_are_walked():
    with pytest.raises(dodona.UnsupportedGameError, match="perfect information"):
        dodona.solve(UnequalCounts(), "backward_induction")


@pytest.mark.parametrize(
    ("claims", "word"),
    [
        ({"players": 0}, "players"),
        ({"players": "two"}, "players"),
        ({"players": 1000}, "players"),
        ({"utility_range": 3}, "utility_range"),
        ({"utility_range": ("a", "b")}, "utility_range"),
        ({"utility_range": (1, -1)}, "utility_range"),
        ({"utility_range": (float("nan"), 1)}, "utility_range"),
    ],
)
def test_impossible_claims_are_refused(claims, word):
    game = type("Claims", (Sound,), claims)()
    with pytest.raises(dodona.GameDefinitionError, match=word):
        dodona.solve(game)
    assert word in dodona.check(game).problems[0]
