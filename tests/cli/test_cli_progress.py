"""Plain lines of progress: a heartbeat where nothing happens, and no flood where much does."""

import re
import time

import pytest

from dodona.cli import progress
from dodona.model.limit import Event


def shown_until(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    shown = ""
    for _ in range(3000):
        shown += capsys.readouterr().err
        if words in shown:
            break
        time.sleep(0.02)
    return shown


def test_the_clock_goes_on_while_no_event_arrives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "HEARTBEAT", 0.02)
    with progress.progress() as on_event:
        assert on_event is not None
        assert re.match(r"started .* no bounds yet\n", shown_until("no bounds yet\n", capsys))
        on_event(Event(1, 0.1, -1.0, 1.0, "tree"))
        for _ in range(3):  # the event's own line, and then the clock's
            assert "bounds [-1, 1]\n" in shown_until("bounds [-1, 1]\n", capsys)


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
