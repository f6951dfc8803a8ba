"""OpenSpiel plays the same games: sizes, values of uniform play, and exploitability."""

import contextlib
import io
from collections import Counter, defaultdict

import pytest

import dodona
from oracles import uniform_plan
from peers import peer

with contextlib.redirect_stderr(io.StringIO()):
    pyspiel = peer("pyspiel", "open_spiel")

#: Attempts that lead into phantom tic-tac-toe, some of them at cells that are taken.
PHANTOM = [(4, 4, 0, 0, 8, 1, 2), (0, 0, 4, 1, 8, 8, 3), (0, 4, 1, 2, 6, 3, 5)]
#: Our text, OpenSpiel's name, and by how much OpenSpiel's utilities must be multiplied.
PAIRS = {
    "kuhn": ("kuhn_poker", 1),
    "leduc(deal=card)": ("leduc_poker", 1),
    "liars_dice(faces=3)": ("liars_dice(dice_sides=3)", 1),
    "liars_dice(faces=4)": ("liars_dice(dice_sides=4)", 1),
    **{
        # Its point difference of two players is the distance from their mean: half of ours.
        f"goofspiel(cards={cards}, order={order}, utility=points, information=outcome, last_card=automatic)": (
            f"turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards={cards},"
            f"points_order={order},returns_type=point_difference))",
            2,
        )
        for cards, order in ((3, "descending"), (4, "descending"), (4, "ascending"), (3, "random"))
    },
    "goofspiel(cards=4, utility=sign, information=outcome, last_card=automatic)": (
        "turn_based_simultaneous_game(game=goofspiel(imp_info=True,num_cards=4,"
        "points_order=descending,returns_type=win_loss))",
        1,
    ),
    **{
        f"oshi_zumo(coins={coins}, size={size})": (
            f"turn_based_simultaneous_game(game=oshi_zumo(coins={coins},size={size},min_bid=1))",
            1,
        )
        for coins, size in ((4, 1), (5, 2), (6, 1))
    },
    "tic_tac_toe.after(1, 5, 9)": ("tic_tac_toe", 1),
    **{
        f"phantom_tic_tac_toe.after({', '.join(str(cell + 1) for cell in cells)})": ("phantom_ttt", 1)
        for cells in PHANTOM
    },
    "rock_paper_scissors": ("turn_based_simultaneous_game(game=matrix_rps())", 1),
}
#: Moves that lead OpenSpiel's game to the position where ours starts.
PREFIX = {"tic_tac_toe.after(1, 5, 9)": (0, 4, 8)} | {
    f"phantom_tic_tac_toe.after({', '.join(str(cell + 1) for cell in cells)})": cells for cells in PHANTOM
}

pairs = pytest.mark.parametrize(("text", "name", "factor"), [(t, *pair) for t, pair in PAIRS.items()], ids=PAIRS)


def start(text, name):
    state = pyspiel.load_game(name).new_initial_state()
    for move in PREFIX.get(text, ()):
        state.apply_action(move)
    return state


class Tally:
    """Counts of one full walk over a game of OpenSpiel, and the expectation of uniform play."""

    def __init__(self, state):
        self.nodes = self.terminals = 0
        self.sets = (defaultdict(set), defaultdict(set))
        self.ends = Counter()
        self.value = self.walk(state, 1.0)

    def walk(self, state, reach):
        self.nodes += 1
        if state.is_terminal():
            self.terminals += 1
            self.ends[round(state.returns()[0], 9)] += 1
            return state.returns()[0]
        if state.is_chance_node():
            moves = state.chance_outcomes()
        else:
            player = state.current_player()
            actions = state.legal_actions()
            self.sets[player][state.information_state_string(player)].update(actions)
            moves = [(action, 1 / len(actions)) for action in actions]
        return sum(p * self.walk(state.child(move), reach * p) for move, p in moves)


@pairs
def test_sizes_and_uniform_play_agree(text, name, factor):
    game = dodona.game(text)
    tally = Tally(start(text, name))
    info, tree = game.info(), game.tree()
    assert info.terminals == tally.terminals
    assert info.infosets == tuple(map(len, tally.sets))
    assert info.sequences == tuple(1 + sum(map(len, own.values())) for own in tally.sets)
    ours = Counter(round(u / factor, 9) + 0.0 for u in tree.terminal_utility[:, 0].tolist())
    assert ours == Counter({u + 0.0: count for u, count in tally.ends.items()})
    uniform = [uniform_plan(game, player) for player in (0, 1)]
    assert dodona.expected_value(game, uniform)[0] == pytest.approx(factor * tally.value, abs=1e-12)
    if "random" not in text:  # it draws the forced last prize too
        assert info.nodes == tally.nodes


def nash_conv(name, policy_of=None):
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability

    game = pyspiel.load_game(name)
    plan = policy.TabularPolicy(game)
    if policy_of is not None:
        for player in (0, 1):
            for state in plan.states_per_player[player]:
                row = plan.policy_for_key(state)
                for action, p in policy_of(player, state).items():
                    row[action] = p
    return exploitability.nash_conv(game, plan)


@pytest.mark.parametrize("text", ["kuhn", "leduc(deal=card)", "liars_dice(faces=3)"])
def test_the_exploitability_of_uniform_play_agrees(text):
    game = dodona.game(text)
    uniform = [uniform_plan(game, player) for player in (0, 1)]
    assert dodona.exploitability(game, uniform) == pytest.approx(nash_conv(PAIRS[text][0]), abs=1e-9)


def test_openspiel_cannot_exploit_our_kuhn_strategies():
    """Its information states read as card and betting: "0", "1pb"; p passes (check, fold), b bets (bet, call)."""
    solution = dodona.solve(dodona.game("kuhn"))

    def policy_of(player, key):
        card, bets = "JQK"[int(key[0])], key[1:]
        faced = bets.endswith("b")
        label = card + {"": "", "p": ":k", "b": ":b", "pb": ":kb"}[bets]
        row = solution.strategies[player][label]
        return {0: row["fold" if faced else "check"], 1: row["call" if faced else "bet"]}

    assert nash_conv("kuhn_poker", policy_of) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("text", ["kuhn", "leduc(deal=card)", "liars_dice(faces=3)"])
def test_the_value_agrees_with_its_linear_program(text):
    peer("cvxpy")
    peer("ecos")
    lp = peer("open_spiel.python.algorithms.sequence_form_lp", "open_spiel")
    value, *_ = lp.solve_zero_sum_game(pyspiel.load_game(PAIRS[text][0]))
    assert dodona.solve(dodona.game(text)).value == pytest.approx(value, abs=1e-6)


@pytest.mark.slow
def test_the_large_liars_dice_agrees():
    tally = Tally(start("", "liars_dice"))
    info = dodona.game("liars_dice").info()
    assert (info.nodes, info.terminals, info.infosets) == (tally.nodes, tally.terminals, tuple(map(len, tally.sets)))
