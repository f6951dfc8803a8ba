"""Matches: equal seeds, mirrored seats, common luck, intervals that hold, and what goes wrong told in a sentence."""

import importlib
import itertools
import statistics
from typing import Annotated

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from match_games import Auction, Dice, Race, half, no, yes

import dodona
from dodona import DodonaError
from dodona.domains.parameters import Whole
from dodona.matches.seating import all_seatings, count_seatings, rotations
from dodona.model.estimate import interval


@settings(max_examples=15, deadline=None)
@given(st.integers(-(2**40), 2**40))
def test_equal_seeds_give_equal_games_and_swapped_players_swapped_results(seed: int) -> None:
    first = dodona.match("kuhn", ["random", half], games=6, seed=seed)
    assert first == dodona.match("kuhn", ["random", half], games=6, seed=seed)
    other = dodona.match("kuhn", [half, "random"], games=6, seed=seed)
    for one, two in zip(first.standings, reversed(other.standings), strict=True):
        assert (one.name, one.utility, one.by_seat, one.wins) == (two.name, two.utility, two.by_seat, two.wins)


def test_other_seeds_give_other_games() -> None:
    games = {tuple(played.utilities for played in dodona.match("kuhn", ["random"] * 2, 20, s).games) for s in range(5)}
    assert len(games) == 5


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("leduc", ["cfr(rounds=20)", "random"]),
        ("connect_four(width=5, height=4)", ["negascout(nodes=200)", "alphabeta(depth=2)"]),
        ("goofspiel(cards=4, order=random)", ["double_oracle_alphabeta(depth=1)", "random"]),
        (Auction(), [half, "random", yes]),
        ("random_game(seed={seed})", ["solve", "random"]),
        ("breakthrough(rows=5, columns=3)", ["uct(iterations=40)", "random"]),
        (Race(), ["random", yes]),
    ],
)
def test_workers_play_the_same_games(game: object, players: list[object]) -> None:
    alone = dodona.match(game, players, games=12, seed=3)  # type: ignore[arg-type]
    assert len(alone.games) == 12
    assert dodona.match(game, players, games=12, seed=3, workers=2) == alone  # type: ignore[arg-type]


def test_every_seating_of_a_round_meets_the_same_luck() -> None:
    """Who says yes gets a point more, whatever the die: paired, that is exact, and seat by seat it is not."""
    result = dodona.match(Dice(), [yes, no], games=60)
    assert result.difference("yes", "no") == dodona.model.estimate.Estimate(1.0, 0.0)
    first, second = result.standings
    assert (first.utility.mean, first.utility.half_width) == (0.5, 0.0)
    assert first.by_seat[0] is not None
    assert first.by_seat[0].half_width > 0.3  # of single throws
    pips = [{played.utilities[0] - (played.seating[0] == 0) for played in group} for group in result.rounds]
    assert all(len(own) == 1 for own in pips)
    assert len(set.union(*pips)) == 6
    assert second.by_seat[1] is not None


def payoff(game: dodona.Game, players: tuple[object, object], cards: tuple[str, str]) -> float:
    """Player 0's utility at Kuhn poker with given cards and functions that do not draw."""
    state = game.after(*cards).root()
    while not state.is_terminal:
        row = players[state.turn](state, state.turn)  # type: ignore[operator]
        state = state.play(next(iter(row)))
    return state.utility()[0]


def bold(state: dodona.State, player: int) -> dict[str, float]:
    """Bets, raises or calls."""
    return {next(word for word in state.actions(player) if word not in ("check", "fold")): 1.0}


def calm(state: dodona.State, player: int) -> dict[str, float]:
    """Checks, and calls with a king."""
    actions = state.actions(player)
    wanted = "check" if "check" in actions else "call" if state.information(player).startswith("K") else "fold"
    return {wanted: 1.0}


def test_pairing_reduces_the_variance_as_enumeration_says() -> None:
    """Every round is one of the six deals of Kuhn poker, whose payoffs are known."""
    game = dodona.game("kuhn")
    deals = list(itertools.permutations("JQK", 2))
    single = [payoff(game, (bold, calm), deal) for deal in deals]
    paired = [(payoff(game, (bold, calm), deal) - payoff(game, (calm, bold), deal)) / 2 for deal in deals]
    result = dodona.match(game, [bold, calm], games=200, seed=5)
    means = [sum(played.utilities[played.seating.index(0)] for played in group) / 2 for group in result.rounds]
    assert set(means) == set(paired)
    assert abs(statistics.fmean(paired) - result.standings[0].utility.mean) <= 0.1
    assert 0 < statistics.pvariance(paired) < 0.5 * statistics.pvariance(single)  # two games, better used than apart


def test_luck_does_not_depend_on_how_many_moves_there_were_before() -> None:
    """The cards of Leduc are the same after long and after short betting."""
    game = dodona.game("leduc")
    cards: list[set[tuple[str, ...]]] = []
    lengths: set[int] = set()

    def always_call(state: dodona.State, player: int) -> dict[str, float]:
        return {next(word for word in ("check", "call") if word in state.actions(player)): 1.0}

    class Watched(dodona.Contest):
        def next_game(self, seed, ends):  # type: ignore[no-untyped-def]
            return None if ends else game

        def utility(self, ends):  # type: ignore[no-untyped-def]
            state, drawn = game.root(), []
            for action in ends[0].path:
                drawn += [state.actions()[action]] if state.turn == dodona.CHANCE else []
                state = state.play(index=action)
            cards[-1].add(tuple(drawn))
            lengths.add(len(ends[0].path))
            return ends[0].utility()

    for seed in range(8):  # four games with one luck: both seatings of two matches whose betting differs
        cards.append(set())
        for player in (bold, always_call):
            dodona.match(Watched(), [player, always_call], games=2, seed=seed)
    assert [len(drawn) for drawn in cards] == [1] * 8
    assert len(set.union(*cards)) > 4
    assert len(lengths) > 1


def test_a_match_of_exact_strategies_agrees_with_expected_values() -> None:
    game = dodona.game("kuhn")
    solution = dodona.solve(game)
    plain = dodona.solve(game, "cfr", rounds=3)
    as_first = dodona.expected_value(game, [solution.strategies[0], plain.strategies[1]])[0]
    as_second = dodona.expected_value(game, [plain.strategies[0], solution.strategies[1]])[1]
    first = dodona.match(game, {"exact": solution, "plain": plain}, games=3000, seed=1).standings[0]
    truths = ((as_first + as_second) / 2, as_first, as_second)
    for estimate, truth in zip((first.utility, *first.by_seat), truths, strict=True):
        assert estimate is not None
        assert abs(estimate.mean - truth) <= estimate.half_width


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    """A hundred matches of thirty rounds; with a chance of 95 % each, fewer than 88 or more than 99 are unlikely."""
    truth = 0.5 * (3.5 + 0.5) - 0.5 * (3.5 + 0.0)  # half says yes every other time; luck cancels out
    covered = 0
    for seed in range(100):
        utility = dodona.match(Dice(), [half, no], games=60, seed=seed).standings[0].utility
        covered += abs(utility.mean - truth) <= utility.half_width
    assert 88 <= covered <= 99


def test_the_interval_covers_by_enumeration() -> None:
    """All samples of eight from three equally likely numbers: Student's t covers their mean, 0, about as it says."""
    covered = 0
    for sample in itertools.product((-1.0, 0.0, 1.0), repeat=8):
        found = interval(sample)
        assert found is not None
        assert found.half_width is not None
        covered += abs(found.mean) <= found.half_width
    assert 0.93 <= covered / 3**8 <= 0.97


def test_games_with_more_players_seat_them_in_every_way() -> None:
    three = dodona.match(Auction(), [yes, no, "random"], games=10)
    assert len(three.games) == 12
    assert three.rounds[0] != three.rounds[1]
    assert [standing.by_seat[0] is not None for standing in three.standings] == [True] * 3
    # Bids of 2 and 0, less a quarter per seat: everybody has every seat equally often, and luck is the same for all.
    assert three.difference(0, 1) == dodona.model.estimate.Estimate(2.0, 0.0)
    two = dodona.match(Auction(), {"high": yes, "low": no}, games=6)
    assert [played.seating for played in two.games] == all_seatings(2, 3)
    assert two.standings[0].wins == 6
    assert two.standings[1].losses == 6
    assert dodona.match(Auction(), [yes, no, half], games=1, seatings="rotations").seatings == 3
    drawn = dodona.match(Auction(), [yes, no, half], games=40, seatings=2)
    assert all(len({played.seating for played in group}) == 2 for group in drawn.rounds)
    assert len({played.seating for played in drawn.games}) == 6
    alone = dodona.match(Auction(), ["random"], games=5)
    assert alone.seatings == 1
    assert all(own is not None for own in alone.standings[0].by_seat)


def test_seatings_are_counted_without_listing_them() -> None:
    for seats in range(1, 6):
        for players in range(1, seats + 1):
            ways = all_seatings(players, seats)
            assert len(ways) == len(set(ways)) == count_seatings(players, seats)
            turned = rotations(players, seats)
            assert all(sorted(seating[seat] for seating in turned) == list(range(players)) for seat in range(seats))


def test_wins_are_shared_where_several_get_the_most() -> None:
    result = dodona.match("matching_pennies", [yes, no], games=10)
    assert [(own.wins, own.draws, own.losses) for own in result.standings] == [(5, 0, 5), (5, 0, 5)]
    even = dodona.match("prisoners_dilemma", {"a": no, "b": no}, games=10)
    assert [(own.draws, own.score.mean) for own in even.standings] == [(10, 0.5)] * 2


def test_a_contest_plays_until_it_is_over_with_players_made_anew() -> None:
    result = dodona.match(Race(), [yes, no], games=40)
    assert result.game == "Race"
    assert all(played.utilities[0] >= 10 for played in result.games)
    assert {played.moves[0] for played in result.games} > {2, 3}
    assert all(played.length == 2 * played.moves[0] for played in result.games)
    for group in result.rounds:  # the same dice: whoever says yes is never behind
        assert group[0].moves[0] <= group[1].moves[0]

    class Endless(Race):
        max_games = 5

        def next_game(self, seed, ends):  # type: ignore[no-untyped-def]
            return Dice()

    with pytest.raises(dodona.GameDefinitionError, match="Endless is not over after 5 games"):
        dodona.match(Endless(), [yes, no])

    class Wrong(Race):
        def next_game(self, seed, ends):  # type: ignore[no-untyped-def]
            return None if ends else Auction()

    with pytest.raises(dodona.GameDefinitionError, match="next_game of Wrong gives a game of 2 players or None"):
        dodona.match(Wrong(), [yes, no])

    class Broken(Race):
        answer: object = None

        def utility(self, ends):  # type: ignore[no-untyped-def]
            return super().utility(ends) if len(ends) < 3 else self.answer

        def next_game(self, seed, ends):  # type: ignore[no-untyped-def]
            return None if len(ends) == 3 else Dice()

    for Broken.answer in (None, [1.0], [1.0, float("nan")], ["a", 1], 3):
        with pytest.raises(dodona.GameDefinitionError, match="utility of Broken gives 2 finite numbers, not"):
            dodona.match(Broken(), [yes, no])

    class Raising(Race):
        def next_game(self, seed, ends):  # type: ignore[no-untyped-def]
            raise ValueError("no cards")

    with pytest.raises(dodona.GameDefinitionError, match=r"next_game of Raising\(.*raised ValueError: no cards"):
        dodona.match(Raising(), [yes, no])


def test_a_text_with_a_place_for_a_seed_is_another_game_in_every_round() -> None:
    result = dodona.match("random_game(seed={seed})", ["random", "random"], games=20, seed=7)
    assert result.game == "random_game(seed={seed})"
    own = dodona.match("random_game(seed=9)", ["random", "random"], games=20, seed=7)
    assert result.rounds[2] == own.rounds[2]
    assert result.rounds[3] != own.rounds[3]


def test_a_match_can_be_stopped_and_keeps_what_was_played() -> None:
    seen: list[object] = []

    def enough(played: object) -> None:
        seen.append(played)
        if len(seen) == 5:
            raise KeyboardInterrupt

    result = dodona.match("kuhn", ["random", "random"], games=100, on_game=enough)
    assert (result.status, len(result.games), len(result.rounds)) == ("cancelled", 5, 2)
    assert sum(own.wins + own.draws + own.losses for own in result.standings) == 8
    timed = dodona.match("kuhn", ["random", "random"], games=100, time=0)
    assert (timed.status, timed.games) == ("limit", ())
    assert "no round was finished" in str(timed)
    assert timed.to_dict()["standings"] == []
    with pytest.raises(DodonaError, match="no round of the match of kuhn was finished"):
        _ = timed.standings


class Silent(dodona.Player):
    def choose(self, state, player=None, *, seconds=None):  # type: ignore[no-untyped-def]
        return None


class Loud(dodona.Player):
    def choose(self, state, player=None, *, seconds=None):  # type: ignore[no-untyped-def]
        return dodona.Choice(tuple(state.actions(player)), (0.9,) * len(state.actions(player)))


def broken(state: dodona.State, player: int) -> dict[str, float]:
    return {"bet": 1 / 0}


def illegal(state: dodona.State, player: int) -> dict[str, float]:
    return {"raise": 1.0}


@pytest.mark.parametrize(
    ("player", "words"),
    [
        (broken, r"broken, player 0 of kuhn, found no move at .+: ZeroDivisionError: division by zero\."),
        (illegal, r"illegal, player 0 of kuhn, found no move at .+: 'raise' is no action of player 0"),
        (Silent(), r"Silent, player 0 of kuhn, chose something else than among \['bet', 'check'\] at .+: None\."),
        (Loud(), r"Loud, player 0 of kuhn, gave probabilities that do not sum to 1 at .+: \(0\.9, 0\.9\)\."),
    ],
)
def test_players_that_fail_are_named_with_game_and_position(player: object, words: str) -> None:
    with pytest.raises(DodonaError, match=words):
        dodona.match("kuhn", [player, "random"])  # type: ignore[list-item]


def test_rules_that_are_wrong_are_told_so() -> None:
    class Loaded(Dice):
        def chance(self, state):  # type: ignore[no-untyped-def]
            return dict.fromkeys(range(1, 7), 0.5)

    with pytest.raises(dodona.GameDefinitionError, match="Loaded"):
        dodona.match(Loaded(), ["random", "random"])

    class Endless(Dice):
        max_length = 50

        def turn(self, state):  # type: ignore[no-untyped-def]
            return 0

    with pytest.raises(dodona.GameDefinitionError, match="Endless is not over after 50 moves"):
        dodona.match(Endless(), ["random", "random"])


def test_a_search_without_time_is_named_too() -> None:
    with pytest.raises(DodonaError, match=r"negascout\(time=0\), player 0 of connect_four, found no move at .*more\."):
        dodona.match("connect_four", ["negascout(time=0)", "random"])


def test_wrong_input_is_told_in_a_sentence() -> None:
    wrong = {
        "a match of kuhn has 1 to 2 players, not 3. dodona.tournament takes more": {"players": ["random"] * 3},
        "not 0": {"players": []},
        "players are a list such as": {"players": "random"},
        "games must be a whole number from 1 up": {"games": 0},
        "seed is a whole number": {"seed": 1.5},
        "seatings are 'all', 'rotations' or a whole number from 1 to 2, not 3": {"seatings": 3},
        "not 'some'": {"seatings": "some"},
        "workers must be a whole number from 1 up": {"workers": 0},
        "time must be a finite number from 0": {"time": -1},
        "on_game is a function": {"on_game": 3},
        "negascout needs perfect information": {"players": ["negascout", "random"]},
        "problem with rules": {"game": "transit"},
    }
    for words, keywords in wrong.items():
        arguments = {"game": "kuhn", "players": ["random", "random"], "games": 4} | keywords
        with pytest.raises(DodonaError, match=words.replace("(", r"\(")):
            dodona.match(**arguments)  # type: ignore[arg-type]


def test_long_games_are_sent_one_by_one() -> None:
    from dodona.matches.match import _batch_size

    assert [_batch_size(0, 0.0), _batch_size(3, 0.0), _batch_size(10, 1.0), _batch_size(10, 100.0)] == [1, 50, 1, 1]
    assert _batch_size(100, 1.0) == 18


def test_what_cannot_go_to_another_process_is_named() -> None:
    with pytest.raises(DodonaError, match=r"<lambda> cannot go to another process .*workers=1"):
        dodona.match("kuhn", [lambda state, player: half(state, player), "random"], workers=2)


def test_a_failure_in_a_worker_is_the_same_sentence() -> None:
    with pytest.raises(DodonaError, match=r"illegal, player [01] of kuhn, found no move at .+: 'raise' is no action"):
        dodona.match("kuhn", [illegal, "random"], games=8, workers=2)


def test_results_are_plain_data_and_tables() -> None:
    result = dodona.match("kuhn", ["solve", "random"], games=50, seed=2)
    data = result.to_dict()
    assert [row["name"] for row in data["standings"]] == ["solve", "random"]
    assert len(data["games"]) == 50
    assert data["games"][0]["seating"] == (0, 1)
    assert str(result).startswith("kuhn: 50 games, 25 rounds of 2 seatings, 4.")
    assert "<td>solve</td>" in result._repr_html_()
    assert result.standings[0].moves > 25
    assert result.standings[0].seconds_per_move > 0
    with pytest.raises(DodonaError, match="'nobody' is none of them"):
        result.difference("solve", "nobody")


def test_a_domain_may_be_a_contest(monkeypatch: pytest.MonkeyPatch) -> None:
    catalog = importlib.import_module("dodona.domains.catalog")
    monkeypatch.setattr(catalog, "_CATALOG", dict(catalog._CATALOG))

    @catalog.domain()
    def dice_race(points: Annotated[int, Whole(1, 99)] = 10) -> dodona.Contest:
        """Dice until somebody has enough points."""
        return Race()

    assert str(dodona.problem("dice_race(points=12)")) == "dice_race(points=12)"
    named = dodona.match("dice_race", [yes, no], games=4)
    assert (named.game, named.games) == ("dice_race", dodona.match(Race(), [yes, no], games=4).games)
    with pytest.raises(dodona.UnsupportedGameError, match="no method for dice_race"):
        dodona.solve("dice_race")
    with pytest.raises(dodona.UnsupportedGameError, match="problem with rules"):
        dodona.player("dice_race", "random")
