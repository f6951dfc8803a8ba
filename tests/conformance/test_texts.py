"""A game prints as it parses."""

import inspect

import pytest
from hypothesis import given
from hypothesis import strategies as st

import dodona
from instances import ALL, ALL_FLOWS
from positions import named, root

#: Values for parameters without a default.
REQUIRED = {"cards": 3, "a": [[1, 0]]}


def same(game):
    again = dodona.game(str(game))
    assert again == game
    assert hash(again) == hash(game)
    assert again.text == game.text
    return again


@pytest.mark.parametrize("text", ALL)
def test_texts_of_the_sweep_print_as_they_parse(text):
    assert same(dodona.game(text)).info() == dodona.game(text).info()


@pytest.mark.parametrize("text", ALL_FLOWS)
def test_texts_of_flow_games_and_their_trees_print_as_they_parse(text):
    assert str(same(dodona.game(text)).info()) == str(dodona.game(text).info())
    tree = dodona.game(text).extensive()
    assert same(tree).info() == tree.info()


@pytest.mark.parametrize("text", ALL)
def test_views_and_positions_print_as_they_parse(text):
    game = dodona.game(text)
    views = [game]
    if game.traits.simultaneous:
        views.append(game.extensive())
        if game.traits.perfect_information:
            views += [game.serialized(first=0), game.serialized(first=1)]
    for view in views:
        position = root(view)
        moves = []
        while position.moves():
            move = position.moves()[len(moves) % len(position.moves())]
            moves.append(named(position.state, move))
            position = position.play(move)
            later = view.after(*moves)
            assert str(same(later).root()) == str(position.state)
    assert same(views[-1]).info() == views[-1].info()


@pytest.mark.parametrize("name", dodona.catalog())
def test_defaults_are_left_out_and_can_be_spelled_out(name):
    domain = dodona.catalog()[name]
    parameters = domain.signature.parameters
    needed = {key: REQUIRED[key] for key, p in parameters.items() if p.default is inspect.Parameter.empty}
    defaults = {key: p.default for key, p in parameters.items() if p.default is not inspect.Parameter.empty}
    assert domain.factory(**needed, **defaults) == dodona.game(name, **needed)
    assert domain.summary
    assert domain.usage().startswith(name)


@pytest.mark.parametrize(
    ("spelled", "canonical"),
    [
        ("goofspiel(3)", "goofspiel(cards=3, order=descending)"),
        (" goofspiel ( cards = 3 , utility = sign ) ", "goofspiel(cards=3, order=descending)"),
        ("goofspiel(cards=3,order=[3,1,2])", "goofspiel(cards=3, order=[3, 1, 2])"),
        ("kuhn()", "kuhn"),
        ("kuhn(3)", "kuhn"),
        ("liars_dice(wild=false, faces=2)", "liars_dice(faces=2, wild=false)"),
        ('leduc.after("J", Q).after("bet 2")', 'leduc.after(J, Q).after("bet 2")'),
        ("matrix([[1.0, 2.50]])", "matrix(a=[[1, 2.5]])"),
        ("matrix(a=[[1e-3, -1e30]])", "matrix(a=[[0.001, -1.0000000000000000e+30]])"),
        ("matching_pennies.serialized()", "matching_pennies.serialized(first=0)"),
        ("kuhn\n  .after('J',\n  Q)", "kuhn.after(J, Q)"),
        ("liars_dice(faces=2, wild=False)", "liars_dice(faces=2, wild=false)"),
        ("(((kuhn)))", "kuhn"),
    ],
)
def test_other_spellings_of_a_game(spelled, canonical):
    game = dodona.game(spelled)
    assert game == dodona.game(canonical)
    assert same(game).info().nodes == game.info().nodes


def test_labels_that_are_no_python_words_are_quoted():
    assert str(dodona.game("nim(heaps=[1, 2])").after("2x1")) == 'nim(heaps=[1, 2]).after("2x1")'
    assert str(dodona.game("blotto").after(("0-1-4", "5-0-0"))) == 'blotto.after(("0-1-4", "5-0-0"))'
    assert str(dodona.game("kuhn").after("J", "Q", "bet")) == "kuhn.after(J, Q, bet)"
    assert str(dodona.game("tic_tac_toe").after(5)) == "tic_tac_toe.after(5)"


@pytest.mark.parametrize("name", [name for name in ALL if ".after" in name])
def test_texts_are_python_expressions(name):
    compile(str(dodona.game(name)), name, "eval")


numbers = st.floats(allow_nan=False, allow_infinity=False, width=64)
matrices = st.integers(1, 3).flatmap(
    lambda columns: st.lists(st.lists(numbers, min_size=columns, max_size=columns), min_size=1, max_size=3)
)


@given(matrices)
def test_matrices_keep_every_bit_through_text(rows):
    game = dodona.MatrixGame(rows)
    assert same(game).payoffs.tolist() == game.payoffs.tolist()


def test_parameters_may_be_keywords():
    assert dodona.game("goofspiel", cards=3, order=[1, 2, 3]) == dodona.game("goofspiel(cards=3, order=[1, 2, 3])")


def test_different_games_are_unequal():
    games = [dodona.game(text) for text in ALL + ALL_FLOWS]
    assert len(set(games)) == len(games)
    assert dodona.game("kuhn") != "kuhn"


def test_equality_of_matrices_means_equal_payoffs():
    """Also where the text is too short to hold the payoffs."""
    ones, twos = ([[float(x)] * 12] * 12 for x in (1, 2))
    assert dodona.MatrixGame(ones) != dodona.MatrixGame(twos)
    labels = [["a"], ["b"]]
    assert dodona.MatrixGame([[1]], actions=labels) != dodona.MatrixGame([[2]], actions=labels)
    assert dodona.MatrixGame([[1]], actions=labels) == dodona.MatrixGame([[1]], actions=labels)
