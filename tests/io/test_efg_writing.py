"""Extensive-form files: what is written."""

import re
from fractions import Fraction

import pytest
from test_efg import HEAD, SMALL

from dodona.io.efg import EfgDocument, EfgInfoset, EfgNode, EfgOutcome, format_efg, parse_efg
from dodona.model.errors import GameDefinitionError


def test_writes_canonical_text():
    assert format_efg(parse_efg(SMALL)) == (
        'EFG 2 R "Bluff \\"x\\"" { "A" "B" }\n'
        '"two\nlines"\n\n'
        'c "deal" 1 "cards" { "hi" 1/3 "lo" 2/3 } 0\n'
        'p "" 1 1 "(1,1)" { "bet" "fold" } 1 "ante" { -1, 1 }\n'
        'p "" 2 1 "" { "call" "pass" } 0\n'
        't "" 2 "win" { 2, -2 }\n'
        't "" 3 "take" { 3/2, -3/2 }\n'
        't "" 0\n'
        'p "" 1 2 "(1,2)" { "bet" "fold" } 1 "ante" { -1, 1 }\n'
        'p "" 2 1 "" { "call" "pass" } 0\n'
        't "" 4 "lose" { -2, 2 }\n'
        't "" 3 "take" { 3/2, -3/2 }\n'
        't "" 0\n'
    )


def test_makes_labels_safe():
    tree = 'p " n  1" 2 5 "s\n" { "x" "x" "x_1" "" } 7 "é–李" { 1 2 } t "n 1" 8 "a\\b" { 3 4 }' + ' t "" 0' * 3
    written = format_efg(parse_efg('EFG 2 R "Gödel\t\x07" { "" "" } ' + tree))
    assert written == (
        'EFG 2 R "Godel\t<U+0007>" { "_1" "_2" }\n\n'
        'p "n 1_1" 2 1 "s" { "x_2" "x_3" "x_1" "_1" } 1 "e-<U+674E>" { 1, 2 }\n'
        't "n 1_2" 2 "a/b" { 3, 4 }\n'
        't "" 0\nt "" 0\nt "" 0\n'
    )


def test_keeps_utf8_on_request():
    text = 'EFG 2 R "Gödel" { "李" "\u200dB" }\n\nt "é" 0\n'
    assert format_efg(parse_efg(text), ascii_only=False) == text
    assert format_efg(parse_efg(text)).isascii()
    lone_surrogate = HEAD + 't "\ud800" 0'
    assert b"<U+D800>" in format_efg(parse_efg(lone_surrogate), ascii_only=False).encode()


def test_set_labels_are_unique_per_player_only():
    nodes = 'p "" 1 1 "s" { "a" } 0\np "" 2 1 "s" { "a" } 0\np "" 1 2 "s" { "a" } 0\nt "" 0\n'
    written = format_efg(parse_efg(HEAD + nodes))
    assert re.findall(r'"s\w*"', written) == ['"s_1"', '"s"', '"s_2"']


SET = EfgInfoset(0, 1, "", ("a",), ())
OUTCOME = EfgOutcome(1, "", (Fraction(1),))
LEAF = EfgNode("", -1, -1)


@pytest.mark.parametrize(
    ("infosets", "outcomes", "nodes", "message"),
    [
        ((), (), (), "lacks 1"),
        ((), (), (LEAF, LEAF), "node 1 follows the end"),
        ((SET,), (), (EfgNode("", 0, -1),), "lacks 1"),
        ((), (), (EfgNode("", 0, -1),), "node 0 refers"),
        ((), (), (EfgNode("", -1, 0),), "node 0 refers"),
        ((EfgInfoset(1, 1, "", ("a",), ()),), (), (LEAF,), "player 1, who does not exist"),
        ((EfgInfoset(0, 1, "", (), ()),), (), (LEAF,), "needs actions"),
        ((EfgInfoset(0, 1, "", ("a",), (Fraction(1),)),), (), (LEAF,), "only for chance"),
        ((EfgInfoset(-1, 1, "", ("a",), (Fraction(1, 2),)),), (), (LEAF,), "add up to 1"),
        ((), (EfgOutcome(1, "", ()),), (LEAF,), "has 0 payoffs for 1 players"),
    ],
)
def test_refuses_to_write_what_is_no_tree(infosets, outcomes, nodes, message):
    with pytest.raises(GameDefinitionError, match=message):
        format_efg(EfgDocument("", ("A",), "", infosets, outcomes, nodes))


def test_writes_only_what_nodes_use_and_renumbers():
    infosets = (SET, EfgInfoset(0, 10**20, "used", ("a",), ()))
    outcomes = (OUTCOME, EfgOutcome(-5, "used", (Fraction(2),)))
    document = EfgDocument("", ("A",), "", infosets, outcomes, (EfgNode("", 1, -1), EfgNode("", -1, 1)))
    assert format_efg(document) == 'EFG 2 R "" { "A" }\n\np "" 1 1 "used" { "a" } 0\nt "" 1 "used" { 2 }\n'
