"""Limits end a search with bounds that hold; best moves keep the value; very long games are refused, not crashed."""

import signal
import threading
from contextlib import contextmanager

import pytest
from search_games import NAMES, PATIENCE, PRUNED, Chain, Retold, solve, tree

import dodona
from dodona import DodonaError, IllegalMoveError, Limit, UnsupportedGameError
from dodona.perfect.search import SCHEMES
from positions import positions
from processes import run_python

BOARDS = ["connect_four(width=4, height=4)", "tic_tac_toe", "breakthrough(columns=3, rows=4, pawn_rows=1)", "dice_race"]
#: By one search, and by every scheme on one thread.
WAYS = [{}, *({"parallel": scheme, "threads": 1} for scheme in SCHEMES)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", BOARDS)
def test_a_limit_of_nodes_leaves_bounds_that_enclose_the_value(text, name):
    game = dodona.game(text)
    value = dodona.solve(game, "negascout").value
    statuses = set()
    for nodes in (0, 1, 2, 10, 100, 300, 1000, 3000, 10**9 if name in PRUNED else 5000):
        solution = dodona.solve(game, name, limit=Limit(nodes=nodes, time=PATIENCE.time))
        assert solution.lower - 1e-12 <= value <= solution.upper + 1e-12, nodes
        assert solution.lower <= solution.value <= solution.upper
        assert solution.status in ("limit", "exact")
        if solution.status == "limit":
            assert solution.stats["stopped_by"] == "nodes"
            assert solution.stats["nodes"] <= nodes + 1
        statuses.add(solution.status)
    assert "limit" in statuses
    assert ("exact" in statuses) == (name in PRUNED)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("parallel", "serial"))
def test_limits_hold_in_every_scheme(way):
    game = dodona.game("connect_four(width=6, height=5)")
    for limit in (Limit(nodes=20_000), Limit(time=0.05)):
        solution = dodona.solve(game, "alphabeta", limit=limit, table=1 << 16, **way)
        assert solution.status == "limit"
        assert solution.stats["stopped_by"] == ("nodes" if limit.nodes else "time")
        assert solution.lower <= solution.upper
        assert solution.stats["nodes"] < 10**8


def test_a_broken_off_search_proves_what_it_has_seen():
    """The moves of the root that are finished: the further it came, the tighter the bound."""
    game = dodona.game("random_tree(depth=6, branching=4, utility=uniform, seed=5)")
    value = dodona.solve(game, "backward_induction").value
    lowers = []
    for nodes in range(0, 3000, 50):
        solution = dodona.solve(game, "alphabeta", limit=Limit(nodes=nodes), table=0, ordering=())
        assert solution.lower <= value <= solution.upper
        lowers.append(solution.lower)
    assert lowers == sorted(lowers)
    assert len(set(lowers)) > 2


@contextmanager
def interrupt_of_a_search():
    """Ctrl-C a moment after a search has taken over the signal."""
    usual, over = signal.getsignal(signal.SIGINT), threading.Event()

    def interrupt():
        while signal.getsignal(signal.SIGINT) is usual:
            if over.wait(0.01):
                return
        if not over.wait(0.05):
            signal.raise_signal(signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.parametrize("name", NAMES)
def test_ctrl_c_during_a_search_ends_in_a_status(name):
    before = signal.getsignal(signal.SIGINT)
    with interrupt_of_a_search():
        solution = dodona.solve(dodona.game("connect_four"), name, limit=PATIENCE)
    assert solution.status == "cancelled"
    assert (solution.lower, solution.upper) == (-1, 1)
    assert signal.getsignal(signal.SIGINT) is before


@pytest.mark.parametrize("scheme", SCHEMES)
def test_ctrl_c_reaches_every_scheme(scheme):
    options = {"parallel": scheme, "threads": 1, "table": 1 << 16, "limit": PATIENCE}
    with interrupt_of_a_search():
        solution = dodona.solve(dodona.game("connect_four"), "alphabeta", **options)
    assert solution.status == "cancelled"
    assert solution.lower <= solution.upper


def test_ctrl_c_during_deepening_keeps_the_last_line():
    events = []

    def interrupt(event):
        events.append(event)
        if event.phase == "depth 4":
            signal.raise_signal(signal.SIGINT)

    game = dodona.game("connect_four")
    solution = dodona.solve(game, "negascout", evaluation="game", on_event=interrupt, limit=PATIENCE)
    assert solution.status == "cancelled"
    assert solution.stats["depth"] >= 4
    assert solution.principal_variation


def test_searching_works_outside_the_main_thread():
    values = []

    def work():
        for text in BOARDS:
            values.append(dodona.solve(dodona.game(text), "negascout").value)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert values == [dodona.solve(dodona.game(text), "negascout").value for text in BOARDS]


def values_of(game):
    """Player 0's value at every position, by history."""
    found = {}
    for position in reversed(list(positions(game))):
        state = position.state
        if state.is_terminal:
            found[position.history] = state.utility()[0]
            continue
        children = [found[(*position.history, move)] for move in position.moves()]
        if state.turn == dodona.CHANCE:
            found[position.history] = sum(p * v for p, v in zip(state.probabilities(), children, strict=True))
        else:
            found[position.history] = max(children) if state.turn == 0 else min(children)
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "game",
    [
        dodona.game("tic_tac_toe.after(1, 5, 9, 2)"),
        dodona.game("connect_four(width=3, height=2, connect=3)"),
        dodona.game("nim(heaps=[2, 2], misere=true)"),
        dodona.game("dice_race(turns=2)"),
        dodona.game("oshi_zumo(coins=3, size=1).serialized(first=0)"),
        Retold("nim(heaps=[1, 2])"),
        tree(4),
        tree(3, 2),
    ],
    ids=str,
)
def test_the_best_move_at_every_position_keeps_the_value(game, name):
    player = solve(game, name).player()
    values = values_of(game)
    for position in positions(game):
        state = position.state
        if state.turn < 0:
            with pytest.raises(DodonaError, match="nobody is to decide"):
                player.best_move(state)
            continue
        move = state.actions().index(player.best_move(state))
        assert values[(*position.history, move)] == pytest.approx(values[position.history], abs=1e-12)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.get("parallel", "serial"))
def test_the_best_move_within_a_depth_wins_at_once_where_it_can(way):
    game = dodona.game("connect_four")
    solution = dodona.solve(game, "alphabeta", limit=Limit(depth=3), table=1 << 16, **way)
    state = game.after("2", "7", "2", "7", "2").root()
    assert solution.player().best_move(state) == "2"  # or else player 0 connects four
    assert solution.player().best_move(state.play("7")) == "2"


@pytest.mark.parametrize("name", ["alphabeta", "negascout"])
@pytest.mark.parametrize("scheme", [None, "unsynchronised"])
def test_the_best_move_within_a_limit_is_one_that_was_searched(name, scheme):
    game = dodona.game("connect_four")
    state = game.after("2", "7", "2", "7", "2").root()
    options = {"parallel": scheme, "threads": 1} if scheme else {}
    solution = dodona.solve(game, name, limit=Limit(nodes=50_000), evaluation="game", **options)
    assert solution.player().best_move(state) == "2"


@pytest.mark.parametrize("other", ["tic_tac_toe", "connect_four(width=4, height=4)", "connect_four"])
def test_a_position_of_another_game_has_no_best_move(other):
    solution = dodona.solve(dodona.game("connect_four(width=5, height=4)"), "negascout")
    with pytest.raises(IllegalMoveError, match="another game"):
        solution.player().best_move(dodona.game(other).root())


LONG = """
import sys, dodona
from search_games import Chain, NAMES
from dodona.perfect.search import SCHEMES

ways = [(name, {}) for name in NAMES]
ways += [("negascout", {"parallel": s, "split_plies": p, "threads": 1}) for s in SCHEMES for p in (0, 1000)]
for name, options in ways:
    try:
        print(name, options, dodona.solve(Chain(6000), name, **options))
    except dodona.UnsupportedGameError as error:
        assert "longer than 4000 moves" in str(error), error
"""


def test_games_longer_than_a_search_goes_are_refused():
    """In a process of its own: a stack that overflows ends it."""
    assert run_python(LONG) == (0, "", "")


def test_long_games_can_be_looked_into():
    with pytest.raises(UnsupportedGameError, match=r"longer than 4000 moves.*depth limit.*backward_induction"):
        dodona.solve(Chain(6000), "negascout")
    limited = dodona.solve(
        Chain(6000), "negascout", limit=Limit(depth=100), evaluation=lambda state: 0, deepening=False
    )
    assert (limited.value, limited.lower, limited.upper, limited.status) == (0, -1, 1, "limit")
    assert dodona.solve(Chain(6000), "backward_induction").value == 1
    assert dodona.solve(Chain(6000)).value == 1
    for name in NAMES:
        assert solve(Chain(3000), name).value == 1
