"""Paranoid, best-reply search and MP-Mix: against references on small trees, as players, and their rules."""

import math

import pytest
from listed import Listed, best_reply, max_n, paranoid, tree_of

import dodona
from dodona import DodonaError, Limit
from dodona.all_methods import method_named
from dodona.model.game import opened

GAMES = [
    f"random_multiplayer(players={2 + seed % 3}, depth={3 + seed % 3}, outcomes=8, levels=5, kind={kind}, seed={seed})"
    for seed in range(12)
    for kind in ("independent", "shares")
]
RACE = "chinese_checkers(players=3, radius=2, pieces=2, turns=12)"


@pytest.mark.parametrize("text", GAMES)
def test_paranoid_is_what_the_mover_is_sure_of(text):
    game = dodona.game(text)
    solution = dodona.solve(game, "paranoid")
    tree = tree_of(game.root())
    assert solution.values[0] == paranoid(tree, 0) <= max_n(tree)[0][0]
    assert all(math.isnan(value) for value in solution.values[1:])
    assert (solution.status, solution.concept) == ("converged", "model of the others")
    after = game.root().play(solution.principal_variation[0])
    assert paranoid(tree_of(after), 0) == solution.values[0]


@pytest.mark.parametrize("text", GAMES)
def test_best_reply_lets_one_opponent_choose(text):
    game = dodona.game(text)
    tree = tree_of(game.root())
    solution = dodona.solve(game, "best_reply")
    assert solution.values[0] == best_reply(tree, 0) >= paranoid(tree, 0)


def test_others_make_the_move_that_the_games_order_puts_first():
    tree = (0, (1, (2, (5, 0, 0), (1, 0, 0)), (2, (4, 0, 0), (0, 0, 0))), (3, 3, 3))

    class Ordered(Listed):
        def promise(self, path, move):
            return move

    assert dodona.solve(Listed(tree), "best_reply").values[0] == best_reply(tree, 0) == 3
    last_first = (0, (1, (2, (0, 0, 0), (4, 0, 0)), (2, (1, 0, 0), (5, 0, 0))), (3, 3, 3))
    assert dodona.solve(Ordered(last_first), "best_reply").values[0] == 3


def test_mp_mix_defends_attacks_or_plays_max_n():
    tree = (0, (1, (4, 1, 0), (0, 4, 2)), (1, (3, 3, 5), (2, 3, 0)))

    def leading(*scores):
        return dodona.solve(Listed(tree), "mp_mix", evaluation=lambda path: scores, defence=1, attack=1, deepening=True)

    assert leading(0, 0, 0).stats["strategy"] == "max_n"
    assert leading(0, 0, 0).values == max_n(tree)[0]
    assert leading(2, 0, 0).stats["strategy"] == "defence"
    assert leading(2, 0, 0).principal_variation == ("1",)  # where she is sure of 2
    assert leading(0, 0, 2).stats["strategy"] == "attack"
    assert leading(0, 0, 2).values == (0, 4, 2)  # which leaves player 2 less than the other's (3, 3, 5)
    assert leading(0, 0.5, 0).stats["strategy"] == "max_n"
    with pytest.raises(DodonaError, match="who leads"):
        dodona.solve(Listed(tree), "mp_mix")


@pytest.mark.parametrize("method", ["max_n", "paranoid", "best_reply", "mp_mix"])
def test_all_of_them_play_a_game_to_its_end(method):
    game = opened(dodona.game(RACE))
    player = method_named(method).make_player(game, limit=Limit(nodes=2000))
    state = game.root()
    while not state.is_terminal:
        choice = player.choose(state)
        assert abs(sum(choice.probabilities) - 1) < 1e-12
        state = state.play(choice.best)


@pytest.mark.parametrize("method", ["max_n", "paranoid", "best_reply"])
def test_games_without_estimates_are_played_with_fair_shares(method):
    player = method_named(method).make_player(opened(Listed((0, (1, (2, (1, 0, 2), (2, 2, 2)), (0, 0, 0)), (3, 1, 1)))))
    assert player.best_move(Listed((0, (1, (2, (1, 0, 2), (2, 2, 2)), (0, 0, 0)), (3, 1, 1))).root()) in ("0", "1")


def test_two_players_of_a_constant_sum_are_sent_elsewhere():
    for method in ("paranoid", "best_reply", "mp_mix"):
        with pytest.raises(dodona.UnsupportedGameError, match="negascout"):
            dodona.solve(dodona.game("tic_tac_toe"), method)
