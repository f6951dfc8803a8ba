"""Games of simultaneous moves walked stage by stage over distinct positions, with the number of histories of each."""

from collections import Counter
from itertools import product

import numpy as np

import dodona


def layers(text):
    """For every depth the open positions by key, and how many histories lead to each."""
    root = dodona.game(text).root()
    states, counts = {root.key(): root}, Counter({root.key(): 1})
    result = []
    while states:
        result.append((states, counts))
        following, reached = {}, Counter()
        for key, state in states.items():
            for joint in joint_moves(state):
                after = state.play(index=joint)
                if not after.is_terminal:
                    following[after.key()] = after
                    reached[after.key()] += counts[key]
        states, counts = following, reached
    return result


def joint_moves(state):
    """Every pair of actions, by index."""
    return product(*(range(len(state.actions(player))) for player in (0, 1)))


def histories_by_depth(text):
    """Open histories of each length."""
    return [sum(counts.values()) for _, counts in layers(text)]


class StageValues:
    """Values by backward induction over distinct positions, with any way to solve one stage."""

    def __init__(self, solve_stage):
        self.solve_stage = solve_stage
        self.known = {}

    def value(self, state):
        """Player 0's value of a position."""
        if state.is_terminal:
            return state.utility()[0]
        if state.key() not in self.known:
            self.known[state.key()] = self.solve_stage(self.stage(state))
        return self.known[state.key()]

    def stage(self, state):
        """The matrix of the values that follow."""
        shape = [len(state.actions(player)) for player in (0, 1)]
        return np.array([self.value(state.play(index=joint)) for joint in joint_moves(state)]).reshape(shape)


def saddle_bounds(matrix):
    """What each player can secure with a pure action."""
    return matrix.min(axis=1).max(), matrix.max(axis=0).min()


def stage_value(matrix):
    """The value of one stage: its saddle point, or its linear program."""
    lower, upper = saddle_bounds(matrix)
    return lower if upper - lower < 1e-9 else dodona.solve(dodona.MatrixGame(matrix.tolist()), "matrix_lp").value
