"""A person against the computer, in the terminal."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass

import dodona
from dodona.cli.opponents import Opponent
from dodona.cli.output import folded, heading, show
from dodona.model.errors import SolverError
from dodona.model.game import CHANCE, SIMULTANEOUS, Game
from dodona.model.player import Choice, Player, equally_likely
from dodona.model.solution import Solution

_SHOWN_MOVES = 60


class Left(Exception):  # noqa: N818 - not an error: the person has had enough
    """The person leaves before the end."""


def play_in_terminal(game: Game, opponent: Opponent, seat: int, seed: int | None) -> None:
    """Introduce the opponent, play one game, tell how it ended; leaving early is no failure."""
    promise = None if opponent.solution is None else Promise.of(game, opponent.solution, seat)
    show(folded(opponent.introduction))
    if promise is not None:
        show(folded(promise.before()))
    table = Table(game, opponent.player, seat, opponent.seconds, random.Random(seed))
    show(f"You are player {seat}. Type a move, or q to leave.")
    try:
        end = table.play()
    except (Left, EOFError, KeyboardInterrupt):
        show("\nYou left before the end. Goodbye.")
        return
    show(table.ending(end))
    if promise is not None:
        show(folded(promise.after()))


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
        if solution.bounds is not None:
            ends = sorted(game.traits.utility_of(seat, bound) for bound in solution.bounds)
            return Promise(solution.values[seat], ends[0], ends[1], True)
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

    def __init__(self, game: Game, computer: Player, seat: int, seconds: float | None, stream: random.Random) -> None:
        self.seat = seat
        self.history: list[tuple[int, str]] = []
        self._traits = game.traits
        self._computer = computer
        self._seconds = seconds
        self._state = game.root()
        self._stream = stream

    def name(self, player: int) -> str:
        """A mover as the person calls it."""
        return {CHANCE: "chance", self.seat: "you"}.get(player, f"player {player}")

    def play(self) -> dodona.State:
        """Play until the end and return the last position."""
        while not self._state.is_terminal:
            turn = self._state.turn
            movers = list(range(self._traits.players)) if turn == SIMULTANEOUS else [turn]
            # Chosen one by one and shown only when all have chosen: nobody learns what others do at the same time.
            stage = [(mover, *self._choose(mover)) for mover in movers]
            labels = [(mover, self._state.actions(mover)[action], remark) for mover, action, remark in stage]
            self.history += [(mover, label) for mover, label, _ in labels]
            # Where something is hidden, who moved and what may be hidden too; what the person sees tells the rest.
            if self._traits.perfect_information:
                for mover, label, remark in labels:
                    if mover != self.seat:
                        show(folded(f"{self.name(mover)}: {label}{f' ({remark})' if remark else ''}", 2))
            actions = [action for _, action, _ in stage]
            self._state = self._state.play(index=tuple(actions) if turn == SIMULTANEOUS else actions[0])
        return self._state

    def ending(self, end: dodona.State) -> str:
        """The last position, what led there, and what everybody gets."""
        moves = ", ".join(f"{self.name(mover)} {label}" for mover, label in self.history)
        utilities = end.utility()
        others = "; ".join(f"{self.name(p)} gets {_number(u)}" for p, u in enumerate(utilities) if p != self.seat)
        yours = f"You get {_number(utilities[self.seat])}" + (f"; {others}." if others else ".")
        return "\n".join(
            [_titled("\nThe game is over", end.draw()), folded(f"Moves: {moves or 'none'}", 2), heading(folded(yours))]
        )

    def _choose(self, mover: int) -> tuple[int, str]:
        """The index of the mover's action, and what there is to say about it."""
        if mover == self.seat:
            title = "Position" if self._traits.perfect_information else "You see"
            show(_titled(f"\n{title}", self._state.draw(mover)))
            return ask(self._state.actions(mover)), ""
        if mover == CHANCE:
            weights = self._state.probabilities()
            return self._stream.choices(range(len(weights)), weights)[0], ""
        with redirect_stdout(sys.stderr):  # what rules in Python print
            choice = self._computer_choice(mover)
        return choice.draw_index(self._stream), self._remark(choice)

    def _computer_choice(self, mover: int) -> Choice:
        try:
            return self._computer.choose(self._state, mover, seconds=self._seconds)
        except SolverError:  # the time per move did not suffice for any answer
            return equally_likely(self._state.actions(mover), note="no time to look ahead")

    def _remark(self, choice: Choice) -> str:
        """What a choice rests on, from the person's side where there are two."""
        parts = [choice.note] if choice.note else []
        if choice.value is not None and self._traits.players == 2 and self._traits.constant_sum is not None:
            value = self._traits.constant_sum - choice.value
            parts.append(f"{'proven' if choice.proven else 'estimate'} for you: {_number(value, 3)}")
        return ", ".join(parts)


def _titled(title: str, drawing: str) -> str:
    """A drawing below its title; a short one behind it."""
    return folded(f"{title}:\n{drawing}" if "\n" in drawing else f"{title}: {drawing}", 2)


def _number(x: float, digits: int = 6) -> str:
    """A utility for reading: what rounding left of a zero is a zero."""
    return f"{0.0 if abs(x) < 1e-12 else x:.{digits}g}"


def ask(labels: Sequence[str]) -> int:
    """Ask for a move until there is one; returns its index."""
    names = [label.strip() for label in labels]
    # Where labels are numbers themselves, a position in the list would be mistaken for one.
    numbered = not any(name.lstrip("+-").isdigit() for name in names)
    shown = [f"{i} {name}" if numbered else name for i, name in enumerate(names[:_SHOWN_MOVES], start=1)]
    more = f", ... and {len(names) - len(shown):,} more" if len(names) > len(shown) else ""
    moves = ", ".join(shown) + more
    leave = "quit" if any(name.casefold() == "q" for name in names) else "q"
    show(folded(f"Your moves: {moves}", 2))
    while True:
        answer = _read("> ").strip()
        found = _find(answer, names, numbered)
        if found is not None:
            return found
        if answer.casefold() in ("q", "quit"):
            raise Left
        hint = "a move or its number" if numbered else "a move"
        wrong = f"'{answer}' is no move here" if answer else "nothing was typed"
        show(folded(f"{wrong}; type {hint}, or {leave} to leave: {moves}.", 2))


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
