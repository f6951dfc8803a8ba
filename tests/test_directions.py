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
    "flow": {"flow", "model", "lp"},
    "normal": {"normal", "model", "lp"},
    "simultaneous": {"simultaneous", "perfect", "model"},
    "multiplayer": {"multiplayer", "perfect", "model"},
    "face.py": {"domains", "extensive", "flow", "io", "all_methods", "model", "normal", "perfect"},
    "all_methods.py": {"perfect", "extensive", "flow", "multiplayer", "normal", "simultaneous", "model"},
    "matches": {"matches", "face", "all_methods", "model"},
    "comparison.py": {"all_methods", "face", "matches", "model", "plots"},
    "experiments": {"experiments", "face", "matches", "model", ""},
    "plots": {"plots", "model"},
    "cli": {
        *("cli", "comparison", "experiments", "matches", "model", "io", "lp", "all_methods", "face", "domains"),
        *("plots", ""),
    },
    "__init__.py": set(),
    "__main__.py": {"cli"},
}
CPP_ROOMS = {
    "core": {"core"},
    "games": {"core", "games"},
    "domains": {"core", "games", "domains"},
    "perfect": {"core", "games", "perfect"},
    "extensive": {"core", "games", "extensive"},
    "flow": {"core", "games", "flow"},
    "simultaneous": {"core", "games", "perfect", "simultaneous"},
    "multiplayer": {"core", "games", "perfect", "multiplayer"},
    "bindings": {"core", "games", "domains", "perfect", "extensive", "flow", "multiplayer", "simultaneous", "bindings"},
    "tests": {"core", "games", "domains", "perfect", "extensive", "flow", "multiplayer", "simultaneous", "tests"},
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
    public = {"face"} if path == PACKAGE / "model" / "game.py" else set()  # game.solve() is dodona.solve(game)
    assert imported_rooms(path) <= PYTHON_ROOMS[room] | public


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


def test_the_table_of_the_architecture_page_has_every_room_and_no_other() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`.*?) \|", page, re.MULTILINE)
    python = {f"dodona.{room.removesuffix('.py')}" for room in PYTHON_ROOMS if not room.startswith("__")}
    assert {room for row in rows for room in re.findall(r"`([^`]+)`", row)} == python | {f"cpp/{r}" for r in CPP_ROOMS}


def included(path: Path) -> set[str]:
    """What a file of the core includes, by its path below ``cpp``."""
    return set(re.findall(r'#include "([^"]+)"', path.read_text(encoding="utf-8")))


def includers(header: str) -> set[str]:
    """The sources that are compiled again when a header changes, by their paths below ``cpp``."""
    uses = {str(path.relative_to(CPP)): included(path) for path in [*CPP.rglob("*.h"), *CPP.rglob("*.cpp")]}
    reached, new = {header}, {header}
    while new:
        new = {path for path, headers in uses.items() if headers & new} - reached
        reached |= new
    return {path for path in reached if path.endswith(".cpp") and not path.startswith("tests/")}


@pytest.mark.parametrize("room", ["extensive", "multiplayer", "perfect", "simultaneous"])
def test_the_binding_of_a_room_knows_no_other_room(room: str) -> None:
    allowed = {"bindings", "core", "games", room}
    assert {header.split("/")[0] for header in included(CPP / "bindings" / f"bind_{room}.cpp")} <= allowed


@pytest.mark.parametrize(
    "header", sorted(str(path.relative_to(CPP)) for path in CPP.rglob("*_impl.h")), ids=lambda header: str(header)
)
def test_a_change_of_an_algorithm_compiles_few_files_again(header: str) -> None:
    assert 1 <= len(includers(header)) <= 7


def test_headers_of_rooms_declare_and_bodies_are_in_impl_files() -> None:
    """What bindings include has no algorithm in it; only domains that name a kernel include one."""
    bodies = {str(path.relative_to(CPP)) for path in CPP.rglob("*_impl.h")}
    for path in CPP.rglob("bindings/bind_*.cpp"):
        compiled = {body for body in bodies if str(path.relative_to(CPP)) in includers(body)}
        assert not compiled, f"{path.name} compiles {compiled}"


def test_a_domain_is_a_header_a_binding_and_a_factory() -> None:
    """Nothing but one file of bindings names a domain's header, and CMake finds that file by itself."""
    for path in (CPP / "domains").glob("*.h"):
        header = f"domains/{path.name}"
        users = {str(user.relative_to(CPP)) for user in CPP.rglob("*.*") if header in included(user)}
        users = {user for user in users if not user.startswith(("tests/", "domains/"))}  # domains may share parts
        assert len(users) == 1
        assert min(users).startswith("bindings/domains/bind_")
    assert "bind_kuhn" not in (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
