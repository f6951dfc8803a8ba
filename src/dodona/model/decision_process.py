"""Decision processes: what one player of a flow game may do, state by state, as arrays with labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from dodona.model.asking import asked, call_text, required_function, short
from dodona.model.errors import GameDefinitionError
from dodona.model.values import is_number, whole

if TYPE_CHECKING:
    import networkx

#: A process with more states than this is taken to be endless.
MOST_STATES = 2_000_000
#: How far probabilities may be from a sum of one.
ROUNDING = 1e-9

State = Hashable
Action = Hashable
#: Where an action leads: one state, or states with their probabilities.
Outcomes = Mapping[Any, float] | Hashable


def plain_label(thing: Any) -> str:
    """The label of a state or an action: texts as they are, parts of a tuple with colons between them."""
    return ":".join(map(plain_label, thing)) if isinstance(thing, tuple) else str(thing)


class DecisionProcess:
    """A finite acyclic decision process: one player's states, marginal actions and their stochastic outcomes.

    All states that can be reached are found by asking for actions and outcomes from the start on. No state may be
    reached from itself: let the step belong to the state, as in ``(node, step)``.

    Parameters
    ----------
    initial
        The state that the process starts in, or a mapping of states to probabilities.
    actions
        What may be done in a state, in a fixed order; nothing where the process ends.
    outcomes
        Where an action of a state leads: a state, or a mapping of states to probabilities.
    label
        The text of a state or an action; parts of tuples are joined by colons unless told otherwise.

    Examples
    --------
    >>> import dodona
    >>> walk = dodona.DecisionProcess(
    ...     (0, 0),
    ...     actions=lambda state: ["stay", "go"] if state[1] < 2 else [],
    ...     outcomes=lambda state, action: (state[0] + (action == "go"), state[1] + 1),
    ... )
    >>> walk
    <DecisionProcess: 6 states, 6 actions>
    >>> walk.labels
    ('0:0', '0:1', '1:1', '0:2', '1:2', '2:2')
    """

    def __init__(
        self,
        initial: Outcomes,
        actions: Callable[[Any], Iterable[Any]],
        outcomes: Callable[[Any, Any], Outcomes],
        label: Callable[[Any], str] = plain_label,
    ) -> None:
        for name, function in (("actions", actions), ("outcomes", outcomes), ("label", label)):
            required_function(name, function)
        self._label = label
        self._action_labels: tuple[str, ...] | None = None
        starts = self._distribution(initial, "the start of the process")
        found = self._explore(starts, actions, outcomes)
        order = self._topological(list(starts), found)
        #: The states, in topological order, and their labels.
        self.states: tuple[Any, ...] = tuple(order)
        self.labels: tuple[str, ...] = tuple(map(self._text, order))
        #: The actions of every state, one after the other.
        self.actions: tuple[Any, ...] = tuple(action for state in order for action in found[state])
        self._numbers = {state: number for number, state in enumerate(order)}
        self._fill_arrays(starts, [found[state] for state in order])

    @staticmethod
    def from_table(table: Mapping[Any, Mapping[Any, Outcomes]], initial: Outcomes) -> DecisionProcess:
        """The process that a table describes: for every state its actions, for every action where it leads.

        Parameters
        ----------
        table
            One row per state: its actions with their outcomes. The row of a state in which the process ends is empty.
        initial
            The state that the process starts in, or a mapping of states to probabilities.

        Returns
        -------
        DecisionProcess
            The process; its states are those of the table.

        Examples
        --------
        >>> import dodona
        >>> table = {"dock": {"sail": {"bay": 0.9, "reef": 0.1}, "wait": "bay"}, "bay": {}, "reef": {}}
        >>> dodona.DecisionProcess.from_table(table, "dock")
        <DecisionProcess: 3 states, 2 actions>
        """
        if not isinstance(table, Mapping) or not all(isinstance(row, Mapping) for row in table.values()):
            raise GameDefinitionError("the table of a decision process maps states to mappings of actions to outcomes.")

        def actions(state: Any) -> Iterable[Any]:
            if state not in table:
                raise GameDefinitionError(
                    f"state {plain_label(state)} has no row in the table of the decision process: give it one, empty "
                    "where the process ends."
                )
            return table[state]

        process = DecisionProcess(initial, actions, lambda state, action: table[state][action])
        for state in table:
            if state not in process._numbers:
                raise GameDefinitionError(
                    f"state {plain_label(state)} cannot be reached from the start of the decision process: leave it "
                    "out, or let an action lead to it."
                )
        return process

    @staticmethod
    def on_graph(
        graph: networkx.Graph,
        start: Any,
        steps: int,
        *,
        stay: bool = False,
        end: Iterable[Any] = (),
        base: Any = None,
        failure: float = 0.0,
    ) -> DecisionProcess:
        """A walk on a graph for a number of steps: a state is a node and a step, an action is the node to go to.

        Parameters
        ----------
        graph
            A graph of NetworkX, directed or not.
        start
            The node to start from, or a mapping of nodes to probabilities.
        steps
            How many steps there are.
        stay
            Whether one may stay at a node that has no self-loop.
        end
            Nodes at which the walk ends before the last step.
        base
            A node to be at after the last step: moves after which it is too far away are left out.
        failure
            How likely a move fails, so that one stays where one is.

        Returns
        -------
        DecisionProcess
            The process; its states are pairs of a node and a step.

        Examples
        --------
        >>> import dodona, networkx
        >>> dodona.DecisionProcess.on_graph(networkx.path_graph(3), 0, steps=2, stay=True)
        <DecisionProcess: 6 states, 7 actions>
        """
        from dodona.model.graph_walk import GraphWalk

        if not isinstance(end, Iterable):
            raise GameDefinitionError(f"end must be a list of nodes, not {short(end)}.")
        walk = GraphWalk(graph, whole("steps", steps, 1, 10_000, GameDefinitionError), stay, list(end), base)
        return walk.process(start, failure)

    @property
    def num_states(self) -> int:
        """How many states there are."""
        return len(self.states)

    @property
    def num_actions(self) -> int:
        """How many marginal actions there are: pairs of a state and an action of it."""
        return len(self.actions)

    def number(self, state: Any) -> int:
        """The number of a state; an error for one that the process does not have."""
        try:
            return self._numbers[state]
        except (KeyError, TypeError):
            raise GameDefinitionError(f"the decision process has no state {_shown(state)}.") from None

    def action_number(self, state: Any, action: Any) -> int:
        """The number of an action of a state among all marginal actions."""
        begin, end = self.first_action[self.number(state) :][:2]
        for number in range(begin, end):
            if self.actions[number] == action:
                return number
        raise GameDefinitionError(f"state {_shown(state)} of the decision process has no action {_shown(action)}.")

    def action_labels(self) -> list[str]:
        """The texts of the actions."""
        if self._action_labels is None:
            self._action_labels = tuple(map(self._text, self.actions))
        return list(self._action_labels)

    def marginal_actions(self) -> Iterable[tuple[Any, Any]]:
        """Every pair of a state and an action of it, in order."""
        counts = np.diff(self.first_action).tolist()
        owners = (state for state, count in zip(self.states, counts, strict=True) for _ in range(count))
        return zip(owners, self.actions, strict=True)

    def outcomes_of(self, action: int) -> tuple[Any, Any]:
        """Where a marginal action, given by its number, leads: numbers of states, and their probabilities."""
        begin, end = self.first_outcome[action : action + 2]
        return self.next[begin:end], self.probability[begin:end]

    def arrays(self) -> tuple[Any, ...]:
        """What the core takes."""
        return self.initial, self.first_action, self.first_outcome, self.next, self.probability

    @property
    def is_stochastic(self) -> bool:
        """Whether chance has a say."""
        return bool(np.any(self.probability < 1) or np.count_nonzero(self.initial) > 1)

    def __eq__(self, other: object) -> bool:
        """Whether states, actions, outcomes, and what they are called are the same."""
        if not isinstance(other, DecisionProcess):
            return NotImplemented
        return self is other or (
            (self.states, self.labels, self.actions) == (other.states, other.labels, other.actions)
            and all(map(np.array_equal, self.arrays(), other.arrays()))
            and self.action_labels() == other.action_labels()
        )

    def __hash__(self) -> int:
        return hash((self.labels, self.next.tobytes(), self.probability.tobytes()))

    def __getstate__(self) -> dict[str, Any]:
        """All but the function that makes labels, which need not be one that can be pickled."""
        self.action_labels()
        return {**vars(self), "_label": plain_label}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._protect_arrays()

    def __repr__(self) -> str:
        return f"<DecisionProcess: {self.num_states:,} states, {self.num_actions:,} actions>"

    def _explore(
        self,
        starts: dict[State, float],
        actions: Callable[[Any], Iterable[Any]],
        outcomes: Callable[[Any, Any], Outcomes],
    ) -> dict[State, dict[Action, dict[State, float]]]:
        """Every state that can be reached, with its actions and where they lead."""
        found: dict[State, dict[Action, dict[State, float]]] = {}
        ahead = list(starts)
        while ahead:
            state = ahead.pop()
            if state in found:
                continue
            if len(found) >= MOST_STATES:
                raise GameDefinitionError(
                    f"the decision process has more than {MOST_STATES:,} states: it must end, and be small enough to "
                    "store."
                )
            found[state] = row = {}
            where = f"state {self._text(state)}"
            for action in _listed(actions, state, where):
                if action in row:
                    raise GameDefinitionError(f"{where} has the action {_shown(action)} twice.")
                what = f"action {self._text(action)} in {where}"
                row[action] = self._distribution(asked("outcomes", outcomes, state, action), what)
                ahead.extend(after for after in row[action] if after not in found)
        return found

    def _text(self, thing: Any) -> str:
        text = asked("label", self._label, thing)
        if not isinstance(text, str):
            raise GameDefinitionError(f"{call_text('label', thing)} must return a text, not {short(text)}.")
        return text

    def _distribution(self, given: Outcomes, where: str) -> dict[State, float]:
        """States with positive probabilities that add up to one."""
        try:
            outcomes = dict(given) if isinstance(given, Mapping) else {given: 1.0}
        except TypeError:
            raise GameDefinitionError(
                f"{where} leads to {short(given)}, which is no state: states are values that can be keys of a "
                "dictionary, such as tuples."
            ) from None
        for state, p in outcomes.items():
            if not is_number(p, 0, 1 + ROUNDING):
                raise GameDefinitionError(
                    f"{where} leads to state {_shown(state)} with probability {_shown(p)}, which is no number from 0 "
                    "to 1."
                )
        total = math.fsum(map(float, outcomes.values()))
        if abs(total - 1) > ROUNDING:
            raise GameDefinitionError(f"the probabilities of {where} add up to {total:.12g} instead of 1.")
        return {state: float(p) / total for state, p in outcomes.items() if p > 0}

    def _topological(self, starts: list[State], found: dict[State, dict[Action, dict[State, float]]]) -> list[State]:
        """The states so that every outcome leads to a later one: by the longest way from the start."""
        missing = dict.fromkeys(found, 0)
        for row in found.values():
            for after in {after for outcomes in row.values() for after in outcomes}:
                missing[after] += 1
        layer = [state for state in starts if missing[state] == 0]
        order: list[State] = []
        while layer:
            order += layer
            following: list[State] = []
            for state in layer:
                for after in dict.fromkeys(after for outcomes in found[state].values() for after in outcomes):
                    missing[after] -= 1
                    if missing[after] == 0:
                        following.append(after)
            layer = following
        if len(order) < len(found):
            state = _on_a_cycle(found, {state for state, count in missing.items() if count > 0})
            raise GameDefinitionError(
                f"state {self._text(state)} of the decision process can be reached from itself: the process must be "
                "acyclic; let the step belong to the state."
            )
        return order

    def _fill_arrays(self, starts: dict[State, float], rows: Sequence[dict[Action, dict[State, float]]]) -> None:
        """The process as the core takes it."""
        self.initial = np.zeros(len(self.states))
        for state, p in starts.items():
            self.initial[self._numbers[state]] = p
        outcomes = [own for row in rows for own in row.values()]
        self.first_action = _starts([len(row) for row in rows])
        self.first_outcome = _starts([len(own) for own in outcomes])
        self.next = np.array([self._numbers[after] for own in outcomes for after in own], np.int32)
        self.probability = np.array([p for own in outcomes for p in own.values()])
        self._protect_arrays()

    def _protect_arrays(self) -> None:
        for array in self.arrays():
            array.setflags(write=False)


def _starts(counts: Sequence[int]) -> Any:
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)


def _listed(actions: Callable[[Any], Iterable[Any]], state: Any, where: str) -> list[Any]:
    """The actions of a state, which may also come one by one."""
    given = asked("actions", actions, state)
    if isinstance(given, Iterable) and not isinstance(given, str):
        listed: list[Any] = asked("actions", lambda _: list(given), state)
        if all(isinstance(action, Hashable) for action in listed):
            return listed
    raise GameDefinitionError(
        f"the actions of {where} must be a list of values that can be keys of a dictionary, not {_shown(given)}."
    )


def _on_a_cycle(found: dict[State, dict[Action, dict[State, float]]], left: set[State]) -> State:
    """A state that is reached from itself, among those that no order was found for."""
    into: dict[State, State] = {}
    for state in left:
        for outcomes in found[state].values():
            for after in outcomes:
                into[after] = state
    state, seen = next(iter(left)), set()
    while state not in seen:  # every one of these states is entered from another one of them
        seen.add(state)
        state = into[state]
    return state


def _shown(thing: Any) -> str:
    text = plain_label(thing) if isinstance(thing, str | int | tuple) else short(thing)
    return text if len(text) <= 60 else text[:57] + "..."
