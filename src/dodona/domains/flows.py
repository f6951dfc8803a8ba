"""Games with sequential strategies: players who follow decision processes and do not see each other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from dodona.domains.catalog import domain
from dodona.domains.parameters import Number, Whole
from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import GameDefinitionError
from dodona.model.flow_game import FlowGame

Cell = tuple[int, int]

#: Where both players start: an artificial state with one action, as the thesis counts them.
START = "start"


@domain(shows=("width", "length", "steps"))
def transit(
    width: Annotated[int, Whole(1, 50)] = 5,
    length: Annotated[int, Whole(2, 100)] = 10,
    steps: Annotated[int, Whole(1, 200)] = 14,
    base: Annotated[int, Whole(0, 99)] | None = None,
    failure: Annotated[float, Number(0, 1)] = 0.1,
    reward: Annotated[float, Number()] = 1.0,
    step_cost: Annotated[float, Number()] = 0.01,
    penalty: Annotated[float, Number()] = 1000.0,
    failing_cells: Literal["all", "sparse"] = "all",
    base_rule: Literal["base", "row"] = "base",
    reward_rule: Literal["arrival", "attempt"] = "arrival",
    penalty_rule: Literal["always", "unfinished"] = "always",
) -> FlowGame:
    """Transit [Bosansky2014]_, 6.3.1: cross a grid from left to right while a patrol is out.

    The evader chooses a row of the first column; both units then move to one of the eight neighbouring cells or stay,
    at the same time, where a move may fail, so that the unit stays. The evader ends in the last column with a reward
    less a cost per step, and pays 1 whenever the units act in the same cell, head for the same cell, or exchange cells.
    The patrol starts from its base in row 0, and pays a penalty if its last move does not lead back there.

    Parameters
    ----------
    width
        Rows of the grid.
    length
        Columns of the grid.
    steps
        How many moves each unit has.
    base
        The column of the patrol's base; by default the one left of the middle.
    failure
        How likely a move fails.
    reward
        What reaching the last column is worth.
    step_cost
        What the evader loses of it per step before her last one; the thesis's experiments have 0.01, its code 0.02.
    penalty
        What the patrol pays where its last move does not lead to the base.
    failing_cells
        Where moves fail: in ``all`` cells, or after the first step in every so many cells (``sparse``), as in the
        thesis's code.
    base_rule
        What is a return: to the ``base``, or, as in the thesis's code, to its whole ``row``.
    reward_rule
        What is rewarded: an ``arrival``, or, as in the thesis's code, every ``attempt``, whether or not the move fails.
    penalty_rule
        When the penalty is due: ``always``, or, as in the thesis's code, where the evader is still on her way and
        neither caught nor arriving at that moment (``unfinished``).
    """
    grid = Transit(
        width,
        length,
        steps,
        max(length // 2 - 1, 0) if base is None else base,
        failure,
        reward,
        step_cost,
        penalty,
        failing_cells == "sparse",
        base_rule == "row",
        reward_rule == "attempt",
        penalty_rule == "unfinished",
    )
    if grid.base >= length:
        raise GameDefinitionError(f"transit: base is a column from 0 to {length - 1}, not {grid.base}.")
    if grid.failure >= 1:
        raise GameDefinitionError("transit: failure is a probability below 1: a move that always fails leads nowhere.")
    return grid.game()


@dataclass(frozen=True)
class Transit:
    """The rules of the transit game. A state is a cell and a step, an action is the cell to go to."""

    width: int
    length: int
    steps: int
    base: int
    failure: float
    reward: float
    step_cost: float
    penalty: float
    fails_sparsely: bool
    excuses_row: bool
    rewards_attempts: bool
    spares_finished: bool

    def game(self) -> FlowGame:
        """The two processes and the utility."""
        evader = DecisionProcess(START, self._evader_actions, self._evader_outcomes)
        patrol = DecisionProcess(START, self._patrol_actions, self._patrol_outcomes)
        return FlowGame(
            evader,
            patrol,
            factors=(self._evader_shares, self._patrol_shares),
            alone=(self._evader_alone, None if self.spares_finished else self._patrol_alone),
            names=("evader", "patrol"),
        )

    def _near(self, cell: Cell) -> Iterator[Cell]:
        """Staying comes first, so that it is what is done by default; then the way forward."""
        row, column = cell
        yield cell
        for right in (1, 0, -1):
            for down in (0, -1, 1):
                to = (row + down, column + right)
                if to != cell and 0 <= to[0] < self.width and 0 <= to[1] < self.length:
                    yield to

    def _may_fail(self, cell: Cell, step: int) -> bool:
        if not self.fails_sparsely:
            return self.failure > 0
        number, every = cell[1] * self.width + cell[0], self.length * self.width // 5 + 1
        return self.failure > 0 and step > 0 and number % every == 0

    def _move(self, state: tuple[int, int, int], to: Cell) -> dict[Any, float]:
        row, column, step = state
        if to == (row, column) or not self._may_fail((row, column), step):
            return {(*to, step + 1): 1.0}
        return {(*to, step + 1): 1.0 - self.failure, (row, column, step + 1): self.failure}

    def _evader_actions(self, state: Any) -> Iterator[Any]:
        if state == START:
            yield "enter"
        elif state == "enter":
            yield from ((row, 0) for row in range(self.width))
        elif state[1] < self.length - 1 and state[2] < self.steps:
            yield from self._near(state[:2])

    def _evader_outcomes(self, state: Any, action: Any) -> Any:
        if state == START:
            return "enter"
        return (*action, 0) if state == "enter" else self._move(state, action)

    def _patrol_actions(self, state: Any) -> Iterator[Any]:
        if state == START:
            yield (0, self.base)
        elif state[2] < self.steps:
            yield from self._near(state[:2])

    def _patrol_outcomes(self, state: Any, action: Any) -> Any:
        return (*action, 0) if state == START else self._move(state, action)

    def _arrives(self, action: Cell) -> bool:
        return action[1] == self.length - 1

    def _gain(self, state: tuple[int, int, int], action: Cell) -> float:
        """What an evader's action brings where she is not caught."""
        if not self._arrives(action):
            return 0.0
        fails = self._may_fail(state[:2], state[2]) and not self.rewards_attempts
        return (self.reward - self.step_cost * state[2]) * (1.0 - self.failure if fails else 1.0)

    def _evader_alone(self, state: Any, action: Any) -> float:
        return self._gain(state, action) if isinstance(state, tuple) else 0.0

    def _is_astray(self, state: Any, action: Any) -> bool:
        """Whether a patrol's action is her last one and does not lead to the base."""
        if not isinstance(state, tuple) or state[2] < self.steps - 1:
            return False
        return bool(action[0] != 0 if self.excuses_row else action != (0, self.base))

    def _patrol_alone(self, state: Any, action: Any) -> float:
        return self.penalty if self._is_astray(state, action) else 0.0

    def _meetings(self, state: Any, action: Any, swapped: bool, kind: str = "") -> Iterator[tuple[Any, float]]:
        """Terms whose products add up to 1 where the units meet, to 0 elsewhere.

        They meet if they are in one cell, head for one cell, or exchange cells. Being in one cell and heading for one
        is the same move; it counts once.
        """
        cell, step = state[:2], state[2]
        yield (kind, "at", cell, step), 1.0
        yield (kind, "to", action, step), 1.0
        yield (kind, "move", cell, action, step), -1.0 if swapped else 1.0
        if cell != action:
            yield (kind, "exchange", *((action, cell) if swapped else (cell, action)), step), 1.0

    def _is_due(self, state: Any) -> bool:
        """Whether the penalty depends on the evader at the step of a state."""
        return self.spares_finished and state[2] == self.steps - 1

    def _evader_shares(self, state: Any, action: Any) -> dict[Any, float]:
        if not isinstance(state, tuple):
            return {}
        if self._is_due(state) and not self._arrives(action):
            return {"unfinished": 1.0, **{term: -share for term, share in self._meetings(state, action, False, "late")}}
        loss = -1.0 - self._gain(state, action)
        return {term: loss * share for term, share in self._meetings(state, action, False)}

    def _patrol_shares(self, state: Any, action: Any) -> dict[Any, float]:
        if not isinstance(state, tuple):
            return {}
        shares = dict(self._meetings(state, action, True))
        if self._is_due(state):
            # Who is caught on her way pays 1 instead of getting the penalty.
            owed = self.penalty if self._is_astray(state, action) else 0.0
            shares |= {term: (1.0 + owed) * share for term, share in self._meetings(state, action, True, "late")}
            shares["unfinished"] = owed
        return shares
