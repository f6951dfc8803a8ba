"""Solvers of stages: all variants agree, with backward induction, with the sequence form, and with what is known."""

import itertools
import random

import pytest

import dodona
from dodona import SIMULTANEOUS
from dodona.simultaneous.stages import PRESETS

VARIANTS = list(PRESETS)
GAMES = {
    "goofspiel(cards=5)": 3,
    "goofspiel(cards=5, order=ascending, utility=points)": 3,
    "goofspiel(cards=4, order=random)": 4,
    "oshi_zumo(coins=[8, 6], size=2)": 3,
    "oshi_zumo(coins=7, size=2, utility=distance)": 3,
    "tron(rows=4, columns=4)": 3,
    "pursuit_evasion(rows=3, columns=3, depth=4, seed=1)": 2,
    "random_simultaneous(depth=3, branching=3, chance=2, seed=5)": 2,
}


def play_on(game: dodona.Game, moves: int, seed: int) -> dodona.Game:
    """The game after some random moves of everybody."""
    draw = random.Random(seed)
    state, line = game.root(), []
    for _ in range(draw.randint(1, 2 * moves)):
        if state.is_terminal:
            break
        if state.turn == SIMULTANEOUS:
            move = tuple(draw.randrange(len(state.actions(player))) for player in (0, 1))
        else:
            move = draw.randrange(len(state.actions()))
        following = state.play(move)
        if following.is_terminal:
            break
        state = following
        line.append(move)
    return game.after(*line)


def values(game: dodona.Game, **options: object) -> dict[str, float]:
    return {name: dodona.solve(game, name, strategies=False, **options).value for name in VARIANTS}


@pytest.mark.parametrize("text", GAMES)
def test_all_variants_find_the_value_of_backward_induction(text):
    game = dodona.game(text)
    for seed in range(40):
        found = values(play_on(game, GAMES[text], seed))
        expected = found["stage_backward_induction"]
        assert all(value == pytest.approx(expected, abs=1e-9) for value in found.values()), found


@pytest.mark.parametrize("utility", ["uniform", "binary", "edges", "sign"])
@pytest.mark.parametrize("chance", [0, 2])
def test_all_variants_agree_on_random_games(utility, chance):
    for seed in range(60):
        depth, branching = 1 + seed % 3, 2 + seed % 3
        sizes = f"depth={depth}, branching={branching}, chance={chance}"
        text = f"random_simultaneous({sizes}, utility={utility}, seed={seed})"
        found = values(dodona.game(text))
        assert max(found.values()) - min(found.values()) <= 1e-9, (text, found)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("text", ["goofspiel(cards=4).after((1, 3))", "oshi_zumo(coins=[5, 4], size=1)"])
def test_a_tiny_table_and_no_symmetry_change_nothing(name, text):
    game = dodona.game(text)
    expected = dodona.solve(game, "stage_backward_induction", strategies=False).value
    for options in ({"table": 1 << 10}, {"symmetry": False}, {"outlook": False}, {"search": "negascout"}):
        assert dodona.solve(game, name, strategies=False, **options).value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize(
    "text",
    [
        "goofspiel(cards=4).after((1, 3))",
        "goofspiel(cards=3, order=random, utility=points)",
        "oshi_zumo(coins=[4, 5], size=1, utility=distance)",
        "tron(rows=3, columns=4, walls=[[1, 2]])",
        "pursuit_evasion(rows=3, columns=3, depth=2, seed=3)",
        "random_simultaneous(depth=2, branching=3, chance=2, seed=8)",
    ],
)
def test_strategies_are_complete_and_unexploitable(name, text):
    game = dodona.game(text)
    solution = dodona.solve(game, name)
    assert solution.status == "exact"
    assert dodona.exploitability(game, solution) <= 1e-9
    assert solution.value == pytest.approx(dodona.solve(game, "sequence_form_lp").value, abs=1e-9)


def test_strategies_are_optimal_in_every_subgame():
    game = dodona.game("goofspiel(cards=3)")
    solution = dodona.solve(game, "double_oracle_alphabeta")
    for first, second in itertools.product(range(3), repeat=2):
        after = game.after((first, second))
        state = after.root()
        stage = solution.stage(state)
        assert stage.value == pytest.approx(dodona.solve(after, "sequence_form_lp").value, abs=1e-9)
        for player in (0, 1):
            plan = solution.strategies[player][state.information(player)]
            assert list(plan.values()) == pytest.approx(list(stage.strategies[player]))


def test_stage_strategies_have_no_gap_in_their_matrix():
    for text in GAMES:
        game = play_on(dodona.game(text), 2, 7)
        state = game.root()
        if state.turn != SIMULTANEOUS:
            continue
        stage = dodona.solve(game, "stage_search").stage()
        x, y = stage.strategies
        assert (x @ stage.matrix).min() == pytest.approx((stage.matrix @ y).max(), abs=1e-9)
        assert stage.matrix.shape == (len(state.actions(0)), len(state.actions(1)))
        assert 1 <= stage.supports[0] <= len(stage.rows)


def test_backward_induction_visits_every_stage():
    solution = dodona.solve(dodona.game("oshi_zumo(coins=10, size=3)"), "stage_backward_induction", strategies=False)
    # Bosansky (2014), Table 4.1
    assert solution.stats["stages_by_depth"] == "1 99 2016 14784 48546 79926 69938 33538 8351 861"
    for order in ("ascending", "descending"):
        game = dodona.game(f"goofspiel(cards=5, order={order})")
        solution = dodona.solve(game, "stage_backward_induction", strategies=False)
        # (5! / k!)^2 for k = 5, ..., 1 cards left
        assert solution.stats["stages_by_depth"] == "1 25 400 3600 14400"


@pytest.mark.slow
def test_seven_cards_have_all_their_stages():
    solution = dodona.solve(dodona.game("goofspiel(cards=7)"), "stage_backward_induction")
    assert solution.stats["stages"] == 32_503_514


def test_pruning_visits_fewer_stages():
    game = dodona.game("goofspiel(cards=5)")
    stages = {name: dodona.solve(game, name, strategies=False).stats["stages"] for name in VARIANTS}
    assert stages["stage_backward_induction"] == 18_426
    assert stages["backward_induction_alphabeta"] == 148
    assert stages["double_oracle"] == 7_648
    assert stages["double_oracle_alphabeta"] == 148
    assert stages["cached_double_oracle_alphabeta"] < 148


def test_games_written_in_python_are_solved_too():
    class Sum(dodona.Game):
        """Two rounds of matching pennies with different stakes; chance may double the second."""

        zero_sum = True
        simultaneous = True

        def initial(self):
            return ()

        def turn(self, state):
            if len(state) == 1:
                return dodona.CHANCE
            return dodona.TERMINAL if len(state) == 3 else dodona.SIMULTANEOUS

        def actions(self, state, player):
            return ["heads", "tails", "edge"][: 2 + (player if state else 0)]

        def chance(self, state):
            return {1: 0.75, 2: 0.25}

        def play(self, state, move):
            return (*state, move)

        def utility(self, state):
            (first, stake, second) = state
            return (3 if first[0] == first[1] else -1) + stake * (1 if second[0] == second[1] else -2)

    game = Sum()
    expected = dodona.solve(game, "sequence_form_lp").value
    for name in VARIANTS:
        solution = dodona.solve(game, name)
        assert solution.status == "exact"
        assert solution.value == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("name", VARIANTS)
def test_other_games_are_refused_with_a_sentence(name):
    for text in ("prisoners_dilemma", "tic_tac_toe", "kuhn", "goofspiel(cards=3, information=outcome)"):
        with pytest.raises(dodona.UnsupportedGameError, match=f"{name} needs"):
            dodona.solve(dodona.game(text), name)


def test_wrong_options_are_refused_with_a_sentence():
    game = dodona.game("goofspiel(cards=3)")
    with pytest.raises(dodona.DodonaError, match="search is alphabeta or negascout"):
        dodona.solve(game, "double_oracle_alphabeta", search="mtdf")
    with pytest.raises(dodona.DodonaError, match="table"):
        dodona.solve(game, "double_oracle", table=-1)
    with pytest.raises(dodona.DodonaError, match="rests on its table"):
        dodona.solve(game, "cached_double_oracle_alphabeta", table=0)
    with pytest.raises(dodona.DodonaError, match="no option 'depth'"):
        dodona.solve(game, "double_oracle", depth=3)
    with pytest.raises(dodona.DodonaError, match="larger than the memory"):
        dodona.solve(game, "stage_search", table=1 << 60)
    with pytest.raises(dodona.DodonaError, match="do not move at once"):
        dodona.solve(game).stage(game.root().play((0, 0)).play((0, 0)).play((0, 0)))


def test_a_stage_without_actions_is_refused():
    class Stuck(dodona.Game):
        zero_sum = simultaneous = True

        def initial(self):
            return 0

        def turn(self, state):
            return dodona.SIMULTANEOUS

        def actions(self, state, player):
            return ["go"] if player == 0 else []

    for name in VARIANTS:
        with pytest.raises(dodona.GameDefinitionError, match="no actions"):
            dodona.solve(Stuck(), name)


def test_a_game_without_end_is_refused():
    class Endless(dodona.Game):
        zero_sum = simultaneous = True

        def initial(self):
            return 0

        def turn(self, state):
            return dodona.SIMULTANEOUS

        def actions(self, state, player):
            return ["go", "stay"]

        def play(self, state, move):
            return state + 1

    for name in VARIANTS:
        with pytest.raises(dodona.DodonaError, match=r"deeper|longer|no end"):
            dodona.solve(Endless(), name, strategies=False)


def test_limits_leave_bounds_that_hold():
    game = dodona.game("goofspiel(cards=7).after((1, 3))")
    value = dodona.solve(game, "stage_search").value
    for name in VARIANTS:
        for limit in (dodona.Limit(nodes=50), dodona.Limit(time=0.001)):
            solution = dodona.solve(game, name, limit=limit)
            assert solution.lower - 1e-9 <= value <= solution.upper + 1e-9
            assert solution.status in ("exact", "limit")
