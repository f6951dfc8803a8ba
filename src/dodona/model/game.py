"""Games: rules written in Python, and the face of rules that live in the core."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Unpack

from dodona import _core
from dodona.model.contract import Contract
from dodona.model.errors import GameDefinitionError, SolverError, UnsupportedGameError
from dodona.model.info import Info
from dodona.model.kept_tree import keep_tree, kept_tree, without_tree
from dodona.model.limit import Limit, LimitKeywords, OnEvent, limit_with
from dodona.model.moves import Move, move_text, recipe_of_view
from dodona.model.problem import Problem, require_problem
from dodona.model.run import Run, Stopped
from dodona.model.size import (
    CERTIFIED_NODES,
    CERTIFIED_NODES_PYTHON,
    MEASURING,
    MEASURING_SHARE,
    STORED_NODES,
    Size,
    matrix_size,
    measured,
)
from dodona.model.tables import html_table
from dodona.model.traits import Traits

if TYPE_CHECKING:
    from dodona.model.solution import Solution

CHANCE: Final = _core.CHANCE
TERMINAL: Final = _core.TERMINAL
SIMULTANEOUS: Final = _core.SIMULTANEOUS


class Game(Contract, Problem):
    """Rules of a finite game. Subclass it to write a game in Python.

    A subclass sets the class attributes that apply and defines ``initial``, ``turn``, ``actions``, ``play`` and
    ``utility``, ``chance`` only where there are chance moves, ``information`` only where something is hidden. States
    may be any hashable value and are never changed in place; actions and outcomes are anything with a distinct ``str``.

    Attributes
    ----------
    players
        Number of players; they are counted from 0.
    zero_sum
        The claim that utilities sum to zero. Then ``utility`` may give player 0's number alone in two-player games.
    simultaneous
        Whether ``turn`` ever gives ``SIMULTANEOUS``.
    utility_range
        Numbers that no utility leaves, if they are known; they are the first proven bounds of a long solve.
    max_length
        A game that is not over after this many moves is taken to have no end.
    automorphisms
        How many maps of the game onto itself ``image`` and ``image_action`` know; number 0 is the identity. Solvers may
        then treat what the maps exchange as one.

    Examples
    --------
    >>> import dodona
    >>> class Coin(dodona.Game):
    ...     zero_sum = True
    ...     def initial(self):
    ...         return ""
    ...     def turn(self, state):
    ...         return dodona.TERMINAL if state else 0
    ...     def actions(self, state, player):
    ...         return ["heads", "tails"]
    ...     def play(self, state, move):
    ...         return move
    ...     def utility(self, state):
    ...         return 2 if state == "heads" else 1
    >>> Coin().solve().value
    2.0
    """

    @property
    def handle(self) -> _core.GameHandle:
        """The rules as the core sees them; of rules in Python a new one each time, see :func:`opened`."""
        return _core.python_game(self)

    @property
    def traits(self) -> Traits:
        """What is known of the game before it is walked."""
        players, zero_sum, chance, simultaneous, perfect_information, *_ = self._declared()
        return Traits(players, 0.0 if zero_sum else None, chance, simultaneous, perfect_information)

    @property
    def text(self) -> str:
        """The game in one line; ``dodona.game`` reads it back where the rules are built in."""
        return type(self).__name__

    @property
    def utility_bounds(self) -> tuple[float, float] | None:
        """Numbers that no utility leaves, if they are known."""
        return self.utility_range

    def root(self) -> _core.State:
        """The starting position, to be played through move by move."""
        return self.handle.root()

    def after(self, *moves: Move) -> Game:
        """The game that starts at the position after the given moves.

        A move is what the game gave: an action or its label, so that a number is the action of that name. A
        simultaneous move is a tuple of them, one per player. Chance outcomes are moves too.

        Examples
        --------
        >>> import dodona
        >>> str(dodona.game("goofspiel(cards=3)").after((1, 3), ("2", "1")))
        'goofspiel(cards=3, order=descending).after((1, 3), (2, 1))'
        """
        game = opened(self)
        state = game.handle.root()
        names = []
        for move in moves:
            following = state.play(move)
            names.append(move_text(state, move))
            state = following
        return game.view(f".after({', '.join(names)})", game.handle.at(state)) if moves else self

    def at(self, state: _core.State) -> Game:
        """The game that starts at one of its positions.

        Its text is for reading only: :meth:`after` tells how a position came about.

        Examples
        --------
        >>> import dodona
        >>> game = dodona.game("nim(heaps=[1, 2])")
        >>> dodona.solve(game.at(game.root().play("2x1"))).value
        1.0
        """
        game = opened(self)
        return game.view(f" at {state}", game.handle.at(state), state)

    def extensive(self) -> Game:
        """The game with simultaneous moves as a sequential one: players in order, each unaware of the others."""
        game = opened(self)
        return game.view(".extensive()", game.handle.extensive())

    def serialized(self, first: int = 0) -> Game:
        """The game with simultaneous moves as one of perfect information, where the second mover sees the first."""
        game = opened(self)
        return game.view(f".serialized(first={first})", game.handle.serialized(first))

    def solve(
        self,
        method: str | None = None,
        limit: Limit | None = None,
        seed: int = 0,
        on_event: OnEvent | None = None,
        **options: Any,
    ) -> Solution:
        """Solve the game: ``game.solve(...)`` is ``dodona.solve(game, ...)``.

        Examples
        --------
        >>> import dodona
        >>> dodona.game("kuhn").solve(time=10).status
        'exact'
        """
        from dodona.face import solve

        return solve(self, method, limit, seed, on_event, **options)

    def tree(self, limit: Limit | None = None, **limits: Unpack[LimitKeywords]) -> _core.GameTree:
        """The game as flat arrays; built once and kept with the game.

        Parameters
        ----------
        limit, limits
            When to give up, as in :func:`dodona.solve`; building then ends in a ``SolverError``.

        Returns
        -------
        GameTree
            Nodes, information sets and sequences as arrays.

        Examples
        --------
        >>> import dodona
        >>> dodona.game("kuhn").tree().num_nodes
        58
        """
        if limit is None and not limits:
            kept = kept_tree(self.rules if isinstance(self, OpenGame) else self)
            if kept is not None:
                return kept
        with Run(limit_with(limit, limits)) as run:
            try:
                return opened(self).tree_in(run)
            except Stopped as stop:
                raise SolverError(f"the tree of {self} was not finished: {stop.sentence()}") from None

    def info(self, limit: Limit | None = None, **limits: Unpack[LimitKeywords]) -> Info:
        """Sizes and traits, counted by one walk that stores no tree; see :func:`dodona.info`."""
        with Run(limit_with(limit, limits)) as run:
            game = opened(self)
            try:
                counts = run.walk(game.handle.count, game.max_length)
            except Stopped as stop:
                raise SolverError(f"counting {self} was not finished: {stop.sentence()}") from None
        return Info.of(game.text, game.traits.words(), counts)

    def _opened(self, limit: Limit) -> OpenGame:
        return OpenGame(self, limit)

    def __repr__(self) -> str:
        return f"<Game {self.text}>"

    def _repr_html_(self) -> str:
        about = {"traits": ", ".join(self.traits.words()), "players": ", ".join(self.player_names)}
        return html_table(("game", self.text), about.items())

    def __getstate__(self) -> Any:
        return without_tree(super().__getstate__())


class CoreGame(Game):
    """A game whose rules live in the core: built in, read from a file, or a view of another game."""

    max_length = 2**31 - 1  # such games end

    def __init__(self, text: str, handle: _core.GameHandle, identity: Hashable) -> None:
        self._text = text
        self._handle = handle
        #: All that the rules depend on: games with equal identities are equal.
        self._identity = identity
        self.constant_sum: float | None = 0.0 if handle.traits.zero_sum else None
        self._player_names: tuple[str, ...] | None = None

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self._player_names or super().player_names

    @property
    def text(self) -> str:
        """The game in one line, as ``dodona.game`` reads it."""
        return self._text

    @property
    def handle(self) -> _core.GameHandle:
        """The rules as the core sees them."""
        return self._handle

    @property
    def utility_bounds(self) -> tuple[float, float] | None:
        """Numbers that no utility leaves, if they are known."""
        return self._handle.utility_bounds

    @property
    def traits(self) -> Traits:
        """What is known of the game before it is walked."""
        core = self._handle.traits
        return Traits(core.players, self.constant_sum, core.chance, core.simultaneous, core.perfect_information)

    def initial(self) -> _core.State:
        """The starting position."""
        return self._handle.root()

    def turn(self, state: Any) -> int:
        """Who moves at a position."""
        return int(state.turn)

    def actions(self, state: Any, player: int) -> Sequence[Any]:
        """Labels of what a player may do."""
        return list(state.actions(player))

    def chance(self, state: Any) -> Mapping[Any, float]:
        """Chance's outcomes with their probabilities."""
        return dict(zip(state.actions(CHANCE), state.probabilities(), strict=True))

    def play(self, state: Any, move: Any) -> Any:
        """The position after a move."""
        return state.play(move)

    def utility(self, state: Any) -> Sequence[float]:
        """One number per player."""
        return list(state.utility())

    def information(self, state: Any, player: int) -> Hashable:
        """The label of what a player knows."""
        return str(state.information(player))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CoreGame) and other._identity == self._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __reduce__(self) -> tuple[Any, ...]:
        return recipe_of_view(self.text, self._identity)


def _names_given(rules: Game, players: int) -> tuple[str, ...] | None:
    """What rules call their players; None where they leave that to :class:`Game`."""
    if isinstance(rules, CoreGame):
        return rules._player_names
    if type(rules).player_names is Game.player_names:
        return None
    names: object = rules.player_names
    if not isinstance(names, list | tuple) or len(names) != players:
        raise GameDefinitionError(f"player_names of {rules.text} are {players} texts, one per player, not {names!r}.")
    return tuple(str(name) for name in names)


class OpenGame(CoreGame):
    """A game while a call works on it: one handle, traits asked once, a size measured no further than needed.

    The core holds on to rules in Python, so they cannot hold on to their handle: neither would ever be freed. Every
    call therefore opens its game once and passes it on; ``rules`` is the game that was opened.
    """

    def __init__(self, rules: Game, limit: Limit) -> None:
        super().__init__(rules.text, rules.handle, rules._identity if isinstance(rules, CoreGame) else rules)
        self.rules = rules
        self.max_length = rules.max_length
        self._traits = rules.traits
        self.constant_sum = self._traits.constant_sum
        self._player_names = _names_given(rules, self._traits.players)
        self._size: Size | None = None
        self._seconds = MEASURING if limit.time is None else min(MEASURING, MEASURING_SHARE * limit.time)

    @property
    def traits(self) -> Traits:
        """What is known of the game before it is walked."""
        return self._traits

    @property
    def size(self) -> Size:
        """How large the game is, as far as that matters to anybody."""
        return self.size_up_to(CERTIFIED_NODES if self.handle.untrusted else STORED_NODES)

    @property
    def is_certified(self) -> bool:
        """Whether its tree is small enough to be built for nothing but complete strategies and their certificate."""
        most = CERTIFIED_NODES_PYTHON if self.handle.untrusted else CERTIFIED_NODES
        return self.size_up_to(most).at_most(most)

    @property
    def has_small_tree(self) -> bool:
        """Whether its tree is there already, or small enough to be stored."""
        return kept_tree(self.rules) is not None or self.size.is_stored

    def size_up_to(self, nodes: int) -> Size:
        """How large the game is, counted no further than this; what an earlier count tells is not counted again."""
        if self._size is None and self.traits.matrix:
            self._size = matrix_size(self.root(), self.traits.players)
        elif self._size is None or (self._size.nodes is None and self._size.counted < nodes):
            self._size = measured(self.handle, nodes, self.max_length, self._seconds)
        return self._size

    def view(self, suffix: str, handle: _core.GameHandle, distinction: Hashable = None) -> Game:
        """Another game of the same players; games whose suffix and distinction are equal are equal."""
        view = CoreGame(f"{self.text}{suffix}", handle, (self.rules, suffix, distinction))
        view.max_length = self.max_length
        view._player_names = self.player_names
        view.constant_sum = self.traits.constant_sum
        return view

    def _opened(self, limit: Limit) -> OpenGame:
        return self

    def tree_in(self, run: Run) -> _core.GameTree:
        """The tree within the limits of a run; raises ``Stopped`` where they do not suffice."""
        if self._size is not None and self._size.broken is not None:
            raise self._size.broken  # which this walk would find again
        tree = kept_tree(self.rules)
        if tree is None:
            tree = run.walk(self.handle.tree, self.max_length)
            keep_tree(self.rules, tree)
        # A kept tree counts as if it were built now.
        for name, amount in (("nodes", tree.num_nodes), ("memory", tree.memory)):
            limit = getattr(run.limit, name)
            if limit is not None and amount > limit:
                raise Stopped(name)
        return tree


def opened(game: Game, limit: Limit | None = None) -> OpenGame:
    """The game with one handle for a whole call, which a limit may end; an open game as it is."""
    require_game(game)
    return game._opened(limit or Limit())


def require_game(thing: object) -> None:
    """Refuse what has no rules."""
    problem = require_problem(thing)
    if not isinstance(problem, Game):
        way = "; if it is small, take its extensive()" if hasattr(problem, "extensive") else ""
        raise UnsupportedGameError(
            f"this takes a problem with rules, and {problem} is one with {problem.traits.form}{way}."
        )
