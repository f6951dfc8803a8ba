"""The transposition table: bounded, exact, shared where that is right and refused where it is not."""

import pytest
from search_games import PRUNED, Retold, settings_of, solve, tree

import dodona
from dodona import DodonaError, Limit, SolverError

BOARD = "connect_four(width=4, height=4)"


@pytest.mark.parametrize("size", [1, 1000, 4096, 100_000, 1 << 20])
def test_a_table_keeps_to_its_size(size):
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, size)
    assert len(table) == 0
    slot = table.memory // table.capacity
    assert table.memory <= max(size, 4 * slot)
    assert table.key_bytes >= len(game.root().key())
    solution = solve(game, "negascout", table=table)
    assert solution.value == 0
    assert 0 < len(table) <= table.capacity
    assert table.memory == table.capacity * slot


def test_a_table_is_emptied_on_request():
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 16)
    first = solve(game, "alphabeta", table=table)
    table.clear()
    assert len(table) == 0
    assert solve(game, "alphabeta", table=table).stats["nodes"] == first.stats["nodes"]


@pytest.mark.parametrize("replacement", ["effort", "always"])
@pytest.mark.parametrize("name", PRUNED)
def test_tiny_tables_forget_and_stay_right(name, replacement):
    for seed in range(20):
        for chance in (0, 2):
            game = tree(seed, chance)
            value = dodona.solve(game, "backward_induction").value
            for size in (1, 300, 2000):
                found = solve(game, name, table=size, replacement=replacement).value
                assert found == pytest.approx(value, abs=1e-12 if chance else 0)
    game = dodona.game("connect_four(width=4, height=3, connect=3)")
    for size in (1, 1000):
        assert solve(game, name, table=size, replacement=replacement).value == 1


@pytest.mark.parametrize("replacement", ["effort", "always"])
def test_a_larger_table_saves_work(replacement):
    game = dodona.game(BOARD)
    nodes = [
        solve(game, "alphabeta", table=size, replacement=replacement, ordering=()).stats["nodes"]
        for size in (1 << 12, 1 << 15, 1 << 20)
    ]
    assert nodes[0] > nodes[1] > nodes[2]


def test_replacement_policies_keep_different_entries():
    game = dodona.game(BOARD)
    nodes = {solve(game, "alphabeta", table=1 << 12, replacement=how).stats["nodes"] for how in ("effort", "always")}
    assert len(nodes) == 2


def test_searches_of_positions_share_what_they_know():
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 22)
    assert solve(game, "mtdf", table=table).value == 0
    for moves in [(), ("1",), ("2", "1"), ("1", "1", "2"), ("4", "3", "2", "1")]:
        view = game.after(*moves)
        fresh = dodona.solve(view, "negascout")
        for name in PRUNED:
            solution = solve(view, name, table=table)
            assert solution.stats["table_hits"] > 0
            assert (solution.value, solution.status) == (fresh.value, "exact")
            assert solution.stats["nodes"] < fresh.stats["nodes"]


def test_every_search_leaves_entries_that_every_other_may_use():
    game = dodona.game("dice_race(turns=3)")
    value = dodona.solve(game, "backward_induction").value
    table = dodona.transposition_table(game, 1 << 20)
    for name in (*PRUNED, *PRUNED):
        for options in settings_of(name, tables=(table,)):
            assert solve(game, name, **options).value == pytest.approx(value, abs=1e-12)


def test_threads_share_a_table():
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 18)
    assert solve(game, "negascout", table=table, parallel="abdada", threads=3).value == 0
    filled = len(table)
    assert 0 < filled <= table.capacity
    again = solve(game.after("1"), "negascout", table=table, parallel="abdada", threads=2)
    assert again.value == dodona.solve(game.after("1"), "negascout").value
    assert again.stats["table_hits"] > 0


def test_a_table_that_knows_the_value_still_leaves_a_move_to_play():
    """Iterative deepening then ends at depth 1, where nothing but the table has seen the end of the game."""
    game = dodona.game("connect_four(width=5, height=4)").after("1")
    table = dodona.transposition_table(game, 1 << 24)
    position, value = game, dodona.solve(game, "negascout", table=table, evaluation="game").value
    while position.root().turn >= 0:
        for name in ("negascout", "alphabeta", "mtdf"):
            solution = dodona.solve(position, name, table=table, evaluation="game")
            assert (solution.value, solution.status) == (value, "exact")
            assert solution.principal_variation
        position = position.after(solution.principal_variation[0])
    assert position.root().utility()[0] == value


def test_equal_games_share_a_table():
    table = dodona.transposition_table(dodona.game(BOARD), 1 << 18)
    first = solve(dodona.game(BOARD), "alphabeta", table=table)
    again = solve(dodona.game(BOARD), "alphabeta", table=table)
    assert again.value == first.value
    assert again.stats["nodes"] < first.stats["nodes"]


@pytest.mark.parametrize("other", ["connect_four(width=4, height=3)", "tic_tac_toe"])
def test_a_table_of_another_game_is_refused(other):
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 16)
    solve(game, "alphabeta", table=table)
    with pytest.raises(SolverError, match="another game"):
        solve(dodona.game(other), "alphabeta", table=table)
    assert solve(game, "alphabeta", table=table).stats["table_hits"] > 0


def test_another_evaluation_empties_the_table():
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 20)
    limit = Limit(depth=4)
    values = []
    for estimate in (0.25, -0.25, 0.5):
        options = {"evaluation": lambda state, estimate=estimate: estimate, "limit": limit}
        values.append(dodona.solve(game, "alphabeta", table=table, **options).value)
    assert values == [0.25, -0.25, 0.5]
    assert dodona.solve(game, "alphabeta", table=table, limit=limit).value == pytest.approx(
        dodona.solve(game, "alphabeta", table=0, limit=limit).value
    )
    assert dodona.solve(game, "alphabeta", table=table).value == 0


def test_entries_of_a_depth_serve_no_other_depth():
    game = dodona.game(BOARD)
    table = dodona.transposition_table(game, 1 << 20)
    for depth in (6, 2, 5, 1, 3):
        limit = Limit(depth=depth)
        for name in ("alphabeta", "negascout", "mtdf"):
            shared = dodona.solve(game, name, table=table, limit=limit, deepening=False)
            alone = dodona.solve(game, "minimax", limit=limit, deepening=False)
            assert shared.value == alone.value
            assert shared.lower <= 0 <= shared.upper


def test_a_table_serves_positions_of_rules_in_python():
    game = Retold("connect_four(width=3, height=3, connect=3)")
    start = game.after("1")
    table = dodona.transposition_table(start, 1 << 18)
    assert solve(start, "alphabeta", table=table).stats["nodes"] > 1
    again = solve(start, "negascout", table=table)
    assert again.stats["table_hits"] > 0
    assert again.value == dodona.solve(start, "backward_induction").value


@pytest.mark.parametrize("size", [-1, 1.5, "large", True, float("nan")])
def test_a_size_is_a_number_of_bytes(size):
    with pytest.raises(DodonaError, match="number of bytes"):
        solve(dodona.game(BOARD), "alphabeta", table=size)


def test_a_table_larger_than_memory_is_refused():
    game = dodona.game(BOARD)
    for limit in (Limit(), Limit(memory=1 << 20)):
        with pytest.raises(DodonaError, match="larger than the memory"):
            dodona.solve(game, "alphabeta", table=1 << 60, limit=limit)
    with pytest.raises(DodonaError, match="larger than the memory"):
        dodona.solve(game, "alphabeta", table=1 << 21, limit=Limit(memory=1 << 20))
    with pytest.raises(DodonaError, match="larger than the memory"):
        dodona.transposition_table(game, 1 << 60)


@pytest.mark.parametrize("memory", [0, 1000, 1 << 16])
def test_the_default_table_keeps_to_the_limit_of_memory(memory):
    assert dodona.solve(dodona.game(BOARD), "alphabeta", limit=Limit(memory=memory)).value == 0


def test_replacement_is_one_of_two():
    with pytest.raises(DodonaError, match="replacement is one of effort, always"):
        solve(dodona.game(BOARD), "alphabeta", replacement="oldest")
    with pytest.raises(DodonaError, match="replacement"):
        dodona.transposition_table(dodona.game(BOARD), 1 << 16, "oldest")
