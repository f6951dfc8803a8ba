"""Hooks that do not always answer alike end in an answer or in an error of Dodona's family, never in a crash."""

from __future__ import annotations

import ast
from random import Random
from typing import Any

import pytest
from impure import LIES, Asked, Plan, answering, hooks_of, impure, lies_of
from impure_runs import LIMIT, OPTIONS, QUESTIONS, cases, honest
from small_games import GAMES

import dodona
from dodona.all_methods import METHODS
from processes import run_python

RUN = "import sys, impure_runs; impure_runs.main(sys.argv[1:])"
#: Tests among which the cases of one seed are shared out, so that they can run side by side.
PARTS = 6
#: Deaths after which the rest of a test's cases is not looked at.
MOST_DEATHS = 10


def failures(program: str, batch: list[str]) -> list[str]:
    """What went wrong with which cases. After a death the cases behind it run in a new process."""
    found: list[str] = []
    deaths = 0
    while batch and deaths < MOST_DEATHS:
        status, output, errors = run_python(program, *batch, timeout=900)
        told = [one.split("\n") for one in output.split("begin ")[1:]]
        for words, *result in told:
            if result[0].startswith("foreign "):
                found.append(f"{words}\n{ast.literal_eval(result[0].removeprefix('foreign '))}")
        if status == 0:
            break
        deaths += 1
        words = told[-1][0] if told else "before the first case"
        found.append(f"{words}\nended the process with status {status}:\n{errors[:8000]}")
        batch = batch[max(1, len(told)) :]
    return found


def report(found: list[str]) -> str:
    """All failures in one text, with the way to repeat one."""
    repeat = "repeat one with python tests/python_games/impure_runs.py 'question|hook|seed'"
    return "\n\n".join([f"{len(found)} cases failed; {repeat}", *found])


@pytest.mark.parametrize("part", range(PARTS))
def test_impure_hooks_get_an_answer_or_an_error_of_the_family(part):
    found = failures(RUN, [str(case) for case in cases([0])[part::PARTS]])
    assert not found, report(found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, 9))
def test_more_lies_of_every_hook_to_every_question(seed):
    found = failures(RUN, [str(case) for case in cases([seed])])
    assert not found, report(found)


def test_every_hook_lies_to_every_method_and_question():
    drawn = cases([0])
    of_hooks = {"perfect", "simultaneous", "multiplayer", "extensive"}  # matrices and flow games have none
    methods = [method for method in METHODS if method.room in of_hooks]
    assert {case.question for case in drawn} == {*QUESTIONS, *(method.name for method in methods)}
    assert {case.hook for case in drawn} == set(LIES)
    of_files = {"checkpoint", "checkpoint_every", "resume"}  # which are refused for games written in Python
    assert {option for method in methods for option in method.options} - of_files == set(OPTIONS)


@pytest.mark.parametrize("name", GAMES)
def test_the_games_are_sound_without_lies(name):
    report = dodona.check(GAMES[name]())
    assert report, str(report)


@pytest.mark.parametrize("hook", LIES)
def test_every_lie_can_be_told(hook):
    asked = [question for name in GAMES if hook in hooks_of(honest(name)) for question in questions_to(name, hook)]
    assert asked
    for name, lie in lies_of(hook).items():
        if name == "raises":
            continue
        told = [lie(question) for question in asked]
        assert told != [question.truth for question in asked], name


def questions_to(name: str, hook: str) -> list[Asked]:
    """What is asked of a hook when its game is checked, and searched."""
    asked: list[Asked] = []

    def note(args: tuple[Any, ...], truth: Any) -> Any:
        asked.append(Asked(honest(name), args, truth, [*(one.truth for one in asked[-5:]), truth], Random(0)))
        return truth

    game = answering(honest(name), hook, note)
    dodona.check(game)
    for method in {"alphabeta", "double_oracle_sorted_alphabeta"}.intersection(dodona.methods(game)):
        dodona.solve(game, method, dodona.Limit(depth=2), evaluation=getattr(game, "evaluate", lambda state: 0))
    if hasattr(game, "hopes"):
        dodona.solve(game, "max_n")
        dodona.solve(game, "max_n", dodona.Limit(depth=2))
    return asked


@pytest.mark.parametrize("when", ["from", "every", "chance"])
def test_lies_are_told_when_they_are_planned(when):
    game = impure(honest("kuhn"), Plan("actions", "gives one", when, 3, 0))
    numbers = [len(game.actions(("JQ", ""), 0)) for _ in range(300)]
    if when == "chance":
        assert 70 < numbers.count(1) < 130
    else:
        assert numbers == ([2, 2] + [1] * 298 if when == "from" else [2, 2, 1] * 100)


@pytest.mark.parametrize("name", GAMES)
def test_equal_seeds_tell_equal_lies(name):
    plan = Plan("actions", "shuffles them", "chance", 3, 5)
    games = [impure(honest(name), plan) for _ in range(2)]
    assert type(games[0]).__mro__[1] is type(honest(name))
    assert games[0].traits == honest(name).traits
    assert dodona.check(games[0], limit=LIMIT) == dodona.check(games[1], limit=LIMIT)


@pytest.mark.parametrize(
    ("deed", "words"),
    [("os.abort()", "status -6"), ("1 / 0", "ZeroDivisionError"), ("time.sleep(60)", "Timeout")],
)
def test_what_goes_wrong_is_told_with_its_case(deed, words):
    program = f"""
import os, sys, time, impure_runs
impure_runs.PATIENCE = 1
impure_runs.QUESTIONS["check"] = lambda game: {deed}
impure_runs.main(sys.argv[1:])
"""
    found = failures(program, ["info|turn|0", "check|turn|0", "info|turn|1", "check|turn|1"])
    assert [text.split(" = ")[0] for text in found] == ["check|turn|0", "check|turn|1"]
    assert all(words in text for text in found)
    assert "info" not in report(found)
