"""The benchmark runner prints rows that can be believed. No test here looks at how long anything took."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

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
    assert {case.tools[0].name for case in runner.CASES if not case.parallel and not case.stages} == {"Dodona"}


def test_every_measurement_exists(runner: ModuleType) -> None:
    modules = [importlib.import_module(name) for name in ("worker", "searches", "stages", "hidden")]
    known = {name: found for module in modules for name, found in vars(module).items()}
    assert {tool.measurement for case in runner.CASES for tool in case.tools} <= known.keys()


def test_a_search_visits_the_nodes_that_openspiel_visits() -> None:
    done = bench("--quick", "--only", "search tic-tac-toe")
    assert done.returncode == 0, done.stderr
    plain, *others = cells_of(done.stdout)
    assert plain[0] == "search tic-tac-toe"
    assert plain[8] == "18,297 nodes"
    assert others[-1][1].startswith("OpenSpiel")
    assert others[-1][2].startswith("not installed") or others[-1][8] == plain[8]


@pytest.mark.parametrize("moves", [(), ("4",), ("4", "4", "3", "7", "1")])
def test_both_sides_of_a_search_have_one_evaluation(runner: ModuleType, moves: tuple[str, ...]) -> None:
    searches = importlib.import_module("searches")
    position = dodona.game("connect_four").after(*moves)
    known = dodona.solve(position, "minimax", limit=dodona.Limit(depth=0), deepening=False).value
    assert searches.evaluate(str(position.root()).split("/")) == pytest.approx(known, abs=1e-15)


def parallel_rows(runner: ModuleType, seconds: dict[str, float], nodes: dict[str, int]) -> list[Any]:
    case = next(case for case in runner.CASES if case.parallel)
    tools = [tool for tool in case.tools if tool.name in seconds]
    return [
        runner.Row(case, tool, [{"seconds": seconds[tool.name], "cpu": 1.0, "nodes": nodes[tool.name], "value": 0.0}])
        for tool in tools
    ]


def test_speed_up_is_measured_against_the_best_serial_search(runner: ModuleType) -> None:
    seconds = {"negascout": 3.0, "alphabeta": 2.0, "ybwc_weak": 1.25, "er": 4.0}
    nodes = {"negascout": 300, "alphabeta": 200, "ybwc_weak": 250, "er": 100}
    rows = parallel_rows(runner, seconds, nodes)
    lines = {line[1]: line[2:] for line in runner.parallel_cells(rows)}
    assert lines["negascout"] == ["1", "3 s", "0.67", "0.67", "300", "+50%", ""]
    assert lines["alphabeta"] == ["1", "2 s", "1.00", "1.00", "200", "+0%", "best serial"]
    assert lines["ybwc_weak"] == ["2", "1.25 s", "1.60", "0.80", "250", "+25%", ""]
    assert lines["er"] == ["2", "4 s", "0.50", "0.25", "100", "-50%", ""]


def test_a_parallel_search_that_fails_says_so_and_leaves_the_others_alone(runner: ModuleType) -> None:
    rows = parallel_rows(runner, {"negascout": 1.0, "er": 1.0}, {"negascout": 1, "er": 1})
    rows[1].failure, rows[1].runs = "> 60 s", []
    lines = runner.parallel_cells(rows)
    assert lines[1] == ["", "er", "2", "> 60 s", "", "", "", "", ""]
    rows[0].failure, rows[0].runs = "> 60 s", []
    assert [line[3] for line in runner.parallel_cells(rows)] == ["> 60 s"] * 2


def test_nodes_per_second_are_those_of_each_run(runner: ModuleType) -> None:
    case = next(case for case in runner.CASES if case.rate == "nodes")
    row = runner.Row(case, case.tools[0], [{"seconds": 0.5, "cpu": 0.5, "nodes": 6_000_000, "value": 0.0}])
    assert runner.cells(row, row, 60.0)[2] == "12,000,000 nodes/s"
    assert runner.target(row) == "target 10,000,000 nodes/s: met"
    row.runs[0]["seconds"] = 1.0
    assert runner.target(row) == "target 10,000,000 nodes/s: missed"


def test_methods_for_stages_stand_beside_backward_induction() -> None:
    done = bench("--quick", "--only", "stages Goofspiel 5")
    assert done.returncode == 0, done.stderr
    rows = {row[1]: row for row in cells_of(done.stdout)}
    assert list(rows)[:4] == ["BI", "BI with table", "BIαβ", "DO"]
    assert rows["BI"][4:7] == ["18,426", "0", "1"]  # all stages of five cards
    assert rows["BI with table"][7] == "1"
    assert int(rows["DOαβ"][4].replace(",", "")) < 18_426
    assert all(float(row[6]) > 0 and float(row[7]) > 0 for row in rows.values())


def test_a_method_beside_an_induction_that_did_not_end_has_no_ratio(runner: ModuleType) -> None:
    case = next(case for case in runner.CASES if case.stages)
    facts = {"seconds": 0.5, "cpu": 0.25, "stages": 1_000, "serialized_nodes": 7, "value": 0.0}
    rows = [runner.Row(case, tool, [facts]) for tool in case.tools[:3]]
    rows[0].runs, rows[0].failure = [], "> 60 s"
    assert runner.stage_cells(rows) == [
        [case.name, "BI", "> 60 s", "", "", "", "", ""],
        ["", "BI with table", "500 ms", "250 ms", "1,000", "7", "", "1"],
        ["", "BIαβ", "500 ms", "250 ms", "1,000", "7", "", "1"],
    ]


def test_all_ways_to_solve_goofspiel_find_the_same_stage(runner: ModuleType) -> None:
    done = bench("--only", "all stages of Goofspiel 4", "--rounds", "1")
    assert done.returncode == 0, done.stderr
    assert not any(row[2].startswith(("wrong", "failed", "died")) for row in cells_of(done.stdout))
