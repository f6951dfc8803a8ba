"""What people see: every line fits a terminal of 80 columns, in colour or without."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from terminals import open_terminal, read_all

pytestmark = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")

COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def terminal(*arguments: str, typed: str = "", colour: bool = True) -> tuple[int, str]:
    """Run a command in a terminal of 80 columns; returns its code and all that was shown."""
    ours, theirs = open_terminal(80)
    environment = {**os.environ, "TERM": "xterm-256color"}
    environment.pop("COLUMNS", None)
    environment.pop("NO_COLOR", None)
    if not colour:
        environment["NO_COLOR"] = "1"
    process = subprocess.Popen(
        [sys.executable, "-m", "dodona", *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = read_all(ours)
    return process.wait(timeout=60), shown


def lines(shown: str) -> list[str]:
    return re.split(r"[\r\n]+", CONTROL.sub("", shown))


GAMES = ["goofspiel", "poker", "border_patrol", "matrix", "tic_tac_toe"]
COMMANDS = [
    ["list"],
    *(["list", game] for game in GAMES),
    ["solve", "kuhn"],
    ["solve", "leduc", "--explain"],
    ["solve", "poker(types=4, copies=3, raises=2)", "--time", "0.2"],
    ["solve", "connect_four(width=5, height=4)"],
    ["info", "kuhn"],
    ["info", "goofspiel(cards=4, order=random, information=outcome, last_card=automatic)"],
    ["check", "kuhn"],
]


@pytest.mark.parametrize("colour", [True, False], ids=["colour", "plain"])
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_line_fits_the_terminal(command: list[str], colour: bool) -> None:
    code, shown = terminal(*command, colour=colour)
    assert code in (0, 3)
    assert [line for line in lines(shown) if len(line) > 80] == []
    assert "Traceback" not in shown
    if command[0] == "list":
        assert bool(COLOUR.search(shown)) == colour


@pytest.mark.parametrize("colour", [True, False], ids=["colour", "plain"])
@pytest.mark.parametrize(
    ("game", "typed", "seen"),
    [
        ("kuhn", "bet\n", "player 1: ?"),
        ("tic_tac_toe", "5\nx\nq\n", "4 X 6"),
        ("goofspiel(cards=12)", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "rounds: 12 for "),
        ("breakthrough", "a2a3\nq\n", "  a b c d e f g h"),
        ("phantom_tic_tac_toe", "5\nq\n", "You see:"),
    ],
)
def test_a_game_is_played_within_the_terminal(game: str, typed: str, seen: str, colour: bool) -> None:
    arguments = ["play", game, "--seed", "1", "--prepare", "3", "--time", "0.1"]
    code, shown = terminal(*arguments, typed=typed, colour=colour)
    assert code == 0
    assert seen in shown
    assert [line for line in lines(shown) if len(line) > 80] == []
    if not colour:
        assert not COLOUR.search(shown)


def test_lines_for_other_programs_are_left_whole(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "dodona", "list", "goofspiel"], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0
    assert not COLOUR.search(done.stdout)
    rules = next(line for line in done.stdout.splitlines() if line.startswith("In every round"))
    assert rules.endswith("more points win the game.")
