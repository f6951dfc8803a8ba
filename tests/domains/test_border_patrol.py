"""Border patrol: its sizes as published and as counted independently, and what its parameters change."""

import random

import networkx as nx
import pytest

import dodona
from dodona import GameDefinitionError, IllegalMoveError

SLOW = pytest.mark.slow
#: Sequences of evader and defender in G1, G2 and G3. Those of G1 at depth 7 with nodes 11 and 12 are printed in the
#: thesis, Table 5.2; the others were counted by an independent program.
SEQUENCES = {
    (4, "thesis", True): [(190, 1_707), (208, 1_739), (180, 1_667)],
    (4, "all", True): [(190, 4_247), (208, 4_331), (180, 4_147)],
    (5, "thesis", True): [(408, 10_283), (490, 10_923), (376, 9_571)],
    (5, "all", True): [(413, 30_742), (495, 32_744), (381, 28_626)],
    (6, "thesis", True): [(797, 55_371), (1_068, 63_723), (717, 48_667)],
    (6, "all", True): [(828, 199_227), (1_102, 229_919), (744, 174_091)],
    (7, "thesis", True): [(1_463, 273_099), (2_200, 350_315), (1_293, 230_011)],
    (7, "all", True): [(1_568, 1_170_799), (2_332, 1_521_822), (1_376, 976_309)],
    (4, "thesis", False): [(77, 1_707), (93, 1_739), (69, 1_667)],
    (5, "thesis", False): [(141, 9_931), (203, 10_667), (119, 8_651)],
    (7, "thesis", False): [(344, 191_067), (760, 297_963), (264, 137_075)],
    (4, "all", False): [(77, 4_247), (93, 4_331), (69, 4_147)],
    (5, "all", False): [(146, 29_670), (208, 31_952), (124, 25_830)],
}
#: The second unit's nodes: those behind the thesis' sizes, or all three of its column.
NODES = {"thesis": [11, 12], "all": [10, 11, 12]}


def border(**parameters):
    return dodona.game("border_patrol", **parameters)


@pytest.mark.parametrize(
    ("graph", "depth", "nodes", "slow", "expected"),
    [
        pytest.param(f"G{i + 1}", depth, nodes, slow, pair, marks=[SLOW] * (depth == 7 and nodes == "all"))
        for (depth, nodes, slow), pairs in SEQUENCES.items()
        for i, pair in enumerate(pairs)
    ],
)
def test_sequences_of_the_three_graphs(graph, depth, nodes, slow, expected):
    assert border(graph=graph, depth=depth, p2_nodes=NODES[nodes], slow=slow).info().sequences == expected


@pytest.mark.parametrize(
    ("graph", "depth", "nodes", "infosets"),
    [
        ("G1", 4, 27_742, (74, 355)),
        ("G2", 4, 33_950, (76, 363)),
        ("G3", 4, 23_798, (72, 347)),
        ("G1", 5, 160_838, (165, 2_131)),
        ("G2", 5, 261_158, (183, 2_267)),
        ("G3", 5, 127_374, (155, 1_979)),
        ("G1", 6, 863_126, (327, 11_475)),
        ("G2", 6, 1_975_830, (406, 13_243)),
        ("G3", 6, 648_606, (299, 10_059)),
        ("G1", 7, 4_392_198, (604, 56_851)),
    ],
)
def test_nodes_and_sets_with_the_nodes_of_the_thesis(graph, depth, nodes, infosets):
    info = border(graph=graph, depth=depth, p2_nodes=[11, 12]).info()
    assert (info.nodes, info.infosets) == (nodes, infosets)
    assert info.perfect_recall


def test_three_rounds_on_the_first_graph():
    info = border(depth=3).info()
    assert (info.nodes, info.infosets, info.sequences) == (8_511, (28, 87), (78, 518))


class Twin:
    """The rules again, position by position, with the observed tracks as the sets that they are."""

    def __init__(self, arcs, areas, starts, goal, depth, slow, may_stay):
        self.out = {}
        for tail, head in arcs:
            self.out.setdefault(tail, []).append(head)
        self.areas, self.goal, self.depth, self.slow, self.may_stay = areas, goal, depth, slow, may_stay
        self.evader, *units = starts
        self.before, self.units = self.evader, tuple(units)
        self.tracks, self.observed = set(), set()
        self.rounds, self.turn, self.waits, self.captured = 0, 0, False, False
        self.sees = ((), ())

    def over(self):
        if self.captured or self.evader == self.goal:
            return True
        return self.turn == 0 and self.rounds == self.depth

    def moves(self):
        if self.turn == 1:
            choices = [
                sorted(n for n in self.out.get(u, []) if n in area) or [u]
                for u, area in zip(self.units, self.areas, strict=True)
            ]
            return [(first, second) for first in choices[0] for second in choices[1]]
        if self.waits:
            return ["wait"]
        ahead = [n for n in sorted(self.out.get(self.evader, [])) if n != self.evader or self.may_stay]
        late = [(n, "slow") for n in ahead if self.slow and n in self.areas[0] and n != self.evader]
        return [(n, "quick") for n in ahead] + late or ["wait"]

    def play(self, move):
        if self.turn == 0:
            self.before, self.turn = self.evader, 1
            if move == "wait":
                self.waits = False
            else:
                self.evader, self.waits = move[0], move[1] == "slow"
                if move[1] == "quick" and self.evader != self.before and self.evader in self.areas[0]:
                    self.tracks.add(self.evader)
            self.sees = ((*self.sees[0], move), self.sees[1])
            return
        self.captured = self.evader in move or any(
            (old, new) == (self.evader, self.before) for old, new in zip(self.units, move, strict=True)
        )
        self.units, self.turn, self.rounds = move, 0, self.rounds + 1
        self.observed |= self.tracks & {*move}
        self.sees = (self.sees[0], (*self.sees[1], move, tuple(sorted(self.observed))))


@pytest.mark.parametrize(("slow", "may_stay"), [(True, False), (False, False), (True, True), (False, True)])
@pytest.mark.parametrize("seed", range(8))
def test_random_plays_on_random_graphs_go_as_those_of_the_twin(seed, slow, may_stay):
    graph = nx.gnp_random_graph(7, 0.4, seed=seed, directed=True)
    graph.add_edges_from([(0, 1), (6, 6), (5, 2), (6, 3), (1, 4), (2, 2), (3, 3)])
    areas, starts, depth = ([1, 2, 5], [3, 1, 6]), (0, 5, 6), 6
    game = border(
        graph=graph,
        depth=depth,
        slow=slow,
        evader_may_stay=may_stay,
        p1_nodes=areas[0],
        p2_nodes=areas[1],
        evader=0,
        goal=4,
        units=starts[1:],
    )
    assert dodona.game(str(game)) == game
    known = ({}, {})
    for play in range(150):
        chooser = random.Random(f"{seed} {play}")
        state, twin = game.root(), Twin(graph.edges, areas, starts, 4, depth, slow, may_stay)
        while not twin.over():
            player, moves = twin.turn, twin.moves()
            assert state.turn == player
            assert len(state.actions()) == len(moves)
            assert known[player].setdefault(state.information_key(player), twin.sees[player]) == twin.sees[player]
            action = chooser.randrange(len(moves))
            state = state.play(index=action)
            twin.play(moves[action])
        assert state.is_terminal
        assert state.utility()[0] == (-1 if twin.captured else twin.evader == 4)
    for own in known:
        assert len(set(own.values())) == len(own)


def test_a_slow_move_costs_a_round_and_leaves_no_tracks():
    state = border().root()
    assert state.actions() == ["1", "4", "5", "6", "4 slow", "5 slow", "6 slow"]
    quick = state.play("4").play("5+11").play("7").play("4+11")
    assert quick.information(1) == "5+11, 4!+11"
    slow = state.play("4 slow").play("5+11")
    assert slow.actions() == ["wait"]
    slow = slow.play("wait").play("6+11").play("7").play("5+11")
    assert slow.information(0) == "4 slow, wait, 7"
    assert slow.information(1) == "5+11, 6+11, 5+11"
    assert "slow" not in " ".join(border(slow=False).root().actions())


def test_meeting_on_an_edge_is_a_capture():
    state = border().root().play("4").play("5+11").play("5").play("4+11")
    assert state.is_terminal
    assert state.utility() == [-1, 1]


def test_the_goal_ends_the_game_before_the_defender_answers():
    state = border(p2_nodes=[11, 12]).root()
    for move in ("4", "5+11", "7", "5+11", "10", "5+11", "16"):
        state = state.play(move)
    assert state.utility() == [1, -1]


def test_staying_needs_a_self_loop_and_leave():
    def actions(**parameters):
        return border(**parameters).root().play("4").play("5+11").actions()

    assert actions() == ["5", "7", "5 slow"]
    assert actions(evader_may_stay=True) == ["4", "5", "7", "5 slow"]


def test_who_cannot_move_waits():
    own = {"p1_nodes": [3], "p2_nodes": [4], "evader": 0, "goal": 2, "units": [3, 4], "depth": 3}
    state = border(graph="0>1 3>2 4>2", **own).root()
    for _ in range(3):
        state = state.play(index=0)
        assert state.actions() == ["3+4"]
        state = state.play(index=0)
    assert state.information(0) == "1, wait, wait"
    assert state.utility() == [0, 0]


def test_four_rows():
    game = border(graph="four_rows", depth=3)
    assert game.root().actions() == ["1", "3", "4", "5", "6", "3 slow", "4 slow", "5 slow", "6 slow"]
    assert len(game.root().play("1").actions()) == 16
    assert dodona.solve(game).value <= 0


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({"graph": "G4"}, ["one of G1, G2, G3, four_rows", "G4"]),
        ({"graph": 3}, ["networkx"]),
        ({"graph": "0>1 1>2"}, ["p1_nodes", "graph of your own"]),
        ({"p1_nodes": [3]}, ["p1_nodes", "no node 3"]),
        ({"p2_nodes": []}, ["p2_nodes", "list of nodes"]),
        ({"p2_nodes": 11}, ["p2_nodes", "list of nodes", "11"]),
        ({"p2_nodes": [7]}, ["no edge leads a unit", "18"]),
        ({"depth": 0}, ["depth", "from 1 to"]),
        ({"depth": 60}, ["depth", "from 1 to", "60"]),
        ({"units": [17]}, ["units", "two nodes"]),
        ({"evader": 99}, ["evader", "99"]),
        ({"goal": 0}, ["goal"]),
        ({"evader": 17}, ["both start in node 17"]),
        ({"slow": 1}, ["slow", "true or false"]),
        ({"evader_may_stay": "no"}, ["evader_may_stay", "true or false"]),
    ],
)
def test_impossible_borders_are_refused_with_a_sentence(parameters, words):
    with pytest.raises(GameDefinitionError) as caught:
        border(**parameters)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_moves_that_do_not_exist_are_refused():
    with pytest.raises(IllegalMoveError):
        border().root().play("7")
