"""Flow games on the command line: what applies works, and what needs positions says so."""

import json

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.main import app
from instances import FLOWS

SMALL = "transit(width=2, length=3, steps=2)"


def run(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, list(words))
    assert done.exit_code == code, done.stderr
    return done.stdout if code == 0 else done.stderr


def test_info_tells_sizes() -> None:
    told = run("info", SMALL)
    assert "states" in told
    assert "marginal actions" in told


@pytest.mark.parametrize("name", FLOWS)
def test_list_explains_flow_games_with_sizes_and_moves(name: str) -> None:
    told = run("list", name)
    assert "marginal actions" in told
    assert "moves of player 1" in told
    example = json.loads(run("list", name, "--json"))["example"]
    assert example["actions"] == list(dodona.game(name).info().actions)


def test_solve_tells_value_and_strategies() -> None:
    assert "value   -0.28659169" in run("solve", SMALL)


@pytest.mark.parametrize("command", ["play", "check"])
def test_what_needs_positions_says_so_in_one_sentence(command: str) -> None:
    told = run(command, SMALL, code=1)
    assert "takes a problem with rules" in told
    assert "extensive()" in told
    assert told.count("\n") == 1


def test_the_tree_of_a_small_one_is_a_game_like_others() -> None:
    assert "nodes" in run("info", f"{SMALL}.extensive()")
    run("check", f"{SMALL}.extensive()")


def test_other_views_are_refused() -> None:
    assert "has no positions, and so no view '.after'" in run("info", f"{SMALL}.after(enter)", code=1)
