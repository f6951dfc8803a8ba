"""Strategic-form files: what is read, what is refused and where, and what is written."""

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.io.nfg import NfgDocument, format_nfg, parse_nfg
from dodona.model.errors import FileFormatError, GameDefinitionError

HEAD = 'NFG 1 R "g" { "A" "B" }\n'
DILEMMA = HEAD + '{ { "c" "d" } { "c" "d" } }\n"a comment"\n\n3 3 5 0 0 5 1 1'
OUTCOMES = HEAD + '{ 2 2 }\n{ { "x" 1, 2 } { "y" 3 4, } }\n1 2 0 1'

ACCEPTED = {
    "payoff body with counts": HEAD + "{ 2 2 } 1 2 3 4 5 6 7 8",
    "payoff body with labels and comment": DILEMMA,
    "payoff body with rationals": HEAD + "{ 1 2 } 1/3 -.5 1e2 +4",
    "type D": DILEMMA.replace(" R ", " D "),
    "outcome body with counts": OUTCOMES,
    "outcome body with labels": HEAD + '{ { "a" } { "b" } } { { "x" 1, 2 } } 1',
    "outcome body with empty list": HEAD + "{ 1 2 } { } 0 0",
    "no whitespace where tokens allow": 'NFG 1 R "g"{"A""B"}{{"a"}{"b""c"}}"c"{{"x"1,2}}1 0',
    "duplicate strategy labels": HEAD + '{ { "a" "a" } { "b" } } 1 2 3 4',
    "empty strategy labels": HEAD + '{ { "" "" } { "" } } 1 2 3 4',
    "one strategy": HEAD + "{ 1 1 } 1 2",
    "one player": 'NFG 1 R "" { "A" } { 3 } 1 2 3',
    "zero players": 'NFG 1 R "" { } { }',
    "zero players with an outcome": 'NFG 1 R "" { } { } { { "x" } } 1',
    "BOM, CRLF": "\ufeff" + DILEMMA.replace("\n", "\r\n"),
    "UTF-8": 'NFG 1 R "Gödel" { "李" } { { "é" } } 1',
    "reduced strategy labels": HEAD + '{ { "1**111" "2*" } { "11" } } 1 2 3 4',
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepts_and_writes_byte_stably(name):
    document = parse_nfg(ACCEPTED[name])
    for ascii_only in (True, False):
        written = format_nfg(document, ascii_only=ascii_only)
        again = parse_nfg(written)
        assert format_nfg(again, ascii_only=ascii_only) == written
        assert again.payoffs == document.payoffs


REJECTED = {
    "extensive form": ('EFG 2 R "g" { } t "" 0', 1, 1, "this is an extensive-form (.efg) file"),
    "version 2": ('NFG 2 R "g" { } { }', 1, 5, "version 1"),
    "missing type": ('NFG 1 "g" { } { }', 1, 7, "'R' or 'D', found text \"g\""),
    "missing title": ('NFG 1 R { "A" } { 1 } 1', 1, 9, "title"),
    "missing strategies": (HEAD + "1 2", 2, 1, "expected '{', found number '1'"),
    "payoffs with commas": (HEAD + "{ 1 2 } 1, 2, 3, 4", 2, 10, "the payoff of player 2 in contingency 1, found ','"),
    "too short": (HEAD + "{ 1 2 } 1 2 3\n", 2, 14, "the payoff of player 2 in contingency 2, found the end"),
    "no body": (HEAD + "{ 1 2 }", 2, 8, "the payoff of player 1 in contingency 1"),
    "too long": (HEAD + "{ 1 2 } 1 2 3 4 5", 2, 17, "expected the end of the file, found number '5'"),
    "index too large": (HEAD + '{ 1 1 } { { "x" 1 2 } } 2', 2, 25, "an outcome index from 0 to 1, found number '2'"),
    "negative index": (HEAD + '{ 1 1 } { { "x" 1 2 } } -1', 2, 25, "an outcome index from 0 to 1, found number '-1'"),
    "too few indices": (HEAD + "{ 1 2 } { } 0", 2, 14, "the outcome index of contingency 2"),
    "too many indices": (HEAD + "{ 1 1 } { } 0 0", 2, 15, "expected the end of the file"),
    "outcome with too many payoffs": (HEAD + '{ 1 1 } { { "x" 1 2 3 } } 1', 2, 21, "outcome 1 already has 2 payoffs"),
    "outcome without label": (HEAD + "{ 1 1 } { { 1 2 } } 1", 2, 13, "the label of outcome 1"),
    "zero strategies": (HEAD + "{ 0 2 }", 2, 3, "1 or more strategies for player 1, found number '0'"),
    "zero labels": (HEAD + '{ { } { "a" } } 1', 2, 5, "a strategy label of player 1, found '}'"),
    "too few dimensions": (HEAD + "{ 2 } 1 2 3 4", 2, 5, "the number of strategies of player 2, found '}'"),
    "too many dimensions": (HEAD + "{ 2 1 1 } 1 2 3 4", 2, 7, "'}', found number '1' (the file names 2 players)"),
    "labels and counts mixed": (HEAD + '{ { "a" } 2 } 1 2 3 4', 2, 11, "the strategies of player 2 are missing"),
    "astronomic counts": (HEAD + "{ 1000000000000 9" + "9" * 3000 + " } 1 2", 2, 3024, "contingency 2"),
    "unterminated string": (HEAD + '{ { "a', 2, 5, "a text without a closing quote"),
    "unterminated comment": ('NFG 1 R "" { } { } "', 1, 20, "a text without a closing quote"),
    "huge exponent": (HEAD + "{ 1 1 } 1e999999999 1", 2, 9, "digits"),
    "NUL": (HEAD + "{ 1 1 }\0 1 1", 2, 8, "NUL"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejects_with_location(name):
    text, line, column, message = REJECTED[name]
    with pytest.raises(FileFormatError, match=re.escape(message)) as caught:
        parse_nfg(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}:{column}: ")


def test_reads_every_part_with_the_first_player_fastest():
    document = parse_nfg(DILEMMA)
    assert document.title == "g"
    assert document.players == ("A", "B")
    assert document.strategies == (("c", "d"), ("c", "d"))
    assert document.comment == "a comment"
    assert document.payoffs == ((3, 3), (5, 0), (0, 5), (1, 1))


def test_outcome_indices_become_payoffs():
    document = parse_nfg(OUTCOMES)
    assert document.strategies == (("1", "2"), ("1", "2"))
    assert document.payoffs == ((1, 2), (3, 4), (0, 0), (1, 2))


def test_many_players_do_not_hang():
    with pytest.raises(FileFormatError, match="contingency"):
        parse_nfg('NFG 1 R "" {' + ' "a"' * 100_000 + "} {" + " 2" * 100_000 + "} 1")


def test_writes_canonical_text():
    text = 'NFG 1 R "ö" { "A" "" } { { "x" " x" } { "1\n2" } } 1/3 .5 -2 1e3'
    assert format_nfg(parse_nfg(text)) == (
        'NFG 1 R "o" { "A" "_1" }\n\n{\n{ "x_1" "x_2" }\n{ "1 2" }\n}\n\n1/3 1/2\n-2 1000\n'
    )


@pytest.mark.parametrize(
    ("strategies", "payoffs", "message"),
    [
        ((), (), "each of the 1 players"),
        (((),), (), "one or more strategies"),
        ((("a", "b"),), ((Fraction(1),),), "2 contingencies"),
        ((("a",),), ((),), "every contingency needs 1 payoffs"),
    ],
)
def test_refuses_to_write_wrong_sizes(strategies, payoffs, message):
    with pytest.raises(GameDefinitionError, match=message):
        format_nfg(NfgDocument("", ("A",), strategies, "", payoffs))


@given(st.sampled_from([*ACCEPTED.values()]), st.data())
def test_damaged_files_are_refused_or_read(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    piece = data.draw(st.text(max_size=2) | st.sampled_from(["{", "}", '"', ",", "-", "9e9", "\\", "0"]))
    keep = data.draw(st.sampled_from([0, 1, len(text)]))
    text = text[:place] + piece + text[place + 1 :][:keep]
    refusal = None
    try:
        written = format_nfg(parse_nfg(text))
    except FileFormatError as error:
        refusal = error
    if refusal:
        assert (refusal.line, refusal.column) >= (1, 1)
    else:
        assert format_nfg(parse_nfg(written)) == written
