"""Strategies of flow games: marginal probabilities, a Markov strategy that has them, and schedules drawn from it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np

from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import DodonaError
from dodona.model.strategy import Behaviour, Strategy, unique_labels


class FlowStrategy(Strategy):
    """A Markov strategy of a decision process: what to do in every state, whatever happened before.

    As a mapping it gives the probabilities of actions by state. ``flow`` has the marginal probability of every action:
    that its state is reached and it is played there. States that are never reached are left by a uniform choice.

    Examples
    --------
    >>> import dodona
    >>> solution = dodona.solve("transit(width=3, length=4, steps=5, failure=0)")
    >>> evader = solution.strategies[0]
    >>> round(sum(evader.marginals["enter"].values()), 9)
    1.0
    >>> [state for state, action in evader.sample(seed=1)][:2]
    ['start', 'enter']
    """

    def __init__(self, player: int, process: DecisionProcess, behaviour: Behaviour, flow: Behaviour) -> None:
        own = np.flatnonzero(np.diff(process.first_action))
        offsets = np.append(process.first_action[own], process.num_actions).astype(np.int64)
        super().__init__(player, (), (), offsets, np.array(behaviour, dtype=np.float64))
        self.process = process
        self._states = own
        #: The marginal probability of every action, in the order of ``actions``.
        self.flow: Behaviour = np.array(flow, dtype=np.float64)
        self.flow.setflags(write=False)

    @property
    def labels(self) -> Sequence[str]:
        """Labels of the states that have actions, in order."""
        if len(self._labels) != len(self):
            self._labels = unique_labels([self.process.labels[state] for state in self._states])
        return self._labels

    @property
    def actions(self) -> Sequence[str]:
        """Labels of the actions, one per probability."""
        if len(self._actions) != len(self.probabilities):
            self._actions = self.process.action_labels()
        return self._actions

    @property
    def marginals(self) -> Mapping[str, Mapping[str, float]]:
        """Marginal probabilities of actions by state, of those states that are reached."""
        rows = {}
        for row, label in enumerate(self.labels):
            begin, end = self.offsets[row : row + 2]
            if self.flow[begin:end].any():
                names = unique_labels(self.actions[begin:end])
                rows[label] = MappingProxyType(dict(zip(names, self.flow[begin:end].tolist(), strict=True)))
        return MappingProxyType(rows)

    def sample(self, seed: int | random.Random = 0) -> list[tuple[str, str]]:
        """A schedule drawn from the strategy: the states that are passed and what is done in each.

        Parameters
        ----------
        seed
            What it is drawn from: a number, or a generator of ``random`` for several schedules.

        Returns
        -------
        list[tuple[str, str]]
            Labels of states and actions, in order. Where actions have several outcomes, these are drawn as well.

        Examples
        --------
        >>> import dodona, random
        >>> patrol = dodona.solve("transit(width=3, length=4, steps=5, failure=0)").strategies[1]
        >>> week = random.Random(7)
        >>> len([patrol.sample(week) for day in range(7)])
        7
        """
        stream = seed if isinstance(seed, random.Random) else random.Random(seed)
        process, schedule = self.process, []
        state = _drawn(range(process.num_states), process.initial, stream)
        names = dict(zip(self._states.tolist(), self.labels, strict=True))
        while state in names:
            begin, end = process.first_action[state : state + 2].tolist()
            action = begin + _drawn(range(end - begin), self.probabilities[begin:end], stream)
            schedule.append((names[state], self.actions[action]))
            first, last = process.first_outcome[action : action + 2].tolist()
            state = _drawn(process.next[first:last].tolist(), process.probability[first:last], stream)
        return schedule

    def table(self) -> dict[str, Sequence[Any]]:
        """Columns player, infoset, action, probability, marginal."""
        return {**super().table(), "marginal": self.flow.tolist()}

    def at(self, state: Any) -> Mapping[str, float]:
        """What it does in a state of the process, given as itself or by its label."""
        if isinstance(state, str) and state in self:
            return self[state]
        label = self.process.labels[self.process.number(state)]
        if label not in self:
            raise DodonaError(f"the process ends in state {label}: there is nothing to do.")
        return self[label]

    def _title(self) -> str:
        """Whose it is and how large."""
        return f"player {self.player}: {len(self.marginals):,} of {len(self):,} states are reached"

    def _lines(self) -> list[tuple[str, str]]:
        """The first states that are reached, with marginal probabilities of what is done there."""
        from dodona.model.tables import SHOWN

        rows = list(self.marginals.items())[:SHOWN]
        return [(label, ", ".join(f"{action} {p:.4g}" for action, p in row.items() if p > 0)) for label, row in rows]

    def __repr__(self) -> str:
        return f"<FlowStrategy of player {self.player}: {len(self):,} states>"


def _drawn(items: Sequence[int], weights: Any, stream: random.Random) -> int:
    return stream.choices(items, weights=np.asarray(weights).tolist())[0]
