"""Pictures of how intervals close."""

import math
import subprocess
import sys

import pytest

import dodona
from dodona import Event
from dodona.plots import convergence


def test_every_run_has_a_line_and_a_name(tmp_path):
    runs = {}
    for method in ("dob", "doswp"):
        dodona.solve(dodona.game("leduc"), method, on_event=runs.setdefault(method, []).append)
    convergence(runs, tmp_path / "runs.svg", "Leduc")
    picture = (tmp_path / "runs.svg").read_text()
    assert picture.count("<!-- dob -->") == picture.count("<!-- doswp -->") == 1
    assert "<!-- Leduc -->" in picture


def test_runs_without_an_interval_and_places_that_cannot_be_written_get_a_sentence(tmp_path):
    nothing = [Event(1, 0.1, -math.inf, math.inf, "started")]
    with pytest.raises(dodona.DodonaError, match="the run dob has proven no interval"):
        convergence({"dob": nothing}, tmp_path / "runs.svg")
    closed = [Event(1, 0.1, 0.0, 0.0, "certified")]
    with pytest.raises(dodona.DodonaError, match="cannot be written"):
        convergence({"dob": closed}, tmp_path / "missing" / "runs.svg")
    with pytest.raises(dodona.DodonaError, match="cannot be written"):
        convergence({"dob": closed}, tmp_path / "runs.nonsense")


def test_the_command_line_draws(tmp_path):
    command = [sys.executable, "-m", "dodona", "solve", "kuhn", "--method", "dob", "--plot", str(tmp_path / "kuhn.png")]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    assert (tmp_path / "kuhn.png").read_bytes().startswith(b"\x89PNG")
