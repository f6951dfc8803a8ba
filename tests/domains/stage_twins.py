"""Second tellings of the built-in games of simultaneous moves, as plain Python classes over readable positions."""

from itertools import product

import networkx as nx

import dodona


class OshiZumo(dodona.Game):
    """Positions are (coins of player 0, coins of player 1, cell)."""

    zero_sum = True
    simultaneous = True

    def __init__(self, coins, size, min_bid=1, start=None, distance=False):
        self.coins, self.size, self.min_bid, self.distance = coins, size, min_bid, distance
        self.start = size if start is None else start

    def initial(self):
        return (*self.coins, self.start)

    def turn(self, state):
        first, second, cell = state
        broke = max(first, second) < self.min_bid
        return dodona.TERMINAL if broke or not 0 <= cell <= 2 * self.size else dodona.SIMULTANEOUS

    def actions(self, state, player):
        return list(range(self.min_bid, state[player] + 1)) or [0]

    def play(self, state, bids):
        first, second, cell = state
        push = 1 if bids[0] > bids[1] else -1 if bids[0] < bids[1] else 0
        return (first - bids[0], second - bids[1], cell + push)

    def utility(self, state):
        off = state[2] - self.size
        return off if self.distance else (off > 0) - (off < 0)


class Tron(dodona.Game):
    """Positions are (board as rows of text, result or None); heads are 0 and 1, or X where they have met."""

    zero_sum = True
    simultaneous = True
    steps = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}  # noqa: RUF012

    def __init__(self, board):
        self.board = board

    def initial(self):
        return (tuple(self.board), self.result(self.board))

    def turn(self, state):
        return dodona.SIMULTANEOUS if state[1] is None else dodona.TERMINAL

    def head(self, board, player):
        return next((r, c) for r, row in enumerate(board) for c, mark in enumerate(row) if mark in (str(player), "X"))

    def free(self, board, player):
        row, column = self.head(board, player)
        cells = {name: (row + down, column + right) for name, (down, right) in self.steps.items()}
        inside = {name: (r, c) for name, (r, c) in cells.items() if 0 <= r < len(board) and 0 <= c < len(board[0])}
        return {name: (r, c) for name, (r, c) in inside.items() if board[r][c] == "."}

    def result(self, board):
        if any("X" in row for row in board):
            return 0
        stuck = [not self.free(board, player) for player in (0, 1)]
        return stuck[1] - stuck[0] if any(stuck) else None

    def actions(self, state, player):
        return list(self.free(state[0], player))

    def play(self, state, move):
        board = state[0]
        cells = [self.free(board, player)[move[player]] for player in (0, 1)]
        rows = [list(row.replace("0", "#").replace("1", "#")) for row in board]
        for player, (row, column) in enumerate(cells):
            rows[row][column] = "X" if cells[0] == cells[1] else str(player)
        board = tuple("".join(row) for row in rows)
        return (board, self.result(board))

    def utility(self, state):
        return state[1]


class PursuitEvasion(dodona.Game):
    """Positions are (evader, units, rounds left, captured), on any graph of NetworkX."""

    zero_sum = True
    simultaneous = True

    def __init__(self, graph, evader, units, depth):
        self.graph = nx.DiGraph(graph)
        self.start = (evader, tuple(units), depth, False)

    def initial(self):
        return self.start

    def turn(self, state):
        return dodona.TERMINAL if state[3] or state[2] == 0 else dodona.SIMULTANEOUS

    def actions(self, state, player):
        if player == 0:
            return sorted(self.graph.successors(state[0]))
        return list(product(*(sorted(self.graph.successors(unit)) for unit in state[1])))

    def play(self, state, move):
        evader, units, left, _ = state
        to, targets = move
        met = to in targets
        crossed = any(unit == to and target == evader for unit, target in zip(units, targets, strict=True))
        return (to, targets, left - 1, met or crossed)

    def utility(self, state):
        return -1 if state[3] else 1
