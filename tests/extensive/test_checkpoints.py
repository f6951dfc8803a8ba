"""Long runs that are stopped or killed go on from their checkpoint to the same result."""

import json
import math
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

import dodona
from dodona import Limit

GAME = "poker(types=3, copies=2, raises=2, bet_sizes=1, raise_sizes=2)"


def counts(solution):
    return {name: solution.stats[name] for name in ("iterations", "sequences_0", "sequences_1", "restricted_nodes")}


@pytest.mark.parametrize("method", ["dob", "doswp"])
@pytest.mark.parametrize("text", ["liars_dice(faces=4)", "leduc(deal=card)"])
def test_a_stopped_run_goes_on_to_the_same_result(tmp_path, method, text):
    game = dodona.game(text)
    whole = dodona.solve(game, method, symmetry=True)
    file = tmp_path / "run.npz"
    part = dodona.solve(game, method, Limit(iterations=7), checkpoint=file, symmetry=True)
    assert part.status == "limit"
    rest = dodona.solve(game, method, checkpoint=file, resume=True, symmetry=True)
    assert rest.status == "exact"
    assert rest.value == pytest.approx(whole.value, abs=1e-9)
    assert counts(rest) == counts(whole)


def test_a_killed_process_goes_on_from_its_checkpoint(tmp_path):
    file = tmp_path / "run.npz"
    command = [sys.executable, "-m", "dodona", "solve", GAME, "--method", "doswp", "--checkpoint", str(file)]
    process = subprocess.Popen(
        [*command, "--set", "checkpoint_every=0.001"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    deadline = time.monotonic() + 60
    while not file.exists() and time.monotonic() < deadline:
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = subprocess.run([*command, "--resume", "--quiet"], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    value = float(next(line for line in done.stdout.splitlines() if line.startswith("value")).split()[1])
    assert value == pytest.approx(dodona.solve(dodona.game(GAME), "doswp").value, abs=1e-9)


def test_a_checkpoint_is_written_by_one_run_at_a_time(tmp_path):
    file, game = tmp_path / "run.npz", dodona.game("leduc")
    refusals = []

    def solve_again(event):
        with pytest.raises(dodona.DodonaError, match=r"another run is writing the checkpoint .*run\.npz") as caught:
            dodona.solve(game, "dob", checkpoint=file)
        refusals.append(caught.value)

    dodona.solve(game, "dob", Limit(iterations=3), checkpoint=file, on_event=solve_again)
    assert len(refusals) >= 3
    assert dodona.solve(game, "dob", checkpoint=file, resume=True).status == "exact"


@pytest.mark.parametrize("method", ["dob", "doswp", "sequence_form_double_oracle"])
def test_a_finished_run_has_nothing_left_to_do(tmp_path, method):
    game, file = dodona.game(GAME), tmp_path / "run.checkpoint"
    first = dodona.solve(game, method, checkpoint=file)
    again = dodona.solve(game, method, checkpoint=file, resume=True)
    assert again.stats["iterations"] == first.stats["iterations"]
    assert (again.value, again.lower, again.upper) == (first.value, first.lower, first.upper)
    assert again.status == "exact"


def test_checkpoints_of_other_games_and_damaged_files_are_refused(tmp_path):
    file = tmp_path / "run.npz"
    game = dodona.game("leduc")
    with pytest.raises(dodona.DodonaError, match="there is no checkpoint"):
        dodona.solve(game, "dob", checkpoint=file, resume=True)
    dodona.solve(game, "dob", Limit(iterations=3), checkpoint=file)
    with pytest.raises(dodona.DodonaError, match="is of leduc with"):
        dodona.solve(dodona.game("kuhn"), "dob", checkpoint=file, resume=True)
    with pytest.raises(dodona.DodonaError, match="is of leduc with"):
        dodona.solve(game, "dosa", checkpoint=file, resume=True)
    whole = file.read_bytes()
    for damaged in (b"", b"nonsense", whole[: len(whole) // 2], whole[:200] + bytes(50) + whole[250:]):
        file.write_bytes(damaged)
        with pytest.raises(dodona.FileFormatError, match="checkpoint"):
            dodona.solve(game, "dob", checkpoint=file, resume=True)
    file.write_bytes(whole)
    with np.load(file) as data:
        parts = {name: data[name] for name in data.files}
    for name, value in {"actions": parts["actions"] + 100, "players": parts["players"][:-1]}.items():
        np.savez(file, **{**parts, name: value})
        with pytest.raises(dodona.DodonaError, match="checkpoint"):
            dodona.solve(game, "dob", checkpoint=file, resume=True)


@pytest.mark.parametrize("value", [math.inf, math.nan, None, "x", -5, [math.nan, 1.0]], ids=repr)
@pytest.mark.parametrize("name", ["scale", "grown", "lp_iterations", "seconds", "best", "turn", "idle", "iterations"])
def test_damaged_numbers_of_checkpoints_are_refused(name, value, tmp_path):
    file = tmp_path / "run.npz"
    dodona.solve(dodona.game("kuhn"), "dob", Limit(iterations=2), checkpoint=file)
    with np.load(file) as data:
        parts = {part: data[part] for part in data.files}
    head = json.loads(str(parts["head"]))
    assert name in head
    np.savez(file, **{**parts, "head": np.array(json.dumps({**head, name: value}))})
    with pytest.raises(dodona.FileFormatError, match="is no checkpoint of this game"):
        dodona.solve(dodona.game("kuhn"), "dob", checkpoint=file, resume=True)


class Coin(dodona.Game):
    """Player 1 guesses what player 0 hides."""

    zero_sum = True

    def initial(self):
        return ""

    def turn(self, state):
        return (0, 1, dodona.TERMINAL)[len(state)]

    def actions(self, state, player):
        return ["h", "t"]

    def play(self, state, move):
        return state + move

    def utility(self, state):
        return 1 if state[0] == state[1] else -1

    def information(self, state, player):
        return player


def test_rules_in_python_have_no_checkpoints(tmp_path):
    with pytest.raises(dodona.DodonaError, match="a checkpoint needs a built-in game"):
        dodona.solve(Coin(), "dob", checkpoint=tmp_path / "run.npz")
