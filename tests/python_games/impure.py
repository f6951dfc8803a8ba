"""Impure games: one hook of an honest game gives false answers now and then, the same ones for the same seed."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL

#: Earlier answers that a lie may repeat.
REMEMBERED = 200


@dataclass(frozen=True)
class Plan:
    """Which hook lies, how and when: from the n-th call on, at every n-th call, or at one call in n by chance."""

    hook: str
    lie: str
    when: str
    number: int
    seed: int

    def __str__(self) -> str:
        words = {"from": f"from call {self.number} on", "every": f"at every call number {self.number}"}
        return f"{self.hook} {self.lie} {words.get(self.when, f'at one call in {self.number}')}, seed {self.seed}"


@dataclass(frozen=True)
class Asked:
    """A question to a hook: its arguments, the honest answer, and the honest answers so far, this one included."""

    game: dodona.Game
    args: tuple[Any, ...]
    truth: Any
    past: list[Any]
    draw: Random


Lie = Callable[[Asked], Any]


def always(answer: Any) -> Lie:
    """The same answer to every question."""
    return lambda asked: answer


def fail(asked: Asked) -> Any:
    """No answer at all."""
    raise ValueError("this hook fails now and then")


def share_out(outcomes: list[Any], weights: list[float]) -> list[tuple[Any, float]]:
    """Outcomes with probabilities in proportion to the weights."""
    return [(outcome, weight / sum(weights)) for outcome, weight in zip(outcomes, weights, strict=True)]


def outcomes_of(asked: Asked) -> list[Any]:
    """Chance's outcomes, whichever way the game gives them."""
    return list(dict(asked.truth))


def later(asked: Asked) -> Any:
    """A state some moves after the one that would be true."""
    game, state = asked.game, asked.truth
    for _ in range(asked.draw.randint(1, 3)):
        turn = game.turn(state)
        if turn == TERMINAL:
            break
        if turn == CHANCE:
            move = asked.draw.choice(list(dict(game.chance(state))))
        elif turn == SIMULTANEOUS:
            move = tuple(asked.draw.choice(game.actions(state, player)) for player in range(game.players))
        else:
            move = asked.draw.choice(game.actions(state, turn))
        state = game.play(state, move)
    return state


#: Lies that any hook can tell; claims are only false.
ANY_HOOK: dict[str, Lie] = {
    "gives None": always(None),
    "gives text": always("lie"),
    "gives an object": lambda asked: object(),
    "raises": fail,
}

#: Lies of hooks that have more than one honest answer.
EARLIER: dict[str, Lie] = {
    "gives an earlier answer": lambda asked: asked.draw.choice(asked.past),
    "gives its first answer": lambda asked: asked.past[0],
}

STATE: dict[str, Lie] = {
    "goes on": later,
    "gives an unhashable state": lambda asked: [asked.truth],
    "wraps the state": lambda asked: (asked.truth,),
}
MOVED: dict[str, Lie] = {**STATE, "gives what it was given": lambda asked: asked.args[0]}

NUMBER: dict[str, Lie] = {
    "draws a number": lambda asked: asked.draw.uniform(-2, 2),
    "gives NaN": always(math.nan),
    "gives infinity": always(math.inf),
    "gives a huge number": always(1e300),
    "gives a tiny number": always(5e-324),
    "gives more than a float holds": always(10**400),
}

VECTOR: dict[str, Lie] = {
    "draws numbers": lambda asked: [asked.draw.uniform(-2, 2) for _ in range(3)],
    "gives NaN": always((math.nan,) * 3),
    "gives too few numbers": always((1, 2)),
    "gives huge numbers": always((1e300, -1e300, 1e300)),
    "gives one number": always(1),
}

#: Every hook of a game and every claim of its class, with the lies it can tell.
LIES: dict[str, dict[str, Lie]] = {
    "initial": STATE,
    "turn": {
        "gives the other player": lambda asked: 1 - asked.truth if asked.truth in (0, 1) else asked.truth,
        "draws a turn": lambda asked: asked.draw.choice([0, 1, CHANCE, SIMULTANEOUS, TERMINAL]),
        "ends the game": always(TERMINAL),
        "gives chance": always(CHANCE),
        "lets all move at once": always(SIMULTANEOUS),
        "gives player 0": always(0),
        "gives player 2": always(2),
        "gives a number below all": always(-5),
        "gives a huge number": always(2**80),
    },
    "actions": {
        "leaves out the last": lambda asked: list(asked.truth)[:-1],
        "leaves out the first": lambda asked: list(asked.truth)[1:],
        "gives one": lambda asked: list(asked.truth)[:1],
        "gives none": always([]),
        "adds one": lambda asked: [*asked.truth, "extra"],
        "adds fifty": lambda asked: [*asked.truth, *(f"extra {number}" for number in range(50))],
        "turns them around": lambda asked: list(asked.truth)[::-1],
        "shuffles them": lambda asked: asked.draw.sample(list(asked.truth), len(asked.truth)),
        "renames them": lambda asked: [f"{action}'" for action in asked.truth],
        "gives one twice": lambda asked: [*asked.truth, asked.truth[0]],
        "gives a generator": lambda asked: (action for action in asked.truth),
    },
    "chance": {
        "leaves out the last": lambda asked: share_out(outcomes_of(asked)[:-1], [1.0] * (len(asked.truth) - 1)),
        "gives one": lambda asked: {outcomes_of(asked)[0]: 1.0},
        "gives none": always({}),
        "adds one": lambda asked: share_out([*outcomes_of(asked), "extra"], [1.0] * (len(asked.truth) + 1)),
        "gives a hundred": lambda asked: {f"extra {number}": 0.01 for number in range(100)},
        "draws probabilities": lambda asked: share_out(
            outcomes_of(asked), [asked.draw.uniform(0.1, 1) for _ in asked.truth]
        ),
        "turns them around": lambda asked: list(dict(asked.truth).items())[::-1],
        "renames them": lambda asked: {f"{outcome}'": p for outcome, p in dict(asked.truth).items()},
        "gives too little": lambda asked: [(outcome, 0.9 * p) for outcome, p in dict(asked.truth).items()],
        "gives nothing to anyone": lambda asked: dict.fromkeys(outcomes_of(asked), 0.0),
        "gives NaN": lambda asked: dict.fromkeys(outcomes_of(asked), math.nan),
        "gives less than nothing": lambda asked: {"less": -0.5, "more": 1.5},
        "gives a generator": lambda asked: (pair for pair in dict(asked.truth).items()),
        "gives text for a number": lambda asked: dict.fromkeys(outcomes_of(asked), "half"),
    },
    "play": MOVED,
    "utility": {
        **NUMBER,
        "draws numbers for two": lambda asked: (asked.draw.uniform(-2, 2), asked.draw.uniform(-2, 2)),
        "gives one number of many": always((1,)),
        "gives too many numbers": always((1, 0, -1, 0)),
    },
    "information": {
        "tells nothing": always(()),
        "tells something new": lambda asked: (len(asked.past), asked.draw.random()),
        "tells everything": lambda asked: asked.args[0],
        "gives an unhashable value": lambda asked: [asked.truth],
    },
    "evaluate": NUMBER,
    "evaluate_all": VECTOR,
    "hopes": {**VECTOR, "gives infinity": always((math.inf,) * 3)},
    "outcomes": {
        "leaves out the last": lambda asked: asked.truth[:-1],
        "gives none": always([]),
        "gives one": lambda asked: asked.truth[:1],
        "gives what is no vector": always([1, 2, 3]),
        "gives vectors of two": always([(1, 2)]),
        "gives a generator": lambda asked: (row for row in asked.truth),
    },
    "promise": {**NUMBER, "gives minus infinity": always(-math.inf)},
    "image": MOVED,
    "image_action": {
        "gives the action itself": lambda asked: asked.args[1],
        "gives no action": always("extra"),
    },
    "players": {f"gives {number}": always(number) for number in (0, 1, 3, 100)},
    "zero_sum": {"denies it": lambda asked: not asked.truth},
    "simultaneous": {"denies it": lambda asked: not asked.truth},
    "utility_range": {f"gives {bounds}": always(bounds) for bounds in [(0, 0), (1, -1), (-1e300, 1e300), (5, 6)]},
    "automorphisms": {f"gives {number}": always(number) for number in (0, 1, 2, 7)},
    "max_length": {f"gives {number}": always(number) for number in (0, 1, 2, 3)},
}
CLAIMS = ("players", "zero_sum", "simultaneous", "utility_range", "automorphisms", "max_length")


def lies_of(hook: str) -> dict[str, Lie]:
    """All lies that a hook can tell, by name."""
    if hook in CLAIMS:
        return LIES[hook]
    return {**ANY_HOOK, **({} if hook in ("initial", "outcomes") else EARLIER), **LIES[hook]}


def hooks_of(game: dodona.Game) -> list[str]:
    """What can lie in a game: the hooks it defines, and the claims."""
    base = dodona.Game
    return [hook for hook in LIES if hook in CLAIMS or getattr(type(game), hook, None) is not getattr(base, hook, None)]


def answering(game: dodona.Game, hook: str, answer: Callable[[tuple[Any, ...], Any], Any]) -> dodona.Game:
    """The game with a hook that answers what a function makes of its arguments and the honest answer.

    Traits stay, because the class derives from the game's own.
    """
    if hook in CLAIMS:
        member: Any = property(lambda self: answer((), getattr(game, hook)))
    else:

        def member(self: dodona.Game, *args: Any) -> Any:
            return answer(args, getattr(game, hook)(*args))

    twin = copy.copy(game)
    twin.__class__ = type(f"Impure{type(game).__name__}", (type(game),), {hook: member})
    return twin


def impure(game: dodona.Game, plan: Plan) -> dodona.Game:
    """The game with a hook that lies as planned."""
    draw = Random(plan.seed)
    lie = lies_of(plan.hook)[plan.lie]
    past: list[Any] = []
    calls = 0

    def lies_now() -> bool:
        if plan.when == "chance":
            return draw.random() * plan.number < 1
        return calls >= plan.number if plan.when == "from" else calls % plan.number == 0

    def answer(args: tuple[Any, ...], truth: Any) -> Any:
        nonlocal calls
        calls += 1
        if len(past) < REMEMBERED:
            past.append(truth)
        return lie(Asked(game, args, truth, past, draw)) if lies_now() else truth

    return answering(game, plan.hook, answer)


def draw_plan(hook: str, draw: Random) -> Plan:
    """One of the many ways in which a hook can lie."""
    latest = 4 if hook in CLAIMS else 9  # claims are looked at a few times in a run, hooks thousands of times
    number = int(2 ** draw.uniform(0, latest))
    lie, when = draw.choice(list(lies_of(hook))), draw.choice(["from", "every", "chance"])
    return Plan(hook, lie, when, number, draw.getrandbits(32))
