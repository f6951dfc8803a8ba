"""Everything shown is executed: the code of README and docs, its terminal runs, and the docstrings' examples."""

import doctest
import importlib
import os
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import dodona
import option_tables
from dodona.all_methods import METHODS
from dodona.perfect.search import ORDERINGS, SCHEMES

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")])


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_page_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": page.stem}
    for block in blocks(page, "python"):
        exec(compile(block, str(page), "exec"), names)


def runs() -> list[tuple[str, str]]:
    """Every ``$ dodona ...`` shown in a console block, with the output shown under it."""
    found = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                found.append((command, output))
    return found


@pytest.mark.parametrize(("command", "shown"), runs(), ids=[command for command, _ in runs()])
def test_terminal_run_prints_what_is_shown(command: str, shown: str, tmp_path: Path) -> None:
    assert command.startswith("dodona ")
    words = [word.strip("'\"") for word in re.findall(r"\"[^\"]*\"|'[^']*'|\S+", command)][1:]
    package = str(Path(dodona.__file__).parents[1])  # the one under test, whatever else is installed
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([package, os.environ.get("PYTHONPATH", "")])}
    run = [sys.executable, "-m", "dodona", *words]
    result = subprocess.run(
        run, env=environment, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False
    )
    # "..." stands for what differs from run to run: times and the last digits of rounding.
    pattern = ".*?".join(re.escape(piece) for piece in shown.strip().split("..."))
    assert re.fullmatch(pattern, result.stdout.strip(), re.DOTALL), result.stdout + result.stderr


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_commands_of_the_readme_are_those_that_every_change_must_pass() -> None:
    shown = "".join(blocks(ROOT / "README.md", "sh"))
    commands = re.findall(r"^(python3 tasks\.py .*?) *(?:#.*)?$", shown, re.MULTILINE)
    assert "python3 tasks.py test" in commands
    assert set(commands) <= set((ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines())


def modules() -> list[str]:
    return [info.name for info in pkgutil.walk_packages(dodona.__path__, "dodona.") if "__main__" not in info.name]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples_run(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_some_docstrings_have_examples() -> None:
    finder = doctest.DocTestFinder()
    examples = sum(len(t.examples) for name in modules() for t in finder.find(importlib.import_module(name)))
    assert examples >= 10


def references() -> list[str]:
    page = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    return re.findall(r"^- \[(\w+)\]", page, re.MULTILINE)


def test_references_are_in_order_and_listed_once() -> None:
    assert references() == sorted(set(references()))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_citation_on_the_page_is_in_the_references(page: Path) -> None:
    cited = re.findall(r"\[([A-Z][A-Za-z]+\d{4}[a-z]?)\]", page.read_text(encoding="utf-8"))
    assert set(cited) <= set(references())


def test_the_page_on_search_has_every_search_with_its_options_and_schemes() -> None:
    page = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("search.md", "monte-carlo.md"))
    rows = set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    named = set(re.findall(r"`(\w+)`", page))
    assert {method.name for method in METHODS if method.room == "perfect"} - {"backward_induction", "uct"} <= rows
    assert {option for method in METHODS if method.room == "perfect" for option in method.options} <= named
    assert {*SCHEMES, "expectiminimax"} <= rows
    assert set(ORDERINGS) <= named


def test_the_page_on_simultaneous_moves_has_every_method_with_its_options() -> None:
    page = "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("simultaneous.md", "monte-carlo.md"))
    methods = [method for method in METHODS if method.room == "simultaneous"]
    assert {method.name for method in methods} - {"sm_mcts"} <= set(re.findall(r"^\| `(\w+)`", page, re.MULTILINE))
    assert {option for method in methods for option in method.options} <= set(re.findall(r"`(\w+)`", page))


#: Pages that a room's methods and their options are on.
PAGES_OF_ROOMS = {
    "extensive": ("hidden-information.md", "regret.md", "sampling.md", "monte-carlo.md"),
    "normal": ("matrix-games.md",),
    "flow": ("flow-games.md",),
    "multiplayer": ("multiplayer.md",),
}


@pytest.mark.parametrize("room", PAGES_OF_ROOMS)
def test_the_pages_of_a_room_have_every_method_with_its_options(room: str) -> None:
    text = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in PAGES_OF_ROOMS[room])
    methods = [method for method in METHODS if method.room == room]
    named = set(re.findall(r"`([\w+]+)`", text))
    assert {method.name for method in methods} <= named
    assert {option for method in methods for option in method.options} <= named


@pytest.mark.parametrize("name", option_tables.PAGES)
def test_tables_of_options_are_as_the_options_declare(name: str) -> None:
    shown = (ROOT / "docs" / name).read_text(encoding="utf-8")
    assert shown == option_tables.page(name), "run: python tests/option_tables.py"


def test_every_citation_in_the_code_is_in_the_references() -> None:
    known = set(references())
    for path in (ROOT / "src").rglob("*.py"):
        for citation in re.findall(r"\[(\w+\d{4})\]_", path.read_text(encoding="utf-8")):
            assert citation in known, f"{path.name} cites {citation}"
