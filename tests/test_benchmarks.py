"""The benchmark runner prints rows that can be believed. No test here looks at how long anything took."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import dodona

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the runner reads /proc")


@pytest.fixture
def runner(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    return importlib.import_module("run")


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    package = str(Path(dodona.__file__).parents[1])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, str(BENCHMARKS / "run.py"), *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120)


def cells_of(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_the_quick_run_solves_kuhn_with_everyone(tmp_path: Path) -> None:
    done = bench("--quick", "--only", "solve kuhn", "--json", str(tmp_path / "out.json"))
    assert done.returncode == 0, done.stderr
    rows = cells_of(done.stdout)
    assert [row[1].split()[0] for row in rows] == ["Dodona", "OpenSpiel", "Gambit"]
    assert rows[0][0] == "solve Kuhn"
    assert rows[0][6:] == ["1", "1", "exact"]
    assert all(row[2].startswith("not installed") or (row[4] == "1" and float(row[6]) > 0) for row in rows)
    content = json.loads((tmp_path / "out.json").read_text())
    assert content["versions"]["dodona"] == dodona.__version__
    for row in content["rows"]:
        for run in row["runs"]:
            assert run["value"] == pytest.approx(-1 / 18, abs=1e-6)  # Kuhn 1950
            assert run["seconds"] > 0
            assert 10 < run["peak_mb"] < 1000
    assert content["rows"][0]["runs"]


def test_what_exceeds_the_limit_is_shown_as_such() -> None:
    done = bench("--quick", "--only", "solve Kuhn", "--limit", "0.001")
    assert done.returncode == 0, done.stderr
    assert {row[2] for row in cells_of(done.stdout)} == {"> 0.001 s"}


def test_an_unknown_case_is_refused_with_the_known_ones() -> None:
    done = bench("--only", "chess")
    assert done.returncode == 2
    assert "no case is called 'chess'; the cases are solve Kuhn" in done.stderr


def test_a_wrong_value_is_no_result(runner: ModuleType) -> None:
    case = next(case for case in runner.CASES if case.name == "solve Kuhn")
    values = (-1 / 18, -1 / 18 + 1e-7, 0.25)
    runs = [[{"seconds": 1.0, "cpu": 1.0, "value": value}] for value in values]
    rows = [runner.Row(case, tool, run) for tool, run in zip(case.tools, runs, strict=True)]
    runner.judge(rows)
    assert [row.failure for row in rows] == ["", "", "wrong: value 0.25, not -0.0555556"]


def test_without_a_known_value_dodona_is_the_reference(runner: ModuleType) -> None:
    case = next(case for case in runner.CASES if case.name == "exploitability Kuhn")
    rows = [runner.Row(case, tool, [{"seconds": 1.0, "cpu": 1.0, "value": 11 / 12}]) for tool in case.tools]
    rows[-1].runs[0]["value"] = 0.5
    runner.judge(rows)
    assert [bool(row.failure) for row in rows] == [False, False, False, True]


@pytest.mark.parametrize(
    ("out", "err", "code", "failure"),
    [
        ('{"missing": "pyspiel"}', "", 0, "not installed: pyspiel"),
        ('{"memory": true}', "", 0, "out of memory (8 GB)"),
        ("", "terminate called after throwing an instance of 'std::bad_alloc'", -6, "out of memory (8 GB)"),
        ("", "", -9, "out of memory (8 GB)"),
        ('{"error": "RuntimeError: Bad pivot"}', "", 0, "failed: RuntimeError: Bad pivot"),
        ("", "oh", -11, "died with code -11 oh"),
    ],
)
def test_a_failure_is_named(runner: ModuleType, out: str, err: str, code: int, failure: str) -> None:
    assert runner.explained(out, err, code) == {"failure": failure}


def test_a_slow_row_is_measured_once(runner: ModuleType) -> None:
    case = runner.CASES[0]
    assert runner.Row(case, case.tools[0], [{"seconds": 1.0}]).again
    assert not runner.Row(case, case.tools[0], [{"seconds": 11.0}]).again
    assert not runner.Row(case, case.tools[0], failure="> 60 s").again


def test_case_names_are_distinct_and_dodona_comes_first(runner: ModuleType) -> None:
    assert len({case.name for case in runner.CASES}) == len(runner.CASES)
    assert {case.tools[0].name for case in runner.CASES} == {"Dodona"}
