"""Every search finds the value of backward induction, however it is told to go about it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from search_games import NAMES, PRUNED, UTILITIES, Retold, settings_of, solve, tree

import dodona
from instances import ALL
from oracles import after_line, assert_searched, minimax

SEARCHED = [text for text in ALL if "negascout" in dodona.methods(dodona.game(text))]
VIEWS = [
    f"{text}.serialized(first={first})"
    for text in (
        "goofspiel(cards=3)",
        "goofspiel(cards=3, order=random, utility=points)",
        "goofspiel(cards=4, utility=points)",
        "oshi_zumo(coins=[5, 4], size=1, utility=distance)",
        "oshi_zumo(coins=4, size=2)",
        "tron(rows=3, columns=3)",
        "tron(rows=3, columns=4, walls=[[1, 2]])",
        "pursuit_evasion(rows=2, columns=3, depth=3, evader=0, pursuers=[5])",
        "random_simultaneous(depth=2, branching=3, chance=2, utility=uniform, seed=1)",
        "random_simultaneous(depth=2, branching=3, utility=uniform, seed=2)",
    )
    for first in (0, 1)
]


def induction(game):
    return dodona.solve(game, "backward_induction").value


def chosen(ways, seed, turn):
    """All settings on the first trees, one in turn on the many others."""
    return ways if seed < 20 else [ways[(seed + turn) % len(ways)]]


@pytest.mark.parametrize("name", NAMES)
def test_on_random_trees_without_chance_the_value_is_exactly_the_same(name):
    """Values are leaves there, so that nothing is rounded."""
    ways = settings_of(name, chances=("star1",))
    for seed in range(500):
        for turn, utility in enumerate(UTILITIES):
            game = tree(seed, utility=utility)
            value = induction(game)
            for options in chosen(ways, seed, turn):
                solution = solve(game, name, **options)
                assert (solution.lower, solution.value, solution.upper) == (value, value, value), (game, options)
                assert solution.status == "exact"
                assert after_line(game, solution).utility()[0] == value, (game, options)


@pytest.mark.parametrize("name", NAMES)
def test_on_random_trees_with_chance_the_value_is_the_same_up_to_rounding(name):
    ways = settings_of(name)
    for seed in range(500):
        for turn, utility in enumerate(UTILITIES):
            game = tree(seed, 1 + seed % 3, utility)
            value = induction(game)
            for options in chosen(ways, seed, turn):
                solution = solve(game, name, **options)
                assert solution.status == "exact", (game, options)
                assert solution.value == pytest.approx(value, abs=1e-12), (game, options)
                assert len(solution.principal_variation) == 0  # chance moves first


@pytest.mark.parametrize("text", SEARCHED + VIEWS)
def test_on_every_small_domain(text):
    game = dodona.game(text)
    for name in NAMES:
        for options in settings_of(name):
            solution = solve(game, name, **options)
            assert solution.status == "exact", (name, options)
            assert_searched(game, solution)


@pytest.mark.parametrize(
    "text",
    [
        "tic_tac_toe.after(1, 5, 9)",
        "connect_four(width=3, height=3, connect=3)",
        "dice_race(turns=2)",
        "nim(heaps=[1, 2, 2])",
        "random_simultaneous(depth=2, branching=2, chance=2, utility=uniform, seed=1).serialized(first=1)",
        "oshi_zumo(coins=4, size=1).serialized(first=0)",
        "tron(rows=3, columns=3).serialized(first=1)",
        "random_tree(depth=3, branching=2, chance=2, seed=4)",
    ],
)
@pytest.mark.parametrize("keyed", [True, False])
def test_on_games_retold_in_python(text, keyed):
    """In the same order, and with a table that forgets nothing, the search is the same node by node."""
    game, twin = dodona.game(text), Retold(text, keyed)
    for name in NAMES:
        for options in settings_of(name, chances=("star1", "star2")):
            if "table" in options:
                options["ordering"] = ("table",)
            solution, again = solve(game, name, **options), solve(twin, name, **options)
            assert again.value == pytest.approx(solution.value, abs=1e-12 if game.traits.chance else 0)
            assert again.status == solution.status == "exact"
            if keyed and options.get("table") != 1024:
                assert again.principal_variation == solution.principal_variation
                assert again.stats | {"seconds": 0} == solution.stats | {"seconds": 0}, (name, options)


@pytest.mark.parametrize("name", PRUNED)
def test_orderings_change_the_work_and_not_the_value(name):
    game = dodona.game("connect_four(width=4, height=4)")
    nodes = set()
    for ordering in [
        (),
        ("table",),
        ("domain",),
        ("killers",),
        ("history",),
        ("table", "domain", "killers", "history"),
    ]:
        solution = solve(game, name, ordering=ordering)
        assert solution.value == 0
        nodes.add(solution.stats["nodes"])
    assert len(nodes) > 3


@settings(max_examples=60)
@given(
    st.sampled_from(NAMES),
    st.integers(0, 2**63 - 1),
    st.integers(1, 5),
    st.integers(1, 4),
    st.sampled_from(UTILITIES),
    st.integers(0, 100_000),
    st.sampled_from(["effort", "always"]),
    st.sets(st.sampled_from(["table", "domain", "killers", "history"])),
)
def test_any_setting_on_any_tree(name, seed, depth, branching, utility, table, replacement, ordering):
    game = dodona.game("random_tree", depth=depth, branching=branching, utility=utility, seed=seed)
    options = (
        {"table": table, "replacement": replacement, "ordering": tuple(sorted(ordering))} if name in PRUNED else {}
    )
    assert_searched(game, solve(game, name, **options))


@settings(max_examples=40)
@given(
    st.sampled_from([name for name in PRUNED if name not in ("star1", "star2")]),
    st.integers(0, 2**63 - 1),
    st.integers(1, 3),
    st.integers(1, 3),
    st.integers(0, 4096),
    st.sampled_from(["none", "star1", "star2"]),
)
def test_any_setting_on_any_tree_with_chance(name, seed, depth, chance, table, pruning):
    game = dodona.game("random_tree", depth=depth, branching=2, chance=chance, utility="uniform", seed=seed)
    solution = solve(game, name, table=table, chance=pruning)
    assert solution.value == pytest.approx(minimax(game.root())[0], abs=1e-12)


@pytest.mark.parametrize("guess", [-1e6, -1, -0.3, 0, 0.5, 1, 1e6])
def test_a_wrong_guess_costs_work_and_not_the_value(guess):
    for seed in range(30):
        for chance in (0, 2):
            game = tree(seed, chance)
            value = pytest.approx(induction(game), abs=1e-12 if chance else 0)
            assert solve(game, "mtdf", guess=guess).value == value
            for width in (1e-9, 0.01, 1, 100):
                assert solve(game, "aspiration", guess=guess, width=width).value == value


def test_a_good_guess_saves_work():
    nodes = dict.fromkeys(("mtdf", "guided", "aspiration", "alphabeta"), 0)
    for seed in range(10):
        game = dodona.game("random_tree", depth=6, branching=4, utility="uniform", seed=seed)
        value = induction(game)
        nodes["mtdf"] += solve(game, "mtdf").stats["nodes"]
        nodes["guided"] += solve(game, "mtdf", guess=value).stats["nodes"]
        nodes["aspiration"] += solve(game, "aspiration", guess=value, width=0.05).stats["nodes"]
        nodes["alphabeta"] += solve(game, "alphabeta").stats["nodes"]
    assert nodes["guided"] < nodes["mtdf"] < nodes["alphabeta"]
    assert nodes["aspiration"] < nodes["alphabeta"]


def test_pruning_at_chance_nodes_saves_work():
    """Ballard 1983: the more so the more moves there are to skip."""
    nodes = {"none": 0, "star1": 0, "star2": 0}
    for seed in range(10):
        game = dodona.game("random_tree", depth=4, branching=5, chance=2, utility="uniform", seed=seed)
        for chance in nodes:
            nodes[chance] += solve(game, "alphabeta", chance=chance).stats["nodes"]
    assert nodes["star2"] < nodes["star1"] < nodes["none"]


def test_negamax_star1_and_star2_are_alphabeta_under_other_names():
    game = dodona.game("dice_race(turns=3)")
    plain = solve(game, "alphabeta").stats["nodes"]
    assert solve(game, "negamax").stats["nodes"] == solve(game, "star1").stats["nodes"] == plain
    assert solve(game, "star2").stats["nodes"] == solve(game, "alphabeta", chance="star2").stats["nodes"]
