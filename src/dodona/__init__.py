"""Dodona: exact and certified solutions of finite sequential games.

A name is loaded when it is first used, so that the import itself takes no time. What type checkers and editors know of
the names is in ``__init__.pyi``, which ``python3 tasks.py stubs`` writes.
"""

import importlib

#: The public names by the modules they live in.
_HOMES = {
    "_core": ("GameTree", "State", "TranspositionTable"),
    "comparison": ("Comparison", "compare"),
    "domains.catalog": ("catalog", "game"),
    "face": (
        "best_response",
        "check",
        "dominance",
        "equilibria",
        "expected_value",
        "exploitability",
        "info",
        "infoset_values",
        "matrix_of",
        "methods",
        "problem",
        "pure_equilibria",
        "security",
        "solve",
        "transposition_table",
        "write",
    ),
    "io": ("read",),
    "matches.match": ("match",),
    "matches.players": ("player",),
    "matches.result": ("MatchResult",),
    "matches.tournament": ("TournamentResult", "tournament"),
    "model.contest": ("Contest",),
    "model.decision_process": ("DecisionProcess",),
    "model.errors": (
        "DodonaError",
        "FileFormatError",
        "GameDefinitionError",
        "IllegalMoveError",
        "MissingExtraError",
        "SolverError",
        "UnsupportedGameError",
    ),
    "model.flow_game": ("FlowGame",),
    "model.game": ("CHANCE", "SIMULTANEOUS", "TERMINAL", "Game"),
    "model.joint": ("JointStrategy",),
    "model.limit": ("Event", "Limit"),
    "model.matrix_game": ("MatrixGame",),
    "model.oracle_game": ("OracleGame",),
    "model.player": ("Choice", "FunctionPlayer", "Player", "UniformPlayer"),
    "model.problem": ("Problem",),
    "model.solution": ("Solution",),
    "model.strategy": ("Strategy",),
    "model.version": ("__version__",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> object:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'dodona' has no attribute '{name}'")
    value = globals()[name] = getattr(importlib.import_module(f"dodona.{_HOME_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    return __all__
