"""Files: .efg and .nfg in and out."""

from dodona.io.files import TreeGame, read, write
from dodona.io.lexer import FormatWarning

__all__ = ["FormatWarning", "TreeGame", "read", "write"]
