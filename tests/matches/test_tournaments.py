"""Tournaments: everybody meets everybody else, and the cross table says so."""

import math

import pytest
from match_games import Auction, Dice, half, no, yes

import dodona
from dodona import DodonaError
from dodona.matches.tournament import groups_of

PLAYERS = {"exact": "solve", "little": "cfr(rounds=5)", "none": "random"}


def test_a_pair_of_a_tournament_plays_the_match_that_it_would_play_alone() -> None:
    result = dodona.tournament("kuhn", PLAYERS, games=20, seed=4)
    assert result.groups == ((0, 1), (0, 2), (1, 2))
    for group, match in zip(result.groups, result.matches, strict=True):
        names = [list(PLAYERS)[player] for player in group]
        assert match == dodona.match("kuhn", {name: PLAYERS[name] for name in names}, games=20, seed=4)


def test_the_cross_table_is_made_of_the_matches() -> None:
    result = dodona.tournament("kuhn", PLAYERS, games=400, seed=1)
    assert result.cross[0][2] == result.matches[1].standings[0].utility
    assert result.cross[2][1] == result.matches[2].standings[1].utility
    for player in range(3):
        assert result.cross[player][player] is None
        own = [cell.mean for cell in result.cross[player] if cell is not None]
        total = result.totals[player]
        assert total is not None
        assert total.mean == pytest.approx(sum(own) / 2)
    assert result.ranking[2] == 2
    assert result.matches[0].standings[0].name == "exact"


def test_players_with_the_same_luck_are_told_apart_exactly() -> None:
    result = dodona.tournament(Dice(), [no, half, yes], games=40)
    assert [result.players[player] for player in result.ranking] == ["yes", "half", "no"]
    assert result.cross[2][0] == dodona.model.estimate.Estimate(0.5, 0.0)


def test_workers_play_the_same_tournament() -> None:
    alone = dodona.tournament("leduc", ["random", yes, no], games=4, seed=2)
    assert dodona.tournament("leduc", ["random", yes, no], games=4, seed=2, workers=2) == alone


def test_games_for_three_are_played_in_groups_of_three() -> None:
    players = {"a": yes, "b": no, "c": half, "d": "random"}
    result = dodona.tournament(Auction(), players, games=6)
    assert result.groups == ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3))
    assert all(len(match.games) == 6 for match in result.matches)
    assert result.ranking[0] == 0
    assert result.ranking[3] == 1
    some = dodona.tournament(Auction(), players, games=3, groups=2, seatings="rotations")
    assert len(some.groups) == 2
    assert set(some.groups) < set(result.groups)
    pair = dodona.tournament(Auction(), {"a": yes, "b": no}, games=6)
    assert (pair.groups, len(pair.matches[0].games)) == (((0, 1),), 6)


def test_groups_are_drawn_without_repetition() -> None:
    assert len(groups_of(6, 2, None, 0)) == 15
    drawn = groups_of(40, 10, 50, 3)
    assert math.comb(40, 10) > 10**8
    assert len(set(drawn)) == 50
    assert drawn == groups_of(40, 10, 50, 3) != groups_of(40, 10, 50, 4)


def test_a_stopped_tournament_keeps_its_whole_rounds() -> None:
    seen: list[object] = []

    def enough(played: object) -> None:
        seen.append(played)
        if len(seen) == 15:
            raise KeyboardInterrupt

    result = dodona.tournament("kuhn", ["random"] * 3, games=50, on_game=enough)
    assert result.status == "cancelled"
    assert sum(len(match.games) for match in result.matches) == 15
    assert "cancelled" in str(result)
    assert all(total is not None for total in result.totals)
    nothing = dodona.tournament("kuhn", ["random"] * 3, games=50, time=0)
    assert nothing.totals == (None,) * 3
    assert nothing.status == "limit"
    assert "random #3" in str(nothing)


def test_results_are_plain_data_and_tables() -> None:
    result = dodona.tournament("kuhn", PLAYERS, games=10)
    data = result.to_dict()
    assert data["ranking"] == list(result.ranking)
    assert [len(match["games"]) for match in data["matches"]] == [10] * 3
    assert str(result).startswith("kuhn: 3 players, 3 matches, 30 games\n\n")
    assert "against 1" in str(result)
    assert "<td>exact</td>" in result._repr_html_()


def test_wrong_input_is_told_in_a_sentence() -> None:
    with pytest.raises(DodonaError, match="at least 2 players, not 1"):
        dodona.tournament("kuhn", ["random"])
    with pytest.raises(DodonaError, match="groups must be a whole number from 1 to 3, not 4"):
        dodona.tournament("kuhn", ["random"] * 3, groups=4)
    with pytest.raises(DodonaError, match="are too many: say groups=100"):
        groups_of(60, 10, None, 0)
    with pytest.raises(DodonaError, match="games must be a whole number"):
        dodona.tournament("kuhn", ["random"] * 3, games=0)
