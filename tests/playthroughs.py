"""Golden playthroughs: one fixed pseudo-random line of every built-in game, position by position, as text."""

from __future__ import annotations

import random
from pathlib import Path

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL, Game, State

FOLDER = Path(__file__).parent / "golden"

#: One instance per domain, with parameters that show as much of it as a single line of play can; flow games, which have
#: no positions, as trees.
GAMES: dict[str, str] = {
    "battle_of_the_sexes": "battle_of_the_sexes",
    "blotto": "blotto(soldiers=4, fields=3)",
    "border_patrol": "border_patrol(graph=G2, depth=6, p2_nodes=[11, 12])",
    "chicken": "chicken",
    "hearts": "hearts(players=3, cards=5, seed=4)",
    "oh_hell": "oh_hell(players=4, cards=3, seed=2, bids=balanced)",
    "spades": "spades(players=3, cards=6, seed=11)",
    "goofspiel": "goofspiel(cards=4, order=random, utility=points, information=outcome)",
    "kuhn": "kuhn",
    "chinese_checkers": "chinese_checkers(turns=12)",
    "connect_four": "connect_four",
    "border_protection": "border_protection(graph=G2, steps=4).extensive()",
    "breakthrough": "breakthrough(columns=4, rows=5)",
    "nim": "nim(heaps=[3, 4, 5])",
    "dice_race": "dice_race",
    "random_tree": "random_tree(depth=4, branching=4, min_branching=2, chance=2, utility=edges, seed=11)",
    "oshi_zumo": "oshi_zumo(coins=[12, 9], size=2, min_bid=2, utility=distance)",
    "pursuit_evasion": "pursuit_evasion(rows=3, columns=4, depth=5, pursuers=2, seed=8)",
    "random_multiplayer": "random_multiplayer(depth=6, min_branching=2, kind=shares, seed=11)",
    "random_simultaneous": "random_simultaneous(depth=3, branching=4, chance=2, utility=sign, seed=11)",
    "leduc": "leduc(deal=card)",
    "liars_dice": "liars_dice(dice=2, faces=3)",
    "matching_pennies": "matching_pennies",
    "matrix": "matrix(a=[[1, 0.5], [-2, 3], [0, 0]], b=[[0, 1], [2, 2], [1, -1]])",
    "patrol": "patrol(steps=5, failure=0.2, may_refrain=true).extensive()",
    "phantom_tic_tac_toe": "phantom_tic_tac_toe(order=domain)",
    "poker": "poker(types=4, copies=3, raises=2, bet_sizes=2, raise_sizes=2)",
    "prisoners_dilemma": "prisoners_dilemma",
    "random_flow_game": "random_flow_game(states=4, actions=3, jumps=true, terms=2, alone=true, seed=11).extensive()",
    "random_game": "random_game(depth=3, branching=3, min_branching=2, chance=2, utility=uniform, seed=11)",
    "rock_paper_scissors": "rock_paper_scissors",
    "stag_hunt": "stag_hunt",
    "tic_tac_toe": "tic_tac_toe",
    "transit": "transit(width=3, length=4, steps=5).extensive()",
    "tron": "tron(walls=[[2, 2], [2, 3]])",
}


def path_of(name: str) -> Path:
    """Where a domain's playthrough is kept."""
    return FOLDER / f"{name}.txt"


def playthrough(name: str) -> str:
    """The playthrough of a domain, as it is now."""
    game = dodona.game(GAMES[name])
    chooser = random.Random(name)
    state = game.root()
    lines = [
        f"game: {game}",
        f"traits: {', '.join(game.traits.words())}",
        f"utility bounds: {game.handle.utility_bounds}",
    ]
    while True:
        lines += ["", *_position(game, state)]
        if state.turn == TERMINAL:
            return "\n".join(lines) + "\n"
        move = _choose(game, state, chooser)
        lines.append(f"move: {move}")
        state = state.play(move)


def _choose(game: Game, state: State, chooser: random.Random) -> str | tuple[str, ...]:
    if state.turn == SIMULTANEOUS:
        return tuple(_pick(state.actions(player), chooser) for player in range(game.traits.players))
    return _pick(state.actions(), chooser)


def _pick(actions: list[str], chooser: random.Random) -> str:
    return actions[int(chooser.random() * len(actions))]


def _position(game: Game, state: State) -> list[str]:
    turns = {CHANCE: "chance", TERMINAL: "terminal", SIMULTANEOUS: "all players"}
    players = range(game.traits.players)
    lines = [
        f"position: {str(state)!r}",
        f"turn: {turns.get(state.turn, f'player {state.turn}')}",
        f"key: {_hex(state.key())}",
        *_drawings(state, players),
    ]
    for player in players:
        lines.append(
            f"information of player {player}: {state.information(player)!r} {_hex(state.information_key(player))}"
        )
    if state.turn == TERMINAL:
        lines.append(f"utilities: {state.utility()}")
    elif state.turn == SIMULTANEOUS:
        lines += [f"actions of player {player}: {state.actions(player)}" for player in players]
    else:
        lines.append(f"actions: {state.actions()}")
    if state.turn == CHANCE:
        lines.append(f"probabilities: {state.probabilities()}")
    return lines


def _drawings(state: State, players: range) -> list[str]:
    """What everybody sees, where that is more than a line; what players see, where that is not everything."""
    whole = state.draw()
    drawn = {"drawing": whole} if "\n" in whole else {}
    for player in players:
        own = state.draw(player)
        if own != whole and "\n" in own:
            drawn[f"drawing for player {player}"] = own
    return [line for title, text in drawn.items() for line in (f"{title}:", *(f"  {row}" for row in text.split("\n")))]


def _hex(key: bytes | None) -> str:
    return "none" if key is None else key.hex() or "empty"
