"""Strategies of stages: optimal in their matrices, in every subgame, and as whole profiles."""

import random
from itertools import product

import pytest
from stage_games import DOMAINS, REFERENCE, VARIANTS, Rounds, line, value, worth

import dodona
from dodona import CHANCE, SIMULTANEOUS
from oracles import Evaluator, assert_sound
from positions import named

EXACT = 1e-9


def assert_equilibrium(stage):
    """Distributions that guarantee the stage's value to both players."""
    rows, columns = stage.strategies
    assert stage.matrix.shape == (len(rows), len(columns)) == (len(stage.rows), len(stage.columns))
    for own in stage.strategies:
        assert own.min() >= 0
        assert own.sum() == pytest.approx(1, abs=1e-12)
    most, least = (stage.matrix @ columns).max(), (rows @ stage.matrix).min()
    assert most - least <= EXACT
    assert least - EXACT <= stage.value <= most + EXACT
    assert all(1 <= used <= size for used, size in zip(stage.supports, stage.matrix.shape, strict=True))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_stages_on_the_way_have_no_gap_and_the_value_of_their_position(name, domain):
    draw = random.Random(f"{name} {domain}")
    seen = 0
    for game, _ in worth(domain)[::10]:
        solution = dodona.solve(game, name, strategies=False)
        for _ in range(3):
            after = game.after(*line(game, draw))
            if after.root().turn == SIMULTANEOUS:
                seen += 1
                stage = solution.player().stage(after.root())
                assert_equilibrium(stage)
                assert stage.value == pytest.approx(value(after, REFERENCE), abs=EXACT)
                pick = tuple(draw.randrange(size) for size in stage.matrix.shape)
                cell = after.after(named(after.root(), pick))
                ended = cell.root().is_terminal
                expected = cell.root().utility()[0] if ended else value(cell, REFERENCE)
                assert stage.matrix[pick] == pytest.approx(expected, abs=EXACT)
    assert seen >= 15


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("domain", DOMAINS)
def test_whole_profiles_are_complete_and_unexploitable(name, domain):
    small = [(game, found.value) for game, found in worth(domain) if 1 < found.stats["stages"] <= 100]
    for game, expected in small[::6]:
        solution = dodona.solve(game, name)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(expected, abs=EXACT)
        assert_sound(game, solution)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    "text",
    [
        "goofspiel(cards=3, order=random, utility=points).after(3)",
        "goofspiel(cards=4).after((1, 3))",
        "oshi_zumo(coins=[5, 4], size=1)",
        "pursuit_evasion(rows=3, columns=3, depth=2, seed=3)",
        "tron(rows=3, columns=4, walls=[[1, 2]])",
    ],
)
def test_best_responses_computed_the_slow_way_gain_nothing(name, text):
    game = dodona.game(text)
    solution = dodona.solve(game, name)
    slow = Evaluator(game, solution.strategies)
    assert slow.best_response(0) == pytest.approx(solution.value, abs=EXACT)
    assert -slow.best_response(1) == pytest.approx(solution.value, abs=EXACT)


@pytest.mark.parametrize("name", VARIANTS)
def test_strategies_are_optimal_in_every_subgame(name):
    game = dodona.game("goofspiel(cards=3)")
    solution = dodona.solve(game, name)
    for joint in product((1, 2, 3), repeat=2):
        after = game.after(joint)
        state = after.root()
        stage = solution.player().stage(state)
        assert stage.value == pytest.approx(dodona.solve(after, "sequence_form_lp").value, abs=EXACT)
        for player in (0, 1):
            plan = solution.strategies[player][state.information(player)]
            assert list(plan.values()) == pytest.approx(list(stage.strategies[player]))


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("kinds", [(SIMULTANEOUS, CHANCE, SIMULTANEOUS), (0, SIMULTANEOUS, 1, CHANCE)])
def test_rules_in_python_get_strategies_too(name, kinds):
    for seed in range(4):
        game = Rounds(*kinds, seed=seed)
        assert_sound(game, dodona.solve(game, name))


def test_an_explanation_without_strategies_speaks_of_stages():
    solution = dodona.solve(dodona.game("goofspiel(cards=4).after((1, 3))"), "double_oracle", strategies=False)
    explained = solution.explain()
    assert f"induction over {solution.stats['stages']} stages" in explained
    assert "the solution is exact" in explained
