"""What a search visits is known: minimal trees, and counts on fixed positions that change only for a reason."""

import pytest
from search_games import PRUNED, BestFirst, Recorded, solve

import dodona

COUNTED = ("nodes", "leaves", "cutoffs")
PLAIN = {"table": 0, "ordering": ()}

#: nodes, leaves and cut-offs, without and with the default table and ordering.
PINNED = {
    "tic_tac_toe": {
        "alphabeta": ((18_297, 7_330, 8_180), (1_863, 479, 644)),
        "negascout": ((18_016, 7_190, 8_320), (1_813, 449, 692)),
        "scout": ((18_026, 7_194, 8_321), (1_752, 429, 666)),
        "aspiration": ((16_811, 6_740, 7_795), (1_635, 418, 640)),
        "mtdf": ((17_125, 6_860, 7_974), (1_818, 440, 700)),
        "sss_star": ((18_975, 7_525, 8_666), (2_158, 490, 764)),
        "dual_star": ((17_545, 7_017, 8_155), (1_956, 454, 739)),
    },
    "connect_four(width=4, height=3, connect=3)": {
        "alphabeta": ((1_097, 395, 463), (854, 252, 305)),
        "negascout": ((1_509, 521, 672), (947, 278, 364)),
        "scout": ((1_536, 532, 679), (844, 243, 315)),
        "aspiration": ((1_550, 542, 702), (817, 237, 317)),
        "mtdf": ((1_312, 466, 595), (846, 239, 340)),
        "sss_star": ((978, 350, 431), (848, 251, 344)),
        "dual_star": ((1_478, 522, 671), (1_016, 278, 395)),
    },
    "breakthrough(columns=3, rows=4, pawn_rows=1)": {
        "alphabeta": ((7_178, 3_367, 2_857), (1_339, 392, 481)),
        "negascout": ((4_542, 1_911, 2_123), (1_041, 264, 414)),
        "scout": ((4_542, 1_911, 2_123), (1_068, 284, 411)),
        "aspiration": ((7_846, 3_235, 3_777), (1_056, 267, 420)),
        "mtdf": ((4_550, 1_910, 2_133), (1_056, 267, 420)),
        "sss_star": ((4_550, 1_910, 2_133), (1_053, 261, 421)),
        "dual_star": ((7_558, 3_476, 3_082), (1_528, 459, 558)),
    },
    "random_tree(depth=6, branching=4, utility=uniform, seed=1)": {
        "alphabeta": ((1_157, 749, 253), (1_601, 1_029, 363)),
        "negascout": ((1_080, 692, 260), (1_125, 692, 294)),
        "scout": ((1_085, 697, 259), (1_134, 702, 283)),
        "aspiration": ((1_391, 891, 318), (1_435, 910, 323)),
        "mtdf": ((4_188, 2_601, 1_002), (1_309, 667, 332)),
        "sss_star": ((23_040, 12_344, 8_324), (2_481, 837, 586)),
        "dual_star": ((4_188, 2_601, 1_002), (1_309, 667, 332)),
    },
    "random_tree(depth=3, branching=3, chance=3, utility=uniform, seed=1)": {
        "alphabeta": ((950, 618, 62), (962, 626, 69)),
        "negascout": ((1_681, 1_182, 109), (1_203, 774, 121)),
        "scout": ((1_409, 949, 96), (1_398, 894, 112)),
        "aspiration": ((1_366, 888, 95), (952, 607, 77)),
        "mtdf": ((35_841, 23_153, 2_930), (2_620, 704, 710)),
        "sss_star": ((50_235, 32_450, 4_040), (3_528, 668, 1_123)),
        "dual_star": ((48_989, 31_501, 4_317), (4_312, 812, 1_428)),
    },
}


def counts(solution):
    return tuple(solution.stats[name] for name in COUNTED)


@pytest.mark.parametrize("depth", range(1, 7))
@pytest.mark.parametrize("width", [2, 3, 4])
def test_alphabeta_visits_the_minimal_tree_where_the_best_move_comes_first(width, depth):
    """Knuth and Moore 1975: w^ceil(d/2) + w^floor(d/2) - 1 leaves; those who test instead need no more."""
    game = BestFirst(width, depth)
    minimal = width ** ((depth + 1) // 2) + width ** (depth // 2) - 1
    for name in ("alphabeta", "negamax", "negascout", "scout"):
        solution = solve(game, name, **PLAIN)
        assert solution.value == 0
        assert solution.stats["researches"] == 0
        if name != "scout":
            assert solution.stats["leaves"] == minimal
        assert solution.principal_variation == ("0",) * depth
    assert solve(game, "sss_star", table=0, ordering=()).value == 0


@pytest.mark.parametrize(("width", "depth"), [(2, 1), (2, 6), (3, 4), (4, 5)])
def test_minimax_visits_everything(width, depth):
    for name in ("minimax", "expectiminimax"):
        stats = solve(BestFirst(width, depth), name).stats
        assert stats["leaves"] == width**depth
        assert stats["nodes"] == (width ** (depth + 1) - 1) // (width - 1)
        assert stats["cutoffs"] == 0


@pytest.mark.parametrize("width", [2, 3])
@pytest.mark.parametrize("depth", [2, 3, 4])
def test_leaves_differ_where_the_best_move_comes_first(width, depth):
    game = BestFirst(width, depth)
    values = game.tree().terminal_utility[:, 0]
    assert len(set(values)) == width**depth
    assert dodona.solve(game, "backward_induction").value == values[0]


def test_minimax_goes_through_all_of_tic_tac_toe():
    """549,946 nodes and 255,168 games: the well-known counts of the tree without symmetry."""
    for name in ("minimax", "expectiminimax"):
        stats = solve(dodona.game("tic_tac_toe"), name).stats
        assert (stats["nodes"], stats["leaves"]) == (549_946, 255_168)


@pytest.mark.parametrize(
    ("text", "name"), [pytest.param(text, name, id=f"{name}-{text}") for text in PINNED for name in PINNED[text]]
)
def test_counts_are_the_pinned_ones(text, name):
    game = dodona.game(text)
    assert (counts(solve(game, name, **PLAIN)), counts(solve(game, name))) == PINNED[text][name]


@pytest.mark.parametrize("text", PINNED)
def test_ways_to_write_alphabeta_visit_the_same(text):
    game = dodona.game(text)
    for options in ({}, PLAIN):
        assert counts(solve(game, "negamax", **options)) == counts(solve(game, "alphabeta", **options))


@pytest.mark.parametrize("name", PRUNED)
def test_the_table_saves_most_of_the_work(name):
    game = dodona.game("tic_tac_toe")
    assert solve(game, name, ordering=()).stats["nodes"] < solve(game, name, **PLAIN).stats["nodes"] / 3


@pytest.mark.parametrize("name", ["negascout", "mtdf"])
@pytest.mark.parametrize("text", [text for text in PINNED if "chance" not in text])
def test_with_memory_no_more_positions_are_expanded_than_by_alphabeta(text, name):
    """Plaat et al. 1996; counted where the rules are asked for moves, so that no position counts twice.

    Without ordering by experience, which depends on what was visited before.
    """
    expanded = {}
    for search in ("alphabeta", name):
        game = Recorded(text)
        solve(game, search, ordering=("table",))
        expanded[search] = len(game.expanded)
    assert 0 < expanded[name] <= expanded["alphabeta"]


def test_a_search_counts_every_node_it_enters():
    asked = []

    class Asked(BestFirst):
        def actions(self, state, player):
            asked.append(state)
            return super().actions(state, player)

    stats = solve(Asked(3, 4), "minimax").stats
    assert len(set(asked)) == stats["nodes"] - stats["leaves"]
