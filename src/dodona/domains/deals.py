"""Decks of cards, deals from a seed or from text, and simple rules for bids."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Literal

from dodona.domains.catalog import whole
from dodona.domains.draws import shuffled
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

#: Suits and ranks from the lowest up; a card is its place ``16 * suit + rank`` in a set of 64 bits.
SUITS = ("clubs", "diamonds", "hearts", "spades")
LETTERS, RANKS = "CDHS", "23456789TJQKA"

Hand = list[int]
Bidding = Literal["honours", "balanced", "equal"]


def deck_of(suits: int, ranks: int) -> Hand:
    """The cards of the highest suits and ranks, from the lowest up."""
    return [16 * suit + rank for suit in range(4 - suits, 4) for rank in range(13 - ranks, 13)]


def deal(name: str, deck: Hand, players: int, cards: int, seed: int) -> tuple[list[Hand], int | None]:
    """Hands drawn from the seed, and the card that is turned up after them, if one is left."""
    if players * cards > len(deck):
        raise GameDefinitionError(
            f"{name}: {players} hands of {cards} cards are more than the {len(deck)} cards of the deck."
        )
    stream = iter(shuffled(deck, random.Random(seed)))
    hands = [sorted(islice(stream, cards)) for _ in range(players)]
    return hands, next(stream, None)


def read_hands(name: str, hands: Any, players: int) -> list[Hand]:
    """Hands given as texts such as ``"SA SK H5"``, one per player."""
    if not isinstance(hands, list | tuple) or len(hands) != players:
        raise GameDefinitionError(
            f'{name}: hands must be a list of {players} texts such as "SA H5", not {value_text(hands)}.'
        )
    read = [sorted(_card(name, word) for word in str(hand).split()) for hand in hands]
    cards = [card for hand in read for card in hand]
    if len(set(cards)) < len(cards):
        twice = next(card for card in cards if cards.count(card) > 1)
        raise GameDefinitionError(f"{name}: {card_text(twice)} is dealt twice.")
    if len({len(hand) for hand in read}) > 1 or not cards:
        sizes = ", ".join(str(len(hand)) for hand in read)
        raise GameDefinitionError(f"{name}: hands must have equally many cards, at least one; these have {sizes}.")
    return read


def card_text(card: int) -> str:
    """A card by its suit and rank, as ``SA``."""
    return LETTERS[card // 16] + RANKS[card % 16]


def bit_set(hand: Hand) -> int:
    """The cards of a hand as bits of one word."""
    return sum(1 << card for card in hand)


def read_bids(name: str, bids: Any, hands: list[Hand], trump: int | None, partners: bool) -> list[int]:
    """Bids as they were given, or by the rule that was named; partners bid together."""
    players = 2 if partners else len(hands)
    if isinstance(bids, list | tuple):
        if len(bids) != players:
            raise GameDefinitionError(f"{name}: bids must be {players} numbers, not {value_text(bids)}.")
        return [whole(f"{name}: each bid", bid, 0, 52) for bid in bids]
    rules = {"honours": honours, "balanced": balanced, "equal": equal}
    if bids not in rules:
        raise GameDefinitionError(
            f"{name}: bids must be honours, balanced, equal or a list of numbers, not {value_text(bids)}."
        )
    by_seat = rules[bids](hands, trump)
    return [sum(by_seat[seat::2]) for seat in (0, 1)] if partners else by_seat


def honours(hands: Sequence[Hand], trump: int | None) -> list[int]:
    """A trick for each ace, each king that is not alone in its suit, and for long or high trumps.

    The queen of trumps counts in a hand of three trumps or more, and so does every trump from the fourth on.
    """
    return [sum(_honours(hand, suit, trump) for suit in range(4)) for hand in hands]


def _honours(hand: Hand, suit: int, trump: int | None) -> int:
    ranks = [card % 16 for card in hand if card // 16 == suit]
    high = (12 in ranks) + (11 in ranks and len(ranks) > 1)
    if suit != trump:
        return high
    return high + (10 in ranks and len(ranks) > 2) + max(0, len(ranks) - 3)


def balanced(hands: Sequence[Hand], trump: int | None) -> list[int]:
    """All tricks, shared in proportion to what the hands can beat, by largest remainders; everybody sees the hands."""
    weights = [sum(_beaten(card, hand, hands, trump) for card in hand) for hand in hands]
    tricks, total = len(hands[0]), sum(weights) or 1
    shares = [tricks * weight // total for weight in weights]
    by_rest = sorted(range(len(hands)), key=lambda seat: (-(tricks * weights[seat] % total), seat))
    for seat in by_rest[: tricks - sum(shares)]:
        shares[seat] += 1
    return shares


def _beaten(card: int, hand: Hand, hands: Sequence[Hand], trump: int | None) -> int:
    others = [other for held in hands if held is not hand for other in held]
    lower = sum(other // 16 == card // 16 and other < card for other in others)
    return 1 + lower + (sum(other // 16 != trump for other in others) if card // 16 == trump else 0)


def equal(hands: Sequence[Hand], trump: int | None) -> list[int]:
    """An equal share of the tricks, rounded down."""
    return [len(hands[0]) // len(hands)] * len(hands)


def _card(name: str, word: str) -> int:
    upper = word.upper()
    if len(upper) != 2 or upper[0] not in LETTERS or upper[1] not in RANKS:
        raise GameDefinitionError(
            f"{name}: a card is a suit of {LETTERS} and a rank of {RANKS}, as SA or H5, not {value_text(word)}."
        )
    return 16 * LETTERS.index(upper[0]) + RANKS.index(upper[1])
