"""Stored trees as games."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from dodona import _core
from dodona.model.game import CoreGame
from dodona.model.kept_tree import keep_tree


class StoredTreeGame(CoreGame):
    """The game of a tree: its positions are the tree's nodes, and its tree is that tree."""

    def __init__(self, tree: _core.GameTree) -> None:
        super().__init__(f"tree of {tree.num_nodes:,} nodes", _core.tree_rules(tree), tree)
        sums = tree.terminal_utility.sum(axis=1)
        if self.constant_sum is None and np.ptp(sums) <= 1e-12 * float(np.abs(sums).max()):
            self.constant_sum = float(sums[0])
        keep_tree(self, tree)

    def __reduce__(self) -> tuple[Any, ...]:
        raise pickle.PicklingError(
            f"{self} is in the memory of its own process: pickle the game that it was made of, or write it to a file."
        )
