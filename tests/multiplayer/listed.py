"""Trees written down as nested tuples: a leaf is a vector of utilities, a node is its mover and its children."""

from __future__ import annotations

from typing import Any

import dodona

Node = tuple[Any, ...]


def is_leaf(node: Node) -> bool:
    """Whether a node is a vector of utilities."""
    return not isinstance(node[-1], tuple)


def outcomes_of(node: Node) -> list[Node]:
    """The leaves below a node, in order."""
    return [node] if is_leaf(node) else [leaf for child in node[1:] for leaf in outcomes_of(child)]


class Listed(dodona.Game):
    """The game of such a tree."""

    def __init__(self, tree: Node, players: int = 3) -> None:
        self.whole, self.players = tree, players

    def initial(self) -> Any:
        return ()

    def at_path(self, path: Any) -> Node:
        node = self.whole
        for move in path:
            node = node[1 + move]
        return node

    def turn(self, path: Any) -> int:
        node = self.at_path(path)
        return dodona.TERMINAL if is_leaf(node) else node[0]

    def actions(self, path: Any, player: int) -> Any:
        return range(len(self.at_path(path)) - 1)

    def play(self, path: Any, move: Any) -> Any:
        return (*path, move)

    def utility(self, path: Any) -> Any:
        return self.at_path(path)

    def outcomes(self) -> Any:
        return outcomes_of(self.whole)


def tree_of(state: dodona.State) -> Node:
    """A position of any game without chance, and all that follows, as such a tree."""
    if state.is_terminal:
        return tuple(state.utility())
    return (state.turn, *(tree_of(state.play(index=a)) for a in range(len(state.actions()))))


def max_n(node: Node) -> tuple[Node, int]:
    """Value and move of a node by the definition, ties to the first move."""
    if is_leaf(node):
        return node, -1
    values = [max_n(child)[0] for child in node[1:]]
    move = max(range(len(values)), key=lambda i: (values[i][node[0]], -i))
    return values[move], move


def paranoid(node: Node, player: int) -> float:
    """What a player is sure of."""
    if is_leaf(node):
        return float(node[player])
    values = [paranoid(child, player) for child in node[1:]]
    return max(values) if node[0] == player else min(values)


def best_reply(node: Node, player: int, replied: bool = False) -> float:
    """What a player gets where one opponent per round chooses and the others make their first move."""
    if is_leaf(node):
        return float(node[player])
    if node[0] == player:
        return max(best_reply(child, player) for child in node[1:])
    if replied:
        return best_reply(node[1], player, True)
    return min(best_reply(node[1], player, False), *(best_reply(child, player, True) for child in node[1:]))
