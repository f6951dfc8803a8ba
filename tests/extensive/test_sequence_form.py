"""The sequence form of trees and of restricted games, and the linear program that is made of it."""

import gc

import numpy as np
import pytest

import dodona
from dodona import Limit, _core
from dodona.extensive.double_oracle import small_tree
from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.restricted_game import RestrictedGame
from dodona.extensive.sequence_form import linear_program
from dodona.lp import solve_program
from dodona.model.errors import DodonaError
from dodona.model.game import opened
from dodona.model.oracle_loop import drive
from dodona.model.run import Run

GAMES = [
    "kuhn",
    "kuhn(cards=5)",
    "leduc",
    "liars_dice(faces=3)",
    "goofspiel(cards=3, information=outcome)",
    "random_game(depth=2, branching=3, chance=2, seed=7)",
]
PAYOFFS = ("payoff_start", "payoff_index", "payoff_value")
PER_PLAYER = ("parent_sequence", "first_sequence", "num_actions")
PROGRAM = ("start", "index", "value", "cost", "row_lower", "row_upper", "lower", "upper")
RESTRICTED = ("row_basic", "column_basic", "change_row", "change_column", "change")


def form_views(form):
    return [getattr(form, name) for name in PAYOFFS] + [getattr(form, name)(p) for name in PER_PLAYER for p in (0, 1)]


def payoff_matrix(form):
    """What pairs of sequences are worth, written out."""
    matrix = np.zeros((form.num_sequences(0), form.num_sequences(1)))
    columns = np.repeat(np.arange(form.num_sequences(1)), np.diff(form.payoff_start))
    matrix[form.payoff_index, columns] = form.payoff_value
    return matrix


def value_of(form):
    """The value of a form's linear program."""
    with Run(Limit()) as run:
        return solve_program(linear_program(form.program(1.0)), run).x[form.num_sequences(0)]


@pytest.mark.parametrize("text", [*GAMES, "random_tree(depth=4, branching=3, seed=1)"])
def test_the_form_of_a_tree_has_its_sets_and_adds_up_its_terminal_nodes(text):
    tree = dodona.game(text).tree()
    form = _core.sequence_form(tree)
    for player in (0, 1):
        assert form.num_infosets(player) == tree.num_infosets(player)
        assert form.num_sequences(player) == tree.num_sequences(player)
        for name in PER_PLAYER:
            assert np.array_equal(getattr(form, name)(player), getattr(tree, name)(player))
    expected = np.zeros((tree.num_sequences(0), tree.num_sequences(1)))
    np.add.at(expected, tuple(tree.terminal_sequence.T), tree.terminal_reach * tree.terminal_utility[:, 0])
    assert payoff_matrix(form) == pytest.approx(expected, abs=1e-15)
    assert value_of(form) == pytest.approx(dodona.solve(dodona.game(text), "sequence_form_lp").value, abs=1e-9)


def test_an_offset_moves_the_value():
    tree = dodona.game("kuhn").tree()
    assert value_of(_core.sequence_form(tree, 3.0)) == pytest.approx(value_of(_core.sequence_form(tree)) - 3)


def test_views_are_read_only_and_without_a_copy():
    form = _core.sequence_form(dodona.game("kuhn").tree())
    program = form.program(2.0)
    for take in (lambda: form_views(form), lambda: [getattr(program, name) for name in PROGRAM]):
        for first, second in zip(take(), take(), strict=True):
            assert not first.flags.writeable
            assert first.ctypes.data == second.ctypes.data
            assert len(first) > 0


def test_views_outlive_their_form():
    form = _core.sequence_form(dodona.game("kuhn").tree())
    before, kept = [array.copy() for array in form_views(form)], form_views(form)
    del form
    gc.collect()
    assert all(np.array_equal(one, other) for one, other in zip(before, kept, strict=True))


def test_getters_of_a_restricted_form_give_the_same_every_time():
    with Run(Limit()) as run:
        restricted = restricted_game("kuhn", run)
        for player in (0, 1):
            restricted.respond(player), restricted.grow(player)
        form = restricted.oracle.form(run.budget())
    for name in RESTRICTED:
        assert np.array_equal(getattr(form, name), getattr(form, name))
    assert len(form.row_basic) == len(form.program(1.0).row_lower) > 0
    assert len(form.change) > 0
    for first, second in zip(form_views(form.form), form_views(form.form), strict=True):
        assert len(first) == 0 or first.ctypes.data == second.ctypes.data


@pytest.mark.parametrize("wrong", [-1, 2])
def test_other_players_have_no_treeplex(wrong):
    form = _core.sequence_form(dodona.game("kuhn").tree())
    for name in (*PER_PLAYER, "num_infosets", "num_sequences"):
        with pytest.raises(DodonaError):
            getattr(form, name)(wrong)


def test_a_plan_of_the_wrong_length_is_refused():
    form = _core.sequence_form(dodona.game("kuhn").tree())
    with pytest.raises(DodonaError, match="one probability per sequence"):
        form.behaviour(0, np.ones(3))


def restricted_game(text, run):
    return RestrictedGame(opened(dodona.game(text)), OracleOptions(symmetry=False), run)


def all_actions(game):
    """Every action of every information set as a double oracle logs it, parents before what follows them."""
    log, seen, states = [], set(), [game.root()]
    while states:
        state = states.pop(0)
        if state.is_terminal:
            continue
        if state.turn != dodona.CHANCE:
            key = state.information_key(state.turn)
            if (state.turn, key) not in seen:
                seen.add((state.turn, key))
                log += [(state.turn, key, action, len(state.actions())) for action in range(len(state.actions()))]
        states += [state.play(index=action) for action in range(len(state.actions()))]
    return log


# In these games every information set has a choice; others are no part of restricted forms.
@pytest.mark.parametrize("text", ["kuhn", "kuhn(cards=5)", "leduc", "leduc(deal=card)"])
def test_a_restricted_game_that_allows_everything_has_the_payoffs_of_the_tree(text):
    game = dodona.game(text)
    players, keys, actions, counts = zip(*all_actions(game), strict=True)
    with Run(Limit()) as run:
        oracle = restricted_game(text, run).oracle
        none = np.zeros(len(keys), np.int64)
        oracle.repeat(
            np.array(players, np.int32),
            np.array(actions, np.int32),
            np.array(counts, np.int32),
            np.cumsum([len(key) for key in keys]),
            b"".join(keys),
            none,
            np.zeros(0, np.int32),
            run.budget(),
        )
        whole = oracle.form(run.budget()).form
    form = _core.sequence_form(game.tree())
    for player in (0, 1):
        assert sorted(whole.num_actions(player)) == sorted(form.num_actions(player))
    assert np.sort(whole.payoff_value) == pytest.approx(np.sort(form.payoff_value), abs=1e-12)
    assert value_of(whole) == pytest.approx(value_of(form), abs=1e-9)


@pytest.mark.parametrize("text", GAMES)
def test_the_restricted_form_in_the_end_has_the_value_of_the_tree(text):
    with Run(Limit()) as run:
        restricted = restricted_game(text, run)
        loop = drive(restricted, "both", run)
        restricted_value = value_of(restricted.oracle.form(run.budget()).form)
    tree = small_tree(opened(dodona.game(text)))
    assert loop.gap <= 1e-9
    assert restricted_value == pytest.approx(value_of(_core.sequence_form(tree)), abs=1e-9)
