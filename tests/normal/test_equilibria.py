"""All equilibria and single ones of bimatrix games: textbook games, degenerate ones, random ones."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import dodona
from bimatrix import CYCLING, SEVENTY_FIVE, SHAPLEY, bimatrix_games, exact_regrets
from dodona import Limit, MatrixGame
from dodona.normal.polytopes import label_of, most_vertices, variable_of, whole_payoffs
from dodona.normal.tableau import Tableau

CATALOG = {
    "prisoners_dilemma": [(1, 1)],
    "stag_hunt": [(4, 4), (3, 3), (3, 3)],
    "chicken": [(-1, 1), (1, -1), (-0.1, -0.1)],
    "battle_of_the_sexes": [(3, 2), (2, 3), (1.2, 1.2)],
    "matching_pennies": [(0, 0)],
    "rock_paper_scissors": [(0, 0)],
}


@pytest.mark.parametrize("text", CATALOG)
def test_equilibria_of_the_catalog_are_those_of_textbooks(text):
    found = dodona.equilibria(dodona.game(text))
    assert sorted(own.values for own in found) == [pytest.approx(values) for values in sorted(CATALOG[text])]
    assert len(found.components) == len(found) == len(CATALOG[text])


@pytest.mark.parametrize("text", CATALOG)
def test_solve_answers_every_matrix_of_the_catalog(text):
    game = dodona.game(text)
    solution = dodona.solve(game)
    assert solution.status == "exact"
    assert solution.concept == "equilibrium"
    assert dodona.exploitability(game, solution) <= 1e-12
    if game.traits.constant_sum is None:
        assert solution.provenance.method == "lemke_howson"
        assert "others may pay differently" in str(solution)


@pytest.mark.parametrize("size", range(1, 8))
def test_coordination_has_an_equilibrium_for_every_support(size):
    assert len(dodona.equilibria(MatrixGame(np.eye(size), np.eye(size)))) == 2**size - 1


def test_von_stengels_game_has_seventy_five_equilibria():
    found = dodona.equilibria(MatrixGame(*SEVENTY_FIVE))
    assert len(found) == len(found.components) == 75
    assert sum(len(np.flatnonzero(own.strategies[0].probabilities)) == 6 for own in found) == 1


def test_shapleys_game_has_one_equilibrium():
    (only,) = dodona.equilibria(MatrixGame(*SHAPLEY))
    assert only.fractions == ((Fraction(1, 3),) * 3, (Fraction(1, 3),) * 3)


def test_a_continuum_of_equilibria_is_named_by_its_ends():
    """The column player is indifferent against the first row: she may mix up to where the second row gets better."""
    found = dodona.equilibria(MatrixGame([[1, 1], [0, 2]], [[1, 1], [0, 0]]))
    # By hand: row 1 is best where the first column has at least one half; row 2 below; both rows leave her indifferent.
    assert {own.fractions for own in found} == {
        ((1, 0), (1, 0)),
        ((1, 0), (Fraction(1, 2), Fraction(1, 2))),
        ((0, 1), (Fraction(1, 2), Fraction(1, 2))),
        ((0, 1), (0, 1)),
    }
    sides = [tuple(len(side) for side in subset.sides) for subset in found.subsets]
    assert sorted(sides) == [(1, 2), (1, 2), (2, 1)]
    assert len(found.components) == 1
    assert "component 0" in str(found)


def test_where_nothing_matters_everything_is_one_component():
    found = dodona.equilibria(MatrixGame(np.zeros((3, 4)), np.zeros((3, 4))))
    assert len(found) == 12
    (subset,) = found.subsets
    assert [len(side) for side in subset.sides] == [3, 4]


@settings(max_examples=60)
@given(bimatrix_games(), st.randoms(use_true_random=False))
def test_all_that_is_listed_is_an_equilibrium_and_so_are_the_mixtures(game, random):
    found = dodona.equilibria(game)
    assert len({own.fractions for own in found}) == len(found) >= 1
    for own in found:
        assert exact_regrets(game, *own.fractions) == (0, 0)
        assert max(own.regrets) <= 1e-12
    for subset in found.subsets:
        members = [found.extreme[index].fractions for index in subset.extreme]
        assert len(members) == len(subset.sides[0]) * len(subset.sides[1])
        mixed = []
        for player in (0, 1):
            plans = list({own[player] for own in members})
            weights = [Fraction(random.randint(1, 9)) for _ in plans]
            parts = zip(*plans, strict=True)
            mixed.append([sum(w * p for w, p in zip(weights, ps, strict=True)) / sum(weights) for ps in parts])
        assert exact_regrets(game, *mixed) == (0, 0)


@settings(max_examples=60)
@given(bimatrix_games())
def test_every_pure_equilibrium_is_among_all_of_them(game):
    pure = {own.actions for own in dodona.pure_equilibria(game)}
    listed = [
        tuple(tuple(label for label, p in plan["start"].items() if p > 0) for plan in own.strategies)
        for own in dodona.equilibria(game)
    ]
    assert pure == {(x[0], y[0]) for x, y in listed if len(x) == len(y) == 1}


@settings(max_examples=60)
@given(bimatrix_games(), st.data())
def test_lemke_and_howson_end_at_an_extreme_equilibrium_from_every_label(game, data):
    label = data.draw(st.integers(0, sum(game.payoffs.shape[:2]) - 1))
    solution = dodona.solve(game, "lemke_howson", label=label, arithmetic="exact")
    assert solution.status == "exact"
    assert dodona.exploitability(game, solution) <= 1e-12
    plans = [plan.probabilities for plan in solution.strategies]
    assert any(
        all(
            np.allclose(plan, other.probabilities, atol=1e-12)
            for plan, other in zip(plans, own.strategies, strict=True)
        )
        for own in dodona.equilibria(game)
    )


@settings(max_examples=40)
@given(bimatrix_games())
def test_doubles_and_whole_numbers_end_at_equilibria(game):
    for arithmetic in ("exact", "double"):
        solution = dodona.solve(game, "lemke_howson", arithmetic=arithmetic)
        assert solution.stats["arithmetic"] == arithmetic
        assert dodona.exploitability(game, solution) <= 1e-9


class FirstRow(Tableau):
    """Ties go to the first row, as without any rule."""

    def leaving_row(self, column):
        own, right = self.entries[: self.rows, column], self.entries[: self.rows, -1]
        return min(np.flatnonzero(own > 0), key=lambda row: Fraction(right[row], own[row]))


def path_repeats(game, kind, label=0):
    """Whether the path from a label comes back to where it was."""
    a, b = (whole_payoffs(game, player) for player in (0, 1))
    tableaux = (kind(b.T.copy(), [1] * b.shape[1]), kind(a, [1] * a.shape[0]))
    player, current, seen = 0, label, set()
    while (key := (tuple(tableaux[0].basis), tuple(tableaux[1].basis), current)) not in seen:
        seen.add(key)
        column = variable_of(player, current, *a.shape)
        row = tableaux[player].leaving_row(column)
        leaving = tableaux[player].basis[row]
        tableaux[player].pivot(row, column)
        current = label_of(player, leaving, *a.shape)
        if current == label:
            return False
        player = 1 - player
    return True


def test_the_lexicographic_rule_ends_where_ties_broken_at_will_go_in_circles():
    game = MatrixGame(*CYCLING)
    assert path_repeats(game, FirstRow)
    assert not path_repeats(game, Tableau)
    for label in range(6):
        assert dodona.solve(game, "lemke_howson", label=label).status == "exact"


@settings(max_examples=40)
@given(bimatrix_games())
def test_zero_sum_games_have_their_value_at_every_equilibrium(game):
    duel = MatrixGame(game.payoffs[..., 0])
    value = dodona.solve(duel, "matrix_simplex").value
    for method in ("lemke_howson", "vertex_enumeration"):
        assert dodona.solve(duel, method).value == pytest.approx(value, abs=1e-12)
    assert all(own.values[0] == pytest.approx(value, abs=1e-12) for own in dodona.equilibria(duel))


def test_the_best_equilibrium_is_chosen_by_the_objective():
    game = dodona.game("battle_of_the_sexes")
    assert dodona.solve(game, "vertex_enumeration", objective=0).values == (3, 2)
    assert dodona.solve(game, "vertex_enumeration", objective=1).values == (2, 3)
    assert dodona.solve(game, "pure_equilibrium", objective=[1, 3]).values == (2, 3)
    assert dodona.solve(game, "vertex_enumeration", objective=[-1, -1]).values == pytest.approx((1.2, 1.2))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"objective": 2}, "counted from 0 to 1"),
        ({"objective": "fame"}, "objective is 'welfare', a player, or one weight per player"),
        ({"objective": [1]}, "2 finite numbers"),
        ({"objective": [1, float("nan")]}, "2 finite numbers"),
        ({"objective": [1, "x"]}, "2 finite numbers"),
    ],
)
def test_wrong_objectives_are_refused(options, words):
    with pytest.raises(dodona.DodonaError, match=words):
        dodona.solve(dodona.game("chicken"), "correlated_equilibrium", **options)


def test_a_label_that_no_action_has_is_refused():
    with pytest.raises(dodona.DodonaError, match="label is one of the 4 actions of chicken, from 0 to 3"):
        dodona.solve(dodona.game("chicken"), "lemke_howson", label=4)


def test_fractions_of_a_file_are_taken_as_written(tmp_path):
    """Thirds are no doubles: rounded, one row would be better than the other by the last bit."""
    path = tmp_path / "thirds.nfg"
    path.write_text('NFG 1 R "thirds" { "Ann" "Bob" } { 2 1 }\n1/3 0 2/6 0')
    found = dodona.equilibria(dodona.read(path))
    assert len(found) == 2
    assert len(found.subsets) == 1


def test_small_games_that_are_no_matrices_are_made_into_some():
    sexes = dodona.game("battle_of_the_sexes")
    view = sexes.extensive()
    assert [own.values for own in dodona.equilibria(view)] == [own.values for own in dodona.equilibria(sexes)]
    assert {own.values for own in dodona.pure_equilibria(view)} == {(3, 2), (2, 3)}
    assert dodona.security(view).values == dodona.security(sexes).values


def test_averages_over_chance_tie_where_they_should():
    """Every equilibrium of Kuhn poker has the value -1/18, and they hang together: optimal play is a product."""
    table = dodona.matrix_of(dodona.game("kuhn(cards=2)"))
    found = dodona.equilibria(table)
    assert len(found.subsets) == len(found.components) == 1
    assert all(own.values[0] == pytest.approx(dodona.solve(table).value, abs=1e-12) for own in found)


def test_enumeration_listens_to_limits_and_says_for_whom_it_is():
    game = MatrixGame(*np.random.default_rng(0).normal(size=(2, 25, 25)))
    with pytest.raises(dodona.SolverError, match="were not all found: it reached its limit of time"):
        dodona.equilibria(game, limit=Limit(time=0.2))
    assert "vertex_enumeration" not in dodona.methods(game)
    with pytest.raises(dodona.UnsupportedGameError, match="lemke_howson finds one"):
        dodona.solve(game, "vertex_enumeration")
    with pytest.raises(dodona.UnsupportedGameError, match="equilibria lists those of two players"):
        dodona.equilibria(MatrixGame(*np.zeros((3, 2, 2, 2))))


def test_the_bound_on_vertices_is_the_one_of_dual_cyclic_polytopes():
    assert most_vertices(6, 12) == 112
    assert most_vertices(2, 7) == 7  # a polygon
    assert most_vertices(3, 6) == 8  # a cube


def test_large_matrices_are_pivoted_in_doubles():
    game = MatrixGame(*np.random.default_rng(5).normal(size=(2, 80, 90)))
    solution = dodona.solve(game)
    assert solution.stats["arithmetic"] == "double"
    assert solution.status == "exact"
    assert dodona.exploitability(game, solution) <= 1e-9


@pytest.mark.parametrize("unit", [1e-200, 1e-9, 1e9, 1e200])
def test_units_of_payoffs_change_no_equilibrium(unit):
    sexes = dodona.game("battle_of_the_sexes")
    scaled = MatrixGame(*(unit * sexes.payoffs[..., player] for player in (0, 1)))
    assert len(dodona.equilibria(scaled)) == 3
    assert dodona.solve(scaled).status == "exact"


def test_hidden_moves_with_any_sum_have_coarse_correlated_equilibria():
    solution = dodona.solve(dodona.game("chicken").extensive(), rounds=2000)
    assert solution.concept == "coarse correlated equilibrium"
    assert max(solution.regrets) < 0.1
