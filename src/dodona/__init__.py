"""Dodona: exact and certified solutions of finite sequential games."""

from dodona._core import VERSION, GameTree, State, TranspositionTable
from dodona.domains.catalog import catalog, game
from dodona.face import (
    best_response,
    check,
    expected_value,
    exploitability,
    info,
    infoset_values,
    matrix_of,
    methods,
    problem,
    solve,
    transposition_table,
    write,
)
from dodona.io import read
from dodona.model.errors import (
    DodonaError,
    FileFormatError,
    GameDefinitionError,
    IllegalMoveError,
    MissingExtraError,
    SolverError,
    UnsupportedGameError,
)
from dodona.model.game import CHANCE, SIMULTANEOUS, TERMINAL, Game
from dodona.model.limit import Event, Limit
from dodona.model.matrix_game import MatrixGame
from dodona.model.problem import Problem
from dodona.model.solution import Solution
from dodona.model.strategy import Strategy

__version__ = VERSION

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "TERMINAL",
    "DodonaError",
    "Event",
    "FileFormatError",
    "Game",
    "GameDefinitionError",
    "GameTree",
    "IllegalMoveError",
    "Limit",
    "MatrixGame",
    "MissingExtraError",
    "Problem",
    "Solution",
    "SolverError",
    "State",
    "Strategy",
    "TranspositionTable",
    "UnsupportedGameError",
    "__version__",
    "best_response",
    "catalog",
    "check",
    "expected_value",
    "exploitability",
    "game",
    "info",
    "infoset_values",
    "matrix_of",
    "methods",
    "problem",
    "read",
    "solve",
    "transposition_table",
    "write",
]
