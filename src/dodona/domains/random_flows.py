"""Random flow games, drawn from a seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from dodona.domains.catalog import domain
from dodona.domains.draws import some_of
from dodona.domains.parameters import Number, Whole
from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import GameDefinitionError
from dodona.model.flow_game import FlowGame

#: Processes of this many outcomes, and a utility of this many pairs and shares, are drawn in a moment.
MOST_OUTCOMES = 200_000
MOST_PAIRS = 5_000_000
#: How likely the outcomes of an action are in the thesis's code: its own state, and the one before that.
TREE_CHANCES = (0.8, 0.2)


@domain()
def random_flow_game(
    steps: Annotated[int, Whole(1, 1000)] = 3,
    states: Annotated[int, Whole(1, 10_000)] = 3,
    actions: Annotated[int, Whole(1, 1000)] = 2,
    outcomes: Annotated[int, Whole(1, 1000)] = 2,
    shape: Literal["layers", "tree"] = "layers",
    jumps: bool = False,
    pairs: Literal["step", "all"] = "step",
    density: Annotated[float, Number(0, 1)] = 1.0,
    terms: Annotated[int, Whole(0, 10_000)] = 0,
    alone: bool = False,
    utility: Literal["integer", "uniform"] = "integer",
    largest: Annotated[int, Whole(1, 1_000_000)] = 2,
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> FlowGame:
    """Random flow game: two random decision processes with utilities for pairs of their actions.

    Both processes begin in one state, and every action leads to one of several states of the next step, with drawn
    probabilities. As a ``tree`` every state is entered from one state only: that is the random game of the code of
    [Bosansky2014]_, with ``random_flow_game(shape=tree, steps=5, actions=3)`` for its size. All that happens is drawn
    from the ``seed``.

    Parameters
    ----------
    steps
        How many actions follow one another, unless there are jumps.
    states
        The most states of a step, in layers; there are fewer where no action leads to them.
    actions
        How many actions every state has.
    outcomes
        How many states an action may lead to, in layers.
    shape
        In ``layers`` actions lead to states that others lead to as well. In a ``tree`` every state leads to as many
        others as it has actions: an action to its own state with probability 0.8, to the one before it with 0.2; how
        the thesis's code shares states among actions is not known for certain.
    jumps
        Whether every second outcome in layers may leave out steps.
    pairs
        Which pairs of actions may have a utility: those of one ``step``, or ``all``.
    density
        How likely such a pair has one, and an action a share of a term.
    terms
        How many terms are worth the products of both players' shares, besides the pairs.
    alone
        Whether actions are worth something by themselves, too.
    utility
        Numbers from -``largest`` to ``largest``: every ``integer`` is as likely, or ``uniform`` ones.
    largest
        The largest number of a utility or a share.
    seed
        What the game is drawn from.
    """
    drawn = RandomFlows(
        random.Random(seed), steps, states, actions, outcomes, shape == "tree", jumps, density, utility, largest
    )
    size = drawn.most_outcomes()
    if size > MOST_OUTCOMES:
        raise GameDefinitionError(
            f"random_flow_game: a process would have up to {size:,} outcomes of actions: at most {MOST_OUTCOMES:,} are "
            "drawn; take fewer steps, states, actions or outcomes."
        )
    processes = drawn.process(), drawn.process()
    asked = drawn.count_pairs(pairs == "all", *processes) + terms * sum(own.num_actions for own in processes)
    if asked > MOST_PAIRS:
        raise GameDefinitionError(
            f"random_flow_game: {asked:,} pairs of actions and shares of terms would be drawn: at most {MOST_PAIRS:,} "
            "are; take fewer steps, states, actions or terms."
        )
    return FlowGame(
        *processes,
        drawn.pair_utility,
        same=(lambda state, action: state[0]) if pairs == "step" else None,
        factors=(drawn.shares(terms), drawn.shares(terms)) if terms else None,
        alone=(drawn.own_utility, drawn.own_utility) if alone else (None, None),
    )


@dataclass(frozen=True)
class RandomFlows:
    """Draws from one stream, which is asked in a fixed order."""

    stream: random.Random
    steps: int
    states: int
    actions: int
    outcomes: int
    is_tree: bool
    jumps: bool
    density: float
    utility: str
    largest: int

    def most_outcomes(self) -> int:
        """How many outcomes the actions of a process may have."""
        if self.is_tree:
            levels: list[int] = [self.actions ** (step + 1) for step in range(min(self.steps, 64))]
            return len(TREE_CHANCES) * sum(levels)
        return self.actions * (1 + self.states * (self.steps - 1)) * min(self.outcomes, self.states)

    def count_pairs(self, every: bool, first: DecisionProcess, second: DecisionProcess) -> int:
        """How many pairs may have a utility."""
        if every:
            return first.num_actions * second.num_actions
        counts = [[0] * self.steps, [0] * self.steps]
        for own, process in zip(counts, (first, second), strict=True):
            for state, _ in process.marginal_actions():
                own[state[0]] += 1
        return sum(a * b for a, b in zip(*counts, strict=True))

    def process(self) -> DecisionProcess:
        """A process; the first part of a state is its step."""
        names = [f"a{action + 1}" for action in range(self.actions)]
        after = self._tree_outcomes if self.is_tree else self._layer_outcomes
        return DecisionProcess(
            (0, 0),
            lambda state: names if state[0] < self.steps else [],
            lambda state, name: after(state, names.index(name)),
        )

    def _tree_outcomes(self, state: tuple[int, int], action: int) -> dict[tuple[int, int], float]:
        step, number = state
        found: dict[tuple[int, int], float] = {}
        for back, chance in enumerate(TREE_CHANCES):
            after = (step + 1, number * self.actions + (action - back) % self.actions)
            found[after] = found.get(after, 0.0) + chance
        return found

    def _layer_outcomes(self, state: tuple[int, int], action: int) -> dict[tuple[int, int], float]:
        numbers = some_of(self.states, self.outcomes, self.stream)
        weights = {(self._next_step(state[0]), number): 1.0 - self.stream.random() for number in numbers}
        total = sum(weights.values())
        return {after: weight / total for after, weight in weights.items()}

    def _next_step(self, step: int) -> int:
        """The step after one; where there are jumps, in one of two draws any later one."""
        leaves_out = self.jumps and self.stream.random() < 0.5
        return step + 1 + (int(self.stream.random() * (self.steps - step)) if leaves_out else 0)

    def number(self) -> float:
        """A utility or a share."""
        draw = self.stream.random()
        if self.utility == "integer":
            return float(int(draw * (2 * self.largest + 1)) - self.largest)
        return (2.0 * draw - 1.0) * self.largest

    def pair_utility(self, *_: Any) -> float:
        """What a pair of actions is worth."""
        return self.number() if self.stream.random() < self.density else 0.0

    def own_utility(self, *_: Any) -> float:
        """What an action is worth by itself."""
        return self.number()

    def shares(self, terms: int) -> Callable[[Any, Any], dict[Hashable, float]]:
        """Shares of terms."""
        return lambda *_: {term: self.number() for term in range(terms) if self.stream.random() < self.density}
