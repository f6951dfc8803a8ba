"""All solvers of stages find one value: that of backward induction and of the sequence form."""

import random

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from stage_games import DOMAINS, REFERENCE, VARIANTS, BoundedRounds, Rounds, settings_of, value, worth

import dodona
from dodona import CHANCE, SIMULTANEOUS

UTILITIES = ("uniform", "binary", "edges", "sign")
EXACT = 1e-9
#: Positions with up to this many stages are also solved in the extensive form.
SMALL = 40


def assert_all_find(expected, game, options_of=lambda name: {}):
    """Every variant agrees with a value; else say which does not, where, and under which options."""
    for name in VARIANTS:
        options = options_of(name)
        found = value(game, name, **options)
        assert abs(found - expected) <= EXACT, (str(game), name, options, found, expected)


def test_every_variant_is_a_method():
    """So that known values and sweeps over all methods reach each of them."""
    assert set(VARIANTS) <= set(dodona.methods(dodona.game("goofspiel(cards=3)")))


@pytest.mark.parametrize("domain", DOMAINS)
def test_unfair_positions_are_worth_the_same_to_all_variants(domain):
    for game, solution in worth(domain):
        assert_all_find(solution.value, game)


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_extensive_form_has_the_same_value(domain):
    """An independent path: one linear program over sequences instead of many matrices."""
    small = [(game, solution.value) for game, solution in worth(domain) if solution.stats["stages"] <= SMALL]
    assert len(small) >= 50
    for game, expected in small:
        assert dodona.solve(game, "sequence_form_lp").value == pytest.approx(expected, abs=EXACT)


@pytest.mark.parametrize("domain", DOMAINS)
def test_unfair_positions_ask_for_mixed_strategies(domain):
    """Where every stage had a saddle point, serialized bounds alone would do and agreement would mean little."""
    mixed = [solution.stats["mixed_by_depth"].split() for _, solution in worth(domain)]
    assert sum(any(int(count) for count in counts) for counts in mixed) >= 30


@pytest.mark.parametrize("domain", DOMAINS)
def test_options_drawn_at_random_change_no_value(domain):
    draw = random.Random(domain)
    for game, solution in worth(domain):
        assert_all_find(solution.value, game, lambda name: draw.choice(settings_of(name)))


@pytest.mark.parametrize("domain", DOMAINS)
@pytest.mark.parametrize("name", VARIANTS)
def test_many_combinations_of_options_change_no_value(domain, name):
    draw = random.Random(name)
    for game, solution in worth(domain)[::50]:
        for options in draw.sample(settings_of(name), 50):
            assert value(game, name, **options) == pytest.approx(solution.value, abs=EXACT), (str(game), options)


@pytest.mark.parametrize("domain", DOMAINS)
def test_serialized_games_bracket_the_value(domain):
    """Whoever moves first and is seen gets at most, and her opponent at least, what simultaneous moves give."""
    for game, solution in worth(domain):
        lower, upper = (dodona.solve(game.serialized(first), "alphabeta", table=1 << 10).value for first in (0, 1))
        assert lower - EXACT <= solution.value <= upper + EXACT, str(game)


@pytest.mark.parametrize("utility", UTILITIES)
@pytest.mark.parametrize(("chances", "games"), [((2, 3), 500), ((0,), 60)])
def test_random_games_are_worth_the_same_to_all_variants(utility, chances, games):
    for seed in range(games):
        shape = random.Random(seed)
        chance = shape.choice(chances)
        depth = shape.randint(1, 2 if chance else 3)
        sizes = {"depth": depth, "branching": shape.randint(2, 5 - depth if chance else 4), "chance": chance}
        game = dodona.game("random_simultaneous", utility=utility, zeros=seed % 2 == 0, seed=seed, **sizes)
        expected = value(game, REFERENCE)
        assert_all_find(expected, game)
        if seed % 20 == 0:
            assert expected == pytest.approx(dodona.solve(game, "sequence_form_lp").value, abs=EXACT)


@pytest.mark.parametrize("rules", [Rounds, BoundedRounds])
@pytest.mark.parametrize(
    "kinds",
    [
        (SIMULTANEOUS, SIMULTANEOUS, SIMULTANEOUS),
        (SIMULTANEOUS, CHANCE, SIMULTANEOUS),
        (CHANCE, CHANCE, SIMULTANEOUS, CHANCE),
        (SIMULTANEOUS, 0, SIMULTANEOUS, 1),
        (1, SIMULTANEOUS, 0, CHANCE, SIMULTANEOUS),
    ],
)
def test_rules_in_python_are_worth_the_same_to_all_variants(rules, kinds):
    """Stages of every shape among chance moves and moves of one player, with bounds of the utilities and without."""
    for seed in range(8):
        game = rules(*kinds, seed=seed)
        assert_all_find(dodona.solve(game, "sequence_form_lp").value, game)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_matrix_whose_payoffs_sum_to_a_constant_is_a_stage_too(name):
    """Its mirror image is not worth the negative."""
    game = dodona.MatrixGame([[5, 1], [2, 3]], [[0, 4], [3, 2]])
    assert value(game, name) == pytest.approx(13 / 5, abs=EXACT)


RANDOM_GAMES = st.builds(
    lambda depth, width, chance, **rest: dodona.game(
        "random_simultaneous", depth=depth, branching=max(1, width // depth), chance=chance, **rest
    ),
    depth=st.integers(1, 3),
    width=st.integers(1, 6),
    chance=st.integers(0, 3),
    utility=st.sampled_from(UTILITIES),
    zeros=st.booleans(),
    seed=st.integers(0, 2**63 - 1),
)
SETTINGS = st.sampled_from(VARIANTS).flatmap(lambda name: st.tuples(st.just(name), st.sampled_from(settings_of(name))))


@given(RANDOM_GAMES, SETTINGS)
@hypothesis_settings(max_examples=500)
def test_any_variant_with_any_options_solves_any_random_game(game, setting):
    name, options = setting
    assert value(game, name, **options) == pytest.approx(value(game, REFERENCE), abs=EXACT)
