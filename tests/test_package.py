"""The package as a whole: light to import, typed, and its public names real."""

import inspect
import os
import re
import subprocess
import sys
import types
from pathlib import Path

import pytest

import dodona

ROOT = Path(__file__).parents[1]


def test_import_loads_no_optional_or_heavy_package() -> None:
    heavy = ["scipy", "highspy", "pandas", "typer", "rich", "pyspiel", "pygambit"]
    code = f"import sys, dodona; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_import_loads_no_room() -> None:
    code = "import sys, dodona; print([name for name in sys.modules if name.startswith(('dodona.', 'numpy'))])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_names_are_found_whatever_is_imported_first() -> None:
    for first in ("dodona.all_methods", "dodona.model.game", "dodona.cli.main", "dodona.plots"):
        code = f"import {first}, dodona; print(dodona.methods('kuhn')[0], dodona.solve('kuhn').status)"
        assert subprocess.check_output([sys.executable, "-c", code], text=True) == "sequence_form_lp exact\n"


def test_unknown_names_are_no_attributes() -> None:
    with pytest.raises(AttributeError, match="no attribute 'slove'"):
        dodona.slove  # noqa: B018
    assert set(dir(dodona)) == set(dodona.__all__)


SNIPPET = """
import dodona
dodona.solve("kuhn")
dodona.solve("connect_four", "negascout", depth=3, table="2M", threads=2)
for method in dodona.methods("kuhn"):
    dodona.solve("kuhn", method, time=1)
dodona.solve("kuhn", "sequence_from_lp")  # wrong
dodona.solve("kuhn", "negascout", tabel=3)  # wrong
dodona.solve("kuhn", "negascout", chance="star3")  # wrong
dodona.solve(3)  # wrong
dodona.solve("kuhn").status == "exat"  # wrong
"""


def test_type_checkers_find_misspelt_methods_options_and_statuses(tmp_path: Path) -> None:
    file = tmp_path / "snippet.py"
    file.write_text(SNIPPET, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(file)]
    folder = Path(dodona.__file__).parents[1]  # mypy finds what is installed by itself
    environment = os.environ | ({} if folder.name == "site-packages" else {"MYPYPATH": str(folder)})
    output = subprocess.run(command, env=environment, capture_output=True, text=True, cwd=tmp_path, check=False).stdout
    found = {int(line) for line in re.findall(r"snippet\.py:(\d+): error", output)}
    assert found == {number for number, line in enumerate(SNIPPET.split("\n"), 1) if "# wrong" in line}, output


def test_public_names_are_listed_once_and_exist() -> None:
    assert len(set(dodona.__all__)) == len(dodona.__all__)
    for name in dodona.__all__:
        assert hasattr(dodona, name)


PUBLIC = [name for name in dodona.__all__ if isinstance(getattr(dodona, name), types.FunctionType)]
CLASSES = ["Game", "Limit", "MatrixGame", "OracleGame", "Solution", "Strategy", "JointStrategy"]


@pytest.mark.parametrize("name", PUBLIC)
def test_public_functions_tell_what_goes_in_what_comes_out_and_show_it(name: str) -> None:
    function = getattr(dodona, name)
    text = inspect.getdoc(function) or ""
    assert "Examples\n--------" in text
    parameters = [own for own in inspect.signature(function).parameters if own != "self"]
    if parameters:
        section = text.partition("Parameters\n----------\n")[2].partition("\n\n")[0]
        named = {word for line in section.splitlines() if not line.startswith(" ") for word in line.split(", ")}
        assert set(parameters) <= named, section
    if inspect.signature(function).return_annotation not in ("None", None):
        assert "Returns\n-------" in text


@pytest.mark.parametrize("name", CLASSES)
def test_public_classes_show_an_example(name: str) -> None:
    assert ">>> " in (inspect.getdoc(getattr(dodona, name)) or "")


def test_package_is_marked_as_typed() -> None:
    folder = Path(dodona.__file__).parent
    assert (folder / "py.typed").exists()
    assert (folder / "_core.pyi").exists()


def test_version_is_the_packages() -> None:
    declared = re.search(r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared is not None
    assert dodona.__version__ in (declared.group(1), "sanitized")


def test_errors_are_one_family() -> None:
    from dodona.model import errors

    family = [value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, Exception)]
    assert len(family) >= 7
    assert all(issubclass(error, dodona.DodonaError) for error in family)
