"""Games between players, for tests of how well somebody plays."""

from __future__ import annotations

from random import Random

import dodona


def play(game: dodona.Game, players: list[dodona.Player], seed: int) -> tuple[float, ...]:
    """The utilities of one game between players."""
    stream, state = Random(seed), game.root()
    while not state.is_terminal:
        if state.turn == dodona.CHANCE:
            state = state.play(index=stream.choices(range(len(state.actions())), state.probabilities())[0])
        elif state.turn == dodona.SIMULTANEOUS:
            chosen = [player.choose(state, seat).draw_index(stream) for seat, player in enumerate(players)]
            state = state.play(index=tuple(chosen))
        else:
            state = state.play(index=players[state.turn].choose(state).draw_index(stream))
    return tuple(state.utility())


def mean_in_both_seats(game: dodona.Game, player: dodona.Player, other: dodona.Player, games: int) -> float:
    """What a player gets on average, in so many games of two players in each seat."""
    first = [play(game, [player, other], seed)[0] for seed in range(games)]
    second = [play(game, [other, player], seed)[1] for seed in range(games)]
    return (sum(first) + sum(second)) / (2 * games)
