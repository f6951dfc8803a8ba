"""Card and dice games."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Literal, get_args

from dodona import _core
from dodona.domains.catalog import domain, flag, one_of, whole
from dodona.domains.draws import shuffled
from dodona.model.errors import GameDefinitionError
from dodona.model.text import value_text
from dodona.model.values import is_whole

Deal = Literal["type", "card"]
Order = Literal["descending", "ascending", "shuffled", "random"]
GoofspielUtility = Literal["sign", "points"]
Information = Literal["perfect", "outcome"]
LastCard = Literal["played", "automatic"]


@domain()
def kuhn(cards: int = 3) -> _core.GameHandle:
    """Kuhn poker: one card each, one bet [Kuhn1950]_."""
    return _core.kuhn(whole("kuhn: cards", cards, 2, 100))


@domain()
def poker(
    types: int = 3,
    copies: int = 2,
    raises: int = 1,
    bet_sizes: int = 1,
    raise_sizes: int = 1,
    ante: int = 1,
    deal: Deal = "type",
) -> _core.GameHandle:
    """Generic two-round poker with one private and one table card [Bosansky2014]_, section 5.4.1.

    ``raises`` may follow the opening bet in each round. Bets and raises are 2, 4, ... chips in the first round and
    twice that in the second. ``deal`` says whether chance tells apart only card types, or every physical card.
    """
    return _core.poker(
        types=whole("poker: types", types, 1, 60),
        copies=whole("poker: copies", copies, 1, 60),
        raises=whole("poker: raises", raises, 0, 20),
        bet_sizes=whole("poker: bet_sizes", bet_sizes, 1, 50),
        raise_sizes=whole("poker: raise_sizes", raise_sizes, 1, 50),
        ante=whole("poker: ante", ante, 1, 1_000_000),
        physical=one_of("poker: deal", deal, Deal) == "card",
    )


@domain()
def leduc(deal: Deal = "type") -> _core.GameHandle:
    """Leduc hold'em, the standard setting of poker [Southey2005]_."""
    return _core.poker(
        types=3,
        copies=2,
        raises=1,
        bet_sizes=1,
        raise_sizes=1,
        ante=1,
        physical=one_of("leduc: deal", deal, Deal) == "card",
    )


@domain()
def liars_dice(dice: int = 1, faces: int = 6, wild: bool = True) -> _core.GameHandle:
    """Liar's dice for two, with ``dice`` dice each; with ``wild`` the top face counts as any face."""
    whole("liars_dice: dice", dice, 1, 15)
    whole("liars_dice: faces", faces, 2, 20)
    return _core.liars_dice(dice, faces, flag("liars_dice: wild", wild))


@domain(shows=("order",))
def goofspiel(
    cards: int,
    order: Order | Sequence[int] = "descending",
    lowest: int = 1,
    utility: GoofspielUtility = "sign",
    information: Information = "perfect",
    last_card: LastCard = "played",
    seed: int = 0,
) -> _core.GameHandle:
    """Goofspiel: bid cards for prizes, both at once [Ross1971]_; variants of [Bosansky2014]_, A.1.

    ``order`` of the prizes may also be a list of all card values. A ``shuffled`` order is drawn from the ``seed`` and
    known to the players, a ``random`` one is drawn while they play. With ``information=outcome`` players learn only who
    won each round. ``last_card=automatic`` plays the forced last card without a move.
    """
    whole("goofspiel: cards", cards, 1, 20)
    whole("goofspiel: lowest", lowest, 0, 1)
    return _core.goofspiel(
        cards=cards,
        lowest=lowest,
        order=_prizes(list(range(lowest, lowest + cards)), order, seed),
        points=one_of("goofspiel: utility", utility, GoofspielUtility) == "points",
        hidden=one_of("goofspiel: information", information, Information) == "outcome",
        automatic=one_of("goofspiel: last_card", last_card, LastCard) == "automatic",
    )


def _prizes(values: list[int], order: Order | Sequence[int], seed: int) -> list[int]:
    """The prizes in the order in which they come up; none where chance decides."""
    whole("goofspiel: seed", seed, 0, 2**63 - 1)
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
