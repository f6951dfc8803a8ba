"""Second tellings of the trick-taking games, as plain Python classes over readable positions."""

import dodona

RANKS = "23456789TJQKA"


def rank(card):
    return RANKS.index(card[1])


class Tricks(dodona.Game):
    """Positions are (hands, cards of the trick with their seats, seat to move, taken by each player, cards gone)."""

    guarded = ""

    def __init__(self, hands, trump="", leader=0, merge=True, partners=False):
        self.hands = tuple(tuple(sorted(hand.split(), key=self.order)) for hand in hands)
        self.trump, self.leader, self.merge, self.partners = trump, leader, merge, partners
        self.seats = len(self.hands)
        self.players = 2 if partners else self.seats

    @staticmethod
    def order(card):
        return "CDHS".index(card[0]), rank(card)

    def player(self, seat):
        return seat % 2 if self.partners else seat

    def initial(self):
        return self.hands, (), self.leader, (0,) * self.players, ()

    def turn(self, state):
        return self.player(state[2]) if any(state[0]) else dodona.TERMINAL

    def beats(self, card, other):
        if card[0] == other[0]:
            return rank(card) > rank(other)
        return card[0] == self.trump

    def best(self, trick):
        winner = trick[0]
        for play in trick[1:]:
            if self.beats(play[1], winner[1]):
                winner = play
        return winner

    def legal(self, state):
        hands, trick, seat, _, gone = state
        hand = hands[seat]
        if trick:
            return [card for card in hand if card[0] == trick[0][1][0]] or list(hand)
        broken = any(card[0] == self.guarded for card in gone)
        return list(hand) if broken else [card for card in hand if card[0] != self.guarded] or list(hand)

    def equivalent(self, low, high, state):
        """Whether no card that counts lies between two cards of the hand that is to move."""
        hands, trick, seat, *_ = state
        others = [card for other, hand in enumerate(hands) if other != seat for card in hand]
        if trick:
            others.append(self.best(trick)[1])
        between = [card for card in others if card[0] == low[0] and rank(low) < rank(card) < rank(high)]
        return low[0] == high[0] and not between

    def actions(self, state, player):
        cards = self.legal(state)
        if not self.merge:
            return cards
        return [card for i, card in enumerate(cards) if i == 0 or not self.equivalent(cards[i - 1], card, state)]

    def play(self, state, card):
        hands, trick, seat, taken, gone = state
        hands = tuple(tuple(c for c in hand if c != card) for hand in hands)
        trick = (*trick, (seat, card))
        if len(trick) < self.seats:
            return hands, trick, (seat + 1) % self.seats, taken, (*gone, card)
        winner = self.best(trick)[0]
        counts = list(taken)
        counts[self.player(winner)] += self.worth([card for _, card in trick])
        return hands, (), winner, tuple(counts), (*gone, card)

    def worth(self, cards):
        return 1


class Spades(Tricks):
    def __init__(self, hands, bids, scoring="mot", breaking=True, **rules):
        super().__init__(hands, trump="S", **rules)
        self.bids, self.scoring = bids, scoring
        self.guarded = "S" if breaking else ""

    def utility(self, state):
        return [self.score(p, state[3]) for p in range(self.players)]

    def score(self, player, taken):
        missed = [own < bid for own, bid in zip(taken, self.bids, strict=True)]
        rivals = sum(missed) - missed[player]
        own, bid = taken[player], self.bids[player]
        over = max(own - bid, 0)
        made = not missed[player]
        return {
            "mt": own,
            "momb": made * (10 * bid + 3 * rivals),
            "mot": made * (10 * bid - over),
            "smot": made * (10 * bid - (over - min(over, 1))),
            "table1": made * (10 * bid - over + 3 * rivals),
            "wl": int(made),
            "oh": -abs(own - bid),
            "points": 10 * bid + over if made else -10 * bid,
            "exact": (own == bid) * (10 + bid),
        }[self.scoring]


class OhHell(Spades):
    def __init__(self, hands, bids, trump, scoring="oh", **rules):
        super().__init__(hands, bids, scoring, breaking=False, **rules)
        self.trump = trump


class Hearts(Tricks):
    def __init__(self, hands, moon=True, breaking=True, opening=True, clean_start=True, **rules):
        super().__init__(hands, **rules)
        self.moon, self.clean_start = moon, clean_start
        self.guarded = "H" if breaking else ""
        cards = sorted((card for hand in self.hands for card in hand), key=self.order)
        self.opening = cards[0] if opening else None
        self.total = self.worth(cards)
        if opening:
            self.leader = next(seat for seat, hand in enumerate(self.hands) if cards[0] in hand)

    def worth(self, cards):
        return sum(13 if card == "SQ" else card[0] == "H" for card in cards)

    def legal(self, state):
        _, trick, _, _, gone = state
        if not gone and self.opening:
            return [self.opening]
        cards = super().legal(state)
        must_discard = trick and trick[0][1][0] not in [card[0] for card in cards]
        if self.clean_start and must_discard and len(gone) < self.seats:
            return [card for card in cards if not self.worth([card])] or cards
        return cards

    def equivalent(self, low, high, state):
        """The queen of spades is like no other card, and cards on both her sides are not alike."""
        queen = low[0] == "S" and rank(low) <= RANKS.index("Q") <= rank(high) and "SQ" in state[0][state[2]]
        return not queen and super().equivalent(low, high, state)

    def utility(self, state):
        taken = state[3]
        if self.moon and self.total and self.total in taken:
            return [0 if own == self.total else -self.total for own in taken]
        return [-own for own in taken]
