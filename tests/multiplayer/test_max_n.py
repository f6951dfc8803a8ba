"""max^n: the same values whatever is pruned, by whatever rule, with or without a table; and what its solutions say."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listed import Listed, max_n, tree_of

import dodona
from dodona import DodonaError, Limit, SolverError, UnsupportedGameError

PRUNINGS = ("none", "shallow", "branch_and_bound", "last_branch", "speculative")
CHECKERS = "chinese_checkers(players=3, radius=1, pieces=1, turns=7)"


def nodes_of(solution):
    return solution.stats["nodes"]


@st.composite
def random_games(draw):
    """Small random games of two to four players."""
    kind = draw(st.sampled_from(["independent", "zero_sum", "shares"]))
    return (
        f"random_multiplayer(players={draw(st.integers(2, 4))}, depth={draw(st.integers(1, 5))}, branching=3, "
        f"min_branching={draw(st.integers(1, 3))}, outcomes={draw(st.integers(1, 12))}, "
        f"levels={draw(st.integers(1, 5))}, kind={kind}, in_turn={draw(st.booleans())}, "
        f"seed={draw(st.integers(0, 10**6))})"
    )


@settings(max_examples=60, deadline=None)
@given(random_games(), st.sampled_from(PRUNINGS), st.sampled_from(["linear", "leaf_values"]), st.booleans())
def test_every_way_finds_what_the_definition_says(text, pruning, bound, table):
    game = dodona.game(text)
    values, move = max_n(tree_of(game.root()))
    solution = dodona.solve(game, "max_n", pruning=pruning, bound=bound, **({} if table else {"table": 0}))
    assert solution.values == values
    assert solution.principal_variation[0] == str(move)
    induction = dodona.solve(game, "backward_induction")
    assert induction.values == pytest.approx(values)


@settings(max_examples=30, deadline=None)
@given(random_games(), st.sampled_from(["first", "last", "spiteful", "generous"]), st.integers(0, 3))
def test_depth_limits_give_the_same_values_with_and_without_pruning(text, ties, depth):
    game = dodona.game(text)
    found = {
        (solution.values, solution.principal_variation)
        for pruning in PRUNINGS
        for table in (0, 1 << 20)
        for solution in [
            dodona.solve(
                game,
                "max_n",
                Limit(depth=depth),
                pruning=pruning,
                bound="leaf_values",
                ties=ties,
                table=table,
                deepening=False,
            )
        ]
    }
    assert len(found) == 1


def test_a_complete_search_is_an_equilibrium_with_a_line_of_best_play():
    game = dodona.game("random_multiplayer(depth=6, seed=4)")
    solution = dodona.solve(game, "max_n")
    assert (solution.status, solution.evidence, solution.regrets) == ("exact", "search", (0, 0, 0))
    state = game.root()
    for move in solution.principal_variation:
        state = state.play(move)
    assert tuple(state.utility()) == solution.values
    assert "nobody gains by deviating alone" in solution.explain()
    assert solution.stats["ties"] == "first"
    assert dodona.Solution.from_dict(solution.to_dict()).values == solution.values


def test_strategies_on_request_are_certified():
    game = dodona.game("random_multiplayer(depth=5, seed=4)")
    solution = dodona.solve(game, "max_n", strategies=True)
    assert solution.evidence == "strategies"
    assert max(solution.regrets) == 0
    assert solution.values == pytest.approx(dodona.solve(game, "max_n").values)
    assert dodona.exploitability(game, solution) == 0
    with pytest.raises(DodonaError, match="ties"):
        dodona.solve(game, "max_n", strategies=True, ties="last")


def test_chance_is_averaged_and_stops_bounds():
    game = dodona.game("random_tree(depth=4, chance=2, utility=edges, seed=3)")
    value = dodona.solve(game, "expectiminimax").value
    for pruning in PRUNINGS:
        solution = dodona.solve(game, "max_n", pruning=pruning)
        assert solution.value == pytest.approx(value, abs=1e-12)
        assert (solution.lower, solution.upper) == (solution.value, solution.value)
    with pytest.raises(UnsupportedGameError, match="chance"):
        dodona.solve(game, "max_n", bound="leaf_values", outcomes="tree")


@pytest.mark.parametrize("text", ["tic_tac_toe.after(5, 1, 2)", "nim(heaps=[1, 2, 3])", "random_tree(depth=5, seed=1)"])
def test_two_player_constant_sum_games_have_the_value_of_alpha_beta(text):
    game = dodona.game(text)
    value = dodona.solve(game, "alphabeta").value
    for pruning in PRUNINGS:
        assert dodona.solve(game, "max_n", pruning=pruning).value == value


def test_a_bound_on_the_difference_of_two_scores_prunes():
    game = dodona.game("random_multiplayer(players=2, depth=8, branching=3, levels=5, kind=shares, seed=9)")
    full = dodona.solve(game, "max_n", pruning="none", table=0)
    pruned = dodona.solve(game, "max_n", pruning="shallow", bound="difference", difference=4, table=0)
    assert pruned.values == full.values
    assert nodes_of(pruned) < nodes_of(full) / 2
    with pytest.raises(SolverError, match="more than the largest sum, 3"):
        dodona.solve(game, "max_n", pruning="shallow", bound="difference", difference=3)
    with pytest.raises(DodonaError, match=r"difference=\.\.\."):
        dodona.solve(game, "max_n", bound="difference")
    with pytest.raises(UnsupportedGameError, match="two players"):
        dodona.solve(dodona.game("random_multiplayer"), "max_n", bound="difference", difference=3)


def test_node_counts_are_those_of_the_algorithms():
    game = dodona.game("random_multiplayer(depth=9, branching=4, outcomes=60, levels=8, kind=shares, seed=3)")
    counts = {
        (pruning, bound): nodes_of(dodona.solve(game, "max_n", pruning=pruning, bound=bound, table=0))
        for pruning in PRUNINGS
        for bound in ("linear", "leaf_values")
    }
    assert counts == PINNED


#: Without a table; 349,525 is (4^10 - 1) / 3.
PINNED = {
    ("none", "linear"): 349_525,
    ("none", "leaf_values"): 349_525,
    ("shallow", "linear"): 337_575,
    ("shallow", "leaf_values"): 42_374,
    ("branch_and_bound", "linear"): 337_575,
    ("branch_and_bound", "leaf_values"): 42_374,
    ("last_branch", "linear"): 191_334,
    ("last_branch", "leaf_values"): 38_213,
    ("speculative", "linear"): 90_080,
    ("speculative", "leaf_values"): 31_226,
}


def test_hopes_make_branch_and_bound_stronger():
    game = dodona.game(CHECKERS)
    shallow, bounded = (dodona.solve(game, "max_n", pruning=way, table=0) for way in ("shallow", "branch_and_bound"))
    assert shallow.values == bounded.values
    assert nodes_of(bounded) < nodes_of(shallow)
    without = dodona.solve(game, "max_n", pruning="branch_and_bound", hopes=False, table=0)
    assert nodes_of(without) == nodes_of(shallow)


def test_a_table_that_misses_an_outcome_names_it_where_it_is_met():
    tree = (0, (1, 2, 3), (1, (0, 0, 7), (3, 2, 1)))
    with pytest.raises(SolverError, match=r"no outcome \(0, 0, 7\), which is met at \(1, 0\)"):
        dodona.solve(Listed(tree), "max_n", outcomes=[(1, 2, 3), (3, 2, 1)])
    with pytest.raises(DodonaError, match="3 numbers each"):
        dodona.solve(Listed(tree), "max_n", outcomes=[(1, 2)])
    with pytest.raises(SolverError, match="more than the largest sum, 6"):
        dodona.solve(Listed(tree), "max_n", bound="linear", maxsum=6)


def test_outcomes_come_from_the_game_a_list_or_the_tree():
    tree = (0, (1, (1, 2, 3), (3, 2, 1)), (1, (0, 0, 6), (2, 2, 2)))

    class Silent(Listed):
        outcomes = property()

    told = dodona.solve(Listed(tree), "max_n")
    for outcomes in ("tree", [(1, 2, 3), (3, 2, 1), (0, 0, 6), (2, 2, 2), (9, 9, 9)]):
        assert dodona.solve(Silent(tree), "max_n", bound="leaf_values", outcomes=outcomes).values == told.values
    with pytest.raises(UnsupportedGameError, match="'tree' to have a small game walked"):
        dodona.solve(Silent(tree), "max_n", bound="leaf_values")
    with pytest.raises(SolverError, match=r"maxsum=\.\.\."):
        dodona.solve(Silent(tree), "max_n", pruning="shallow")
    assert dodona.solve(Silent(tree), "max_n").stats["pruning"] == "none"


def test_games_that_are_not_for_max_n_are_told_so():
    for text, words in (("goofspiel(cards=3)", "no simultaneous moves"), ("kuhn", "perfect information")):
        for method in ("max_n", "paranoid", "best_reply", "mp_mix"):
            with pytest.raises(UnsupportedGameError, match=words):
                dodona.solve(dodona.game(text), method)

    class Short(Listed):
        def utility(self, path):
            return (1, 2)

    with pytest.raises(dodona.GameDefinitionError, match="gave 2 numbers for 3 players"):
        dodona.solve(Short((0, (1, 2, 3), (3, 2, 1))), "max_n")
    with pytest.raises(UnsupportedGameError, match="at most 16 players"):
        dodona.solve(Listed((0, (0,) * 17, (1,) * 17), players=17), "max_n")


def test_evaluations_give_one_number_per_player():
    game = dodona.game("random_multiplayer(depth=6, seed=2)")
    solution = dodona.solve(game, "max_n", Limit(depth=2), evaluation=lambda state: (1, 1, 1))
    assert (solution.values, solution.status, solution.regrets) == ((1, 1, 1), "limit", ())
    for wrong, words in (
        (lambda state: (1, 2), "gave 2 numbers"),
        (lambda state: "abc", "raised ValueError"),
        (lambda state: (1, 2, float("nan")), "finite"),
    ):
        with pytest.raises(SolverError, match=words):
            dodona.solve(game, "max_n", Limit(depth=2), evaluation=wrong)
    with pytest.raises(SolverError, match=r"no outcome \(0\.5, 0\.5, 0\.5\)"):
        dodona.solve(game, "max_n", Limit(depth=2), evaluation=lambda state: (0.5,) * 3, bound="leaf_values")
    with pytest.raises(DodonaError, match="none of its own"):
        dodona.solve(Listed((0, (1, 2, 3), (3, 2, 1))), "max_n", Limit(depth=1))


def test_limits_keep_what_was_found():
    game = dodona.game("chinese_checkers(players=3, radius=2, pieces=3, turns=30)")
    solution = dodona.solve(game, "max_n", Limit(nodes=20_000), evaluation="game")
    assert (solution.status, solution.stats["stopped_by"]) == ("limit", "nodes")
    assert solution.stats["depth"] >= 1
    assert solution.principal_variation[0] in game.root().actions()
    assert abs(sum(solution.values) - 0.9) < 1e-9
    cut_short = dodona.solve(game, "max_n", Limit(nodes=2000))
    assert cut_short.status == "limit"
    assert cut_short.evidence == "none"


def test_max_n_is_chosen_where_the_tree_is_too_large():
    large = dodona.game("random_multiplayer(depth=20, branching=4, seed=1)")
    assert dodona.methods(large)[0] == "max_n"
    assert dodona.methods(dodona.game("random_multiplayer"))[0] == "backward_induction"


def test_players_play_by_the_search():
    game = dodona.game(CHECKERS)
    player = dodona.solve(game, "max_n").player()
    state = game.root()
    while not state.is_terminal:
        best = player.best_move(state)
        assert dodona.solve(game.at(state), "max_n").principal_variation[0] == best
        state = state.play(best)
    assert tuple(state.utility()) == dodona.solve(game, "max_n").values
