"""Board, race and random perfect-information games against counts, theorems and an independent minimax."""

import functools

import pytest

import dodona


def reachable_by_ply(text, plies):
    """Number of distinct positions after 0, 1, 2, ... moves, told apart by their keys."""
    layer = {state.key(): state for state in [dodona.game(text).root()]}
    counts = []
    for _ in range(plies + 1):
        counts.append(len(layer))
        following = (state.play(index=i) for state in layer.values() for i in range(len(state.actions())))
        layer = {state.key(): state for state in following}
    return counts


def lines_by_ply(text, plies):
    """Number of sequences of moves of each length."""
    layer, counts = [dodona.game(text).root()], []
    for _ in range(plies + 1):
        counts.append(len(layer))
        layer = [state.play(index=i) for state in layer for i in range(len(state.actions()))]
    return counts


def minimax(text):
    """Player 0's value by plain recursion over positions, remembered by key where there is one."""

    def of(state):
        key = state.key()
        return remembered(key, state) if key is not None else plain(state)

    known = {}

    def remembered(key, state):
        if key not in known:
            known[key] = plain(state)
        return known[key]

    def plain(state):
        if state.is_terminal:
            return state.utility()[0]
        values = [of(state.play(index=i)) for i in range(len(state.actions()))]
        if state.turn == dodona.CHANCE:
            return sum(p * v for p, v in zip(state.probabilities(), values, strict=True))
        return max(values) if state.turn == 0 else min(values)

    return of(dodona.game(text).root())


def test_connect_four_positions_by_ply():
    """OEIS A212693: legal positions of the 7x6 game after n plies."""
    assert reachable_by_ply("connect_four", 5) == [1, 7, 49, 238, 1120, 4263]


def test_connect_four_lines_by_ply():
    """Seven columns are open until one is full, after six discs in it; nobody wins before the seventh disc."""
    assert lines_by_ply("connect_four", 4) == [7**n for n in range(5)]
    assert lines_by_ply("connect_four(width=3, height=2, connect=4)", 3) == [1, 3, 9, 27 - 3]


@pytest.mark.parametrize("connect", [2, 3])
@pytest.mark.parametrize("cells", ["1.1.2.2.3", "1.2.1.2.1", "1.2.2.3.3.1.3", "3.2.2.1.1.2.1"])
def test_connect_four_sees_lines_in_every_direction(connect, cells):
    """Against a search for lines cell by cell on the printed board."""
    state = dodona.game(f"connect_four(width=4, height=4, connect={connect})").root()
    for move in cells.split("."):
        if state.is_terminal:
            break
        state = state.play(move)
    board = str(state).split("/")
    steps = [(0, 1), (1, 0), (1, 1), (1, -1)]

    def cell(row, column):
        return board[row][column] if 0 <= row < 4 and 0 <= column < 4 else " "

    lines = {
        mark
        for row in range(4)
        for column in range(4)
        for down, right in steps
        for mark in "XO"
        if all(cell(row + i * down, column + i * right) == mark for i in range(connect))
    }
    assert state.is_terminal == bool(lines)
    if lines:
        assert state.utility()[0] == (1 if lines == {"X"} else -1)


@pytest.mark.parametrize(
    "text",
    [
        "connect_four(width=3, height=3, connect=3)",
        "connect_four(width=4, height=2, connect=3)",
        "connect_four(width=3, height=3, connect=2).after(1)",
        "breakthrough(columns=2, rows=4)",
        "breakthrough(columns=3, rows=4, pawn_rows=1)",
        "nim(heaps=[1, 2, 3])",
        "dice_race",
        "dice_race(length=3, faces=2, turns=3).after(roll, 2)",
        "random_tree(seed=3)",
        "random_tree(depth=3, branching=4, min_branching=1, chance=2, utility=edges, seed=5)",
    ],
)
@pytest.mark.parametrize("method", ["backward_induction", "negascout", "mtdf", None])
def test_induction_and_search_agree_with_plain_minimax(text, method):
    solution = dodona.solve(dodona.game(text), method, limit=dodona.Limit(time=60))
    assert solution.provenance.method in ("backward_induction", "negascout", "mtdf")
    assert solution.value == pytest.approx(minimax(text), abs=1e-12)
    assert solution.status == "exact"


def test_a_large_tree_is_searched_and_a_small_one_stored():
    small, large = dodona.game("connect_four(width=3, height=3, connect=3)"), dodona.game("connect_four")
    assert dodona.methods(small)[0] == "backward_induction"
    assert dodona.methods(large)[0] == "negascout"
    assert sorted(dodona.methods(small)) == sorted(dodona.methods(large))


@pytest.mark.parametrize("heaps", [[1], [1, 1], [1, 2], [2, 2], [1, 2, 3], [1, 2, 2], [3, 1, 1], [2, 3]])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_decided_by_the_exclusive_or_of_the_heaps(heaps, misere):
    """Bouton 1901: lost for the mover if the exclusive or is 0; in misère play with heaps of one it is the reverse."""
    balanced = functools.reduce(lambda a, b: a ^ b, heaps) == 0
    first_wins = balanced if misere and max(heaps) == 1 else not balanced
    assert dodona.solve(dodona.game("nim", heaps=heaps, misere=misere)).value == (1 if first_wins else -1)


@pytest.mark.parametrize(("sticks", "most"), [(4, 3), (5, 3), (8, 3), (6, 2), (7, 2)])
def test_one_heap_is_lost_on_multiples_of_the_most_plus_one(sticks, most):
    game = dodona.game("nim", heaps=[sticks], most=most)
    assert dodona.solve(game).value == (-1 if sticks % (most + 1) == 0 else 1)


def test_breakthrough_starts_with_the_known_number_of_moves():
    """On the usual board each of the eight front pawns has three moves, the two on the edge two: 22."""
    assert len(dodona.game("breakthrough").root().actions()) == 22


def test_a_pawn_captures_diagonally_but_not_straight_ahead():
    state = dodona.game("breakthrough(columns=3, rows=3, pawn_rows=1)").root()
    state = state.play("b1b2")
    assert "b3b2" not in state.actions()
    assert "a3b2" in state.actions()
    assert str(state.play("a3b2")) == ".OO/.O./X.X"


def test_leaves_of_a_random_tree_are_a_power():
    info = dodona.game("random_tree(depth=5, branching=3)").info()
    assert info.terminals == 3**5
    assert dodona.game("random_tree(depth=3, branching=2, chance=3)").info().terminals == (2 * 3) ** 3


def test_the_seed_decides_a_random_tree():
    values = {dodona.solve(dodona.game(f"random_tree(seed={seed})")).value for seed in range(10)}
    assert len(values) == 10
    assert dodona.solve(dodona.game("random_tree(seed=4)")).value in values
