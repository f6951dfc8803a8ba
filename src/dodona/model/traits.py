"""Traits: what is known of a game before it is walked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Traits:
    """What is known of a game before it is walked; methods are chosen by it."""

    players: int
    constant_sum: float | None
    chance: bool
    simultaneous: bool
    perfect_information: bool
    matrix: bool = False
    #: What kind of problem it is: one with "rules" can be walked position by position.
    form: str = "rules"

    @property
    def zero_sum(self) -> bool:
        """Whether the utilities of all players always sum to zero."""
        return self.constant_sum == 0

    def words(self) -> list[str]:
        """The traits as a reader would say them."""
        if self.zero_sum:
            total = "zero-sum"
        else:
            total = "general-sum" if self.constant_sum is None else f"constant-sum {self.constant_sum:g}"
        return [
            f"{self.players} player{'s' * (self.players != 1)}",
            total,
            "perfect information" if self.perfect_information else "imperfect information",
            *(["simultaneous moves"] if self.simultaneous else []),
            *(["chance"] if self.chance else []),
        ]

    def utility_of(self, player: int, value: float) -> float:
        """What a player of a two-player constant-sum game gets, from player 0's utility."""
        return value if player == 0 else (self.constant_sum or 0.0) - value
