"""Contests of several deals of Spades, for matches between players."""

import pickle

import pytest

import dodona
from instances import CONTESTS

TEXTS = [text for texts in CONTESTS.values() for text in texts]


def ends(contest, seed):
    """How the deals of a contest end where everybody always plays the first card."""
    states = []
    while (deal := contest.next_game(seed, states)) is not None:
        state = deal.root()
        while not state.is_terminal:
            state = state.play(index=0)
        states.append(state)
    return states


@pytest.mark.parametrize("text", TEXTS)
def test_contests_print_as_they_parse_and_come_to_an_end(text):
    contest = dodona.game(text)
    assert dodona.game(str(contest)) == contest
    assert pickle.loads(pickle.dumps(contest)) == contest
    states = ends(contest, 3)
    assert max(contest.utility(states)) >= contest.goal or len(states) == contest.deals
    assert all(max(contest.utility(states[:k])) < contest.goal for k in range(len(states)))


def test_points_are_counted_as_the_rules_of_spades_say():
    """Section 3 of Sturtevant 2005: bid 3 and take 3: 30; take 5: 32; take 2: -30; ten overtricks cost 100."""
    points = dodona.game("spades_match")._points
    assert [points([(3, taken)]) for taken in (3, 5, 2)] == [30, 32, -30]
    assert points([(1, 5), (2, 7)]) == 14 + 25
    assert points([(1, 5), (2, 7), (1, 2)]) == 14 + 25 + 11 - 100
    assert points([(0, 21)]) == 21 - 200


def test_the_points_of_a_deal_are_those_of_its_tricks():
    contest = dodona.game("spades_match(cards=4, goal=500, deals=4, bids=[1, 2, 0])")
    states = ends(contest, 1)
    assert len(states) == 4
    by_hand = [0, 0, 0]
    for number in range(4):
        deal = contest.next_game(1, states[:number])
        assert f"leader={number % 3}" in str(deal) or number % 3 == 0
        points = dodona.game(str(deal).replace("scoring=smot", "scoring=points")).root()
        for index in states[number].path:
            points = points.play(index=index)
        by_hand = [sum_ + own for sum_, own in zip(by_hand, points.utility(), strict=True)]
    assert contest.utility(states) == by_hand


def test_a_match_plays_every_seating_with_the_same_deals():
    contest = "spades_match(cards=4, goal=60, deals=5, bids=balanced)"
    result = dodona.match(contest, ["backward_induction", "random"], games=30)
    assert result.seatings == 6
    assert len(result.games) == 30
    assert result.standings[0].utility.mean > result.standings[1].utility.mean + 10


def test_hands_that_cannot_be_dealt_are_refused_at_once():
    with pytest.raises(dodona.GameDefinitionError, match="more than the 52 cards"):
        dodona.game("spades_match(players=4, cards=20)")
    with pytest.raises(dodona.GameDefinitionError, match="bids must be 3 numbers"):
        dodona.game("spades_match(bids=[1, 2])")
