"""Regret minimisation takes the same steps as OpenSpiel's, round by round."""

import contextlib
import io
from collections import Counter

import pytest

import dodona
from dodona import _core
from dodona.all_methods import method_named
from dodona.extensive.round_options import rule_of
from peers import peer

with contextlib.redirect_stderr(io.StringIO()):
    pyspiel = peer("pyspiel", "open_spiel")

GAMES = {"kuhn": "kuhn_poker", "leduc(deal=card)": "leduc_poker"}
SOLVERS = {"cfr": "CFRSolver", "cfr+": "CFRPlusSolver"}


def rows_of(table, digits=9):
    """How often each distribution occurs, whatever the information sets and actions are called."""
    return Counter(tuple(sorted(round(p, digits) for p in row if p >= 0)) for row in table)


@pytest.mark.parametrize("method", SOLVERS)
@pytest.mark.parametrize("text", GAMES)
def test_average_strategies_are_those_of_openspiel(text, method):
    theirs = getattr(pyspiel, SOLVERS[method])(pyspiel.load_game(GAMES[text]))
    tree = dodona.game(text).tree()
    ours = _core.SelfPlay(tree, rule_of(method_named(method).defaults))
    game = pyspiel.load_game(GAMES[text])
    # Where two actions are worth the same, rounding decides which of them regret matching+ plays: a regret of 1e-17 is
    # as good as one of 1. Leduc has such sets.
    within = 1e-11 if (text, method) == ("leduc(deal=card)", "cfr+") else 1e-12
    for rounds in range(1, 101):
        theirs.evaluate_and_update_policy()
        ours.play(1, _core.Budget())
        if rounds in (1, 2, 3, 10, 30, 100):
            policy = theirs.average_policy()
            value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True, 0.0)
            behaviours = [_core.behaviour_of_plan(tree, p, ours.average(p)) for p in (0, 1)]
            assert _core.expected_utilities(tree, behaviours)[0] == pytest.approx(value[0], abs=within)
            best = [ours.best_value(p) for p in (0, 1)]
            assert sum(best) == pytest.approx(pyspiel.nash_conv(game, policy), abs=within)
            # Sets that are reached with less than 1e-12 are left by a uniform choice.
            assert _core.assess(tree, behaviours)[0] == pytest.approx(best, abs=1e-10)


def test_average_strategies_agree_set_by_set():
    theirs = pyspiel.CFRPlusSolver(pyspiel.load_game("kuhn_poker"))
    tree = dodona.game("kuhn").tree()
    ours = _core.SelfPlay(tree, rule_of(method_named("cfr+").defaults))
    for _ in range(100):
        theirs.evaluate_and_update_policy()
        ours.play(1, _core.Budget())
    policy = theirs.tabular_average_policy().policy_table()
    found = rows_of([p for _, p in row] for row in policy.values())
    own = []
    for player in (0, 1):
        behaviour = _core.behaviour_of_plan(tree, player, ours.average(player))
        first, counts = tree.first_sequence(player), tree.num_actions(player)
        own += [behaviour[a : a + n].tolist() for a, n in zip(first, counts, strict=True)]
    assert rows_of(own) == found
