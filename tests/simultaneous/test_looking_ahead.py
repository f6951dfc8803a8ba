"""Depth limits: positions beyond them are estimated, and the rest is solved as ever."""

import random

import pytest
from stage_games import VARIANTS, Rounds

import dodona
from dodona import CHANCE, SIMULTANEOUS, TERMINAL, DodonaError, Limit

GAMES = [
    "goofspiel(cards=4).after((1, 3))",
    "goofspiel(cards=4, order=random, utility=points).after(2, (1, 3))",
    "goofspiel(cards=4, order=ascending, lowest=0).after((0, 2))",
    "oshi_zumo(coins=[6, 4], size=2)",
    "oshi_zumo(coins=5, size=1, utility=distance, start=2)",
    "tron(rows=3, columns=4).after((E, W))",
    "pursuit_evasion(rows=3, columns=3, depth=3, evader=0, pursuers=[5, 8])",
]


def whim(state):
    """An estimate that has nothing to do with the game."""
    return random.Random(str(state)).uniform(-1, 1)


def looked_ahead(state, depth):
    """The value of a position if play is broken off after this many stages."""
    if state.turn == TERMINAL:
        return state.utility()[0]
    if depth == 0:
        return whim(state)
    if state.turn == CHANCE:
        return sum(p * looked_ahead(state.play(index=o), depth) for o, p in enumerate(state.probabilities()))
    assert state.turn == SIMULTANEOUS
    rows, columns = (range(len(state.actions(player))) for player in (0, 1))
    matrix = [[looked_ahead(state.play(index=(i, j)), depth - 1) for j in columns] for i in rows]
    return dodona.solve(dodona.game("matrix", a=matrix)).value


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("depth", [0, 1, 2])
def test_every_variant_finds_the_value_of_the_game_broken_off(text, depth):
    game = dodona.game(text)
    expected = looked_ahead(game.root(), depth)
    for name in VARIANTS:
        for deepening in (False, True):
            options = {"evaluation": whim, "deepening": deepening, "outlook": False}
            solution = dodona.solve(game, name, limit=Limit(depth=depth), **options)
            assert solution.value == pytest.approx(expected, abs=1e-9), (name, deepening)
            assert solution.status in ("exact", "limit")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("text", GAMES)
def test_a_horizon_beyond_the_end_changes_nothing(name, text):
    game = dodona.game(text)
    value = dodona.solve(game, "stage_backward_induction").value
    for options in ({"deepening": False}, {"deepening": True}, {"deepening": True, "evaluation": whim}):
        solution = dodona.solve(game, name, limit=Limit(depth=50), **options)
        assert (solution.value, solution.status) == (pytest.approx(value, abs=1e-9), "exact")
        assert solution.upper - solution.lower <= 1e-9


def test_a_game_too_large_to_solve_gets_an_estimate_and_a_stage_to_play():
    game = dodona.game("goofspiel(cards=13, order=descending)").after(("1", "7"))
    phases = []
    solution = dodona.solve(
        game,
        "stage_search",
        limit=Limit(nodes=20_000),
        evaluation="game",
        on_event=lambda event: phases.append(event.phase),
    )
    assert solution.status == "limit"
    assert solution.stats["depth"] >= 1
    assert solution.lower <= solution.value <= solution.upper
    assert "depth 1" in phases
    short = dodona.solve(game, "double_oracle", limit=Limit(depth=2))
    stage = short.player().stage(game.root())
    assert stage.value == pytest.approx(short.value, abs=1e-9)
    assert stage.matrix.shape == (12, 12)


def test_estimates_are_never_taken_for_proofs():
    game = dodona.game("oshi_zumo(coins=[12, 10], size=2)")
    value = dodona.solve(game).value
    for name in VARIANTS:
        for depth in range(4):
            solution = dodona.solve(game, name, limit=Limit(depth=depth), evaluation=lambda state: 1.0)
            assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9, (name, depth)


def test_a_python_game_may_estimate_its_own_positions():
    class Estimated(Rounds):
        utility_range = (-1000, 1000)

        def evaluate(self, state):
            return 7.0

    game = Estimated(SIMULTANEOUS, SIMULTANEOUS, SIMULTANEOUS, seed=3)
    for name in VARIANTS:
        assert dodona.solve(game, name, limit=Limit(depth=0)).value == 7
        assert dodona.solve(game, name, limit=Limit(depth=1)).stats["evaluations"] > 0


@pytest.mark.parametrize(
    ("text", "options", "sentence"),
    [
        ("random_simultaneous(seed=1)", {}, "needs an evaluation"),
        ("random_simultaneous(seed=1)", {"evaluation": "game"}, "no evaluation of its own"),
        ("goofspiel(cards=5)", {"evaluation": lambda state: float("nan")}, "must give a finite number"),
        ("goofspiel(cards=5)", {"evaluation": lambda state: 5.0}, "the evaluation gave 5"),
        ("goofspiel(cards=5)", {"evaluation": lambda state: 1 / 0}, "the evaluation raised ZeroDivisionError"),
        ("goofspiel(cards=5)", {"evaluation": 3}, "an evaluation is 'game', a function"),
        ("goofspiel(cards=5)", {"deepening": "yes"}, "deepening is True or False"),
    ],
)
def test_wrong_estimates_are_refused_with_a_sentence(text, options, sentence):
    for name in VARIANTS:
        with pytest.raises(DodonaError, match=sentence):
            dodona.solve(dodona.game(text), name, limit=Limit(depth=1), **options)


def test_random_order_follows_the_seed_and_keeps_the_value():
    game = dodona.game("goofspiel(cards=5, order=[2, 5, 1, 4, 3]).after((2, 4))")
    value = dodona.solve(game, "stage_backward_induction").value
    for name in ("double_oracle", "double_oracle_alphabeta", "cached_double_oracle_sorted_alphabeta"):
        runs = [dodona.solve(game, name, shuffle=True, seed=seed, strategies=False) for seed in (1, 1, 2, 3, 4)]
        assert all(run.value == pytest.approx(value, abs=1e-9) for run in runs)
        work = [tuple(run.stats[count] for count in ("stages", "matrices", "serialized_nodes")) for run in runs]
        assert work[0] == work[1]
        assert len(set(work)) > 2


def test_smab_leaves_out_dominated_actions():
    game = dodona.game("goofspiel(cards=5)")
    solution = dodona.solve(game, "smab", strategies=False)
    assert solution.stats["dominated"] > 0
    assert solution.stats["stages"] < dodona.solve(game, "stage_backward_induction", strategies=False).stats["stages"]


def test_a_stopped_solver_keeps_what_its_cells_have_shown():
    """Bounds on the cells of the first stage are bounds on its value."""
    game = dodona.game("goofspiel(cards=7, order=ascending).after((2, 1))")
    value = dodona.solve(game, "stage_search").value
    narrowed = 0
    for name in ("stage_backward_induction", "double_oracle", "smab"):
        for nodes in (20_000, 60_000, 120_000):
            solution = dodona.solve(game, name, limit=Limit(nodes=nodes), table=0)
            assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
            narrowed += solution.upper - solution.lower < 2
    assert narrowed > 0
