"""Flow games drawn by hypothesis, and what they are worth computed the slow way."""

import itertools

from hypothesis import strategies as st

from dodona import DecisionProcess, FlowGame

NUMBERS = st.integers(-3, 3).map(float)


@st.composite
def processes(draw, layers=3, width=3):
    """A process in layers; actions lead to one or two states of the next layers, and some states end early."""
    sizes = [1, *(draw(st.integers(1, width)) for _ in range(draw(st.integers(1, layers))))]
    states = [(layer, number) for layer, size in enumerate(sizes) for number in range(size)]
    table = {}
    for layer, number in states:
        later = [state for state in states if state[0] > layer]
        actions = draw(st.integers(0 if number else 1, 3)) if later else 0
        table[layer, number] = {f"a{action}": _outcomes(draw, later) for action in range(actions)}
    return DecisionProcess((0, 0), lambda state: table[state], lambda state, action: table[state][action])


def _outcomes(draw, later):
    first, second = draw(st.sampled_from(later)), draw(st.sampled_from(later))
    p = draw(st.sampled_from([1.0, 0.5, 0.9]))
    return {first: 1.0} if first == second or p == 1 else {first: p, second: 1 - p}


@st.composite
def flow_games(draw):
    """A game with a utility in pairs, factors and parts of one player alone; returns also the utility of a pair."""
    first, second = draw(processes()), draw(processes())
    own, other = list(first.marginal_actions()), list(second.marginal_actions())
    pairs = {pair: draw(NUMBERS) for pair in itertools.product(own, other) if draw(st.booleans())}
    shares = [
        {action: {term: draw(NUMBERS) for term in "pqr" if draw(st.booleans())} for action in actions}
        for actions in (own, other)
    ]
    alone = [{action: draw(NUMBERS) for action in actions} for actions in (own, other)]
    constant = draw(NUMBERS)
    game = FlowGame(
        first,
        second,
        pairs=pairs,
        factors=tuple(lambda state, action, of=of: of[state, action] for of in shares),
        alone=tuple(lambda state, action, of=of: of[state, action] for of in alone),
        constant=constant,
    )
    worth = {
        pair: pairs.get(pair, 0.0)
        + sum(share * shares[1][pair[1]].get(term, 0.0) for term, share in shares[0][pair[0]].items())
        for pair in itertools.product(own, other)
    }
    return game, Slow(game, worth, alone, constant)


class Slow:
    """The game evaluated pair by pair and state by state, without the core."""

    def __init__(self, game, worth, alone, constant):
        self.game, self.worth, self.alone, self.constant = game, worth, alone, constant

    def flow(self, player, strategy):
        """Marginal probabilities of a Markov strategy, by state and action; strategies are read by label."""
        process = self.game.processes[player]
        reach = dict(zip(process.states, process.initial.tolist(), strict=True))
        flow = {}
        for number, state in enumerate(process.states):
            for k in range(process.first_action[number], process.first_action[number + 1]):
                action = process.actions[k]
                flow[state, action] = reach[state] * strategy[process.labels[number]][str(action)]
                for o in range(process.first_outcome[k], process.first_outcome[k + 1]):
                    after = process.states[process.next[o]]
                    reach[after] += flow[state, action] * float(process.probability[o])
        return flow

    def utility(self, first, second):
        """What player 0 expects of two flows."""
        alone = sum(sum(p * self.alone[k][a] for a, p in flow.items()) for k, flow in enumerate((first, second)))
        return (
            self.constant + alone + sum(p * q * self.worth[a, b] for a, p in first.items() for b, q in second.items())
        )

    def best(self, player, other):
        """What player 0 gets where a player responds best to the other's flow."""
        process = self.game.processes[player]
        best, values = (max, {}) if player == 0 else (min, {})
        for number in reversed(range(process.num_states)):
            state, options = process.states[number], []
            for k in range(process.first_action[number], process.first_action[number + 1]):
                own = (state, process.actions[k])
                pair = sum(p * self.worth[(own, b) if player == 0 else (b, own)] for b, p in other.items())
                after = range(process.first_outcome[k], process.first_outcome[k + 1])
                later = sum(float(process.probability[o]) * values[process.states[process.next[o]]] for o in after)
                options.append(self.alone[player][own] + pair + later)
            values[state] = best(options) if options else 0.0
        start = sum(p * values[state] for state, p in zip(process.states, process.initial.tolist(), strict=True))
        return self.constant + sum(p * self.alone[1 - player][a] for a, p in other.items()) + start
