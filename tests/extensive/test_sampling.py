"""Sampling converges to the value of the program, repeats itself, and keeps its strategies in the core."""

import pickle
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from dodona import DodonaError, GameDefinitionError, Limit
from dodona.model.keyed_strategy import KeyedStrategy

sys.path.append(str(Path(__file__).parents[1] / "python_games"))
from twins import Goofspiel, Kuhn

SCHEMES = ("external_sampling", "outcome_sampling", "chance_sampling")


@pytest.fixture
def no_trees(monkeypatch):
    """Games count as too large for a tree, however small they are."""
    monkeypatch.setattr("dodona.model.game.OpenGame.has_small_tree", False)
    monkeypatch.setattr("dodona.model.game.OpenGame.is_certified", False)
    monkeypatch.setattr("dodona.model.game.Game.tree", lambda *args, **rest: pytest.fail("a tree was built"))


#: Games whose value is not 0, with a gap that so many iterations reach whatever the seed; outcome sampling, whose
#: iterations are the shortest, reaches eight times as much.
GAMES = [
    ("kuhn", 20_000, 0.03),
    ("kuhn(cards=4)", 20_000, 0.03),
    ("goofspiel(cards=3).after((1, 3))", 10_000, 0.02),
    ("liars_dice(faces=2)", 20_000, 0.05),
    ("random_game(depth=3, chance=2, utility=uniform, seed=7)", 20_000, 0.02),
    ("poker(types=2, raises=1)", 20_000, 0.3),
]


@pytest.mark.parametrize("method", SCHEMES)
@pytest.mark.parametrize(("text", "rounds", "gap"), GAMES)
def test_every_scheme_converges_to_the_value_of_the_program(text, rounds, gap, method):
    game = dodona.game(text)
    value = dodona.solve(game, "sequence_form_lp").value
    solution = dodona.solve(game, method, rounds=rounds, seed=3)
    assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert solution.gap <= (8 * gap if method == "outcome_sampling" else gap)
    assert solution.gap == pytest.approx(dodona.exploitability(game, solution))
    assert solution.stats["rounds"] == rounds


@pytest.mark.parametrize("options", [{"plus": True}, {"weighting": "linear"}, {"plus": True, "weighting": "linear"}])
@pytest.mark.parametrize("method", SCHEMES)
def test_other_rules_converge_as_well(method, options):
    value = dodona.solve("kuhn").value
    solution = dodona.solve("kuhn", method, rounds=20_000, **options)
    assert solution.lower <= value <= solution.upper
    assert solution.gap <= (0.15 if method == "outcome_sampling" else 0.05)


@pytest.mark.slow
@pytest.mark.parametrize("method", SCHEMES)
def test_leduc_comes_close(method):
    solution = dodona.solve("leduc", method, rounds=2_000_000, gap=0.05)
    assert solution.status == "converged" or method == "outcome_sampling"
    assert solution.lower <= dodona.solve("leduc").value <= solution.upper


@settings(deadline=None, max_examples=15)
@given(st.integers(0, 10**6), st.integers(2, 3), st.integers(0, 2), st.sampled_from(SCHEMES))
def test_random_games_converge(seed, depth, chance, method):
    game = dodona.game(f"random_game(depth={depth}, chance={chance}, utility=uniform, seed={seed})")
    value = dodona.solve(game).value
    early, late = (dodona.solve(game, method, rounds=rounds, seed=seed) for rounds in (10, 5000))
    for solution in (early, late):
        assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
    assert late.gap <= 0.15


@pytest.mark.parametrize("method", SCHEMES)
def test_rules_in_python_give_the_very_samples_of_their_twins(method, no_trees):
    for written, built in ((Kuhn(), "kuhn"), (Goofspiel(3), "goofspiel(cards=3, utility=points)")):
        twins = [dodona.solve(game, method, rounds=150, seed=5) for game in (written, dodona.game(built))]
        assert twins[0].stats["nodes"] == twins[1].stats["nodes"]
        assert twins[0].stats["infosets"] == twins[1].stats["infosets"]
        assert twins[0].value == twins[1].value
        assert twins[0].bounds == pytest.approx(twins[1].bounds)


@pytest.mark.parametrize("method", SCHEMES)
def test_equal_seeds_give_equal_strategies(method):
    first, again, other = (dodona.solve("leduc", method, rounds=100, seed=seed) for seed in (1, 1, 2))
    assert first.strategies == again.strategies
    assert first.strategies != other.strategies
    watched = dodona.solve("leduc", method, rounds=100, seed=1, on_event=lambda event: None)
    assert watched.stats["nodes"] == first.stats["nodes"]


def test_a_gap_ends_the_work():
    solution = dodona.solve("kuhn", "external_sampling", rounds=10**9, gap=0.02)
    assert solution.status == "converged"
    assert solution.gap <= 0.02


@pytest.mark.parametrize("method", SCHEMES)
@pytest.mark.parametrize("text", ["kuhn", "leduc", "goofspiel(cards=3)", "goofspiel(cards=3, information=outcome)"])
def test_strategies_in_the_core_are_those_on_the_tree(text, method, monkeypatch):
    game = dodona.game(text)
    small = dodona.solve(game, method, rounds=300)
    on_tree = dodona.expected_value(game, small), dodona.exploitability(game, small)
    monkeypatch.setattr("dodona.model.game.OpenGame.has_small_tree", False)
    monkeypatch.setattr("dodona.model.game.OpenGame.is_certified", False)
    kept = dodona.solve(game, method, rounds=300)
    assert all(isinstance(plan, KeyedStrategy) for plan in kept.strategies)
    assert kept.evidence == "strategies"
    assert kept.bounds == pytest.approx(small.bounds)
    assert dodona.expected_value(game, kept) == pytest.approx(on_tree[0])
    assert dodona.exploitability(game, kept) == pytest.approx(on_tree[1])
    for player in (0, 1):
        response = dodona.best_response(game, player, kept)
        assert response.value == pytest.approx(dodona.best_response(game, player, small).value)
        for label, row in kept.strategies[player].items():
            assert row == pytest.approx(small.strategies[player][label])


def test_strategies_in_the_core_answer_at_states(no_trees):
    for game in (dodona.game("goofspiel(cards=3)"), Goofspiel(3), Kuhn(), dodona.game("kuhn")):
        solution = dodona.solve(game, "external_sampling", rounds=200)
        again = dodona.solve(game, "external_sampling", rounds=200)
        state = game.root()
        while state.turn != dodona.TERMINAL:
            movers = (0, 1) if state.turn == dodona.SIMULTANEOUS else (state.turn,)
            for player in movers if movers[0] >= 0 else ():
                row = solution.strategies[player].at(state)
                assert sum(row.values()) == pytest.approx(1)
                assert list(row) == state.actions(player)
                assert row == again.strategies[player].at(state)
                assert solution.player().choose(state, player)[state.actions(player)[0]] == next(iter(row.values()))
            state = state.play(tuple(state.actions(p)[0] for p in movers) if len(movers) > 1 else state.actions()[0])


def test_strategies_of_two_runs_meet(no_trees):
    for game in (Kuhn(), dodona.game("kuhn")):
        first, second = (dodona.solve(game, "external_sampling", rounds=100, seed=seed) for seed in (1, 2))
        mixed = [first.strategies[0], second.strategies[1]]
        by_rows = [plan.listed() for plan in mixed]
        assert dodona.expected_value(game, mixed) == pytest.approx(dodona.expected_value(game, by_rows))
    first, second = (dodona.solve(Goofspiel(3), "external_sampling", rounds=20, seed=seed) for seed in (1, 2))
    with pytest.raises(DodonaError, match="another run of these rules"):
        dodona.expected_value(Goofspiel(3), [first.strategies[0], second.strategies[1]])


def test_functions_and_strategies_in_the_core_meet_in_rules_in_python(no_trees):
    for game, own in ((Kuhn(), lambda state: state[-1]), (Goofspiel(3), lambda state: state[1])):
        solution = dodona.solve(game, "external_sampling", rounds=30)

        def first(state, game=game, own=own):
            assert own(state) is not None  # it gets the state of the rules
            return {game.actions(state, 1)[0]: 1}

        mixed = [solution.strategies[0], first]
        rows = [solution.strategies[0].listed(), first]
        assert dodona.expected_value(game, mixed) == pytest.approx(dodona.expected_value(game, rows))
        assert dodona.best_response(game, 0, mixed).value >= dodona.expected_value(game, mixed)[0] - 1e-12


def test_strategies_in_the_core_are_listed_saved_and_pickled_where_the_game_allows(no_trees, tmp_path, monkeypatch):
    game = dodona.game("leduc")
    solution = dodona.solve(game, "external_sampling", rounds=20)
    gap = dodona.exploitability(game, solution)
    solution.save(tmp_path / "leduc.json")
    for copy in (dodona.Solution.load(tmp_path / "leduc.json"), pickle.loads(pickle.dumps(solution))):
        assert dodona.exploitability(game, copy) == pytest.approx(gap)
        assert copy.strategies[0].elsewhere == "uniform"
    assert len(solution.strategies[0]) == len(list(solution.strategies[0])) < 468
    assert f"{len(solution.strategies[0])} information sets in the core, elsewhere uniform" in str(solution)
    assert "more" not in str(solution)
    monkeypatch.setattr("dodona.model.keyed_strategy.LABELLED_NODES", 100)
    unread = dodona.solve(game, "external_sampling", rounds=20)
    with pytest.raises(DodonaError, match=r"more than 100 positions, and no labels.*strategy\.at\(state\)"):
        unread.save(tmp_path / "leduc.json")
    assert "in the core" in repr(unread.strategies[0])


def test_what_is_not_proven_is_not_claimed():
    game = dodona.game("phantom_tic_tac_toe")
    solution = dodona.solve(game, "external_sampling", iterations=2, nodes=3 * 10**6)
    assert (solution.evidence, solution.status, solution.bounds) == ("none", "limit", (-1.0, 1.0))
    assert "Best responses to the strategies were not found before the limit" in solution.explain()
    assert sum(solution.strategies[0].at(game.root()).values()) == pytest.approx(1)
    with pytest.raises(DodonaError, match="more than 5,000,000 positions"):
        solution.to_dict()


@pytest.mark.parametrize("method", SCHEMES)
def test_limits_are_honoured_and_keep_what_there_is(method):
    game = dodona.game("goofspiel(cards=5)")
    for limit, reason in (
        (Limit(iterations=3), "iterations"),
        (Limit(time=0.05), "time"),
        (Limit(nodes=5000), "nodes"),
        (Limit(memory=200_000), "memory"),
    ):
        solution = dodona.solve(game, method, limit, rounds=10**9)
        assert (solution.status, solution.stats["stopped_by"]) == ("limit", reason)
        assert len(solution.strategies) == 2
        assert solution.stats["memory"] <= 200_000 or reason != "memory"
    assert dodona.solve("kuhn", method, iterations=0).gap > 0.9  # of uniform play


def test_imperfect_recall_is_refused():
    class Forgetful(dodona.Game):
        zero_sum = True

        def initial(self):
            return ()

        def turn(self, state):
            return (0, 1, 0, dodona.TERMINAL)[len(state)]

        def actions(self, state, player):
            return (0, 1)

        def play(self, state, move):
            return (*state, move)

        def utility(self, state):
            return sum(state)

        def information(self, state, player):
            return len(state)

    for method in SCHEMES:
        with pytest.raises(GameDefinitionError, match="imperfect recall"):
            dodona.solve(Forgetful(), method)


def test_imperfect_recall_is_refused_without_a_tree(no_trees):
    test_imperfect_recall_is_refused()


def test_wrong_options_are_refused():
    with pytest.raises(DodonaError, match=r"exploration is a finite number from 0\.01 to 1"):
        dodona.solve("kuhn", "outcome_sampling", exploration=0.0)
    with pytest.raises(DodonaError, match="external_sampling has no option 'exploration'"):
        dodona.solve("kuhn", "external_sampling", exploration=0.5)
    with pytest.raises(DodonaError, match="needs hidden information"):
        dodona.solve("tic_tac_toe", "external_sampling")


def test_a_player_samples_before_every_move():
    from dodona.all_methods import method_named
    from dodona.model.game import opened

    game = opened(dodona.game("phantom_tic_tac_toe"))
    for limit in (Limit(iterations=2), Limit(time=0.05)):
        player = method_named("external_sampling").make_player(game, limit=limit, seed=1)
        state = game.root()
        for _ in range(3):
            choice = player.choose(state)
            assert sum(choice.probabilities) == pytest.approx(1)
            assert choice.note.endswith(" iterations")
            state = state.play(choice.best)
