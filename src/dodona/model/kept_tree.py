"""Trees that games keep from call to call, beside the attributes of their rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dodona import _core

_KEPT = "_dodona_tree"


class _KeptTree:
    """A tree with the attributes that the rules had: rules whose attributes were changed since have another tree."""

    def __init__(self, rules: object, tree: _core.GameTree) -> None:
        self.tree = tree
        self._attributes = _attributes(rules)

    def is_of(self, rules: object) -> bool:
        now = _attributes(rules)
        return now.keys() == self._attributes.keys() and all(now[name] is self._attributes[name] for name in now)


def has_kept_tree(rules: object) -> bool:
    """Whether a game has kept a tree of its rules as they are."""
    kept: _KeptTree | None = vars(rules).get(_KEPT)
    return kept is not None and kept.is_of(rules)


def kept_tree(rules: object, build: Callable[[], _core.GameTree]) -> _core.GameTree:
    """The tree that a game has kept; where there is none, or its rules have changed, one that is built now."""
    if not has_kept_tree(rules):
        vars(rules)[_KEPT] = _KeptTree(rules, build())
    kept: _KeptTree = vars(rules)[_KEPT]
    return kept.tree


def without_tree(state: Any) -> Any:
    """What rules are copied or pickled as, without the tree that they have kept."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes is not None:
        attributes = {name: value for name, value in attributes.items() if name != _KEPT}
    return attributes if slots is None else (attributes, slots)


def _attributes(rules: object) -> dict[str, Any]:
    return {name: value for name, value in vars(rules).items() if name != _KEPT}
