"""Trees that games keep from call to call, beside the attributes of their rules."""

from __future__ import annotations

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


def kept_tree(rules: object) -> _core.GameTree | None:
    """The tree that a game has kept of its rules as they are, if any."""
    kept: _KeptTree | None = vars(rules).get(_KEPT)
    return kept.tree if kept is not None and kept.is_of(rules) else None


def keep_tree(rules: object, tree: _core.GameTree) -> None:
    """Let a game keep the tree of its rules as they are."""
    vars(rules)[_KEPT] = _KeptTree(rules, tree)


def without_tree(state: Any) -> Any:
    """What rules are copied or pickled as, without the tree that they have kept."""
    attributes, slots = state if isinstance(state, tuple) else (state, None)
    if attributes is not None:
        attributes = {name: value for name, value in attributes.items() if name != _KEPT}
    return attributes if slots is None else (attributes, slots)


def _attributes(rules: object) -> dict[str, Any]:
    return {name: value for name, value in vars(rules).items() if name != _KEPT}
