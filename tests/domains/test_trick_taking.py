"""Spades, Oh Hell and Hearts with open hands, against second tellings, counts and cases worked out by hand."""

import math
import random

import pytest
from trick_twins import Hearts, OhHell, Spades

import dodona
from positions import positions

SCORINGS = ["mt", "momb", "mot", "smot", "table1", "wl", "oh", "points"]


def leaves(game):
    """Of every end the moves that lead to it and the utilities."""

    def visit(state, moves):
        if state.is_terminal:
            yield moves, tuple(state.utility())
            return
        for label in state.actions():
            yield from visit(state.play(label), (*moves, label))

    return list(visit(game.root(), ()))


def random_hands(seed, players, cards, suits="SHD", ranks="6789TJQKA"):
    deck = [suit + rank for suit in suits for rank in ranks]
    drawn = random.Random(seed).sample(deck, players * cards)
    return [" ".join(drawn[i::players]) for i in range(players)]


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 3), (4, 2)])
@pytest.mark.parametrize("merge", [True, False])
def test_a_second_telling_of_spades_is_the_same_tree(seed, players, cards, merge):
    hands = random_hands(seed, players, cards)
    bids = [random.Random(seed + p).randrange(cards + 1) for p in range(players)]
    rules = {"leader": seed % players, "merge": merge, "breaking": seed % 2 == 0, "scoring": SCORINGS[seed % 8]}
    game = dodona.game("spades", players=players, cards=cards, hands=hands, bids=bids, **rules)
    assert leaves(game) == leaves(Spades(hands, bids, **rules))


@pytest.mark.parametrize("seed", range(6))
def test_partners_share_their_tricks(seed):
    hands = random_hands(seed, 4, 2)
    rules = {"scoring": SCORINGS[seed], "partners": True}
    game = dodona.game("spades", players=4, cards=2, hands=hands, bids=[1, 1], **rules)
    assert game.traits.players == 2
    assert leaves(game) == leaves(Spades(hands, [1, 1], **rules))


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("merge", [True, False])
def test_a_second_telling_of_oh_hell_is_the_same_tree(seed, merge):
    hands = random_hands(seed, 3, 3)
    suit = {"hearts": "H", "diamonds": "D", "notrump": ""}
    trump = list(suit)[seed % 3]
    scoring = ["oh", "exact"][seed % 2]
    rules = {"scoring": scoring, "merge": merge, "leader": seed % 3}
    game = dodona.game("oh_hell", players=3, cards=3, hands=hands, bids=[0, 1, 2], trump=trump, **rules)
    assert leaves(game) == leaves(OhHell(hands, [0, 1, 2], suit[trump], **rules))


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("merge", [True, False])
def test_a_second_telling_of_hearts_is_the_same_tree(seed, merge):
    hands = random_hands(seed, 3, 3, "SHC"[seed % 2 :], "9TJQKA")
    rules = {"moon": seed % 4 < 2, "breaking": seed % 3 > 0, "clean_start": seed % 5 > 0, "merge": merge}
    opening = seed % 8 < 6
    game = dodona.game("hearts", players=3, cards=3, hands=hands, opening="lowest_club" if opening else "any", **rules)
    assert leaves(game) == leaves(Hearts(hands, opening=opening, **rules))


def test_hands_of_one_suit_are_a_product_of_factorials():
    """Everybody may always play anything: n players with c cards have (c!)^n ways to play."""
    hands = ["SA S9 S3", "SK S8 S5", "SQ S7 S4"]
    game = dodona.game("spades", players=3, cards=3, hands=hands, merge=False, bids=[1, 1, 1])
    assert game.info().terminals == math.factorial(3) ** 3
    assert game.info().depth == 9


def test_equivalent_cards_are_one_move_named_by_the_lowest():
    hands = ["SA SK ST", "SQ SJ S2", "S9 S8 S7"]
    game = dodona.game("spades", players=3, cards=3, hands=hands, bids=[1, 1, 1])
    assert game.root().actions() == ["ST", "SK"]
    assert game.root().play("SK").actions() == ["S2", "SJ"]
    # With the king on the table and leading, queen and jack still lose alike; nine, eight and seven do, too.
    assert game.root().play("SK").play("SJ").actions() == ["S7"]
    apart = dodona.game("spades", players=3, cards=3, hands=hands, bids=[1, 1, 1], merge=False)
    assert apart.root().actions() == ["ST", "SK", "SA"]


def test_the_card_that_leads_the_trick_keeps_its_neighbours_apart():
    hands = ["S8 C2", "S9 S7"]
    game = dodona.game("spades", players=2, cards=2, hands=hands, bids=[1, 1], breaking=False)
    assert game.root().play("S8").actions() == ["S7", "S9"]
    assert game.root().play("C2").actions() == ["S7", "S9"]  # the eight is in the other hand


def test_spades_are_led_only_when_broken_or_alone():
    hands = ["SA H2 C3", "S2 S5 D3", "SK D4 D5"]
    start = dodona.game("spades", players=3, cards=3, hands=hands, bids=[1, 1, 1]).root()
    assert start.actions() == ["C3", "H2"]
    after = start.play("C3").play("S2").play("D4")
    assert after.actions() == ["D3", "S5"]  # player 1 took the trick with a spade, which broke them
    free = dodona.game("spades", players=3, cards=3, hands=hands, bids=[1, 1, 1], breaking=False).root()
    assert free.actions() == ["C3", "H2", "SA"]
    only = dodona.game("spades", players=2, cards=2, hands=["SA S3", "S9 H3"], bids=[1, 1]).root()
    assert only.actions() == ["S3", "SA"]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("scoring", ["mt", "mot", "oh"])
def test_merging_changes_no_value(seed, scoring):
    """Backward induction takes the first of equal moves, and of equivalent cards the lowest comes first."""
    both = [
        dodona.solve(
            dodona.game("spades", players=3, cards=3, seed=seed, suits=2, scoring=scoring, merge=merge),
            "backward_induction",
        ).values
        for merge in (True, False)
    ]
    assert both[0] == both[1]


#: Table 1 of Sturtevant 2005: three tricks, bids 1, 1 and 2; the tricks taken and the utilities.
TABLE_1 = {
    (0, 0, 3): (0, 0, 19 + 6),
    (0, 1, 2): (0, 10 + 3, 20 + 3),
    (0, 2, 1): (0, 9 + 6, 0),
    (0, 3, 0): (0, 8 + 6, 0),
    (1, 0, 2): (10 + 3, 0, 20 + 3),
    (1, 1, 1): (10 + 3, 10 + 3, 0),
    (1, 2, 0): (10 + 3, 9 + 3, 0),
    (2, 0, 1): (9 + 6, 0, 0),
    (2, 1, 0): (9 + 3, 10 + 3, 0),
    (3, 0, 0): (8 + 6, 0, 0),
}


def test_the_outcomes_are_those_of_the_papers_table_1():
    game = dodona.game("spades", players=3, cards=3, bids=[1, 1, 2], scoring="table1")
    assert [tuple(row) for row in game.handle.outcomes()] == list(TABLE_1.values())


def test_tricks_that_were_taken_rule_out_outcomes_as_the_daggers_of_table_1_say():
    """Player 1 has a trick: player 0 hopes for rank 2, player 2 for rank 1 (section 3)."""
    hands = ["H2 H3 H4", "HA C2 C3", "D2 D3 D4"]
    game = dodona.game("spades", players=3, cards=3, bids=[1, 1, 2], hands=hands, scoring="table1")
    state = game.root().play("H2").play("HA").play("D2")
    daggers = [row for taken, row in TABLE_1.items() if taken[1] >= 1]
    assert game.handle.hopes(state) == [max(column) for column in zip(*daggers, strict=True)]
    assert game.handle.hopes(game.root()) == [15, 15, 25]


SMALL = [
    "spades(players=3, cards=3, seed={seed}, suits=2, scoring=mt)",
    "spades(players=3, cards=3, seed={seed}, suits=2, scoring=mot)",
    "spades(players=2, cards=4, seed={seed}, suits=2, scoring=points)",
    "spades(players=4, cards=2, seed={seed}, suits=2, scoring=momb)",
    "oh_hell(players=3, cards=3, seed={seed}, scoring=exact)",
    "hearts(players=3, cards=3, seed={seed}, suits=2, ranks=7)",
    "hearts(players=3, cards=3, seed={seed}, suits=2, ranks=7, moon=false)",
]


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("seed", range(4))
def test_no_end_exceeds_a_hope_or_is_missing_from_the_outcomes(text, seed):
    game = dodona.game(text.format(seed=seed))
    outcomes = {tuple(row) for row in game.handle.outcomes()}

    def best(state):
        if state.is_terminal:
            assert tuple(state.utility()) in outcomes
            assert game.handle.hopes(state) == state.utility()
            return state.utility()
        below = [best(state.play(label)) for label in state.actions()]
        met = [max(column) for column in zip(*below, strict=True)]
        hopes = game.handle.hopes(state)
        assert all(hope >= utility for hope, utility in zip(hopes, met, strict=True))
        return met

    best(game.root())


@pytest.mark.parametrize("text", SMALL)
def test_hopes_never_rise_and_estimates_stay_within_the_bounds(text):
    game = dodona.game(text.format(seed=5))
    low, high = game.handle.utility_bounds
    for position in positions(game):
        state = position.state
        assert all(low <= estimate <= high for estimate in game.handle.evaluate_all(state))
        if state.is_terminal:
            assert game.handle.evaluate_all(state) == state.utility()
        for move in position.moves():
            after = game.handle.hopes(state.play(index=move))
            assert all(new <= old for new, old in zip(after, game.handle.hopes(state), strict=True))


def test_tricks_and_hearts_without_the_moon_have_a_constant_sum():
    assert dodona.game("spades(players=3, cards=4, scoring=mt)").traits.constant_sum == 4
    assert dodona.game("spades(players=3, cards=4)").traits.constant_sum is None
    hands = ["SQ H2", "H3 H4", "C2 C3"]
    assert dodona.game("hearts", players=3, cards=2, hands=hands, moon=False).traits.constant_sum == -16
    assert dodona.game("hearts", players=3, cards=2, hands=hands).traits.constant_sum is None


def test_two_players_who_count_tricks_are_solved_by_alpha_beta():
    for seed in range(10):
        game = dodona.game("spades", players=2, cards=5, seed=seed, scoring="mt", suits=2)
        assert dodona.solve(game, "alphabeta").value == dodona.solve(game, "backward_induction").value


@pytest.mark.parametrize(
    ("hands", "values"),
    [
        # The ace of spades takes a trick, the king of hearts loses to the ace, whichever is led first.
        (["SA HK", "S2 HA"], (1, 1)),
        # The ace of spades draws the only other spade, and then the ace of hearts is safe.
        (["SA HA", "S2 HK"], (2, 0)),
        # Player 1 has no heart and trumps whatever player 0 leads.
        (["HA HK", "S2 S3"], (0, 2)),
        # Everybody follows every suit: three aces take a trick each.
        (["SA HK DK", "SK HA DQ", "SQ HQ DA"], (1, 1, 1)),
        # Player 1 must follow with the nine; player 2 trumps the ace of hearts and loses the other trick.
        (["HA CA", "H9 C9", "S2 C8"], (1, 0, 1)),
    ],
)
def test_tricks_that_were_worked_out_by_hand(hands, values):
    players, cards = len(hands), len(hands[0].split())
    bids = [1] * players
    game = dodona.game("spades", players=players, cards=cards, hands=hands, scoring="mt", breaking=False, bids=bids)
    assert dodona.solve(game, "backward_induction").values == values


def test_a_moon_is_shot_in_hearts():
    """Player 0 takes everything whatever is played: nobody else has a heart above hers, and she leads the ace."""
    hands = ["HA HK", "H2 H3", "H4 H5"]
    for moon, values in ((True, (0, -6, -6)), (False, (-6, 0, 0))):
        game = dodona.game("hearts", players=3, cards=2, hands=hands, moon=moon, opening="any")
        assert dodona.solve(game, "backward_induction").values == pytest.approx(values)


def test_bids_follow_their_rules():
    hands = ["SA SK S4 S3 HA", "SQ SJ ST H2 C2", "HK C3 C4 C5 C6"]

    def drawing(bids):
        return dodona.game("spades", players=3, cards=5, hands=hands, bids=bids).root().draw()

    # Ace and king of spades, the fourth spade and the ace of hearts; the third queen of spades; a king alone.
    assert [line.split()[-1] for line in drawing("honours").split("\n")[:3]] == ["4", "1", "0"]
    assert [line.split()[-1] for line in drawing("equal").split("\n")[:3]] == ["1", "1", "1"]
    assert sum(int(line.split()[-1]) for line in drawing("balanced").split("\n")[:3]) == 5


def test_the_turned_card_makes_trumps_and_the_seed_decides():
    suits = {str(dodona.game("oh_hell", players=3, cards=2, seed=seed).root().draw()) for seed in range(5)}
    assert len(suits) == 5
    assert (
        dodona.game("oh_hell(players=3, cards=2, seed=3)").info()
        == dodona.game("oh_hell(players=3, cards=2, seed=3)").info()
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("spades(players=4, cards=14)", "more than the 52 cards"),
        ("spades(players=3, cards=2, partners=true)", "partners need players=4"),
        ("spades(players=3, cards=2, leader=3)", "leader"),
        ("spades(players=3, cards=2, bids=[1, 2])", "bids must be 3 numbers"),
        ("spades(players=3, cards=2, bids=[1, 2, 77])", "each bid"),
        ("spades(players=3, cards=2, bids=brave)", "honours, balanced, equal"),
        ("spades(players=3, cards=2, scoring=best)", "scoring"),
        ('spades(players=2, cards=2, hands=["SA S1", "H2 H3"])', "a card is a suit"),
        ('spades(players=2, cards=2, hands=["SA S2", "SA H3"])', "SA is dealt twice"),
        ('spades(players=2, cards=2, hands=["SA S2", "H3"])', "equally many"),
        ('spades(players=2, cards=3, hands=["SA S2", "H3 H4"])', "say cards=2"),
        ('spades(players=2, cards=2, seed=4, hands=["SA S2", "H3 H4"])', "leave it out"),
        ("spades(players=2, cards=2, hands=SA)", "a list of 2 texts"),
        ('oh_hell(players=2, cards=2, hands=["SA S2", "H3 H4"])', "give trump"),
        ("hearts(players=3, cards=20)", "more than the 52 cards"),
    ],
)
def test_impossible_deals_get_a_sentence(text, sentence):
    with pytest.raises(dodona.GameDefinitionError, match=sentence):
        dodona.game(text)
