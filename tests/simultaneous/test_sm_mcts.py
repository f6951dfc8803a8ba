"""SM-MCTS: which selectors converge where players move at once, and which does not."""

from __future__ import annotations

import pytest

import dodona
from dodona import DodonaError, Limit, SolverError, UnsupportedGameError
from dodona.all_methods import method_named
from dodona.model.game import opened
from dodona.model.player import UniformPlayer
from matches import mean_in_both_seats

#: Rock, paper, scissors whose wins are worth different amounts; its value is about 0.066.
BIASED = "matrix(a=[[0, -0.25, 1], [0.5, 0, -0.6], [-1, 0.9, 0]])"
#: Player 0 has spent her highest card on the highest prize and player 1 his lowest; only mixed strategies are optimal.
GOOFSPIEL = "goofspiel(cards=4, order=descending).after((4, 1))"


def gaps(text: str, method: str, simulations: tuple[int, ...], **options: object) -> list[float]:
    """The exploitability of the average strategies after so many simulations."""
    return [dodona.solve(text, method, simulations=n, seed=1, **options).gap for n in simulations]


@pytest.mark.parametrize("text", [BIASED, GOOFSPIEL])
def test_decoupled_uct_does_not_converge(text):
    few, many = gaps(text, "sm_mcts", (1000, 100_000), selector="uct")
    assert few < 0.5
    assert many > 0.5


@pytest.mark.parametrize("text", [BIASED, GOOFSPIEL])
@pytest.mark.parametrize("selector", ["exp3", "regret_matching"])
def test_exp3_and_regret_matching_converge_up_to_their_exploration(text, selector):
    rough, finer, fine = gaps(text, "sm_mcts", (1000, 10_000, 200_000), selector=selector, exploration=0.05)
    assert fine < 0.1
    assert fine < finer < rough


@pytest.mark.parametrize(("text", "goal"), [(BIASED, 0.015), (GOOFSPIEL, 0.04)])
def test_online_outcome_sampling_converges(text, goal):
    rough, fine = gaps(text, "oos", (1000, 200_000))
    assert fine < goal < rough


def test_less_exploration_costs_less_in_the_end():
    much, little = (gaps(BIASED, "sm_mcts", (300_000,), selector="exp3", exploration=e)[0] for e in (0.4, 0.02))
    assert little < much / 3


def test_bounds_come_from_best_responses_and_hold_the_value():
    exact = dodona.solve(GOOFSPIEL).value
    solution = dodona.solve(GOOFSPIEL, "sm_mcts", simulations=20_000)
    assert solution.evidence == "strategies"
    assert solution.lower <= exact <= solution.upper
    assert solution.gap == pytest.approx(dodona.exploitability(dodona.game(GOOFSPIEL), solution), abs=1e-12)
    events = []
    stopped = dodona.solve(GOOFSPIEL, "sm_mcts", simulations=10**7, gap=0.3, on_event=events.append)
    assert stopped.status == "converged"
    assert stopped.gap <= 0.3
    assert len(events) >= 2


def test_games_without_a_small_tree_get_partial_strategies_and_no_proof():
    solution = dodona.solve("goofspiel(cards=6)", "sm_mcts", simulations=2000)
    assert (solution.evidence, solution.bounds, solution.regrets) == ("none", (-1, 1), ())
    assert [plan.elsewhere for plan in solution.strategies] == ["uniform", "uniform"]
    assert all(len(plan) > 100 for plan in solution.strategies)
    root = dodona.game("goofspiel(cards=6)").root()
    assert sum(solution.strategies[1].at(root).values()) == pytest.approx(1)


@pytest.mark.parametrize("text", ["goofspiel(cards=5)", "oshi_zumo(coins=6, size=1)", "pursuit_evasion"])
@pytest.mark.parametrize("options", [{"selector": "exp3"}, {"selector": "regret_matching"}, {"selector": "uct"}])
def test_players_choose_legal_moves_at_stages(text, options):
    game = opened(dodona.game(text))
    player = method_named("sm_mcts").make_player(game, {**options, "simulations": 200}, Limit())
    state = game.root()
    while state.turn == dodona.CHANCE:
        state = state.play(index=0)
    choice = player.choose(state, 1)
    assert choice.actions == tuple(state.actions(1))
    assert sum(choice.probabilities) == pytest.approx(1)
    assert choice.note == "200 simulations"
    with pytest.raises(DodonaError, match="all players move at once: say who chooses"):
        player.choose(state)


def test_the_player_beats_random_play():
    game = opened(dodona.game("goofspiel(cards=5)"))
    for name, goal in (("sm_mcts", 0.3), ("oos", 0.05)):
        player = method_named(name).make_player(game, {"simulations": 1000}, Limit())
        assert mean_in_both_seats(game, player, UniformPlayer(), 40) > goal


def test_equal_seeds_give_equal_answers():
    def answer(seed, name):
        solution = dodona.solve(GOOFSPIEL, name, simulations=3000, seed=seed)
        return solution.value, solution.bounds

    for name in ("sm_mcts", "oos"):
        assert answer(5, name) == answer(5, name)
        assert len({answer(seed, name) for seed in range(3)}) == 3


def test_budgets_of_nothing_and_games_that_do_not_fit():
    for limit in (Limit(time=0), Limit(iterations=0)):
        assert dodona.solve(GOOFSPIEL, "sm_mcts", limit).evidence == "none"
        player = method_named("sm_mcts").make_player(opened(dodona.game(GOOFSPIEL)), limit=limit)
        with pytest.raises(SolverError, match="left no time to find a move"):
            player.choose(dodona.game(GOOFSPIEL).root(), 0)
    with pytest.raises(UnsupportedGameError, match="sm_mcts needs simultaneous moves"):
        dodona.solve("tic_tac_toe", "sm_mcts")
    with pytest.raises(DodonaError, match="selector is one of uct, exp3, regret_matching, not 'best'"):
        dodona.solve(GOOFSPIEL, "sm_mcts", selector="best")
