"""A tiny game that does not say how large its utilities are."""

import dodona


class Counting(dodona.Game):
    """Count to three in turn; whoever says three wins."""

    zero_sum = True

    def initial(self):
        return 0, 0

    def turn(self, state):
        return dodona.TERMINAL if state[0] >= 3 else state[1]

    def actions(self, state, player):
        return [1, 2]

    def play(self, state, move):
        return state[0] + move, 1 - state[1]

    def utility(self, state):
        return 1 if state[1] == 1 else -1
