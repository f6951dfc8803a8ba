"""Sizes of flow games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dodona.model.tables import html_table

if TYPE_CHECKING:
    from dodona.model.flow_game import FlowGame


class FlowInfo:
    """Sizes of a flow game.

    Attributes
    ----------
    game
        Its text.
    states, actions, outcomes
        How many states, marginal actions and outcomes of actions each player has.
    pairs, shares, terms
        How many pairs of marginal actions have a utility of their own, and how many shares of how many terms there are.
    """

    def __init__(self, game: FlowGame) -> None:
        self.game = game.text
        self.traits = tuple(game.traits.words())
        self.states = tuple(process.num_states for process in game.processes)
        self.actions = tuple(process.num_actions for process in game.processes)
        self.outcomes = tuple(len(process.next) for process in game.processes)
        self.pairs, self.shares = game.entries
        self.terms = game.arrays.terms

    def _rows(self) -> dict[str, str]:
        return {
            "game": self.game,
            "traits": ", ".join(self.traits),
            "states": " / ".join(f"{count:,}" for count in self.states),
            "marginal actions": " / ".join(f"{count:,}" for count in self.actions),
            "outcomes": " / ".join(f"{count:,}" for count in self.outcomes),
            "utility": f"{self.pairs:,} pairs, {self.shares:,} shares of {self.terms:,} terms",
        }

    def __str__(self) -> str:
        return "\n".join(f"{name:>16}  {value}" for name, value in self._rows().items())

    def _repr_html_(self) -> str:
        game, *rows = self._rows().items()
        return html_table(game, rows)
