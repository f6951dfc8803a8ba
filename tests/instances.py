"""Instances of every built-in game that the sweeps run over, small enough to be walked in Python."""

#: At least three per domain. Domains without parameters are swept through positions and views of them.
INSTANCES: dict[str, list[str]] = {
    "battle_of_the_sexes": [
        "battle_of_the_sexes",
        "battle_of_the_sexes.extensive()",
        "battle_of_the_sexes.serialized(first=1)",
    ],
    "blotto": ["blotto(soldiers=3, fields=2)", "blotto", "blotto(soldiers=2, fields=3).serialized(first=0)"],
    "border_patrol": [
        "border_patrol(depth=2)",
        "border_patrol(graph=G3, depth=2, slow=false, p2_nodes=[11, 12])",
        'border_patrol(graph=G2, depth=3, evader_may_stay=true).after("5 slow", "4+11")',
        'border_patrol(graph="a>b a>c b-b b-c c>d p>b p>c p-p q>c q>b", depth=3, p1_nodes=[b, c], p2_nodes=[c, b], '
        "evader=a, goal=d, units=[p, q])",
        'border_patrol(graph=four_rows, depth=2).after(4, "5+12")',
    ],
    "breakthrough": [
        "breakthrough(columns=2, rows=4)",
        "breakthrough(columns=3, rows=3, pawn_rows=1)",
        "breakthrough(columns=2, rows=5, pawn_rows=1).after(a1a2)",
    ],
    "chicken": ["chicken", "chicken.extensive()", "chicken.serialized(first=0)"],
    "chinese_checkers": [
        "chinese_checkers(radius=1, pieces=1, turns=4)",
        "chinese_checkers(players=2, radius=1, pieces=1, turns=6)",
        "chinese_checkers(radius=2, pieces=1, turns=3).after(e3d3)",
    ],
    "connect_four": [
        "connect_four(width=3, height=2, connect=3)",
        "connect_four(width=2, height=3, connect=2)",
        "connect_four(width=3, height=3, connect=3).after(2, 2)",
        "connect_four(width=1, height=4, connect=2)",
    ],
    "dice_race": ["dice_race(turns=2)", "dice_race(length=2, faces=2, turns=2)", "dice_race(turns=3).after(roll, 3)"],
    "goofspiel": [
        "goofspiel(cards=1)",
        "goofspiel(cards=1, last_card=automatic)",
        "goofspiel(cards=2, order=ascending, lowest=0)",
        "goofspiel(cards=3)",
        "goofspiel(cards=3, order=shuffled, seed=4)",
        "goofspiel(cards=3, order=random, utility=points)",
        "goofspiel(cards=3, order=random, information=outcome, last_card=automatic)",
        "goofspiel(cards=3, order=[2, 3, 1], information=outcome, utility=points)",
        "goofspiel(cards=4, information=outcome, last_card=automatic)",
        "goofspiel(cards=3, order=random).serialized(first=1)",
        "goofspiel(cards=4).after((1, 3))",
    ],
    "hearts": [
        "hearts(players=3, cards=3, seed=13)",
        "hearts(players=2, cards=4, seed=1, suits=2, ranks=6, opening=any, leader=1)",
        "hearts(players=4, cards=2, seed=7, suits=3, ranks=4, moon=false)",
        'hearts(players=3, cards=3, hands=["SQ SK H2", "SJ C4 H3", "C2 SA H9"], breaking=false, clean_start=false)',
        "hearts(players=3, cards=4, seed=2, suits=2, ranks=7, merge=false).after(H8)",
    ],
    "kuhn": ["kuhn", "kuhn(cards=2)", "kuhn(cards=5)", "kuhn.after(J)"],
    "leduc": ["leduc", "leduc(deal=card).after(Ja)", "leduc.after(Q, Q, check)"],
    "liars_dice": [
        "liars_dice(faces=2)",
        "liars_dice(faces=3)",
        "liars_dice(faces=3, wild=false)",
        "liars_dice(dice=2, faces=2)",
        "liars_dice(faces=4).after(2)",
    ],
    "matching_pennies": [
        "matching_pennies",
        "matching_pennies.extensive()",
        "matching_pennies.serialized(first=0)",
        "matching_pennies.serialized(first=1)",
    ],
    "matrix": [
        "matrix(a=[[3, 1], [0, 2]])",
        "matrix(a=[[0.25, -1.5, 2]])",
        "matrix(a=[[1, 2], [3, 4]], b=[[4, 3], [2, 1]])",
        "matrix(a=[[1, 0], [0, 1], [2, -2]], b=[[1, 1], [0, 2], [1, 0]])",
    ],
    "nim": ["nim(heaps=[1, 2])", "nim(heaps=[4], most=2)", "nim(heaps=[2, 2], misere=true)"],
    "oh_hell": [
        "oh_hell(players=3, cards=3, seed=1)",
        "oh_hell(players=2, cards=4, seed=8, scoring=exact, suits=2, trump=notrump, bids=[1, 2])",
        'oh_hell(players=3, cards=2, trump=hearts, leader=2, hands=["H2 SA", "H9 SK", "DA HT"], bids=balanced)',
        "oh_hell(players=4, cards=2, seed=2, ranks=4, merge=false)",
    ],
    "oshi_zumo": [
        "oshi_zumo(coins=4, size=1)",
        "oshi_zumo(coins=[5, 3], size=2, min_bid=2, utility=distance)",
        "oshi_zumo(coins=[2, 4], size=1, start=2)",
        "oshi_zumo(coins=3, size=0)",
        "oshi_zumo(coins=[0, 2], size=1)",
        "oshi_zumo(coins=4, size=2).after((3, 1)).serialized(first=1)",
    ],
    "phantom_tic_tac_toe": [
        "phantom_tic_tac_toe.after(5, 5, 1, 1, 9, 9, 3, 7, 7)",
        "phantom_tic_tac_toe(order=domain).after(1, 5, 2, 3, 7, 4, 6, 6, 1)",
        "phantom_tic_tac_toe(forced_win=true).after(2, 1, 4, 9)",
        "phantom_tic_tac_toe(forced_first=2).after(5, 5, 1, 1, 9, 2, 2, 3, 3)",
    ],
    "poker": [
        "poker(types=2)",
        "poker(types=3, copies=1, raises=0)",
        "poker(types=2, raises=2, bet_sizes=2, raise_sizes=1, ante=3)",
        "poker(types=1, copies=3, raise_sizes=3)",
        "poker(types=2, raises=0, deal=card)",
    ],
    "prisoners_dilemma": [
        "prisoners_dilemma",
        "prisoners_dilemma.extensive()",
        "prisoners_dilemma.serialized(first=1)",
    ],
    "pursuit_evasion": [
        "pursuit_evasion(rows=2, columns=3, depth=2, seed=3)",
        "pursuit_evasion(rows=3, columns=3, depth=3, evader=0, pursuers=1)",
        'pursuit_evasion(graph="a-b b-c c-a c>d d>a d-d", depth=3, evader=a, pursuers=[d])',
        "pursuit_evasion(rows=2, columns=2, depth=2, evader=0, pursuers=[3, 3])",
        'pursuit_evasion(graph="0:0-0:1 0:0-1:0 0:1-1:1 1:0-1:1", depth=3, evader=[0, 0], pursuers=1, seed=1)',
        "pursuit_evasion(rows=2, columns=3, depth=3, evader=0, pursuers=[5]).after((1, 4)).serialized(first=0)",
    ],
    "random_game": [
        "random_game",
        "random_game(depth=2, branching=3, observations=1, utility=uniform, seed=1)",
        "random_game(depth=2, branching=3, min_branching=1, observations=3, chance=2, utility=binary, seed=2)",
        "random_game(depth=3, branching=2, chance=2, utility=sign, seed=3)",
        "random_game(depth=1, branching=4, min_branching=2, chance=3, seed=4)",
    ],
    "random_multiplayer": [
        "random_multiplayer(depth=3)",
        "random_multiplayer(players=2, depth=4, branching=2, kind=zero_sum, seed=1)",
        "random_multiplayer(players=4, depth=5, branching=3, min_branching=1, outcomes=5, kind=shares, seed=2)",
        "random_multiplayer(depth=4, branching=2, in_turn=false, seed=3)",
    ],
    "random_simultaneous": [
        "random_simultaneous(depth=2, branching=3)",
        "random_simultaneous(depth=2, branching=2, chance=2, utility=uniform, seed=1)",
        "random_simultaneous(depth=3, branching=2, utility=binary, seed=2)",
        "random_simultaneous(depth=3, branching=2, utility=sign, zeros=false, seed=3)",
        "random_simultaneous(depth=2, branching=1, chance=3, zeros=false, seed=4)",
    ],
    "random_tree": [
        "random_tree(depth=3)",
        "random_tree(depth=4, branching=3, min_branching=1, utility=edges, seed=1)",
        "random_tree(depth=2, branching=2, chance=2, utility=binary, seed=2)",
        "random_tree(depth=3, branching=2, chance=3, utility=sign, seed=3)",
    ],
    "rock_paper_scissors": [
        "rock_paper_scissors",
        "rock_paper_scissors.extensive()",
        "rock_paper_scissors.serialized(first=0)",
    ],
    "spades": [
        "spades(players=3, cards=3, seed=4)",
        "spades(players=2, cards=4, seed=2, scoring=mt, suits=3, breaking=false)",
        "spades(players=3, cards=3, seed=8, scoring=mt, suits=2, leader=1, merge=false)",
        "spades(players=3, cards=3, seed=7, scoring=momb, bids=[1, 1, 2], suits=2)",
        "spades(players=4, cards=2, seed=5, scoring=points, partners=true, bids=balanced)",
        'spades(players=3, cards=3, scoring=smot, bids=equal, hands=["SA S3 H7", "S2 HK H4", "SK HA H9"])',
        "spades(players=2, cards=5, seed=7, scoring=oh, ranks=6, suits=2, bids=[2, 2])",
        "spades(players=3, cards=4, seed=0, scoring=wl, suits=2, ranks=9, bids=[2, 1, 2])",
    ],
    "stag_hunt": ["stag_hunt", "stag_hunt.extensive()", "stag_hunt.serialized(first=1)"],
    "tic_tac_toe": ["tic_tac_toe.after(1, 5, 9)", "tic_tac_toe.after(5, 2, 1, 9)", "tic_tac_toe.after(1, 2, 4, 5)"],
    "tron": [
        "tron(rows=3, columns=3)",
        "tron(rows=3, columns=5, walls=[[1, 1], [1, 3]], starts=[[1, 2], [1, 4]])",
        "tron(rows=2, columns=5, starts=[[0, 0], [0, 3]])",
        "tron(rows=1, columns=7)",
        "tron(rows=1, columns=2)",
        "tron(rows=3, columns=4, walls=[[1, 2]]).serialized(first=1)",
    ],
}

ALL = [text for texts in INSTANCES.values() for text in texts]

#: Flow games, which have no positions; all are small enough for a matrix and a tree.
FLOWS: dict[str, list[str]] = {
    "border_protection": [
        "border_protection(graph=four_rows, steps=2)",
        "border_protection(graph=G1, steps=2, reward=2, evader_may_stay=false)",
        'border_protection(graph="a>b a>c b-b b-c c>d b>d p-b p-c q>c c-c", steps=3, areas=[[b, c, p], [c]], evader=a, '
        "goal=d, units=[p, q])",
        'border_protection(graph="a-b b-c c>d a-d", steps=3, areas=[[b, c]], evader=a, goal=d, units=[c])',
    ],
    "patrol": [
        "patrol(steps=3)",
        "patrol(steps=4, duration=3, detection=1, must_return=true, may_refrain=true)",
        "patrol(steps=3, failure=0.25, fine=3)",
        'patrol(graph="0-1 1-2 2>0", values="0=1 2=3.5", base=1, steps=4, duration=1, stay=false)',
    ],
    "random_flow_game": [
        "random_flow_game",
        "random_flow_game(steps=2, jumps=true, pairs=all, terms=3, alone=true, utility=uniform, seed=1)",
        "random_flow_game(steps=2, shape=tree, largest=5, seed=2)",
        "random_flow_game(steps=2, states=4, outcomes=3, density=0.4, terms=2, seed=3)",
    ],
    "transit": [
        "transit(width=2, length=3, steps=2)",
        "transit(width=2, length=3, steps=3, failure=0, penalty=5)",
        "transit(width=3, length=3, steps=2, failing_cells=sparse, base_rule=row, penalty_rule=unfinished)",
        "transit(width=2, length=3, steps=2, base=2, reward=3, step_cost=0.5, reward_rule=attempt)",
    ],
}

ALL_FLOWS = [text for texts in FLOWS.values() for text in texts]

#: Contests of several games, for matches.
CONTESTS: dict[str, list[str]] = {
    "spades_match": [
        "spades_match(cards=3, goal=20)",
        "spades_match(players=2, cards=5, goal=40, deals=3, scoring=mot, bids=equal)",
        "spades_match(players=4, cards=2, goal=30, bids=[1, 0, 1, 0], breaking=false, merge=false)",
    ],
}
