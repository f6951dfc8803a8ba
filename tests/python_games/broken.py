"""Games that break the contract, one clause each. All derive from one small sound game."""

from __future__ import annotations

import math

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL


class Sound(dodona.Game):
    """Chance tosses a coin that only player 0 sees; she calls, player 1 answers knowing the call."""

    zero_sum = True

    def initial(self):
        return ()

    def turn(self, state):
        return (CHANCE, 0, 1, TERMINAL)[len(state)]

    def chance(self, state):
        return {"heads": 0.5, "tails": 0.5}

    def actions(self, state, player):
        return ["left", "right"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return 1 if len(set(state[1:])) == 1 else -1

    def information(self, state, player):
        return state if player == 0 else state[1:]


class Forgets(Sound):
    """Player 0 moves twice and forgets her first move."""

    def turn(self, state):
        return (CHANCE, 0, 0, TERMINAL)[len(state)]

    def information(self, state, player):
        return len(state), state[0]


class UnequalCounts(Sound):
    def actions(self, state, player):
        return ["left", "right", "up"] if player == 1 and state[0] == "tails" else ["left", "right"]


class UnequalLabels(Sound):
    def actions(self, state, player):
        return ["right", "left"] if player == 1 and state[0] == "tails" else ["left", "right"]


def with_chance(outcomes):
    return type("OddCoin", (Sound,), {"chance": lambda self, state: outcomes})()


def with_utility(utility, zero_sum=True):
    """Where the game is general-sum it has perfect information, so that it still fits a method."""
    members = {"utility": lambda self, state: utility, "zero_sum": zero_sum}
    if not zero_sum:
        members["information"] = dodona.Game.information
    return type("OddUtility", (Sound,), members)()


def with_actions(actions):
    return type("OddActions", (Sound,), {"actions": lambda self, state, player: actions})()


def with_turn(turn):
    return type(
        "OddTurn", (Sound,), {"turn": lambda self, state: turn if len(state) == 1 else Sound.turn(self, state)}
    )()


def with_information(information):
    return type("OddInformation", (Sound,), {"information": lambda self, state, player: information})()


class Endless(Sound):
    """Two ways back to the same state, all of it seen."""

    information = dodona.Game.information

    def turn(self, state):
        return 0

    def play(self, state, move):
        return state


class EndlessGrowth(Endless):
    """Every state is new."""

    def play(self, state, move):
        return (*state[-1:], move)


class EndlessChance(Endless):
    """Chance alone never ends it."""

    def turn(self, state):
        return CHANCE


class InPlace(Sound):
    """Changes a state that is hashed by identity, and hands it back."""

    class Position:
        moves = 0

        def __repr__(self):
            return f"position after {self.moves}"

    information = dodona.Game.information

    def initial(self):
        return self.Position()

    def turn(self, state):
        return dodona.TERMINAL if state.moves == 2 else state.moves

    def play(self, state, move):
        state.moves += 1
        return state


class Unhashable(Sound):
    def initial(self):
        return []


class FalseRange(Sound):
    utility_range = (-0.5, 0.5)


def raising(method, error=ValueError):
    """A game whose method fails at its first call."""

    def fail(self, *args):
        raise error(f"no {method} today")

    return type(f"Raises_{method}", (Sound,), {method: fail})()


class Unprintable:
    """Neither text nor representation."""

    def __repr__(self):
        raise RuntimeError("no words")


class Lazy:
    """A sequence whose items cannot be had."""

    def __len__(self):
        return 2

    def __getitem__(self, index):
        raise RuntimeError("not yet")


class Unset(dodona.Game):
    """Defines nothing."""


METHODS = ("initial", "turn", "chance", "actions", "play", "utility", "information")

#: name -> (game, what the sentence must contain: the clause, and the place)
BROKEN: dict[str, tuple[dodona.Game, tuple[str, ...]]] = {
    "imperfect recall": (Forgets(), ("imperfect recall", "player 0", "(2, 'heads')")),
    "unequal numbers of actions": (UnequalCounts(), ("unequal actions", "player 1", "2 actions", "has 3")),
    "unequal labels of actions": (UnequalLabels(), ("unequal actions", "player 1", "'left'", "'right'")),
    "probabilities below 1": (with_chance({"heads": 0.5, "tails": 0.4}), ("sum to 1", "chance node ()", "0.9")),
    "probabilities above 1": (with_chance([("heads", 0.5), ("tails", 0.6)]), ("sum to 1", "chance node ()", "1.1")),
    "negative probability": (with_chance({"heads": -0.5, "tails": 1.5}), ("probability", "heads", "-0.5")),
    "probability not a number": (with_chance({"heads": math.nan, "tails": 1}), ("probability", "heads", "nan")),
    "infinite probability": (with_chance({"heads": math.inf, "tails": 1}), ("probability", "heads", "inf")),
    "probability of no number": (with_chance({"heads": "half"}), ("OddCoin.chance at state ()", "mapping")),
    "chance without outcomes": (with_chance({}), ("OddCoin.chance at state ()", "no outcomes")),
    "chance that is no mapping": (with_chance(3), ("OddCoin.chance at state ()", "mapping")),
    "chance of bare outcomes": (with_chance(["heads", "tails"]), ("OddCoin.chance at state ()", "mapping")),
    "outcomes that print alike": (with_chance([(1, 0.5), ("1", 0.5)]), ("OddCoin.chance at state ()", "alike")),
    "utility not a number": (with_utility(math.nan), ("non-finite utility", "('heads', 'left', 'left')", "nan")),
    "infinite utility": (with_utility((math.inf, -math.inf)), ("non-finite utility", "'left'", "inf")),
    "false zero-sum claim": (with_utility((1, 1)), ("zero-sum", "('heads', 'left', 'left')", "sum to 2")),
    "too few utilities": (
        with_utility([1]),
        ("OddUtility.utility at state ('heads', 'left', 'left')", "1 numbers", "2"),
    ),
    "too many utilities": (with_utility((1, 0, -1)), ("OddUtility.utility at state", "3 numbers")),
    "utility of text": (with_utility("ab"), ("OddUtility.utility at state", "'ab'", "numbers")),
    "utility of None": (with_utility(None), ("OddUtility.utility at state", "None", "numbers")),
    "one number in a general-sum game": (
        with_utility(1, zero_sum=False),
        ("OddUtility.utility at state", "per player"),
    ),
    "utilities outside their range": (FalseRange(), ("utility_range", "('heads', 'left', 'left')")),
    "no end": (Endless(), ("no end", "10000 moves")),
    "no end, new states": (EndlessGrowth(), ("no end", "10000 moves")),
    "no end, by chance": (EndlessChance(), ("no end", "10000 moves")),
    "states changed in place": (InPlace(), ("InPlace.play", "new state")),
    "unhashable states": (Unhashable(), ("Unhashable.initial", "hashed")),
    "unhashable information": (with_information([1, 2]), ("OddInformation.information", "hashed")),
    "no actions": (with_actions([]), ("OddActions.actions at state ('heads',)", "no actions")),
    "actions of text": (with_actions("left"), ("OddActions.actions at state ('heads',)", "list")),
    "actions of None": (with_actions(None), ("OddActions.actions at state ('heads',)", "list")),
    "actions of a set": (with_actions({"left"}), ("OddActions.actions at state ('heads',)", "list")),
    "actions that print alike": (with_actions([1, "1"]), ("OddActions.actions at state ('heads',)", "alike", "'1'")),
    "actions twice": (with_actions(["left", "left"]), ("OddActions.actions at state ('heads',)", "'left'")),
    "actions that cannot be had": (with_actions(Lazy()), ("OddActions.actions at state ('heads',)",)),
    "actions without representation": (with_actions(Unprintable()), ("OddActions.actions at state ('heads',)",)),
    "actions outside Unicode": (with_actions(["\ud800"]), ("OddActions",)),
    "turn of text": (with_turn("me"), ("OddTurn.turn at state ('heads',)", "'me'")),
    "turn of None": (with_turn(None), ("OddTurn.turn at state ('heads',)", "None")),
    "turn of a player too many": (with_turn(2), ("OddTurn.turn at state ('heads',)", "gave 2", "2 players")),
    "turn below everything": (with_turn(-4), ("OddTurn.turn at state ('heads',)", "-4")),
    "turn beyond 32 bits": (with_turn(2**32), ("OddTurn.turn at state ('heads',)",)),
    "turn beyond 64 bits": (with_turn(2**80), ("OddTurn.turn at state ('heads',)",)),
    "SIMULTANEOUS unclaimed": (with_turn(SIMULTANEOUS), ("OddTurn.turn at state ('heads',)", "simultaneous = True")),
    "nothing defined": (Unset(), ("Unset does not define initial",)),
    **{
        f"{method} raises": (raising(method), (f"Raises_{method}.{method}", f"ValueError: no {method} today"))
        for method in METHODS
    },
    **{
        f"{method} raises an error of this library": (raising(method, dodona.IllegalMoveError), (f"no {method} today",))
        for method in METHODS
    },
}
