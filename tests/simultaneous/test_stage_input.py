"""What the solvers of stages refuse, and rules in Python that break their word: one sentence of our own each."""

import math

import pytest
from stage_games import RESTING_ON_TABLES, VARIANTS, Endless, Rounds

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL, DodonaError, GameDefinitionError, UnsupportedGameError
from dodona.simultaneous import stages
from processes import run_python


def variant_of(rules, **members):
    """The rules with some members replaced."""
    return type("Odd", (rules,), members)


def given(answer):
    """A method of rules that gives the same answer everywhere."""
    return lambda self, *arguments: answer


ODD = {
    "three players": (variant_of(Rounds, players=3, utility=given((1, 0, -1))), "2 players"),
    "general sum": (variant_of(Rounds, zero_sum=False, utility=given((1, 1))), "a constant sum"),
    "hidden moves": (variant_of(Rounds, information=given("fog")), "perfect information"),
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(("rules", "need"), ODD.values(), ids=ODD)
def test_rules_in_python_of_another_kind_are_refused(name, rules, need):
    with pytest.raises(UnsupportedGameError, match=f"^{name} needs .*{need}.*[.]$"):
        dodona.solve(rules(SIMULTANEOUS), name)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("prisoners_dilemma", "a constant sum of utilities"),
        ("tic_tac_toe", "simultaneous moves"),
        ("kuhn", "perfect information and simultaneous moves"),
        ("goofspiel(cards=3, information=outcome)", "perfect information"),
        ("goofspiel(cards=3).extensive()", "perfect information and simultaneous moves"),
        ("goofspiel(cards=3).serialized(first=0)", "simultaneous moves"),
    ],
)
def test_built_in_games_of_another_kind_are_refused(name, text, need):
    with pytest.raises(UnsupportedGameError, match=f"^{name} needs {need}; "):
        dodona.solve(dodona.game(text), name)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"search": "minimax"}, "search is one of alphabeta, negascout, mtdf, not 'minimax'"),
        ({"search": None}, "search is one of alphabeta, negascout, mtdf, not None"),
        ({"shuffle": 1}, "shuffle is True or False, not 1"),
        ({"null_windows": None}, "null_windows is True or False, not None"),
        ({"table": -1}, "table is a number of bytes.*-1"),
        ({"table": 2.5}, "table is a number of bytes.*2.5"),
        ({"table": "large"}, "table is a number of bytes.*'large'"),
        ({"table": True}, "table is a number of bytes.*True"),
        ({"table": 1 << 60}, "larger than the memory"),
        ({"serialized_table": -1}, "table is a number of bytes.*-1"),
        ({"serialized_table": 1 << 60}, "larger than the memory"),
        ({"symmetry": "no"}, "symmetry is True or False, not 'no'"),
        ({"symmetry": None}, "symmetry is True or False, not None"),
        ({"outlook": "no"}, "outlook is True or False, not 'no'"),
        ({"strategies": "no"}, "strategies is True or False, not 'no'"),
        ({"plies": 3}, "no option 'plies'\\. Its options are table"),
        ({"threads": 2}, "no option 'threads'"),
    ],
)
def test_wrong_options_are_refused_with_a_sentence(options, sentence):
    for name in VARIANTS:
        with pytest.raises(DodonaError, match=sentence) as caught:
            dodona.solve(dodona.game("goofspiel(cards=3)"), name, **options)
        assert str(caught.value).endswith(".")


def test_a_variant_that_rests_on_its_table_must_have_one():
    for name in RESTING_ON_TABLES:
        with pytest.raises(DodonaError, match=f"{name} rests on its table"):
            dodona.solve(dodona.game("goofspiel(cards=3)"), name, table=0)


@pytest.mark.parametrize("name", VARIANTS)
def test_tables_are_made_only_where_they_are_used(name, monkeypatch):
    made, usual = [], stages.make_table
    monkeypatch.setattr(stages, "make_table", lambda *rest: made.append(rest) or usual(*rest))
    dodona.solve(dodona.game("goofspiel(cards=3)"), name, strategies=False)
    preset = stages.PRESETS[name]
    assert len(made) == preset.table * (1 + 2 * preset.bounds)


def test_only_stages_have_a_matrix():
    game = dodona.game("goofspiel(cards=3, order=random)")
    solution = dodona.solve(game)
    end = game.after("3", (1, 1), "2", (2, 2), "1", (3, 3)).root()
    for state in (game.root(), end):
        with pytest.raises(DodonaError, match="do not move at once"):
            solution.player().stage(state)


STAGE_OF_ANOTHER_GAME = """
import sys, dodona
ours, theirs = (dodona.game(text) for text in sys.argv[1:])
try:
    dodona.solve(ours, strategies=False).player().stage(theirs.root())
except dodona.IllegalMoveError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("goofspiel(cards=3)", "tron(rows=3, columns=3)"),
        ("goofspiel(cards=3)", "goofspiel(cards=4)"),
        (
            "pursuit_evasion(rows=2, columns=2, depth=2, evader=0, pursuers=[3])",
            "pursuit_evasion(rows=9, columns=9, depth=2, evader=60, pursuers=[80])",
        ),
    ],
)
def test_a_stage_belongs_to_its_game(ours, theirs):
    """In a process of its own: nodes of a larger graph lie beyond the arrays of a smaller one."""
    assert run_python(STAGE_OF_ANOTHER_GAME, ours, theirs) == (0, "this position belongs to another game.\n", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oshi_zumo(coins=-1)", "coins must be a whole number from 0 to 128"),
        ("oshi_zumo(coins=[3, -2])", "coins must be a whole number from 0 to 128"),
        ("oshi_zumo(coins=[3, 4, 5])", "coins must be a number or one per player"),
        ("oshi_zumo(coins=[])", "coins must be a number or one per player"),
        ("oshi_zumo(coins=2.5)", "coins must be a whole number"),
        ("oshi_zumo(min_bid=-1)", "min_bid must be a whole number from 1 to 128"),
    ],
)
def test_impossible_bids_are_refused(text, words):
    with pytest.raises(GameDefinitionError, match=words):
        dodona.game(text)


BROKEN = {
    "no actions": (
        variant_of(Rounds, actions=lambda self, state, player: ["go"][player:]),
        "player 1 is to move and has no actions",
    ),
    "actions of no kind": (variant_of(Rounds, actions=given(None)), "Odd.actions at state"),
    "chance below 1": (variant_of(Rounds, chance=given({"a": 0.5, "b": 0.4})), "sum to 1"),
    "negative chance": (variant_of(Rounds, chance=given({"a": -0.5, "b": 1.5})), "-0.5"),
    "no outcomes": (variant_of(Rounds, chance=given({})), "no outcomes"),
    "utility not a number": (variant_of(Rounds, utility=given(math.nan)), "non-finite utility"),
    "false claim of zero sum": (variant_of(Rounds, utility=given((1, 1))), "sum to 2"),
    "false bounds": (variant_of(Rounds, utility_range=(-0.5, 0.5), utility=given(2)), "utility_range"),
    "impossible turn": (variant_of(Rounds, turn=given(7)), "turn"),
    "no play": (variant_of(Rounds, play=dodona.Game.play), "does not define play"),
}


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(("rules", "words"), BROKEN.values(), ids=BROKEN)
def test_broken_rules_are_told_what_they_break(name, rules, words):
    for strategies in (False, True):
        with pytest.raises(GameDefinitionError, match=words):
            dodona.solve(rules(SIMULTANEOUS, CHANCE, SIMULTANEOUS), name, strategies=strategies)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_error_in_the_rules_keeps_its_cause(name):
    def fail(self, *arguments):
        raise ValueError("not today")

    for method in ("turn", "actions", "chance", "play", "utility"):
        with pytest.raises(GameDefinitionError) as caught:
            dodona.solve(variant_of(Rounds, **{method: fail})(SIMULTANEOUS, CHANCE, SIMULTANEOUS), name)
        assert isinstance(caught.value.__cause__, ValueError)


class Long(Endless):
    """A given number of rounds in which nobody has a choice."""

    def __init__(self, length):
        super().__init__(SIMULTANEOUS)
        self.length = length

    def turn(self, state):
        return SIMULTANEOUS if state < self.length else TERMINAL

    actions = given(["on"])
    utility = given(2)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_long_game_is_solved_and_a_longer_one_refused(name):
    assert dodona.solve(Long(1_900), name, strategies=False).value == 2
    with pytest.raises(UnsupportedGameError, match="deeper than"):
        dodona.solve(Long(2_100), name)


SOLVE_ENDLESS = """
import dodona, stage_games
for name in stage_games.VARIANTS:
    try:
        dodona.solve(stage_games.Endless({}), name, strategies=False)
    except dodona.DodonaError as error:
        assert any(word in str(error) for word in ("deeper", "longer", "no end")), error
        print(name, flush=True)
"""


@pytest.mark.parametrize("kinds", [(SIMULTANEOUS,), (SIMULTANEOUS, CHANCE), (SIMULTANEOUS, 0), (CHANCE,), (0, 1)])
def test_a_game_without_end_is_refused(kinds):
    """In a process of its own, which endless recursion may end."""
    code, output, errors = run_python(SOLVE_ENDLESS.format(", ".join(map(str, kinds))))
    assert output.split() == list(VARIANTS)
    assert (code, errors) == (0, "")
