"""The one place where all rooms meet: every method by name, and the choice among them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from dodona.extensive.double_oracle import METHODS as DOUBLE_ORACLES
from dodona.extensive.monte_carlo import METHODS as HIDDEN_MONTE_CARLO
from dodona.extensive.sampling import METHODS as SAMPLING
from dodona.extensive.self_play import METHODS as SELF_PLAY
from dodona.extensive.sequence_form import METHOD as SEQUENCE_FORM_LP
from dodona.flow.compact import METHOD as COMPACT_DOUBLE_ORACLE
from dodona.flow.network_flow import METHOD as NETWORK_FLOW_LP
from dodona.flow.pure import METHODS as PURE_DOUBLE_ORACLES
from dodona.flow.regret import METHOD as FLOW_REGRET
from dodona.model.errors import UnsupportedGameError
from dodona.model.limit import Limit, OnEvent
from dodona.model.method import Method
from dodona.model.problem import Problem, require_problem
from dodona.model.solution import Solution
from dodona.model.traits import Traits
from dodona.model.values import nearest
from dodona.multiplayer.coalition import METHODS as COALITIONS
from dodona.multiplayer.max_n import METHOD as MAX_N
from dodona.multiplayer.mp_mix import METHOD as MP_MIX
from dodona.normal.correlated import METHODS as CORRELATED
from dodona.normal.double_oracle import METHODS as MATRIX_ORACLES
from dodona.normal.equilibria import METHOD as VERTEX_ENUMERATION
from dodona.normal.lemke_howson import METHOD as LEMKE_HOWSON
from dodona.normal.matrix_lp import METHOD as MATRIX_LP
from dodona.normal.matrix_simplex import METHOD as MATRIX_SIMPLEX
from dodona.normal.pure import METHOD as PURE_EQUILIBRIUM
from dodona.normal.stackelberg import METHOD as STACKELBERG
from dodona.perfect.backward_induction import METHOD as BACKWARD_INDUCTION
from dodona.perfect.search import METHODS as SEARCHES
from dodona.perfect.uct import METHOD as UCT
from dodona.simultaneous.sm_mcts import METHOD as SM_MCTS
from dodona.simultaneous.stages import METHODS as STAGES

#: In order of preference. Where the size of a game is a reason, a method goes ahead of those before it.
METHODS: tuple[Method, ...] = (
    MATRIX_SIMPLEX,
    MATRIX_LP,
    LEMKE_HOWSON,
    PURE_EQUILIBRIUM,
    VERTEX_ENUMERATION,
    *MATRIX_ORACLES,
    BACKWARD_INDUCTION,
    *STAGES,
    *SEARCHES,
    MAX_N,
    *COALITIONS,
    MP_MIX,
    SEQUENCE_FORM_LP,
    *DOUBLE_ORACLES,
    *CORRELATED,
    STACKELBERG,
    *SELF_PLAY,
    *SAMPLING,
    UCT,
    SM_MCTS,
    *HIDDEN_MONTE_CARLO,
    NETWORK_FLOW_LP,
    COMPACT_DOUBLE_ORACLE,
    *PURE_DOUBLE_ORACLES,
    FLOW_REGRET,
)


def method_names(problem: Problem | None = None) -> list[str]:
    """Names of the methods that apply to a problem, the automatic choice first; of all methods without a problem."""
    if problem is None:
        return [method.name for method in METHODS]
    return [method.name for method in _fitting(require_problem(problem)._opened(Limit()))]


def solve_problem(
    problem: Problem,
    method: str | None,
    limit: Limit,
    seed: int,
    on_event: OnEvent | None,
    options: Mapping[str, Any],
) -> Solution:
    """Solve a problem by the method of a name, or by the one that its traits and size speak for."""
    problem = require_problem(problem)._opened(limit)
    if method is not None:
        return method_named(method).solve(problem, limit, seed, on_event, options)
    chosen = preferred_method(problem)
    return chosen.solve(problem, limit, seed, on_event, options, chosen.reason(problem))


def method_named(name: str) -> Method:
    """The method of a name."""
    for method in METHODS:
        if method.name == name:
            return method
    hint, known = nearest(str(name), method_names()), ", ".join(method_names())
    raise UnsupportedGameError(f"there is no method '{name}'{hint} The methods are {known}.")


def _fitting(problem: Problem) -> list[Method]:
    """The methods that apply, the preferred first; the problem is measured only where its size matters to several."""
    fitting = [method for method in _allowed_by(problem.traits) if not method.lacks(problem)]
    return sorted(fitting, key=lambda method: not method.ahead(problem)) if len(fitting) > 1 else fitting


@cache
def _allowed_by(traits: Traits) -> tuple[Method, ...]:
    """The methods whose requirements are met by traits, which are few: a small solve asks nothing twice."""
    return tuple(method for method in METHODS if not method.requires.missing(traits))


def preferred_method(problem: Problem) -> Method:
    """The method that :func:`dodona.solve` chooses for a problem."""
    fitting = _fitting(problem)
    if not fitting:
        raise UnsupportedGameError(
            f"no method for {problem} ({', '.join(problem.traits.words())}): dodona.methods() lists all methods, "
            "and the documentation says what each of them needs."
        )
    return fitting[0]
