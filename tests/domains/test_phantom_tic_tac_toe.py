"""Phantom tic-tac-toe against a second, simpler set of its rules, and against known sizes."""

import random
from functools import cache

import pytest

import dodona

LINES = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
OUTWARD = (4, 0, 8, 6, 2, 1, 3, 7, 5)


class Twin:
    """A position as the attempts of both players, each a cell and whether it was free."""

    def __init__(self, tries=((), ()), player=0, *, order=tuple(range(9)), forced_win=False, forced_first=0):
        self.tries, self.player = tries, player
        self.rules = {"order": order, "forced_win": forced_win, "forced_first": forced_first}

    def marks(self, player):
        return {cell for cell, free in self.tries[player] if free}

    def won(self, player, extra=()):
        return any(line <= self.marks(player) | {*extra} for line in LINES)

    def over(self):
        return self.won(0) or self.won(1) or len(self.marks(0) | self.marks(1)) == 9

    def cells(self):
        own = self.tries[self.player]
        if not own and self.player < self.rules["forced_first"]:
            return [4]
        left = [cell for cell in self.rules["order"] if cell not in dict(own)]
        wins = [cell for cell in OUTWARD if cell in left and self.won(self.player, [cell])]
        return wins[:1] if self.rules["forced_win"] and wins else left

    def play(self, cell):
        free = cell not in self.marks(1 - self.player)
        tries = list(self.tries)
        tries[self.player] += ((cell, free),)
        return Twin(tuple(tries), 1 - self.player if free else self.player, **self.rules)

    def information(self, player):
        return " ".join(f"{cell + 1}{'' if free else 'x'}" for cell, free in self.tries[player]) or "start"

    def sizes(self):
        nodes = terminals = 0
        sets = ({}, {})
        stack = [self]
        while stack:
            here = stack.pop()
            nodes += 1
            if here.over():
                terminals += 1
                continue
            sets[here.player][here.tries[here.player]] = len(here.cells())
            stack.extend(here.play(cell) for cell in here.cells())
        return nodes, terminals, tuple(map(len, sets)), tuple(1 + sum(own.values()) for own in sets)


@cache
def histories(marks, tried, player):
    """Nodes and ends below a position, of which only the sets of marks and tried cells matter."""
    nodes, ends = 1, 0
    for cell in set(range(9)) - tried[player]:
        now_tried = tuple(own | {cell} if p == player else own for p, own in enumerate(tried))
        if cell in marks[1 - player]:
            below = histories(marks, now_tried, player)
        else:
            now = tuple(own | {cell} if p == player else own for p, own in enumerate(marks))
            if any(line <= now[player] for line in LINES) or len(now[0] | now[1]) == 9:
                below = 1, 1
            else:
                below = histories(now, now_tried, 1 - player)
        nodes, ends = nodes + below[0], ends + below[1]
    return nodes, ends


def counted(state, known):
    """The same of the game itself, where equal keys have equal futures."""
    if state.is_terminal:
        return 1, 1
    key = state.key()
    if key not in known:
        below = [counted(state.play(index=action), known) for action in range(len(state.actions()))]
        known[key] = 1 + sum(nodes for nodes, _ in below), sum(ends for _, ends in below)
    return known[key]


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("phantom_tic_tac_toe", {}),
        ("phantom_tic_tac_toe(order=domain)", {"order": OUTWARD}),
        ("phantom_tic_tac_toe(forced_win=true)", {"forced_win": True}),
        ("phantom_tic_tac_toe(order=domain, forced_win=true)", {"order": OUTWARD, "forced_win": True}),
        ("phantom_tic_tac_toe(forced_first=1)", {"forced_first": 1}),
        ("phantom_tic_tac_toe(order=domain, forced_first=2)", {"order": OUTWARD, "forced_first": 2}),
    ],
)
def test_random_plays_go_as_those_of_the_twin(text, rules, seed):
    chooser = random.Random(seed)
    state, twin = dodona.game(text).root(), Twin(**rules)
    while not twin.over():
        assert state.turn == twin.player
        assert state.actions() == [str(cell + 1) for cell in twin.cells()]
        assert [state.information(player) for player in (0, 1)] == [twin.information(player) for player in (0, 1)]
        action = chooser.randrange(len(twin.cells()))
        state, twin = state.play(index=action), twin.play(twin.cells()[action])
    assert state.is_terminal
    assert state.utility()[0] == twin.won(0) - twin.won(1)


@pytest.mark.parametrize(
    ("moves", "rules"),
    [
        ((5, 5, 1, 1, 9, 2, 3), {}),
        ((1, 1, 5, 2, 9, 9, 4), {}),
        ((1, 5, 2, 3, 7, 4, 6), {}),
        ((5, 1, 1, 2, 8, 8, 9), {"forced_win": True}),
        ((5, 5, 1, 1, 9, 9, 3), {"forced_first": 2}),
    ],
)
def test_positions_have_the_sizes_that_the_twin_counts(moves, rules):
    twin = Twin(**rules)
    for move in moves:
        twin = twin.play(move - 1)
    info = dodona.game("phantom_tic_tac_toe", **rules).after(*map(str, moves)).info()
    assert (info.nodes, info.terminals, info.infosets, info.sequences) == twin.sizes()
    assert info.perfect_recall


def test_the_game_with_forced_first_moves_has_the_size_of_the_twin():
    known = histories((frozenset({4}), frozenset()), (frozenset({4}), frozenset({4})), 1)
    assert counted(dodona.game("phantom_tic_tac_toe(forced_first=2)").root(), {}) == (known[0] + 2, known[1])


@pytest.mark.slow
def test_the_whole_game_has_its_known_size():
    """19,934,533,171 histories, by independent counters that agree with OpenSpiel on deep subtrees."""
    none = frozenset()
    assert histories((none, none), (none, none), 0) == (19_934_533_171, 9_829_101_024)
    for order in ("plain", "domain"):
        assert counted(dodona.game("phantom_tic_tac_toe", order=order).root(), {}) == (19_934_533_171, 9_829_101_024)


@pytest.mark.slow
def test_the_sequences_that_remain_with_forced_wins():
    """As counted by an independent program."""
    info = dodona.game("phantom_tic_tac_toe(forced_win=true)").info()
    assert info.sequences == (421_802, 848_394)


def test_a_player_keeps_the_turn_and_the_other_learns_nothing():
    state = dodona.game("phantom_tic_tac_toe").root().play("5")
    before = state.information_key(0)
    state = state.play("5")
    assert state.turn == 1
    assert "5" not in state.actions()
    assert state.information(1) == "5x"
    assert state.information_key(0) == before
