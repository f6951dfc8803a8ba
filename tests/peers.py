"""The packages that cross-checks compare with. No other test needs them."""

from typing import Any

import pytest


def peer(module: str, package: str = "") -> Any:
    """Import a module of a peer; without it, whoever asks is skipped with a reason that names the package."""
    reason = f"the peer {package or module} is missing; python3 tasks.py peers installs it"
    return pytest.importorskip(module, reason=reason, exc_type=ImportError)
