"""Gambit reads the files that Dodona writes, and finds the same game in them."""

import io
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dodona.io.efg import CHANCE, EfgDocument, EfgInfoset, EfgNode, EfgOutcome, format_efg, parse_efg
from dodona.io.nfg import NfgDocument, format_nfg, parse_nfg
from peers import peer

gambit = peer("pygambit")

NASTY = [
    "",
    "",
    "x",
    "x",
    "x_1",
    " lead",
    "trail ",
    "two  gaps",
    "line\nbreak",
    "tab\there",
    'quo"te',
    '"',
    "back\\slash",
]
NASTY += [
    "\\",
    "é",
    "李",
    "Łódź",
    "a\u00a0b",
    "\u2028",
    "\x07",
    "{",
    "}",
    ",",
    "# no",
    "1/2",
    "ß–“”",
    "\ud800",
    "＼",
    "\u0301",
]


def efg_game(document):
    return gambit.read_efg(io.BytesIO(format_efg(document).encode("ascii")))


def nfg_game(document):
    return gambit.read_nfg(io.BytesIO(format_nfg(document).encode("ascii")))


def exact(payoff):
    return Fraction(str(gambit.Rational(payoff)))


def assert_same_tree(document, game):
    """Compare node by node in preorder: mover, actions, probabilities, payoffs."""
    players = list(game.players)
    assert len(players) == len(document.players)
    due = [game.root]
    for node in document.nodes:
        there = due.pop()
        assert there.is_terminal == (node.infoset < 0)
        if node.outcome < 0:
            assert not there.outcome
        else:
            assert there.outcome
            assert tuple(exact(there.outcome[p]) for p in players) == document.outcomes[node.outcome].payoffs
        if node.infoset >= 0:
            infoset = document.infosets[node.infoset]
            actions = list(there.infoset.actions)
            assert len(actions) == len(infoset.actions)
            assert there.infoset.is_chance == (infoset.player == CHANCE)
            if infoset.player == CHANCE:
                assert tuple(exact(action.prob) for action in actions) == infoset.probabilities
            else:
                assert there.player == players[infoset.player]
            due.extend(reversed(list(there.children)))
    assert not due


def star(labels):
    """Every label as player, action, node, set, outcome, title and comment."""
    players = tuple(labels)
    actions = tuple(labels)
    payoffs = [tuple(Fraction(i * j, 7) for j in range(len(labels))) for i in range(len(labels))]
    infosets = [EfgInfoset(0, i, label, actions, ()) for i, label in enumerate(labels)]
    outcomes = [EfgOutcome(i, label, payoffs[i]) for i, label in enumerate(labels)]
    root = EfgInfoset(CHANCE, 1, labels[-1], actions, (Fraction(1, len(labels)),) * len(labels))
    nodes = [EfgNode("root", len(labels), 0)]
    for i, label in enumerate(labels):
        nodes.append(EfgNode(label, i, -1))
        nodes += [EfgNode(other, -1, j) for j, other in enumerate(labels)]
    title = "|".join(labels)
    return EfgDocument(title, players, title, (*infosets, root), tuple(outcomes), tuple(nodes))


def test_nasty_labels():
    document = star(NASTY)
    game = efg_game(document)
    assert_same_tree(document, game)
    labels = [player.label for player in game.players]
    assert labels[:8] == ["_1", "_2", "x_2", "x_3", "x_1", "lead", "trail", "two gaps"]
    written = parse_efg(format_efg(document))
    assert labels == list(written.players), "Gambit has nothing left to rename"
    assert game.title == written.title
    assert game.description == written.comment


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=6), min_size=1, max_size=4))
def test_any_labels(labels):
    document = star(labels)
    game = efg_game(document)
    assert_same_tree(document, game)
    assert [player.label for player in game.players] == list(parse_efg(format_efg(document)).players)


DOCUMENTS = {
    "lone null terminal": 'EFG 2 R "" { "A" "B" } t "" 0',
    "zero players": 'EFG 2 R "" { } t "" 0',
    "one player": 'EFG 2 R "" { "A" } t "" 1 "" { -1/3 }',
    "one-action sets": 'EFG 2 R "" { "A" } p "" 1 1 "" { "a" } 0 p "" 1 2 "" { "b" } 0 t "" 1 "" { 1 }',
    "inner outcomes": 'EFG 2 R "" { "A" } p "" 1 1 "" { "a" "b" } 1 "" { 0.1 } t "" 1 t "" 2 "" { 1e-3 }',
    "zero probability": 'EFG 2 R "" { } c "" 1 "" { "a" 0 "b" 1 } 0 t "" 0 t "" 0',
    "chance set reused": 'EFG 2 R "" { } c "" 9 "" { "a" 1/3 "b" 2/3 } 0 c "" 9 0 t "" 0 t "" 0 t "" 0',
    "absent-mindedness": 'EFG 2 R "" { "A" } p "" 1 -4 "" { "a" "b" } 0 p "" 1 -4 0 t "" 0 t "" 0 t "" 0',
    "duplicate node labels": 'EFG 2 R "" { "A" } p "n" 1 1 "s" { "a" } 0 p "n" 1 2 "s" { "a" } 0 t "n" 0',
    "long numbers": 'EFG 2 R "" { "A" } t "" 1 "" { ' + "7" * 900 + "/" + "3" * 901 + " }",
    "ids beyond 32 bits": 'EFG 2 R "" { "A" } p "" 1 99999999999 "" { "a" } 0 t "" 88888888888 "" { 1 }',
}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_unusual_trees(name):
    document = parse_efg(DOCUMENTS[name])
    assert_same_tree(document, efg_game(document))


@pytest.mark.filterwarnings("ignore::dodona.io.lexer.FormatWarning")
def test_rounded_probabilities_become_readable():
    text = 'EFG 2 R "" { } c "" 1 "" { "a" 0.3333333333333333 "b" 0.6666666666666666 } 0 t "" 0 t "" 0'
    document = parse_efg(text)
    assert_same_tree(document, efg_game(document))


def test_gambit_rewrites_the_same_game():
    document = star(["a", "b", "c"])
    assert parse_efg(efg_game(document).to_efg()).nodes == parse_efg(format_efg(document)).nodes


def test_strategic_form_with_nasty_labels():
    strategies = (tuple(NASTY), ("l", "r"), ("",))
    payoffs = tuple((Fraction(i, 3), Fraction(-i), Fraction(0)) for i in range(2 * len(NASTY)))
    document = NfgDocument('a "title" – ü', ("A", "A", ""), strategies, "comment\nmore", payoffs)
    game = nfg_game(document)
    shape = [list(player.strategies) for player in game.players]
    assert [player.label for player in game.players] == ["A_1", "A_2", "_1"]
    assert [s.label for s in shape[0]] == list(parse_nfg(format_nfg(document)).strategies[0])
    profiles = [profile[::-1] for profile in product(*reversed(shape))]
    for profile, expected in zip(profiles, payoffs, strict=True):
        outcome = game[tuple(strategy.label for strategy in profile)]
        assert tuple(exact(outcome[player]) for player in game.players) == expected


def test_strategic_form_without_players():
    assert len(nfg_game(parse_nfg('NFG 1 R "" { } { }')).players) == 0
