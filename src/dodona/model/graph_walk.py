"""Walks on graphs as decision processes."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from dodona.model.asking import short
from dodona.model.errors import GameDefinitionError
from dodona.model.values import is_number

if TYPE_CHECKING:
    import networkx

    from dodona.model.decision_process import DecisionProcess


@dataclass(frozen=True)
class GraphWalk:
    """Where one may go on a graph, step by step."""

    graph: networkx.Graph
    steps: int
    stay: bool
    end: Collection[Any]
    base: Any

    def process(self, start: Any, failure: float) -> DecisionProcess:
        """The walk as a process: a state is a node and a step, an action is the node to go to."""
        from dodona.model.decision_process import DecisionProcess

        if not is_number(failure, 0, 1) or failure == 1:
            raise GameDefinitionError(f"failure is a probability below 1, not {short(failure)}.")
        if not isinstance(self.graph, _graph_type()):
            raise GameDefinitionError(f"a walk takes a graph of networkx, not {short(self.graph)}.")
        starts = list(start) if isinstance(start, Mapping) else [start]
        for node in [*starts, *self.end, *([] if self.base is None else [self.base])]:
            if node not in self.graph:  # what cannot be a node is none either
                raise GameDefinitionError(f"node {short(node)} is not in the graph.")
        chances = dict(start) if isinstance(start, Mapping) else {start: 1.0}
        in_time = self._in_time(failure > 0)
        for node in chances:
            if node not in in_time[0]:
                raise GameDefinitionError(
                    f"the base {self.base!r} cannot be reached again from node {node!r} in {self.steps} steps."
                )

        def actions(state: tuple[Any, int]) -> Iterable[Any]:
            return self._moves(*state, in_time)

        def outcomes(state: tuple[Any, int], target: Any) -> dict[tuple[Any, int], float]:
            node, step = state
            if failure == 0 or target == node:
                return {(target, step + 1): 1.0}
            return {(target, step + 1): 1.0 - failure, (node, step + 1): float(failure)}

        return DecisionProcess({(node, 0): p for node, p in chances.items()}, actions, outcomes)

    def _neighbours(self, node: Any) -> list[Any]:
        """Where one may go from a node; staying comes first, so that it is what is done by default."""
        near = list(self.graph.adj[node])
        return [node, *near] if self.stay and node not in near else near

    def _moves(self, node: Any, step: int, in_time: Sequence[Container[Any]]) -> list[Any]:
        if step == self.steps or node in self.end:
            return []
        near = [after for after in self._neighbours(node) if after in in_time[step + 1]]
        if not near:
            raise GameDefinitionError(
                f"node {node!r} is a dead end at step {step}: no move leaves it"
                f"{'' if self.base is None else ' in time for the base'}; allow to stay, or name it among the ends."
            )
        return near

    def _in_time(self, may_fail: bool) -> Sequence[Container[Any]]:
        """For every step the nodes from which the base can be reached after the last one; all nodes without a base.

        Where moves may fail, whoever stays at a node must be in time from there, too.
        """
        if self.base is None:
            return [self.graph] * (self.steps + 1)
        layers: list[set[Any]] = [{self.base}]
        for _ in range(self.steps):
            after = layers[-1]
            from_there = {node for node in self.graph if any(near in after for near in self._neighbours(node))}
            layers.append(from_there & after if may_fail else from_there)
        return layers[::-1]


def _graph_type() -> Any:
    """What graphs are; NetworkX is loaded only where somebody walks on one."""
    import networkx

    return networkx.Graph
