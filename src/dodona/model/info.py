"""The size of a game, for reading."""

from __future__ import annotations

from dataclasses import dataclass

from dodona import _core
from dodona.model.tables import html_table


@dataclass(frozen=True)
class Info:
    """Sizes and traits of a game.

    Sizes are those of the extensive form, where simultaneous moves are made one after the other unseen. Sequences
    include the empty one; ``depth`` counts moves, chance's included.
    """

    game: str
    traits: tuple[str, ...]
    nodes: int
    terminals: int
    chance_nodes: int
    infosets: tuple[int, ...]
    sequences: tuple[int, ...]
    depth: int
    min_utility: float
    max_utility: float
    perfect_recall: bool

    @staticmethod
    def of(game: str, traits: list[str], counts: _core.Counts) -> Info:
        """Gather what a walk counted."""
        return Info(
            game=game,
            traits=tuple(traits),
            nodes=counts.nodes,
            terminals=counts.terminals,
            chance_nodes=counts.chance_nodes,
            infosets=tuple(counts.infosets),
            sequences=tuple(counts.sequences),
            depth=counts.depth,
            min_utility=counts.min_utility,
            max_utility=counts.max_utility,
            perfect_recall=counts.perfect_recall,
        )

    def _rows(self) -> dict[str, str]:
        return {
            "game": self.game,
            "traits": ", ".join(self.traits) + ("" if self.perfect_recall else ", imperfect recall"),
            "nodes": f"{self.nodes:,} ({self.terminals:,} terminal, {self.chance_nodes:,} chance)",
            "information sets": " / ".join(f"{count:,}" for count in self.infosets),
            "sequences": " / ".join(f"{count:,}" for count in self.sequences),
            "depth": f"{self.depth:,}",
            "utilities": f"from {self.min_utility:g} to {self.max_utility:g}",
        }

    def __str__(self) -> str:
        return "\n".join(f"{name:>16}  {value}" for name, value in self._rows().items())

    def _repr_html_(self) -> str:
        game, *rows = self._rows().items()
        return html_table(game, rows)
