"""Runs that share a file of records share the work: every task is solved once, whatever happens to a run."""

import signal
import subprocess
import sys
import threading
from collections import Counter
from pathlib import Path

import experiment_fakes as fakes
import pytest

import dodona
from dodona.experiments.record import Record, read_records, write_records
from dodona.experiments.record_file import RecordFile
from dodona.experiments.runner import run
from dodona.experiments.task import Task

ENVIRONMENT = {"PYTHONPATH": ":".join([str(Path(__file__).parent), *sys.path])}
TASKS = [Task(game, "cfr", seed=seed) for game in ("kuhn", "leduc") for seed in range(12)]

PROGRAM = """
import sys
import experiment_fakes as fakes
from dodona.experiments.runner import run
from test_shared_runs import TASKS

if __name__ == "__main__":
    print("ready", flush=True)
    sys.stdin.readline()
    told = []
    records = run(TASKS, sys.argv[1], solve=fakes.logged, executor=sys.argv[2], workers=2, on_record=told.append)
    assert [record.task for record in records] == TASKS
    assert len({record.task for record in told}) == len(told)
"""


def start(script: Path, *arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [sys.executable, str(script), *arguments],
        env={**ENVIRONMENT, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    return process


@pytest.mark.parametrize("executors", [("serial", "serial"), ("serial", "processes")])
def test_two_processes_do_every_task_once_and_end_with_all_records(tmp_path: Path, executors: tuple[str, str]) -> None:
    script, records, log = tmp_path / "script.py", tmp_path / "out.jsonl", tmp_path / "log"
    script.write_text(PROGRAM)
    runs = [start(script, str(records), executor, LOG=str(log)) for executor in executors]
    for process in runs:
        assert process.stdin is not None
        process.stdin.write(b"go\n")
        process.stdin.flush()
    for process in runs:
        process.communicate(timeout=60)
    assert [process.returncode for process in runs] == [0, 0]
    solved = [line.split() for line in log.read_text().splitlines()]
    assert Counter(key for key, _ in solved) == {task.key(): 1 for task in TASKS}
    assert len({process for _, process in solved}) >= 2  # both had a share
    assert Counter(record.task for record in read_records(records)) == dict.fromkeys(TASKS, 1)
    assert sorted(path.name for path in tmp_path.glob(".out*")) == [".out.jsonl.lock"]


@pytest.mark.parametrize("executor", ["serial", "processes"])
def test_the_task_of_a_killed_run_is_taken_over(tmp_path: Path, executor: str) -> None:
    script, path = tmp_path / "script.py", tmp_path / "out.jsonl"
    tasks = [Task("kuhn", "cfr", seed=seed) for seed in range(3)]
    script.write_text(
        "import experiment_fakes as fakes\nfrom dodona.experiments import Task, run\n"
        "if __name__ == '__main__':\n"
        "    tasks = [Task('kuhn', 'cfr', seed=seed) for seed in range(3)]\n"
        f"    run(tasks, {str(path)!r}, solve=fakes.announced, executor={executor!r}, workers=1)\n"
    )
    with start(script) as process:  # it is solving the first task, and takes a minute for it
        records: list[Record] = []
        follower = threading.Thread(target=lambda: records.extend(run(tasks, path, solve=fakes.solve)))
        follower.start()
        with RecordFile(path) as file:
            assert not list(file.take_each(tasks[:1]))
        follower.join(1.0)
        assert follower.is_alive()
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=30)
        follower.join(30)
    assert [record.task for record in records] == tasks
    assert read_records(path) == [records[1], records[2], records[0]]


def test_a_task_is_taken_by_one_run_until_it_lets_go(tmp_path: Path) -> None:
    path, tasks = tmp_path / "out.jsonl", TASKS[:3]
    with RecordFile(path) as one, RecordFile(path) as other:
        assert next(one.take_each(tasks)) == tasks[0]
        assert list(other.take_each(tasks)) == tasks[1:]
        other.append(Record(tasks[1], "exact", 0.5))
        assert one.unfinished(tasks) == [tasks[0], tasks[2]]
        one.close()
        assert list(other.take_each(tasks)) == tasks[:1]
        assert list(one.take_each(tasks)) == []


def test_a_retried_failure_is_retried_by_one_run(tmp_path: Path) -> None:
    path, task = tmp_path / "out.jsonl", TASKS[0]
    failure = Record(task, "failed", 0.5, error="MemoryError")
    write_records(path, [failure])
    assert RecordFile(path).unfinished([task]) == []
    with RecordFile(path, retry=True) as one, RecordFile(path, retry=True) as other:
        assert list(one.take_each([task])) == [task]
        one.append(failure)
        assert other.unfinished([task]) == []


def test_a_file_that_is_replaced_meanwhile_is_read_anew(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with RecordFile(path) as file:
        file.append(Record(TASKS[0], "exact", 0.5))
        write_records(path, [Record(task, "exact", 0.5) for task in TASKS[:4]])
        assert file.unfinished(TASKS) == TASKS[4:]
        file.append(Record(TASKS[4], "exact", 0.5))
    assert [record.task for record in read_records(path)] == TASKS[:5]


def test_a_file_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(dodona.DodonaError, match=r"out\.jsonl cannot be written: there is no folder .*missing\."):
        run(TASKS, tmp_path / "missing" / "out.jsonl", solve=fakes.solve)
    with pytest.raises(dodona.DodonaError, match=r"records cannot be kept in .*: Is a directory\."):
        run(TASKS, tmp_path, solve=fakes.solve)
