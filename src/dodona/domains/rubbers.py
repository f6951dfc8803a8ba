"""Contests of several deals: Spades until somebody has enough points."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated

from dodona import _core
from dodona.domains.catalog import domain, game
from dodona.domains.parameters import Whole
from dodona.domains.tricks import Bids, SpadesScoring
from dodona.model.contest import Contest
from dodona.model.game import Game


class SpadesMatch(Contest):
    """Hands of Spades, each dealt from the seed of the round, until a player has the points."""

    def __init__(self, players: int, goal: int, deals: int, hand: dict[str, object]) -> None:
        self.seats, self.goal, self.deals, self.hand = players, goal, deals, hand

    def next_game(self, seed: int, ends: Sequence[_core.State]) -> Game | None:
        """The next deal; the lead goes round."""
        number = len(ends)
        if number == self.deals or max(self.utility(ends)) >= self.goal:
            return None
        deal_seed = random.Random(f"{seed}/{number}").getrandbits(62)
        return game("spades", players=self.seats, seed=deal_seed, leader=number % self.seats, **self.hand)

    def utility(self, ends: Sequence[_core.State]) -> Sequence[float]:
        """The points: those of the hands, and 100 less for every ten overtricks."""
        records = [_core.bids_and_tricks(end) for end in ends]
        return [self._points([record[seat] for record in records]) for seat in range(self.seats)]

    @staticmethod
    def _points(record: Sequence[tuple[int, int]]) -> float:
        overtricks = sum(max(taken - bid, 0) for bid, taken in record)
        hands = sum(10 * bid if taken >= bid else -10 * bid for bid, taken in record)
        return hands + overtricks - 100 * (overtricks // 10)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpadesMatch) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[object, ...]:
        return game, (self.text,)


@domain(shows=("players", "cards"))
def spades_match(
    players: Annotated[int, Whole(2, 4)] = 3,
    cards: Annotated[int, Whole(1, 26)] = 9,
    goal: Annotated[int, Whole(1, 10_000)] = 300,
    deals: Annotated[int, Whole(1, 10_000)] = 100,
    scoring: SpadesScoring = "smot",
    bids: Bids = "honours",
    breaking: bool = True,
    merge: bool = True,
) -> Contest:
    """Spades to 300 points: deals with open hands, for matches between players [Sturtevant2005]_, section 5.3.

    Every deal is a game of ``spades``, in which the players maximise its ``scoring``. Then each gets ten points for
    every trick of a bid that is made and one for every overtrick, or loses the ten for a missed bid; ten overtricks
    cost 100 points. Whoever has the most points when somebody has reached the goal wins.

    Parameters
    ----------
    players
        How many hands are dealt.
    cards
        Cards of each hand.
    goal
        Points that end the contest.
    deals
        Deals that end it in any case.
    scoring
        What the players maximise in each deal, as in ``spades``.
    bids
        Tricks that each player is to take in every deal, or a rule, as in ``spades``.
    breaking
        Whether spades may be led only after one has been played, or by a hand that has nothing else.
    merge
        Whether equivalent cards count as one move.
    """
    hand: dict[str, object] = {"cards": cards, "scoring": scoring, "bids": bids, "breaking": breaking, "merge": merge}
    contest = SpadesMatch(players, goal, deals, hand)
    contest.next_game(0, [])  # refuses hands and bids that cannot be
    return contest
