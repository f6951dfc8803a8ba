"""Graphs and starting nodes of pursuit-evasion, from parameters, texts and NetworkX."""

import subprocess
import sys

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona import GameDefinitionError


def pursuit(**parameters):
    return dodona.game("pursuit_evasion", **parameters)


@pytest.mark.parametrize(
    ("graph", "text"),
    [
        (nx.cycle_graph(3), "0-1 0-2 1-2"),
        (nx.DiGraph([(2, 0), (0, 1), (1, 2), (2, 1)]), "0>1 2>0 1-2"),
        (nx.Graph([("b", "a"), ("b", "b")]), "a-b b-b"),
        (nx.grid_2d_graph(2, 2), "0:0-0:1 0:0-1:0 0:1-1:1 1:0-1:1"),
        (nx.MultiGraph([(0, 1), (0, 1)]), "0-1"),
        (nx.path_graph(12), "0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10 10-11"),
        ("c-b  b-a a>c c>a", "a-b a-c b-c"),
    ],
)
def test_a_graph_becomes_a_text_that_reads_back(graph, text):
    game = pursuit(graph=graph, depth=3, pursuers=1)
    assert str(game) == f'pursuit_evasion(graph="{text}", depth=3, pursuers=1)'
    assert dodona.game(str(game)) == game
    assert str(dodona.game(str(game)).root()) == str(game.root())


@given(st.integers(0, 10_000), st.booleans())
def test_equal_graphs_are_equal_games_whatever_the_order_of_their_edges(seed, directed):
    graph = nx.gnp_random_graph(6, 0.6, seed=seed, directed=directed)
    graph.add_edges_from((node, (node + 1) % 6) for node in range(6))
    again = type(graph)()
    again.add_edges_from(reversed(list(graph.edges)))
    first, second = (pursuit(graph=g, depth=2, evader=0, pursuers=[3]) for g in (graph, again))
    assert first == second == dodona.game(str(first))
    moves = [sorted(nx.DiGraph(graph).successors(node)) for node in (0, 3)]
    assert [first.root().actions(player) for player in (0, 1)] == [[str(n) for n in own] for own in moves]


@pytest.mark.parametrize(("rows", "columns"), [(1, 4), (2, 3), (4, 4), (3, 5)])
def test_the_built_in_grid_is_that_of_networkx(rows, columns):
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(rows, columns), ordering="sorted")
    for evader in range(1, rows * columns):
        built_in = pursuit(rows=rows, columns=columns, depth=1, evader=evader, pursuers=[0]).root()
        given_one = pursuit(graph=graph, depth=1, evader=evader, pursuers=[0]).root()
        assert [built_in.actions(player) for player in (0, 1)] == [given_one.actions(player) for player in (0, 1)]


@pytest.mark.parametrize("depth", [2, 3, 5, 6])
@pytest.mark.parametrize("units", [1, 2, 3])
def test_drawn_starts_are_near_and_different(depth, units):
    graph = nx.convert_node_labels_to_integers(nx.grid_2d_graph(5, 5), ordering="sorted")
    distance = dict(nx.all_pairs_shortest_path_length(graph))
    drawn = set()
    for seed in range(40):
        words = str(pursuit(rows=5, columns=5, depth=depth, pursuers=units, seed=seed).root()).split(", ")
        evader = int(words[0].split()[1])
        nodes = [int(node) for node in words[1].split()[1:]]
        assert len(set(nodes)) == units
        assert all(1 <= distance[node][evader] <= 2 * depth // 3 for node in nodes)
        drawn.add((evader, *nodes))
    assert len(drawn) > 20


def test_distances_in_a_directed_graph_are_those_of_the_units():
    """On a directed cycle only the two nodes before the evader are within two moves of it."""
    for seed in range(10):
        cycle = nx.cycle_graph(7, create_using=nx.DiGraph)
        start = str(pursuit(graph=cycle, depth=3, evader=4, pursuers=2, seed=seed).root())
        assert start == "evader 4, units 2 3, 3 to go"


def test_units_are_alike():
    """Their order does not matter, and a move is listed by the units' order of nodes."""
    assert pursuit(evader=0, pursuers=[11, 15]).root().key() == pursuit(evader=0, pursuers=[15, 11]).root().key()


def test_a_self_loop_lets_a_unit_stay():
    state = pursuit(graph="0-1 1-2 0-0", depth=2, evader=0, pursuers=[2]).root()
    assert state.actions(0) == ["0", "1"]
    assert state.actions(1) == ["1"]


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"graph": nx.Graph()}, ["edge between two different nodes"]),
        ({"graph": ""}, ["edge between two different nodes"]),
        ({"graph": nx.Graph([(0, 0), (1, 1)])}, ["edge between two different nodes"]),
        ({"graph": "0-0"}, ["edge between two different nodes"]),
        ({"graph": nx.empty_graph(3)}, ["no edge leaves node 0", "self-loop"]),
        ({"graph": nx.DiGraph([(0, 1)])}, ["no edge leaves node 1", "self-loop"]),
        ({"graph": "0>1", "evader": 0, "pursuers": [1]}, ["no edge leaves node 1"]),
        ({"graph": nx.Graph([(0.5, 1)])}, ["a node must be", "0.5", "convert_node_labels_to_integers"]),
        ({"graph": nx.Graph([("a-b", "c")])}, ["a node must be", "a-b"]),
        ({"graph": nx.Graph([(-1, 0)])}, ["a node must be", "-1"]),
        ({"graph": nx.Graph([("true", "b")])}, ["a node must be", "true"]),
        ({"graph": nx.Graph([(0, "0"), (0, 1)])}, ["same label"]),
        ({"graph": "0-1 1"}, ["'1' is no edge", "0-1"]),
        ({"graph": "0--1"}, ["'0--1' is no edge"]),
        ({"graph": [[0, 1]]}, ["networkx", "0-1"]),
        ({"graph": 3}, ["networkx"]),
        ({"graph": "0-1 1-2", "rows": 3}, ["not both"]),
        ({"rows": 0}, ["rows", "from 1 to 255"]),
        ({"rows": 1, "columns": 1}, ["do not exist"]),
        ({"evader": 16, "pursuers": [0]}, ["no node 16", "0, 1, 2"]),
        ({"evader": 0, "pursuers": [99]}, ["no node 99"]),
        ({"evader": "x", "pursuers": [0]}, ["no node x"]),
        ({"evader": 3, "pursuers": [0, 3]}, ["both start in node 3"]),
        ({"pursuers": [0, 3]}, ["give evader"]),
        ({"evader": 5, "pursuers": [0, 3], "seed": 2}, ["seed has nothing to draw"]),
        ({"evader": 5, "pursuers": []}, ["from 1 to 8 pursuing units", "not 0"]),
        ({"evader": 5, "pursuers": [0] * 9}, ["from 1 to 8 pursuing units", "not 9"]),
        ({"pursuers": 9}, ["from 1 to 8", "9"]),
        ({"pursuers": 0}, ["from 1 to 8", "0"]),
        ({"pursuers": 2.5}, ["from 1 to 8", "2.5"]),
        ({"depth": 1}, ["two thirds of depth", "larger depth"]),
        ({"depth": 0}, ["depth", "from 1 to 128"]),
        ({"depth": 100}, ["depth must be from 1 to 40", "2 unit"]),
        ({"depth": 2, "pursuers": 8}, ["8 node(s) within 1 move"]),
        ({"graph": nx.complete_graph(20), "depth": 3, "pursuers": 7}, ["too many moves", "fewer units"]),
        ({"seed": -1}, ["seed", "from 0"]),
    ],
)
def test_impossible_pursuits_are_refused_in_a_sentence(parameters, words):
    with pytest.raises(GameDefinitionError) as caught:
        pursuit(**parameters)
    message = str(caught.value)
    assert message.endswith(".")
    assert all(word in message for word in words), message


def test_disconnected_graphs_are_fine():
    game = pursuit(graph=nx.Graph([(0, 1), (2, 3)]), depth=3, evader=0, pursuers=[2])
    assert dodona.solve(game).value == 1


def test_networkx_is_loaded_only_for_its_graphs():
    code = (
        "import sys, dodona; dodona.game('pursuit_evasion(graph=\"0-1 1-2\", depth=3, pursuers=1)');"
        "dodona.game('pursuit_evasion'); sys.exit('networkx' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
