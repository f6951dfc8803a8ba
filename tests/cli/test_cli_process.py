"""The command line as a process of its own: start, signals, pipes and terminals."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from terminals import open_terminal, read_all

DODONA = [sys.executable, "-m", "dodona"]
#: Its linear program takes minutes, its tree a moment.
LONG = "poker(types=4, copies=3, raises=3, bet_sizes=2, raise_sizes=2)"
posix = pytest.mark.skipif(os.name != "posix", reason="signals and terminals of POSIX")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*DODONA, *arguments], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("command", ["--help", "list"])
def test_start_loads_nothing_that_is_not_needed(command: str) -> None:
    code = (
        "import sys\nfrom dodona.cli.main import main\n"
        f"sys.argv = ['dodona', '{command}']\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code\n"
        "heavy = {'scipy', 'highspy', 'rich', 'multiprocessing', 'dodona.experiments', 'pandas', 'matplotlib'}\n"
        "print(*sorted(heavy & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr.strip()) == (0, "")


def test_an_error_is_one_line_and_code_1() -> None:
    done = run("solve", "nosuch")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("dodona: there is no game 'nosuch'")
    assert done.stderr.count("\n") == 1


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_interrupt_ends_in_130_and_prints_what_is_proven(options: list[str], number: signal.Signals) -> None:
    solving = subprocess.Popen(
        [*DODONA, "solve", LONG, "--no-strategies", *options],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert solving.stderr is not None
    assert solving.stderr.readline().startswith("tree")  # from here on the linear program runs
    time.sleep(0.5)
    solving.send_signal(number)
    out, err = solving.communicate(timeout=60)
    assert solving.returncode == 130
    assert "Traceback" not in err
    if options:
        data = json.loads(out)
        assert data["status"] == "cancelled"
        assert -15 < data["lower"] < data["upper"] < 15
    else:
        assert re.search(r"bounds  \[-8\.\d+, 7\.\d+\]", out)
        assert "status  cancelled" in out


@posix
def test_an_interrupt_at_the_prompt_leaves_politely() -> None:
    playing = subprocess.Popen(
        [*DODONA, "play", "kuhn", "--seed", "3"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    assert playing.stdout is not None
    while not playing.stdout.readline().startswith("Your moves"):
        pass
    time.sleep(0.3)
    playing.send_signal(signal.SIGINT)
    out, err = playing.communicate(timeout=60)
    assert playing.returncode == 0
    assert out.endswith("You left before the end. Goodbye.\n")
    assert "Traceback" not in err


@posix
@pytest.mark.parametrize(
    ("arguments", "code", "ending"),
    [
        (["play", "connect_four", "--as", "1", "--time", "600"], 0, "You left before the end. Goodbye.\n"),
        (["solve", "connect_four", "--set", "evaluation=game"], 130, " per second\n"),
    ],
)
def test_an_interrupt_ends_a_search_at_once(arguments: list[str], code: int, ending: str) -> None:
    searching = subprocess.Popen(
        [*DODONA, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    said = searching.stdout if code == 0 else searching.stderr
    assert said is not None
    assert re.match("connect_four: too large|depth 1 ", said.readline())
    time.sleep(1)  # to search for a while
    searching.send_signal(signal.SIGINT)
    out, err = searching.communicate(timeout=60)
    assert searching.returncode == code
    assert out.endswith(ending)
    assert "Traceback" not in err


@posix
@pytest.mark.parametrize("arguments", [["list"], ["solve", "kuhn", "--json", "--save", "kuhn.json"]])
def test_a_broken_pipe_is_silent_and_loses_no_file(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    monkeypatch.chdir(tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run([*DODONA, *arguments], stdout=writer, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writer)
    assert done.returncode == 141
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr
    assert Path("kuhn.json").exists() == ("--save" in arguments)


@posix
def test_a_terminal_shows_a_line_that_ticks_inside_the_linear_program() -> None:
    ours, theirs = open_terminal(80)
    solving = subprocess.Popen(
        # Named, because a busy machine may not count the tree in the tenth of the time that the choice has.
        [*DODONA, "solve", LONG, "--method", "sequence_form_lp", "--time", "2.5", "--json", "--no-strategies"],
        stdout=subprocess.PIPE,
        stderr=theirs,
    )
    os.close(theirs)
    shown = read_all(ours)
    out, _ = solving.communicate(timeout=60)
    assert solving.returncode == 3
    assert json.loads(out)["status"] == "limit"
    ticks = set(re.findall(r"tree +([\d.]+) s  bounds \[-8\.\d+, 7\.\d+\]", shown))
    assert len(ticks) >= 2


def test_labels_beyond_the_terminals_encoding_are_printed(tmp_path: Path) -> None:
    rules = tmp_path / "accents.nfg"
    rules.write_text(
        'NFG 1 R "x" { "A" "B" } { { "žluťoučký" "kůň" } { "a" "b" } }\n\n1 -1 -1 1 -1 1 1 -1\n', encoding="utf-8"
    )
    ascii_only = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for options in ([], ["--json"]):
        command = [*DODONA, "solve", str(rules), "--quiet", *options]
        done = subprocess.run(command, capture_output=True, text=True, env=ascii_only, timeout=60)
        assert (done.returncode, done.stderr) == (0, "")
        if options:
            assert "žluťoučký" in json.loads(done.stdout)["strategies"][0]["start"]
