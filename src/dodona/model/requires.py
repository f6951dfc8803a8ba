"""What a method needs of a problem, declared once: the guard, its sentence and the automatic choice come from it."""

from __future__ import annotations

from dataclasses import dataclass

from dodona.model.errors import UnsupportedGameError
from dodona.model.problem import Problem
from dodona.model.traits import Traits


@dataclass(frozen=True)
class Requires:
    """Traits a method insists on; what is left out does not matter to it."""

    players: int | None = None
    constant_sum: bool = False
    perfect_information: bool = False
    sequential: bool = False
    simultaneous: bool = False
    matrix: bool = False
    hidden: bool = False
    #: What kind of problem it takes, or several of them.
    form: str | tuple[str, ...] = "rules"

    @property
    def forms(self) -> tuple[str, ...]:
        """The kinds of problem that it takes."""
        return (self.form,) if isinstance(self.form, str) else self.form

    def missing(self, traits: Traits) -> list[str]:
        """What a game with these traits lacks, in words; empty where the method applies."""
        needs = {
            f"a problem with {' or '.join(self.forms)}": traits.form in self.forms,
            "a player": traits.players > 0,
            f"{self.players} players": self.players is None or traits.players == self.players,
            "a constant sum of utilities": not self.constant_sum or traits.constant_sum is not None,
            "perfect information": not self.perfect_information or traits.perfect_information,
            "no simultaneous moves": not self.sequential or not traits.simultaneous,
            "simultaneous moves": not self.simultaneous or traits.simultaneous,
            "a single matrix stage": not self.matrix or traits.matrix,
            "hidden information": not self.hidden or not traits.perfect_information or traits.simultaneous,
        }
        return [need for need, met in needs.items() if not met]

    def words(self) -> str:
        """The requirements as a reader would say them."""
        parts = [
            *([f"{self.players} players"] if self.players else []),
            *(["constant sum"] if self.constant_sum else []),
            *(["perfect information"] if self.perfect_information else []),
            *(["no simultaneous moves"] if self.sequential else []),
            *(["simultaneous moves"] if self.simultaneous else []),
            *(["a single matrix stage"] if self.matrix else []),
            *(["hidden information"] if self.hidden else []),
            *([" or ".join(self.forms)] if self.forms != ("rules",) else []),
        ]
        return ", ".join(parts) or "any game"


def require(problem: Problem, method: str, requires: Requires) -> None:
    """Refuse a problem that a method does not apply to, with a sentence."""
    missing = requires.missing(problem.traits)
    if missing:
        raise UnsupportedGameError(
            f"{method} needs {' and '.join(missing)}; {problem} is {', '.join(problem.traits.words())}: "
            "dodona.methods(game) lists what applies."
        )
