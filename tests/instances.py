"""Instances of every built-in game that the sweeps run over, small enough to be walked in Python."""

#: At least three per domain. Domains without parameters are swept through positions and views of them.
INSTANCES: dict[str, list[str]] = {
    "battle_of_the_sexes": [
        "battle_of_the_sexes",
        "battle_of_the_sexes.extensive()",
        "battle_of_the_sexes.serialized(first=1)",
    ],
    "blotto": ["blotto(soldiers=3, fields=2)", "blotto", "blotto(soldiers=2, fields=3).serialized(first=0)"],
    "breakthrough": [
        "breakthrough(columns=2, rows=4)",
        "breakthrough(columns=3, rows=3, pawn_rows=1)",
        "breakthrough(columns=2, rows=5, pawn_rows=1).after(a1a2)",
    ],
    "chicken": ["chicken", "chicken.extensive()", "chicken.serialized(first=0)"],
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
        "goofspiel(cards=3, order=random, utility=points)",
        "goofspiel(cards=3, order=random, information=outcome, last_card=automatic)",
        "goofspiel(cards=3, order=[2, 3, 1], information=outcome, utility=points)",
        "goofspiel(cards=4, information=outcome, last_card=automatic)",
        "goofspiel(cards=3, order=random).serialized(first=1)",
        "goofspiel(cards=4).after((1, 3))",
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
    "random_game": [
        "random_game",
        "random_game(depth=2, branching=3, observations=1, utility=uniform, seed=1)",
        "random_game(depth=2, branching=3, min_branching=1, observations=3, chance=2, utility=binary, seed=2)",
        "random_game(depth=3, branching=2, chance=2, utility=sign, seed=3)",
        "random_game(depth=1, branching=4, min_branching=2, chance=3, seed=4)",
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
    "stag_hunt": ["stag_hunt", "stag_hunt.extensive()", "stag_hunt.serialized(first=1)"],
    "tic_tac_toe": ["tic_tac_toe.after(1, 5, 9)", "tic_tac_toe.after(5, 2, 1, 9)", "tic_tac_toe.after(1, 2, 4, 5)"],
}

ALL = [text for texts in INSTANCES.values() for text in texts]
