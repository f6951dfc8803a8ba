"""The C++ core of Dodona."""

from collections.abc import Callable, Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


VERSION: str = '0.1.0'

CHANCE: int = -1

TERMINAL: int = -2

SIMULTANEOUS: int = -3

class LimitReached(Exception):
    pass

class CancelToken:
    """Asks running work to end soon and keep what it has."""

    def __init__(self) -> None: ...

    def cancel(self) -> None: ...

    @property
    def cancelled(self) -> bool: ...

class Budget:
    """Limits of one walk over a game."""

    def __init__(self, seconds: float | None = None, nodes: int | None = None, memory: int | None = None, depth: int | None = None, token: CancelToken = ...) -> None: ...

class Traits:
    """What is known of a game before it is walked."""

    @property
    def players(self) -> int: ...

    @property
    def zero_sum(self) -> bool: ...

    @property
    def chance(self) -> bool: ...

    @property
    def simultaneous(self) -> bool: ...

    @property
    def perfect_information(self) -> bool: ...

class Counts:
    """The size of a game."""

    @property
    def nodes(self) -> int: ...

    @property
    def terminals(self) -> int: ...

    @property
    def chance_nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def infosets(self) -> list[int]: ...

    @property
    def sequences(self) -> list[int]: ...

    @property
    def min_utility(self) -> float: ...

    @property
    def max_utility(self) -> float: ...

    @property
    def perfect_recall(self) -> bool: ...

class Problem:
    """A broken clause of the contract of games."""

    @property
    def kind(self) -> str: ...

    @property
    def where(self) -> str: ...

    @property
    def message(self) -> str: ...

    def __str__(self) -> str: ...

class State:
    """A position of a game."""

    @property
    def turn(self) -> int:
        """The player to move, or CHANCE, TERMINAL or SIMULTANEOUS."""

    @property
    def is_terminal(self) -> bool: ...

    def actions(self, player: int | None = None) -> list[str]:
        """
        Labels of what the player may do; of chance's outcomes where chance moves.
        """

    def probabilities(self) -> list[float]:
        """Probabilities of chance's outcomes, in the order of actions()."""

    def play(self, move: object | None = None, *, index: object | None = None) -> State:
        """
        The position after a move: an action of the game or its label, where players move at once a tuple with one per player. With ``index``, the move by its place in actions().
        """

    def utility(self) -> list[float]:
        """One number per player, where the game is over."""

    def information(self, player: int) -> str:
        """The label of what the player knows."""

    def information_key(self, player: int) -> bytes | None:
        """
        Exact bytes of what the player knows; None where every history is its own information set.
        """

    def key(self) -> bytes | None:
        """
        Exact bytes of the position: equal keys have equal futures; None where the game has no such key.
        """

    def mirror_key(self) -> bytes | None:
        """
        The key of the position with the players' roles exchanged, which has the negated value; None where the game knows no such position.
        """

    def image(self, map: int) -> State:
        """
        What the position becomes under a map of the game onto itself; map 0 changes nothing.
        """

    def image_action(self, action: int, map: int) -> int:
        """
        The index, in the image of this position, of an action of whoever moves here.
        """

    def undo(self) -> State | None:
        """
        The position before the last move; None at the start and where the game cannot take moves back.
        """

    def python_state(self) -> object:
        """The state object of a game written in Python; None for others."""

    @property
    def path(self) -> list[int] | None:
        """
        Indices of the actions since the start, one per player where all moved at once; None for images.
        """

    def draw(self, viewer: int | None = None) -> str:
        """
        A drawing of the position for people, in lines of text: what a player sees, by default everything.
        """

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

    def __eq__(self, other: object) -> bool:
        """
        Positions of one game are equal if the same may follow and the players know the same.
        """

    def __hash__(self) -> int: ...

class GameHandle:
    """The rules of a game, as the core sees them."""

    @property
    def traits(self) -> Traits: ...

    @property
    def utility_bounds(self) -> tuple[float, float] | None: ...

    @property
    def at_start(self) -> bool:
        """Whether the automorphisms are those of the game from here on."""

    @property
    def num_automorphisms(self) -> int:
        """
        How many maps of the game onto itself are known, the identity included.
        """

    @property
    def has_evaluation(self) -> bool: ...

    @property
    def has_vector_evaluation(self) -> bool: ...

    def evaluate_all(self, state: State) -> list[float]:
        """
        Estimates of a position's worth, one per player; NaN where the game has none.
        """

    def hopes(self, state: State) -> list[float]:
        """What each player can still get at most, as far as the rules know."""

    def outcomes(self) -> list[list[float]]:
        """
        The vectors of utilities that the game can end with; empty where nobody has said.
        """

    @property
    def untrusted(self) -> bool: ...

    def root(self) -> State: ...

    def at(self, state: State) -> GameHandle: ...

    def extensive(self) -> GameHandle: ...

    def serialized(self, first: int) -> GameHandle: ...

    def tree(self, budget: Budget) -> GameTree: ...

    def count(self, budget: Budget) -> Counts: ...

    def check_automorphisms(self, budget: Budget) -> None:
        """Raises where a declared automorphism does not preserve the game."""

    def check(self, budget: Budget, most: int) -> tuple[list[Problem], str]:
        """Problems, and the limit that ended the walk, if any."""

class GameTree:
    """A game as flat arrays; every array is a read-only view without a copy."""

    @property
    def players(self) -> int: ...

    @property
    def zero_sum(self) -> bool: ...

    @property
    def depth(self) -> int: ...

    @property
    def recall_problem(self) -> str:
        """Empty where every player has perfect recall."""

    @property
    def perfect_information(self) -> bool: ...

    @property
    def num_nodes(self) -> int: ...

    @property
    def num_terminals(self) -> int: ...

    @property
    def memory(self) -> int:
        """Bytes in use."""

    def num_infosets(self, player: int) -> int: ...

    def num_sequences(self, player: int) -> int: ...

    @property
    def parent(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def first_child(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def num_children(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def player(self) -> Annotated[NDArray[numpy.int8], dict(shape=(None,), writable=False)]:
        """The player to move at each node, or CHANCE or TERMINAL."""

    @property
    def infoset(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def probability(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """
        Of the chance outcome that leads to each node; 1 below a player's node.
        """

    @property
    def terminal_node(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def terminal_reach(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """Chance's share of the probability of each terminal node."""

    @property
    def terminal_sequence(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None, None), writable=False)]: ...

    @property
    def terminal_utility(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None, None), writable=False)]: ...

    def parent_sequence(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def first_sequence(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def num_actions(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def infoset_size(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def infoset_labels(self, player: int) -> list[str]: ...

    def action_labels(self, player: int) -> list[str]:
        """By sequence; the empty sequence has an empty label."""

    def history(self, node: int) -> list[str]:
        """Labels of the moves from the root to a node."""

def tree_game(players: int, zero_sum: bool, set_player: Sequence[int], set_label: Sequence[str], set_actions: Sequence[Sequence[str]], set_probabilities: Sequence[Sequence[float]], node_set: Sequence[int], node_label: Sequence[str], utilities: Sequence[float]) -> GameHandle:
    """The game of a tree whose nodes are given in preorder."""

def tree_rules(tree: GameTree) -> GameHandle:
    """The game of a stored tree."""

def compress(height: int, width: int, rows: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], columns: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Entries by row; those at the same place add up, and sums of zero are left out.
    """

class SequenceForm:
    """
    Both players' information sets and sequences, and what pairs of sequences are worth; every array is a read-only view without a copy.
    """

    def num_infosets(self, player: int) -> int: ...

    def num_sequences(self, player: int) -> int: ...

    def parent_sequence(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def first_sequence(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def num_actions(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def behaviour(self, player: int, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        The behaviour of a realization plan; uniform at information sets that the plan does not reach.
        """

    @property
    def payoff_start(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """Where the payoffs of each sequence of player 1 start."""

    @property
    def payoff_index(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """The sequence of player 0 of each payoff."""

    @property
    def payoff_value(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """
        What player 0 expects where both play these sequences, chance included.
        """

    def program(self, unit: float) -> SequenceProgram:
        """
        Its linear program: columns for player 0's sequences, the value and player 1's sets; rows for player 0's empty sequence and sets and for player 1's sequences.
        """

def sequence_form(tree: GameTree, offset: float = 0.0) -> SequenceForm:
    """
    The sequence form of a two-player tree, player 0's utilities taken less an offset.
    """

class SequenceProgram:
    """
    The linear program of a sequence form; every array is a read-only view without a copy.
    """

    @property
    def start(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def index(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def value(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def cost(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def row_lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def row_upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

class Opponents(enum.Enum):
    current = 0

    average = 1

    responses = 2

class Update(enum.Enum):
    regret = 0

    respond = 1

    mirror = 2

class SelfPlayRule:
    """The parts that self-play is made of."""

    def __init__(self) -> None: ...

    @property
    def opponents(self) -> Opponents: ...

    @opponents.setter
    def opponents(self, arg: Opponents, /) -> None: ...

    @property
    def update(self) -> Update: ...

    @update.setter
    def update(self, arg: Update, /) -> None: ...

    @property
    def floor(self) -> bool: ...

    @floor.setter
    def floor(self, arg: bool, /) -> None: ...

    @property
    def predictive(self) -> bool: ...

    @predictive.setter
    def predictive(self, arg: bool, /) -> None: ...

    @property
    def positive_discount(self) -> float: ...

    @positive_discount.setter
    def positive_discount(self, arg: float, /) -> None: ...

    @property
    def negative_discount(self) -> float: ...

    @negative_discount.setter
    def negative_discount(self, arg: float, /) -> None: ...

    @property
    def alternating(self) -> bool: ...

    @alternating.setter
    def alternating(self, arg: bool, /) -> None: ...

    @property
    def averaging(self) -> float: ...

    @averaging.setter
    def averaging(self, arg: float, /) -> None: ...

    @property
    def step(self) -> float: ...

    @step.setter
    def step(self, arg: float, /) -> None: ...

    @property
    def correlate(self) -> bool: ...

    @correlate.setter
    def correlate(self, arg: bool, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

class SelfPlay:
    """Regret minimisation and its kin on a stored game."""

    def __init__(self, tree: GameTree, rule: SelfPlayRule) -> None: ...

    def play(self, rounds: int, budget: Budget) -> None: ...

    @property
    def rounds(self) -> int: ...

    def average(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """A player's average realization plan."""

    def best_value(self, player: int) -> float:
        """What a player gets at best against the others' average plans."""

    def state(self) -> list[Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """What the rounds go on from."""

    def restore(self, state: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> None: ...

    def restart(self) -> None:
        """Averages begin anew."""

    @property
    def restarted(self) -> int:
        """The rounds before the last restart."""

    def correlated(self, player: int) -> tuple[float, float]:
        """
        What a player got over all rounds, and could have gained with one plan for all of them.
        """

class ExcessiveGap:
    """The excessive gap technique on a stored game."""

    def __init__(self, tree: GameTree) -> None: ...

    def play(self, rounds: int, budget: Budget) -> None: ...

    @property
    def rounds(self) -> int: ...

    def average(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """A player's average realization plan."""

    def best_value(self, player: int) -> float:
        """What a player gets at best against the others' average plans."""

    def state(self) -> list[Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """What the rounds go on from."""

    def restore(self, state: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> None: ...

def behaviour_of_plan(tree: GameTree, player: int, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
    """
    The behaviour of a realization plan; uniform at information sets that the plan does not reach.
    """

def realization_plan(tree: GameTree, player: int, behaviour: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def expected_utilities(tree: GameTree, behaviours: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> list[float]: ...

def best_response(tree: GameTree, player: int, behaviours: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> tuple[float, Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

def assess(tree: GameTree, behaviours: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> tuple[list[float], list[float], float]:
    """
    Best-response value and expected utility of every player, and the expected absolute utility.
    """

def infoset_values(tree: GameTree, player: int, behaviours: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

class TemporaryLeaves(enum.Enum):
    """What ends the restricted game where no action is allowed."""

    best_response = 0

    defaults = 1

class Fallback(enum.Enum):
    """What a plan does where it names nothing."""

    error = 0

    uniform = 1

    first = 2

    promising = 3

class ResponseOptions:
    """How best responses are searched."""

    def __init__(self) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def split_actions(self) -> bool: ...

    @split_actions.setter
    def split_actions(self, arg: bool, /) -> None: ...

    @property
    def split_groups(self) -> bool: ...

    @split_groups.setter
    def split_groups(self, arg: bool, /) -> None: ...

    @property
    def everywhere(self) -> bool: ...

    @everywhere.setter
    def everywhere(self, arg: bool, /) -> None: ...

    @property
    def pruning(self) -> bool: ...

    @pruning.setter
    def pruning(self, arg: bool, /) -> None: ...

class OracleOptions:
    """The parts of a double oracle."""

    def __init__(self) -> None: ...

    @property
    def leaves(self) -> TemporaryLeaves: ...

    @leaves.setter
    def leaves(self, arg: TemporaryLeaves, /) -> None: ...

    @property
    def response(self) -> ResponseOptions: ...

    @response.setter
    def response(self, arg: ResponseOptions, /) -> None: ...

    @property
    def symmetry(self) -> bool: ...

    @symmetry.setter
    def symmetry(self, arg: bool, /) -> None: ...

    @property
    def promising(self) -> bool: ...

    @promising.setter
    def promising(self, arg: bool, /) -> None: ...

    def set_default(self, player: int, labels: Sequence[str], actions: Sequence[str]) -> None: ...

class Plan:
    """A strategy as the core reads it."""

class NamedPlan(Plan):
    """A strategy by labels, with a rule for what it does not name."""

    def __init__(self, labels: Sequence[str], actions: Sequence[str], offsets: Sequence[int], probabilities: Sequence[float], fallback: Fallback, symmetry: bool) -> None: ...

class RestrictedForm:
    """The sequence form of a restricted game as it is now."""

    @property
    def form(self) -> SequenceForm: ...

    def program(self, unit: float) -> SequenceProgram:
        """
        Its linear program; rows and columns keep their places as the game grows.
        """

    @property
    def row_basic(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]:
        """Which of the rows that the last program did not have enter the basis."""

    @property
    def column_basic(self) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,), writable=False)]: ...

    @property
    def change_row(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]:
        """Where the entries of the program have changed."""

    @property
    def change_column(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def change(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """What the entries were before, less what they are."""

class DoubleOracle:
    """A restricted game that grows by best responses."""

    def __init__(self, game: GameHandle, options: OracleOptions, budget: Budget) -> None: ...

    def respond(self, player: int, budget: Budget) -> float: ...

    def grow(self, player: int, budget: Budget) -> int: ...

    def form(self, budget: Budget) -> RestrictedForm: ...

    def set_plan(self, player: int, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def choose(self, tree: GameTree, first: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], least: float, budget: Budget) -> None:
        """
        What behaviours for the tree play takes the place of both players' responses.
        """

    def set_incumbent(self, player: int) -> None: ...

    def incumbent(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def restore_incumbent(self, player: int, plan: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def rows(self, player: int) -> tuple[list[str], list[str], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    def behaviour(self, tree: GameTree, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def log(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.int64], dict(shape=(None,))], bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.int32], dict(shape=(None,))]]: ...

    def repeat(self, players: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], counts: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], key_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], keys: bytes, orbit_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], orbits: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], budget: Budget) -> None: ...

    @property
    def nodes(self) -> int: ...

    @property
    def oracle_nodes(self) -> int: ...

    @property
    def leaves(self) -> int: ...

    @property
    def magnitude(self) -> float: ...

    @property
    def memory(self) -> int: ...

    def sequences(self, player: int) -> int: ...

class RegretMatching:
    """Approximate plans of a restricted game, by CFR+."""

    def __init__(self) -> None: ...

    def load(self, oracle: DoubleOracle, budget: Budget) -> None: ...

    def improve(self, target: float, most: int) -> float: ...

    def give(self, oracle: DoubleOracle, cut: float) -> None:
        """
        Makes its average plans those of the restricted game, without actions that are played less than the cut.
        """

def respond(game: GameHandle, player: int, plan: Plan, options: ResponseOptions, budget: Budget) -> tuple[float, tuple[list[str], list[str], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]], int]: ...

def plan_utilities(game: GameHandle, plans: Sequence[Plan], budget: Budget) -> list[float]:
    """Every player's expected utility under plans, without a tree."""

def plan_behaviour(game: GameHandle, tree: GameTree, player: int, plan: Plan) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

def plan_at(state: State, player: int, plan: Plan) -> tuple[list[str], list[str], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

class FlowArrays:
    """
    Two decision processes and a utility that is bilinear in their flows, as arrays; every array is a read-only view without a copy.
    """

    def __init__(self, processes: Sequence[tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], alone: Sequence[Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]], pairs: tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]], factors: Sequence[tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]]], terms: int, constant: float) -> None: ...

    def initial(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    def first_action(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def first_outcome(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def next(self, player: int) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    def probability(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    def alone(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]:
        """What every action is worth to player 0 by itself."""

    def factors(self, player: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]]:
        """Start, index and value: a row per action, a column per term."""

    def pairs(self, player: int) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]]:
        """
        Start, index and value: a row per action of the player, a column per action of the other.
        """

    @property
    def terms(self) -> int: ...

    @property
    def constant(self) -> float: ...

    def follow(self, player: int, behaviour: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The flow of a behaviour."""

    def behaviour(self, player: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        The behaviour of weights that are a flow up to rounding; uniform where they do not reach.
        """

    def values(self, player: int, other: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """
        What every action of a player is worth to player 0 against a flow of the other, without what follows.
        """

    def utility(self, first: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], second: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> float:
        """What player 0 expects of two flows."""

    def best_response(self, player: int, other: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], ranks: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], slack: float) -> tuple[float, Annotated[NDArray[numpy.int32], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """
        What player 0 expects of a player's best answer to a flow, its action in every state (-1 for none), and what every action is worth.
        """

class FlowRegret:
    """Regret minimisation on the two processes of a flow game."""

    def __init__(self, game: FlowArrays, predictive: bool) -> None: ...

    def play(self, rounds: int, budget: Budget) -> None: ...

    def average(self, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """A player's average flow."""

    @property
    def rounds(self) -> int: ...

class ProgramGrowth:
    """Columns and rows that a linear program gets."""

    @property
    def cost(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def column_lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def column_upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def row_lower(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def row_upper(self) -> Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]: ...

    @property
    def fixed_columns(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def freed_rows(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

    @property
    def old_rows(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]]:
        """
        Start, index and value of the new columns' entries in rows that were there before.
        """

    @property
    def new_rows(self) -> tuple[Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)], Annotated[NDArray[numpy.float64], dict(shape=(None,), writable=False)]]:
        """Start, index and value of the new rows."""

class CompactGame:
    """The restricted game of the compact-strategy double oracle."""

    def __init__(self, game: FlowArrays, defaults: Sequence[Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]]) -> None: ...

    def grow(self, player: int, choice: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Adds what a best response needs; returns how many actions are new."""

    def add(self, player: int, actions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Adds flagged actions that can be reached; returns how many are new."""

    def take_growth(self) -> ProgramGrowth:
        """What the program gets since the last call."""

    def extended(self, player: int, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]:
        """The flow in the full game of what a program gives columns or rows."""

    def ranks(self, player: int) -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
        """2 for actions of the restricted game, 1 for the default's, else 0."""

    def num_actions(self, player: int) -> int: ...

    def num_included(self, player: int) -> int: ...

    def num_fully_expanded(self, player: int) -> int: ...

def solve_matrix(a: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)], budget: Budget | None = None) -> tuple[float, float, float, Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
    """
    Value, lower and upper bound, and both optimal strategies of the zero-sum game with payoffs ``a[row, column]`` to the row player.
    """

def solve_matrices(a: Annotated[NDArray[numpy.float64], dict(order='C', device='cpu', writable=False)]) -> tuple[Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))], Annotated[NDArray[numpy.float64], dict(shape=(None, None))]]:
    """
    What ``solve_matrix`` returns for each of the games ``a[0]``, ``a[1]``, ... of one shape, stacked in arrays.
    """

class VectorEvaluation:
    """Estimates of positions that come from the user."""

def vector_evaluation(callable: object, identity: object) -> VectorEvaluation: ...

class Decisions(enum.Enum):
    automatic = 0

    scan = 1

    on_demand = 2

    full = 3

class LeafValues:
    """All outcomes of a game, with ranks by player."""

    def __len__(self) -> int: ...

    @property
    def players(self) -> int: ...

    @property
    def decisions(self) -> Decisions: ...

    @property
    def memory(self) -> int: ...

    @property
    def asked(self) -> int: ...

    @property
    def remembered(self) -> int: ...

    @property
    def kept(self) -> int: ...

    def ranks(self) -> list[list[int]]: ...

    def possible(self, bounds: Sequence[int], hopes: Sequence[float] = []) -> bool: ...

def leaf_values(players: int, outcomes: Sequence[float], decisions: Decisions) -> LeafValues: ...

def leaf_values_of(game: GameHandle, decisions: Decisions) -> LeafValues | None: ...

class Pruning(enum.Enum):
    none = 0

    shallow = 1

    branch_and_bound = 2

    last_branch = 3

    speculative = 4

class Ties(enum.Enum):
    first = 0

    last = 1

    spiteful = 2

    generous = 3

class VectorTable:
    """Values of positions met before, by exact key."""

def max_n_table(players: int, bytes: int, key_bytes: int) -> VectorTable: ...

class MaxNOptions:
    """What a max^n search is asked for."""

    def __init__(self) -> None: ...

    @property
    def pruning(self) -> Pruning: ...

    @pruning.setter
    def pruning(self, arg: Pruning, /) -> None: ...

    @property
    def ties(self) -> Ties: ...

    @ties.setter
    def ties(self, arg: Ties, /) -> None: ...

    @property
    def hopes(self) -> bool: ...

    @hopes.setter
    def hopes(self, arg: bool, /) -> None: ...

    @property
    def values(self) -> LeafValues: ...

    @values.setter
    def values(self, values: LeafValues | None) -> None: ...

    @property
    def max_sum(self) -> float: ...

    @max_sum.setter
    def max_sum(self, arg: float, /) -> None: ...

    @property
    def least(self) -> list[float]: ...

    @least.setter
    def least(self, arg: Sequence[float], /) -> None: ...

    @property
    def table(self) -> VectorTable: ...

    @table.setter
    def table(self, table: VectorTable | None) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def deepening(self) -> bool: ...

    @deepening.setter
    def deepening(self, arg: bool, /) -> None: ...

    @property
    def line(self) -> bool: ...

    @line.setter
    def line(self, arg: bool, /) -> None: ...

    @property
    def attacker(self) -> int: ...

    @attacker.setter
    def attacker(self, arg: int, /) -> None: ...

    @property
    def target(self) -> int: ...

    @target.setter
    def target(self, arg: int, /) -> None: ...

class MaxNStats:
    """What a max^n search has visited."""

    @property
    def nodes(self) -> int: ...

    @property
    def leaves(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def chance_nodes(self) -> int: ...

    @property
    def immediate_cuts(self) -> int: ...

    @property
    def shallow_cuts(self) -> int: ...

    @property
    def deep_cuts(self) -> int: ...

    @property
    def researches(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def table_cutoffs(self) -> int: ...

class MaxNResult:
    """The answer of a max^n search."""

    @property
    def values(self) -> list[float]: ...

    @property
    def finished(self) -> bool: ...

    @property
    def complete(self) -> bool: ...

    @property
    def stopped_by(self) -> str: ...

    @property
    def depth(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def stats(self) -> MaxNStats: ...

def max_n(game: GameHandle, options: MaxNOptions, evaluation: VectorEvaluation | None, budget: Budget, on_search: Callable[[int], None] | None = None) -> MaxNResult: ...

def coalition(game: GameHandle, player: int, best_reply: bool, evaluation: VectorEvaluation | None) -> GameHandle: ...

class PlayoutPolicy(enum.Enum):
    """Who moves in playouts."""

    uniform = 0

    promising = 1

    given = 2

class PlayoutOptions:
    """How positions are judged that a Monte Carlo search does not know."""

    def __init__(self) -> None: ...

    @property
    def policy(self) -> PlayoutPolicy: ...

    @policy.setter
    def policy(self, arg: PlayoutPolicy, /) -> None: ...

    @property
    def evaluation(self) -> Evaluation: ...

    @evaluation.setter
    def evaluation(self, evaluation: Evaluation | None) -> None: ...

    @property
    def moves(self) -> int: ...

    @moves.setter
    def moves(self, arg: int, /) -> None: ...

    @property
    def sum(self) -> float: ...

    @sum.setter
    def sum(self, arg: float, /) -> None: ...

    def set_policy(self, callable: object) -> None: ...

class Selector(enum.Enum):
    """How actions are chosen in simulations."""

    uct = 0

    exp3 = 1

    regret_matching = 2

class InformationOptions:
    """What a Monte Carlo search over what players know is asked."""

    def __init__(self) -> None: ...

    @property
    def selector(self) -> Selector: ...

    @selector.setter
    def selector(self, arg: Selector, /) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def targeting(self) -> float: ...

    @targeting.setter
    def targeting(self, arg: float, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def playouts(self) -> PlayoutOptions: ...

    @playouts.setter
    def playouts(self, arg: PlayoutOptions, /) -> None: ...

    @property
    def labels(self) -> bool: ...

    @labels.setter
    def labels(self, arg: bool, /) -> None: ...

    @property
    def listing(self) -> int: ...

    @listing.setter
    def listing(self, arg: int, /) -> None: ...

class InformationSearch:
    """Trees of what players know, grown by simulations."""

    def run(self, simulations: int, budget: Budget) -> None: ...

    def strategy_at(self, state: State, player: int) -> list[float]:
        """
        What a player should do where she knows what she knows at a state; empty where no simulation came there.
        """

    def value_at(self, state: State, player: int) -> float | None:
        """What a player got on average in the simulations that came there."""

    def behaviour(self, tree: GameTree, player: int) -> Annotated[NDArray[numpy.float64], dict(shape=(None,))]: ...

    def rows(self, player: int) -> tuple[list[str], list[str], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

    def determinizations(self) -> list[tuple[State, float]]:
        """
        The positions that the player holds possible, as far as they were found, with their weights.
        """

    @property
    def values(self) -> list[float]: ...

    @property
    def is_complete(self) -> bool: ...

    @property
    def simulations(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def information_sets(self) -> int: ...

class SelectingSearch(InformationSearch):
    """Information-set Monte Carlo tree search."""

    def __init__(self, game: GameHandle, options: InformationOptions, state: State | None = None, player: int | None = None) -> None: ...

class OutcomeSearch(InformationSearch):
    """Online outcome sampling."""

    def __init__(self, game: GameHandle, options: InformationOptions, state: State | None = None, player: int | None = None) -> None: ...

class Replacement(enum.Enum):
    always = 0

    effort = 1

class TranspositionTable:
    """Bounds of positions met before, by exact key."""

    def __init__(self, bytes: int, key_bytes: int, replacement: Replacement = Replacement.effort) -> None: ...

    def clear(self) -> None: ...

    @property
    def memory(self) -> int: ...

    @property
    def capacity(self) -> int: ...

    @property
    def key_bytes(self) -> int: ...

    def __len__(self) -> int: ...

class Evaluation:
    """An estimate of positions that comes from the user."""

def evaluation_by_callable(callable: object, identity: object) -> Evaluation: ...

def evaluation_by_address(address: int) -> Evaluation: ...

class Algorithm(enum.Enum):
    minimax = 0

    alphabeta = 1

    negascout = 2

    scout = 3

    aspiration = 4

    mtdf = 5

    sss_star = 6

    dual_star = 7

class ChancePruning(enum.Enum):
    none = 0

    star1 = 1

    star2 = 2

class Scheme(enum.Enum):
    serial = 0

    tree_splitting = 1

    mandatory_work_first = 2

    pv_splitting = 3

    aspiration = 4

    ybwc_weak = 5

    ybwc_strong = 6

    er = 7

    unsynchronised = 8

    and_or = 9

    expectiminimax = 10

    abdada = 11

class Ordering:
    """What decides which move is tried first."""

    def __init__(self) -> None: ...

    @property
    def table(self) -> bool: ...

    @table.setter
    def table(self, arg: bool, /) -> None: ...

    @property
    def killers(self) -> bool: ...

    @killers.setter
    def killers(self, arg: bool, /) -> None: ...

    @property
    def history(self) -> bool: ...

    @history.setter
    def history(self, arg: bool, /) -> None: ...

    @property
    def domain(self) -> bool: ...

    @domain.setter
    def domain(self, arg: bool, /) -> None: ...

class SearchOptions:
    """What a search is asked for."""

    def __init__(self) -> None: ...

    @property
    def algorithm(self) -> Algorithm: ...

    @algorithm.setter
    def algorithm(self, arg: Algorithm, /) -> None: ...

    @property
    def chance(self) -> ChancePruning: ...

    @chance.setter
    def chance(self, arg: ChancePruning, /) -> None: ...

    @property
    def ordering(self) -> Ordering: ...

    @ordering.setter
    def ordering(self, arg: Ordering, /) -> None: ...

    @property
    def table(self) -> TranspositionTable: ...

    @table.setter
    def table(self, table: TranspositionTable | None) -> None: ...

    @property
    def canonical(self) -> bool: ...

    @canonical.setter
    def canonical(self, arg: bool, /) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def deepening(self) -> bool: ...

    @deepening.setter
    def deepening(self, arg: bool, /) -> None: ...

    @property
    def guess(self) -> float: ...

    @guess.setter
    def guess(self, arg: float, /) -> None: ...

    @property
    def width(self) -> float: ...

    @width.setter
    def width(self, arg: float, /) -> None: ...

    @property
    def scheme(self) -> Scheme: ...

    @scheme.setter
    def scheme(self, arg: Scheme, /) -> None: ...

    @property
    def threads(self) -> int: ...

    @threads.setter
    def threads(self, arg: int, /) -> None: ...

    @property
    def split_plies(self) -> int: ...

    @split_plies.setter
    def split_plies(self, arg: int, /) -> None: ...

    @property
    def line(self) -> bool: ...

    @line.setter
    def line(self, arg: bool, /) -> None: ...

class SearchStats:
    """What a search has visited."""

    @property
    def nodes(self) -> int: ...

    @property
    def leaves(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def chance_nodes(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def first_cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def table_cutoffs(self) -> int: ...

    @property
    def researches(self) -> int: ...

    @property
    def tasks(self) -> int: ...

    @property
    def abandoned(self) -> int: ...

class SearchResult:
    """The answer of a search, for player 0."""

    @property
    def value(self) -> float: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

    @property
    def finished(self) -> bool: ...

    @property
    def stopped_by(self) -> str: ...

    @property
    def depth(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def stats(self) -> SearchStats: ...

class UctOptions:
    """What a Monte Carlo tree search of perfect information is asked for."""

    def __init__(self) -> None: ...

    @property
    def exploration(self) -> float: ...

    @exploration.setter
    def exploration(self, arg: float, /) -> None: ...

    @property
    def proofs(self) -> bool: ...

    @proofs.setter
    def proofs(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def playouts(self) -> PlayoutOptions: ...

    @playouts.setter
    def playouts(self, arg: PlayoutOptions, /) -> None: ...

class Uct:
    """A tree that grows by one leaf per simulation."""

    def __init__(self, game: GameHandle, options: UctOptions) -> None: ...

    def run(self, simulations: int, budget: Budget) -> None: ...

    @property
    def is_proven(self) -> bool: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def root_visits(self) -> list[int]: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def simulations(self) -> int: ...

    @property
    def positions(self) -> int: ...

    @property
    def nodes(self) -> int: ...

def backward_induction(tree: GameTree) -> list[Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

def search(game: GameHandle, options: SearchOptions, evaluation: Evaluation | None, budget: Budget, on_search: Callable[[int, float, float, float], None] | None = None) -> SearchResult: ...

class SamplingScheme(enum.Enum):
    """Whose moves are sampled."""

    external = 0

    outcome = 1

    chance = 2

class KeyedPlan(Plan):
    """The average strategies of sampling, by exact keys."""

    def sets(self, player: int) -> int:
        """How many information sets of a player have been met."""

    def rows(self, player: int, budget: Budget) -> tuple[list[str], list[str], Annotated[NDArray[numpy.int64], dict(shape=(None,))], Annotated[NDArray[numpy.float64], dict(shape=(None,))]]:
        """Labels, actions, offsets and probabilities, from one walk."""

class AskedPlan(Plan):
    """A function of a position that gives one probability per action."""

    def __init__(self, game: GameHandle, function: object) -> None: ...

class Sampling:
    """Monte Carlo counterfactual regret minimisation."""

    def __init__(self, game: GameHandle, scheme: SamplingScheme, *, plus: bool = False, linear: bool = False, exploration: float = 0.6, seed: int = 0) -> None: ...

    def play(self, iterations: int, budget: Budget) -> None: ...

    def plan(self) -> KeyedPlan: ...

    @property
    def iterations(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def mean_value(self) -> float: ...

    @property
    def sets(self) -> int: ...

    @property
    def memory(self) -> int: ...

class StageSolver(enum.Enum):
    """How a stage is solved."""

    matrix = 0

    oracle = 1

    dominance = 2

class StageOptions:
    """The parts of a solver of stages."""

    def __init__(self) -> None: ...

    @property
    def solver(self) -> StageSolver: ...

    @solver.setter
    def solver(self, arg: StageSolver, /) -> None: ...

    @property
    def bounds(self) -> bool: ...

    @bounds.setter
    def bounds(self, arg: bool, /) -> None: ...

    @property
    def shuffle(self) -> bool: ...

    @shuffle.setter
    def shuffle(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int: ...

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def depth(self) -> int: ...

    @depth.setter
    def depth(self, arg: int, /) -> None: ...

    @property
    def gap(self) -> float: ...

    @gap.setter
    def gap(self, arg: float, /) -> None: ...

    @property
    def deepening(self) -> bool: ...

    @deepening.setter
    def deepening(self, arg: bool, /) -> None: ...

    @property
    def sorted(self) -> bool: ...

    @sorted.setter
    def sorted(self, arg: bool, /) -> None: ...

    @property
    def tighten(self) -> bool: ...

    @tighten.setter
    def tighten(self, arg: bool, /) -> None: ...

    @property
    def null_windows(self) -> bool: ...

    @null_windows.setter
    def null_windows(self, arg: bool, /) -> None: ...

    @property
    def outlook(self) -> bool: ...

    @outlook.setter
    def outlook(self, arg: bool, /) -> None: ...

    @property
    def canonical(self) -> bool: ...

    @canonical.setter
    def canonical(self, arg: bool, /) -> None: ...

    @property
    def symmetry(self) -> bool: ...

    @symmetry.setter
    def symmetry(self, arg: bool, /) -> None: ...

    @property
    def table(self) -> TranspositionTable: ...

    @table.setter
    def table(self, table: TranspositionTable | None) -> None: ...

    @property
    def search(self) -> Algorithm: ...

    @search.setter
    def search(self, arg: Algorithm, /) -> None: ...

    @property
    def ordering(self) -> Ordering: ...

    @ordering.setter
    def ordering(self, arg: Ordering, /) -> None: ...

    def set_serialized_tables(self, first: TranspositionTable | None, second: TranspositionTable | None) -> None: ...

class StageStats:
    """What a solver of stages has visited."""

    @property
    def stages(self) -> int: ...

    @property
    def matrices(self) -> int: ...

    @property
    def bounds(self) -> int: ...

    @property
    def bounds_met(self) -> int: ...

    @property
    def serialized_nodes(self) -> int: ...

    @property
    def iterations(self) -> int: ...

    @property
    def dominated(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

    @property
    def stages_by_depth(self) -> list[int]: ...

    @property
    def pure_by_depth(self) -> list[int]: ...

    @property
    def mixed_by_depth(self) -> list[int]: ...

class StageResult:
    """The answer of a solver of stages, for player 0."""

    @property
    def value(self) -> float: ...

    @property
    def lower(self) -> float: ...

    @property
    def upper(self) -> float: ...

    @property
    def depth(self) -> int: ...

    @property
    def complete(self) -> bool: ...

    @property
    def stopped_by(self) -> str: ...

    @property
    def stats(self) -> StageStats: ...

class StageReport:
    """A stage with everything below it solved."""

    @property
    def rows(self) -> int: ...

    @property
    def columns(self) -> int: ...

    @property
    def matrix(self) -> list[float]: ...

    @property
    def row_strategy(self) -> list[float]: ...

    @property
    def column_strategy(self) -> list[float]: ...

    @property
    def value(self) -> float: ...

def solve_stages(game: GameHandle, options: StageOptions, evaluation: Evaluation | None, budget: Budget, on_search: Callable[[int, float, float, float], None] | None = None) -> StageResult: ...

def stage(game: GameHandle, state: State, options: StageOptions, evaluation: Evaluation | None, budget: Budget) -> StageReport: ...

def stage_profile(game: GameHandle, tree: GameTree, options: StageOptions, budget: Budget) -> list[Annotated[NDArray[numpy.float64], dict(shape=(None,))]]: ...

def python_game(game: object) -> GameHandle: ...

def tic_tac_toe() -> GameHandle: ...

def connect_four(width: int, height: int, connect: int) -> GameHandle: ...

def dice_race(length: int, faces: int, turns: int) -> GameHandle: ...

def border_patrol(nodes: Sequence[str], moves: Sequence[Sequence[int]], areas: Sequence[Sequence[int]], evader: int, goal: int, units: Sequence[int], depth: int, slow: bool, may_stay: bool) -> GameHandle:
    """
    Labels of the nodes, the nodes that each leads to, and by number the units' areas, the goal and the starts.
    """

def breakthrough(columns: int, rows: int, pawn_rows: int) -> GameHandle: ...

def goofspiel(cards: int, lowest: int, order: Sequence[int], points: bool, hidden: bool, automatic: bool) -> GameHandle:
    """An empty order lets chance turn up the prizes."""

def kuhn(cards: int) -> GameHandle: ...

def liars_dice(dice: int, faces: int, wild: bool) -> GameHandle: ...

def matrix_game(actions: Sequence[Sequence[str]], payoffs: Sequence[float], zero_sum: bool) -> GameHandle: ...

class RandomOutcomes(enum.Enum):
    independent = 0

    zero_sum = 1

    shares = 2

def random_multiplayer(players: int, depth: int, branching: int, min_branching: int, outcomes: int, levels: int, kind: RandomOutcomes, in_turn: bool, seed: int) -> GameHandle: ...

def chinese_checkers(players: int, radius: int, pieces: int, turns: int) -> GameHandle: ...

def nim(heaps: Sequence[int], most: int, misere: bool) -> GameHandle: ...

def oshi_zumo(coins: Sequence[int], size: int, min_bid: int, start: int, distance: bool) -> GameHandle: ...

def phantom_tic_tac_toe(outward: bool, forced_win: bool, forced_first: int) -> GameHandle: ...

def poker(types: int, copies: int, raises: int, bet_sizes: int, raise_sizes: int, ante: int, physical: bool) -> GameHandle: ...

def pursuit_evasion(nodes: Sequence[str], moves: Sequence[Sequence[int]], evader: int, pursuers: Sequence[int], depth: int, columns: int = 0) -> GameHandle:
    """
    Labels of the nodes, the nodes that each leads to, the starts, and how many nodes a row of a grid has.
    """

class RandomUtility(enum.Enum):
    uniform = 0

    binary = 1

    edges = 2

    sign = 3

def random_game(depth: int, branching: int, min_branching: int, observations: int, chance: int, utility: RandomUtility, seed: int) -> GameHandle: ...

def random_simultaneous(depth: int, branching: int, chance: int, utility: RandomUtility, zeros: bool, seed: int) -> GameHandle: ...

def random_tree(depth: int, branching: int, min_branching: int, chance: int, utility: RandomUtility, seed: int) -> GameHandle: ...

class TrickScoring(enum.Enum):
    """What a player's tricks are worth."""

    mt = 0

    momb = 1

    mot = 2

    smot = 3

    table1 = 4

    wl = 5

    oh = 6

    points = 7

    exact = 8

def bidding_tricks(hands: Sequence[int], leader: int, partners: bool, merge: bool, trump: int, breaking: bool, bids: Sequence[int], scoring: TrickScoring) -> GameHandle: ...

def bids_and_tricks(state: State) -> list[tuple[int, int]]:
    """What each player bid and what she has taken."""

def hearts(hands: Sequence[int], leader: int, merge: bool, breaking: bool, moon: bool, opening: int, clean_start: bool) -> GameHandle: ...

def tron(rows: int, columns: int, walls: Sequence[int], starts: Sequence[int]) -> GameHandle:
    """Walls and starts are cells, counted row by row."""
