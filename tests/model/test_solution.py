"""Solutions: what they say, how they are kept."""

import json
import math
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import dodona
from counting import Counting
from dodona import Solution
from dodona.perfect.search import PRESETS

TEXTS = ["kuhn", "goofspiel(cards=3).after((1, 3))", "matching_pennies", "tic_tac_toe.after(1, 5, 9)", "random_game"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_saved_solution_loads_back_equal(text, tmp_path):
    game = dodona.game(text)
    for method in dodona.methods(game):
        solution = dodona.solve(game, method, seed=5)
        solution.save(tmp_path / "solution.json")
        again = Solution.load(tmp_path / "solution.json")
        assert again == solution
        for ours, theirs in zip(again.strategies, solution.strategies, strict=True):
            assert np.array_equal(ours.probabilities, theirs.probabilities)
            assert list(ours.labels) == list(theirs.labels)
            assert list(ours.actions) == list(theirs.actions)
        assert again.principal_variation == solution.principal_variation
        if solution.strategies:
            assert dodona.exploitability(game, again) == pytest.approx(solution.gap, abs=1e-12)
        else:
            assert method in PRESETS
            assert solution.principal_variation
        assert str(again) == str(solution)


def test_a_solution_without_strategies_loads_back(tmp_path):
    for game in (dodona.game("tic_tac_toe"), Counting()):
        solution = dodona.solve(game, limit=dodona.Limit(nodes=2))
        solution.save(tmp_path / "solution.json")
        again = Solution.load(tmp_path / "solution.json")
        assert (again.lower, again.upper, again.status) == (solution.lower, solution.upper, "limit")
        assert again.value == solution.value or math.isnan(again.value)
        json.loads((tmp_path / "solution.json").read_text(), parse_constant=pytest.fail)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", "3", "{}", '{"format": "other"}', '{"format": "dodona solution 1"}', "\x00"],
)
def test_files_that_are_no_solutions_are_refused(content, tmp_path):
    path = tmp_path / "solution.json"
    path.write_text(content)
    with pytest.raises(dodona.FileFormatError, match="solution"):
        Solution.load(path)


def test_a_damaged_solution_is_refused(tmp_path):
    path = tmp_path / "solution.json"
    dodona.solve(dodona.game("kuhn")).save(path)
    whole = json.loads(path.read_text())
    damage = {"status": "fine", "value": "x", "strategies": 3, "provenance": {"a": 1}, "format": 2}
    for key, value in {**damage, "principal_variation": 3}.items():
        path.write_text(json.dumps({**whole, key: value}))
        with pytest.raises(dodona.FileFormatError):
            Solution.load(path)
    for key in whole.keys() - {"principal_variation"}:  # older files have none
        path.write_text(json.dumps({k: v for k, v in whole.items() if k != key}))
        with pytest.raises(dodona.FileFormatError):
            Solution.load(path)


def test_a_solution_without_a_line_loads(tmp_path):
    path = tmp_path / "solution.json"
    solution = dodona.solve(dodona.game("tic_tac_toe.after(1, 5, 9)"), "negascout")
    solution.save(path)
    whole = json.loads(path.read_text())
    assert tuple(whole.pop("principal_variation")) == solution.principal_variation
    path.write_text(json.dumps(whole))
    assert Solution.load(path) == replace(solution, principal_variation=())


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(dodona.FileFormatError, match="nowhere"):
        Solution.load(tmp_path / "nowhere.json")


def test_solutions_are_frozen():
    solution = dodona.solve(dodona.game("kuhn"))
    with pytest.raises(FrozenInstanceError):
        solution.value = 0
    assert replace(solution, status="limit").status == "limit"


@pytest.mark.parametrize(
    ("text", "method", "words"),
    [
        ("kuhn", None, ["sequence_form_lp on kuhn", "imperfect information", "chance", "exact"]),
        ("tic_tac_toe.after(1, 5, 9)", None, ["backward_induction", "perfect information", "exact"]),
        ("blotto", None, ["matrix_simplex", "simultaneous moves"]),
        ("blotto", "matrix_lp", ["matrix_lp", "asked for"]),
    ],
)
def test_explain_says_which_method_why_and_what_it_rests_on(text, method, words):
    solution = dodona.solve(dodona.game(text), method)
    explanation = solution.explain()
    assert all(word in explanation for word in [*words, "Best responses"]), explanation


def test_explain_says_what_the_answer_of_a_search_rests_on():
    game = dodona.game("tic_tac_toe.after(1, 5)")
    solution = dodona.solve(game, "negascout")
    text = solution.explain()
    assert "negascout" in text
    assert f"search of {solution.stats['nodes']:,} nodes" in text
    assert "exact" in text
    assert f"line    {' '.join(solution.principal_variation)}" in str(solution)
    assert solution.provenance.parameters == {}
    options = {"table": 0, "ordering": ("killers",), "evaluation": lambda state: 0}
    shown = dodona.solve(game, "negascout", **options).provenance.parameters
    assert shown == {"table": 0, "ordering": ["killers"], "evaluation": "function"}


def test_a_loaded_search_knows_its_line_but_no_further_moves(tmp_path):
    game = dodona.game("tic_tac_toe.after(1, 5)")
    dodona.solve(game, "negascout").save(tmp_path / "solution.json")
    loaded = Solution.load(tmp_path / "solution.json")
    with pytest.raises(dodona.DodonaError, match="knows no move there"):
        loaded.best_move(game.root())


def test_a_strategy_names_its_best_move():
    game = dodona.game("tic_tac_toe.after(1, 5, 9, 2)")
    solution = dodona.solve(game, "backward_induction")
    assert solution.best_move(game.root()) == "8"  # player 1 threatens 2, 5, 8
    with pytest.raises(dodona.DodonaError, match="knows no move there"):
        solution.best_move()


def test_provenance_and_stats_tell_how_it_came_about():
    solution = dodona.solve(dodona.game("goofspiel", cards=3), "sequence_form_lp", seed=7)
    source = solution.provenance
    assert (source.game, source.method, source.seed) == ("goofspiel(cards=3, order=descending)", "sequence_form_lp", 7)
    assert source.version == dodona.__version__
    assert solution.stats["nodes"] == 139
    assert solution.stats["seconds"] >= 0
    assert dodona.game(source.game).info().nodes == 139


def test_solutions_print_for_people_and_notebooks():
    solution = dodona.solve(dodona.game("leduc"))
    text = str(solution)
    for line in (
        "game    leduc",
        "value   -0.085606424078",
        "status  exact",
        "144 information sets",
        "... and 132 more",
    ):
        assert line in text
    assert repr(solution).startswith("<Solution leduc: -0.08560642407")
    html = solution._repr_html_()
    assert html.count("<table>") == html.count("</table>") == 3
    labels = dodona.MatrixGame([[1]], actions=[["<b>"], ["&"]])
    assert "&lt;b&gt;" in dodona.solve(labels)._repr_html_()
    assert "<b>" not in dodona.solve(labels)._repr_html_()
