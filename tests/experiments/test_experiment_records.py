"""Records survive kills, merges and hand-made damage."""

import json
import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from dodona.experiments.record import FAILED, Record, merge, plain, read_records, stat, write_records
from dodona.experiments.record_file import RecordFile
from dodona.experiments.task import Task, limit_items, option_items
from dodona.model.errors import FileFormatError


def record(seed: int = 0, **changes: object) -> Record:
    task = Task("kuhn", "cfr", limit_items({"iterations": 100}), seed)
    found = Record(task, "limit", 0.5, -0.05, -0.1, 0.0, stats={"nodes": 7, "rule": "plus"}, version="1.2.3")
    return replace(found, **changes)  # type: ignore[arg-type]


def test_records_read_back_as_written(tmp_path: Path) -> None:
    failed = Record(Task("kuhn", "cfr", (), 2), FAILED, 0.1, version="1.2.3", error="ValueError: é\nsecond line")
    unbounded = record(1, lower=-math.inf, upper=math.inf, stats={"ratio": math.inf}, closing=((0.5, -1.0, 2.0),))
    write_records(tmp_path / "all.jsonl", [record(), unbounded, failed])
    assert read_records(tmp_path / "all.jsonl") == [record(), unbounded, failed]
    assert (tmp_path / "all.jsonl").read_bytes().count(b"\n") == 3


def test_rows_are_standard_json() -> None:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    row = json.loads(record(upper=math.inf).line(), parse_constant=refuse)
    assert row["upper"] == "inf"
    assert row["key"] == record().task.key()
    assert row["limit"] == {"iterations": 100}


def test_statistics_from_arrays_become_plain_numbers() -> None:
    assert plain({"nodes": np.int64(3), "rate": np.float32(0.5)}) == {"nodes": 3, "rate": 0.5}
    assert isinstance(stat(np.int64(3)), int)
    assert json.loads(record(stats={"on": True}).line())["stats"]["on"] is not True


def test_options_that_are_true_or_false_read_back(tmp_path: Path) -> None:
    options = option_items({"strategies": False, "table": 1, "deepening": True, "ordering": ["table"]})
    found = record(task=Task("kuhn", "cfr", options=options))
    write_records(tmp_path / "all.jsonl", [found])
    assert read_records(tmp_path / "all.jsonl") == [found]


def test_a_line_torn_anywhere_is_dropped_and_overwritten(tmp_path: Path) -> None:
    path, torn = tmp_path / "torn.jsonl", record(1).line()
    for kept in range(1, len(torn)):
        path.write_bytes(record().line() + torn[:kept])
        complete = kept == len(torn) - 1  # only the line's end is missing
        survivors = [record(), record(1)] if complete else [record()]
        assert read_records(path) == survivors
        with RecordFile(path) as file:
            assert file.records == survivors
            file.append(record(2))
        assert path.read_bytes() == b"".join(found.line() for found in [*survivors, record(2)])


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"nonsense", "Expecting value"),
        (b'{"key":"', "Unterminated string"),
        (b"[1]", "must be a JSON object"),
        (b"\xff\xfe\x00", "holds no record here"),
        (b"[" * 100_000, "holds no record here"),
        (record().line().strip().replace(b"kuhn", b"leduc"), "key does not belong"),
        (record().line().strip().replace(b'"seconds":0.5', b'"seconds":"long"'), "seconds must be a number"),
        (record().line().strip().replace(b'"seconds":0.5', b'"seconds":1' + b"0" * 400), "too large"),
        (record().line().strip().replace(b'"stats":{', b'"stats":{"x":[],'), "neither a number nor a text"),
    ],
)
def test_any_other_bad_line_is_reported_with_file_and_line(tmp_path: Path, line: bytes, complaint: str) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_bytes(record().line() + line + b"\n" + record(1).line())
    with pytest.raises(FileFormatError, match=complaint) as caught:
        read_records(path)
    assert caught.value.line == 2
    assert "bad.jsonl" in str(caught.value)


def test_a_file_of_something_else_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear Athena")
    with pytest.raises(FileFormatError):
        RecordFile(path)
    assert path.read_text() == "Dear Athena"


def test_merge_keeps_the_first_record_of_a_task() -> None:
    assert merge([record(), record(1)], [record(1, seconds=9.0), record(2)]) == [record(), record(1), record(2)]


def test_merge_prefers_a_success_to_a_failure() -> None:
    failed = record(status=FAILED, error="MemoryError: ")
    assert merge([failed], [record()]) == merge([record()], [failed]) == [record()]


def test_a_record_gives_its_quantities_by_name() -> None:
    assert record().quantity("gap") == pytest.approx(0.1)
    assert record().quantity("nodes") == 7
    assert record().quantity("rule") is None
    assert record().quantity("absent") is None
