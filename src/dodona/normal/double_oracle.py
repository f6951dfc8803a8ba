"""Oracle algorithms for normal-form games (McMahan, Gordon and Blum 2003; section 3.4 of Bosansky 2014)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dodona.model.attempt import Attempt
from dodona.model.errors import UnsupportedGameError
from dodona.model.method import Method
from dodona.model.options import Options, option
from dodona.model.oracle_game import OracleGame
from dodona.model.oracle_loop import Policy, PolicyOptions, drive
from dodona.model.problem import Problem
from dodona.model.solution import Solution
from dodona.normal.matrix_simplex import REQUIRES
from dodona.normal.oracle_payoffs import OraclePayoffs
from dodona.normal.profile import matrix_of_attempt, matrix_solution
from dodona.normal.restricted_matrix import MatrixPayoffs, RestrictedMatrix


@dataclass(frozen=True)
class SingleOracleOptions(Options):
    """Whose strategies come one by one."""

    responder: int | None = option(
        None,
        "the player whose strategies are added one by one, while the other has all of hers; by default the one whose "
        "strategies are not listed, else the one who has more of them",
        least=0,
        most=1,
    )


def matrix_double_oracle(attempt: Attempt) -> Solution:
    """Solve a constant-sum game in normal form, a matrix or one with oracles, by growing a restricted matrix.

    1. Start with the first row and the first column, or with the initial strategies of a game with oracles.
    2. Solve the restricted matrix: by the tableau, where it is large by the linear program.
    3. Add each player's best response among all her strategies. What it is worth bounds the value.
    4. Stop when the bounds meet, or when neither response is new.

    Departures: ties among best responses go to rows and columns that are in the restricted matrix already. Beyond the
    paper, in which both players respond in every iteration: the policies of chapter 5 of the thesis.
    """
    return _solve(attempt, attempt.options.policy)


def single_oracle(attempt: Attempt) -> Solution:
    """Solve a constant-sum game in normal form with all strategies of one player, and those that matter of the other.

    The double oracle whose restricted matrix has all strategies of one player from the start: her best response is in
    it already and proves a bound without being searched for, and only the other player's responses let it grow.
    """
    return _solve(attempt, "both", complete=1 - _responder(attempt))


def _solve(attempt: Attempt, policy: Policy, complete: int | None = None) -> Solution:
    """Let a restricted matrix grow within the problem of an attempt; a player may be complete from the start."""
    run, problem = attempt.run, attempt.problem
    if isinstance(problem, OracleGame):
        oracles = OraclePayoffs(problem, run, complete)
        restricted = RestrictedMatrix(oracles, run, complete)
    else:
        payoffs, total = matrix_of_attempt(attempt).payoffs[:, :, 0], problem.traits.constant_sum
        restricted = RestrictedMatrix(MatrixPayoffs(payoffs, float(total or 0.0)), run, complete)
    loop = drive(restricted, policy, run)
    loop.require_bounds()
    rows, columns = map(len, restricted.allowed)
    stats = {"iterations": loop.iterations, "rows": rows, "columns": columns}
    if isinstance(problem, OracleGame):
        return oracles.solution(attempt, restricted.incumbents, loop, stats)
    return matrix_solution(attempt, restricted.incumbents, stats, loop.stopped)


def _responder(attempt: Attempt) -> int:
    """Whose strategies come one by one: as asked for, else hers that are not listed, else hers that are more."""
    asked, problem = attempt.options.responder, attempt.problem
    if isinstance(problem, OracleGame):
        counts = [float("inf") if own is None else len(own) for own in problem.strategies]
    else:
        counts = list(matrix_of_attempt(attempt).payoffs.shape[:2])
    responder = int(counts[1] >= counts[0]) if asked is None else int(asked)
    if counts[1 - responder] == float("inf"):
        other = 1 - responder
        raise UnsupportedGameError(
            f"single_oracle with responder={responder} needs all strategies of player {other}, and {problem} does not "
            f"list them: give strategies[{other}]."
        )
    return responder


def _lists_strategies(problem: Problem) -> str:
    """What puts the single oracle ahead of the double one: it asks for fewer best responses."""
    listed = isinstance(problem, OracleGame) and any(own is not None for own in problem.strategies)
    return "all strategies of one player listed" if listed else ""


def _lists_no_strategies(problem: Problem) -> str:
    """What a game with oracles lacks where neither player's strategies are listed."""
    if not isinstance(problem, OracleGame) or _lists_strategies(problem):
        return ""
    return f"single_oracle needs all strategies of one player, and {problem} lists none: give strategies[0] or [1]."


_REQUIRES = replace(REQUIRES, form=("rules", "oracles"))

METHODS = (
    Method(
        "matrix_double_oracle",
        matrix_double_oracle,
        _REQUIRES,
        "normal",
        "a restricted matrix grows by best responses in the whole one",
        PolicyOptions(),
    ),
    Method(
        "single_oracle",
        single_oracle,
        _REQUIRES,
        "normal",
        "a matrix with all strategies of one player grows by the other's best responses",
        SingleOracleOptions(),
        ahead=_lists_strategies,
        lacks=_lists_no_strategies,
    ),
)
