"""The stored tree, the counts and the implicit walk are one and the same game."""

import numpy as np
import pytest

import dodona
from dodona import CHANCE, TERMINAL
from instances import ALL
from positions import named, positions, root, sequential

sweep = pytest.mark.parametrize("text", ALL)


@sweep
def test_the_tree_equals_the_walk_node_by_node(text):
    game = dodona.game(text)
    tree = game.tree()
    assert tree.recall_problem == ""
    ends = {node: i for i, node in enumerate(tree.terminal_node.tolist())}
    sets: dict = {}
    stack = [(root(sequential(game)), 0, 1.0)]
    visited = set()
    while stack:
        position, node, reach = stack.pop()
        visited.add(node)
        assert tree.player[node] == position.turn
        if position.turn == TERMINAL:
            assert tree.terminal_utility[ends[node]].tolist() == position.state.utility()
            assert tree.terminal_reach[ends[node]] == pytest.approx(reach, abs=0, rel=1e-12)
            assert tree.num_children[node] == 0
            continue
        actions = position.state.actions()
        assert tree.num_children[node] == len(actions)
        if position.turn >= 0:
            place = (position.turn, int(tree.infoset[node]))
            assert sets.setdefault((position.turn, position.information(position.turn)), place) == place
            assert tree.infoset_labels(place[0])[place[1]] == position.state.information(place[0])
        for move, action in enumerate(actions):
            child = int(tree.first_child[node]) + move
            odds = position.state.probabilities()[move] if position.turn == CHANCE else 1.0
            assert tree.parent[child] == node
            assert tree.probability[child] == odds
            assert tree.history(child)[-1] == action
            stack.append((position.play(move), child, reach * odds))
    assert visited == set(range(tree.num_nodes))
    assert len(set(sets.values())) == len(sets)
    assert len(sets) == sum(tree.num_infosets(player) for player in range(tree.players))


@sweep
def test_sequences_follow_the_players_own_moves(text):
    tree = dodona.game(text).tree()
    own = [dict.fromkeys([0], 0) for _ in range(tree.players)]
    for node in range(1, tree.num_nodes):
        parent = int(tree.parent[node])
        mover = int(tree.player[parent])
        for player in range(tree.players):
            own[player][node] = own[player][parent]
        if mover >= 0:
            first = int(tree.first_sequence(mover)[tree.infoset[parent]])
            assert tree.parent_sequence(mover)[tree.infoset[parent]] == own[mover][parent]
            own[mover][node] = first + node - int(tree.first_child[parent])
    for i, node in enumerate(tree.terminal_node.tolist()):
        assert tree.terminal_sequence[i].tolist() == [own[player][node] for player in range(tree.players)]


@sweep
def test_info_counts_what_the_tree_holds(text):
    game = dodona.game(text)
    info, tree = game.info(), game.tree()
    players = range(tree.players)
    assert info.game == game.text
    assert info.nodes == tree.num_nodes
    assert info.terminals == tree.num_terminals
    assert info.chance_nodes == np.count_nonzero(tree.player == CHANCE)
    assert info.infosets == tuple(tree.num_infosets(player) for player in players)
    assert info.sequences == tuple(tree.num_sequences(player) for player in players)
    assert info.depth == tree.depth
    assert info.min_utility == tree.terminal_utility.min()
    assert info.max_utility == tree.terminal_utility.max()
    assert info.perfect_recall


@sweep
def test_infoset_sizes_count_nodes(text):
    tree = dodona.game(text).tree()
    for player in range(tree.players):
        counted = np.bincount(tree.infoset[tree.player == player], minlength=tree.num_infosets(player))
        assert tree.infoset_size(player).tolist() == counted.tolist()
        assert tree.num_sequences(player) == 1 + tree.num_actions(player).sum()


@sweep
def test_a_game_after_a_move_is_that_subtree(text):
    game = dodona.game(text)
    start = game.root()
    for move in root(game).moves():
        later = game.after(named(start, move))
        below = dodona.check(later)
        assert below, str(below)
        assert later.info().nodes == sum(1 for _ in positions(sequential(later)))
        assert str(later.root()) == str(start.play(index=move))


@sweep
def test_moves_split_the_nodes_of_a_sequential_game(text):
    game = sequential(dodona.game(text))
    parts = [game.after(named(game.root(), move)).info() for move in root(game).moves()]
    assert game.info().nodes == 1 + sum(part.nodes for part in parts)
    if parts:
        assert game.info().terminals == sum(part.terminals for part in parts)
