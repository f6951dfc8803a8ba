"""Depth-limited search: the value by the evaluation, bounds of the game itself, and a line at any time."""

import ctypes

import pytest
from search_games import NAMES, PATIENCE, PRUNED, Retold, solve, tree

import dodona
from dodona import CHANCE, Limit
from dodona.perfect.search import SCHEMES

BOARDS = [
    "tic_tac_toe.after(1, 5)",
    "connect_four(width=4, height=4)",
    "connect_four(width=3, height=3, connect=3)",
    "connect_four(width=5, height=3, connect=3).after(2, 3)",
    "breakthrough(columns=3, rows=4, pawn_rows=1)",
    "nim(heaps=[2, 3, 4])",
    "oshi_zumo(coins=4, size=2).serialized(first=1)",
    "tron(rows=3, columns=3).serialized(first=0)",
]
DICE = ["dice_race", "goofspiel(cards=3, order=random).serialized(first=0)"]
C_FUNCTION = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.POINTER(ctypes.c_uint8), ctypes.c_int64)


def estimate(state):
    """Some number from 0 up to 1 that depends on the position alone."""
    return (sum(map(ord, str(state))) * 7 % 97) / 97


def estimate_of_key(key):
    return (sum(key) * 7 % 97) / 97


@C_FUNCTION
def compiled(key, length):
    return estimate_of_key(bytes(key[:length]))


def limited(state, depth, evaluation):
    """Depth-limited minimax by the book."""
    if state.is_terminal:
        return state.utility()[0]
    if depth == 0:
        return evaluation(state)
    values = [limited(state.play(index=move), depth - 1, evaluation) for move in range(len(state.actions()))]
    if state.turn == CHANCE:
        return sum(p * v for p, v in zip(state.probabilities(), values, strict=True))
    return max(values) if state.turn == 0 else min(values)


@pytest.mark.parametrize("deepening", [True, False])
@pytest.mark.parametrize("text", BOARDS + DICE)
def test_the_value_is_that_of_depth_limited_minimax(text, deepening):
    game = dodona.game(text)
    for depth in range(1, 5):
        value = limited(game.root(), depth, estimate)
        for name in NAMES:
            options = {"evaluation": estimate, "deepening": deepening}
            solution = solve(game, name, limit=Limit(depth=depth, time=PATIENCE.time), **options)
            assert solution.value == pytest.approx(value, abs=1e-12 if text in DICE else 0), (name, depth)
            assert len(solution.principal_variation) <= depth


@pytest.mark.parametrize("deepening", [True, False])
def test_a_look_of_no_moves_is_the_evaluation_of_the_start(deepening):
    game = dodona.game("connect_four(width=4, height=4)")
    for name in NAMES:
        solution = solve(game, name, limit=Limit(depth=0), evaluation=lambda state: 0.25, deepening=deepening)
        assert (solution.value, solution.lower, solution.upper, solution.status) == (0.25, -1, 1, "limit")
        assert solution.principal_variation == ()


@pytest.mark.parametrize("name", NAMES)
def test_bounds_under_a_depth_limit_enclose_the_value_of_the_game(name):
    texts = [*BOARDS, *DICE, *(str(tree(seed, seed % 2, "sign")) for seed in range(20))]
    for text in texts:
        game = dodona.game(text)
        value = dodona.solve(game, "negascout").value
        for depth in (1, 2, 3, 5, 8):
            for guess in (lambda state: 0.0, lambda state: estimate(state) / 2, lambda state: estimate(state) - 1):
                if name in ("minimax", "expectiminimax") and depth > 5:
                    continue
                if guess(game.root()) < (game.handle.utility_bounds or (-1,))[0]:
                    continue
                solution = solve(game, name, limit=Limit(depth=depth, time=PATIENCE.time), evaluation=guess)
                assert solution.lower - 1e-12 <= value <= solution.upper + 1e-12, (text, depth)
                assert solution.lower <= solution.value <= solution.upper
                assert solution.status in ("exact", "limit")
                if solution.status == "limit":
                    assert solution.stats["stopped_by"] == "depth"


def test_a_win_inside_the_horizon_is_proven():
    game = dodona.game("connect_four(width=4, height=4).after(1, 2, 1, 2, 1, 3)")
    for name in NAMES:
        solution = solve(game, name, limit=Limit(depth=1), evaluation=lambda state: 0.5)
        assert (solution.value, solution.lower, solution.upper, solution.status) == (1, 1, 1, "exact")
        assert solution.principal_variation == ("1",)


def test_a_horizon_beyond_the_end_makes_no_difference():
    for text in BOARDS + DICE:
        game = dodona.game(text)
        value = dodona.solve(game, "negascout").value
        solution = solve(game, "negascout", limit=Limit(depth=100, time=PATIENCE.time), evaluation=estimate)
        assert (solution.value, solution.status) == (pytest.approx(value, abs=1e-12), "exact")


@pytest.mark.parametrize("depth", [float("inf"), 1e30, 2**70])
def test_a_depth_larger_than_any_game_is_no_limit(depth):
    game = dodona.game("tic_tac_toe.after(1, 5)")
    assert solve(game, "negascout", limit=Limit(depth=depth), evaluation=estimate).status == "exact"


def test_deepening_ends_where_the_game_is_solved():
    events = []
    game = dodona.game("tic_tac_toe.after(1, 5)")
    solution = dodona.solve(game, "negascout", evaluation=estimate, on_event=events.append)
    assert (solution.value, solution.status) == (0, "exact")
    phases = [event.phase for event in events]
    assert phases[:-1] == [f"depth {depth}" for depth in range(1, len(phases))]
    assert len(phases) - 1 == solution.stats["depth"] <= 8


@pytest.mark.parametrize("name", NAMES)
def test_a_search_stopped_by_a_limit_has_a_value_and_a_line(name):
    game = dodona.game("connect_four")
    solution = dodona.solve(game, name, limit=Limit(nodes=50_000), evaluation="game")
    assert solution.status == "limit"
    assert solution.stats["stopped_by"] == "nodes"
    assert solution.stats["depth"] >= 2
    assert solution.lower <= solution.value <= solution.upper
    state = game.root()
    assert solution.principal_variation
    for move in solution.principal_variation:
        state = state.play(move)


@pytest.mark.parametrize("scheme", [scheme for scheme in SCHEMES if scheme != "and_or"])
def test_a_scheme_stopped_by_a_limit_has_a_value_and_a_line(scheme):
    game = dodona.game("connect_four")
    options = {"evaluation": "game", "parallel": scheme, "threads": 1, "table": 1 << 20}
    solution = dodona.solve(game, "alphabeta", limit=Limit(nodes=50_000), **options)
    assert solution.status == "limit"
    assert solution.stats["depth"] >= 1
    assert solution.principal_variation


@pytest.mark.parametrize("name", PRUNED)
def test_a_compiled_evaluation_equals_the_callable(name):
    for text in ("connect_four(width=4, height=4)", "nim(heaps=[2, 3, 4])", "dice_race"):
        game = dodona.game(text)
        for depth in (1, 3, 4):
            limit = Limit(depth=depth)
            by_key = solve(game, name, limit=limit, evaluation=lambda state: estimate_of_key(state.key()))
            native = solve(game, name, limit=limit, evaluation=compiled)
            assert native.value == by_key.value
            assert native.principal_variation == by_key.principal_variation
            assert native.stats | {"seconds": 0} == by_key.stats | {"seconds": 0}


def test_anything_with_an_address_is_a_compiled_evaluation():
    class Cfunc:
        address = ctypes.cast(compiled, ctypes.c_void_p).value

    game = dodona.game("connect_four(width=4, height=4)")
    values = {solve(game, "alphabeta", limit=Limit(depth=3), evaluation=e).value for e in (compiled, Cfunc())}
    assert len(values) == 1


@pytest.mark.parametrize("text", ["connect_four(width=5, height=4)", "breakthrough(columns=4, rows=5)", "tic_tac_toe"])
def test_the_games_own_evaluation_is_used_where_it_has_one(text):
    game = dodona.game(text)
    if not game.handle.has_evaluation:
        with pytest.raises(dodona.DodonaError, match="no evaluation of its own"):
            solve(game, "alphabeta", evaluation="game")
        return
    low, high = game.handle.utility_bounds
    for depth in (1, 2, 3):
        values = {solve(game, name, limit=Limit(depth=depth)).value for name in NAMES}
        assert len(values) == 1
        assert low <= values.pop() <= high
    stats = solve(game, "alphabeta", limit=Limit(depth=3)).stats
    assert stats["evaluations"] > 0


class Rated(Retold):
    """Rules in Python with an evaluation and an order of moves of their own."""

    worst_first = False

    def evaluate(self, state):
        return estimate(state.state)

    def promise(self, state, move):
        return -float(move) if self.worst_first else float(move)


class WorstFirst(Rated):
    worst_first = True


def test_rules_in_python_may_evaluate_and_order():
    text = "connect_four(width=4, height=3, connect=3).after(1)"
    for depth in (1, 2, 4):
        value = limited(dodona.game(text).root(), depth, estimate)
        for name in NAMES:
            assert solve(Rated(text), name, limit=Limit(depth=depth)).value == value
    orders = {kind: solve(kind(text), "alphabeta", table=0, ordering=("domain",)) for kind in (Rated, WorstFirst)}
    assert {solution.value for solution in orders.values()} == {dodona.solve(dodona.game(text), "negascout").value}
    assert orders[Rated].stats["nodes"] != orders[WorstFirst].stats["nodes"]
    mirrored = solve(Retold(text), "alphabeta", table=0, ordering=("domain",))
    assert mirrored.stats["nodes"] == orders[WorstFirst].stats["nodes"]  # the order of the columns as they come


def test_a_python_evaluation_sees_what_the_rules_see():
    seen = set()

    def look(state):
        seen.add(type(state).__name__)
        return 0

    text = "connect_four(width=3, height=3, connect=3)"
    solve(Retold(text), "alphabeta", limit=Limit(depth=2), evaluation=look)
    solve(dodona.game(text), "alphabeta", limit=Limit(depth=2), evaluation=look)
    assert seen == {"Seen", "State"}
