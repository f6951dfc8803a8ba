"""Strategies that stay in the core, by the exact keys of information sets: for games that nobody lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.strategy import PartialStrategy, Strategy, unique_labels

#: Positions that are visited at most to find the labels of a strategy: some seconds of work.
LABELLED_NODES, LABELLED_NODES_PYTHON = 5_000_000, 100_000


class KeyedStrategy(Strategy):
    """The average of the strategies that sampling has played, in the core's tables; uniform at sets it has not met.

    ``at(state)`` answers at every position, and evaluations read it by key. It counts the information sets that were
    met; their labels, and with them rows, tables and files, come from a walk through the whole game, which larger games
    refuse. A copy made by pickle has rows by label.
    """

    def __init__(self, player: int, plan: _core.KeyedPlan, in_python: bool) -> None:
        super().__init__(player, (), (), np.zeros(1, dtype=np.int64), np.zeros(0))
        self.plan = plan
        self.elsewhere = "uniform"
        self._most = LABELLED_NODES_PYTHON if in_python else LABELLED_NODES
        self._rows: PartialStrategy | None = None

    @property
    def rows(self) -> PartialStrategy:
        """The same strategy by labels, for what is read by labels; an error where the game is too large."""
        if self._rows is None:
            try:
                labels, actions, offsets, probabilities = self.plan.rows(self.player, _core.Budget(nodes=self._most))
            except _core.LimitReached:
                raise DodonaError(
                    f"this strategy of player {self.player} has {len(self):,} information sets in the core, in a game "
                    f"of more than {self._most:,} positions, and no labels for them: ask it at a state, "
                    "strategy.at(state)."
                ) from None
            arrays = (np.array(offsets), np.array(probabilities))
            self._rows = PartialStrategy(self.player, unique_labels(labels), actions, *arrays, elsewhere="uniform")
            self.offsets, self.probabilities = self._rows.offsets, self._rows.probabilities
        return self._rows

    @property
    def labels(self) -> Sequence[str]:
        """Labels of the information sets, from a walk through the game."""
        return self.rows.labels

    @property
    def actions(self) -> Sequence[str]:
        """Labels of the actions, one per probability."""
        return self.rows.actions

    def __len__(self) -> int:
        return int(self.plan.sets(self.player))

    def __getitem__(self, label: str) -> Mapping[str, float]:
        return self.rows[label]

    def table(self) -> dict[str, Sequence[Any]]:
        """Columns player, infoset, action, probability; an error where the game is too large."""
        return self.rows.table()

    def at(self, state: _core.State) -> Mapping[str, float]:
        """What it does at a position where its player moves; uniform where sampling has not been."""
        _, actions, _, probabilities = _core.plan_at(state, self.player, self.plan)
        return MappingProxyType(dict(zip(unique_labels(actions), probabilities.tolist(), strict=True)))

    def listed(self) -> Strategy:
        """The same strategy with its rows by label; an error where the game is too large."""
        return self.rows

    def completed(self, elsewhere: str, symmetry: bool = False) -> PartialStrategy:
        """The same rows with a rule for all other information sets."""
        return self.rows.completed(elsewhere, symmetry)

    def _title(self) -> str:
        return f"{super()._title()} in the core, elsewhere {self.elsewhere}"

    def _lines(self) -> list[tuple[str, str]]:
        """Nothing: labels take a walk through the game."""
        return []

    def __reduce__(self) -> tuple[Any, ...]:
        return self.rows.__reduce__()

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {len(self):,} information sets in the core, elsewhere uniform>"
