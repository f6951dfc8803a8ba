"""Trick-taking games for two to four players, with open hands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from dodona import _core
from dodona.domains.catalog import domain, whole
from dodona.domains.deals import SUITS, Bidding, Hand, bit_set, deal, deck_of, read_bids, read_hands
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text

SpadesScoring = Literal["mt", "momb", "mot", "smot", "table1", "wl", "oh", "points"]
OhHellScoring = Literal["oh", "exact"]
Trump = Literal["turned", "clubs", "diamonds", "hearts", "spades", "notrump"]
Opening = Literal["lowest_club", "any"]
Hands = Annotated[Sequence[str], 'a list of texts such as "SA SK H5", one per player']
Bids = Annotated[Sequence[int] | Bidding, "honours, balanced, equal, or a list of whole numbers, one per player"]
Seed = Annotated[int, Whole(0, 2**63 - 1)]


@domain(shows=("players", "cards"))
def spades(
    players: Annotated[int, Whole(2, 4)] = 3,
    cards: Annotated[int, Whole(1, 26)] = 5,
    seed: Seed = 0,
    scoring: SpadesScoring = "mot",
    bids: Bids = "honours",
    breaking: bool = True,
    partners: bool = False,
    leader: Annotated[int, Whole(0, 3)] = 0,
    hands: Hands | None = None,
    suits: Annotated[int, Whole(1, 4)] = 4,
    ranks: Annotated[int, Whole(1, 13)] = 13,
    merge: bool = True,
) -> _core.GameHandle:
    """Spades with open hands: take the tricks that were bid, and no more [Sturtevant2005]_.

    Players play a card each in turn and follow the suit that was led if they can; the highest spade, or else the
    highest card of that suit, takes the trick and leads to the next. What the tricks are worth is a choice, and so is
    whether spades must be broken, because the paper prints no rule.

    Parameters
    ----------
    players
        How many hands are dealt.
    cards
        Cards of each hand.
    seed
        What the hands are drawn from.
    scoring
        ``mt`` the tricks; ``mot`` 0 for a missed bid, else ten times the bid less the overtricks; ``smot`` the same,
        with one overtrick free; ``momb`` 0 for a missed bid, else ten times the bid plus three for each opponent who
        misses; ``table1`` the same as ``momb`` less the overtricks; ``wl`` 1 for a bid that is made; ``oh`` minus the
        distance to the bid; ``points`` ten times the bid plus the overtricks, or minus ten times the bid.
    bids
        Tricks that each player is to take, or a rule: ``honours`` counts aces, kings that are not alone, the queen
        of three spades or more, and spades from the fourth on; ``balanced`` shares all tricks by what the hands can
        beat; ``equal`` shares them equally.
    breaking
        Whether spades may be led only after one has been played, or by a hand that has nothing else.
    partners
        Whether four hands are two players: seats 0 and 2 are player 0, with common tricks and one bid.
    leader
        The seat that leads to the first trick.
    hands
        Hands instead of drawn ones; cards are a suit of S, H, D, C and a rank of 2 to 9, T, J, Q, K, A.
    suits
        How many suits the deck has: spades, hearts, diamonds, clubs.
    ranks
        How many ranks the deck has, from the ace down.
    merge
        Whether equivalent cards, with no card between them in another hand or in the lead, count as one move, named by
        the lowest.
    """
    held, _ = _dealt("spades", players, cards, seed, hands, suits, ranks)
    return _core.bidding_tricks(
        hands=[bit_set(hand) for hand in held],
        leader=_leader("spades", leader, players),
        partners=_partners("spades", partners, players),
        merge=merge,
        trump=SUITS.index("spades"),
        breaking=breaking,
        bids=read_bids("spades", bids, held, SUITS.index("spades"), partners),
        scoring=getattr(_core.TrickScoring, scoring),
    )


@domain(shows=("players", "cards"))
def oh_hell(
    players: Annotated[int, Whole(2, 4)] = 3,
    cards: Annotated[int, Whole(1, 26)] = 5,
    seed: Seed = 0,
    scoring: OhHellScoring = "oh",
    bids: Bids = "honours",
    trump: Trump = "turned",
    leader: Annotated[int, Whole(0, 3)] = 0,
    hands: Hands | None = None,
    suits: Annotated[int, Whole(1, 4)] = 4,
    ranks: Annotated[int, Whole(1, 13)] = 13,
    merge: bool = True,
) -> _core.GameHandle:
    """Oh Hell with open hands: take exactly the tricks that were bid [Sturtevant2005]_, section 5.1.

    Players play a card each in turn and follow the suit that was led if they can; the highest trump, or else the
    highest card of that suit, takes the trick and leads to the next.

    Parameters
    ----------
    players
        How many hands are dealt.
    cards
        Cards of each hand.
    seed
        What the hands are drawn from.
    scoring
        ``oh`` minus the distance to the bid; ``exact`` ten plus the bid for a bid that is met exactly, else nothing.
    bids
        Tricks that each player is to take, or a rule, as in Spades.
    trump
        The suit of trumps, ``notrump``, or that of the card that is ``turned`` up after the deal; where all cards are
        dealt, there are no trumps.
    leader
        The player who leads to the first trick.
    hands
        Hands instead of drawn ones, as in Spades; then the trump must be named.
    suits
        How many suits the deck has: spades, hearts, diamonds, clubs.
    ranks
        How many ranks the deck has, from the ace down.
    merge
        Whether equivalent cards, with no card between them in another hand or in the lead, count as one move, named by
        the lowest.
    """
    held, turned = _dealt("oh_hell", players, cards, seed, hands, suits, ranks)
    if trump == "turned" and hands is not None:
        raise GameDefinitionError("oh_hell: the hands are given and no card is turned up: give trump.")
    suit = SUITS.index(trump) if trump in SUITS else None
    if trump == "turned" and turned is not None:
        suit = turned // 16
    return _core.bidding_tricks(
        hands=[bit_set(hand) for hand in held],
        leader=_leader("oh_hell", leader, players),
        partners=False,
        merge=merge,
        trump=-1 if suit is None else suit,
        breaking=False,
        bids=read_bids("oh_hell", bids, held, suit, False),
        scoring=getattr(_core.TrickScoring, scoring),
    )


@domain(shows=("players", "cards"))
def hearts(
    players: Annotated[int, Whole(2, 4)] = 3,
    cards: Annotated[int, Whole(1, 26)] = 5,
    seed: Seed = 0,
    moon: bool = True,
    breaking: bool = True,
    opening: Opening = "lowest_club",
    clean_start: bool = True,
    leader: Annotated[int, Whole(0, 3)] = 0,
    hands: Hands | None = None,
    suits: Annotated[int, Whole(1, 4)] = 4,
    ranks: Annotated[int, Whole(1, 13)] = 13,
    merge: bool = True,
) -> _core.GameHandle:
    """Hearts with open hands: avoid the hearts and the queen of spades.

    Players play a card each in turn and follow the suit that was led if they can; the highest card of that suit takes
    the trick and leads to the next. Each heart that a player takes costs 1, the queen of spades 13.

    Parameters
    ----------
    players
        How many hands are dealt.
    cards
        Cards of each hand.
    seed
        What the hands are drawn from.
    moon
        Whether a player who takes all hearts that were dealt, and the queen of spades, pays nothing and each of the
        others pays for all of them.
    breaking
        Whether hearts may be led only after one has been played, or by a hand that has nothing else.
    opening
        Whether the lowest club that was dealt, or else the lowest card of the next suit, is led first, or ``any`` card
        of the ``leader``.
    clean_start
        Whether nobody may play a heart or the queen of spades to the first trick, unless there is nothing else to play.
    leader
        The player who leads to the first trick where any card may be led.
    hands
        Hands instead of drawn ones; cards are a suit of S, H, D, C and a rank of 2 to 9, T, J, Q, K, A.
    suits
        How many suits the deck has: spades, hearts, diamonds, clubs.
    ranks
        How many ranks the deck has, from the ace down.
    merge
        Whether equivalent cards, with no card between them in another hand or in the lead, count as one move, named by
        the lowest.
    """
    held, _ = _dealt("hearts", players, cards, seed, hands, suits, ranks)
    return _core.hearts(
        hands=[bit_set(hand) for hand in held],
        leader=_leader("hearts", leader, players),
        merge=merge,
        breaking=breaking,
        moon=moon,
        opening=min(card for hand in held for card in hand) if opening == "lowest_club" else -1,
        clean_start=clean_start,
    )


def _dealt(
    name: str, players: int, cards: int, seed: int, hands: Sequence[str] | None, suits: int, ranks: int
) -> tuple[list[Hand], int | None]:
    """The hands, given or drawn, and the card turned up after drawn ones."""
    if hands is None:
        return deal(name, deck_of(suits, ranks), players, cards, seed)
    if seed != 0:
        raise GameDefinitionError(f"{name}: the hands are given and seed has nothing to draw: leave it out.")
    held = read_hands(name, hands, players)
    if len(held[0]) != cards:
        raise GameDefinitionError(f"{name}: the hands have {len(held[0])} cards: say cards={len(held[0])}.")
    return held, None


def _leader(name: str, leader: int, players: int) -> int:
    return whole(f"{name}: leader", leader, 0, players - 1)


def _partners(name: str, partners: bool, players: int) -> bool:
    if partners and players != 4:
        raise GameDefinitionError(f"{name}: partners need players=4, not {value_text(players)}.")
    return partners
