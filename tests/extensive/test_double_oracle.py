"""Sequence-form double oracle against the linear program, known values, and best responses on the stored tree."""

import itertools
from typing import ClassVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import dodona
from dodona import TERMINAL, Limit
from dodona.extensive.double_oracle import POLICIES
from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.restricted_game import RestrictedGame
from dodona.model.game import opened
from dodona.model.oracle_loop import OracleLoop
from dodona.model.run import Run
from dodona.model.strategy import PartialStrategy
from drawn import random_games

SMALL = {
    "kuhn": -1 / 18,
    "leduc": -0.085606424078,
    "leduc(deal=card)": -0.085606424078,
    "liars_dice(faces=3)": None,
    "liars_dice(faces=4, wild=false)": None,
    "goofspiel(cards=4, information=outcome)": None,
    "goofspiel(cards=3, order=random, information=outcome, utility=points)": None,
    "goofspiel(cards=4).after((1, 3))": None,
    "oshi_zumo(coins=[5, 3], size=2, min_bid=2, utility=distance)": None,
    "border_patrol(graph=G1, depth=4, p2_nodes=[11, 12])": -1 / 3,
    "border_patrol(graph=G2, depth=4, slow=false, p2_nodes=[11, 12])": -1 / 5,
    "border_patrol(graph=G3, depth=4, slow=false)": -4 / 5,
    "phantom_tic_tac_toe.after(5, 5, 1, 1, 9)": None,
    "random_game(depth=3, branching=3, chance=2, seed=7)": None,
    "poker(types=3, copies=2, raises=1, bet_sizes=2, raise_sizes=1)": None,
}


def assert_solved(game, solution, value):
    assert solution.status == "exact"
    assert solution.value == pytest.approx(value, abs=1e-8)
    assert dodona.exploitability(game, solution) <= 1e-8


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("method", POLICIES)
def test_every_policy_finds_the_value_of_the_linear_program(text, method):
    game = dodona.game(text)
    value = dodona.solve(game, "sequence_form_lp").value
    if SMALL[text] is not None:
        assert value == pytest.approx(SMALL[text], abs=1e-9)
    assert_solved(game, dodona.solve(game, method), value)


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("growth", ["reached", "everywhere"])
@pytest.mark.parametrize("leaves", ["best_response", "default"])
@pytest.mark.parametrize("symmetry", [False, True])
def test_every_way_to_grow_finds_the_value(text, growth, leaves, symmetry):
    game = dodona.game(text)
    options = {"growth": growth, "leaves": leaves, "symmetry": symmetry, "policy": "both"}
    solution = dodona.solve(game, "sequence_form_double_oracle", **options)
    assert_solved(game, solution, dodona.solve(game, "sequence_form_lp").value)


@settings(max_examples=150, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    random_games(max_depth=3, max_branching=4).filter(lambda game: game.info().nodes <= 20_000),
    st.sampled_from(sorted(POLICIES)),
    st.fixed_dictionaries(
        {
            "growth": st.sampled_from(["reached", "everywhere"]),
            "leaves": st.sampled_from(["best_response", "default"]),
            "pruning": st.booleans(),
            "threads": st.sampled_from([1, 2]),
            "split": st.sampled_from(["both", "actions", "answers"]),
        }
    ),
)
def test_random_games_are_solved_with_any_options(game, method, options):
    assert_solved(game, dodona.solve(game, method, **options), dodona.solve(game, "sequence_form_lp").value)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(500))
def test_five_hundred_random_games_with_chance_and_observations(seed):
    shape = list(itertools.product((2, 3), (2, 3), (1, 2, 3), (0, 2), ("uniform", "edges", "sign", "binary")))[
        seed % 96
    ]
    depth, branching, observations, chance, utility = shape
    game = dodona.game(
        f"random_game(depth={depth}, branching={branching}, observations={observations}, chance={chance}, "
        f"utility={utility}, seed={seed})"
    )
    value = dodona.solve(game, "sequence_form_lp").value
    for method in POLICIES:
        assert_solved(game, dodona.solve(game, method), value)


class ThesisExample(dodona.Game):
    """Figures 3.1 and 5.2 of the thesis: circle (player 0), box without seeing it, circle again."""

    zero_sum = True
    utility_range = (-2, 2)
    leaves: ClassVar = {"AxC": -1, "AxD": 2, "AyE": -2, "AyF": 1, "BxG": -2, "BxH": -1, "ByG": 1, "ByH": 2}

    def initial(self):
        return ""

    def turn(self, state):
        return (0, 1, 0, TERMINAL)[len(state)]

    def actions(self, state, player):
        return list({"": "AB", "Ax": "CD", "Ay": "EF", "Bx": "GH", "By": "GH"}.get(state, "xy"))

    def play(self, state, move):
        return state + move

    def utility(self, state):
        return self.leaves[state]

    def information(self, state, player):
        if player == 1:
            return "box"
        return "B" if state.startswith("B") else state


def test_the_restricted_game_grows_as_in_the_worked_example():
    # Table 5.1 of the thesis. In its fourth row AD belongs to the response as well, and is allowed already.
    game = ThesisExample()
    grown = []
    with Run(Limit()) as run:
        restricted = RestrictedGame(opened(game), OracleOptions(growth="reached"), run)
        loop, sequences = OracleLoop(restricted, "both", run), restricted.oracle.sequences
        for _ in range(4):
            before = [sequences(player) for player in (0, 1)]
            loop.iterate()
            grown.append([sequences(player) - count for player, count in enumerate(before)])
    # Circle adds A and AD, box y; then B and BH; then box adds x; then circle AF.
    assert grown == [[2, 1], [2, 0], [0, 1], [1, 0]]
    assert dodona.solve(game, "dob").value == pytest.approx(1.25)


def test_phantom_tic_tac_toe_is_solved_exactly_with_its_symmetries():
    game = dodona.game("phantom_tic_tac_toe(order=domain)")
    solution = dodona.solve(game, "sequence_form_double_oracle")
    assert solution.status == "exact"
    assert solution.value == pytest.approx(2 / 3, abs=1e-9)
    assert solution.gap <= 1e-9
    assert all(isinstance(plan, PartialStrategy) for plan in solution.strategies)
    # The same strategies in the game without its symmetries, by a search that knows nothing of the restricted game.
    assert dodona.exploitability(game, solution) <= 1e-9


def test_the_default_strategy_may_be_the_users():
    game = dodona.game("leduc")
    last = []
    for player in (0, 1):
        plan = dodona.solve(game, "sequence_form_lp").strategies[player]
        last.append({label: {list(row)[-1]: 1.0} for label, row in plan.items()})
    solution = dodona.solve(game, "doswp", default=last)
    assert_solved(game, solution, -0.085606424078)


def test_a_default_strategy_must_be_complete_and_pure():
    game = dodona.game("leduc")
    with pytest.raises(dodona.GameDefinitionError, match="says nothing at information set"):
        dodona.solve(game, "dob", default=[{}, {}])
    with pytest.raises(dodona.DodonaError, match="must be pure: at 'J' it plays 2"):
        dodona.solve(game, "dob", default=[{"J": {"bet 2": 0.5, "check": 0.5}}, {}])


def test_limits_keep_what_is_proven():
    game = dodona.game("liars_dice(faces=4)")
    events = []
    solution = dodona.solve(game, "doswp", Limit(iterations=8), on_event=events.append)
    assert solution.status == "limit"
    assert solution.stats["stopped_by"] == "iterations"
    assert solution.lower < dodona.solve(game, "sequence_form_lp").value < solution.upper
    assert dodona.exploitability(game, solution) == pytest.approx(solution.gap, abs=1e-9)
    assert [event.phase for event in events][:8] == [f"iteration {i}" for i in range(1, 9)]
    assert dodona.solve(game, "doswp", Limit(gap=0.2)).status == "converged"
    assert dodona.solve(game, "doswp", Limit(iterations=0)).status == "limit"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"growth": "fast"}, "growth is one of reached, everywhere"),
        ({"leaves": 3}, "leaves is one of best_response, default"),
        ({"default": "last"}, "default is one of first, promising"),
        ({"default": [1, 2]}, "default is 'first', 'promising' or a pair"),
        ({"threads": 0}, "threads is a whole number from 1 to 256"),
        ({"symmetry": 1}, "symmetry is True or False"),
        ({"resume": True}, "resume goes on from a checkpoint"),
        ({"checkpoint_every": -1}, "checkpoint_every is a number of seconds"),
        ({"nonsense": 1}, "has no option 'nonsense'"),
    ],
)
def test_wrong_options_get_one_sentence(options, sentence):
    with pytest.raises(dodona.DodonaError, match=sentence):
        dodona.solve(dodona.game("kuhn"), "dob", **options)


@pytest.mark.parametrize("text", ["tic_tac_toe", "prisoners_dilemma"])
def test_games_that_do_not_fit_are_refused(text):
    with pytest.raises(dodona.UnsupportedGameError, match="dob needs"):
        dodona.solve(dodona.game(text), "dob")


class Forgetful(ThesisExample):
    """Circle forgets whether she played A or B."""

    def information(self, state, player):
        return "box" if player == 1 else ("later" if state else "")

    def actions(self, state, player):
        return list("xy" if len(state) == 1 else ("AB" if not state else "GH"))

    def utility(self, state):
        return 1 if state.endswith("G") else -1


class Unequal(ThesisExample):
    """Both A nodes are one information set, with other actions in each."""

    def information(self, state, player):
        return "box" if player == 1 else state[:1]

    def actions(self, state, player):
        return {"Ax": ["C"], "Ay": ["E", "F"]}.get(state) or super().actions(state, player)


@pytest.mark.parametrize(
    ("game", "sentence"), [(Forgetful(), "imperfect recall at information set 'later'"), (Unequal(), "unequal actions")]
)
def test_games_that_break_their_contract_are_named(game, sentence):
    with pytest.raises(dodona.DodonaError, match=sentence):
        dodona.solve(game, "dob")


def test_partial_strategies_are_saved_and_loaded(tmp_path):
    game = dodona.game("phantom_tic_tac_toe(order=domain).after(1, 5, 2)")
    solution = dodona.solve(game, "sequence_form_double_oracle")
    assert isinstance(solution.strategies[0], PartialStrategy)
    solution.save(tmp_path / "solution.json")
    loaded = dodona.Solution.load(tmp_path / "solution.json")
    assert dodona.exploitability(game, loaded) == pytest.approx(solution.gap, abs=1e-12)
    state = game.root()
    assert sum(loaded.strategies[state.turn].at(state).values()) == pytest.approx(1)
    assert loaded.strategies[state.turn].at(state) == solution.strategies[state.turn].at(state)


def test_solve_leaves_trees_that_are_too_large_to_the_double_oracle():
    large = dodona.game("phantom_tic_tac_toe(order=domain)")
    assert dodona.methods(large)[:2] == ["sequence_form_double_oracle", "sequence_form_lp"]
    assert dodona.methods(dodona.game("leduc"))[0] == "sequence_form_lp"
    solution = dodona.solve(large, limit=Limit(iterations=2))
    assert "its tree has more than 1,000,000 nodes" in solution.explain()
