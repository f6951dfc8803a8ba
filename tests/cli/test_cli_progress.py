"""Plain lines of progress: a heartbeat where nothing happens, and no flood where much does."""

import time

import pytest

from dodona.cli import progress
from dodona.model.limit import Event


def test_the_clock_goes_on_while_no_event_arrives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "HEARTBEAT", 0.02)
    with progress.progress() as on_event:
        time.sleep(0.1)
        assert on_event is not None
        on_event(Event(1, 0.1, -1.0, 1.0, "tree"))
        time.sleep(0.1)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0].startswith("started")
    assert lines[0].endswith("no bounds yet")
    assert sum("bounds [-1, 1]" in line for line in lines) > 1


@pytest.mark.parametrize("phase", ["search", "iteration {step}"])
def test_events_of_one_phase_are_shown_at_most_once_a_second(phase: str, capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress() as on_event:
        assert on_event is not None
        for step in range(1000):
            on_event(Event(step, step / 400, -1.0, 1.0, phase.format(step=step)))
        on_event(Event(1000, 2.6, 0.0, 0.0, "certified"))
    phases = [line.split()[0] for line in capsys.readouterr().err.splitlines()]
    assert phases == [*[phase.partition(" ")[0]] * 3, "certified"]


def test_quiet_listens_to_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.progress(quiet=True) as on_event:
        assert on_event is None
    assert capsys.readouterr().err == ""
