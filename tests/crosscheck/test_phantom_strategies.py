"""The exact solution of phantom tic-tac-toe, judged on OpenSpiel's own positions."""

from collections import defaultdict

import pytest

import dodona
from peers import peer

pyspiel = peer("pyspiel", "open_spiel")


class Judge:
    """The best response of a player to a strategy, by the rules of OpenSpiel alone.

    Beside each of its positions stands ours, which only names the information set that the strategy is asked for.
    """

    def __init__(self, plan):
        self.plan = plan
        self.player = 1 - plan.player
        self.rows = {}
        self.nodes = 0

    def row(self, position):
        label = position.information(self.plan.player)
        if label not in self.rows:
            self.rows[label] = [(int(cell) - 1, p) for cell, p in self.plan.at(position).items() if p > 0]
        return self.rows[label]

    def value(self, game):
        state = pyspiel.load_game("phantom_ttt").new_initial_state()
        total, groups = self.after([(state, game.root(), 1.0)])
        return total + sum(self.best(group) for group in groups)

    def after(self, pending):
        """Worth of what is over, and the positions where the player moves, by what she knows."""
        total, groups = 0.0, defaultdict(list)
        while pending:
            state, position, weight = pending.pop()
            self.nodes += 1
            if state.is_terminal():
                total += weight * state.returns()[self.player]
            elif state.current_player() == self.player:
                groups[state.information_state_string(self.player)].append((state, position, weight))
            else:
                pending += [self.play(state, position, weight * p, cell) for cell, p in self.row(position)]
        return total, sorted(groups.values(), key=lambda group: -sum(weight for *_, weight in group))

    @staticmethod
    def play(state, position, weight, cell):
        state = state.clone()
        state.apply_action(cell)
        return state, position.play(str(cell + 1)), weight

    def best(self, group, floor=-2.0):
        """The most from a set of positions, exactly if it is more than ``floor``."""
        best = -2.0
        for cell in group[0][0].legal_actions():
            total, groups = self.after([self.play(*position, cell) for position in group])
            left = [sum(weight for *_, weight in following) for following in groups]
            for i, following in enumerate(groups):
                need = max(floor, best) - total - sum(left[i + 1 :])
                if left[i] <= need:
                    total = -2.0
                    break
                total += self.best(following, need)
            best = max(best, total)
        return best


@pytest.mark.slow
def test_neither_player_gains_against_the_solution_on_openspiels_positions():
    game = dodona.game("phantom_tic_tac_toe(order=domain)")
    solution = dodona.solve(game, "sequence_form_double_oracle")
    cross, nought = solution.strategies
    assert Judge(nought).value(game) == pytest.approx(2 / 3, abs=1e-9)
    assert Judge(cross).value(game) == pytest.approx(-2 / 3, abs=1e-9)
