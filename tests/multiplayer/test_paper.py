"""The figures and the table of Sturtevant's paper on leaf-value tables, its trap, and its Appendix A.

Leaves that the figures do not print are filled in so that they fit the text.
"""

import random

import pytest
from listed import Listed, is_leaf, max_n

import dodona
from dodona import _core

FIGURE_3 = (0, (1, (1, 3, 5), (6, 1, 2)), (1, (6, 2, 1), (3, 4, 2)), (1, (6, 3, 0), (1, 3, 5)))
FIGURE_4 = (0, (5, 4, 1), (1, (0, 6, 4), (9, 1, 0)))
FIGURE_6 = (0, (5, 4, 1), (1, (3, 3, 4), (2, (5, 2, 3), (9, 0, 1)), (7, 1, 2)))
PRUNINGS = ("none", "shallow", "branch_and_bound", "last_branch", "speculative")
#: Tricks taken by the players, who have bid 1, 1 and 2 of three.
TRICKS = [(a, b, 3 - a - b) for a in range(4) for b in range(4 - a)]
RANKS = {
    (0, 0, 3): (0, 0, 2),
    (0, 1, 2): (0, 2, 1),
    (0, 2, 1): (0, 4, 0),
    (0, 3, 0): (0, 3, 0),
    (1, 0, 2): (2, 0, 1),
    (1, 1, 1): (2, 2, 0),
    (1, 2, 0): (2, 1, 0),
    (2, 0, 1): (4, 0, 0),
    (2, 1, 0): (1, 2, 0),
    (3, 0, 0): (3, 0, 0),
}


def scores(tricks: tuple[int, ...], bids: tuple[int, ...] = (1, 1, 2)) -> tuple[int, ...]:
    """10 per trick bid, less overtricks, and 3 per opponent who missed her bid; nothing for a bid missed."""
    missed = [taken < bid for taken, bid in zip(tricks, bids, strict=True)]
    return tuple(
        0 if missed[p] else 10 * bids[p] - (tricks[p] - bids[p]) + 3 * sum(missed[q] for q in range(3) if q != p)
        for p in range(3)
    )


def solve(tree, **options):
    return dodona.solve(Listed(tree), "max_n", table=0, **options)


@pytest.mark.parametrize("pruning", PRUNINGS)
def test_figure_3_breaks_the_tie_to_the_left(pruning):
    solution = solve(FIGURE_3, pruning=pruning)
    assert solution.values == (6, 3, 0)
    assert solution.principal_variation == ("2", "0")
    assert solve(FIGURE_3, ties="last").values == (3, 4, 2)


def test_figure_4_is_pruned_by_the_parents_bound():
    for bound in ("linear", "leaf_values"):
        outcomes = [(5, 4, 1), (0, 6, 4), (9, 1, 0), (1, 9, 0)]
        solution = solve(FIGURE_4, pruning="shallow", bound=bound, outcomes=outcomes)
        assert (solution.values, solution.stats["nodes"], solution.stats["shallow_cuts"]) == ((5, 4, 1), 4, 1)
    assert solve(FIGURE_4, pruning="none").stats["nodes"] == 5


def test_figure_6_needs_the_bounds_of_three_players():
    nodes = {pruning: solve(FIGURE_6, pruning=pruning, bound="linear").stats["nodes"] for pruning in PRUNINGS}
    assert nodes == {"none": 8, "shallow": 8, "branch_and_bound": 8, "last_branch": 8, "speculative": 7}
    last = (0, (5, 4, 1), (1, (3, 3, 4), (2, (5, 2, 3), (9, 0, 1))))
    nodes = {pruning: solve(last, pruning=pruning, bound="linear").stats["nodes"] for pruning in PRUNINGS}
    assert nodes == {"none": 7, "shallow": 7, "branch_and_bound": 7, "last_branch": 6, "speculative": 6}
    assert {solve(last, pruning=pruning, bound="linear").values for pruning in PRUNINGS} == {(5, 4, 1)}


def test_table_1_ranks_the_outcomes():
    rows = [scores(tricks) for tricks in TRICKS]
    table = _core.leaf_values(3, [number for row in rows for number in row], _core.Decisions.full)
    assert len(table) == 10
    assert [tuple(row) for row in table.ranks()] == [RANKS[tricks] for tricks in TRICKS]


def test_figure_8_prunes_but_for_four_pairs_of_bounds():
    rows = [scores(tricks) for tricks in TRICKS]
    for decisions in (_core.Decisions.scan, _core.Decisions.on_demand, _core.Decisions.full):
        table = _core.leaf_values(3, [number for row in rows for number in row], decisions)
        open_pairs = {(a, b) for a in range(5) for b in range(5) if table.possible([a, b, -1])}
        assert open_pairs == {(0, 0), (0, 1), (1, 0), (1, 1)}
    # Player 2 has taken a trick already: the largest score is 13 of player 1, and 23 of player 3.
    assert not table.possible([2, -1, -1], [13, 15, 23])
    assert table.possible([1, -1, -1], [13, 15, 23])


def test_a_node_is_cut_only_if_its_best_so_far_would_not_be_taken():
    """Figure 9 taken literally would hand up (13, 13, 0), which the root would take."""
    tree = (0, scores((2, 1, 0)), (1, scores((1, 1, 1)), scores((0, 3, 0))))
    outcomes = [scores(tricks) for tricks in TRICKS]
    for pruning in PRUNINGS:
        solution = solve(tree, pruning=pruning, outcomes=outcomes)
        assert solution.values == scores((2, 1, 0)) == (12, 13, 0)
        assert solution.principal_variation == ("0",)


def changed(node, change):
    """The tree with another vector at every leaf."""
    return change(node) if is_leaf(node) else (node[0], *(changed(child, change) for child in node[1:]))


def random_listed(draw: random.Random, depth: int, turn: int = 0):
    """A random tree of three players."""
    if depth == 0:
        return tuple(draw.randrange(4) for _ in range(3))
    return (turn, *(random_listed(draw, depth - 1, (turn + 1) % 3) for _ in range(draw.randint(2, 3))))


@pytest.mark.parametrize("pruning", PRUNINGS[1:])
def test_affine_changes_and_dummy_players_change_no_decision(pruning):
    draw = random.Random(5)
    fewer = 0
    for _ in range(25):
        tree = random_listed(draw, 6)
        plain = dodona.solve(Listed(tree), "max_n", pruning=pruning, table=0)
        stretched = dodona.solve(
            Listed(changed(tree, lambda u: (u[0], 3 * u[1] - 7, u[2]))), "max_n", pruning=pruning, table=0
        )
        dummy = changed(tree, lambda u: (*u, draw.randrange(10)))
        watched = dodona.solve(Listed(dummy, players=4), "max_n", pruning=pruning, table=0)
        completed = changed(tree, lambda u: (*u, 12 - sum(u)))
        summed = dodona.solve(Listed(completed, players=4), "max_n", pruning=pruning, table=0)
        for other in (stretched, watched, summed):
            assert other.principal_variation == plain.principal_variation
            assert other.stats["nodes"] == plain.stats["nodes"]
        assert plain.values == max_n(tree)[0]
        fewer += plain.stats["nodes"] < dodona.solve(Listed(tree), "max_n", pruning="none", table=0).stats["nodes"]
    assert fewer > 20
