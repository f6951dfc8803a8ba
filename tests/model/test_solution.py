"""Solutions: what they say, how they are kept."""

import json
import math
from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

import dodona
from counting import Counting
from dodona import Solution
from dodona.model.attempt import Attempt
from dodona.model.behaviour import behaviour_of
from dodona.model.certificate import certified
from dodona.model.game import opened
from dodona.model.run import Run
from dodona.model.solution import Provenance

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
        assert (again.concept, again.joint) == (solution.concept, solution.joint)
        if solution.concept != "equilibrium":
            assert (solution.joint is None) == (solution.concept == "commitment")
        elif solution.strategies:
            assert dodona.exploitability(game, again) == pytest.approx(solution.gap, abs=1e-12)
        else:
            assert solution.evidence == "search"
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


class Vote(dodona.Game):
    """Three players name a or b in turn, and each wants something else; the best for all is a, b, a."""

    players = 3
    player_names = ("Ann", "Bo", "Cy")

    def initial(self):
        return ()

    def turn(self, state):
        return dodona.TERMINAL if len(state) == 3 else len(state)

    def actions(self, state, player):
        return ["a", "b"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return [state.count("a"), 2 * (state[1] == "b"), state[2] == state[0]]


def test_games_without_a_value_have_values_and_regrets_by_name(tmp_path):
    solution = dodona.solve(Vote())
    assert (solution.values, solution.regrets, solution.bounds) == ((2, 2, 1), (0, 0, 0), None)
    assert "values  Ann: 2, Bo: 2, Cy: 1" in str(solution)
    assert "an equilibrium; others may pay differently" in str(solution)
    for name in ("value", "lower", "upper", "gap"):
        with pytest.raises(dodona.DodonaError, match=r"^Vote has no single value.*solution\.values"):
            getattr(solution, name)
    solution.save(tmp_path / "solution.json")
    assert Solution.load(tmp_path / "solution.json") == solution


def test_the_status_comes_from_what_any_player_could_gain():
    game = opened(dodona.game("prisoners_dilemma"))
    tree = game.tree()

    def played(*actions):
        profile = [behaviour_of(tree, player, {"start": {action: 1}}) for player, action in enumerate(actions)]
        with Run(dodona.Limit()) as run:
            return certified(Attempt(game, run, None, Provenance(game.text, "by hand")), tree, profile, {})

    one_sided, mutual = played("defect", "cooperate"), played("defect", "defect")
    assert one_sided.regrets == (0, 1)  # 1 instead of 0 for the one who still cooperates
    assert (one_sided.status, mutual.status, mutual.regrets) == ("converged", "exact", (0, 0))


def test_values_without_proof_are_marked_and_stay_within_the_utilities():
    solution = dodona.solve(dodona.game("connect_four"), limit=dodona.Limit(nodes=1000))
    assert (solution.bounds, solution.evidence) == ((-1, 1), "search")
    assert f"{solution.value:g} (estimate)" in str(solution)
    assert "(estimate) in [-1, 1]" in repr(solution)
    assert "estimate" not in str(dodona.solve(dodona.game("kuhn")))


@pytest.mark.parametrize(
    ("text", "method", "evidence"),
    [
        ("kuhn", "sequence_form_lp", "strategies"),
        ("tic_tac_toe", "negascout", "search"),
        ("goofspiel(cards=4)", "double_oracle", "stages"),
    ],
)
def test_solutions_say_what_proves_them(text, method, evidence):
    options = {"strategies": False} if evidence == "stages" else {}
    solution = dodona.solve(dodona.game(text), method, **options)
    assert solution.evidence == evidence
    assert len(solution.regrets) == (2 if evidence == "strategies" else 0)
    assert sum(solution.values) == pytest.approx(0)


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
    with pytest.raises(dodona.DodonaError, match="knows no moves: it has no strategies"):
        loaded.player()


def test_a_strategy_names_its_best_move():
    game = dodona.game("tic_tac_toe.after(1, 5, 9, 2)")
    solution = dodona.solve(game, "backward_induction")
    assert solution.player().best_move(game.root()) == "8"  # player 1 threatens 2, 5, 8


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
