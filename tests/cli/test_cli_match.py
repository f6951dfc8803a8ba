"""``dodona match``: tables, JSON, files, Python rules in other processes, and Ctrl-C."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dodona.cli.main import app

COIN = """
import dodona

class Coin(dodona.Game):
    zero_sum = True

    def initial(self):
        return ""

    def turn(self, state):
        return dodona.TERMINAL if state else 0

    def actions(self, state, player):
        return ["heads", "tails"]

    def play(self, state, move):
        return move

    def utility(self, state):
        return 2 if state == "heads" else 1
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(app, [*words])


def test_a_match_prints_a_table() -> None:
    done = run("match", "kuhn", "solve", "random", "--games", "40", "--seed", "3")
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0].startswith("kuhn: 40 games, 20 rounds of 2 seatings, 4.")
    assert lines[2].split()[:2] == ["player", "utility"]
    assert [line.split()[0] for line in lines[4:]] == ["solve", "random"]
    assert run("match", "kuhn", "solve", "random", "--games", "40", "--seed", "4").stdout != done.stdout


def test_a_match_is_one_json_document_and_is_saved_whole(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    done = run("match", "tic_tac_toe", "a=alphabeta(depth=3)", "random", "--games", "4", "--json", "--save", str(path))
    data = json.loads(done.stdout)
    assert data == json.loads(path.read_text())
    assert (data["players"], data["status"], len(data["games"])) == (["a", "random"], "complete", 4)
    assert run("match", "kuhn", "random", "random", "--save", str(tmp_path / "no" / "where")).exit_code == 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_rules_in_python_are_played_in_any_number_of_processes(tmp_path: Path, workers: str) -> None:
    (tmp_path / "coin.py").write_text(COIN)
    words = ("match", str(tmp_path / "coin.py"), "solve", "random", "--games", "60", "--workers", workers, "--json")
    done = run(*words)
    assert done.exit_code == 0, done.stderr
    data = json.loads(done.stdout)
    assert data["standings"][0]["by_seat"][0] == {"mean": 2.0, "half_width": 0.0}
    assert 1 < data["standings"][1]["by_seat"][0]["mean"] < 2


def test_seeded_games_and_rotations_are_words_too() -> None:
    done = run("match", "random_game(seed={seed})", "random", "random", "--games", "4", "--seatings", "rotations")
    assert done.stdout.startswith("random_game(seed={seed}): 4 games, 2 rounds of 2 seatings")


def test_a_limit_of_time_is_an_exit_code() -> None:
    done = run("match", "kuhn", "random", "random", "--time", "0")
    assert done.exit_code == 3
    assert "no round was finished" in done.stdout


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("kuhn", "negascot", "random"), "there is no player 'negascot'"),
        (("kuhn", "negascout", "random"), "negascout needs perfect information"),
        (("kuhn", "random", "random", "random"), "a match of kuhn has 1 to 2 players, not 3."),
        (("kuhn", "random", "random", "--seatings", "7"), "a whole number from 1 to 2, not 7"),
        (("kuhnn", "random", "random"), "there is no game 'kuhnn'"),
        (("transit", "random", "random"), "this takes a problem with rules"),
    ],
)
def test_wrong_words_end_in_a_sentence(words: tuple[str, ...], sentence: str) -> None:
    done = run("match", *words)
    assert done.exit_code == 1
    assert sentence in done.stderr
    assert done.stderr.startswith("dodona: ")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_an_interrupt_prints_what_was_played(workers: str) -> None:
    words = ["match", "kuhn", "solve", "random", "--games", "1000000", "--workers", workers]
    process = subprocess.Popen(
        [sys.executable, "-m", "dodona", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert process.stderr is not None
    assert "of 1,000,000 games" in process.stderr.readline()  # after ten seconds
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130, errors
    assert "cancelled" in output.splitlines()[0]
    assert "solve" in output
    assert "Traceback" not in errors


def test_a_tournament_prints_a_cross_table_and_json() -> None:
    words = ("tournament", "kuhn", "solve", "little=cfr(rounds=2)", "random", "--games", "20")
    done = run(*words)
    assert done.exit_code == 0
    assert done.stdout.startswith("kuhn: 3 players, 3 matches, 60 games\n")
    assert "against 3" in done.stdout.splitlines()[2]
    data = json.loads(run(*words, "--json").stdout)
    assert (data["players"], len(data["cross"])) == (["solve", "little", "random"], 3)
