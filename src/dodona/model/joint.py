"""Joint strategies: how likely every tuple of actions is, as a mediator draws and recommends them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.tables import SHOWN, data_frame, html_table


class JointStrategy(Mapping[tuple[str, ...], float]):
    """A distribution over tuples of actions, one action per player: ``{("defect", "defect"): 1.0}``.

    As a mapping it has the profiles that are ever recommended, in the order of the players' actions. It is stored as
    arrays: row ``i`` of ``profiles`` holds labels, entry ``i`` of ``probabilities`` how likely they are.

    Parameters
    ----------
    profiles
        Tuples of labels, all of one length.
    probabilities
        One per profile; they sum to 1.

    Examples
    --------
    >>> joint = JointStrategy([("stop", "go"), ("go", "stop")], np.array([0.5, 0.5]))
    >>> joint["go", "stop"]
    0.5
    >>> dict(joint.marginal(0))
    {'stop': 0.5, 'go': 0.5}
    """

    def __init__(self, profiles: Sequence[Sequence[str]], probabilities: NDArray[np.float64]) -> None:
        self.profiles = tuple(tuple(profile) for profile in profiles)
        self.probabilities = np.array(probabilities, dtype=np.float64)
        self.probabilities.setflags(write=False)
        self._rows = {profile: row for row, profile in enumerate(self.profiles)}
        if len({len(profile) for profile in self.profiles}) != 1 or len(self._rows) != len(self.profiles):
            raise ValueError("profiles that differ in length or repeat")
        if self.probabilities.shape != (len(self.profiles),) or not np.all(self.probabilities >= 0):
            raise ValueError("probabilities that are not from 0 to 1, one per profile")
        if not abs(self.probabilities.sum() - 1) <= 1e-6:
            raise ValueError("probabilities that do not sum to 1")

    @classmethod
    def from_array(cls, actions: Sequence[Sequence[str]], cells: NDArray[np.float64]) -> JointStrategy:
        """A joint strategy from an array with one axis per player, without the cells that are zero."""
        where = np.argwhere(cells > 0)
        profiles = [tuple(own[i] for own, i in zip(actions, cell, strict=True)) for cell in where.tolist()]
        return cls(profiles, np.atleast_1d(cells[tuple(where.T)]))

    @property
    def players(self) -> int:
        """How many players it tells what to do."""
        return len(self.profiles[0])

    def __getitem__(self, profile: tuple[str, ...]) -> float:
        return float(self.probabilities[self._rows[profile]])

    def __iter__(self) -> Iterator[tuple[str, ...]]:
        return iter(self.profiles)

    def __len__(self) -> int:
        return len(self.profiles)

    def marginal(self, player: int) -> Mapping[str, float]:
        """How likely each action of one player is to be recommended."""
        sums: dict[str, float] = {}
        for profile, probability in self.items():
            sums[profile[player]] = sums.get(profile[player], 0.0) + probability
        return MappingProxyType(sums)

    def table(self) -> dict[str, Sequence[Any]]:
        """Columns player 0, player 1, ..., probability: ``pandas.DataFrame(joint.table())``."""
        columns = zip(*self.profiles, strict=True)
        return {
            **{f"player {player}": list(own) for player, own in enumerate(columns)},
            "probability": self.probabilities.tolist(),
        }

    def frame(self) -> Any:
        """The table as a pandas data frame."""
        return data_frame(self.table())

    def title(self) -> str:
        """What stands above its lines."""
        return f"joint strategy: {len(self):,} profile{'s' * (len(self) != 1)}"

    def lines(self, most: int) -> list[tuple[str, str]]:
        """At most so many profiles with their probabilities, for people; the last line tells how many are left out."""
        shown = [(", ".join(profile), f"{p:.4g}") for profile, p in list(self.items())[:most]]
        return [*shown, ("...", f"and {len(self) - most:,} more")] if len(self) > most else shown

    def _repr_html_(self) -> str:
        return html_table(("profile", "probability"), self.lines(SHOWN), self.title())

    def to_rows(self) -> list[dict[str, Any]]:
        """The distribution as plain data, for JSON."""
        return [{"profile": list(profile), "probability": p} for profile, p in self.items()]

    @classmethod
    def from_rows(cls, rows: Sequence[Mapping[str, Any]]) -> JointStrategy:
        """The inverse of :meth:`to_rows`."""
        profiles = [tuple(str(label) for label in row["profile"]) for row in rows]
        return cls(profiles, np.array([float(row["probability"]) for row in rows]))

    def __repr__(self) -> str:
        return f"<JointStrategy of {self.players} players: {len(self):,} profiles>"
