"""Players by name: what texts and objects stand for, and what is said of those that stand for nothing."""

import pickle
from pathlib import Path

import pytest

import dodona
from dodona import DodonaError
from dodona.matches.makers import Searching
from dodona.matches.players import entrant, entrants, maker_of
from dodona.model.game import opened
from dodona.model.player import StrategyPlayer


def test_a_text_names_a_method_with_limits_per_move_and_its_options() -> None:
    maker = maker_of("negascout(nodes=500, depth=6, table='1M', ordering=[table, domain])")
    assert isinstance(maker, Searching)
    assert (maker.method, maker.limit) == ("negascout", dodona.Limit(nodes=500, depth=6))
    assert maker.options == {"table": "1M", "ordering": ["table", "domain"]}
    without = maker_of("negascout")
    assert isinstance(without, Searching)
    assert without.limit == dodona.Limit(time=1.0)


def test_a_search_by_name_plays_as_the_search_does() -> None:
    game = dodona.game("connect_four.after(3, 3, 4, 4, 5, 5)")
    choice = dodona.player(game, "alphabeta(depth=2)").choose(game.root())
    assert (choice.best in ("2", "6"), choice.value, choice.proven) == (True, 1, True)


def test_a_method_without_a_player_is_solved_and_plays_its_strategies() -> None:
    game = dodona.game("kuhn")
    player = dodona.player(game, "sequence_form_lp")
    assert isinstance(player, StrategyPlayer)
    state = game.after("K", "Q", "bet").root()
    assert dict(player.choose(state)) == dodona.solve(game).strategies[1]["Q:b"]
    few = dodona.player(game, "cfr(rounds=3)").choose(state)
    assert dict(few) != dict(player.choose(state))
    assert dict(few) == dodona.solve(game, "cfr", rounds=3).strategies[1]["Q:b"]


def test_names_of_methods_may_end_in_a_plus() -> None:
    game = dodona.game("kuhn")
    state = game.after("K", "Q", "bet").root()
    found = dodona.player(game, " pcfr+ (rounds=7) ").choose(state)
    assert dict(found) == dodona.solve(game, "pcfr+", rounds=7).strategies[1]["Q:b"]
    assert entrant("cfr+").name == "cfr+"
    with pytest.raises(DodonaError, match=r"there is no player 'crf\+'.*: did you mean cfr\+\?"):
        dodona.player(game, "crf+(rounds=3)")


@pytest.mark.parametrize("text", ["kuhn", "connect_four", "goofspiel(cards=4)", "tic_tac_toe", "prisoners_dilemma"])
def test_solve_leaves_the_choice_to_the_library(text: str) -> None:
    game = dodona.game(text)
    state = game.root()
    while state.turn == dodona.CHANCE:
        state = state.play(index=0)
    mover = 0 if state.turn == dodona.SIMULTANEOUS else state.turn
    choice = dodona.player(game, "solve(time=2)").choose(state, mover)
    assert sum(choice.values()) == pytest.approx(1)


def test_solve_takes_a_second_per_move_where_a_game_is_too_large_to_be_solved() -> None:
    maker = maker_of("solve").prepared(opened(dodona.game("connect_four")))
    assert maker.solved == Searching("negascout", {}, dodona.Limit(time=1.0))  # type: ignore[attr-defined]


def test_a_saved_solution_is_a_player(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.json"
    dodona.solve("kuhn").save(path)
    state = dodona.game("kuhn").after("J", "K", "bet").root()
    for text in (str(path), f"solution('{path}')"):
        assert dodona.player("kuhn", text).choose(state)["call"] == 1
    with pytest.raises(DodonaError, match=r"kuhn\.json holds a solution of kuhn, not of leduc"):
        dodona.player("leduc", str(path))
    searched = tmp_path / "board.json"
    dodona.solve("tic_tac_toe.after(1, 5, 2)", "negascout").save(searched)
    with pytest.raises(DodonaError, match=r"board\.json knows no moves of tic_tac_toe"):
        dodona.player("tic_tac_toe.after(1, 5, 2)", str(searched))


def test_solutions_strategies_functions_and_players_are_players() -> None:
    game = dodona.game("kuhn")
    state = game.after("J", "K", "bet").root()
    solution = dodona.solve(game)
    for thing in (solution, solution.strategies, [dict(plan) for plan in solution.strategies], solution.player()):
        assert dodona.player(game, thing).choose(state)["call"] == 1
    bold = dodona.player(game, lambda state, player: {state.actions(player)[0]: 1})
    assert bold.best_move(game.after("J", "K").root()) == "bet"
    board = dodona.game("tic_tac_toe.after(1, 5, 2)")
    searched = dodona.solve(board, "negascout")
    assert dodona.player(board, searched).best_move(board.root()) == "3"


def test_names_tell_players_apart() -> None:
    def bold(state: dodona.State, player: int) -> dict[str, float]:
        return {state.actions(player)[0]: 1}

    named = entrants(["random", " random ", "strong = negascout( depth=8 )", bold, dodona.UniformPlayer()])
    assert [one.name for one in named] == ["random", "random #2", "strong", "bold", "UniformPlayer"]
    assert [one.name for one in entrants({"a": "random", "b": "random"})] == ["a", "b"]
    assert entrant("negascout(depth=8)").name == "negascout(depth=8)"


def test_what_texts_stand_for_goes_to_other_processes() -> None:
    game = opened(dodona.game("kuhn"))
    state = game.after("J", "K", "bet").root()
    for text in ("random", "cfr(rounds=50)", "solve"):
        maker = maker_of(text).prepared(game)
        again = pickle.loads(pickle.dumps(maker))
        assert dict(again.make(game, 1).choose(state)) == dict(maker.make(game, 1).choose(state))


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        ("negascot(time=1)", r"no player 'negascot'.*: did you mean negascout\?"),
        ("negascout(tiem=1)", r"negascout takes no 'tiem'; it takes time, nodes.*: did you mean time\?"),
        ("negascout(seed=1)", "negascout takes no 'seed'"),
        ("negascout(time=-1)", "a limit is a number from 0 up"),
        ("negascout(chance=star9)", "chance is one of"),
        ("negascout(5)", r"options of negascout are given by name"),
        ("negascout(time=1).after(3)", r"goes on with \.after"),
        ("negascout(time=", "in the player's text 'negascout"),
        ("", "a player's text is empty; write for example negascout"),
        ("cfr(rounds=0)", "rounds is a whole number from 1 up, not 0"),
        ("cfr(seed=x)", "seed is a whole number, not 'x'"),
        ("random(1)", "random takes nothing"),
        ("solution(3)", r"write solution\('file.json'\)"),
        ("nowhere/at_all", "there is no file 'nowhere/at_all'"),
        (3, "a player is a text such as"),
        ([], "a player is a text such as"),
        (dodona.Game, "a player is a text such as"),
        ([{"J": {"bet": 2.0}}], "the strategy in place 0 is no strategy: probabilities"),
        ([{"J": 3}], "the strategy in place 0 is no strategy"),
    ],
)
def test_what_stands_for_no_player_is_refused(thing: object, words: str) -> None:
    with pytest.raises(DodonaError, match=words):
        dodona.player("kuhn", thing)  # type: ignore[arg-type]


def test_strategies_need_one_per_seat_in_order() -> None:
    first, second = dodona.solve("kuhn").strategies
    with pytest.raises(DodonaError, match="a strategy of player 0 plays no other seat"):
        dodona.player("kuhn", first)
    with pytest.raises(DodonaError, match="the strategy in place 0 is player 1's"):
        dodona.player("kuhn", [second, first])


def test_players_that_do_not_fit_a_game_are_refused_before_it_begins() -> None:
    with pytest.raises(dodona.UnsupportedGameError, match="negascout needs perfect information"):
        dodona.player("kuhn", "negascout")
    with pytest.raises(dodona.UnsupportedGameError, match="cfr needs"):
        dodona.player("connect_four", "cfr")
    with pytest.raises(DodonaError, match="sequence_form_lp found no strategies of leduc"):
        dodona.player("leduc", "sequence_form_lp(time=0)")
    with pytest.raises(DodonaError, match="finds a joint strategy"):
        dodona.player("prisoners_dilemma", "correlated_equilibrium")
    with pytest.raises(dodona.UnsupportedGameError, match="takes a problem with rules"):
        dodona.player("transit", "random")
    with pytest.raises(DodonaError, match="seed is a whole number"):
        dodona.player("kuhn", "random", seed="x")  # type: ignore[arg-type]
