"""Expectations, best responses and values of information sets against slow ones computed from positions."""

from collections import defaultdict

import numpy as np
import pytest

import dodona
from dodona import TERMINAL
from instances import ALL
from oracles import Evaluator, decisions, enumerated_response, pure_plans, random_plan, uniform_plan
from positions import root

#: What the slow evaluator does in well under a second.
SMALL = [text for text in ALL if dodona.game(text).info().nodes <= 1200]
TINY = [
    "kuhn(cards=2)",
    "kuhn.after(J)",
    "liars_dice(faces=2).after(1, 1)",
    "goofspiel(cards=2, order=random)",
    "chicken",
]


def uniform(game):
    return [uniform_plan(game, player) for player in range(game.traits.players)]


@pytest.mark.parametrize("text", SMALL)
def test_uniform_profiles_are_worth_what_the_slow_walk_says(text):
    game = dodona.game(text)
    profile = uniform(game)
    slow = Evaluator(game, profile)
    assert dodona.expected_value(game, profile) == pytest.approx(slow.expected(), abs=1e-12)
    players = range(game.traits.players)
    best = [dodona.best_response(game, player, profile).value for player in players]
    assert best == pytest.approx([slow.best_response(player) for player in players], abs=1e-12)
    total = game.traits.constant_sum
    if total is not None and game.traits.players == 2:
        assert dodona.exploitability(game, profile) == pytest.approx(best[0] - (total - best[1]), abs=1e-12)


@pytest.mark.parametrize("text", SMALL)
def test_a_best_response_attains_its_value(text):
    game = dodona.game(text)
    players = range(game.traits.players)
    profile = [random_plan(game, player, seed=player) for player in players]
    for player in players:
        response = dodona.best_response(game, player, profile)
        played = [*profile[:player], response.strategy, *profile[player + 1 :]]
        assert Evaluator(game, played).expected()[player] == pytest.approx(response.value, abs=1e-12)
        assert all(sorted(row.values())[-1] == 1 == sum(row.values()) for row in response.strategy.values())


@pytest.mark.parametrize("text", TINY)
def test_no_pure_strategy_beats_the_best_response(text):
    game = dodona.game(text)
    for seed in range(3):
        profile = [random_plan(game, player, seed=10 * seed + player) for player in (0, 1)]
        for player in (0, 1):
            direct = enumerated_response(game, player, profile)
            assert dodona.best_response(game, player, profile).value == pytest.approx(direct, abs=1e-12)
            assert Evaluator(game, profile).best_response(player) == pytest.approx(direct, abs=1e-12)


def test_the_number_of_pure_strategies_is_the_product_of_the_actions():
    """So that the enumeration above is known to be one."""
    game = dodona.game("kuhn")
    assert [len(decisions(game, player)) for player in (0, 1)] == [6, 6]
    assert sum(1 for _ in pure_plans(game, 0)) == 2**6


def test_the_exploitability_of_uniform_play_in_kuhn():
    """Uniform play against best responses: player 0 can win 1/2, player 1 5/12 (OpenSpiel: NashConv 11/12)."""
    game = dodona.game("kuhn")
    assert dodona.best_response(game, 0, uniform(game)).value == pytest.approx(1 / 2)
    assert dodona.best_response(game, 1, uniform(game)).value == pytest.approx(5 / 12)
    assert dodona.exploitability(game, uniform(game)) == pytest.approx(11 / 12)


def test_a_players_own_entry_does_not_matter_to_her_best_response():
    game = dodona.game("leduc")
    solution = dodona.solve(game)
    against = [
        dodona.best_response(game, 0, [own, solution.strategies[1]])
        for own in (uniform(game)[0], solution.strategies[0])
    ]
    assert against[0].value == against[1].value
    assert against[0].strategy == against[1].strategy


def test_slips_of_the_pen_in_strategies_are_named():
    game = dodona.game("kuhn")
    plans = [dict(plan) for plan in dodona.solve(game).strategies]
    assert dodona.exploitability(game, plans) == pytest.approx(0, abs=1e-9)
    wrong = {**plans[0], "J:kbb": {"call": 1}}
    with pytest.raises(dodona.DodonaError, match=r"^player 0 has no information set 'J:kbb': did you mean 'J:kb'\?$"):
        dodona.exploitability(game, [wrong, plans[1]])


def test_strategies_may_be_arrays_in_the_order_of_the_tree():
    game = dodona.game("leduc")
    solution = dodona.solve(game)
    tree = game.tree()
    arrays = [plan.probabilities for plan in solution.strategies]
    assert dodona.exploitability(game, arrays) == pytest.approx(0, abs=1e-9)
    with_one = [np.append(1.0, array) for array in arrays]
    assert dodona.expected_value(game, with_one) == pytest.approx(solution.values)
    for array, words in [
        (arrays[0][:-1], f"has {tree.num_sequences(0) - 1} numbers"),
        (arrays[0].reshape(1, -1), "has shape"),
        (arrays[0].astype(str), "type <U"),
        (2 * arrays[0], "must be from 0 to 1 and sum to 1"),
        (np.full_like(arrays[0], np.nan), "must be from 0 to 1"),
        (-arrays[0], "must be from 0 to 1"),
    ]:
        with pytest.raises(dodona.DodonaError, match=words):
            dodona.exploitability(game, [array, arrays[1]])


@pytest.mark.parametrize("plan", [{"start": {"5": 2}}, {"start": 3}, np.ones(3), {"start": {}}], ids=str)
def test_strategies_of_large_games_are_checked_too(plan):
    with pytest.raises(
        dodona.DodonaError, match=r"^in a game too large for a tree the strategy of player 0 is a mapping"
    ):
        dodona.best_response(dodona.game("phantom_tic_tac_toe"), 1, [plan, "uniform"])


def test_exploitability_is_what_all_players_could_gain():
    cube = np.random.default_rng(4).integers(-5, 6, (3, 2, 3, 2)).astype(float)
    three = dodona.MatrixGame(*cube)
    for game in (dodona.game("chicken"), dodona.game("stag_hunt"), three):
        players = range(game.traits.players)
        profile = ["uniform"] * len(players)
        values = dodona.expected_value(game, profile)
        gains = [dodona.best_response(game, player, profile).value - values[player] for player in players]
        assert dodona.exploitability(game, profile) == pytest.approx(sum(gains), abs=1e-12)
        assert sum(gains) > 0.1
    defect = [{"start": {"defect": 1}}] * 2
    assert dodona.exploitability(dodona.game("prisoners_dilemma"), defect) == 0


@pytest.mark.parametrize("player", [-1, 2])
def test_there_is_no_best_response_of_nobody(player):
    game = dodona.game("kuhn")
    with pytest.raises(dodona.DodonaError):
        dodona.best_response(game, player, uniform(game))
    with pytest.raises(dodona.DodonaError):
        dodona.infoset_values(game, player, uniform(game))


def slow_infoset_values(game, player, profile):
    """Reach and mean value per information set by a recursion that weighs every history."""
    slow = Evaluator(game, profile)
    members = defaultdict(list)

    def visit(position, reach):
        if position.turn == TERMINAL:
            return position.state.utility()[player]
        children = [p * visit(position.play(move), reach * p) for move, p in enumerate(slow.odds(position))]
        if position.turn == player:
            members[position.state.information(player)].append((reach, sum(children)))
        return sum(children)

    visit(root(slow.game), 1.0)
    result = {}
    for label, nodes in members.items():
        reach = sum(weight for weight, _ in nodes)
        weights = [weight for weight, _ in nodes] if reach > 0 else None  # unreached: every node counts alike
        result[label] = (reach, float(np.average([value for _, value in nodes], weights=weights)))
    return result


@pytest.mark.parametrize("text", ["kuhn", "liars_dice(faces=2)", "goofspiel(cards=3)", "random_game", "poker(types=2)"])
def test_values_of_information_sets(text):
    game = dodona.game(text)
    for profile in (uniform(game), dodona.solve(game).strategies):
        for player in (0, 1):
            found = dodona.infoset_values(game, player, profile)
            expected = slow_infoset_values(game, player, profile)
            assert found.keys() == expected.keys()
            for label, pair in found.items():
                assert pair == pytest.approx(expected[label], abs=1e-12)


def test_imperfect_recall_is_refused_by_everything_that_evaluates():
    class Absent(dodona.Game):
        """An absent-minded player: she moves twice and knows nothing."""

        zero_sum = True

        def initial(self):
            return ""

        def turn(self, state):
            return 0 if len(state) < 2 else TERMINAL

        def actions(self, state, player):
            return ["a", "b"]

        def play(self, state, move):
            return state + move

        def utility(self, state):
            return len(set(state))

        def information(self, state, player):
            return "?"

    game = Absent()
    profile = [{"?": {"a": 0.5, "b": 0.5}}, {}]
    for ask in (
        lambda: dodona.solve(game),
        lambda: dodona.expected_value(game, profile),
        lambda: dodona.best_response(game, 0, profile),
        lambda: dodona.exploitability(game, profile),
        lambda: dodona.infoset_values(game, 0, profile),
        lambda: dodona.matrix_of(game),
    ):
        with pytest.raises(dodona.GameDefinitionError, match="imperfect recall"):
            ask()
