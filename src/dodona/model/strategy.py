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
StrategyLike = Mapping[str, Mapping[str, float]]

#: Names of strategies that are for the library's own rooms, and left out of what an editor completes.
_INTERNALS = frozenset({"behaviour", "completed", "from_mapping", "on_tree", "plan"})


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

    Complete: it has a distribution at every information set of its player. ``probabilities`` holds them in one array,
    one entry per action; ``offsets[i]`` is where set ``i`` starts.
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
        self._labels: Sequence[str] | None = labels
        self._actions: Sequence[str] | None = actions
        self._tree: _core.GameTree | None = None
        self.offsets = offsets
        self.probabilities = probabilities
        self._positions: dict[str, int] | None = None
        probabilities.setflags(write=False)
        offsets.setflags(write=False)

    @classmethod
    def on_tree(cls, tree: _core.GameTree, player: int, behaviour: Behaviour) -> Strategy:
        """A strategy of a tree's player from one entry per sequence; labels are fetched when asked for."""
        offsets = np.append(tree.first_sequence(player), len(behaviour)).astype(np.int64) - 1
        strategy = cls(player, (), (), offsets, np.array(behaviour[1:], dtype=np.float64))
        strategy._labels = strategy._actions = None
        strategy._tree = tree
        return strategy

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
        if self._labels is None:
            assert self._tree is not None
            self._labels = unique_labels(self._tree.infoset_labels(self.player))
        return self._labels

    @property
    def actions(self) -> Sequence[str]:
        """Labels of the actions, one per probability."""
        if self._actions is None:
            assert self._tree is not None
            self._actions = self._tree.action_labels(self.player)[1:]
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

    def behaviour(self, tree: _core.GameTree) -> Behaviour:
        """One probability per sequence of the tree, entry 0 for the empty one."""
        if tree is self._tree:
            return np.concatenate([[1.0], self.probabilities])
        return behaviour_of(tree, self.player, self)

    def __getstate__(self) -> dict[str, Any]:
        """All but the tree, which is only where the labels come from."""
        return {**vars(self), "_labels": list(self.labels), "_actions": list(self.actions), "_tree": None}

    def at(self, state: _core.State) -> Mapping[str, float]:
        """What it does at a position where its player moves."""
        label = state.information(self.player)
        if f"{label} #2" in self:
            label = self._set_after(state, label)
        if label not in self:
            raise DodonaError(f"the strategy of player {self.player} says nothing at '{label}': it is of another game.")
        return self[label]

    def _set_after(self, state: _core.State, label: str) -> str:
        """Which of several information sets with one label a position is in: its moves lead there in the tree."""
        tree = self._tree
        if tree is not None and state.path is not None:
            node = 0
            # Where all move at once, the players before her come first in the tree.
            for action in [*state.path, *[0] * (self.player if state.turn == _core.SIMULTANEOUS else 0)]:
                node = int(tree.first_child[node]) + action if 0 <= node < len(tree.first_child) else -1
            if 0 <= node < len(tree.player) and tree.player[node] == self.player:
                infoset = int(tree.infoset[node])
                if tree.infoset_labels(self.player)[infoset] == label:
                    return self.labels[infoset]
        raise DodonaError(
            f"several information sets of player {self.player} are called '{label}', and the strategy cannot tell "
            "which of them this is: play from the start of the game that was solved."
        )

    def completed(self, elsewhere: str, symmetry: bool = False) -> PartialStrategy:
        """The same rows with a rule for all other information sets."""
        rows = (self.player, self.labels, self.actions, self.offsets, self.probabilities)
        return PartialStrategy(*rows, elsewhere=elsewhere, symmetry=symmetry)

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {len(self):,} information sets>"


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
        self._plan: _core.Plan | None = None

    @property
    def plan(self) -> _core.Plan:
        """The strategy as the core takes it."""
        if self._plan is None:
            rule = getattr(_core.Fallback, self.elsewhere)
            self._plan = _core.Plan(
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

    def __getstate__(self) -> dict[str, Any]:
        """All but what the core has."""
        return {**super().__getstate__(), "_plan": None}

    def _title(self) -> str:
        """Whose it is, how large, and what it does elsewhere."""
        return f"{super()._title()}, elsewhere {self.elsewhere}"

    def __repr__(self) -> str:
        return f"<Strategy of player {self.player}: {len(self):,} information sets, elsewhere {self.elsewhere}>"


#: Rules that a partial strategy may have.
RULES = ("first", "promising", "uniform", "error")


def uniform_strategy(player: int) -> PartialStrategy:
    """Every action equally likely, in a game of any size."""
    return PartialStrategy(player, [], [], np.zeros(1, dtype=np.int64), np.zeros(0), elsewhere="uniform")


def uniform_behaviour(tree: _core.GameTree, player: int) -> Behaviour:
    """Every action equally likely."""
    counts = tree.num_actions(player)
    return np.concatenate([[1.0], np.repeat(1.0 / counts, counts)])


def _require_known(player: int, plan: Mapping[str, object], labels: Sequence[str]) -> None:
    """Refuse information sets that a player does not have."""
    unknown = plan.keys() - set(labels)
    if unknown:
        import difflib

        name = min(map(str, unknown))
        close = difflib.get_close_matches(name, labels, n=1)
        hint = f": did you mean '{close[0]}'?" if close else "."
        raise DodonaError(f"player {player} has no information set '{name}'{hint}")


def _behaviour_from_array(tree: _core.GameTree, player: int, given: NDArray[Any]) -> Behaviour:
    """Probabilities of all actions, information set by information set as in the tree; a leading 1 may be there."""
    sequences = tree.num_sequences(player)
    is_row = given.ndim == 1 and given.dtype.kind in "fiu"
    if not is_row or not (len(given) == sequences - 1 or (len(given) == sequences and given[0] == 1)):
        raise DodonaError(
            f"as an array, a strategy of player {player} has {sequences - 1} numbers, one per action of every "
            f"information set; this has shape {given.shape} and type {given.dtype}."
        )
    behaviour = np.ones(sequences)
    behaviour[1:] = given[len(given) - sequences + 1 :]
    starts = tree.first_sequence(player)
    sums = np.add.reduceat(behaviour, starts) if len(starts) else np.zeros(0)
    wrong = np.flatnonzero(~(np.abs(sums - 1) <= 1e-6))
    if len(wrong) or not np.all(behaviour >= 0):
        label = unique_labels(tree.infoset_labels(player))[int(wrong[0])] if len(wrong) else "some set"
        raise DodonaError(f"the probabilities of player {player} at '{label}' must be from 0 to 1 and sum to 1.")
    behaviour[1:] /= np.repeat(sums, tree.num_actions(player))
    return behaviour


def behaviour_of(tree: _core.GameTree, player: int, plan: StrategyLike | NDArray[Any]) -> Behaviour:
    """A plan given by labels, or as an array in the tree's order, laid out for a tree and checked.

    What is no strategy of ours must name information sets of the game alone: others are slips of the pen.
    """
    if isinstance(plan, np.ndarray):
        return _behaviour_from_array(tree, player, plan)
    if not isinstance(plan, Mapping):
        raise DodonaError(f"a strategy maps information sets to probabilities of actions; this is {plan!r}.")
    if isinstance(plan, Strategy) and plan._tree is tree:
        return plan.behaviour(tree)
    labels = unique_labels(tree.infoset_labels(player))
    if not isinstance(plan, Strategy):
        _require_known(player, plan, labels)
    names = tree.action_labels(player)
    first = tree.first_sequence(player)
    counts = tree.num_actions(player)
    behaviour = np.zeros(tree.num_sequences(player))
    behaviour[0] = 1.0
    for i, label in enumerate(labels):
        if label not in plan:
            raise DodonaError(f"the strategy of player {player} says nothing at information set '{label}'.")
        actions = unique_labels(names[first[i] : first[i] + counts[i]])
        behaviour[first[i] : first[i] + counts[i]] = checked_row(player, label, actions, plan[label])
    return behaviour


def checked_row(player: int, label: str, actions: Sequence[str], row: object) -> Behaviour:
    """One probability per action from what a strategy gives at an information set, which is checked."""
    if not isinstance(row, Mapping):
        raise DodonaError(f"at '{label}' a strategy gives a mapping from action to probability, not {row!r}.")
    given = {str(action): probability for action, probability in row.items()}
    for action in given:
        if action not in actions:
            known = ", ".join(actions)
            raise DodonaError(f"'{action}' is no action at information set '{label}'; the actions are {known}.")
    try:
        values = np.array([float(given.get(action, 0.0)) for action in actions])
    except (TypeError, ValueError, OverflowError):
        values = np.full(len(actions), np.nan)
    if not (np.all(values >= 0) and abs(values.sum() - 1) <= 1e-6):
        raise DodonaError(
            f"the probabilities of player {player} at '{label}' must be from 0 to 1 and sum to 1, not {dict(row)}."
        )
    return np.asarray(values / values.sum())
