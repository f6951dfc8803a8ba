"""Games as contests: one game, or one that is another in every round."""

from __future__ import annotations

from collections.abc import Sequence

from dodona import _core
from dodona.face import ProblemLike, problem
from dodona.model.contest import Contest
from dodona.model.errors import DodonaError
from dodona.model.game import Game, require_game

#: Where the text of a game holds this, each round puts its own seed.
SEED = "{seed}"


class OneGame(Contest):
    """A contest of one game, the same in every round."""

    def __init__(self, game: Game) -> None:
        require_game(game)
        self.only_game = game
        self.seats = game.traits.players

    @property
    def text(self) -> str:
        """The game's text."""
        assert self.only_game is not None
        return self.only_game.text

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the game calls its players."""
        assert self.only_game is not None
        return self.only_game.player_names

    def next_game(self, seed: int, ends: Sequence[_core.State]) -> Game | None:
        """The game, once."""
        return None if ends else self.only_game

    def utility(self, seed: int, ends: Sequence[_core.State]) -> Sequence[float]:
        """What the game gives."""
        return ends[0].utility()


class SeededGame(OneGame):
    """A contest of one game, which has the seed of the round in its text: ``random_game(seed={seed})``."""

    def __init__(self, pattern: str, seed: int = 0) -> None:
        self._pattern, self._seed = pattern, seed
        self._first: Game = problem(pattern.replace(SEED, str(seed)))
        super().__init__(self._first)
        self.only_game = None

    @property
    def text(self) -> str:
        """The text as it was given."""
        return self._pattern

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the first round's game calls its players."""
        return self._first.player_names

    def next_game(self, seed: int, ends: Sequence[_core.State]) -> Game | None:
        """The game of the seed, once."""
        if ends:
            return None
        game = self._first if seed == self._seed else problem(self._pattern.replace(SEED, str(seed)))
        if game.traits.players != self.seats:
            raise DodonaError(f"{game} has {game.traits.players} players, and {self._first} has {self.seats}.")
        return game

    def __reduce__(self) -> tuple[type[SeededGame], tuple[str, int]]:
        return SeededGame, (self._pattern, self._seed)


def contest_of(thing: ProblemLike, seed: int = 0) -> Contest:
    """What a match is about: a contest as it is, a game as a contest of one game."""
    if isinstance(thing, Contest):
        return thing
    if isinstance(thing, str) and SEED in thing:
        return SeededGame(thing, seed)
    named = problem(thing)
    return named if isinstance(named, Contest) else OneGame(named)
