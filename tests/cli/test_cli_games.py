"""Games written in Python, named on the command line, and every way that can fail."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from dodona.cli.games import load_game
from dodona.cli.main import app
from dodona.model.errors import DodonaError

NIM = """
import dodona
from dodona import Game
from sizes import HEAP

print("what a file prints")


class Nim(Game):
    zero_sum = True

    def __init__(self, heap=HEAP):
        if heap < 1:
            raise ValueError("a heap must not be empty")
        self.heap = heap

    def initial(self):
        return (self.heap, 0)

    def turn(self, state):
        return dodona.TERMINAL if state[0] == 0 else state[1]

    def actions(self, state, player):
        print("what rules print")
        return [f"take {n}" for n in (1, 2) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - int(move[-1]), 1 - state[1])

    def utility(self, state):
        return 1 if state[1] == 1 else -1
"""


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)  # takes back what an import adds
    Path("nim.py").write_text(NIM)
    Path("sizes.py").write_text("HEAP = 6\n")


@pytest.mark.parametrize(
    ("word", "value"), [("nim.py", -1), ("nim.py:Nim", -1), ("nim.py:Nim(heap=5)", 1), ("./nim.py:Nim(3)", -1)]
)
def test_a_python_file_is_solved_and_only_the_answer_is_on_standard_output(word: str, value: float) -> None:
    done = CliRunner().invoke(app, ["solve", word, "--json"])
    assert done.exit_code == 0
    assert json.loads(done.stdout)["value"] == value  # the first mover loses at multiples of three
    assert "what a file prints" in done.stderr
    assert "what rules print" in done.stderr


def test_a_sound_python_game_passes_the_check() -> None:
    done = CliRunner().invoke(app, ["check", "nim.py"])
    assert (done.exit_code, done.stdout) == (0, "Nim: the contract holds at every position.\n")


def test_rules_that_raise_are_a_sentence() -> None:
    Path("nim.py").write_text(NIM.replace("int(move[-1])", "int(move)"))
    done = CliRunner().invoke(app, ["solve", "nim.py", "--quiet"])
    assert done.exit_code == 1
    assert done.stdout == ""
    assert "ValueError" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr


TWO = "import dodona\nclass A(dodona.Game): ...\nclass B(dodona.Game): ...\n"


@pytest.mark.parametrize(
    ("source", "word", "complaint"),
    [
        (None, "absent.py", "absent.py cannot be opened: No such file or directory."),
        (None, "folder.py", "folder.py cannot be opened: Is a directory."),
        ("x = 1\ny = (\n", "rules.py", "rules.py cannot be imported: SyntaxError in line 2: '(' was never closed."),
        ("x = '\0'\n", "rules.py", "rules.py cannot be imported: "),
        ("\n\n1 / 0\n", "rules.py", "cannot be imported: ZeroDivisionError in line 3: division by zero."),
        ("import no_such_module\n", "rules.py", "ModuleNotFoundError in line 1: No module named 'no_such_module'."),
        ("import sys\nsys.exit('bye')\n", "rules.py", "cannot be imported: SystemExit in line 2: bye."),
        ("from dodona import Game\n", "rules.py", "it defines none"),
        (TWO, "rules.py", "it defines A, B: write rules.py:ClassName."),
        (TWO, "rules.py:C", "rules.py has no class C; the games it defines: A, B."),
        ("A = 3\n", "rules.py:A", "rules.py has no subclass of dodona.Game named A; the games it defines: none."),
        (TWO, "rules.py:", "missing behind the colon"),
        (TWO, "rules.py:A.after(1)", "names more than a class"),
        (TWO, "rules.py:A(1", "expected ',' or ')'"),
        (TWO, "rules.py:A(size=1)", "making A(size=1) raised TypeError"),
        (NIM, "rules.py:Nim(heap=0)", "making Nim(heap=0) raised ValueError in line 14: a heap must not be empty."),
    ],
)
def test_a_python_file_that_is_no_game_is_a_sentence(source: str | None, word: str, complaint: str) -> None:
    Path("folder.py").mkdir()
    if source is not None:
        Path("rules.py").write_text(source)
    with pytest.raises(DodonaError) as raised:
        load_game(word)
    assert complaint in str(raised.value)
    done = CliRunner().invoke(app, ["solve", word, "--quiet"])
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1] == f"dodona: {raised.value}"


def test_dataclasses_in_a_python_file_find_their_module() -> None:
    Path("data.py").write_text(
        "from __future__ import annotations\nimport dataclasses, dodona\n"
        "@dataclasses.dataclass(frozen=True)\nclass Empty(dodona.Game):\n    size: int = 2\n"
    )
    assert load_game("data.py:Empty(size=3)").size == 3
