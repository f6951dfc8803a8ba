#!/usr/bin/env python3
"""Everything a fresh checkout needs, in one command each; needs only Python 3.11+, a C++20 compiler and PyPI.

    python3 tasks.py solve leduc      set up, then run the `dodona` command with these words
    python3 tasks.py test [WORDS]     set up, then run the tests (pytest takes the words)
    python3 tasks.py test -m slow     the slow tests
    python3 tasks.py lint             ruff, mypy --strict, clang-format
    python3 tasks.py format           let ruff and clang-format rewrite the sources
    python3 tasks.py sanitize         build the core with ASan and UBSan and run the C++-heavy tests under them
    python3 tasks.py peers            install the packages that cross-checks and benchmarks compare with
    python3 tasks.py bench [WORDS]    run the benchmarks
    python3 tasks.py stubs            write the core's type stubs anew

The environment lives in .venv and is brought up to date whenever the sources have changed.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
BUILD_TOOLS = ["scikit-build-core>=0.10", "nanobind>=2.4", "cmake", "ninja"]
SANITIZED = ["tests/conformance", "tests/normal", "tests/python_games", "tests/extensive"]
CPP_FILES = [*ROOT.glob("cpp/**/*.h"), *ROOT.glob("cpp/**/*.cpp")]


def call(*words: str | Path, **environment: str) -> None:
    """Run a command in the checkout; its failure ends this one with the same code."""
    code = subprocess.call([str(word) for word in words], cwd=ROOT, env={**os.environ, **environment})
    if code != 0:
        sys.exit(code)


def pip(*words: str) -> None:
    """Run pip for the environment, with the system's pip where the environment has none."""
    own = subprocess.call([PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    front = [str(PYTHON), "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", str(PYTHON)]
    call(*front, "--disable-pip-version-check", *words)


def create_environment() -> None:
    """Make .venv; systems that ship Python without ensurepip get one without pip of its own."""
    if PYTHON.exists():
        return
    if subprocess.call([sys.executable, "-m", "venv", VENV], stderr=subprocess.DEVNULL) == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "pip", "--version"], stdout=subprocess.DEVNULL) != 0:
        sys.exit("tasks.py needs pip or the venv module with ensurepip; on Debian install python3-venv or python3-pip.")
    call(sys.executable, "-m", "venv", "--without-pip", VENV)


def fingerprint(extras: str) -> str:
    """A hash of all that the installed package depends on."""
    digest = hashlib.sha256(f"{sys.version} {extras} {os.environ.get('CI', '')}".encode())
    folders = [ROOT / "cpp", ROOT / "src"]
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file() and p.suffix not in (".pyc", ".so")]
    for path in sorted([*files, ROOT / "pyproject.toml", ROOT / "CMakeLists.txt"]):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def set_up(extras: str = "") -> None:
    """Install the package into .venv, unless it is there and up to date."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python would run first
        sys.exit(f"Dodona needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    create_environment()
    stamp, wanted = VENV / f"dodona-{extras or 'core'}.stamp", fingerprint(extras)
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print("setting up .venv (the first build takes a few minutes) ...", file=sys.stderr)
    pip("install", "--quiet", *BUILD_TOOLS)
    target = f".[{extras}]" if extras else "."
    strict = ["-Ccmake.define.DODONA_WERROR=ON"] if os.environ.get("CI") else []
    os.environ["PATH"] = f"{BIN}{os.pathsep}{os.environ['PATH']}"  # the build finds cmake and ninja there
    pip("install", "--quiet", "--no-build-isolation", *strict, target)
    stamp.write_text(wanted)


def sanitize(words: list[str]) -> None:
    """Build the core with sanitizers next to the package and run tests against that copy; Linux only."""
    import resource

    set_up("test")
    folder = ROOT / "build" / "sanitize"
    stage = folder / "stage"
    call(
        BIN / "cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", f"-DPython_EXECUTABLE={PYTHON}",
        f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}", "-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-Og",
        "-DDODONA_SANITIZE=ON", "-DDODONA_WERROR=ON", "-DSKBUILD_PROJECT_VERSION=sanitized",
    )  # fmt: skip
    call(BIN / "cmake", "--build", folder)
    shutil.rmtree(stage, ignore_errors=True)
    shutil.copytree(ROOT / "src" / "dodona", stage / "dodona", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    call(BIN / "cmake", "--install", folder, "--prefix", stage)
    compiler = os.environ.get("CXX", "c++")
    libraries = [
        subprocess.check_output([compiler, f"-print-file-name={name}"], text=True).strip()
        for name in ("libasan.so", "libubsan.so", "libstdc++.so")
    ]
    # Such builds need more stack than others to go as deep.
    resource.setrlimit(resource.RLIMIT_STACK, (1 << 28, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    call(
        PYTHON, "-m", "pytest", "-n", "auto", "-p", "no:cacheprovider", *(words or SANITIZED),
        PYTHONPATH=str(stage), LD_PRELOAD=" ".join(libraries),
        # The interpreter keeps what it allocates until it ends, which is no leak of ours.
        ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS="print_stacktrace=1", HYPOTHESIS_PROFILE="quick",
    )  # fmt: skip


def lint() -> None:
    """Check style and types."""
    set_up("test")
    call(PYTHON, "-m", "ruff", "check", ".")
    call(PYTHON, "-m", "ruff", "format", "--check", ".")
    call(PYTHON, "-m", "mypy")
    call(BIN / "clang-format", "--dry-run", "--Werror", *CPP_FILES)


def reformat() -> None:
    """Rewrite the sources in the project's style."""
    set_up("test")
    call(PYTHON, "-m", "ruff", "check", "--fix", ".")
    call(PYTHON, "-m", "ruff", "format", ".")
    call(BIN / "clang-format", "-i", *CPP_FILES)


def stubs() -> None:
    """Write the type stubs of the core from its bindings."""
    set_up("test")
    call(PYTHON, "-m", "nanobind.stubgen", "-q", "-m", "dodona._core", "-o", ROOT / "src" / "dodona" / "_core.pyi")


def main(words: list[str]) -> None:
    """Do what the first word says; words that are no task go to the `dodona` command."""
    task, rest = (words[0], words[1:]) if words else ("--help", [])
    if task in ("-h", "--help"):
        print(__doc__)
    elif task == "test":
        set_up("test")
        call(PYTHON, "-m", "pytest", "-n", "auto", *rest)
    elif task == "lint":
        lint()
    elif task == "format":
        reformat()
    elif task == "sanitize":
        sanitize(rest)
    elif task == "peers":
        set_up("peers")
    elif task == "bench":
        set_up("peers")
        call(PYTHON, ROOT / "benchmarks" / "run.py", *rest)
    elif task == "stubs":
        stubs()
    else:
        set_up()
        call(PYTHON, "-m", "dodona", *words)


if __name__ == "__main__":
    main(sys.argv[1:])
