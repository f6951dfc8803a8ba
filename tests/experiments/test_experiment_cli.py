"""The command line of experiments: progress, tables, exit codes."""

import json
from pathlib import Path

import experiment_fakes as fakes
import pytest
from typer.testing import CliRunner

from dodona.cli.experiment import app
from dodona.experiments import solving, spec
from dodona.experiments.record import read_records

EXAMPLES = Path(__file__).parents[2] / "experiments"
SMOKE = str(EXAMPLES / "smoke.toml")


@pytest.fixture(autouse=True)
def _fake_solving(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(solving, "solve_task", fakes.solve)
    monkeypatch.setattr(solving, "canonical_game", fakes.canonical)
    monkeypatch.setattr(spec, "known_method", str)  # the stand-ins have names of their own
    monkeypatch.chdir(tmp_path)


def write_spec(method: str) -> str:
    Path("spec.toml").write_text(f'[[run]]\ngames = ["kuhn"]\nmethods = ["cfr", "{method}"]\nseeds = [1]\n')
    return "spec.toml"


def test_run_shows_progress_and_ends_with_the_papers_figure_beside_ours() -> None:
    done = CliRunner().invoke(app, ["run", SMOKE])
    assert done.exit_code == 0
    assert "[9/9] kuhn sequence_form_lp [time=60] seed 0 repetition 0: exact in" in done.stderr
    assert done.stdout.startswith("Smoke\n\ngame")
    assert "ours / paper" in done.stdout
    assert "Kuhn 1950" in done.stdout
    assert "-0.0555555555556" in done.stdout
    assert len(read_records("smoke.jsonl")) == 9


@pytest.mark.parametrize(
    ("method", "complaint"),
    [
        ("mtdf", "spec.toml: mtdf has no option 'tabel': did you mean table? Its options are evaluation, "),
        ("matrix_lp", "spec.toml: matrix_lp has no option 'tabel'. Its options are none"),
    ],
)
def test_an_option_that_a_method_lacks_is_found_before_anything_runs(method: str, complaint: str) -> None:
    text = f'[[run]]\ngames = ["kuhn"]\nmethods = ["{method}"]\noptions = {{ tabel = 0 }}\n'
    Path("spec.toml").write_text(text)
    done = CliRunner().invoke(app, ["run", "spec.toml"])
    assert done.exit_code == 1
    assert complaint in done.stderr
    assert not Path("spec.jsonl").exists()


def test_run_resumes_and_says_so() -> None:
    CliRunner().invoke(app, ["run", SMOKE, "--out", "a.jsonl"])
    data = Path("a.jsonl").read_bytes()
    Path("a.jsonl").write_bytes(data[: len(data) // 2])
    kept = len(read_records("a.jsonl"))
    done = CliRunner().invoke(app, ["run", SMOKE, "--out", "a.jsonl"])
    assert done.exit_code == 0
    assert f"{kept} of 9 tasks were recorded before" in done.stderr
    assert f"[{kept + 1}/9]" in done.stderr
    assert f"[{kept}/9]" not in done.stderr


def test_run_prints_json_alone_on_standard_output() -> None:
    done = CliRunner().invoke(app, ["run", SMOKE, "--json"])
    table = json.loads(done.stdout)
    assert [row["runs"] for row in table["rows"]] == [4, 4, 1]
    assert table["papers"][0]["paper"] == pytest.approx(-1 / 18)
    assert table["papers"][0]["source"] == "Kuhn 1950"


def test_run_in_processes_writes_the_same_table() -> None:
    serial = json.loads(CliRunner().invoke(app, ["run", SMOKE, "--json", "--out", "a.jsonl"]).stdout)
    arguments = ["run", SMOKE, "--json", "--out", "b.jsonl", "--executor", "processes", "--workers", "2"]
    processes = json.loads(CliRunner().invoke(app, arguments).stdout)
    for table in (serial, processes):
        for row in table["rows"]:
            del row["seconds"]
    assert serial == processes


def test_a_failed_task_ends_in_exit_code_1_with_its_error() -> None:
    done = CliRunner().invoke(app, ["run", write_spec("raises")])
    assert done.exit_code == 1
    assert "failed: kuhn raises seed 1 repetition 0: UnsupportedGameError: this method solves nothing" in done.stderr
    assert "1 of 2 tasks" not in done.stderr


def test_retry_runs_failed_tasks_again() -> None:
    spec = write_spec("raises")
    CliRunner().invoke(app, ["run", spec])
    assert "[2/2]" not in CliRunner().invoke(app, ["run", spec]).stderr
    assert "[2/2] kuhn raises" in CliRunner().invoke(app, ["run", spec, "--retry"]).stderr


@pytest.mark.parametrize("method", ["interrupts", "cancelled"])
def test_an_interrupt_ends_in_exit_code_130_and_keeps_what_was_done(method: str) -> None:
    done = CliRunner().invoke(app, ["run", write_spec(method)])
    assert done.exit_code == 130
    assert "stopped: 1 of 2 tasks are in spec.jsonl; the same command continues" in done.stderr
    assert len(read_records("spec.jsonl")) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["run", "absent.toml"], "No such file or directory: 'absent.toml'"),
        (["run", "."], "Is a directory"),
        (["run", "bad.toml"], "bad.toml has nothing to run"),
        (["run", SMOKE, "--out", "bad.jsonl"], "line 1:1: bad.jsonl holds no record here"),
        (["table", "bad.jsonl"], "line 1:1: bad.jsonl holds no record here"),
        (["merge", "out.jsonl", "absent.jsonl"], "No such file or directory: 'absent.jsonl'"),
    ],
)
def test_mistakes_end_in_one_sentence_and_exit_code_1(arguments: list[str], complaint: str) -> None:
    Path("bad.toml").write_text("")
    Path("bad.jsonl").write_text("nonsense\n")
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 1
    assert done.stderr.startswith("dodona: ")
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not Path("out.jsonl").exists()


def test_workers_without_processes_are_refused() -> None:
    assert CliRunner().invoke(app, ["run", SMOKE, "--workers", "2"]).exit_code == 2


def test_merge_unites_files_and_keeps_what_out_had() -> None:
    CliRunner().invoke(app, ["run", SMOKE, "--out", "whole.jsonl"])
    lines = Path("whole.jsonl").read_bytes().splitlines(keepends=True)
    Path("out.jsonl").write_bytes(b"".join(lines[:3]))
    Path("a.jsonl").write_bytes(b"".join(lines[2:6]))
    Path("b.jsonl").write_bytes(b"".join(lines[5:]) + lines[0][:20])
    done = CliRunner().invoke(app, ["merge", "out.jsonl", "a.jsonl", "b.jsonl"])
    assert done.exit_code == 0
    assert "out.jsonl: 9 records" in done.stdout
    assert Path("out.jsonl").read_bytes() == b"".join(lines)
    locks = [".out.jsonl.lock", ".whole.jsonl.lock"]
    left = sorted(path.name for path in Path().iterdir())
    assert left == [*locks, "a.jsonl", "b.jsonl", "out.jsonl", "whole.jsonl"]


def test_a_spec_chooses_the_columns_and_a_document_gets_them_too() -> None:
    run = '[[run]]\ngames = ["kuhn"]\nmethods = ["cfr"]\nseeds = 3\n'
    Path("spec.toml").write_text('quantities = ["nodes"]\nbaseline = "cfr"\n' + run)
    done = CliRunner().invoke(app, ["run", "spec.toml"])
    assert done.exit_code == 0
    assert "11 ± 2.5" in done.stdout
    table = CliRunner().invoke(app, ["table", "spec.jsonl", "--spec", "spec.toml", "--markdown"])
    head, _, line = table.stdout.splitlines()
    assert head == "| game | method | runs | seconds | nodes | seconds / cfr |"
    assert line.endswith("| 11 ± 2.5 | 1 |")


def test_table_shows_a_file_and_with_a_spec_its_papers() -> None:
    CliRunner().invoke(app, ["run", SMOKE])
    bare = CliRunner().invoke(app, ["table", "smoke.jsonl"])
    assert bare.exit_code == 0
    assert "Kuhn 1950" not in bare.stdout
    lines = Path("smoke.jsonl").read_bytes().splitlines(keepends=True)
    Path("part.jsonl").write_bytes(b"".join(lines[:4]))
    done = CliRunner().invoke(app, ["table", "part.jsonl", "--spec", SMOKE])
    assert "Kuhn 1950" in done.stdout
    assert "4 of 9 tasks are recorded" in done.stderr


def test_plot_draws_the_runs_of_one_game() -> None:
    CliRunner().invoke(app, ["run", write_spec("lp")])
    done = CliRunner().invoke(app, ["plot", "spec.jsonl", "closing.svg"])
    assert done.exit_code == 0, done.output
    assert "closing.svg: 2 runs of kuhn" in done.stdout
    picture = Path("closing.svg").read_text()
    assert picture.count("<!-- cfr (seed 1) -->") == picture.count("<!-- lp (seed 1) -->") == 1


def test_plot_asks_which_game_is_meant() -> None:
    CliRunner().invoke(app, ["run", SMOKE])
    done = CliRunner().invoke(app, ["plot", "smoke.jsonl", "closing.svg"])
    assert done.exit_code == 1
    assert "which game is meant: the records have curves of " in done.stderr
    assert CliRunner().invoke(app, ["plot", "smoke.jsonl", "closing.svg", "--game", "kuhn()"]).exit_code == 0
    absent = CliRunner().invoke(app, ["plot", "smoke.jsonl", "closing.svg", "--game", "leduc"])
    assert "no run of leduc proved an interval: the records have curves of " in absent.stderr


def test_table_notes_records_of_several_versions() -> None:
    CliRunner().invoke(app, ["run", SMOKE])
    data = Path("smoke.jsonl").read_bytes().replace(b'"1.2.3"', b'"1.3.0"', 1)
    Path("smoke.jsonl").write_bytes(data)
    assert "several versions of Dodona: 1.2.3, 1.3.0" in CliRunner().invoke(app, ["table", "smoke.jsonl"]).stderr
