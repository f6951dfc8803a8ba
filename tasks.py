#!/usr/bin/env python3
"""Everything a fresh checkout needs, in one command each; needs only Python 3.11+, a C++20 compiler and PyPI.

    python3 tasks.py solve leduc      set up, then run the `dodona` command with these words
    python3 tasks.py test [WORDS]     set up, then run the tests (pytest takes the words)
    python3 tasks.py test -m slow     the slow tests
    python3 tasks.py cpptest [WORDS]  build and run the tests in C++ (doctest takes the words); with --sanitize=address
                                      or --sanitize=thread, build them with these sanitizers
    python3 tasks.py lint             ruff, mypy --strict, clang-format, and whether the type stubs are up to date
    python3 tasks.py format           let ruff and clang-format rewrite the sources
    python3 tasks.py sanitize         build the core with ASan and UBSan and run the C++-heavy tests under them
    python3 tasks.py peers            install the packages that cross-checks and benchmarks compare with, where possible
    python3 tasks.py bench [WORDS]    run the benchmarks
    python3 tasks.py wheel            build a wheel into dist/ and try it in an empty environment
    python3 tasks.py stubs            write the type stubs of the core and of the public names anew

The environment lives in .venv and is brought up to date whenever the sources have changed.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
DIST = ROOT / "dist"
#: Type stubs that are written, of the core and of the public names, and committed.
STUBS = [ROOT / "src" / "dodona" / name for name in ("_core.pyi", "__init__.pyi")]
BUILD_TOOLS = ["scikit-build-core>=0.10", "nanobind>=2.4", "cmake", "ninja"]
#: What the sanitized core is tried with: other tests of searches, stages and rounds take a quarter of an hour there.
SANITIZED = [
    *(f"tests/{room}" for room in ("conformance", "normal", "python_games")),
    *(
        f"tests/extensive/test_{name}.py"
        for name in ("checkpoints", "common_play", "double_oracle", "evaluation", "response_search", "sampling")
    ),
    *(f"tests/extensive/test_{name}.py" for name in ("sequence_form", "strategies_from_outside")),
    "tests/multiplayer/test_paper.py",
    *(f"tests/flow/test_{name}.py" for name in ("decision_processes", "flow_games")),
    *(f"tests/perfect/test_{name}.py" for name in ("node_counts", "transposition_table")),
    *(f"tests/simultaneous/test_{name}.py" for name in ("looking_ahead", "stage_counts", "stage_limits")),
]
CPP_FILES = [*ROOT.glob("cpp/**/*.h"), *ROOT.glob("cpp/**/*.cpp")]


def call(*words: str | Path, **environment: str) -> None:
    """Run a command in the checkout; its failure ends this one with the same code."""
    code = subprocess.call([str(word) for word in words], cwd=ROOT, env={**os.environ, **environment})
    if code != 0:
        sys.exit(code)


def watch(*words: str | Path, **environment: str) -> None:
    """Run a build and show how many of its files are done; its failure shows all that it said.

    A terminal sees every file on one line that is written anew, a log every tenth of the way.
    """
    terminal, said, shown = sys.stderr.isatty(), [], (0, 0)
    with subprocess.Popen(
        [str(word) for word in words], cwd=ROOT, env={**os.environ, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
    ) as build:  # fmt: skip
        for line in build.stdout:
            said.append(line)
            step = re.match(r"\s*\[(\d+)/(\d+)\] (?:.*/)?(.*)", line)  # as Ninja counts
            if step is None or step[1] == "0":
                continue
            before, shown = shown, (10 * int(step[1]) // int(step[2]), int(step[2]))
            text = f"[{step[1]}/{step[2]}] {step[3]}"
            if terminal:
                print(f"\r\x1b[K{text[:78]}", end="", file=sys.stderr, flush=True)
            elif shown != before:
                print(text, file=sys.stderr, flush=True)
    if terminal and shown != (0, 0):
        print(file=sys.stderr)
    if build.returncode != 0:
        sys.stderr.writelines(said)
        sys.exit(build.returncode)


def pip(python: Path = PYTHON) -> list[str | Path]:
    """The words that start pip for an environment: its own pip or, where it has none, the system's."""
    own = subprocess.call([python, "-m", "pip", "--version"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    front = [python, "-m", "pip"] if own else [sys.executable, "-m", "pip", "--python", python]
    return [*front, "--disable-pip-version-check"]


def create_environment(folder: Path) -> None:
    """Make a virtual environment; systems that ship Python without ensurepip get one without pip of its own."""
    if subprocess.call([sys.executable, "-m", "venv", "--clear", folder], stderr=subprocess.DEVNULL) == 0:
        return
    shutil.rmtree(folder, ignore_errors=True)
    if subprocess.call([sys.executable, "-m", "pip", "--version"], stdout=subprocess.DEVNULL) != 0:
        sys.exit("tasks.py needs pip or the venv module with ensurepip; on Debian install python3-venv or python3-pip.")
    call(sys.executable, "-m", "venv", "--without-pip", folder)


def requirements(*groups: str) -> list[str]:
    """What pyproject.toml lists under these names: "core" for the package's own dependencies, or an extra's."""
    import tomllib  # not in the older Pythons that `prepare` refuses with a sentence

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lists = {"core": project["dependencies"], **project["optional-dependencies"]}
    return [need for group in groups for need in lists[group]]


def fingerprint() -> str:
    """A hash of all that the built package depends on."""
    digest = hashlib.sha256(os.environ.get("CI", "").encode())
    folders = [ROOT / "cpp", ROOT / "src"]
    files = [p for folder in folders for p in folder.rglob("*") if p.is_file() and p.suffix not in (".pyc", ".so")]
    for path in sorted([*files, ROOT / "pyproject.toml", ROOT / "CMakeLists.txt"]):
        digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()


def once(name: str, wanted: str, work: Callable[[], None]) -> None:
    """Do some work, unless .venv remembers that it was done for the same wanted text."""
    stamp = VENV / f"dodona-{name}.stamp"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        work()
        stamp.write_text(wanted, encoding="utf-8")


def install(name: str, needs: list[str]) -> None:
    """Install packages from the index."""

    def work() -> None:
        print(f"installing {', '.join(needs)} ...", file=sys.stderr)
        call(*pip(), "install", "--quiet", *needs)

    once(name, "\n".join(needs), work)


def build_package(*words: str) -> None:
    """Build the core, with the build tools of .venv, and let pip install the package or write its wheel."""
    print("building the core (the first time takes a few minutes) ...", file=sys.stderr)
    strict = ["-Ccmake.define.DODONA_WERROR=ON"] if os.environ.get("CI") else []
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"  # the build finds cmake and ninja there
    watch(*pip(), *words, "--verbose", "--no-deps", "--no-build-isolation", *strict, ".", PATH=path)


def prepare() -> None:
    """Make .venv, if there is none, and install the build tools."""
    if sys.version_info < (3, 11):  # noqa: UP036 - this file is what an older Python would run first
        sys.exit(f"Dodona needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    if not PYTHON.exists():
        create_environment(VENV)
    install("tools", BUILD_TOOLS)


def set_up(*extras: str) -> None:
    """Bring .venv up to date: build tools, dependencies with those of extras, the package itself."""
    prepare()
    install("-".join(("core", *extras)), requirements("core", *extras))
    once("package", fingerprint(), lambda: build_package("install"))


def install_peer(need: str) -> bool:
    """Install a package to compare with, keeping what Dodona itself needs; say why, if that is impossible."""
    name = re.split("[<>=]", need)[0]
    print(f"installing the peer {name} ...", file=sys.stderr)
    command = [*pip(), "install", "--quiet", *requirements("core", "test"), need]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return True
    lines = [line.strip() for line in done.stderr.splitlines()]
    errors = [line for line in lines if line.startswith("ERROR: ")] or [f"pip ended with code {done.returncode}"]
    why = errors[-1].removeprefix("ERROR: ").rstrip(".")
    print(f"The peer {name} is left out, with all that compares with it: {why}.", file=sys.stderr)
    return False


def install_peers(again: bool) -> None:
    """Install the peers, each by itself; those that could not be installed before are tried again only if asked."""
    set_up()
    peers, stamp = requirements("peers"), VENV / "dodona-peers.stamp"
    tried, *missing = stamp.read_text(encoding="utf-8").splitlines() if stamp.exists() else [""]
    if tried == " ".join(peers):
        due = missing if again else []
    else:
        due, missing = peers, []
    if due:
        missing = [peer for peer in due if not install_peer(peer)]
        stamp.write_text("\n".join([" ".join(peers), *missing]), encoding="utf-8")


def wheel() -> None:
    """Write the wheel of this platform into dist, once it has solved a game where there is no compiler."""
    prepare()
    with tempfile.TemporaryDirectory() as folder:
        build_package("wheel", "--wheel-dir", folder)
        (built,) = Path(folder).glob("*.whl")
        try_wheel(built, Path(folder) / "venv")
        DIST.mkdir(exist_ok=True)
        shutil.copy(built, DIST)
    print(f"dist/{built.name} installs and solves without a compiler.", file=sys.stderr)


def try_wheel(built: Path, venv: Path) -> None:
    """Install a wheel into an empty environment and solve a game, with nothing else to be found on the PATH."""
    create_environment(venv)
    programs = venv / BIN.name
    needed = ["--only-binary", ":all:"]  # a dependency that came as source would need a compiler
    call(*pip(programs / PYTHON.name), "install", "--quiet", *needed, built, PATH=str(programs))
    call(programs / "dodona", "solve", "kuhn", "--no-strategies", PATH=str(programs))


def build_apart(folder: Path, sanitizer: str, *options: str) -> None:
    """Build the core with CMake alone, apart from the package's build; a sanitized one without much optimisation."""
    print(f"building {folder.relative_to(ROOT)} ...", file=sys.stderr)
    tools = [f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}", f"-DPython_EXECUTABLE={PYTHON}", "-DDODONA_WERROR=ON"]
    sanitized = ["-DCMAKE_BUILD_TYPE=None", "-DCMAKE_CXX_FLAGS=-Og", f"-DDODONA_SANITIZE={sanitizer}"]
    kind = sanitized if sanitizer else ["-DCMAKE_BUILD_TYPE=Release"]
    kind.append("-DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON")  # so that a file that does not include what it needs is found
    watch(BIN / "cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *tools, *kind, *options)
    watch(BIN / "cmake", "--build", folder)


def test_cpp(words: list[str]) -> None:
    """Build the tests in C++, which need no Python module, and run them; words go to doctest."""
    parser = argparse.ArgumentParser(prog="tasks.py cpptest")
    parser.add_argument("--sanitize", choices=["address", "thread"], default="")
    own, rest = parser.parse_known_args(words)
    prepare()
    folder = ROOT / "build" / f"cpptest{own.sanitize and '-'}{own.sanitize}"
    build_apart(folder, own.sanitize, "-DDODONA_TESTS=ON", "-DDODONA_BINDINGS=OFF")
    call(folder / "core_tests", *rest)


def sanitize(words: list[str]) -> None:
    """Build the core with sanitizers next to the package and run tests against that copy; Linux only."""
    import resource

    set_up("test")
    folder = ROOT / "build" / "sanitize"
    stage = folder / "stage"
    build_apart(folder, "address", "-DSKBUILD_PROJECT_VERSION=sanitized")
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
        ASAN_OPTIONS="detect_leaks=0", UBSAN_OPTIONS="print_stacktrace=1",
    )  # fmt: skip


def lint() -> None:
    """Check style, types, and the stubs that types of the core come from."""
    set_up("test")
    call(PYTHON, "-m", "ruff", "check", ".")
    call(PYTHON, "-m", "ruff", "format", "--check", ".")
    call(PYTHON, "-m", "mypy")
    call(BIN / "clang-format", "--dry-run", "--Werror", *CPP_FILES)
    check_stubs()


def reformat() -> None:
    """Rewrite the sources in the project's style."""
    set_up("test")
    call(PYTHON, "-m", "ruff", "check", "--fix", ".")
    call(PYTHON, "-m", "ruff", "format", ".")
    call(BIN / "clang-format", "-i", *CPP_FILES)


def write_stubs(core: Path, public: Path) -> None:
    """Write the type stubs of the core from its bindings, and those of the public names from the methods' options."""
    call(PYTHON, "-m", "nanobind.stubgen", "-q", "-m", "dodona._core", "-o", core)
    call(PYTHON, ROOT / "tests" / "public_stub.py", public)


def check_stubs() -> None:
    """Compare the type stubs with those that are written now."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = [Path(folder) / path.name for path in STUBS]
        write_stubs(*fresh)
        for pair in zip(STUBS, fresh, strict=True):
            texts = [path.read_text(encoding="utf-8").splitlines(keepends=True) for path in pair]
            difference = list(difflib.unified_diff(*texts, "committed", "generated"))
            if difference:
                sys.stdout.writelines(difference)
                sys.exit(f"{pair[0].relative_to(ROOT)} is not what it should be: run python3 tasks.py stubs.")


def main(words: list[str]) -> None:
    """Do what the first word says; words that are no task go to the `dodona` command."""
    task, rest = (words[0], words[1:]) if words else ("--help", [])
    if task in ("-h", "--help"):
        print(__doc__)
    elif task == "test":
        set_up("test")
        call(PYTHON, "-m", "pytest", "-n", "auto", *rest)
    elif task == "cpptest":
        test_cpp(rest)
    elif task == "lint":
        lint()
    elif task == "format":
        reformat()
    elif task == "sanitize":
        sanitize(rest)
    elif task == "peers":
        install_peers(again=True)
    elif task == "bench":
        install_peers(again=False)
        call(PYTHON, ROOT / "benchmarks" / "run.py", *rest)
    elif task == "wheel":
        wheel()
    elif task == "stubs":
        set_up()
        write_stubs(*STUBS)
    else:
        set_up()
        call(PYTHON, "-m", "dodona", *words)


if __name__ == "__main__":
    main(sys.argv[1:])
