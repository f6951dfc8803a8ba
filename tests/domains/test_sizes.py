"""Sizes of games against counts that were derived or published elsewhere."""

import math

import pytest

import dodona
from positions import positions

IMPERFECT = "information=outcome, last_card=automatic"


def size(text):
    info = dodona.game(text).info()
    return info.nodes, info.terminals, info.infosets, info.sequences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # 1 + 3 + 6 * 9 nodes: two deals, then 9 nodes of betting, 5 of them terminal.
        ("kuhn", (58, 30, (6, 6), (13, 13))),
        # The enumeration of OpenSpiel 2.0.2's leduc_poker, which tells the two suits apart.
        ("leduc(deal=card)", (9_457, 5_520, (468, 468), (1_093, 1_093))),
        # OpenSpiel's liars_dice; the formula is derived below.
        ("liars_dice", (294_883, 147_420, (12_288, 12_288), (24_571, 24_571))),
        # OpenSpiel's turn-based goofspiel with imp_info and descending points.
        (f"goofspiel(cards=4, {IMPERFECT})", (1_077, 576, (81, 81), (175, 175))),
        (f"goofspiel(cards=5, {IMPERFECT})", (26_931, 14_400, (1_062, 1_062), (2_284, 2_284))),
    ],
)
def test_sizes_that_two_implementations_agree_on(text, expected):
    assert size(text) == expected


def test_six_cards_of_imperfect_goofspiel():
    """As enumerated by OpenSpiel 2.0.2."""
    assert size(f"goofspiel(cards=6, {IMPERFECT})") == (969_523, 518_400, (17_241, 17_241), (37_039, 37_039))


def test_leduc_by_card_type():
    """A published framework for generic poker deals types: 144 sets and 337 sequences each."""
    nodes, _, infosets, sequences = size("leduc")
    assert (nodes, infosets, sequences) == (1_939, (144, 144), (337, 337))


def test_three_cards_of_imperfect_goofspiel():
    nodes, terminals, infosets, sequences = size(f"goofspiel(cards=3, {IMPERFECT})")
    assert (nodes, terminals, infosets, sequences) == (67, math.factorial(3) ** 2, (8, 8), (18, 18))


@pytest.mark.parametrize("cards", [2, 3, 4, 7])
def test_kuhn_grows_with_the_deals(cards):
    """One root, n first cards, n(n-1) deals with 9 betting nodes each; two sets of two actions per card and player."""
    deals = cards * (cards - 1)
    assert size(f"kuhn(cards={cards})") == (
        1 + cards + 9 * deals,
        5 * deals,
        (2 * cards, 2 * cards),
        (1 + 4 * cards, 1 + 4 * cards),
    )


@pytest.mark.parametrize("faces", [2, 3, 4, 5])
def test_liars_dice_with_one_die(faces):
    """Bidding histories are subsets of the 2f bids; every one but the empty can be called.

    Below each of f*f rolls stand 2^(2f) bidding nodes and 2^(2f) - 1 calls; f*2^(2f) of them per mover make the sets,
    where the first player moves after an even number of bids.
    """
    subsets = 4**faces
    rolls = faces * faces
    nodes, terminals, infosets, sequences = size(f"liars_dice(faces={faces})")
    assert nodes == 1 + faces + rolls * (2 * subsets - 1)
    assert terminals == rolls * (subsets - 1)
    assert infosets == (faces * subsets // 2, faces * subsets // 2)
    # Every subset but the empty one arises by one bid, every one but the empty can be called: split by parity.
    assert sequences == (1 + faces * (subsets - 1), 1 + faces * (subsets - 1))


@pytest.mark.parametrize(
    ("types", "copies", "raises", "sizes", "sequences"),
    [
        # Counted independently for the generic poker of Bosansky 2014, 5.4; 210,937 and 685,125 are printed there.
        (3, 2, 1, 1, 337),
        (3, 2, 1, 2, 2_281),
        (3, 2, 2, 2, 11_353),
        (3, 2, 3, 2, 50_233),
        (3, 2, 4, 2, 210_937),
        pytest.param(3, 2, 5, 2, 864_121, marks=pytest.mark.slow),
        (4, 3, 2, 1, 1_161),
        (4, 3, 2, 2, 20_125),
        (4, 3, 2, 3, 149_625),
        pytest.param(4, 3, 2, 4, 685_125, marks=pytest.mark.slow),
        pytest.param(4, 3, 4, 2, 374_749, marks=pytest.mark.slow),
    ],
)
def test_sequences_of_generic_poker(types, copies, raises, sizes, sequences):
    text = f"poker(types={types}, copies={copies}, raises={raises}, bet_sizes={sizes}, raise_sizes={sizes})"
    assert dodona.game(text).info().sequences == (sequences, sequences)


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5])
def test_goofspiel_counts_stage_by_stage(cards):
    """Stage k has (d!/(d-k)!)^2 histories, each followed by d-k nodes in which player 1's cards are open."""
    stages = [math.perm(cards, k) ** 2 for k in range(cards + 1)]
    hidden = [count * (cards - k) for k, count in enumerate(stages[:-1])]
    info = dodona.game(f"goofspiel(cards={cards})").info()
    assert info.nodes == sum(stages) + sum(hidden)
    assert info.terminals == stages[-1] == math.factorial(cards) ** 2
    assert info.infosets == (sum(stages[:-1]),) * 2
    assert info.sequences == (1 + sum(hidden),) * 2
    if cards == 5:
        assert stages[:-1] == [1, 25, 400, 3_600, 14_400]  # the table in Bosansky 2014, 4.4.1


@pytest.mark.parametrize(
    ("text", "states"),
    [
        # Distinct (hands, round, score difference), counted by an independent enumeration.
        ("goofspiel(cards=3, order=descending)", 41),
        ("goofspiel(cards=3, order=ascending)", 37),
        ("goofspiel(cards=3, order=descending, lowest=0)", 37),
        ("goofspiel(cards=3, order=ascending, lowest=0)", 35),
        ("goofspiel(cards=4, order=descending)", 277),
        ("goofspiel(cards=4, order=ascending)", 241),
        ("goofspiel(cards=4, order=descending, lowest=0)", 257),
        ("goofspiel(cards=4, order=ascending, lowest=0)", 213),
    ],
)
def test_distinct_goofspiel_states_before_the_end(text, states):
    keys = {position.state.key() for position in positions(dodona.game(text)) if not position.state.is_terminal}
    assert len(keys) == states


def test_tic_tac_toe_has_its_well_known_size():
    """255,168 games and 549,946 histories, by length: 1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872."""
    info = dodona.game("tic_tac_toe").info()
    assert info.nodes == sum([1, 9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872]) == 549_946
    assert info.terminals == 255_168
    assert info.depth == 9


def test_tic_tac_toe_has_5478_positions():
    """The number of legal boards, terminal ones included."""
    seen = {}
    stack = [dodona.game("tic_tac_toe").root()]
    while stack:
        state = stack.pop()
        if state.key() not in seen:
            seen[state.key()] = str(state)
            stack.extend(state.play(index=move) for move in range(len(state.actions())))
    assert len(seen) == 5_478
    assert len(set(seen.values())) == 5_478


@pytest.mark.parametrize(("depth", "branching", "chance"), [(1, 2, 0), (2, 3, 0), (3, 2, 0), (2, 2, 3), (1, 4, 2)])
def test_random_games_have_the_shape_asked_for(depth, branching, chance):
    """Rounds multiply by branching^2 and by chance's outcomes."""
    steps = ([chance] if chance else []) + [branching, branching]
    levels = [1]
    for width in steps * depth:
        levels.append(levels[-1] * width)
    info = dodona.game("random_game", depth=depth, branching=branching, chance=chance).info()
    assert info.nodes == sum(levels)
    assert info.terminals == levels[-1]
    assert info.depth == len(steps) * depth


@pytest.mark.parametrize(("observations", "infosets"), [(1, (1 + 3, 1 + 3)), (100, None)])
def test_observations_split_the_information_of_random_games(observations, infosets):
    """One symbol tells nothing: sets are own histories. Many symbols come close to perfect information."""
    info = dodona.game("random_game", depth=2, branching=3, observations=observations, seed=5).info()
    if infosets:
        assert info.infosets == infosets
    else:
        assert info.infosets[0] > 1 + 3
        assert info.infosets[1] > 1 + 3


def test_blotto_has_one_row_per_split():
    """Splits of s soldiers over f fields: C(s + f - 1, f - 1)."""
    game = dodona.game("blotto(soldiers=5, fields=3)")
    assert game.payoffs.shape == (math.comb(7, 2), math.comb(7, 2), 2)
