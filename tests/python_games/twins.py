"""Built-in games written again in Python, with the same labels."""

from __future__ import annotations

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL


class Kuhn(dodona.Game):
    """Kuhn poker. A state is both cards and the betting: k check, b bet, c call, f fold."""

    zero_sum = True
    utility_range = (-2, 2)
    cards = "JQK"

    def initial(self):
        return "", ""

    def turn(self, state):
        deal, bets = state
        if len(deal) < 2:
            return CHANCE
        return TERMINAL if bets in ("kk", "bc", "bf", "kbc", "kbf") else len(bets) % 2

    def chance(self, state):
        left = [card for card in self.cards if card not in state[0]]
        return {card: 1 / len(left) for card in left}

    def actions(self, state, player):
        return ["call", "fold"] if state[1].endswith("b") else ["bet", "check"]

    def play(self, state, move):
        deal, bets = state
        if len(deal) < 2:
            return deal + move, bets
        return deal, bets + {"call": "c", "fold": "f", "bet": "b", "check": "k"}[move]

    def utility(self, state):
        deal, bets = state
        if bets.endswith("f"):
            return 1 if bets == "bf" else -1
        stake = 2 if bets.endswith("c") else 1
        return stake if self.cards.index(deal[0]) > self.cards.index(deal[1]) else -stake

    def information(self, state, player):
        deal, bets = state
        return deal[player : player + 1] + (f":{bets}" if bets else "")


class Goofspiel(dodona.Game):
    """Goofspiel with points, prizes from the top. A state is the rounds (prize, bid, bid) and the prize turned up.

    Without a word about information: players see everything by default.
    """

    zero_sum = True
    simultaneous = True
    hidden = False

    def __init__(self, cards: int) -> None:
        self.cards = frozenset(range(1, cards + 1))
        self.utility_range = (-sum(self.cards), sum(self.cards))

    def left(self, rounds, place):
        return sorted(self.cards - {own[place] for own in rounds})

    def turned(self, rounds):
        """The state after rounds, with the next prize turned up if it is no surprise."""
        return rounds, max(self.left(rounds, 0), default=None)

    def initial(self):
        return self.turned(())

    def turn(self, state):
        rounds, prize = state
        if len(rounds) == len(self.cards):
            return TERMINAL
        return CHANCE if prize is None else SIMULTANEOUS

    def actions(self, state, player):
        return self.left(state[0], player + 1)

    def play(self, state, move):
        rounds, prize = state
        return (rounds, move) if prize is None else self.turned((*rounds, (prize, *move)))

    def utility(self, state):
        difference = sum(prize * ((a > b) - (a < b)) for prize, a, b in state[0])
        return difference, -difference


class Drawn:
    """Prizes in random order."""

    def turned(self, rounds):
        return rounds, None

    def chance(self, state):
        left = self.left(state[0], 0)
        return [(card, 1 / len(left)) for card in left]


class Told:
    """What players know, spelled out: their own bids, and the other's or only who won."""

    def __init__(self, cards: int, hidden: bool) -> None:
        super().__init__(cards)
        self.hidden = hidden

    def information(self, state, player):
        rounds, prize = state
        text = ""
        for turned, *bids in rounds:
            own, other = bids[player], bids[1 - player]
            seen = ("<" if own < other else ">" if own > other else "=") if self.hidden else f"-{other}"
            text += f"{turned}:{own}{seen} "
        return text + ("" if prize is None else str(prize))


class DrawnGoofspiel(Drawn, Goofspiel):
    """Perfect information, random order."""


class ToldGoofspiel(Told, Goofspiel):
    """Spelled-out information, known order."""


class ToldDrawnGoofspiel(Told, Drawn, Goofspiel):
    """Spelled-out information, random order."""


def _text(cards: int, order: str, hidden: bool) -> str:
    return f"goofspiel(cards={cards}, order={order}, utility=points, information={'outcome' if hidden else 'perfect'})"


#: Twins by the text of the built-in game. Those that spell out information have the same labels too.
TOLD: dict[str, dodona.Game] = {
    "kuhn": Kuhn(),
    **{
        _text(cards, order, hidden): rules(cards, hidden)
        for cards in (1, 2, 3)
        for order, rules in (("descending", ToldGoofspiel), ("random", ToldDrawnGoofspiel))
        for hidden in (False, True)
    },
}
OPEN: dict[str, dodona.Game] = {
    _text(cards, order, False): rules(cards)
    for cards in (1, 2, 3)
    for order, rules in (("descending", Goofspiel), ("random", DrawnGoofspiel))
}
