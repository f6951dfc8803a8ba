"""Python code in a process of its own, for what might crash, hang or leak."""

from __future__ import annotations

import os
import subprocess
import sys


def run_python(code: str, *arguments: str, timeout: float = 120) -> tuple[int, str, str]:
    """Exit status, output and error output of a program that imports what the caller could import."""
    path = ":".join(place for place in sys.path if place)
    run = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr
