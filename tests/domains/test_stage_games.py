"""Oshi-Zumo, Tron, pursuit-evasion and random stage games against published counts, theorems and second tellings."""

import math

import networkx as nx
import numpy as np
import pytest
from stage_counts import StageValues, histories_by_depth, layers, saddle_bounds, stage_value
from stage_twins import OshiZumo, PursuitEvasion, Tron

import dodona

#: Open histories by depth as printed in Bosansky 2014, 4.4.1 (pure and mixed stages together), and the mixed ones.
THESIS = {
    "oshi_zumo(coins=10, size=3)": (
        [1, 99, 2_016, 14_784, 48_546, 79_926, 69_938, 33_538, 8_351, 861],
        [0, 1, 4, 17, 8, 0, 0, 0, 0, 0],
    ),
    # The start is not printed. Up to symmetry this is the only one on the grid that has these counts.
    "pursuit_evasion(evader=0, pursuers=[11, 15])": ([1, 12, 324, 8_664, 248_712], [0, 0, 63, 1_008, 6_726]),
    # Nor is the order of the prizes. Of ascending and descending ones with cards from 0 or 1, only this one fits.
    "goofspiel(cards=5)": ([1, 25, 400, 3_600, 14_400], [1, 8, 66, 246, 0]),
}


@pytest.mark.parametrize("text", THESIS)
def test_stages_by_depth_are_those_printed_in_the_thesis(text):
    assert histories_by_depth(text) == THESIS[text][0]


@pytest.mark.parametrize("text", THESIS)
def test_stages_without_a_saddle_point_are_among_those_printed_as_mixed(text):
    """A linear program may mix where a pure equilibrium exists, so the printed counts are upper bounds.

    In the deepest stages that mix they are met.
    """
    values = StageValues(stage_value)
    mixed = []
    for states, counts in layers(text):
        bounds = {key: saddle_bounds(values.stage(state)) for key, state in states.items()}
        mixed.append(sum(counts[key] for key, (lower, upper) in bounds.items() if upper - lower > 1e-9))
    printed = THESIS[text][1]
    assert all(ours <= theirs for ours, theirs in zip(mixed, printed, strict=True))
    deepest = max(depth for depth, count in enumerate(printed) if count > 0)
    assert mixed[deepest:] == printed[deepest:]


def test_the_larger_oshi_zumo_of_the_thesis():
    """16,655,160 open histories by an independent enumeration; the thesis says 15 million are evaluated."""
    assert sum(histories_by_depth("oshi_zumo(coins=13, size=4)")) == 16_655_160


@pytest.mark.parametrize(
    ("coins", "size", "bounds"), [(11, 3, (0, 0)), (12, 3, (-1, 1)), (14, 4, (0, 0)), (15, 4, (-1, 1))]
)
def test_pure_strategies_suffice_in_oshi_zumo_up_to_a_number_of_coins(coins, size, bounds):
    """Bosansky 2014, 4.4.2: the first game without a pure equilibrium has 12 coins on 7 cells, 15 on 9."""
    root = dodona.game("oshi_zumo", coins=coins, size=size).root()
    lower = StageValues(lambda matrix: saddle_bounds(matrix)[0]).value(root)
    upper = StageValues(lambda matrix: saddle_bounds(matrix)[1]).value(root)
    assert (lower, upper) == bounds


def test_the_serialized_bounds_of_the_core_are_those_of_the_stages():
    for text in ("oshi_zumo(coins=[6, 5], size=1)", "tron(rows=3, columns=4, walls=[[1, 2]])"):
        root = dodona.game(text).root()
        for first in (0, 1):
            stages = StageValues(lambda matrix, first=first: saddle_bounds(matrix)[first]).value(root)
            assert dodona.solve(dodona.game(text).serialized(first), "backward_induction").value == stages


@pytest.mark.parametrize(
    ("text", "twin"),
    [
        ("oshi_zumo(coins=4, size=1)", OshiZumo((4, 4), 1)),
        ("oshi_zumo(coins=[6, 3], size=2, min_bid=2, utility=distance)", OshiZumo((6, 3), 2, 2, distance=True)),
        ("oshi_zumo(coins=[3, 5], size=1, start=0)", OshiZumo((3, 5), 1, start=0)),
        ("oshi_zumo(coins=[0, 3], size=3)", OshiZumo((0, 3), 3)),
        ("tron(rows=3, columns=4)", Tron(["0...", "....", "...1"])),
        (
            "tron(rows=3, columns=5, walls=[[1, 1], [1, 3]], starts=[[1, 2], [1, 4]])",
            Tron([".....", ".#0#1", "....."]),
        ),
        ("tron(rows=1, columns=6)", Tron(["0....1"])),
        ("tron(rows=1, columns=7)", Tron(["0.....1"])),
        ("tron(rows=4, columns=1, starts=[[1, 0], [3, 0]])", Tron([".", "0", ".", "1"])),
        (
            "pursuit_evasion(rows=2, columns=3, depth=3, evader=0, pursuers=[5])",
            PursuitEvasion(nx.convert_node_labels_to_integers(nx.grid_2d_graph(2, 3)), 0, [5], 3),
        ),
        (
            "pursuit_evasion(rows=3, columns=3, depth=2, evader=4, pursuers=[6, 0])",
            PursuitEvasion(nx.convert_node_labels_to_integers(nx.grid_2d_graph(3, 3)), 4, [0, 6], 2),
        ),
        (
            'pursuit_evasion(graph="0-1 1-2 2-0 2>3 3>0 3-3", depth=3, evader=0, pursuers=[3])',
            PursuitEvasion(
                nx.DiGraph([(0, 1), (1, 0), (1, 2), (2, 1), (2, 0), (0, 2), (2, 3), (3, 0), (3, 3)]), 0, [3], 3
            ),
        ),
        (
            'pursuit_evasion(graph="0-1 1-2 2-0", depth=2, evader=0, pursuers=[1, 2, 2])',
            PursuitEvasion(nx.complete_graph(3), 0, [1, 2, 2], 2),
        ),
    ],
)
def test_a_second_telling_is_the_same_game(text, twin):
    game = dodona.game(text)
    ours, theirs = game.info(), twin.info()
    assert (ours.nodes, ours.terminals, ours.infosets, ours.sequences) == (
        theirs.nodes,
        theirs.terminals,
        theirs.infosets,
        theirs.sequences,
    )
    assert (ours.min_utility, ours.max_utility) == (theirs.min_utility, theirs.max_utility)
    value = dodona.solve(game).value
    assert value == pytest.approx(dodona.solve(twin).value, abs=1e-9)
    assert value == pytest.approx(StageValues(stage_value).value(game.root()), abs=1e-9)


@pytest.mark.parametrize("nodes", [3, 4, 5])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_one_unit_on_a_complete_graph_guesses_once_a_round(nodes, depth):
    """Each of the evader's n - 1 moves meets exactly one of the unit's n - 1 moves: at a common node or on the way."""
    game = dodona.game("pursuit_evasion", graph=nx.complete_graph(nodes), depth=depth, evader=0, pursuers=[1])
    escape = ((nodes - 2) / (nodes - 1)) ** depth
    assert StageValues(stage_value).value(game.root()) == pytest.approx(2 * escape - 1, abs=1e-9)


@pytest.mark.parametrize(("depth", "branching", "chance"), [(1, 3, 0), (2, 4, 0), (3, 2, 0), (2, 2, 3), (1, 5, 2)])
def test_random_stage_games_have_the_shape_asked_for(depth, branching, chance):
    """Every stage multiplies the histories by branching^2, and by chance's outcomes."""
    info = dodona.game("random_simultaneous", depth=depth, branching=branching, chance=chance).info()
    width = branching**2 * max(chance, 1)
    stages = sum(width**k for k in range(depth)) * max(chance, 1)
    assert info.terminals == width**depth
    assert info.infosets == (stages, stages)
    assert info.sequences == (1 + stages * branching,) * 2


@pytest.mark.parametrize("utility", ["uniform", "binary", "edges", "sign"])
@pytest.mark.parametrize("zeros", [True, False])
def test_utilities_of_random_stage_games_follow_their_model(utility, zeros):
    depth = 3
    leaves = [
        set(dodona.game("random_simultaneous", utility=utility, zeros=zeros, seed=seed).tree().terminal_utility[:, 0])
        for seed in (0, 1)
    ]
    seen = set().union(*leaves)
    if utility == "uniform":
        assert all(0 <= u < 1 for u in seen)
        assert len(seen) == 2 * 16**depth
        assert np.mean(list(seen)) == pytest.approx(0.5, abs=4 / math.sqrt(12 * len(seen)))
    elif utility == "binary":
        assert seen == {0, 1}
    elif utility == "edges":
        assert seen == (set(range(-depth, depth + 1)) if zeros else {-3, -1, 1, 3})
    else:
        assert seen == ({-1, 0, 1} if zeros else {-1, 1})


def test_utilities_of_edges_add_up_along_the_path():
    """In the last stage the leaves differ by at most 2, all of them from the sum before it."""
    game = dodona.game("random_simultaneous(depth=3, branching=3, seed=6)")
    for joint in [(0, 0), (1, 2), (2, 1)]:
        state = game.root().play(joint).play(joint)
        ends = {state.play((row, column)).utility()[0] for row in range(3) for column in range(3)}
        assert max(ends) - min(ends) <= 2


def test_the_seed_decides_a_random_stage_game():
    values = {
        dodona.solve(dodona.game("random_simultaneous", depth=2, utility="uniform", seed=s)).value for s in range(5)
    }
    assert len(values) == 5


@pytest.mark.parametrize(
    "text",
    [
        "random_simultaneous(depth=2, branching=3, utility=uniform, seed=3)",
        "random_simultaneous(depth=2, utility=sign, zeros=false, seed=4)",
        "pursuit_evasion(rows=3, columns=3, depth=3, pursuers=1, seed=2)",
        "tron(rows=3, columns=4, starts=[[0, 1], [2, 3]])",
    ],
)
def test_the_linear_program_agrees_with_stage_by_stage_solving(text):
    game = dodona.game(text)
    assert dodona.solve(game).value == pytest.approx(StageValues(stage_value).value(game.root()), abs=1e-9)
