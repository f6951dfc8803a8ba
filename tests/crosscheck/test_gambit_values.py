"""Gambit reads the games we write, finds the same tree in them, and solves them exactly to the same value.

Values come from ``lcp_solve`` in exact arithmetic, the pivoting method of Koller, Megiddo and von Stengel.
"""

from fractions import Fraction

import pytest

import dodona
from peers import peer
from processes import run_python

gambit = peer("pygambit")

SOLVED = [
    "kuhn",
    "kuhn(cards=2)",
    "kuhn(cards=4)",
    "goofspiel(cards=2)",
    "goofspiel(cards=3).after((1, 3))",
    "goofspiel(cards=3, utility=points).after((2, 3))",
    "goofspiel(cards=3, information=outcome, last_card=automatic).after((1, 2))",
    "liars_dice(faces=2)",
    "leduc.after(Q, Q, check, check, J)",
    "random_game(depth=2, seed=3)",
    "random_game(depth=1, branching=3, chance=3, utility=binary, seed=4)",
    "matching_pennies",
    "rock_paper_scissors",
    "matrix(a=[[3, 1], [0, 2]])",
    "matrix(a=[[1, 2], [3, 4]], b=[[4, 3], [2, 1]])",
    "tic_tac_toe.after(1, 5, 9, 2, 8, 7)",
]


def as_gambit(game, path):
    dodona.write(game, path)
    return gambit.read_efg(str(path)) if path.suffix == ".efg" else gambit.read_nfg(str(path))


def exact_value(game):
    """Player 0's payoff at an equilibrium found by exact pivoting."""
    profile = gambit.nash.lcp_solve(game, rational=True, use_strategic=not game.is_tree).equilibria[0]
    return Fraction(str(profile.payoff(next(iter(game.players)))))


#: Exact pivoting takes half a minute on these.
SLOW = ["poker(types=2, raises=0)", "random_game(depth=2, branching=2, chance=2, utility=binary, seed=4)"]


@pytest.mark.parametrize("text", [*SOLVED, *(pytest.param(text, marks=pytest.mark.slow) for text in SLOW)])
def test_exact_values_agree(text, tmp_path):
    game = dodona.game(text)
    theirs = as_gambit(game, tmp_path / "game.efg")
    assert dodona.solve(game).value == pytest.approx(float(exact_value(theirs)), abs=1e-9)


@pytest.mark.parametrize(
    "text", ["kuhn(cards=2)", "matching_pennies", "matrix(a=[[3, 1], [0, 2]])", "goofspiel(cards=2)"]
)
def test_exact_values_of_strategic_forms_agree(text, tmp_path):
    game = dodona.game(text)
    theirs = as_gambit(game, tmp_path / "game.nfg")
    assert dodona.solve(game).value == pytest.approx(float(exact_value(theirs)), abs=1e-9)


@pytest.mark.parametrize("text", [*SOLVED, *SLOW, "leduc", "chicken", "stag_hunt"])
def test_gambit_finds_the_same_tree(text, tmp_path):
    game = dodona.game(text)
    tree = game.tree()
    theirs = as_gambit(game, tmp_path / "game.efg")
    assert len(theirs.players) == tree.players
    for player, own_player in enumerate(theirs.players):
        sets = list(own_player.infosets)
        assert [own.label for own in sets] == [label.strip() for label in tree.infoset_labels(player)]
        assert [len(own.actions) for own in sets] == tree.num_actions(player).tolist()
        assert [len(own.members) for own in sets] == tree.infoset_size(player).tolist()
        names = [action.label for own in sets for action in own.actions]
        assert names == tree.action_labels(player)[1:]
    assert len(theirs.nodes) == tree.num_nodes
    ends = [node for node in theirs.nodes if node.is_terminal]
    payoffs = [tuple(float(node.outcome[player]) for player in theirs.players) for node in ends]
    assert sorted(payoffs) == sorted(map(tuple, tree.terminal_utility.tolist()))


@pytest.mark.parametrize("text", SOLVED)
def test_games_read_back_solve_to_the_same_value(text, tmp_path):
    game = dodona.game(text)
    dodona.write(game, tmp_path / "game.efg")
    again = dodona.read(tmp_path / "game.efg")
    assert dodona.check(again)
    assert again.info().nodes == game.info().nodes
    assert again.info().infosets == game.info().infosets
    assert again.traits.constant_sum == pytest.approx(game.traits.constant_sum)
    assert dodona.solve(again).value == pytest.approx(dodona.solve(game).value, abs=1e-9)


LAST = """
import sys, dodona
state = dodona.read(sys.argv[1]).root()
while not state.is_terminal:
    state = state.play(index=0)
print(state.utility())
try:
    print(state.information(0) or "nothing at all")
except dodona.IllegalMoveError:
    print("no set")
"""


def test_a_game_read_from_a_file_can_be_asked_at_its_ends(tmp_path):
    """There is no information set there; in a process of its own, since reading one may end it."""
    dodona.write(dodona.game("kuhn"), tmp_path / "kuhn.efg")
    status, output, errors = run_python(LAST, str(tmp_path / "kuhn.efg"))
    assert (status, errors) == (0, "")
    assert output.startswith("[-2.0, 2.0]")
    assert "nothing at all" not in output
