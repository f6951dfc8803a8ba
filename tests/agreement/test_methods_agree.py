"""Methods cross-examine each other on every small game that two of them solve."""

import pytest

import dodona
from instances import ALL
from oracles import assert_solved, assert_sound, equilibrium_methods, exact_methods, minimax

#: A method that does not come to an end shall fail its test instead of stopping all of them.
PATIENCE = dodona.Limit(time=120)
CONSTANT = [text for text in ALL if (t := dodona.game(text).traits).players == 2 and t.constant_sum is not None]
OPEN = [text for text in ALL if "backward_induction" in dodona.methods(dodona.game(text))]
#: Games whose reduced strategic form is small.
AS_MATRIX = [
    "kuhn(cards=2)",
    "kuhn.after(J)",
    "goofspiel(cards=2)",
    "goofspiel(cards=2, order=random, utility=points)",
    "goofspiel(cards=3, information=outcome, last_card=automatic)",
    "goofspiel(cards=3).after((1, 3))",
    "goofspiel(cards=3).after((3, 1)).serialized(first=1)",
    "liars_dice(faces=2).after(1, 1)",
    "leduc.after(Q, Q, check, check, J)",
    "poker(types=2, raises=0).after(1, 2, check, check, 1)",
    "matching_pennies.serialized(first=0)",
    "matching_pennies.extensive()",
    "matrix(a=[[1, 2], [3, 4]], b=[[4, 3], [2, 1]])",
    "blotto",
    "random_game(depth=2)",
    "random_game(depth=1, branching=3, chance=2, utility=uniform, seed=7)",
    "tic_tac_toe.after(1, 5, 9, 2, 8, 7)",
]


@pytest.mark.parametrize("text", CONSTANT)
def test_every_applicable_method_finds_the_same_value(text):
    game = dodona.game(text)
    values = {}
    for method in equilibrium_methods(game):
        solution = dodona.solve(game, method, limit=PATIENCE)
        assert solution.status == "exact"
        assert solution.provenance.method == method
        assert_solved(game, solution)
        values[method] = solution.value
    assert "sequence_form_lp" in values
    assert ("negascout" in values) == ("backward_induction" in values)
    assert max(values.values()) - min(values.values()) <= 1e-9


@pytest.mark.parametrize("text", CONSTANT)
def test_intervals_of_approximate_methods_contain_the_value(text):
    game = dodona.game(text)
    value = dodona.solve(game).value
    for method in set(dodona.methods(game)) - set(exact_methods(game)):
        solution = dodona.solve(game, method, iterations=30)
        assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9


@pytest.mark.parametrize("text", OPEN)
def test_backward_induction_equals_plain_minimax(text):
    game = dodona.game(text)
    solution = dodona.solve(game, "backward_induction")
    expected = minimax(game.root())
    assert dodona.expected_value(game, solution) == pytest.approx(expected, abs=1e-12)
    for player in range(game.traits.players):
        assert dodona.best_response(game, player, solution).value == pytest.approx(expected[player], abs=1e-12)


@pytest.mark.parametrize("text", AS_MATRIX)
def test_the_strategic_form_has_the_value_of_the_tree(text):
    game = dodona.game(text)
    table = dodona.matrix_of(game)
    value = dodona.solve(game, "sequence_form_lp").value
    for method in ("matrix_simplex", "matrix_lp", "sequence_form_lp"):
        solution = dodona.solve(table, method)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(value, abs=1e-9)
        assert_sound(table, solution)


@pytest.mark.parametrize("text", [text for text in CONSTANT if dodona.game(text).traits.simultaneous])
def test_the_extensive_view_has_the_same_value(text):
    game = dodona.game(text)
    value = dodona.solve(game).value
    view = game.extensive()
    assert "matrix_simplex" not in dodona.methods(view)
    assert dodona.solve(view).value == pytest.approx(value, abs=1e-9)


@pytest.mark.parametrize(
    "text", [t for t in CONSTANT if (g := dodona.game(t)).traits.simultaneous and g.traits.perfect_information]
)
def test_serialized_views_enclose_the_value(text):
    game = dodona.game(text)
    value = dodona.solve(game).value
    lower, upper = (dodona.solve(game.serialized(first)) for first in (0, 1))
    assert lower.provenance.method == upper.provenance.method == "backward_induction"
    assert lower.value - 1e-9 <= value <= upper.value + 1e-9


def test_the_automatic_choice_is_the_first_of_the_applicable_methods():
    for text in ALL:
        game = dodona.game(text)
        if methods := dodona.methods(game):
            assert dodona.solve(game).provenance.method == methods[0]
        else:
            with pytest.raises(dodona.UnsupportedGameError, match="no method for"):
                dodona.solve(game)


def test_equal_runs_give_equal_answers():
    for text in ("leduc", "goofspiel(cards=3)", "blotto", "tic_tac_toe.after(1, 5, 9)"):
        first, second = (dodona.solve(dodona.game(text)) for _ in range(2))
        assert first.value == second.value
        assert first.strategies == second.strategies


@pytest.mark.parametrize("text", [text for text in CONSTANT if not dodona.game(text).traits.simultaneous])
def test_every_method_finds_the_same_value_on_the_tree_of_a_game(text, tmp_path):
    """A game read from a file is walked over its tree: no kernel is compiled for its type."""
    game = dodona.game(text)
    dodona.write(game, tmp_path / "game.efg")
    tree = dodona.read(tmp_path / "game.efg")
    value = dodona.solve(game).value
    methods = [name for name in exact_methods(tree) if name not in ("star1", "star2") or tree.traits.chance]
    assert methods
    for method in methods:
        solution = dodona.solve(tree, method, limit=PATIENCE)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(value, abs=1e-9)
