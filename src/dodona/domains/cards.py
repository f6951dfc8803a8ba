"""Card and dice games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Annotated, Literal, get_args

from dodona import _core
from dodona.domains.catalog import domain, one_of
from dodona.domains.draws import shuffled
from dodona.domains.parameters import Whole
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text
from dodona.model.values import is_whole

Deal = Literal["type", "card"]
Order = Literal["descending", "ascending", "shuffled", "random"]
GoofspielUtility = Literal["sign", "points"]
Information = Literal["perfect", "outcome"]
LastCard = Literal["played", "automatic"]


@domain()
def kuhn(cards: Annotated[int, Whole(2, 100)] = 3) -> _core.GameHandle:
    """Kuhn poker: one card each, one bet [Kuhn1950]_.

    Both players pay an ante of one and get a card; player 0 bets one or checks, a bet is called or folded to, and after
    a check player 1 may bet in turn. The higher card wins the pot, unless somebody folds.

    Parameters
    ----------
    cards
        Cards in the deck, all different; three are called J, Q and K, others by number.
    """
    return _core.kuhn(cards)


@domain()
def poker(
    types: Annotated[int, Whole(1, 60)] = 3,
    copies: Annotated[int, Whole(1, 60)] = 2,
    raises: Annotated[int, Whole(0, 20)] = 1,
    bet_sizes: Annotated[int, Whole(1, 50)] = 1,
    raise_sizes: Annotated[int, Whole(1, 50)] = 1,
    ante: Annotated[int, Whole(1, 1_000_000)] = 1,
    deal: Deal = "type",
) -> _core.GameHandle:
    """Generic two-round poker with one private and one table card [Bosansky2014]_, section 5.4.1.

    Each player gets a card, a round of betting follows, a card is laid on the table, and a second round follows; player
    0 opens both. A pair with the table wins, else the higher card; equal cards share the pot.

    Parameters
    ----------
    types
        Ranks of cards; three are called J, Q and K, others by number.
    copies
        Cards of each rank; there are at least three cards.
    raises
        Raises that may follow the opening bet in each round.
    bet_sizes
        How many sizes of bets there are: 2, 4, ... chips in the first round, twice that in the second.
    raise_sizes
        How many sizes of raises there are, likewise.
    ante
        What each player pays beforehand.
    deal
        Whether chance tells apart only card types, or every physical card.
    """
    return _core.poker(
        types=types,
        copies=copies,
        raises=raises,
        bet_sizes=bet_sizes,
        raise_sizes=raise_sizes,
        ante=ante,
        physical=deal == "card",
    )


@domain()
def leduc(deal: Deal = "type") -> _core.GameHandle:
    """Leduc hold'em, the standard setting of poker [Southey2005]_.

    Two rounds of betting with a private card and, from the second on, a table card, out of six: two each of J, Q and K.
    A pair with the table wins, else the higher card; bets are two and then four chips, with one raise.

    Parameters
    ----------
    deal
        Whether chance tells apart only card types, or every physical card.
    """
    return _core.poker(types=3, copies=2, raises=1, bet_sizes=1, raise_sizes=1, ante=1, physical=deal == "card")


@domain()
def liars_dice(
    dice: Annotated[int, Whole(1, 15)] = 1, faces: Annotated[int, Whole(2, 20)] = 6, wild: bool = True
) -> _core.GameHandle:
    """Liar's dice for two: hidden rolls, rising bids, one call.

    Bids say how many of all dice show a face at least, as ``2x5`` for two fives, and rise by quantity, then by face.
    Instead of bidding a player may call the last bid a lie: she wins if it is one, else the bidder does.

    Parameters
    ----------
    dice
        Dice of each player; twice their number times the faces is at most 63.
    faces
        Faces of a die.
    wild
        Whether the top face counts as any face.
    """
    return _core.liars_dice(dice, faces, wild)


@domain(shows=("order",), example="goofspiel(cards=4)")
def goofspiel(
    cards: Annotated[int, Whole(1, 20)],
    order: Order | Annotated[Sequence[int], "a list of all card values"] = "descending",
    lowest: Annotated[int, Whole(0, 1)] = 1,
    utility: GoofspielUtility = "sign",
    information: Information = "perfect",
    last_card: LastCard = "played",
    seed: Annotated[int, Whole(0, 2**63 - 1)] = 0,
) -> _core.GameHandle:
    """Goofspiel: bid cards for prizes, both at once [Ross1971]_; variants of [Bosansky2014]_, A.1.

    In every round a prize card is turned up and both players bid a card of their hand at once, each card once. The
    higher bid wins the points of the prize, equal bids discard it; more points win the game.

    Parameters
    ----------
    cards
        Cards in each hand, and prizes.
    order
        In which order the prizes come up. A ``shuffled`` order is drawn from the ``seed`` and known to the players, a
        ``random`` one is drawn while they play.
    lowest
        Value of the lowest card.
    utility
        Who wins, or the difference of points.
    information
        With ``outcome`` players learn only who won each round, not with which card.
    last_card
        Whether the forced last card is a move, or is played without one.
    seed
        What a shuffled order is drawn from.
    """
    return _core.goofspiel(
        cards=cards,
        lowest=lowest,
        order=_prizes(list(range(lowest, lowest + cards)), order, seed),
        points=utility == "points",
        hidden=information == "outcome",
        automatic=last_card == "automatic",
    )


def _prizes(values: list[int], order: Order | Sequence[int], seed: int) -> list[int]:
    """The prizes in the order in which they come up; none where chance decides."""
    if seed != 0 and not (isinstance(order, str) and order == "shuffled"):
        raise GameDefinitionError("goofspiel: only order=shuffled draws anything from seed: leave it out.")
    if isinstance(order, str):
        one_of("goofspiel: order", order, Order)
        drawn = list(shuffled(values, random.Random(seed)))
        return {"descending": values[::-1], "ascending": values, "shuffled": drawn, "random": []}[order]
    if not isinstance(order, Sequence) or not all(map(is_whole, order)):
        raise GameDefinitionError(
            f"goofspiel: order must be {', '.join(get_args(Order))} or a list of cards, not {value_text(order)}."
        )
    if sorted(order) != values:
        raise GameDefinitionError(f"goofspiel: order must name each of {value_text(values)} once.")
    return [int(value) for value in order]
