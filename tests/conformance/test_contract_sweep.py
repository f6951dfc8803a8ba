"""Every built-in game keeps the contract of games at every position."""

from collections import defaultdict

import pytest

import dodona
from dodona import TERMINAL
from instances import ALL, CONTESTS, FLOWS, INSTANCES
from positions import chance_is_fair, fingerprints, positions, sequential


def sequential_and_open(game):
    return game.traits.perfect_information and not game.traits.simultaneous


sweep = pytest.mark.parametrize("text", ALL)


@pytest.mark.parametrize("name", dodona.catalog())
def test_no_domain_escapes_the_sweep(name):
    assert len(set((INSTANCES | FLOWS | CONTESTS).get(name, []))) >= 3


@pytest.mark.parametrize("name", [*INSTANCES, *FLOWS, *CONTESTS])
def test_the_sweep_names_only_domains_of_the_catalog(name):
    assert name in dodona.catalog()


@sweep
def test_check_finds_nothing_wrong(text):
    report = dodona.check(dodona.game(text))
    assert report, str(report)
    assert report.complete


@sweep
def test_the_claimed_sum_holds_at_every_end(text):
    game = dodona.game(text)
    ends = [p.state.utility() for p in positions(game) if p.turn == TERMINAL]
    assert all(len(utilities) == game.traits.players for utilities in ends)
    sums = {round(sum(utilities), 9) for utilities in ends}
    claimed = game.traits.constant_sum
    if claimed is not None:
        assert sums == {claimed}
    # A general-sum game may have one sum by chance only below a position where everything is decided.
    elif ".after" not in text:
        assert len(sums) > 1


@sweep
def test_utilities_stay_within_their_bounds(text):
    game = dodona.game(text)
    low, high = game.handle.utility_bounds
    assert all(low <= u <= high for p in positions(game) if p.turn == TERMINAL for u in p.state.utility())


@sweep
def test_chance_is_a_distribution_and_exists_only_where_claimed(text):
    game = dodona.game(text)
    assert all(chance_is_fair(position) for position in positions(game))
    if not game.traits.chance:
        assert all(position.turn != dodona.CHANCE for position in positions(game))


@sweep
def test_simultaneous_stages_exist_only_where_claimed(text):
    game = dodona.game(text)
    stages = any(position.turn == dodona.SIMULTANEOUS for position in positions(game))
    assert stages <= game.traits.simultaneous


@sweep
def test_nodes_of_an_information_set_have_equal_actions_and_own_past(text):
    """Perfect recall: a set determines the player's own earlier sets and actions."""
    game = sequential(dodona.game(text))
    actions: dict = {}
    past: dict = {}

    def visit(position, own):
        if position.turn == TERMINAL:
            return
        player = position.turn
        here = None
        if player >= 0:
            here = (player, position.information(player))
            assert actions.setdefault(here, position.state.actions()) == position.state.actions()
            assert past.setdefault(here, own[player]) == own[player]
        for move in position.moves():
            then = [(*own[p], (here, move)) if p == player else own[p] for p in range(len(own))]
            visit(position.play(move), then)

    visit(next(positions(game)), [()] * game.traits.players)


@pytest.mark.parametrize("text", [text for text in ALL if sequential_and_open(dodona.game(text))])
def test_perfect_information_means_one_node_per_set(text):
    assert dodona.game(text).tree().perfect_information


@sweep
def test_labels_of_actions_differ_and_name_the_same_move_as_indices(text):
    for position in positions(dodona.game(text)):
        movers = (0, 1) if position.turn == dodona.SIMULTANEOUS else (position.turn,)
        labels = [position.state.actions(mover) for mover in movers]
        assert all(len(set(own)) == len(own) for own in labels)
        for move in position.moves():
            index = move if isinstance(move, tuple) else (move,)
            named = tuple(own[i] for own, i in zip(labels, index, strict=True))
            by_label = position.state.play(named)
            by_index = position.state.play(index=move)
            assert str(by_label) == str(by_index)
            assert by_label.key() == by_index.key()
            assert by_label.turn == by_index.turn


@sweep
def test_labels_tell_information_sets_apart(text):
    """A strategy is read by label: two sets of one player must never print alike."""
    tree = dodona.game(text).tree()
    for player in range(tree.players):
        labels = tree.infoset_labels(player)
        assert len(set(labels)) == len(labels)


@sweep
def test_labels_have_no_space_around_them(text):
    """It would be lost in files and invisible to readers."""
    tree = dodona.game(text).tree()
    labels = [label for player in (0, 1) for label in (*tree.infoset_labels(player), *tree.action_labels(player))]
    assert all(label == label.strip() for label in labels)


@sweep
def test_information_keys_and_labels_agree_at_decisions(text):
    game = sequential(dodona.game(text))
    by_key = defaultdict(set)
    by_label = defaultdict(set)
    for position in positions(game):
        if (player := position.turn) >= 0:
            key, label = position.information(player), position.state.information(player)
            by_key[player, key].add(label)
            by_label[player, label].add(key)
    assert all(len(labels) == 1 for labels in by_key.values())
    assert all(len(keys) == 1 for keys in by_label.values())


@sweep
def test_equal_keys_have_equal_futures(text):
    futures: dict = {}

    def visit(position, future):
        key = position.state.key()
        if key is not None:
            assert futures.setdefault(key, future) == future, str(position.state)

    fingerprints(dodona.game(text), visit)


@sweep
def test_undo_returns_to_the_position_before(text):
    game = dodona.game(text)
    for position in positions(game):
        for move in position.moves():
            before = position.state.play(index=move).undo()
            if before is None:
                continue
            assert str(before) == str(position.state)
            assert before.turn == position.state.turn
            assert before.key() == position.state.key()
            assert before.actions() == position.state.actions()
            assert before.information(0) == position.state.information(0)


def test_some_game_can_undo():
    """Otherwise the test above would check nothing."""
    assert dodona.game("tic_tac_toe").root().play("5").undo() is not None


def test_nothing_can_be_undone_at_the_start():
    state = dodona.game("tic_tac_toe").root()
    try:
        before = state.undo()
    except dodona.IllegalMoveError:
        return
    assert before is None
