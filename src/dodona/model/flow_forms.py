"""Small flow games in other forms: as a matrix over pure plans, and as a tree."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import DodonaError
from dodona.model.flow_game import FlowGame
from dodona.model.game import CHANCE, TERMINAL, Game
from dodona.model.matrix_game import MAX_CELLS, MatrixGame, round_cells
from dodona.model.strategy import unique_labels

#: States and marginal actions by number, in turn, from a start on.
Trail = tuple[int, ...]


def matrix_of_flows(game: FlowGame) -> MatrixGame:
    """The reduced strategic form of a flow game; see :meth:`dodona.FlowGame.matrix`."""
    least = [_least_plans(process) for process in game.processes]
    rows = _plans(game, 0, MAX_CELLS / least[1])
    columns = _plans(game, 1, MAX_CELLS / len(rows))
    flows, others = (np.array([flow for _, flow in own]) for own in (rows, columns))
    first = np.array([others @ game.arrays.values(1, flow) for flow in flows])
    first += (flows @ game.arrays.alone(0))[:, None] + game.arrays.constant
    payoffs = np.stack([first, -first], axis=-1)
    round_cells(payoffs, 0.0)
    labels = [unique_labels([label for label, _ in own]) for own in (rows, columns)]
    return MatrixGame(payoffs[..., 0], payoffs[..., 1], actions=labels, text=f"{game}.matrix()")


def _least_plans(process: DecisionProcess) -> float:
    """A number of plans that a process has at least: its paths, if every action had its most promising outcome only."""
    below = np.ones(process.num_states)
    for state in reversed(range(process.num_states)):
        actions = range(*process.first_action[state : state + 2])
        if actions:
            below[state] = min(1e300, sum(below[process.outcomes_of(action)[0]].max() for action in actions))
    return float(below[process.initial > 0].max())


def _plans(game: FlowGame, player: int, most: float) -> list[tuple[str, NDArray[np.float64]]]:
    """Every reduced pure plan of a player as a label and a flow; an error where there are more than so many."""
    process = game.processes[player]
    names, labels = process.action_labels(), unique_labels(process.labels)
    owner = np.repeat(np.arange(process.num_states), np.diff(process.first_action))
    found: list[tuple[str, NDArray[np.float64]]] = []
    ahead: list[tuple[NDArray[np.float64], Trail]] = [(process.initial.copy(), ())]
    while ahead:
        reach, plan = ahead.pop()
        state = owner[plan[-1]] + 1 if plan else 0
        open_ones = np.flatnonzero((reach[state:] > 0) & (np.diff(process.first_action)[state:] > 0))
        if len(open_ones) == 0:
            if len(found) >= most or (len(found) + 1) * max(1, len(names)) > 5 * MAX_CELLS:
                raise DodonaError(
                    f"{game} has more than {MAX_CELLS:,} joint plans: too many for a matrix; solve it by its flows."
                )
            flow = np.zeros(len(names))
            flow[list(plan)] = reach[owner[list(plan)]]
            found.append(("; ".join(f"{labels[owner[a]]} {names[a]}" for a in plan) or "-", flow))
            continue
        state += open_ones[0]
        for action in reversed(range(*process.first_action[state : state + 2])):
            after, chances = process.outcomes_of(action)
            then = reach.copy()
            np.add.at(then, after, reach[state] * chances)
            ahead.append((then, (*plan, action)))
    return found


@dataclass(frozen=True)
class FlowPosition:
    """How far both players have come."""

    trails: tuple[Trail, Trail]
    tree: FlowTree = field(compare=False, repr=False)

    def __str__(self) -> str:
        return " | ".join(self.tree.told(player, trail) for player, trail in enumerate(self.trails))


@dataclass(frozen=True)
class FlowMemory:
    """What a player remembers: her own states and actions."""

    player: int
    trail: Trail
    tree: FlowTree = field(compare=False, repr=False)

    def __str__(self) -> str:
        return self.tree.told(self.player, self.trail)


class FlowTree(Game):
    """A flow game as rules: player 0 goes through her process, then player 1 through his; see ``FlowGame.extensive``.

    Outcomes are moves of chance wherever there are several. The expected utility of two plans is that of their flows:
    the players' paths are independent.
    """

    zero_sum = True
    max_length = 2**31 - 1  # processes are finite and acyclic

    def __init__(self, game: FlowGame) -> None:
        self.game = game
        self._states = tuple(unique_labels(process.labels) for process in game.processes)
        self._actions = tuple(_actions_by_label(process) for process in game.processes)
        self._names = tuple(process.action_labels() for process in game.processes)
        self._worth: dict[Trail, NDArray[np.float64]] = {}

    @property
    def text(self) -> str:
        """The game in one line."""
        return f"{self.game}.extensive()"

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self.game.player_names

    def initial(self) -> FlowPosition:
        """Both players at their starts, as far as chance has no say."""
        return self._settled(((), ()))

    def turn(self, state: FlowPosition) -> int:
        """The player whose process goes on, or chance where it has several outcomes."""
        for player, trail in enumerate(state.trails):
            if len(trail) % 2 == 0:
                return CHANCE
            if self._actions[player][trail[-1]]:
                return player
        return TERMINAL

    def actions(self, state: FlowPosition, player: int) -> Sequence[str]:
        """What may be done in the player's state."""
        return list(self._actions[player][state.trails[player][-1]])

    def chance(self, state: FlowPosition) -> Mapping[str, float]:
        """The states that may follow."""
        player = self._mover(state)
        return {self._states[player][after]: p for after, p in self._outcomes(player, state.trails[player])}

    def play(self, state: FlowPosition, move: str) -> FlowPosition:
        """The position after an action or an outcome."""
        player = self._mover(state)
        trail = state.trails[player]
        if len(trail) % 2:
            number = self._actions[player][trail[-1]][move]
        else:
            number = next(after for after, _ in self._outcomes(player, trail) if self._states[player][after] == move)
        longer = (*trail, number)
        return self._settled((longer, state.trails[1]) if player == 0 else (state.trails[0], longer))

    def utility(self, state: FlowPosition) -> float:
        """What player 0 gets for both paths."""
        first, second = state.trails
        if first not in self._worth:
            self._worth.clear()  # trees are walked with player 0's paths one after the other
            flow = np.zeros(self.game.processes[0].num_actions)
            flow[list(first[1::2])] = 1.0
            own = float(flow @ self.game.arrays.alone(0)) + self.game.arrays.constant
            self._worth[first] = np.append(self.game.arrays.values(1, flow), own)
        return float(self._worth[first][[*second[1::2], -1]].sum())

    def information(self, state: FlowPosition, player: int) -> FlowMemory:
        """The player's own path."""
        return FlowMemory(player, state.trails[player], self)

    def told(self, player: int, trail: Trail) -> str:
        """A path in words."""
        labels = self._states[player], self._names[player]
        words = (labels[place % 2][number] for place, number in enumerate(trail))
        return " ".join(words) or "start"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FlowTree) and other.game == self.game

    def __hash__(self) -> int:
        return hash(("extensive", self.game))

    def __reduce__(self) -> tuple[Any, ...]:
        return FlowTree, (self.game,)

    def _declared(self) -> tuple[int, bool, bool, bool, bool, tuple[float, float] | None, int]:
        """The claims of the class; whether there is chance depends on the processes."""
        players, zero_sum, _, *rest = super()._declared()
        return players, zero_sum, self.game.traits.chance, *rest  # type: ignore[return-value]

    def _mover(self, state: FlowPosition) -> int:
        """Whose process goes on."""
        first = state.trails[0]
        return 0 if len(first) % 2 == 0 or self._actions[0][first[-1]] else 1

    def _outcomes(self, player: int, trail: Trail) -> list[tuple[int, float]]:
        """The states that may follow a path that ends in an action, or is empty."""
        process = self.game.processes[player]
        if trail:
            states, chances = process.outcomes_of(trail[-1])
        else:
            states = np.flatnonzero(process.initial)
            chances = process.initial[states]
        return list(zip(states.tolist(), chances.tolist(), strict=True))

    def _settled(self, trails: tuple[Trail, Trail]) -> FlowPosition:
        """The position where the next choice is, of a player or of chance."""
        both = list(trails)
        for player in (0, 1):
            if len(both[player]) % 2 == 0:
                outcomes = self._outcomes(player, both[player])
                if len(outcomes) > 1:
                    break
                both[player] += (outcomes[0][0],)
            if self._actions[player][both[player][-1]]:
                break
        return FlowPosition((both[0], both[1]), self)


def _actions_by_label(process: DecisionProcess) -> list[dict[str, int]]:
    """For every state its actions, as labels that differ and numbers."""
    names = process.action_labels()

    def own(begin: int, end: int) -> Iterator[tuple[str, int]]:
        return zip(unique_labels(names[begin:end]), range(begin, end), strict=True)

    starts = process.first_action.tolist()
    return [dict(own(begin, end)) for begin, end in pairwise(starts)]
