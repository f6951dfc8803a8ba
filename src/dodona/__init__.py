"""Dodona: exact and certified solutions of finite sequential games."""

from dodona._core import VERSION, GameTree, State, TranspositionTable
from dodona.domains.catalog import catalog, game
from dodona.extensive import best_response, expected_value, exploitability, infoset_values
from dodona.io import read, write
from dodona.methods import methods, solve
from dodona.model.check import check
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
from dodona.model.matrix_game import MatrixGame, matrix_of
from dodona.model.player import Choice, FunctionPlayer, Player, UniformPlayer
from dodona.model.solution import Solution
from dodona.model.strategy import Strategy
from dodona.perfect import transposition_table

__version__ = VERSION

__all__ = [
    "CHANCE",
    "SIMULTANEOUS",
    "TERMINAL",
    "Choice",
    "DodonaError",
    "Event",
    "FileFormatError",
    "FunctionPlayer",
    "Game",
    "GameDefinitionError",
    "GameTree",
    "IllegalMoveError",
    "Limit",
    "MatrixGame",
    "MissingExtraError",
    "Player",
    "Solution",
    "SolverError",
    "State",
    "Strategy",
    "TranspositionTable",
    "UniformPlayer",
    "UnsupportedGameError",
    "__version__",
    "best_response",
    "catalog",
    "check",
    "expected_value",
    "exploitability",
    "game",
    "infoset_values",
    "matrix_of",
    "methods",
    "read",
    "solve",
    "transposition_table",
    "write",
]
