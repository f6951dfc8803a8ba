"""Games without a value: what regret minimisation proves is a coarse correlated equilibrium, and that is checked."""

from itertools import product

import numpy as np
import pytest

import dodona
from dodona import _core
from dodona.all_methods import method_named
from dodona.extensive.round_options import rule_of
from oracles import decisions

METHODS = ("cfr", "cfr+", "linear_cfr", "dcfr", "pcfr+", "optimistic_mirror_descent")


class Guesses(dodona.Game):
    """Three players: the first sees a card and bets or not, the others guess without or with seeing the bet."""

    players = 3

    def initial(self):
        return ()

    def turn(self, state):
        return (dodona.CHANCE, 0, 1, 2, dodona.TERMINAL)[len(state)]

    def actions(self, state, player):
        return ["bet", "pass"] if player == 0 else ["high", "low", "out"] if player == 1 else ["high", "low"]

    def chance(self, state):
        return [("high", 0.4), ("low", 0.6)]

    def play(self, state, move):
        return (*state, move)

    def information(self, state, player):
        return {0: state[:1], 1: "guess", 2: state[1:2]}[player]

    def utility(self, state):
        card, bet, second, third = state
        stake = 2 if bet == "bet" else 1
        guesses = [0 if guess == "out" else stake if guess == card else -stake for guess in (second, third)]
        return [-0.5 * sum(guesses) + (0.25 if second == "out" else 0), guesses[0] - 0.1 * guesses[1], 1.5 * guesses[1]]


GAMES = [Guesses(), dodona.game("battle_of_the_sexes.extensive()"), dodona.game("chicken.extensive()")]


def utilities_of_profile(tree, plans):
    """Everybody's expected utility under realization plans, terminal node by terminal node."""
    reach = tree.terminal_reach.copy()
    for player, plan in enumerate(plans):
        reach = reach * np.asarray(plan)[tree.terminal_sequence[:, player]]
    return reach @ tree.terminal_utility


def pure_plans(tree, player):
    """All pure realization plans of a player."""
    first, counts, parents = tree.first_sequence(player), tree.num_actions(player), tree.parent_sequence(player)
    for pick in product(*(range(n) for n in counts)):
        plan = np.zeros(tree.num_sequences(player))
        plan[0] = 1
        for begin, parent, action in zip(first, parents, pick, strict=True):
            plan[begin + action] = plan[parent]
        yield plan


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_values_and_regrets_are_those_of_the_play_of_all_rounds(game, method):
    tree = game.tree()
    rule = rule_of(method_named(method).defaults, is_common=True)
    if method == "optimistic_mirror_descent":
        rule.update = _core.Update.mirror
    core = _core.SelfPlay(tree, rule)
    players = range(tree.players)
    played, weights = [], []
    sums = [np.zeros(tree.num_sequences(player)) for player in players]
    for number in range(1, 41):
        core.play(1, _core.Budget())
        weights.append(number ** method_named(method).defaults.averaging)
        # What was played in a round is what the averages have moved by.
        after = [core.average(player) * sum(weights) for player in players]
        played.append([(new - old) / weights[-1] for new, old in zip(after, sums, strict=True)])
        sums = after
    share = np.array(weights) / sum(weights)
    values = share @ np.array([utilities_of_profile(tree, plans) for plans in played])
    for player in players:
        instead = max(
            sum(
                own * utilities_of_profile(tree, [*plans[:player], pure, *plans[player + 1 :]])[player]
                for own, plans in zip(share, played, strict=True)
            )
            for pure in pure_plans(tree, player)
        )
        value, regret = core.correlated(player)
        assert value == pytest.approx(values[player], abs=1e-9)
        assert regret == pytest.approx(instead - values[player], abs=1e-9)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_regrets_shrink_to_a_coarse_correlated_equilibrium(game, method):
    solution = dodona.solve(game, method, rounds=200_000, gap=5e-3)
    assert solution.concept == "coarse correlated equilibrium"
    assert solution.status == "converged"
    assert max(solution.regrets) <= 5e-3
    assert solution.bounds is None
    assert len(solution.strategies) == len(solution.values) == game.traits.players
    assert "staying away" in solution.explain()
    assert "averages of all rounds' play" in str(solution)
    assert dodona.Solution.from_dict(solution.to_dict()).regrets == solution.regrets


def test_the_regret_of_each_player_is_within_the_bound_of_the_theory():
    # Zinkevich et al. 2007, theorems 3 and 4: of each player, range * sets * sqrt(actions) / sqrt(rounds).
    game = GAMES[0]
    tree = game.tree()
    for rounds in (10, 100, 1000):
        regrets = dodona.solve(game, "cfr", rounds=rounds).regrets
        for player, regret in enumerate(regrets):
            own = np.ptp(tree.terminal_utility[:, player])
            sets = len(decisions(game, player))
            assert regret <= own * sets * 3**0.5 / rounds**0.5


def test_averages_are_told_apart_from_the_play():
    # Chicken: the play that all share may be correlated, the averages are not.
    solution = dodona.solve("chicken.extensive()", "cfr+", rounds=2000)
    apart = [solution.stats[f"product_regret_{player}"] for player in (0, 1)]
    for player in (0, 1):
        gain = dodona.best_response("chicken.extensive()", player, solution).value
        gain -= dodona.expected_value("chicken.extensive()", solution)[player]
        assert apart[player] == pytest.approx(gain, abs=1e-9)


def test_runs_go_on_from_checkpoints(tmp_path):
    path = tmp_path / "chicken.npz"
    text = "chicken.extensive()"
    dodona.solve(text, "cfr", rounds=100, checkpoint=path)
    resumed = dodona.solve(text, "cfr", rounds=300, checkpoint=path, resume=True)
    whole = dodona.solve(text, "cfr", rounds=300)
    assert (resumed.values, resumed.regrets) == (whole.values, whole.regrets)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"alternating": True}, "leave alternating as it is"),
        ({"polish": True}, "polish is for two-player constant-sum games"),
    ],
)
def test_what_needs_a_value_is_refused(options, words):
    with pytest.raises(dodona.DodonaError, match=words):
        dodona.solve("chicken.extensive()", "cfr", **options)
