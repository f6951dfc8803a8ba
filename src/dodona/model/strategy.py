"""One player's plan: probabilities at every information set, readable as a mapping, stored as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona import _core
from dodona.model.errors import DodonaError
from dodona.model.tables import SHOWN, data_frame, html_table, left_out, write_csv

Behaviour = NDArray[np.float64]
#: The one information set of each player of a matrix game.
START = "start"
StrategyLike = Mapping[str, Mapping[str, float]]

#: Names of strategies that are for the library's own rooms, and left out of what an editor completes.
_INTERNALS = frozenset({"completed", "from_mapping", "listed", "plan", "rows", "tree"})


def unique_labels(labels: Sequence[str]) -> list[str]:
    """The labels, with `` #2``, `` #3`` behind those that stand for a second or third thing."""
    seen: dict[str, int] = {}
    result = []
    for label in labels:
        seen[label] = seen.get(label, 0) + 1
        result.append(label if seen[label] == 1 else f"{label} #{seen[label]}")
    return result if len(set(result)) == len(result) else unique_labels(result)


class Strategy(Mapping[str, Mapping[str, float]]):
    """A behavioural strategy: ``strategy["J:b"]`` is ``{"call": 0.33, "fold": 0.67}``.

    It has a distribution at every information set of its player, or of those that it lists a rule for all others
    (:class:`PartialStrategy`). ``probabilities`` holds them in one array, one entry per action; ``offsets[i]`` is where
    set ``i`` starts. Where it lives makes no difference to who reads it: on a tree (:class:`TreeStrategy`), in a matrix
    game (:class:`MixedStrategy`), or in its own lists.

    Examples
    --------
    >>> import dodona
    >>> strategy = dodona.solve("kuhn").strategies[1]
    >>> strategy["K:b"]["call"], len(strategy)
    (1.0, 6)
    """

    def __init__(
        self,
        player: int,
        labels: Sequence[str],
        actions: Sequence[str],
        offsets: NDArray[np.int64],
        probabilities: Behaviour,
    ) -> None:
        self.player = player
        self._labels = labels
        self._actions = actions
        self.offsets = offsets
        self.probabilities = probabilities
        self._positions: dict[str, int] | None = None
        probabilities.setflags(write=False)
        offsets.setflags(write=False)

    @classmethod
    def from_mapping(cls, player: int, plan: StrategyLike) -> Strategy:
        """A strategy from nested mappings."""
        sizes = [len(row) for row in plan.values()]
        offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        actions = [action for row in plan.values() for action in row]
        values = np.array([p for row in plan.values() for p in row.values()], dtype=np.float64)
        sums = np.add.reduceat(values, offsets[:-1]) if sizes else np.zeros(0)
        if min(sizes, default=1) == 0 or not (np.all(values >= 0) and np.all(np.abs(sums - 1) <= 1e-6)):
            raise ValueError("probabilities that are not from 0 to 1 or do not sum to 1")
        return cls(player, list(plan), actions, offsets, values)

    @property
    def labels(self) -> Sequence[str]:
        """Labels of the information sets, in order."""
        return self._labels

    @property
    def actions(self) -> Sequence[str]:
        """Labels of the actions, one per probability."""
        return self._actions

    def __getitem__(self, label: str) -> Mapping[str, float]:
        if self._positions is None:
            self._positions = {name: i for i, name in enumerate(self.labels)}
        begin, end = self.offsets[self._positions[label] :][:2]
        names = unique_labels(self.actions[begin:end])
        return MappingProxyType(dict(zip(names, self.probabilities[begin:end].tolist(), strict=True)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def table(self) -> dict[str, Sequence[Any]]:
        """Columns player, infoset, action, probability: ``pandas.DataFrame(strategy.table())``."""
        sizes = np.diff(self.offsets)
        return {
            "player": [self.player] * len(self.probabilities),
            "infoset": [label for label, size in zip(self.labels, sizes, strict=True) for _ in range(size)],
            "action": list(self.actions),
            "probability": self.probabilities.tolist(),
        }

    def frame(self) -> Any:
        """The table as a pandas data frame."""
        return data_frame(self.table())

    def write_csv(self, path: str | Path) -> None:
        """Write the table as a CSV file.

        Examples
        --------
        >>> import dodona, pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "pennies.csv")
        >>> dodona.solve(dodona.game("matching_pennies")).strategies[0].write_csv(path)
        >>> path.read_text().splitlines()[:2]
        ['player,infoset,action,probability', '0,start,heads,0.5']
        """
        write_csv(path, self.table())

    def _title(self) -> str:
        """Whose it is and how large."""
        return f"player {self.player}: {len(self):,} information set{'s' * (len(self) != 1)}"

    def _lines(self) -> list[tuple[str, str]]:
        """The first information sets, with the actions that are played there and their probabilities."""
        rows = ((label, self[label].items()) for label in list(self)[:SHOWN])
        return [(label, ", ".join(f"{action} {p:.4g}" for action, p in row if p > 0)) for label, row in rows]

    def _repr_html_(self) -> str:
        lines = self._lines()
        header = ("information set", "actions with their probabilities")
        return html_table(header, lines, self._title(), left_out(len(self), len(lines), "information sets"))

    def __dir__(self) -> list[str]:
        """All but what only the library's own rooms call."""
        return [name for name in super().__dir__() if name not in _INTERNALS]

    def __reduce__(self) -> tuple[Any, ...]:
        return Strategy, (self.player, list(self.labels), list(self.actions), self.offsets, self.probabilities)

    def at(self, state: _core.State) -> Mapping[str, float]:
        """What it does at a position where its player moves."""
        label = state.information(self.player)
        if f"{label} #2" in self:
            label = self._set_after(state, label)
        if label not in self:
            raise DodonaError(f"the strategy of player {self.player} says nothing at '{label}': it is of another game.")
        return self[label]

    def _set_after(self, state: _core.State, label: str) -> str:
        """Which of several information sets with one label a position is in."""
        raise DodonaError(
            f"several information sets of player {self.player} are called '{label}', and the strategy cannot tell "
            "which of them this is: play from the start of the game that was solved."
        )

    def listed(self) -> Strategy:
        """The same strategy with its rows by label, for files and tables."""
        return self

    def completed(self, elsewhere: str, symmetry: bool = False) -> PartialStrategy:
        """The same rows with a rule for all other information sets."""
        rows = (self.player, self.labels, self.actions, self.offsets, self.probabilities)
        return PartialStrategy(*rows, elsewhere=elsewhere, symmetry=symmetry)

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {len(self):,} information sets>"


class TreeStrategy(Strategy):
    """A strategy of a tree's player from one entry per sequence; labels are fetched when somebody asks for them."""

    def __init__(self, tree: _core.GameTree, player: int, behaviour: Behaviour) -> None:
        offsets = np.append(tree.first_sequence(player), len(behaviour)).astype(np.int64) - 1
        super().__init__(player, (), (), offsets, np.array(behaviour[1:], dtype=np.float64))
        self.tree = tree

    @property
    def labels(self) -> Sequence[str]:
        """Labels of the information sets, in order."""
        if len(self._labels) != len(self):
            self._labels = unique_labels(self.tree.infoset_labels(self.player))
        return self._labels

    @property
    def actions(self) -> Sequence[str]:
        """Labels of the actions, one per probability."""
        if len(self._actions) != len(self.probabilities):
            self._actions = self.tree.action_labels(self.player)[1:]
        return self._actions

    def _set_after(self, state: _core.State, label: str) -> str:
        """Which of several information sets with one label a position is in: its moves lead there in the tree."""
        tree, node = self.tree, 0
        if state.path is None:
            return super()._set_after(state, label)
        # Where all move at once, the players before her come first in the tree.
        for action in [*state.path, *[0] * (self.player if state.turn == _core.SIMULTANEOUS else 0)]:
            node = int(tree.first_child[node]) + action if 0 <= node < len(tree.first_child) else -1
        if 0 <= node < len(tree.player) and tree.player[node] == self.player:
            infoset = int(tree.infoset[node])
            if tree.infoset_labels(self.player)[infoset] == label:
                return self.labels[infoset]
        return super()._set_after(state, label)


class MixedStrategy(Strategy):
    """A mixed strategy of a matrix game: how likely each action is, at the one information set, "start".

    Examples
    --------
    >>> import dodona
    >>> strategy = dodona.solve("matching_pennies").strategies[0]
    >>> strategy.mixture["heads"]
    0.5
    """

    def __init__(self, player: int, actions: Sequence[str], probabilities: Behaviour) -> None:
        weights = np.array(probabilities, dtype=np.float64)
        super().__init__(player, [START], actions, np.array([0, len(weights)]), weights)

    @property
    def mixture(self) -> Mapping[str, float]:
        """Probabilities by action."""
        return self[START]


class PartialStrategy(Strategy):
    """A strategy of a game too large to list: rows where something was computed, and a rule everywhere else.

    As a mapping it has only its rows; ``at(state)`` answers everywhere. The rule ``elsewhere`` is "first", the first
    action, "promising", the one that the game's own order puts first, "uniform", or "error". With ``symmetry`` the
    first action is counted in the least of the information sets that the game's automorphisms exchange, and all actions
    that they exchange it with are equally likely.
    """

    def __init__(self, *arguments: Any, elsewhere: str = "first", symmetry: bool = False) -> None:
        super().__init__(*arguments)
        self.elsewhere = elsewhere
        self.symmetry = symmetry
        self._plan: _core.NamedPlan | None = None

    @property
    def plan(self) -> _core.NamedPlan:
        """The strategy as the core takes it."""
        if self._plan is None:
            rule = getattr(_core.Fallback, self.elsewhere)
            self._plan = _core.NamedPlan(
                list(self.labels),
                list(self.actions),
                self.offsets.tolist(),
                self.probabilities.tolist(),
                rule,
                self.symmetry,
            )
        return self._plan

    def at(self, state: _core.State) -> Mapping[str, float]:
        """What it does at a position where its player moves."""
        _, actions, _, probabilities = _core.plan_at(state, self.player, self.plan)
        return MappingProxyType(dict(zip(unique_labels(actions), probabilities.tolist(), strict=True)))

    def __reduce__(self) -> tuple[Any, ...]:
        return _partial_again, (*super().__reduce__()[1], self.elsewhere, self.symmetry)

    def _title(self) -> str:
        """Whose it is, how large, and what it does elsewhere."""
        return f"{super()._title()}, elsewhere {self.elsewhere}"

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {len(self):,} information sets, elsewhere {self.elsewhere}>"


def _partial_again(*arguments: Any) -> PartialStrategy:
    *rows, elsewhere, symmetry = arguments
    return PartialStrategy(*rows, elsewhere=elsewhere, symmetry=symmetry)


#: Rules that a partial strategy may have.
RULES = ("first", "promising", "uniform", "error")


def uniform_strategy(player: int) -> PartialStrategy:
    """Every action equally likely, in a game of any size."""
    return PartialStrategy(player, [], [], np.zeros(1, dtype=np.int64), np.zeros(0), elsewhere="uniform")
