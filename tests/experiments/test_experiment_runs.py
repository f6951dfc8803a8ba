"""Runs resume, survive what tasks do, and do not depend on the executor."""

import itertools
import multiprocessing
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import experiment_fakes as fakes
import pytest

import dodona
from dodona import face
from dodona.experiments.record import Record, read_records
from dodona.experiments.runner import run
from dodona.experiments.solving import canonical_game, solve_task
from dodona.experiments.task import Task, limit_items, option_items
from dodona.model.errors import FileFormatError
from dodona.model.limit import OnEvent

TASKS = [Task(game, "cfr", seed=seed) for game in ("kuhn", "leduc") for seed in range(3)]
ENVIRONMENT = {"PYTHONPATH": ":".join([str(Path(__file__).parent), *sys.path])}


def untimed(records: list[Record]) -> set[bytes]:
    return {replace(record, seconds=0.0).line() for record in records}


def test_a_run_records_every_task_once_in_order(tmp_path: Path) -> None:
    records = run([*TASKS, TASKS[0]], tmp_path / "out.jsonl", solve=fakes.solve)
    assert [record.task for record in records] == TASKS
    assert read_records(tmp_path / "out.jsonl") == records
    assert records[1].value == pytest.approx(-1 / 18 + 0.001)
    assert records[1].stats == {"nodes": 11}
    assert records[1].version == "1.2.3"


@pytest.mark.parametrize("cut", [0.0, 0.2, 0.5, 0.97])
def test_a_killed_run_resumes_where_it_was(tmp_path: Path, cut: float) -> None:
    path = tmp_path / "out.jsonl"
    whole = untimed(run(TASKS, path, solve=fakes.solve))
    data = path.read_bytes()
    path.write_bytes(data[: int(cut * len(data))])
    survivors = {record.task for record in read_records(path)}
    again: list[Task] = []
    records = run(TASKS, path, solve=fakes.solve, on_record=lambda record: again.append(record.task))
    assert untimed(records) == untimed(read_records(path)) == whole
    assert set(again) == set(TASKS) - survivors
    assert len(again) == len(TASKS) - len(survivors) > 0


def test_a_finished_run_solves_nothing_again(tmp_path: Path) -> None:
    first = run(TASKS, tmp_path / "out.jsonl", solve=fakes.solve)

    def refuse(task: Task, on_event: OnEvent) -> fakes.FakeSolution:
        raise AssertionError(f"{task} was solved twice")

    assert run(TASKS, tmp_path / "out.jsonl", solve=refuse) == first


def test_executors_give_the_same_records(tmp_path: Path) -> None:
    tasks = [*TASKS, Task("kuhn", "raises")]
    one = run(tasks, tmp_path / "serial.jsonl", solve=fakes.solve)
    other = run(tasks, tmp_path / "processes.jsonl", solve=fakes.solve, executor="processes", workers=2)
    assert [record.task for record in other] == tasks
    assert untimed(one) == untimed(other) == untimed(read_records(tmp_path / "processes.jsonl"))
    assert not multiprocessing.active_children()


def test_an_error_becomes_a_record_and_the_run_goes_on(tmp_path: Path) -> None:
    tasks = [Task("kuhn", "raises"), Task("kuhn", "cfr")]
    failed, solved = run(tasks, tmp_path / "out.jsonl", solve=fakes.solve)
    assert failed.error == "UnsupportedGameError: this method solves nothing"
    assert (failed.failed, failed.value, failed.gap) == (True, None, None)
    assert not solved.failed


def test_failed_tasks_run_again_only_when_asked(tmp_path: Path) -> None:
    tasks, path = [Task("kuhn", "raises")], tmp_path / "out.jsonl"
    run(tasks, path, solve=fakes.solve)

    def mended(task: Task, on_event: OnEvent) -> fakes.FakeSolution:
        return fakes.FakeSolution(0.5, 0.5, 0.5)

    assert run(tasks, path, solve=mended)[0].failed
    assert run(tasks, path, solve=mended, retry=True)[0].value == 0.5
    assert run(tasks, path, solve=fakes.solve)[0].value == 0.5


def test_a_worker_that_dies_costs_only_its_task(tmp_path: Path) -> None:
    tasks = [Task("kuhn", "dies"), *TASKS]
    records = run(tasks, tmp_path / "out.jsonl", solve=fakes.solve, executor="processes", workers=1)
    assert records[0].error == "WorkerDied: the process ended with code 3"
    assert not any(record.failed for record in records[1:])


@pytest.mark.parametrize("method", ["interrupts", "cancelled"])
def test_an_interrupt_keeps_what_was_done(tmp_path: Path, method: str) -> None:
    tasks = [Task("kuhn", "cfr"), Task("kuhn", method, seed=1), Task("leduc", "cfr")]
    with pytest.raises(KeyboardInterrupt):
        run(tasks, tmp_path / "out.jsonl", solve=fakes.solve)
    assert [record.task for record in read_records(tmp_path / "out.jsonl")] == tasks[:1]


def test_interrupting_processes_ends_the_workers_at_once(tmp_path: Path) -> None:
    tasks = [Task("kuhn", "sleeps"), Task("kuhn", "cfr")]

    def interrupt(record: Record) -> None:
        raise KeyboardInterrupt

    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        run(tasks, tmp_path / "out.jsonl", solve=fakes.solve, executor="processes", workers=2, on_record=interrupt)
    assert time.monotonic() - start < 30
    assert [record.task for record in read_records(tmp_path / "out.jsonl")] == tasks[1:]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_a_kill_loses_only_the_running_task_and_leaves_no_worker(tmp_path: Path, executor: str) -> None:
    program = (
        "import experiment_fakes as fakes; from dodona.experiments.runner import run;"
        "from dodona.experiments.task import Task;"
        f"run([Task('kuhn', 'cfr'), Task('kuhn', 'sleeps')], {str(tmp_path / 'out.jsonl')!r}, solve=fakes.solve,"
        f"executor={executor!r}, on_record=lambda record: print('recorded', flush=True))"
    )
    with subprocess.Popen([sys.executable, "-c", program], env=ENVIRONMENT, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"recorded\n"
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)  # the output ends when the last process that holds it is gone
    assert [record.task for record in read_records(tmp_path / "out.jsonl")] == [Task("kuhn", "cfr")]


def test_a_script_without_a_main_guard_is_told_so_and_records_nothing(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import experiment_fakes as fakes\nfrom dodona.experiments import Task, run\n"
        "run([Task('kuhn', 'cfr')], 'out.jsonl', solve=fakes.solve, executor='processes', workers=1)\n"
    )
    done = subprocess.run(
        [sys.executable, str(script)], env=ENVIRONMENT, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert "SolverError: a worker process could not start" in done.stderr
    assert read_records(tmp_path / "out.jsonl") == []


def test_a_task_is_handed_to_dodona_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "solve", lambda problem, **rest: (problem, rest))
    task = Task("kuhn", "cfr", limit_items({"time": 5, "iterations": 3}), seed=7, repetition=2)
    expected = {"method": "cfr", "limit": dodona.Limit(time=5.0, iterations=3), "seed": 7, "on_event": print}
    assert solve_task(task, print) == ("kuhn", expected)
    assert canonical_game("goofspiel(3)") == "goofspiel(cards=3, order=descending)"


def test_options_reach_the_method(tmp_path: Path) -> None:
    tasks = [
        Task("connect_four(width=4, height=4)", "alphabeta", options=option_items(options))
        for options in ({}, {"table": 0}, {"table": 0, "ordering": ["domain"]}, {"table": "all"})
    ]
    default, bare, ordered, wrong = run(tasks, tmp_path / "out.jsonl")
    assert default.value == bare.value == ordered.value == 0
    assert int(default.stats["table_hits"]) > 0 == bare.stats["table_hits"]
    assert int(default.stats["nodes"]) < int(bare.stats["nodes"])
    assert wrong.error is not None
    assert "table is a number of bytes" in wrong.error
    assert read_records(tmp_path / "out.jsonl") == [default, bare, ordered, wrong]


def test_the_solvers_own_clock_is_recorded(tmp_path: Path) -> None:
    def solve(task: Task, on_event: OnEvent) -> fakes.FakeSolution:
        return fakes.FakeSolution(0.0, 0.0, 0.0, stats={"seconds": 123.0})

    assert run(TASKS[:1], tmp_path / "out.jsonl", solve=solve)[0].seconds == 123.0


def test_a_file_of_something_else_stops_the_run_unharmed(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("buy olives\n")
    with pytest.raises(FileFormatError, match=r"notes\.txt"):
        run(TASKS, path, solve=fakes.solve)
    assert path.read_text() == "buy olives\n"


def test_an_unknown_executor_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="possible are serial, processes"):
        run(TASKS, tmp_path / "out.jsonl", executor="threads", solve=fakes.solve)


def test_records_keep_how_the_interval_closed_in_few_points(tmp_path: Path) -> None:
    (record,) = run(TASKS[:1], tmp_path / "out.jsonl", solve=fakes.solve)
    assert [(seconds, round(upper - lower, 9)) for seconds, lower, upper in record.closing] == [
        (0.5, 2.0),  # nothing was known before, and 1.9 is hardly narrower
        (1.5, 1.0),
        (2.0, 0.5),
    ]
    assert read_records(tmp_path / "out.jsonl") == [record]


def test_the_curve_of_a_double_oracle_ends_at_its_result(tmp_path: Path) -> None:
    (record,) = run([Task("leduc", "doswp")], tmp_path / "out.jsonl")
    widths = [upper - lower for _, lower, upper in record.closing]
    assert len(widths) > 5
    assert all(later <= 0.9 * earlier for earlier, later in itertools.pairwise(widths))
    assert record.closing[-1][1:] == pytest.approx((record.lower, record.upper), abs=1e-9)
