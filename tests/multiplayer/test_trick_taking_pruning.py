"""Every pruning rule finds what full max^n finds, on hundreds of small deals with every way to score."""

import pytest

import dodona

SCORINGS = ["mt", "momb", "mot", "smot", "table1", "wl", "oh", "points"]
PRUNINGS = ["shallow", "branch_and_bound", "last_branch", "speculative"]


def answer(game, **options):
    """Values and first move, and how many nodes it took."""
    solution = dodona.solve(game, "max_n", **options)
    assert solution.status == "exact"
    return (solution.values, solution.principal_variation[:1]), solution.stats["nodes"]


def require_agreement(text, table):
    game = dodona.game(text)
    full, nodes = answer(game, pruning="none", table=0)
    assert full[0] == dodona.solve(game, "backward_induction").values
    counts = {}
    for pruning in PRUNINGS:
        for bound in ("linear", "leaf_values"):
            pruned, counts[pruning, bound] = answer(game, pruning=pruning, bound=bound, table=table)
            assert pruned == full, (text, pruning, bound, table)
        assert counts[pruning, "leaf_values"] <= counts[pruning, "linear"]
        assert counts[pruning, "linear"] <= nodes
    return nodes, counts


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("bids", ["honours", "balanced", "equal"])
def test_pruning_changes_nothing_in_three_player_spades(scoring, bids):
    saved = 0
    for seed in range(10):
        text = f"spades(players=3, cards=4, seed={seed}, scoring={scoring}, bids={bids}, suits={2 + seed % 3})"
        nodes, counts = require_agreement(text, table=0)
        saved += nodes - counts["speculative", "leaf_values"]
    assert saved > 0


@pytest.mark.parametrize("scoring", SCORINGS)
def test_pruning_changes_nothing_with_a_table(scoring):
    """With a table counts may go either way; what is found may not."""
    for seed in range(20, 30):
        game = dodona.game("spades", players=3, cards=5, seed=seed, scoring=scoring, bids="equal")
        full = answer(game, pruning="none", table=0)[0]
        for pruning in ("none", *PRUNINGS):
            for bound in ("linear", "leaf_values"):
                assert answer(game, pruning=pruning, bound=bound)[0] == full


@pytest.mark.parametrize("scoring", ["mot", "table1", "oh", "points"])
@pytest.mark.parametrize(("players", "cards"), [(2, 6), (4, 3)])
def test_pruning_changes_nothing_with_two_and_four_players(scoring, players, cards):
    for seed in range(8):
        text = f"spades(players={players}, cards={cards}, seed={seed}, scoring={scoring}, bids=balanced, suits=3)"
        require_agreement(text, table=0)


@pytest.mark.parametrize("seed", range(12))
def test_pruning_changes_nothing_in_hearts_and_oh_hell(seed):
    require_agreement(f"hearts(players=3, cards=4, seed={seed}, suits=3, moon={str(seed % 2 == 0).lower()})", table=0)
    require_agreement(f"oh_hell(players=3, cards=4, seed={seed}, scoring={['oh', 'exact'][seed % 2]})", table=0)


@pytest.mark.parametrize("seed", range(10))
def test_equivalent_cards_may_be_merged_without_a_change_of_values(seed):
    merged, apart = (
        dodona.game("spades", players=3, cards=5, seed=seed, scoring="table1", bids="equal", merge=merge)
        for merge in (True, False)
    )
    (values, _), nodes = answer(merged)
    (same, _), more = answer(apart)
    assert values == same
    assert nodes <= more


def test_partners_and_paper_scores_are_searched_as_two_players():
    game = dodona.game("spades(players=4, cards=4, seed=3, partners=true, scoring=points, bids=balanced)")
    assert answer(game)[0] == answer(game, pruning="none")[0]


def test_nodes_of_a_deal_stay_as_they_are():
    """Pinned: a change of the search or of the rules shows here."""
    deal = "spades(players=3, cards=6, seed=1, scoring={}, bids=equal)"
    counts = {
        scoring: [
            answer(dodona.game(deal.format(scoring)), pruning=pruning, bound=bound)[1]
            for pruning, bound in (("none", None), ("speculative", "linear"), ("speculative", "leaf_values"))
        ]
        for scoring in ("mt", "mot", "wl", "oh")
    }
    assert counts == {
        "mt": [3712, 2151, 763],
        "mot": [3712, 1627, 1500],
        "wl": [3712, 173, 147],
        "oh": [3712, 1651, 1614],
    }
