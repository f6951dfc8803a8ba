"""The package as a whole: light to import, typed, and its public names real."""

import re
import subprocess
import sys
from pathlib import Path

import dodona

ROOT = Path(__file__).parents[1]


def test_import_loads_no_optional_or_heavy_package() -> None:
    heavy = ["scipy", "highspy", "pandas", "typer", "rich", "pyspiel", "pygambit"]
    code = f"import sys, dodona; print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "[]"


def test_public_names_are_listed_once_and_exist() -> None:
    assert len(set(dodona.__all__)) == len(dodona.__all__)
    for name in dodona.__all__:
        assert hasattr(dodona, name)


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
