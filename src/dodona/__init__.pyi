"""Types of the public names, written by tests/public_stub.py."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, overload

from dodona._core import GameTree as GameTree
from dodona._core import State as State
from dodona._core import TranspositionTable as TranspositionTable
from dodona.comparison import Comparison as Comparison
from dodona.comparison import compare as compare
from dodona.domains.catalog import catalog as catalog
from dodona.domains.catalog import game as game
from dodona.face import ProblemLike
from dodona.face import best_response as best_response
from dodona.face import check as check
from dodona.face import dominance as dominance
from dodona.face import equilibria as equilibria
from dodona.face import expected_value as expected_value
from dodona.face import exploitability as exploitability
from dodona.face import info as info
from dodona.face import infoset_values as infoset_values
from dodona.face import matrix_of as matrix_of
from dodona.face import problem as problem
from dodona.face import pure_equilibria as pure_equilibria
from dodona.face import security as security
from dodona.face import transposition_table as transposition_table
from dodona.face import write as write
from dodona.io import read as read
from dodona.matches.match import match as match
from dodona.matches.players import player as player
from dodona.matches.result import MatchResult as MatchResult
from dodona.matches.tournament import TournamentResult as TournamentResult
from dodona.matches.tournament import tournament as tournament
from dodona.model.contest import Contest as Contest
from dodona.model.decision_process import DecisionProcess as DecisionProcess
from dodona.model.errors import DodonaError as DodonaError
from dodona.model.errors import FileFormatError as FileFormatError
from dodona.model.errors import GameDefinitionError as GameDefinitionError
from dodona.model.errors import IllegalMoveError as IllegalMoveError
from dodona.model.errors import MissingExtraError as MissingExtraError
from dodona.model.errors import SolverError as SolverError
from dodona.model.errors import UnsupportedGameError as UnsupportedGameError
from dodona.model.flow_game import FlowGame as FlowGame
from dodona.model.game import CHANCE as CHANCE
from dodona.model.game import Game as Game
from dodona.model.game import SIMULTANEOUS as SIMULTANEOUS
from dodona.model.game import TERMINAL as TERMINAL
from dodona.model.joint import JointStrategy as JointStrategy
from dodona.model.limit import Event as Event
from dodona.model.limit import Limit as Limit
from dodona.model.matrix_game import MatrixGame as MatrixGame
from dodona.model.oracle_game import OracleGame as OracleGame
from dodona.model.player import Choice as Choice
from dodona.model.player import FunctionPlayer as FunctionPlayer
from dodona.model.player import Player as Player
from dodona.model.player import UniformPlayer as UniformPlayer
from dodona.model.problem import Problem as Problem
from dodona.model.solution import Solution as Solution
from dodona.model.strategy import Strategy as Strategy
from dodona.model.version import __version__ as __version__

MethodName = Literal["matrix_simplex", "matrix_lp", "lemke_howson", "pure_equilibrium", "vertex_enumeration", "matrix_double_oracle", "single_oracle", "backward_induction", "stage_search", "stage_backward_induction", "backward_induction_alphabeta", "smab", "double_oracle", "double_oracle_alphabeta", "double_oracle_sorted_alphabeta", "cached_double_oracle_alphabeta", "cached_double_oracle_sorted_alphabeta", "negascout", "alphabeta", "negamax", "mtdf", "aspiration", "scout", "sss_star", "dual_star", "star1", "star2", "minimax", "expectiminimax", "max_n", "paranoid", "best_reply", "mp_mix", "sequence_form_lp", "sequence_form_double_oracle", "dob", "dosa", "doswp", "correlated_equilibrium", "coarse_correlated_equilibrium", "stackelberg", "cfr", "cfr+", "linear_cfr", "dcfr", "pcfr+", "cfr_br", "fictitious_play", "excessive_gap", "optimistic_mirror_descent", "external_sampling", "outcome_sampling", "chance_sampling", "uct", "sm_mcts", "is_mcts", "oos", "network_flow_lp", "compact_double_oracle", "pure_double_oracle", "bundle_double_oracle", "flow_regret"]

def methods(problem: ProblemLike | None = None) -> list[MethodName]: ...
@overload
def solve(
    problem: ProblemLike,
    method: None = None,
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    **options: Any,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["matrix_simplex", "matrix_lp", "backward_induction", "sequence_form_lp"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["lemke_howson"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    label: int = ...,
    arithmetic: Literal["exact", "double"] | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["pure_equilibrium", "vertex_enumeration", "correlated_equilibrium", "coarse_correlated_equilibrium"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    objective: Literal["welfare"] | int | Any = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["matrix_double_oracle", "pure_double_oracle"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    policy: Literal["both", "alternating", "worse"] = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["single_oracle"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    responder: int | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["stage_search", "stage_backward_induction", "backward_induction_alphabeta", "smab", "double_oracle", "double_oracle_alphabeta", "double_oracle_sorted_alphabeta", "cached_double_oracle_alphabeta", "cached_double_oracle_sorted_alphabeta"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    table: int | None | str = ...,
    serialized_table: int | None | str = ...,
    symmetry: bool = ...,
    outlook: bool | None = ...,
    search: Literal["alphabeta", "negascout", "mtdf"] = ...,
    null_windows: bool = ...,
    shuffle: bool = ...,
    strategies: bool | None = ...,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["negascout", "alphabeta", "negamax", "star1", "star2"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
    table: int | TranspositionTable | None | str = ...,
    replacement: Literal["effort", "always"] = ...,
    ordering: tuple[Literal["table", "domain", "killers", "history"], ...] = ...,
    chance: Literal["none", "star1", "star2"] = ...,
    parallel: Literal["tree_splitting", "mandatory_work_first", "pv_splitting", "aspiration", "ybwc_weak", "ybwc_strong", "er", "unsynchronised", "and_or", "abdada"] | Literal["expectiminimax"] | None = ...,
    threads: int | None = ...,
    split_plies: int | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["mtdf"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
    table: int | TranspositionTable | None | str = ...,
    replacement: Literal["effort", "always"] = ...,
    ordering: tuple[Literal["table", "domain", "killers", "history"], ...] = ...,
    chance: Literal["none", "star1", "star2"] = ...,
    guess: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["aspiration"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
    table: int | TranspositionTable | None | str = ...,
    replacement: Literal["effort", "always"] = ...,
    ordering: tuple[Literal["table", "domain", "killers", "history"], ...] = ...,
    chance: Literal["none", "star1", "star2"] = ...,
    guess: float | None = ...,
    width: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["scout", "sss_star", "dual_star"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
    table: int | TranspositionTable | None | str = ...,
    replacement: Literal["effort", "always"] = ...,
    ordering: tuple[Literal["table", "domain", "killers", "history"], ...] = ...,
    chance: Literal["none", "star1", "star2"] = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["minimax"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["expectiminimax"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    deepening: bool | None = ...,
    parallel: Literal["tree_splitting", "mandatory_work_first", "pv_splitting", "aspiration", "ybwc_weak", "ybwc_strong", "er", "unsynchronised", "and_or", "abdada"] | Literal["expectiminimax"] | None = ...,
    threads: int | None = ...,
    split_plies: int | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["max_n"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | None = ...,
    deepening: bool | None = ...,
    table: int | None | str = ...,
    pruning: Literal["none", "shallow", "branch_and_bound", "last_branch", "speculative"] | None = ...,
    bound: Literal["linear", "leaf_values", "difference"] | None = ...,
    ties: Literal["first", "last", "spiteful", "generous"] = ...,
    hopes: bool = ...,
    outcomes: Literal["game", "tree"] | Any | None = ...,
    maxsum: float | None = ...,
    difference: float | None = ...,
    decisions: Literal["auto", "scan", "on_demand", "full"] = ...,
    strategies: bool = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["paranoid", "best_reply"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | None = ...,
    deepening: bool | None = ...,
    table: int | None | str = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["mp_mix"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    evaluation: Literal["game"] | Callable[..., Any] | None = ...,
    deepening: bool | None = ...,
    table: int | None | str = ...,
    defence: float = ...,
    attack: float = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["sequence_form_double_oracle"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    policy: Literal["both", "alternating", "worse"] = ...,
    regret: bool = ...,
    growth: Literal["reached", "everywhere"] = ...,
    leaves: Literal["best_response", "default"] = ...,
    default: Literal["first", "promising"] | Any = ...,
    symmetry: bool = ...,
    threads: int = ...,
    split: Literal["both", "actions", "answers"] = ...,
    pruning: bool = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["dob", "dosa", "doswp"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    regret: bool = ...,
    growth: Literal["reached", "everywhere"] = ...,
    leaves: Literal["best_response", "default"] = ...,
    default: Literal["first", "promising"] | Any = ...,
    symmetry: bool = ...,
    threads: int = ...,
    split: Literal["both", "actions", "answers"] = ...,
    pruning: bool = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["stackelberg"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    leader: int = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["cfr", "cfr+", "linear_cfr", "dcfr", "pcfr+"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    rounds: int = ...,
    polish: bool = ...,
    averaging: float = ...,
    restarts: bool = ...,
    threads: int = ...,
    alternating: bool | None = ...,
    plus: bool = ...,
    predictive: bool = ...,
    positive_discount: float | None = ...,
    negative_discount: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["cfr_br"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    rounds: int = ...,
    polish: bool = ...,
    averaging: float = ...,
    restarts: bool = ...,
    threads: int = ...,
    plus: bool = ...,
    predictive: bool = ...,
    positive_discount: float | None = ...,
    negative_discount: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["fictitious_play"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    rounds: int = ...,
    polish: bool = ...,
    averaging: float = ...,
    restarts: bool = ...,
    threads: int = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["excessive_gap"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    rounds: int = ...,
    polish: bool = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["optimistic_mirror_descent"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    checkpoint: str | Any | None = ...,
    checkpoint_every: float = ...,
    resume: bool = ...,
    rounds: int = ...,
    polish: bool = ...,
    averaging: float = ...,
    restarts: bool = ...,
    threads: int = ...,
    alternating: bool | None = ...,
    step: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["external_sampling", "chance_sampling"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    rounds: int = ...,
    plus: bool = ...,
    weighting: Literal["uniform", "linear"] = ...,
    proof: float = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["outcome_sampling"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    rounds: int = ...,
    plus: bool = ...,
    weighting: Literal["uniform", "linear"] = ...,
    exploration: float = ...,
    proof: float = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["uct"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    simulations: int | None = ...,
    playouts: Literal["uniform", "promising"] | Callable[..., Any] = ...,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    playout_moves: int | None = ...,
    exploration: float = ...,
    proofs: bool = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["sm_mcts", "is_mcts"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    simulations: int | None = ...,
    playouts: Literal["uniform", "promising"] | Callable[..., Any] = ...,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    playout_moves: int | None = ...,
    selector: Literal["uct", "exp3", "regret_matching"] = ...,
    exploration: float | None = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["oos"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    simulations: int | None = ...,
    playouts: Literal["uniform", "promising"] | Callable[..., Any] = ...,
    evaluation: Literal["game"] | Callable[..., Any] | Any | None = ...,
    playout_moves: int | None = ...,
    sampling: float = ...,
    targeting: float = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["network_flow_lp"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    algorithm: Literal["auto", "interior", "simplex"] = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["compact_double_oracle"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    policy: Literal["both", "alternating", "worse"] = ...,
    start: Literal["default", "regret"] = ...,
    rounds: int = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["bundle_double_oracle"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    policy: Literal["both", "alternating", "worse"] = ...,
    bundle: int = ...,
    rounds: int = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: Literal["flow_regret"],
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
    variant: Literal["cfr+", "predictive"] = ...,
    rounds: int = ...,
) -> Solution: ...
@overload
def solve(
    problem: ProblemLike,
    method: MethodName | None = None,
    limit: Limit | None = None,
    seed: int = 0,
    on_event: Callable[[Event], None] | None = None,
    *,
    time: float | None = None,
    nodes: int | None = None,
    iterations: int | None = None,
    depth: int | None = None,
    gap: float | None = None,
    memory: int | str | None = None,
) -> Solution: ...
