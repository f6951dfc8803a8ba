"""The version of the package."""

from dodona import _core

__version__ = _core.VERSION

__all__ = ["__version__"]
