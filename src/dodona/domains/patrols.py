"""Units that patrol graphs unseen: flow games on any graph."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any

from dodona.domains.catalog import domain
from dodona.domains.graphs import Graph, Moves, edge_text, graph_moves, node_label, node_order
from dodona.domains.hidden import BORDER_GRAPHS, BORDERS, Node, border_text
from dodona.domains.parameters import Number, Whole
from dodona.model.decision_process import DecisionProcess
from dodona.model.errors import GameDefinitionError
from dodona.model.flow_game import FlowGame
from dodona.model.text import value_text
from dodona.model.values import real

#: Units with more joint moves than this make no game that is built in a moment.
MOST_JOINT_MOVES = 200_000

#: A unit's move: from where, and where to.
Step = tuple[str, str]


@domain(shows=("graph", "steps"), spells={"graph": border_text})
def border_protection(
    graph: Annotated[Graph, BORDER_GRAPHS] = "four_rows",
    steps: Annotated[int, Whole(1, 200)] = 5,
    areas: Annotated[Sequence[Sequence[Node]], "a list of lists of nodes"] | None = None,
    evader: Annotated[Node, "a node"] | None = None,
    goal: Annotated[Node, "a node"] | None = None,
    units: Annotated[Sequence[Node], "a list of nodes"] | None = None,
    reward: Annotated[float, Number()] = 1.0,
    evader_may_stay: bool = True,
) -> FlowGame:
    """Border protection [Bosansky2014]_, 6.3.1: cross a directed graph past units that see nothing, not even tracks.

    In every step the evader and all units move along edges at once, each unit within its own nodes, and who has no move
    left stays; she ends at the goal, for which she gets the reward. She pays 1, and gets no reward, in every step in
    which she meets units, however many: one that is in her node when they move, goes to the node that she goes to, or
    comes towards her along her edge. A unit beside which she ends one step and begins the next one meets her in both,
    as in the thesis's code.

    Parameters
    ----------
    graph
        The named ones come with nodes and starts for all. The thesis draws its graph but does not list its edges:
        ``four_rows`` is the published graph of four rows that looks like it, without edges in its middle column, and
        ``four_rows_connected`` has such edges, as ``G2`` has them in three rows. With a graph of your own give all of
        them.
    steps
        How many moves everybody has.
    areas
        The nodes that each unit may enter, one list per unit.
    evader
        Where she starts.
    goal
        Where she wants to go.
    units
        Where the units start; there may be any number of them.
    reward
        What the goal is worth; the thesis has 1, its code 2.
    evader_may_stay
        Whether she may use self-loops, as in the thesis's code. Its flags (marks that units see with some probability)
        are left out here, as in the thesis.
    """
    border = BORDERS.get(graph) if isinstance(graph, str) else None
    given = {"areas": areas, "evader": evader, "goal": goal, "units": units}
    for name, own in given.items():
        if own is None and border is None:
            raise GameDefinitionError(f"border_protection: {name} must be given with a graph of your own.")
        given[name] = getattr(border, name) if own is None else own
    nodes = _Nodes("border_protection", graph_moves(border.edges if border else str(graph)))
    starts = nodes.list_of("units", given["units"])
    own_nodes = [frozenset(nodes.list_of("areas", own)) for own in nodes.lists("areas", given["areas"])]
    if len(starts) != len(own_nodes):
        raise GameDefinitionError(
            f"border_protection: every unit needs a start and an area, and there are {len(starts)} starts in units and "
            f"{len(own_nodes)} areas."
        )
    rules = BorderProtection(
        nodes.moves,
        steps,
        nodes.one("evader", given["evader"]),
        nodes.one("goal", given["goal"]),
        tuple(starts),
        tuple(own_nodes),
        reward,
        evader_may_stay,
    )
    rules.check()
    return rules.game()


@dataclass(frozen=True)
class _Nodes:
    """The nodes of a graph, to find those that parameters name."""

    domain: str
    moves: Moves

    def one(self, name: str, node: Any) -> str:
        """The label of a node of the graph."""
        label = node_label(node)
        if label not in self.moves:
            known = ", ".join(list(self.moves)[:20]) + (", ..." if len(self.moves) > 20 else "")
            raise GameDefinitionError(f"{self.domain}: {name} has no node {label} of the graph; its nodes are {known}.")
        return label

    def lists(self, name: str, things: Any) -> Sequence[Any]:
        """A list that is not empty."""
        if not isinstance(things, list | tuple) or not things:
            raise GameDefinitionError(f"{self.domain}: {name} must be a list, not {value_text(things)}.")
        return things

    def list_of(self, name: str, nodes: Any) -> list[str]:
        """The labels of a list of nodes."""
        return [self.one(name, node) for node in self.lists(name, nodes)]


@dataclass(frozen=True)
class BorderProtection:
    """The rules: the evader's state is a node and a step, the defender's the nodes of all units and a step."""

    moves: Moves
    steps: int
    evader: str
    goal: str
    units: tuple[str, ...]
    areas: tuple[frozenset[str], ...]
    reward: float
    evader_may_stay: bool

    def check(self) -> None:
        """Refuse what is no game, or too large a one."""
        if self.evader == self.goal:
            raise GameDefinitionError("border_protection: the evader must not start at the goal.")
        for unit, (start, area) in enumerate(zip(self.units, self.areas, strict=True)):
            if start not in area and not area & set(self.moves[start]):
                raise GameDefinitionError(
                    f"border_protection: no edge leads unit {unit} from its start, node {start}, into its own nodes."
                )
        joint = math.prod(
            sum(len(self._unit_moves(unit, node)) for node in area | {start})
            for unit, (start, area) in enumerate(zip(self.units, self.areas, strict=True))
        )
        if joint * self.steps > MOST_JOINT_MOVES:
            raise GameDefinitionError(
                f"border_protection: the units have up to {joint:,} joint moves in each of {self.steps} steps: at most "
                f"{MOST_JOINT_MOVES:,} in all can be stored; take fewer units, smaller areas or fewer steps."
            )

    def game(self) -> FlowGame:
        """The two processes and the utility."""
        evader = DecisionProcess((self.evader, 0), self._evader_actions, lambda state, node: (node, state[1] + 1))
        defender = DecisionProcess(
            (*self.units, 0), self._defender_actions, lambda state, nodes: (*nodes, state[-1] + 1)
        )
        meetings = _Meetings(evader)

        def evader_shares(state: Any, node: str) -> dict[Any, float]:
            return {(*state, node): -1.0 - (self.reward if node == self.goal else 0.0)}

        def defender_shares(state: Any, nodes: tuple[str, ...]) -> dict[Any, float]:
            return dict.fromkeys(meetings.of(list(zip(state[:-1], nodes, strict=True)), state[-1]), 1.0)

        return FlowGame(
            evader,
            defender,
            factors=(evader_shares, defender_shares),
            alone=(lambda state, node: self.reward if node == self.goal else 0.0, None),
            names=("evader", "defender"),
        )

    def _evader_actions(self, state: tuple[str, int]) -> list[str]:
        node, step = state
        if node == self.goal or step == self.steps:
            return []
        return [after for after in self.moves[node] if self.evader_may_stay or after != node] or [node]

    def _unit_moves(self, unit: int, node: str) -> list[str]:
        return [after for after in self.moves[node] if after in self.areas[unit]] or [node]

    def _defender_actions(self, state: tuple[Any, ...]) -> Iterable[tuple[str, ...]]:
        if state[-1] == self.steps:
            return []
        return product(*(self._unit_moves(unit, node) for unit, node in enumerate(state[:-1])))


class _Meetings:
    """Which of the evader's moves units meet. A move is a term of the utility: that counts any number of units once."""

    def __init__(self, evader: DecisionProcess) -> None:
        self._from: dict[tuple[str, int], list[Any]] = {}
        self._to: dict[tuple[str, int], list[Any]] = {}
        self._known = set()
        for (node, step), after in evader.marginal_actions():
            move = (node, step, after)
            self._known.add(move)
            self._from.setdefault((node, step), []).append(move)
            self._to.setdefault((after, step), []).append(move)

    def of(self, units: Sequence[Step], step: int) -> set[Any]:
        """The evader's moves in a step that the units' moves meet."""
        met: set[Any] = set()
        for node, after in units:
            met.update(self._from.get((node, step), ()), self._to.get((after, step), ()))
            met.add((after, step, node))
        return met & self._known


def _values_text(values: Any) -> Any:
    """What targets are worth as a text such as ``a=2 b=0.5``; equal values have equal texts."""
    worth = _read_values(values)
    return " ".join(f"{node}={value_text(worth[node])}" for node in sorted(worth, key=node_order))


def _read_values(values: Any) -> dict[str, float]:
    """Nodes, by their labels, with numbers."""
    if isinstance(values, str):
        values = dict(_split_value(word) for word in values.split())
    if not isinstance(values, Mapping) or not values:
        raise GameDefinitionError(
            f'patrol: values must map nodes to numbers, or be a text such as "a=2 b=0.5", not {value_text(values)}.'
        )
    worth: dict[str, float] = {}
    for node, value in values.items():
        label = node_label(node)
        worth[label] = real(f"patrol: the value of node {label}", value, error=GameDefinitionError)
    return worth


def _split_value(word: str) -> tuple[str, float]:
    node, _, number = word.partition("=")
    try:
        return node_label(node), float(number)
    except ValueError:
        raise GameDefinitionError(
            f"patrol: in the text of values '{word}' is no node with a number; write a=2 b=0.5."
        ) from None


def _patrol_graph(graph: Any) -> Any:
    return edge_text(graph, sinks=True)


_TOWN = edge_text("base-mill mill-harbour harbour-bridge bridge-market market-base market-depot depot-bridge") or ""
_TOWN_VALUES = _values_text({"mill": 2, "harbour": 5, "bridge": 3, "market": 4, "depot": 6})


@domain(spells={"graph": _patrol_graph, "values": _values_text})
def patrol(
    graph: Annotated[Graph, "a graph of NetworkX or a text of edges"] = _TOWN,
    values: Annotated[Mapping[Any, float] | str, "nodes with numbers"] = _TOWN_VALUES,
    base: Annotated[Node, "a node"] = "base",
    steps: Annotated[int, Whole(1, 1000)] = 8,
    duration: Annotated[int, Whole(1, 1000)] = 2,
    detection: Annotated[float, Number(0, 1)] = 0.5,
    fine: Annotated[float, Number()] | None = None,
    must_return: bool = False,
    stay: bool = True,
    failure: Annotated[float, Number(0, 1)] = 0.0,
    may_refrain: bool = False,
) -> FlowGame:
    """Patrol: an attack on a node of a graph, and a unit that may pass there while it lasts.

    The attacker chooses a target and a step; she is there in that step and the following ones of the attack. The patrol
    leaves its base and in every step goes to a neighbour; a visit is a move that ends at the target while the attack
    lasts, and each one detects her with some probability, whatever others did. She gets the target's value less a fine
    for every detection, in expectation value - fine * detection * visits: a sum over steps, as in [Jiang2013]_ and
    [Yin2012]_, where [Alpern2011]_ count an attack as foiled once whatever the number of visits.

    Parameters
    ----------
    graph
        Where the patrol walks.
    values
        What the targets are worth, such as ``{"a": 2, "b": 0.5}`` or the text ``"a=2 b=0.5"``; other nodes are none.
    base
        Where the patrol starts.
    steps
        How many moves it has.
    duration
        How many steps an attack takes; it must end with the patrol's last step at the latest.
    detection
        How likely a visit detects the attacker.
    fine
        What the attacker pays per detection; by default the value of her target. Then attacks of one step, with
        ``detection=1``, succeed or fail as in [Alpern2011]_.
    must_return
        Whether the patrol must be at its base after the last step: moves from which it could not be are left out.
    stay
        Whether it may stay at a node that has no self-loop.
    failure
        How likely a move fails, so that the patrol stays where it is [Jiang2013]_; it can then not be sure to return.
    may_refrain
        Whether the attacker may also do nothing, which is worth 0.
    """
    nodes = _Nodes("patrol", graph_moves(str(graph)))
    worth = {nodes.one("values", node): value for node, value in _read_values(values).items()}
    home = nodes.one("base", base)
    if duration > steps:
        raise GameDefinitionError(
            f"patrol: an attack of {duration} steps does not fit into {steps}; give a shorter duration or more steps."
        )
    if failure > 0 and must_return:
        raise GameDefinitionError(
            "patrol: where moves may fail, nobody can be sure to return; give must_return=false or failure=0."
        )
    import networkx

    walk = DecisionProcess.on_graph(
        networkx.DiGraph({node: list(near) for node, near in nodes.moves.items()}),
        home,
        steps,
        stay=stay,
        base=home if must_return else None,
        failure=failure,
    )
    attacks: list[Any] = [(node, step) for node in worth for step in range(1, steps - duration + 2)]
    attacks += ["nothing"] if may_refrain else []
    attacker = DecisionProcess("start", lambda state: attacks if state == "start" else [], lambda *_: "over")

    def attacker_shares(state: Any, attack: Any) -> dict[Any, float]:
        if attack == "nothing":
            return {}
        node, first = attack
        paid = -detection * (worth[node] if fine is None else fine)
        return {(node, step): paid for step in range(first, first + duration)}

    def patrol_shares(state: Any, node: str) -> dict[Any, float]:
        here, step = state[0], state[1] + 1
        return {(node, step): 1.0} if node == here else {(node, step): 1.0 - failure, (here, step): failure}

    return FlowGame(
        attacker,
        walk,
        factors=(attacker_shares, patrol_shares),
        alone=(lambda state, attack: 0.0 if attack == "nothing" else worth[attack[0]], None),
        names=("attacker", "patrol"),
    )
