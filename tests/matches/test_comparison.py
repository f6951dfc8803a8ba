"""Several methods side by side, in Python and on the command line."""

import json
import math
from pathlib import Path

import pytest
from match_games import Dice
from typer.testing import CliRunner

import dodona
from dodona import DodonaError
from dodona.cli.main import app


def test_methods_agree_side_by_side_with_their_gaps() -> None:
    result = dodona.compare("leduc", ["sequence_form_lp", "cfr(rounds=30)", "cfr+(rounds=30)"])
    assert list(result.solutions) == ["sequence_form_lp", "cfr(rounds=30)", "cfr+(rounds=30)"]
    exact, slow, quick = result.rows()
    assert exact["gap"] < 1e-9 < quick["gap"] < slow["gap"]
    for row in (slow, quick):
        assert row["lower"] <= exact["value"] <= row["upper"]
    for name, events in result.events.items():
        assert events[-1].upper - events[-1].lower == pytest.approx(result.solutions[name].gap)
    assert result.status == "complete"
    assert [line.split()[0] for line in str(result).splitlines()[4:]] == list(result.solutions)
    assert "values" not in str(result)


def test_every_method_starts_afresh_and_the_game_is_left_as_it_was() -> None:
    game = dodona.game("kuhn")
    result = dodona.compare(game, ["cfr(rounds=5)", "cfr(rounds=5)"])
    assert list(result.solutions) == ["cfr(rounds=5)", "cfr(rounds=5) #2"]
    one, two = result.solutions.values()
    assert one.value == two.value
    assert "_dodona_tree" not in vars(game)


def test_by_default_all_methods_that_apply_are_compared() -> None:
    result = dodona.compare("tic_tac_toe.after(1, 5, 2)", time=20)
    assert list(result.solutions) == dodona.methods("tic_tac_toe.after(1, 5, 2)")
    assert {round(solution.value, 6) for solution in result.solutions.values() if solution.status == "exact"} == {0.0}


def test_where_there_is_no_value_gains_stand_for_the_gap(tmp_path: Path) -> None:
    result = dodona.compare("prisoners_dilemma", ["pure_equilibrium", "lemke_howson"])
    assert [row["values"] for row in result.rows()] == [[1.0, 1.0]] * 2
    assert all(row["gap"] == 0 for row in result.rows())
    assert "values" in str(result)


def test_a_limit_of_a_methods_own_goes_first() -> None:
    result = dodona.compare("leduc", ["cfr(iterations=3)", "cfr"], iterations=20)
    rounds = [solution.stats["rounds"] for solution in result.solutions.values()]
    assert rounds == [3, 20]


def test_the_gaps_are_drawn_in_one_picture(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "gaps.svg"
    result = dodona.compare("leduc", ["cfr(rounds=20)", "sequence_form_lp", "cfr(time=0)"], plot=picture)
    assert result.rows()[2]["status"] == "limit"
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    with pytest.raises(DodonaError, match="no method has proven an interval"):
        dodona.compare(Dice(), ["alphabeta(time=0)"]).plot(picture)
    with pytest.raises(DodonaError, match="its ending must be one of"):
        dodona.compare("kuhn", ["cfr"], plot=tmp_path / "gaps.what")


def test_unknown_bounds_are_none_in_plain_data() -> None:
    row = dodona.compare(Dice(), ["alphabeta(time=0)"]).to_dict()["methods"][0]
    assert row["status"] == "limit"
    assert row["gap"] is None
    assert not any(isinstance(entry, float) and not math.isfinite(entry) for entry in row.values())


@pytest.mark.parametrize(
    ("methods", "words"),
    [
        (["crf"], r"there is no method 'crf'.*: did you mean cfr\?"),
        (["cfr(round=3)"], r"cfr takes no 'round'.*: did you mean rounds\?"),
        (["negascout"], "negascout needs perfect information"),
        (["cfr("], "in the method's text 'cfr"),
        ([], "methods are a list of names"),
        ("cfr", "methods are a list of names"),
    ],
)
def test_wrong_methods_are_refused_before_anything_runs(methods: list[str], words: str) -> None:
    with pytest.raises(DodonaError, match=words):
        dodona.compare("kuhn", methods)


def test_the_command_prints_a_table_json_and_a_picture(tmp_path: Path) -> None:
    words = ["compare", "kuhn", "--methods", "sequence_form_lp,cfr(rounds=20, checkpoint=none)"]
    done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("kuhn\n\nmethod")
    data = json.loads(CliRunner().invoke(app, [*words, "--json"]).stdout)
    assert [row["method"] for row in data["methods"]] == ["sequence_form_lp", "cfr(rounds=20, checkpoint=none)"]
    wrong = CliRunner().invoke(app, ["compare", "kuhn", "--methods", "crf"])
    assert (wrong.exit_code, wrong.stdout) == (1, "")
    assert "did you mean cfr?" in wrong.stderr


def test_the_command_draws(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "gaps.png"
    done = CliRunner().invoke(app, ["compare", "kuhn", "--methods", "cfr(rounds=20),dcfr", "--plot", str(picture)])
    assert done.exit_code == 0, done.stderr
    assert picture.stat().st_size > 1000
