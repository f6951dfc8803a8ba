"""Trees are seen as NumPy arrays without copying, and their views outlive them."""

import gc

import numpy as np
import pytest

import dodona

ARRAYS = (
    "parent",
    "first_child",
    "num_children",
    "player",
    "infoset",
    "probability",
    "terminal_node",
    "terminal_reach",
    "terminal_sequence",
    "terminal_utility",
)
PER_PLAYER = ("parent_sequence", "first_sequence", "num_actions", "infoset_size")


def views(tree):
    return [getattr(tree, name) for name in ARRAYS] + [getattr(tree, name)(p) for name in PER_PLAYER for p in (0, 1)]


def test_views_are_read_only():
    for array in views(dodona.game("kuhn").tree()):
        assert not array.flags.writeable
        with pytest.raises(ValueError):
            array[...] = 0
        with pytest.raises(ValueError):
            array.flags.writeable = True


def test_views_share_the_trees_memory():
    tree = dodona.game("kuhn").tree()
    for first, second in zip(views(tree), views(tree), strict=True):
        assert first.ctypes.data == second.ctypes.data
        assert np.shares_memory(first, second)
        assert not first.flags.owndata


def test_views_outlive_the_tree_and_the_game():
    game = dodona.game("leduc")
    before = [array.copy() for array in views(game.tree())]
    kept = views(game.tree())
    del game
    gc.collect()
    filler = [dodona.game("leduc(deal=card)").tree() for _ in range(3)]  # would reuse freed memory
    assert all(np.array_equal(a, b) for a, b in zip(before, kept, strict=True))
    del filler


def test_the_tree_is_built_once():
    game = dodona.game("kuhn")
    assert game.tree() is game.tree()


def test_shapes_and_types():
    tree = dodona.game("kuhn").tree()
    assert tree.parent.shape == tree.player.shape == (58,)
    assert tree.terminal_utility.shape == tree.terminal_sequence.shape == (30, 2)
    assert tree.terminal_reach.shape == (30,)
    assert tree.terminal_utility.dtype == tree.probability.dtype == np.float64
    assert tree.parent.dtype == np.int32
    assert tree.parent[0] == -1
    assert tree.terminal_utility.flags.c_contiguous
    assert tree.memory > 58 * 8
    assert tree.terminal_reach.sum() == pytest.approx(5)  # each deal has five endings


def test_there_is_no_player_and_no_node_beyond_the_last():
    tree = dodona.game("kuhn").tree()
    for name in (*PER_PLAYER, "num_infosets", "num_sequences", "infoset_labels", "action_labels"):
        for player in (-1, 2, 100):
            with pytest.raises(dodona.GameDefinitionError, match="players 0 to 1"):
                getattr(tree, name)(player)
    for node in (-1, 58, 10**9):
        with pytest.raises(dodona.GameDefinitionError, match="nodes 0 to 57"):
            tree.history(node)


def test_histories_name_the_way_to_a_node():
    tree = dodona.game("kuhn").tree()
    assert tree.history(0) == []
    histories = {tuple(tree.history(node)) for node in range(tree.num_nodes)}
    assert len(histories) == tree.num_nodes
    assert ("K", "Q", "check", "bet", "fold") in histories
