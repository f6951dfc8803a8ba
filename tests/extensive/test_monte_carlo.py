"""Information-set MCTS and online outcome sampling: determinizations, convergence, play, and what they refuse."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona import DodonaError, Limit, SolverError, UnsupportedGameError, _core
from dodona.all_methods import method_named
from dodona.model.certificate import assess
from dodona.model.game import opened
from dodona.model.player import UniformPlayer
from matches import mean_in_both_seats

HIDDEN = [
    "kuhn",
    "leduc",
    "liars_dice",
    "liars_dice(dice=2, faces=3)",
    "phantom_tic_tac_toe",
    "goofspiel(cards=4, information=outcome)",
    "random_game(depth=5, seed=3)",
]
WAYS = [
    ("is_mcts", {}),
    ("is_mcts", {"selector": "exp3"}),
    ("is_mcts", {"selector": "regret_matching"}),
    ("oos", {}),
]


def some_decision(game: dodona.Game, seed: int) -> tuple[dodona.State, int]:
    """A position on a random line of play where a player decides, and who that is."""
    stream, state, met = Random(seed), game.root(), []
    while not state.is_terminal:
        both = state.turn == dodona.SIMULTANEOUS
        if state.turn != dodona.CHANCE:
            met.append((state, stream.randrange(2) if both else state.turn))
        seats = (0, 1) if both else (state.turn,)
        moves = tuple(stream.randrange(len(state.actions(seat))) for seat in seats)
        state = state.play(index=moves if both else moves[0])
    return stream.choice(met)


def possible(game: dodona.Game, state: dodona.State, player: int, listing: int = 10**6) -> _core.InformationSearch:
    """A search that has found the positions that the player holds possible."""
    options = _core.InformationOptions()
    options.listing = listing
    search = _core.SelectingSearch(game.handle, options, state, player)
    search.run(1, _core.Budget())
    return search


@given(text=st.sampled_from(HIDDEN), seed=st.integers(0, 10**6), listing=st.sampled_from([10**6, 300, 0]))
def test_determinizations_have_the_asked_information_key(text, seed, listing):
    game = dodona.game(text)
    state, player = some_decision(game, seed)
    search = possible(game, state, player, listing)
    found = search.determinizations()
    for position, weight in found:
        assert position.information_key(player) == state.information_key(player)
        assert position.actions(player) == state.actions(player)
        assert weight > 0
    if search.is_complete:
        assert sum(weight for _, weight in found) == pytest.approx(1)
        assert tuple(state.path) in {tuple(position.path) for position, _ in found}


@pytest.mark.parametrize("text", ["kuhn", "leduc", "goofspiel(cards=4, information=outcome)", "liars_dice(faces=3)"])
def test_complete_lists_have_every_node_of_the_information_set(text):
    game = dodona.game(text)
    tree = game.tree()
    nodes = [dict.fromkeys(tree.infoset_labels(player), 0) for player in (0, 1)]
    for mover, infoset in zip(tree.player, tree.infoset, strict=True):
        if mover >= 0:
            nodes[mover][tree.infoset_labels(mover)[infoset]] += 1
    for seed in range(30):
        state, player = some_decision(game, seed)
        if state.turn == dodona.SIMULTANEOUS and player == 1:
            continue  # in the tree player 0's move comes before
        search = possible(game, state, player)
        assert search.is_complete
        assert len(search.determinizations()) == nodes[player][state.information(player)]


def test_where_not_all_positions_can_be_listed_some_are_drawn():
    game = dodona.game("liars_dice(dice=3, faces=6)")
    state, player = some_decision(game, 5)
    search = possible(game, state, player, 5000)
    assert not search.is_complete
    assert len({position.key() for position, _ in search.determinizations()}) > 3


def test_weights_are_those_of_chance_and_of_others_who_move_at_random():
    game = dodona.game("kuhn")
    state = game.after("Q", "K", "check").root()
    path = game.root().play("Q").play("K").play("check")
    for known in (path, state):  # with the moves that led there, and without
        found = possible(game, known, 1).determinizations()
        assert sorted((str(position), weight) for position, weight in found) == [
            (str(game.root().play("J").play("K").play("check")), pytest.approx(0.5)),
            (str(path), pytest.approx(0.5)),
        ]


def test_on_kuhn_the_exploitability_of_outcome_sampling_falls():
    gaps = [dodona.solve("kuhn", "oos", simulations=n, seed=2).gap for n in (1000, 30_000, 500_000)]
    assert gaps == sorted(gaps, reverse=True)
    assert gaps[-1] < 0.02


@pytest.mark.parametrize("moves", [("J", "Q"), ("J", "K", "check", "bet"), ("Q", "K", "bet"), ("K", "Q", "check")])
def test_aimed_simulations_leave_regrets_unbiased(moves):
    game, options = dodona.game("kuhn"), _core.InformationOptions()
    options.exploration, options.targeting = 0.4, 0.9
    tree, state = game.tree(), game.root()
    for move in moves:
        state = state.play(move)
    gaps = []
    for simulations in (1000, 500_000):
        search = _core.OutcomeSearch(game.handle, options, state, state.turn)
        search.run(simulations, _core.Budget())
        lower, upper = assess(tree, [search.behaviour(tree, player) for player in (0, 1)]).bounds(0.0)
        gaps.append(upper - lower)
    assert gaps[1] < 0.1 < 0.2 < gaps[0]
    assert search.values[0] == pytest.approx(-1 / 18, abs=0.05)


def test_strategies_of_a_game_without_a_small_tree_are_rows_with_a_rule():
    rough, fine = (dodona.solve("liars_dice", "oos", simulations=n) for n in (2000, 200_000))
    assert (fine.evidence, fine.bounds) == ("none", (-1, 1))
    assert "(estimate)" in str(fine)
    game = dodona.game("liars_dice")
    assert dodona.exploitability(game, fine) < 0.9 < 1.3 < dodona.exploitability(game, rough)


@pytest.mark.parametrize(("name", "options"), WAYS)
@pytest.mark.parametrize("text", HIDDEN)
def test_players_choose_legal_moves_by_what_they_know(text, name, options):
    game = opened(dodona.game(text))
    player = method_named(name).make_player(game, {**options, "simulations": 100}, Limit())
    for seed in range(5):
        state, mover = some_decision(game, seed)
        choice = player.choose(state, mover)
        assert choice.actions == tuple(state.actions(mover))
        assert sum(choice.probabilities) == pytest.approx(1)
        for other, _ in possible(game, state, mover).determinizations()[:2]:
            # The same seed chooses alike wherever the player knows the same: nothing hidden has reached the search.
            assert player.choose(other, mover).probabilities == choice.probabilities


STRENGTH = [
    ("kuhn", 200, 100, {"is_mcts": 0.05, "oos": 0.05}),
    ("liars_dice", 300, 100, {"is_mcts": 0.35, "oos": 0.35}),
    ("phantom_tic_tac_toe", 600, 50, {"is_mcts": 0.6, "oos": 0.1}),
]


@pytest.mark.parametrize(("text", "simulations", "games", "goals"), STRENGTH)
@pytest.mark.parametrize("name", ["is_mcts", "oos"])
def test_players_beat_random_play(text, simulations, games, goals, name):
    game = opened(dodona.game(text))
    player = method_named(name).make_player(game, {"simulations": simulations}, Limit(), seed=4)
    assert mean_in_both_seats(game, player, UniformPlayer(), games) > goals[name]


@pytest.mark.parametrize(("name", "options"), WAYS)
def test_equal_seeds_give_equal_answers(name, options):
    def answer(seed):
        return dodona.solve("leduc", name, simulations=2000, seed=seed, **options).bounds

    assert answer(5) == answer(5)
    assert len({answer(seed) for seed in range(3)}) == 3


def test_budgets_of_nothing_and_games_that_do_not_fit():
    for name in ("is_mcts", "oos"):
        for limit in (Limit(time=0), Limit(iterations=0), Limit(nodes=0)):
            assert dodona.solve("leduc", name, limit).evidence in ("none", "strategies")
            player = method_named(name).make_player(opened(dodona.game("leduc")), limit=limit)
            with pytest.raises(SolverError, match="left no time to find a move"):
                player.choose(some_decision(dodona.game("leduc"), 1)[0])
        with pytest.raises(UnsupportedGameError, match=f"{name} needs hidden information"):
            dodona.solve("tic_tac_toe", name)
        with pytest.raises(DodonaError, match="simulations is a whole number from 1 up"):
            dodona.solve("kuhn", name, simulations=0)
    with pytest.raises(DodonaError, match="targeting is a finite number from 0 to"):
        dodona.solve("kuhn", "oos", targeting=1.0)


def test_an_endless_search_for_positions_ends_with_the_time():
    game = opened(dodona.game("liars_dice(dice=3, faces=10)"))
    player = method_named("is_mcts").make_player(game, {}, Limit(time=0.3))
    choice = player.choose(some_decision(game, 2)[0])
    assert "positions that are possible" in choice.note or "start of the game" in choice.note
