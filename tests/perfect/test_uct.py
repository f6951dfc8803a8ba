"""UCT: proven values are those of minimax, bounds always hold, means come close, players win; and what it refuses."""

from __future__ import annotations

import math
import time
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from search_games import UTILITIES, tree

import dodona
from dodona import DodonaError, Limit, SolverError, UnsupportedGameError
from dodona.all_methods import method_named
from dodona.model.game import opened
from dodona.model.player import UniformPlayer
from matches import mean_in_both_seats


@pytest.mark.parametrize(
    "text",
    [
        "tic_tac_toe",
        "tic_tac_toe.after(1, 5, 9)",
        "connect_four(width=4, height=4, connect=3)",
        "connect_four(width=4, height=3)",
        "connect_four(width=4, height=4, connect=3).after(1, 2)",
        "nim(heaps=[1, 2, 3])",
        "nim(heaps=[2, 2, 3])",
    ],
)
def test_a_proven_root_has_the_value_of_minimax(text):
    solution = dodona.solve(text, "uct", simulations=300_000, seed=3)
    assert (solution.status, solution.evidence) == ("exact", "search")
    assert solution.lower == solution.upper == dodona.solve(text, "minimax").value


def test_the_proven_line_of_play_gives_the_value():
    game = dodona.game("connect_four(width=4, height=4, connect=3)")
    solution = dodona.solve(game, "uct", simulations=300_000)
    state = game.root()
    for move in solution.principal_variation:
        state = state.play(move)
    assert state.is_terminal
    assert state.utility()[0] == solution.value == 1


@given(seed=st.integers(0, 10**6), chance=st.sampled_from([0, 0, 2]), utility=st.sampled_from(UTILITIES))
def test_random_trees_are_proven_and_bounds_hold_on_the_way(seed, chance, utility):
    game = tree(seed, chance, utility)
    value = dodona.solve(game, "minimax").value
    for simulations in (1, 3, 30, 300):
        some = dodona.solve(game, "uct", simulations=simulations, seed=seed)
        assert some.lower - 1e-12 <= value <= some.upper + 1e-12
    whole = dodona.solve(game, "uct", simulations=200_000, seed=seed)
    assert whole.status == "exact"
    assert whole.value == pytest.approx(value, abs=1e-12)


def test_through_chance_the_bounds_close_around_the_value():
    exact = dodona.solve("dice_race", "expectiminimax").value
    gaps = []
    for simulations in (100, 1000, 20_000, 300_000):
        solution = dodona.solve("dice_race", "uct", simulations=simulations)
        assert solution.lower <= exact <= solution.upper
        gaps.append(solution.gap)
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.05
    assert solution.value == pytest.approx(exact, abs=0.02)
    assert dodona.solve("dice_race", "uct", simulations=10**6, gap=0.2).status == "converged"


@pytest.mark.parametrize("seed", range(3))
def test_without_proofs_the_mean_comes_close_to_the_value(seed):
    game = tree(seed + 70, 2 if seed == 2 else 0)
    value = dodona.solve(game, "minimax").value
    rough, fine = (
        abs(dodona.solve(game, "uct", simulations=n, proofs=False, exploration=0.5, seed=seed).value - value)
        for n in (50, 200_000)
    )
    assert fine < 0.02
    assert fine <= rough + 1e-9
    assert dodona.solve(game, "uct", simulations=100, proofs=False).evidence == "none"


def test_a_value_that_is_not_proven_says_so():
    solution = dodona.solve("connect_four", "uct", simulations=500)
    assert (solution.status, solution.evidence, solution.bounds) == ("limit", "none", (-1, 1))
    assert "(estimate)" in str(solution)


def test_equal_seeds_give_equal_answers_and_others_other_ones():
    def answer(seed):
        solution = dodona.solve("connect_four", "uct", simulations=3000, seed=seed)
        return solution.value, solution.principal_variation, solution.stats["positions"]

    assert answer(5) == answer(5)
    assert len({answer(seed) for seed in range(4)}) == 4


def test_the_player_wins_and_parries():
    game = dodona.game("connect_four")
    player = method_named("uct").make_player(opened(game), {"simulations": 3000}, Limit())
    won = player.choose(game.after(3, 3, 4, 4).root())
    assert won.best in ("2", "5")
    assert player.choose(game.after(3, 7, 4, 7, 5, 1).root()).value == 1
    assert player.choose(game.after(3, 7, 4, 7, 5, 1).root()).proven
    assert player.choose(game.after(1, 7, 1, 7, 1).root()).best == "1"
    assert won.note.endswith("simulations")
    assert player.choose(game.root()).note == "3,000 simulations"


def test_the_player_beats_random_play():
    game = opened(dodona.game("tic_tac_toe"))
    player = method_named("uct").make_player(game, {"simulations": 150}, Limit())
    assert mean_in_both_seats(game, player, UniformPlayer(), 50) >= 0.75


class Committee(dodona.Game):
    """Three players say yes or no in turn; what each gets of a verdict is drawn beforehand, so that nothing ties."""

    players = 3

    def initial(self):
        return ()

    def turn(self, state):
        return len(state) if len(state) < 3 else dodona.TERMINAL

    def actions(self, state, player):
        return ["yes", "no", "perhaps"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        stream = Random(str(state))
        return [round(10 * stream.random(), 3) for _ in range(3)]


def test_any_number_of_players_with_utilities_of_any_size():
    solution = dodona.solve(Committee(), "uct", simulations=20_000)
    exact = dodona.solve(Committee(), "backward_induction")
    assert solution.values == pytest.approx(exact.values, abs=0.5)
    assert (solution.bounds, solution.evidence) == (None, "none")
    assert solution.player().best_move(Committee().root()) == solution.principal_variation[0]


def test_playouts_and_evaluations_of_game_and_user():
    game = "connect_four.after(4, 4)"
    for options in (
        {"playouts": "promising"},
        {"evaluation": "game"},
        {"evaluation": "game", "playout_moves": 3},
        {"evaluation": lambda state: 0.5},
        {"playouts": lambda state, player: {state.actions()[-1]: 1}},
    ):
        solution = dodona.solve(game, "uct", simulations=200, **options)
        assert solution.stats["simulations"] == 200
        assert len(solution.principal_variation) > 0
    assert solution.value != dodona.solve(game, "uct", simulations=200).value
    half = dodona.solve(game, "uct", simulations=40, evaluation=lambda state: 0.5)
    assert half.value == pytest.approx(0.5, abs=0.3)


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"simulations": 0}, "simulations is a whole number from 1 up, not 0"),
    ({"playouts": "wild"}, "playouts is `uniform`, `promising` or a function, not 'wild'"),
    ({"playout_moves": 3}, "playout_moves needs an evaluation"),
    ({"exploration": -1.0}, "exploration is a finite number from 0 up"),
    ({"evaluation": lambda state: math.nan}, "gave nan"),
    ({"evaluation": lambda state: 7.0}, "must estimate player 0's utility"),
    ({"evaluation": lambda state: 1 / 0}, "the evaluation raised ZeroDivisionError"),
    ({"playouts": lambda state, player: 1 / 0}, "the playouts' policy raised ZeroDivisionError"),
    ({"playouts": lambda state, player: {"9": 1}}, "'9' is no action of player"),
    ({"playouts": lambda state, player: {"1": 2}}, "must be from 0 to 1 and sum to 1"),
]


@pytest.mark.parametrize(("options", "words"), WRONG, ids=[words for _, words in WRONG])
def test_wrong_options_end_in_a_sentence(options, words):
    with pytest.raises(DodonaError, match=words.replace("(", r"\(")):
        dodona.solve("connect_four", "uct", **{"simulations": 50, **options})


def test_an_evaluation_is_for_two_players():
    with pytest.raises(DodonaError, match="two players share out a constant sum"):
        dodona.solve(Committee(), "uct", evaluation=lambda state: 1.0)
    with pytest.raises(DodonaError, match="no evaluation of its own"):
        dodona.solve("nim", "uct", evaluation="game")


def test_games_that_do_not_fit():
    for text in ("kuhn", "goofspiel(cards=3)"):
        with pytest.raises(UnsupportedGameError, match="uct needs"):
            dodona.solve(text, "uct")


def test_limits_of_nothing_prove_nothing_and_move_nobody():
    for limit in (Limit(time=0), Limit(iterations=0), Limit(nodes=0)):
        solution = dodona.solve("tic_tac_toe", "uct", limit)
        assert (solution.status, solution.evidence, solution.bounds) == ("limit", "none", (-1, 1))
        player = method_named("uct").make_player(opened(dodona.game("tic_tac_toe")), limit=limit)
        with pytest.raises(SolverError, match="left no time to find a move"):
            player.choose(dodona.game("tic_tac_toe").root())


def test_limits_of_time_nodes_and_memory_are_kept():
    start = time.perf_counter()
    assert dodona.solve("connect_four", "uct", time=0.2).stats["stopped_by"] == "time"
    assert time.perf_counter() - start < 5
    assert dodona.solve("connect_four", "uct", nodes=5000).stats["positions"] <= 5001
    assert dodona.solve("connect_four", "uct", memory=1 << 16, simulations=10**6).stats["stopped_by"] == "memory"
