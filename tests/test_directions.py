"""Imports and includes point one way: the table of docs/architecture.md, enforced."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "dodona"
CPP = ROOT / "cpp"

PYTHON_ROOMS = {
    "model": {"model"},
    "lp": {"lp", "model"},
    "domains": {"domains", "model"},
    "io": {"io", "model"},
    "perfect": {"perfect", "model", "lp"},
    "extensive": {"extensive", "model", "lp"},
    "normal": {"normal", "model", "lp"},
    "simultaneous": {"simultaneous", "perfect", "model"},
    "methods.py": {"perfect", "extensive", "normal", "simultaneous", "model"},
    "experiments": {"experiments", "model", ""},
    "plots": {"plots", "model"},
    "cli": {"cli", "experiments", "model", "io", "lp", "methods", "domains", "plots", ""},
    "__init__.py": {"domains", "extensive", "io", "methods", "model", "perfect"},
    "__main__.py": {"cli"},
}
CPP_ROOMS = {
    "core": {"core"},
    "games": {"core", "games"},
    "domains": {"core", "games", "domains"},
    "perfect": {"core", "games", "perfect"},
    "extensive": {"core", "games", "extensive"},
    "simultaneous": {"core", "games", "perfect", "simultaneous"},
    "bindings": {"core", "games", "domains", "perfect", "extensive", "simultaneous", "bindings"},
}


def imported_rooms(path: Path) -> set[str]:
    """First names below ``dodona`` that a module imports; "" stands for the package itself."""
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "dodona":
                rooms |= {alias.name if (PACKAGE / alias.name).exists() else "" for alias in node.names}
                rooms -= {""} if all(alias.name == "_core" for alias in node.names) else set()
            elif node.module and node.module.startswith("dodona."):
                rooms.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "dodona":
                    rooms.add(alias.name.partition(".")[2].split(".")[0])
    return rooms - {"_core"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_python_imports_point_one_way(path: Path) -> None:
    room = path.relative_to(PACKAGE).parts[0]
    assert room in PYTHON_ROOMS, f"{path} is in no known room: add it to the table and to docs/architecture.md"
    assert imported_rooms(path) <= PYTHON_ROOMS[room]


@pytest.mark.parametrize(
    "path", sorted([*CPP.rglob("*.h"), *CPP.rglob("*.cpp")]), ids=lambda path: str(path.relative_to(CPP))
)
def test_includes_point_one_way(path: Path) -> None:
    room = path.relative_to(CPP).parts[0]
    text = path.read_text(encoding="utf-8")
    included = {match.split("/")[0] for match in re.findall(r'#include "([^"]+)"', text)}
    assert included <= CPP_ROOMS[room]
    if room != "bindings":
        assert not re.search(r"#include <(Python\.h|nanobind)", text), "only the bindings know Python"


def test_architecture_page_names_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    for room in [*PYTHON_ROOMS, *CPP_ROOMS]:
        if not room.startswith("__main__"):
            assert room.removesuffix("__init__.py") in page, f"docs/architecture.md does not mention {room}"
