"""Players by name: a short text, a solution, strategies, a function or a player becomes an entrant of a match."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dodona import _core
from dodona.all_methods import METHODS, method_named
from dodona.face import ProblemLike, problem
from dodona.matches.makers import Given, Maker, Searching, Solved, Solving
from dodona.model.asking import short
from dodona.model.errors import DodonaError, GameDefinitionError
from dodona.model.game import opened
from dodona.model.limit import Limit, LimitKeywords, OnEvent
from dodona.model.player import PER_MOVE, FunctionPlayer, Player, StrategyPlayer, UniformPlayer
from dodona.model.solution import Solution
from dodona.model.strategy import Strategy, StrategyLike, unique_labels
from dodona.model.text import Call, parse_text
from dodona.model.values import is_whole, nearest

RANDOM, SOLVE, SOLUTION = "random", "solve", "solution"
#: What names a player, or is one.
PlayerLike = (
    str
    | Player
    | Solution
    | Strategy
    | Sequence[Strategy | StrategyLike]
    | Callable[[_core.State, int], Mapping[str, float]]
)
#: Names such as cfr+, which are no words of Python.
_PLUS = re.compile(r"(\s*[A-Za-z_]\w*)\+(?=\s*(?:\(|$))")
#: A name of the user's own before the text: "strong=negascout(depth=8)".
_NAMED = re.compile(r"\s*([A-Za-z_]\w*)\s*=(.*)", re.DOTALL)


@dataclass(frozen=True)
class Entrant:
    """A player as a match knows it: a name, and what makes it for each game."""

    name: str
    maker: Maker


def entrants(players: object) -> tuple[Entrant, ...]:
    """Entrants with distinct names: of a list of players, or of a mapping from names to players."""
    if isinstance(players, Mapping) and not isinstance(players, Strategy):
        return tuple(Entrant(str(name), maker_of(thing)) for name, thing in players.items())
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise DodonaError(
            f"players are a list such as ['random', 'solve'], or a mapping from names to them, not {short(players)}."
        )
    named = [entrant(thing) for thing in players]
    names = unique_labels([one.name for one in named])
    return tuple(Entrant(name, one.maker) for name, one in zip(names, named, strict=True))


def entrant(thing: object) -> Entrant:
    """One player with its name: its own text, or what an object is called."""
    if isinstance(thing, str):
        own = _NAMED.fullmatch(thing)
        name, text = (own[1], own[2]) if own else (thing, thing)
        return Entrant(" ".join(name.split()), maker_of(text))
    return Entrant(_name_of(thing), maker_of(thing))


def player(game: ProblemLike, thing: PlayerLike, seed: int = 0, on_event: OnEvent | None = None) -> Player:
    """Somebody who plays a game, from a short text, a solution, strategies or a function.

    Parameters
    ----------
    game
        A game with rules, or what names one.
    thing
        ``"random"``; a method with limits per move and its options, as in ``"negascout(time=0.1)"``, where it decides
        move by move; a method that solves the game first, as in ``"dcfr(rounds=500)"``, and then plays its strategies;
        ``"solve"``, which leaves the choice to :func:`solve`; ``"solution('file.json')"`` or the path of a saved
        solution; or a player, a solution, one strategy per seat, or a function of a position and a player that gives
        probabilities of actions.
    seed
        Start of the player's own random numbers.
    on_event
        Called with an ``Event`` while the game is solved.

    Returns
    -------
    Player
        ``choose(state)`` gives probabilities, ``best_move(state)`` an action.

    Examples
    --------
    >>> import dodona
    >>> game = dodona.game("connect_four")
    >>> dodona.player(game, "negascout(depth=4)").best_move(game.after(3, 3, 4, 4, 5, 5).root())
    '2'
    >>> dodona.player("kuhn", "sequence_form_lp").choose(dodona.game("kuhn.after(J, K, bet)").root())["call"]
    1.0
    """
    if not is_whole(seed):
        raise DodonaError(f"seed is a whole number, not {seed!r}.")
    rules = opened(problem(game))
    return maker_of(thing).prepared(rules, on_event).make(rules, seed)


def maker_of(thing: object) -> Maker:
    """What makes the players that a text or an object stands for."""
    if isinstance(thing, str):
        return _from_text(thing)
    if isinstance(thing, Player):
        return Given(thing)
    if isinstance(thing, Solution):
        return Solved(thing, "the solution") if thing.strategies else Given(thing.player())
    if isinstance(thing, Strategy):
        raise DodonaError(
            f"a strategy of player {thing.player} plays no other seat: give one strategy per player, such as "
            "solution.strategies."
        )
    if isinstance(thing, Sequence) and thing and all(isinstance(plan, Mapping) for plan in thing):
        return Given(StrategyPlayer([_strategy(seat, plan) for seat, plan in enumerate(thing)]))
    if callable(thing) and not isinstance(thing, type):
        return Given(FunctionPlayer(thing))
    raise DodonaError(
        "a player is a text such as 'negascout(time=0.1)', a Player, a solution, one strategy per seat, or a function "
        f"of a position and a player, not {short(thing)}."
    )


def _strategy(seat: int, plan: Any) -> Strategy:
    if isinstance(plan, Strategy):
        if plan.player != seat:
            raise DodonaError(f"the strategy in place {seat} is player {plan.player}'s: give them in the seats' order.")
        return plan
    try:
        return Strategy.from_mapping(seat, plan)
    except (AttributeError, TypeError, ValueError) as error:
        raise DodonaError(f"the strategy in place {seat} is no strategy: {error}.") from None


def _name_of(thing: object) -> str:
    if isinstance(thing, Solution):
        return thing.provenance.method
    if isinstance(thing, Player):
        return type(thing).__name__
    if isinstance(thing, Sequence):
        return "strategies"
    return str(getattr(thing, "__name__", type(thing).__name__))


def _from_text(text: str) -> Maker:
    text = text.strip()
    if _is_path(text):
        return _from_file(text)
    call = one_call(text, "player")
    if call.name == RANDOM:
        _require_nothing(call)
        return Given(UniformPlayer())
    if call.name == SOLUTION:
        if len(call.positional) != 1 or call.named or not isinstance(call.positional[0], str):
            raise DodonaError(f"'{text}' names no file: write solution('file.json').")
        return _from_file(call.positional[0])
    return _from_method(call)


def one_call(text: str, noun: str) -> Call:
    """The text of a player or a method: a name, with what is in its parentheses."""
    plus = _PLUS.match(text) if isinstance(text, str) else None
    word = text if plus is None else f"{plus[1]}_{text[plus.end() :]}"
    try:
        call, *rest = parse_text(word, noun, "negascout(time=0.1)")
    except GameDefinitionError as error:
        raise DodonaError(str(error)) from None
    if rest:
        raise DodonaError(f"a {noun}'s text ends behind its options, and '{text}' goes on with .{rest[0].name}.")
    return call if plus is None else replace(call, name=call.name[:-1] + "+")


def _is_path(text: str) -> bool:
    return "(" not in text and (text.lower().endswith(".json") or "/" in text)


def _from_file(path: str) -> Solved:
    if not Path(path).is_file():
        raise DodonaError(f"there is no file '{path}'; a player is {RANDOM}, a method, or a file of solve --save.")
    return Solved(Solution.load(path), path)


def _from_method(call: Call) -> Maker:
    """A method by its name, with limits and options; ``solve`` leaves the choice open."""
    if call.name == SOLVE:
        _require_names(call)
        limits, own = _split(call)
        return Solving(own.pop("method", None), own, Limit(**limits), _seed(own))
    names = [method.name for method in METHODS]
    if call.name not in names:
        hint = nearest(call.name, [RANDOM, SOLVE, SOLUTION, *names])
        raise DodonaError(
            f"there is no player '{call.name}'; players are {RANDOM}, {SOLVE}, {SOLUTION}('file.json') and the methods "
            f"{', '.join(names)}{hint}"
        )
    if method_named(call.name).player is None:
        limits, own, seed = method_keywords(call)
        return Solving(call.name, own, Limit(**limits), seed)
    limits, own, _ = method_keywords(call, ())
    return Searching(call.name, own, Limit(**limits) if limits else PER_MOVE)


def method_keywords(call: Call, beside: Sequence[str] = ("seed",)) -> tuple[dict[str, Any], dict[str, Any], int]:
    """The limits, the options and the seed that a text gives to a method, all of them checked."""
    _require_names(call)
    method = method_named(call.name)
    limits, own = _split(call)
    _require_known(call.name, own, (*beside, *method.options))
    seed = _seed(own)
    Limit(**limits)
    method.settings(own)
    return limits, own, seed


def _split(call: Call) -> tuple[dict[str, Any], dict[str, Any]]:
    """Limits, and what else is given by name."""
    limits = {name: value for name, value in call.named.items() if name in LimitKeywords.__annotations__}
    return limits, {name: value for name, value in call.named.items() if name not in limits}


def _require_names(call: Call) -> None:
    if call.positional:
        raise DodonaError(f"options of {call.name} are given by name, such as {call.name}(time=0.1).")


def _seed(own: dict[str, Any]) -> int:
    seed = own.pop("seed", 0)
    if not is_whole(seed):
        raise DodonaError(f"seed is a whole number, not {seed!r}.")
    return int(seed)


def _require_known(method: str, own: Mapping[str, Any], options: Sequence[str]) -> None:
    known = [*LimitKeywords.__annotations__, *options]
    for name in own:
        if name not in known:
            raise DodonaError(f"{method} takes no '{name}'; it takes {', '.join(known)}{nearest(name, known)}")


def _require_nothing(call: Call) -> None:
    if call.positional or call.named:
        raise DodonaError(f"the player {call.name} takes nothing in parentheses.")
