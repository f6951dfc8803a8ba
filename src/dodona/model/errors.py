"""The one family of errors: every mistake a user can make ends in one of these, with a sentence that helps."""

from __future__ import annotations


class DodonaError(Exception):
    """Base of every error that Dodona raises on purpose."""


class UnsupportedGameError(DodonaError):
    """A method was asked to solve a game it does not apply to."""


class GameDefinitionError(DodonaError):
    """A game is named wrongly, has impossible parameters, or breaks the contract of games."""


class IllegalMoveError(DodonaError):
    """A move does not exist in the position it was played in."""


class FileFormatError(DodonaError):
    """A file does not follow its format.

    Attributes
    ----------
    line, column
        Position of the offending token, counted from 1; 0 where the error concerns the whole file.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"line {line}:{column}: {message}" if line else message)
        self.line = line
        self.column = column


class SolverError(DodonaError):
    """A solver could not finish, for a reason that is not a limit."""


class MissingExtraError(DodonaError):
    """An optional package is needed and not installed."""
