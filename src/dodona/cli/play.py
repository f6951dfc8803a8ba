"""A person against the computer, in the terminal."""

from __future__ import annotations

import random
import sys
import textwrap
from dataclasses import dataclass

import typer

import dodona
from dodona.cli.opponents import Follower, Opponent, Searcher
from dodona.model.errors import DodonaError
from dodona.model.game import CHANCE, SIMULTANEOUS, Game
from dodona.model.solution import Solution

_SHOWN_MOVES = 60


class Left(Exception):  # noqa: N818 - not an error: the person has had enough
    """The person leaves before the end."""


def play_in_terminal(game: Game, solution: Solution, seat: int, seed: int | None) -> None:
    """Tell what the solution promises, play one game, tell how it ended; leaving early is no failure."""
    if solution.joint is not None:
        raise DodonaError(
            f"{game} has no pure equilibrium to play by, and a correlated one needs somebody to advise all."
        )
    if not solution.strategies:
        raise DodonaError(
            f"{game} was not solved before the limit, so there is nobody to play against: allow more --time."
        )
    promise = Promise.of(game, solution, seat)
    typer.echo(f"{game}: {solution.status} solution by {solution.provenance.method}\n{promise.before()}")
    table = Table(game, Follower(game, solution), seat, random.Random(seed))
    if _play_and_tell(table):
        typer.echo(promise.after())


def play_against_search(game: Game, opponent: Searcher, seat: int, seed: int | None) -> None:
    """Play one game against a computer that searches, tell how it ended; leaving early is no failure."""
    typer.echo(f"{game}: too large to be solved in advance; the computer searches {opponent.seconds:g} s per move.")
    if opponent.blind:
        typer.echo("The game has no evaluation: the computer sees only what is decided within its horizon.")
    _play_and_tell(Table(game, opponent, seat, random.Random(seed)))


def _play_and_tell(table: Table) -> bool:
    """Whether the game was played to its end."""
    typer.echo(f"You are player {table.seat}. Type a move, or q to leave.")
    try:
        end = table.play()
    except (Left, EOFError, KeyboardInterrupt):
        typer.echo("\nYou left before the end. Goodbye.")
        return False
    moves = ", ".join(f"{table.name(mover)} {label}" for mover, label in table.history)
    typer.echo(f"\nThe game is over: {end}\nMoves: {moves or 'none'}")
    utilities = end.utilities()
    others = "; ".join(f"{table.name(p)} gets {_number(u)}" for p, u in enumerate(utilities) if p != table.seat)
    typer.echo(f"You get {_number(utilities[table.seat])}" + (f"; {others}." if others else "."))
    return True


@dataclass(frozen=True)
class Promise:
    """What a solution says about one seat, on average: its value there, and between which bounds.

    In two-player constant-sum games the bounds hold for the value of the game; elsewhere ``upper`` is the most this
    seat gets from deviating alone.
    """

    value: float
    lower: float
    upper: float
    constant_sum: bool

    @staticmethod
    def of(game: Game, solution: Solution, seat: int) -> Promise:
        """Read the solution from a seat."""
        total = game.traits.constant_sum
        if total is not None and game.traits.players == 2:
            if seat == 0:
                return Promise(solution.value, solution.lower, solution.upper, True)
            return Promise(total - solution.value, total - solution.upper, total - solution.lower, True)
        value, regret = solution.values[seat], solution.regrets[seat]
        return Promise(value, value, value + regret, False)

    def before(self) -> str:
        """The promise as one hears it before the game."""
        value, lower, upper = (_number(x) for x in (self.value, self.lower, self.upper))
        if self.constant_sum:
            return f"Value for you: {value}, proven to lie from {lower} to {upper}."
        return f"Value for you in this equilibrium: {value}; by deviating alone at most {upper}."

    def after(self) -> str:
        """The promise as one compares it with the result."""
        most = f"no play against this computer averages more than {_number(self.upper)}"
        if self.constant_sum:
            return f"Over many games {most}, and optimal play never averages less than {_number(self.lower)}."
        return f"Over many games the equilibrium gives you {_number(self.value)}, and {most}."


class Table:
    """One game being played: the position, the computer, and what was played."""

    def __init__(self, game: Game, opponent: Opponent, seat: int, draw: random.Random) -> None:
        self.seat = seat
        self.history: list[tuple[int, str]] = []
        self._open = game.traits.perfect_information
        self._opponent = opponent
        self._state = opponent.root
        self._players = range(game.traits.players)
        self._draw = draw

    def name(self, player: int) -> str:
        """A mover as the person calls it."""
        return {CHANCE: "chance", self.seat: "you"}.get(player, f"player {player}")

    def play(self) -> dodona.State:
        """Play until the end and return the last position."""
        while not self._state.is_terminal:
            turn = self._state.turn
            movers = list(self._players) if turn == SIMULTANEOUS else [turn]
            # Chosen one by one and shown only when all have chosen: nobody learns what others do at the same time.
            stage = [(mover, self._choose(mover)) for mover in movers]
            labels = [(mover, self._state.actions(mover)[action]) for mover, action in stage]
            self.history += labels
            # Where something is hidden, who moved and what may be hidden too; the person's information tells the rest.
            if self._open:
                for mover, label in labels:
                    if mover != self.seat:
                        remark = f" ({self._opponent.remark})" if mover >= 0 and self._opponent.remark else ""
                        typer.echo(f"{self.name(mover)}: {label}{remark}")
            actions = [action for _, action in stage]
            self._state = self._state.play(index=tuple(actions) if turn == SIMULTANEOUS else actions[0])
        return self._state

    def _choose(self, mover: int) -> int:
        """The index of the mover's action; the computer takes notice of it."""
        if mover == self.seat:
            shown = str(self._state) if self._open else self._state.information(self.seat)
            typer.echo(f"\n{'Position' if self._open else 'You know'}: {shown}")
            action = ask(self._state.actions(mover))
        elif mover == CHANCE:
            weights = self._state.probabilities()
            action = self._draw.choices(range(len(weights)), weights)[0]
        else:
            action = self._opponent.choose(mover, self._state, self._draw)
        self._opponent.follow(action)
        return action


def _number(x: float) -> str:
    """A utility for reading: what rounding left of a zero is a zero."""
    return f"{0.0 if abs(x) < 1e-12 else x:.6g}"


def ask(labels: list[str]) -> int:
    """Ask for a move until there is one; returns its index."""
    names = [label.strip() for label in labels]
    # Where labels are numbers themselves, a position in the list would be mistaken for one.
    numbered = not any(name.lstrip("+-").isdigit() for name in names)
    shown = [f"{i} {name}" if numbered else name for i, name in enumerate(names[:_SHOWN_MOVES], start=1)]
    more = f", ... and {len(names) - len(shown):,} more" if len(names) > len(shown) else ""
    moves = ", ".join(shown) + more
    leave = "quit" if any(name.casefold() == "q" for name in names) else "q"
    typer.echo(textwrap.fill(f"Your moves: {moves}", 100, subsequent_indent="  "))
    while True:
        answer = _read("> ").strip()
        found = _find(answer, names, numbered)
        if found is not None:
            return found
        if answer.casefold() in ("q", "quit"):
            raise Left
        hint = "a move or its number" if numbered else "a move"
        wrong = f"'{answer}' is no move here" if answer else "nothing was typed"
        typer.echo(textwrap.fill(f"{wrong}; type {hint}, or {leave} to leave: {moves}.", 100, subsequent_indent="  "))


def _read(prompt: str) -> str:
    if sys.stdin is None:
        raise EOFError
    return input(prompt)


def _find(answer: str, names: list[str], numbered: bool) -> int | None:
    if not answer:
        return None
    if answer in names:
        return names.index(answer)
    alike = [i for i, name in enumerate(names) if name.casefold() == answer.casefold()]
    if len(alike) == 1:
        return alike[0]
    numbers = {str(i): i - 1 for i in range(1, len(names) + 1)}
    return numbers.get(answer) if numbered else None
