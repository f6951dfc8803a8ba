"""What a search cannot do it says in one sentence: wrong games, options, evaluations and rules."""

import math

import pytest
from search_games import NAMES, PRUNED, Retold, solve

import dodona
from dodona import CHANCE, DodonaError, GameDefinitionError, Limit, SolverError, UnsupportedGameError
from dodona.perfect.search import SCHEMES

BOARD = "connect_four(width=4, height=4)"
#: How rules and evaluations are asked: by one search, or by a scheme on one thread.
WAYS = [{}, *({"parallel": scheme, "threads": 1} for scheme in SCHEMES)]


class Turns(dodona.Game):
    """Three coins are shown in turn, after a toss; what breaks does so only below the first moves."""

    zero_sum = True

    def initial(self):
        return ""

    def turn(self, state):
        return (0, CHANCE, 1, 0)[len(state)] if len(state) < 4 else dodona.TERMINAL

    def chance(self, state):
        return {"h": 0.5, "t": 0.5}

    def actions(self, state, player):
        return ["a", "b", "c"]

    def play(self, state, move):
        return state + move

    def utility(self, state):
        return state.count("a") - state.count("b")


class Three(Turns):
    players = 3
    zero_sum = False


class General(Turns):
    zero_sum = False


def broken(**members):
    """Rules that change their mind once two moves are made."""

    def late(name, value):
        def method(self, state, *rest):
            return value if len(state) >= 2 else getattr(Turns, name)(self, state, *rest)

        return method

    return type("Broken", (Turns,), {name: late(name, value) for name, value in members.items()})()


class Odd(Turns):
    """Chance tosses again in the middle, with a worn coin."""

    def turn(self, state):
        return CHANCE if len(state) in (1, 2) else Turns.turn(self, state)

    def chance(self, state):
        return {"h": 0.5, "t": 0.5 if len(state) == 1 else 0.4}


BROKEN = {
    "no actions": (broken(actions=[]), "no actions"),
    "actions of text": (broken(actions="abc"), "list of actions"),
    "utility of NaN": (broken(utility=math.nan), "non-finite utility"),
    "utility of nothing": (broken(utility=None), "not made of numbers"),
    "no zero sum": (broken(utility=(1, 1)), "zero-sum"),
    "worn coin": (Odd(), "sum to 1"),
    "turn of nobody": (broken(turn=2), "2 players"),
    "turn below everything": (broken(turn=-7), "-7"),
    "SIMULTANEOUS unclaimed": (broken(turn=dodona.SIMULTANEOUS), "simultaneous = True"),
}


@pytest.mark.parametrize(
    ("game", "need"),
    [
        (General(), "a constant sum"),
        (Three(), "2 players"),
        (dodona.game("goofspiel(cards=3)"), "no simultaneous moves"),
        (dodona.game("kuhn"), "perfect information"),
        (dodona.game("chicken.serialized()"), "a constant sum"),
    ],
)
@pytest.mark.parametrize("name", NAMES)
def test_games_that_do_not_fit_are_refused(game, need, name):
    assert name not in dodona.methods(game)
    with pytest.raises(UnsupportedGameError, match=f"{name} needs .*{need}"):
        dodona.solve(game, name)


def test_a_depth_limit_needs_an_evaluation():
    game = dodona.game("random_tree")
    for name in NAMES:
        with pytest.raises(DodonaError, match="depth limit needs an evaluation"):
            dodona.solve(game, name, limit=Limit(depth=2))
        with pytest.raises(DodonaError, match="no evaluation of its own"):
            dodona.solve(game, name, evaluation="game")
        with pytest.raises(DodonaError, match="deepening needs an evaluation"):
            dodona.solve(game, name, deepening=True)
        with pytest.raises(DodonaError, match="only asked at a depth limit"):
            dodona.solve(game, name, evaluation=lambda state: 0, deepening=False)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"parallel": "magic"}, "parallel is one of tree_splitting, .*, not 'magic'"),
        ({"parallel": "expectiminimax"}, "parallel is one of"),
        ({"threads": 0}, "threads is a whole number from 1 to 256, not 0"),
        ({"threads": 257}, "threads is a whole number"),
        ({"threads": 1.5}, "threads is a whole number"),
        ({"threads": True}, "threads is a whole number"),
        ({"parallel": "er", "split_plies": -1}, "split_plies is a whole number from 0 up, not -1"),
        ({"parallel": "er", "split_plies": 2.5}, "split_plies is a whole number"),
        ({"split_plies": -1}, "split_plies is a whole number"),
        ({"ordering": "table"}, "ordering is a tuple of names"),
        ({"ordering": ("magic",)}, "ordering is one of table, domain, killers, history, not 'magic'"),
        ({"ordering": (1,)}, "ordering is a tuple of names"),
        ({"ordering": None}, "ordering is a tuple of names"),
        ({"ordering": 3}, "ordering is a tuple of names"),
        ({"chance": "star3"}, "chance is one of none, star1, star2, not 'star3'"),
        ({"chance": 0}, "chance is one of none, star1, star2"),
        ({"table": -1}, "table is a number of bytes"),
        ({"table": []}, "table is a number of bytes"),
        ({"parallel": "abdada", "table": 0}, "abdada work together through a transposition table"),
        ({"evaluation": 3}, "an evaluation is 'game', a function"),
        ({"evaluation": "mine"}, "an evaluation is 'game', a function"),
        ({"magic": 1}, "alphabeta has no option 'magic'. Its options are evaluation, .*table"),
        ({"guess": 1}, "alphabeta has no option 'guess'"),
    ],
)
def test_options_that_make_no_sense_are_refused(options, words):
    with pytest.raises(DodonaError, match=words) as caught:
        dodona.solve(dodona.game(BOARD), "alphabeta", **options)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("option", ["guess", "width"])
@pytest.mark.parametrize("value", [math.nan, math.inf, "1", True, [1]])
def test_guess_and_width_are_numbers(option, value):
    with pytest.raises(DodonaError, match=f"{option} is a finite number"):
        dodona.solve(dodona.game(BOARD), "aspiration", **{option: value})


@pytest.mark.parametrize("width", [0, -1])
def test_a_window_has_a_width(width):
    with pytest.raises(DodonaError, match="width"):
        dodona.solve(dodona.game(BOARD), "aspiration", width=width)


@pytest.mark.parametrize(
    ("name", "option"),
    [("minimax", "table"), ("minimax", "threads"), ("mtdf", "width"), ("scout", "parallel"), ("sss_star", "guess")],
)
def test_a_search_says_which_options_it_has(name, option):
    with pytest.raises(DodonaError, match=f"{name} has no option '{option}'. Its options are evaluation"):
        dodona.solve(dodona.game(BOARD), name, **{option: 1})


def no_number(state):
    return "high"


def fails(state):
    raise ValueError("not today")


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("parallel", "serial"))
@pytest.mark.parametrize(
    ("evaluation", "words"),
    [
        (fails, "the evaluation raised ValueError at .*: not today"),
        (no_number, "the evaluation raised ValueError"),
        (lambda state: None, "the evaluation raised TypeError"),
        (lambda state: math.nan, "the evaluation gave nan"),
        (lambda state: -math.inf, "the evaluation gave -inf"),
        (lambda state: 1.5, "the evaluation gave 1.5 at .*from -1 to 1"),
        (lambda state, more: 0, "the evaluation raised TypeError"),
    ],
    ids=["raises", "text", "None", "NaN", "inf", "outside", "arguments"],
)
def test_an_evaluation_gives_a_number_in_the_range_of_utilities(evaluation, words, way):
    for game in (dodona.game(BOARD), Retold(BOARD)):
        with pytest.raises(SolverError, match=words) as caught:
            solve(game, "alphabeta", limit=Limit(depth=4), evaluation=evaluation, **way)
        assert str(caught.value).count("\n") == 0
        if evaluation is fails:
            assert isinstance(caught.value.__cause__, ValueError)


class Rated(Retold):
    """Rules in Python whose evaluation or order is out of order."""

    def __init__(self, estimate=0.0, promise=0.0):
        super().__init__(BOARD)
        self.estimate, self.hope = estimate, promise

    def evaluate(self, state):
        return self.estimate

    def promise(self, state, move):
        return self.hope


@pytest.mark.parametrize("wrong", ["high", None, math.nan])
def test_evaluate_and_promise_of_rules_in_python_give_numbers(wrong):
    with pytest.raises(GameDefinitionError, match=r"Rated\.evaluate at state"):
        solve(Rated(estimate=wrong), "negascout", limit=Limit(depth=2))
    with pytest.raises(GameDefinitionError, match=r"Rated\.promise at state"):
        solve(Rated(promise=wrong), "negascout", limit=Limit(depth=2))
    with pytest.raises(DodonaError, match="from -1 to 1"):
        solve(Rated(estimate=2), "negascout", limit=Limit(depth=2))


def test_pruning_at_chance_nodes_needs_a_range_of_utilities():
    for name in ("star1", "star2"):
        with pytest.raises(UnsupportedGameError, match=f"{name} prunes .* set utility_range"):
            dodona.solve(Turns(), name)
    value = dodona.solve(Turns(), "backward_induction").value
    for name in NAMES:
        if name not in ("star1", "star2"):
            assert dodona.solve(Turns(), name).value == value
    Ranged = type("Ranged", (Turns,), {"utility_range": (-3, 3)})  # noqa: N806 - a class
    assert {dodona.solve(Ranged(), name).value for name in PRUNED} == {value}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("parallel", "serial"))
@pytest.mark.parametrize(("game", "words"), BROKEN.values(), ids=BROKEN)
def test_rules_that_break_in_the_middle_of_a_search_are_told_so(game, words, way):
    for name in ("negascout", "alphabeta"):
        with pytest.raises(GameDefinitionError, match=words) as caught:
            solve(game, name, **way)
        assert str(caught.value).endswith(".")


@pytest.mark.parametrize("name", NAMES)
def test_rules_that_break_are_told_so_by_every_search(name):
    for rules, words in BROKEN.values():
        game = type("Ranged", (type(rules),), {"utility_range": (-9, 9)})()
        with pytest.raises(GameDefinitionError, match=words):
            solve(game, name)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("parallel", "serial"))
def test_what_is_not_an_error_passes_through(stop, way):
    def leave(state):
        raise stop

    with pytest.raises(stop):
        solve(dodona.game(BOARD), "alphabeta", limit=Limit(depth=3), evaluation=leave, **way)


def test_an_error_in_a_listener_is_the_listeners():
    def listener(event):
        raise RuntimeError("mine")

    for way in WAYS:
        with pytest.raises(RuntimeError, match="mine"):
            dodona.solve(dodona.game(BOARD), "alphabeta", on_event=listener, **way)
