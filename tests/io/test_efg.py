"""Extensive-form files: what is read, what is refused and where."""

import re
import warnings
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dodona.io.efg import EfgInfoset, EfgNode, EfgOutcome, format_efg, parse_efg
from dodona.io.lexer import MAX_DIGITS, FormatWarning
from dodona.model.errors import FileFormatError

HEAD = 'EFG 2 R "g" { "A" "B" }\n'
SMALL = """EFG 2 R "Bluff \\"x\\"" { "A" "B" }
"two
lines"

c "deal" 1 "cards" { "hi" 1/3 "lo" 2/3 } 0
p "" 1 1 "(1,1)" { "bet" "fold" } 3 "ante" { -1, 1 }
p "" 2 1 "" { "call" "pass" } 0
t "" 1 "win" { 2, -2 }
t "" 2 "take" { 1.5 -1.5 }
t "" 0
p "" 1 2 "(1,2)" { "bet" "fold" } 3
p "" 2 1 0
t "" 4 "lose" { -2e0, 2 }
t "" 2
t "" 0
"""


def single(payoffs: str) -> str:
    """A terminal with payoffs in the spelling given."""
    return f'{HEAD}t "" 1 "o" {{ {payoffs} }}'


def chance(moves: str) -> str:
    """A chance node with two moves in the spelling given."""
    return f'{HEAD}c "" 1 "" {{ {moves} }} 0 t "" 0 t "" 0'


def personal(node: str) -> str:
    """Two nodes of player 1 on a path; the first defines information set 1."""
    return f'{HEAD}p "" 1 1 "s" {{ "a" "b" }} 0\n{node}\nt "" 0 t "" 0 t "" 0'


def two_outcomes(second: str) -> str:
    """Two terminals; the first defines outcome 1."""
    return f'{HEAD}p "" 1 1 "" {{ "a" "b" }} 0 t "" 1 "o" {{ 1, 2 }}\n{second}'


ACCEPTED = {
    "plain": SMALL,
    "no comment": HEAD + 't "" 0',
    "multi-line comment": HEAD + '"a\n\n b" t "" 0',
    "type D": 'EFG 2 D "g" { } t "" 0',
    "payoff commas": single("1, 2"),
    "no payoff commas": single("1 2"),
    "trailing payoff comma": single("1, 2,"),
    "one player": 'EFG 2 R "" { "A" } t "" 1 "" { 3 }',
    "zero players": 'EFG 2 R "" { } t "" 1 "" { }',
    "lone terminal with null outcome": HEAD + 't "" 0',
    "CRLF": SMALL.replace("\n", "\r\n"),
    "no whitespace where tokens allow": 'EFG 2 R "g"{"A""B"}"c"p "" 1 1"s"{"a""b"}1"o"{1,2}t "" 0t "" 0',
    "huge integers": single("123456789012345678901234567890, -" + "9" * 2000),
    "payoffs of 1e19": single("1e19, -1e19"),
    "outcome repeated bare": two_outcomes('t "" 1'),
    "outcome restated identically": two_outcomes('t "" 1 "o" { 1, 2 }'),
    "duplicate outcome labels": two_outcomes('t "" 2 "o" { 3, 4 }'),
    "empty outcome labels": HEAD + 'p "" 1 1 "" { "a" "b" } 0 t "" 1 "" { 1 2 } t "" 2 "" { 3 4 }',
    "negative outcome id": two_outcomes('t "" -7 "n" { 3, 4 }'),
    "gapped outcome id": two_outcomes('t "" 99 "n" { 3, 4 }'),
    "outcome on inner node": personal('p "" 2 1 "" { "c" "d" } 1 "o" { 1 2 }'),
    "backslash": HEAD + 't "a\\nb" 0',
    "duplicate player labels": 'EFG 2 R "" { "A" "A" } t "" 0',
    "empty player labels": 'EFG 2 R "" { "" "" } t "" 0',
    "duplicate actions": HEAD + 'p "" 1 1 "" { "a" "a" } 0 t "" 0 t "" 0',
    "empty actions": HEAD + 'p "" 1 1 "" { "" "" } 0 t "" 0 t "" 0',
    "single action": HEAD + 'p "" 1 1 "" { "a" } 0 t "" 0',
    "set id 0": HEAD + 'p "" 1 0 "" { "a" } 0 t "" 0',
    "negative set id": HEAD + 'p "" 1 -3 "" { "a" } 0 t "" 0',
    "set repeated bare": personal('p "" 1 1 0'),
    "absent-mindedness, set restated": personal('p "" 1 1 "s" { "a" "b" } 0'),
    "duplicate actions restated": HEAD + 'p "" 1 1 "" { "a" "a" } 0 p "" 1 1 "" { "a" "a" } 0' + ' t "" 0' * 3,
    "same set id under two players": personal('p "" 2 1 "s" { "c" "d" } 0'),
    "chance with fractions": chance('"a" 1/3 "b" 2/3'),
    "chance with decimals": chance('"a" 0.25 "b" .75'),
    "chance with zero probability": chance('"a" 0 "b" 1'),
    "chance set reused": HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0 c "" 1 0' + ' t "" 0' * 3,
    "chance in the middle": personal('c "" 1 "" { "a" 1/2 "b" 1/2 } 0'),
    # Beyond Gambit 16.7.
    "BOM": "\ufeff" + SMALL,
    "UTF-8": 'EFG 2 R "Schäfer" { "Łukasz" "李" } t "é" 0',
    "duplicate node labels": HEAD + 'p "n" 1 1 "" { "a" } 0 t "n" 0',
    "duplicate set labels": personal('p "" 1 2 "s" { "c" "d" } 0'),
    "double space in a label": HEAD + 't "a  b" 0',
    "leading space in a label": HEAD + 't " a" 0',
    "newline in a label": HEAD + 't "a\nb" 0',
    "restated payoffs of equal value": two_outcomes('t "" 1 "o" { 1.0, 4/2 }'),
    "restated probabilities of equal value": HEAD
    + 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0 c "" 1 "" { "a" 0.5 "b" 2/4 } 0'
    + ' t "" 0' * 3,
    "letter glued to a quote": HEAD + 'p"" 1 1 "" {"a"} 0 t"" 0',
    "double backslash": HEAD + 't "a\\\\" 0',
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepts_and_writes_byte_stably(name):
    document = parse_efg(ACCEPTED[name])
    for ascii_only in (True, False):
        written = format_efg(document, ascii_only=ascii_only)
        again = parse_efg(written)
        assert format_efg(again, ascii_only=ascii_only) == written
        assert [o.payoffs for o in again.outcomes] == [o.payoffs for o in document.outcomes]
        assert [s.probabilities for s in again.infosets] == [s.probabilities for s in document.infosets]
        assert [(n.infoset, n.outcome) for n in again.nodes] == [(n.infoset, n.outcome) for n in document.nodes]


# Name: text, line, column, what the message says.
REJECTED = {
    "empty text": ("", 1, 1, "expected 'EFG', found the end of the file"),
    "type X": ('EFG 2 X "g" { } t "" 0', 1, 7, "'R' or 'D', found 'X'"),
    "version 1": ('EFG 1 R "g" { } t "" 0', 1, 5, "version 2, found number '1'"),
    "version text": ('EFG "2" R "g" { } t "" 0', 1, 5, "version 2"),
    "missing title": ("EFG 2 R { } t", 1, 9, "title"),
    "lower-case magic": ('efg 2 R "g" { } t "" 0', 1, 1, "expected 'EFG', found 'efg'"),
    "strategic form": ('NFG 1 R "g" { "A" } { 1 } 3', 1, 1, "this is a strategic-form (.nfg) file"),
    "double payoff comma": (single("1,, 2"), 2, 16, "payoff 2 of 2 of outcome 1, found ','"),
    "leading payoff comma": (single(", 1 2"), 2, 14, "payoff 1 of 2"),
    "too few payoffs": (single("1"), 2, 16, "payoff 2 of 2 of outcome 1, found '}'"),
    "too many payoffs": (single("1, 2, 3"), 2, 20, "'}', found number '3' (outcome 1 already has 2 payoffs)"),
    "commas in player list": ('EFG 2 R "g" { "A", "B" } t "" 0', 1, 18, "player label or '}', found ','"),
    "truncated in payoffs": (HEAD + 't "" 1 "o" { 1,\n', 2, 16, "found the end of the file"),
    "truncated tree": (HEAD + 'p "" 1 1 "" { "a" "b" } 0 t "" 0\n', 2, 33, "lacks 1 or more nodes"),
    "hash comment": (HEAD + '# no\nt "" 0', 2, 1, "a node letter"),
    "slash comment": (HEAD + '// no\nt "" 0', 2, 1, "a node letter"),
    "invalid node letter": (HEAD + 'x "" 0', 2, 1, "'c', 'p' or 't', found 'x'"),
    "decimal over integer": (single("1.5/2 1"), 2, 14, "found number '1.5/2'"),
    "division by zero": (single("1/0 1"), 2, 14, "not zero"),
    "spaced fraction": (single("1 / 2"), 2, 16, "payoff 2 of 2 of outcome 1, found '/'"),
    "lone minus": (single("- 1"), 2, 14, "found number '-'"),
    "lone dot": (single(". 1"), 2, 14, "found number '.'"),
    "inf": (single("inf 1"), 2, 14, "payoff 1 of 2 of outcome 1, found 'inf'"),
    "Unicode digits": (single("\u0663 1"), 2, 14, "payoff 1"),
    "exponent too large": (single("1e999999999 1"), 2, 14, f"more than {MAX_DIGITS} digits"),
    "exponent absurd": (single("1e-99999999999999999999 1"), 2, 14, f"more than {MAX_DIGITS} digits"),
    "integer too long": (single("9" * (MAX_DIGITS + 1) + " 1"), 2, 14, f"more than {MAX_DIGITS} digits"),
    "fraction too long": (single("1/" + "9" * 5000 + " 1"), 2, 14, f"more than {MAX_DIGITS} digits"),
    "id too long": (HEAD + 't "" ' + "9" * 5000, 2, 6, f"more than {MAX_DIGITS} digits"),
    "outcome restated with other payoff": (
        two_outcomes('t "" 1 "o" { 1, 3 }'),
        3,
        8,
        "{ 1 2 } of outcome 1 as at line 2:34",
    ),
    "outcome restated with other label": (
        two_outcomes('t "" 1 "q" { 1, 2 }'),
        3,
        8,
        'label "o" of outcome 1 as at line 2:34',
    ),
    "undefined outcome": (two_outcomes('t "" 2'), 3, 6, "the definition of outcome 2"),
    "fractional outcome id": (HEAD + 't "" 1.5 "o" { 1 2 }', 2, 6, "number of an outcome, found number '1.5'"),
    "null outcome with label": (HEAD + 't "" 0 ""', 2, 8, "null outcome"),
    "null outcome with payoffs": (HEAD + 't "" 0 { 1 2 }', 2, 8, "null outcome"),
    "label without payoffs": (two_outcomes('t "" 2 "x"'), 3, 11, "expected '{', found the end of the file"),
    "payoffs without label": (HEAD + 't "" 1 { 1 2 }', 2, 8, "the label of outcome 1, found '{'"),
    "unterminated string": ('EFG 2 R "g', 1, 9, "a text without a closing quote"),
    "escaped closing quote": (HEAD + 't "a\\" 0', 2, 3, "a text without a closing quote"),
    "no action": (HEAD + 'p "" 1 1 "" { } 0', 2, 15, "an action label, found '}'"),
    "undefined set": (HEAD + 'p "" 1 1 0', 2, 8, "the definition of information set 1 of player 1"),
    "undefined set of the other player": (personal('p "" 2 1 0'), 3, 8, "information set 1 of player 2"),
    "actions without label": (personal('p "" 1 1 { "a" "b" } 0'), 3, 10, "the label of information set 1 of player 1"),
    "player 0": (HEAD + 'p "" 0 1 "" { "a" } 0 t "" 0', 2, 6, "player number from 1 to 2, found number '0'"),
    "player 3": (HEAD + 'p "" 3 1 "" { "a" } 0 t "" 0', 2, 6, "player number from 1 to 2, found number '3'"),
    "set restated with other count": (personal('p "" 1 1 "s" { "a" } 0'), 3, 10, 'as at line 2:10, found { "a" }'),
    "set restated with other action": (personal('p "" 1 1 "s" { "a" "c" } 0'), 3, 10, 'actions { "a" "b" } of'),
    "set restated with other label": (personal('p "" 1 1 "z" { "a" "b" } 0'), 3, 10, 'found "z"'),
    "chance with commas": (chance('"a" 1/2, "b" 1/2'), 2, 20, "action label or '}', found ','"),
    "chance sum 0.9999": (chance('"a" 0.5 "b" 0.4999'), 2, 11, "a sum of 9999/10000"),
    "chance sum astronomic": (chance('"a" 1e3000 "b" 1'), 2, 11, "about 1.00000000000e+3000"),
    "negative probability": (chance('"a" -1/2 "b" 3/2'), 2, 17, "at least 0, found number '-1/2'"),
    "missing probability": (chance('"a" "b" 1'), 2, 17, 'the probability of action "a"'),
    "chance restated otherwise": (
        HEAD + 'c "" 1 "" { "a" 1/2 "b" 1/2 } 0\nc "" 1 "" { "a" 1/3 "b" 2/3 } 0' + ' t "" 0' * 3,
        3,
        8,
        "probabilities { 1/2 1/2 } of chance set 1 as at line 2:8, found { 1/3 2/3 }",
    ),
    "personal node with probabilities": (HEAD + 'p "" 1 1 "" { "a" 1/2 "b" 1/2 } 0', 2, 19, "only chance moves"),
    "NUL": (HEAD + 't "a\0" 0', 2, 5, "NUL"),
    "no-break space between tokens": (HEAD + 't\u00a0"" 0', 2, 1, "a node letter"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejects_with_location(name):
    text, line, column, message = REJECTED[name]
    with pytest.raises(FileFormatError, match=re.escape(message)) as caught:
        parse_efg(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert str(caught.value).startswith(f"line {line}:{column}: ")


def test_byte_order_mark_does_not_shift_columns():
    with pytest.raises(FileFormatError, match=r"^line 1:5: "):
        parse_efg('\ufeffEFG 3 R "g" { } t "" 0')


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ("7", 7),
        ("-3", -3),
        ("007", 7),
        ("5.", 5),
        (".5", "1/2"),
        ("-.5", "-1/2"),
        ("1.25", "5/4"),
        ("1/3", "1/3"),
        ("-2/6", "-1/3"),
        ("1e2", 100),
        ("1E-2", "1/100"),
        ("1.5e-3", "3/2000"),
        ("+4", 4),
        ("1e+2", 100),
        (".5e1", 5),
        ("1/-2", "-1/2"),
        ("-0.1", "-1/10"),
        ("1e0000000000000000003", 1000),
        (f"1e{MAX_DIGITS - 1}", 10 ** (MAX_DIGITS - 1)),
        (f"1e-{MAX_DIGITS - 1}", Fraction(1, 10 ** (MAX_DIGITS - 1))),
    ],
)
def test_numbers_are_exact(spelling, value):
    document = parse_efg(single(f"{spelling}, 0"))
    assert document.outcomes[0].payoffs == (Fraction(value), 0)
    assert parse_efg(format_efg(document)).outcomes == document.outcomes


def test_reads_every_part():
    document = parse_efg(SMALL)
    assert document.title == 'Bluff "x"'
    assert document.players == ("A", "B")
    assert document.comment == "two\nlines"
    assert document.infosets == (
        EfgInfoset(-1, 1, "cards", ("hi", "lo"), (Fraction(1, 3), Fraction(2, 3))),
        EfgInfoset(0, 1, "(1,1)", ("bet", "fold"), ()),
        EfgInfoset(1, 1, "", ("call", "pass"), ()),
        EfgInfoset(0, 2, "(1,2)", ("bet", "fold"), ()),
    )
    assert [outcome.number for outcome in document.outcomes] == [3, 1, 2, 4]
    assert document.outcomes[2] == EfgOutcome(2, "take", (Fraction(3, 2), Fraction(-3, 2)))
    assert document.nodes[0] == EfgNode("deal", 0, -1)
    assert [node.infoset for node in document.nodes] == [0, 1, 2, -1, -1, -1, 3, 2, -1, -1, -1]
    assert [node.outcome for node in document.nodes] == [-1, 0, -1, 1, 2, -1, 0, -1, 3, 2, -1]


@pytest.mark.parametrize(
    ("spelled", "label"), [(r"\"", '"'), (r"\\", "\\"), (r"\n", r"\n"), (r"\\\"", '\\"'), ("", "")]
)
def test_escapes(spelled, label):
    assert parse_efg(f'{HEAD}t "{spelled}" 0').nodes[0].label == label


def test_rescales_rounded_probabilities_and_warns():
    moves = " ".join(f'"{i}" 0.1666666666666667' for i in range(6))
    text = f'{HEAD}c "" 1 "" {{ {moves} }} 0' + ' t "" 0' * 6
    with pytest.warns(FormatWarning, match=r"^line 2:11: rescaled .* by rounding$") as caught:
        document = parse_efg(text)
    assert document.infosets[0].probabilities == (Fraction(1, 6),) * 6
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert parse_efg(format_efg(document)).infosets == document.infosets


def test_rescaling_warns_once_and_accepts_a_restatement():
    first, second = '{ "a" 0.3333333333 "b" 0.6666666666 }', '{ "a" 0.3333333333 "b" 0.6666666667000001 }'
    text = f'{HEAD}c "" 1 "" {first} 0 c "" 1 "" {first} 0 c "" 2 "" {second} 0' + ' t "" 0' * 4
    with pytest.warns(FormatWarning, match=r"^line 2:11: .* \(and 1 times more\)$") as caught:
        assert len(parse_efg(text).infosets) == 2
    assert len(caught) == 1


def test_rescaling_stays_within_the_number_bound():
    long = "3" * 3990
    text = chance(f'"a" 0.{long} "b" 0.{"6" * 3991}7')
    with pytest.warns(FormatWarning):
        document = parse_efg(text)
    assert parse_efg(format_efg(document)).infosets == document.infosets
    denominators = [10**2500 + 1, 10**2500 + 3]
    text = chance(f'"a" 1/{denominators[0]} "b" {denominators[1] - 1}/{denominators[1]}')
    with pytest.raises(FileFormatError, match=r"^line 2:11: expected probabilities with a smaller"):
        parse_efg(text)


def test_tokens_after_the_tree_warn():
    with pytest.warns(FormatWarning, match=r"^line 3:2: ignored what follows") as caught:
        document = parse_efg(HEAD + 't "" 0\n garbage { "')
    assert len(document.nodes) == 1
    assert caught[0].filename == __file__


def test_depth_has_no_limit():
    depth = 100_000
    text = HEAD + 'p "" 1 1 "" { "a" } 0\n' * depth + 't "" 0'
    document = parse_efg(text)
    assert len(document.nodes) == depth + 1
    assert parse_efg(format_efg(document)) == document


def test_absurd_spellings_take_linear_time():
    for filler in (" " * 500_000, '"' + '\\"' * 250_000, "{" * 500_000, "1/" * 250_000, "-" * 500_000):
        with pytest.raises(FileFormatError):
            parse_efg(HEAD + "t " + filler)


def mutations(texts: list[str]) -> st.SearchStrategy[str]:
    """Texts cut short, with a character replaced, or with two tokens exchanged."""

    @st.composite
    def mutate(draw: st.DrawFn) -> str:
        text = draw(st.sampled_from(texts))
        for _ in range(draw(st.integers(1, 3))):
            place = draw(st.integers(0, max(len(text) - 1, 0)))
            kind = draw(st.sampled_from(["cut", "flip", "swap"]))
            if kind == "cut":
                text = text[:place]
            elif kind == "flip":
                text = text[:place] + draw(st.characters() | st.sampled_from('{},"\\-./0e ')) + text[place + 1 :]
            elif words := text.split(" "):
                first, second = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
                words[first], words[second] = words[second], words[first]
                text = " ".join(words)
        return text

    return mutate()


@pytest.mark.filterwarnings("ignore::dodona.io.lexer.FormatWarning")
@given(mutations([*ACCEPTED.values()]))
def test_damaged_files_are_refused_or_read(text):
    refusal = None
    try:
        written = format_efg(parse_efg(text))
    except FileFormatError as error:
        refusal = error
    if refusal:
        assert (refusal.line, refusal.column) >= (1, 1)
    else:
        assert format_efg(parse_efg(written)) == written
