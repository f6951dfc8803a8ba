"""Mistakes end in one sentence of the library's own family of errors that says what is possible."""

import contextlib
import functools
import math
import os
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from dodona import DodonaError, GameDefinitionError, IllegalMoveError, Solution, UnsupportedGameError
from processes import run_python


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("kun", ["no game 'kun'", "did you mean kuhn", "goofspiel", "tic_tac_toe"]),
        ("zzz", ["no game 'zzz'", "The games are", "leduc"]),
        ("", ["empty", "goofspiel(cards=4)"]),
        ("   ", ["empty"]),
        ("goofspiel", ["cards", "goofspiel(cards, order=descending"]),
        ("goofspiel(cards=0)", ["cards", "from 1 to 20", "0"]),
        ("goofspiel(cards=21)", ["cards", "from 1 to 20"]),
        ("goofspiel(cards=three)", ["cards", "whole number", "three"]),
        ("goofspiel(cards=2.5)", ["cards", "whole number", "2.5"]),
        ("goofspiel(cards=true)", ["cards", "whole number"]),
        ("goofspiel(cards=3, order=up)", ["order", "descending, ascending, shuffled, random", "up"]),
        ("goofspiel(cards=3, order=[1, 2])", ["order", "[1, 2, 3]"]),
        ("goofspiel(cards=3, order=[1, 1, 3])", ["order", "[1, 2, 3]"]),
        ("goofspiel(cards=3, order=5)", ["order", "5"]),
        ("goofspiel(cards=3, utility=chips)", ["utility", "sign, points", "chips"]),
        ("goofspiel(cards=3, lowest=2)", ["lowest", "from 0 to 1"]),
        ("goofspiel(cards=3, colour=red)", ["colour", "goofspiel(cards"]),
        ("goofspiel(cards=3, cards=4)", ["cards is there twice"]),
        ("kuhn(3, 4)", ["too many", "kuhn(cards=3)"]),
        ("kuhn(cards=3", ["column 13", "',' or ')'", "the end"]),
        ("kuhn)", ["column 5", "the end", "')'"]),
        ("kuhn(cards=)", ["a value"]),
        ("kuhn(cards=3, 4)", ["parameter=value"]),
        ("kuhn(1,,2)", ["a value"]),
        ("kuhn.later(J)", ["no view", ".after(move, ...)", ".extensive()", ".serialized(first=0)"]),
        ("kuhn.", ["a name"]),
        ("kuhn.extensive()", ["simultaneous"]),
        ("kuhn.serialized(first=0)", ["simultaneous"]),
        ("goofspiel(cards=2, information=outcome).serialized()", ["two players who see everything"]),
        ("matching_pennies.serialized(first=2)", ["first", "0 or 1"]),
        ("matching_pennies.serialized(first=x)", ["first"]),
        ("liars_dice(wild=3)", ["wild", "true or false"]),
        ("liars_dice(dice=4, faces=20)", ["2*dice*faces"]),
        ("poker(types=1, copies=1)", ["3 cards"]),
        ("poker(deal=none)", ["deal", "type, card"]),
        ("random_game(branching=2, min_branching=3)", ["min_branching", "from 1 to 2"]),
        ("random_game(utility=x)", ["utility", "uniform, binary, edges, sign"]),
        ("oshi_zumo(coins=129)", ["coins", "from 0 to 128", "129"]),
        ("oshi_zumo(coins=[3])", ["coins", "one per player", "[3]"]),
        ("oshi_zumo(coins=[3, x])", ["coins", "whole number", "x"]),
        ("oshi_zumo(min_bid=0)", ["min_bid", "from 1 to 128"]),
        ("oshi_zumo(size=121)", ["size", "from 0 to 120"]),
        ("oshi_zumo(size=2, start=5)", ["start", "from 0 to 4", "5"]),
        ("oshi_zumo(utility=points)", ["utility", "sign, distance"]),
        ("tron(rows=0)", ["rows", "from 1 to 64"]),
        ("tron(rows=9, columns=8)", ["64 cells"]),
        ("tron(rows=1, columns=1)", ["different cells"]),
        ("tron(walls=3)", ["walls", "list of cells", "3"]),
        ("tron(walls=[3])", ["walls", "[row, column]", "3"]),
        ("tron(walls=[[5, 0]])", ["row of walls", "from 0 to 4", "5"]),
        ("tron(walls=[[0, 6]])", ["column of walls", "from 0 to 5", "6"]),
        ("tron(walls=[[0, 0]])", ["start in a wall"]),
        ("tron(starts=[[0, 0]])", ["starts", "two cells"]),
        ("tron(starts=[[1, 1], [1, 1]])", ["different cells"]),
        ("tron(starts=[[0, 0], [0, x]])", ["column of starts", "whole number", "x"]),
        ("pursuit_evasion(graph=0)", ["networkx"]),
        ("pursuit_evasion(pursuers=two)", ["pursuers", "whole number", "two"]),
        ("phantom_tic_tac_toe(order=random)", ["order", "plain, domain"]),
        ("phantom_tic_tac_toe(forced_win=1)", ["forced_win", "true or false"]),
        ("phantom_tic_tac_toe(forced_first=3)", ["forced_first", "from 0 to 2", "3"]),
        ("border_patrol(graph=G4)", ["graph", "G1, G2, G3, four_rows", "G4"]),
        ("random_simultaneous(depth=100)", ["depth", "from 1 to 64", "100"]),
        ("random_simultaneous(depth=17, branching=100)", ["depth", "from 1 to 16"]),
        ("random_simultaneous(branching=0)", ["branching", "from 1 to 100"]),
        ("random_simultaneous(zeros=1)", ["zeros", "true or false"]),
        ("random_simultaneous(utility=x)", ["utility", "uniform, binary, edges, sign"]),
        ("blotto(soldiers=30, fields=5)", ["too many"]),
        ("matrix(a=3)", ["lists of rows"]),
        ("matrix(a=[])", ["payoffs"]),
        ("matrix(a=[[1, 2], [3]])", ["equal length"]),
        ("matrix(a=[[one]])", ["numbers"]),
        ("matrix(a=[[1, 2]], b=[[1]])", ["one shape"]),
        ('kuhn("\\x")', ["column"]),
        ('kuhn("unfinished', ["a value"]),
        ("kuhn(cards=" + "9" * 5000 + ")", ["cards"]),
        ("kuhn(cards=" + "[" * 5000, ["ten levels"]),
        ("kuhn(cards=[1, 2)", ["column 17", "',' or ']'", "found ')'"]),
        ("kuhn(1 2)", ["column 6", "',' between values"]),
        ("nim.after(2x1)", ["column 11", "any text in quotes", "found '2x1)'"]),
        ("blotto.after((1-2-2, 5-0-0))", ["column 15", "any text in quotes", "found '1-2-2"]),
        ("kuhn(cards=3) + 1", ["column 1", "a name"]),
        ("kuhn(\n  cards=3,\n  é=f'x')", ["line 3, column 6", "',' or ')'"]),
        ("kuhn(é, 1 + 1)", ["column 9", "a value", "found '1 + 1)'"]),
        ("kuhn(**x)", ["column 6", "parameter=value"]),
        ("kuhn(*a)", ["column 6", "a value"]),
        ("kuhn(cards=1j)", ["column 12", "a value"]),
        ("kuhn(cards=-true)", ["column 13", "a value"]),
        ("kuhn(cards=0x" + "f" * 5000 + ")", ["column 12", "at most 1000 digits"]),
        ("kuhn(cards=-" + "9" * 5000 + ")", ["column 13", "at most 1000 digits"]),
        ("kuhn # the small one", ["column 6", "the end"]),
        ("kuhn\0", ["column 5", "the end"]),
        ("kuhn\ud800", ["column 5", "text"]),
        ("(kuhn, leduc)", ["column 1", "a name"]),
        ("[" * 10**6, ["at most 250,000 characters"]),
        ("[" * 200_000, ["ten levels"]),
        ("kuhn" + ".after(J)" * 25_000, ["too deeply nested"]),
        ("kuhn(" + "-" * 200_000 + "1)", ["too deeply nested"]),
        ("kuhn(" + "lambda:" * 30_000 + "1)", ["too deeply nested"]),
    ],
)
def test_wrong_texts_are_refused_with_what_would_be_right(text, words):
    with pytest.raises((GameDefinitionError, UnsupportedGameError)) as caught:
        dodona.game(text)
    message = str(caught.value)
    assert all(word in message for word in words), message
    assert len(message) < 2000


@given(st.text(alphabet='abkuhn()[]".,=<>+-_ 0123456789\\\n\t\u00e9\u0663', max_size=30))
def test_no_text_ends_in_another_kind_of_error(text):
    for prefix in ("", "kuhn", "kuhn(", "matrix(a=", "matching_pennies."):
        with contextlib.suppress(DodonaError):
            dodona.game(prefix + text)


@pytest.mark.parametrize("text", [None, 5, b"kuhn", ["kuhn"]])
def test_a_games_text_is_text(text):
    with pytest.raises(GameDefinitionError):
        dodona.game(text)


@pytest.mark.parametrize(
    ("text", "moves", "words"),
    [
        ("kuhn", ["A"], ["'A'", "J, Q, K"]),
        ("kuhn", ["J", "J"], ["'J'", "Q, K"]),
        ("kuhn", ["J", "Q", "call"], ["'call'", "bet, check"]),
        ("kuhn", [0], ["'0'", "J, Q, K"]),
        ("kuhn", [10**30], ["'1000000", "J, Q, K"]),
        ("kuhn", [("J", "Q")], ["('J', 'Q')", "J, Q, K"]),
        ("kuhn", ["J", "Q", "check", "check", "bet"], ["over"]),
        ("kuhn", [3.5], ["'3.5'", "J, Q, K"]),
        ("kuhn", [None], ["play takes a move"]),
        ("goofspiel(cards=2)", ["1"], ["2 part"]),
        ("goofspiel(cards=2)", [("1", "3")], ["'3'", "1, 2"]),
        ("goofspiel(cards=2)", [("1",)], ["2 part", "1"]),
        ("goofspiel(cards=2)", [("1", None)], ["'None'", "1, 2"]),
        ("goofspiel(cards=2)", [(0, 2)], ["'0'", "1, 2"]),
        ("tic_tac_toe", ["5", "5"], ["'5'", "1, 2, 3, 4, 6"]),
        ("blotto(soldiers=7)", [("9-9", "7-0-0")], ["'9-9'", "..."]),
    ],
)
def test_illegal_moves_list_the_legal_ones(text, moves, words):
    game = dodona.game(text)
    with pytest.raises(IllegalMoveError) as caught:
        game.after(*moves)
    assert all(word in str(caught.value) for word in words), str(caught.value)
    with pytest.raises(IllegalMoveError):
        functools.reduce(lambda state, move: state.play(move), moves, game.root())


@pytest.mark.parametrize("text", ["tic_tac_toe", "nim(heaps=[3, 4])", "goofspiel(cards=4)", "liars_dice"])
def test_what_is_printed_typed_and_parsed_is_one_move(text):
    game = dodona.game(text)
    for index, label in enumerate(game.root().actions(0 if game.traits.simultaneous else None)):
        move = (label, label) if game.traits.simultaneous else label
        after = game.after(move)
        assert str(after.root()) == str(game.root().play(index=(index, index) if isinstance(move, tuple) else index))
        assert dodona.game(str(after)) == after
        if label.isdigit():
            number = int(label)
            assert game.after((number, np.int64(number)) if isinstance(move, tuple) else np.int64(number)) == after
            assert eval(f"game{str(after).removeprefix(str(game))}", {"game": game}) == after


class Sticks(dodona.Game):
    """Actions are numbers and tuples: a move is what the game gave."""

    zero_sum = True
    perfect_information = True

    def initial(self):
        return 9

    def turn(self, state):
        return state % 2 if state > 0 else dodona.TERMINAL

    def actions(self, state, player):
        return [1, (2, "sticks")] if state > 1 else [1]

    def play(self, state, move):
        return state - (move if move == 1 else 2)

    def utility(self, state):
        return [1, -1]


def test_actions_of_games_in_python_are_moves_as_they_are():
    game = Sticks()
    assert str(game.after(1).root()) == str(game.root().play("1")) == "8"
    assert str(game.after((2, "sticks")).root()) == str(game.root().play(index=1)) == "7"
    with pytest.raises(IllegalMoveError, match="move '2' does not exist at 9"):
        game.after(2)


@pytest.mark.parametrize(
    ("index", "words"), [(3, "not one of 0 to 2"), (-1, "0 to 2"), (10**30, "0 to 2"), ("J", "whole number")]
)
def test_indices_are_given_by_name_and_checked(index, words):
    root = dodona.game("kuhn").root()
    with pytest.raises(IllegalMoveError, match=words):
        root.play(index=index)
    for arguments in ({}, {"move": "J", "index": 0}):
        with pytest.raises(IllegalMoveError, match="play takes a move"):
            root.play(**arguments)


def test_a_move_in_a_tuple_of_one_is_that_move():
    game = dodona.game("kuhn")
    assert dodona.game(str(game.after(("J",)))).root().actions() == game.after("J").root().actions()


ASK = """
import sys, dodona
for text in sys.argv[1:]:
    root = dodona.game(text).root()
    for player in (-1, 2, 7, 10**6):
        for ask in (root.information, root.information_key):
            try:
                print(text, player, repr(ask(player)))
            except dodona.IllegalMoveError:
                pass
"""


def test_there_is_no_information_of_players_who_do_not_exist():
    """In a process of its own: reading beyond the players' arrays may end it."""
    texts = ["kuhn", "leduc", "goofspiel(cards=3)", "tic_tac_toe", "liars_dice", "random_game", "chicken"]
    assert run_python(ASK, *texts) == (0, "", "")


@pytest.mark.parametrize("player", [-7, 2, 99])
def test_who_is_not_to_move_has_no_actions(player):
    assert dodona.game("kuhn.after(J, Q)").root().actions(player) == []
    assert dodona.game("goofspiel(cards=2)").root().actions(player) == []


def test_utilities_and_probabilities_exist_only_where_they_mean_something():
    root = dodona.game("kuhn").root()
    with pytest.raises(IllegalMoveError, match="over"):
        root.utility()
    end = dodona.game("kuhn.after(J, Q, check, check)").root()
    assert end.is_terminal
    assert end.actions() == []
    assert end.probabilities() == []
    assert end.utility() == [-1, 1]


def test_a_position_belongs_to_its_game():
    with pytest.raises(IllegalMoveError, match="another game"):
        dodona.game("kuhn").handle.at(dodona.game("leduc").root())


def test_physical_cards_of_large_decks_have_readable_names():
    game = dodona.game("poker(types=2, copies=60, deal=card)")
    labels = game.root().actions()
    assert len(set(labels)) == 120
    assert all(label.isprintable() and " " not in label for label in labels)


@pytest.mark.parametrize("thing", [None, 3, {"a": 1}, object(), b"kuhn"])
def test_what_names_no_problem_is_refused_with_what_does(thing):
    with pytest.raises(UnsupportedGameError, match=f"its text such as .*, not {type(thing).__name__}"):
        dodona.solve(thing)


def test_unknown_methods_are_refused_with_a_list():
    with pytest.raises(UnsupportedGameError, match=r"no method 'magic'.*backward_induction.*sequence_form_lp"):
        dodona.solve(dodona.game("kuhn"), "magic")


@pytest.mark.parametrize(
    ("text", "method", "need"),
    [
        ("kuhn", "backward_induction", "perfect information"),
        ("goofspiel(cards=2)", "backward_induction", "no simultaneous moves"),
        ("kuhn", "matrix_simplex", "a single matrix stage"),
        ("chicken", "matrix_lp", "a constant sum"),
        ("chicken", "sequence_form_lp", "a constant sum"),
    ],
)
def test_a_method_says_what_it_needs(text, method, need):
    game = dodona.game(text)
    assert method not in dodona.methods(game)
    with pytest.raises(UnsupportedGameError, match=f"{method} needs .*{need}"):
        dodona.solve(game, method)


@pytest.mark.parametrize(
    "build",
    [
        lambda: dodona.MatrixGame(),
        lambda: dodona.MatrixGame([]),
        lambda: dodona.MatrixGame([[]]),
        lambda: dodona.MatrixGame([[1, 2], [3]]),
        lambda: dodona.MatrixGame([["a"]]),
        lambda: dodona.MatrixGame([[float("nan")]]),
        lambda: dodona.MatrixGame([[float("inf")]]),
        lambda: dodona.MatrixGame([[1]], [[1, 2]]),
        lambda: dodona.MatrixGame([[1]], [[1]], [[1]]),
        lambda: dodona.MatrixGame([[1, 2]], actions=[["a"], ["b"]]),
        lambda: dodona.MatrixGame([[1, 2]], actions=[["a"], ["b", "b"]]),
    ],
)
def test_impossible_matrices_are_refused(build):
    with pytest.raises(GameDefinitionError):
        build()


@pytest.mark.parametrize("name", [None, 5, "", "a\0b.efg", b"game.efg"], ids=repr)
def test_what_no_file_can_be_called_is_refused(name):
    solution = dodona.solve(dodona.game("kuhn"))
    uses = [dodona.read, Solution.load, solution.save, lambda path: dodona.write(dodona.game("kuhn"), path)]
    for use in uses:
        with pytest.raises(dodona.DodonaError, match=r"^a file has a name such as 'game\.efg', not "):
            use(name)


@pytest.mark.parametrize("name", ["", "a\0b"])
def test_a_checkpoint_has_a_name(name):
    with pytest.raises(dodona.DodonaError, match=r"^a file has a name"):
        dodona.solve(dodona.game("kuhn"), "dob", checkpoint=name)


def test_what_listens_to_events_is_a_function():
    with pytest.raises(dodona.DodonaError, match=r"^on_event is a function that takes an Event, not 5\.$"):
        dodona.solve(dodona.game("kuhn"), on_event=5)


def test_a_limit_that_no_float_holds_is_none():
    assert dodona.Limit(time=10**400).time == math.inf
    assert dodona.solve(dodona.game("kuhn"), limit=dodona.Limit(time=10**400, nodes=10**400)).status == "exact"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are of POSIX")
def test_saving_replaces_regular_files_alone(tmp_path):
    solution = dodona.solve(dodona.game("kuhn"))
    pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    solution.save(pipe)
    reader.join(timeout=30)
    assert pipe.is_fifo()
    file.write_text("older")
    link.symlink_to(file)
    solution.save(link)
    assert link.is_symlink()
    assert file.read_bytes() == read[0]
    with pytest.raises(dodona.DodonaError, match="cannot be written: Is a directory"):
        solution.save(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link", "pipe"]
