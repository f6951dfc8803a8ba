"""Games opened from files and saved to them, through the public functions."""

from fractions import Fraction

import pytest

import dodona

TREE = """EFG 2 R "chase" { "Rabbit" "Fox" }
p "" 1 1 "" { "left" "right" } 0
p "" 2 1 "" { "left" "right" } 0
t "" 1 "caught" { -1/3, 1/3 }
t "" 2 "free" { 1, -1 }
p "" 2 1 0
t "" 2
t "" 1
"""


def test_names_of_players_survive_every_way_of_writing(tmp_path):
    (tmp_path / "chase.efg").write_text(TREE)
    game = dodona.read(tmp_path / "chase.efg")
    assert game.player_names == ("Rabbit", "Fox")
    for number, source in enumerate([game, game.after("left")]):
        for suffix in (".efg", ".nfg"):
            path = tmp_path / f"{number}{suffix}"
            dodona.write(source, path)
            assert dodona.read(path).player_names == ("Rabbit", "Fox")
    table = dodona.read(tmp_path / "0.nfg")
    dodona.write(table, tmp_path / "back.efg")
    assert dodona.read(tmp_path / "back.efg").player_names == ("Rabbit", "Fox")


def test_a_game_keeps_its_value_through_both_formats(tmp_path):
    (tmp_path / "chase.efg").write_text(TREE)
    game = dodona.read(tmp_path / "chase.efg")
    value = dodona.solve(game).value
    assert abs(value - 1 / 3) < 1e-12  # -1/3 and 1, each with probability 1/2
    dodona.write(game, tmp_path / "chase.nfg")
    assert abs(dodona.solve(dodona.read(tmp_path / "chase.nfg")).value - value) < 1e-12


def chain(payoffs):
    """A file in which player 0 may stop at every node, whose outcome adds to what was paid before."""
    lines = ['EFG 2 R "chain" { "A" "B" }']
    for number, payoff in enumerate(payoffs, start=1):
        lines.append(f'p "" 1 {number} "" {{ "stop" "go" }} {number} "" {{ {payoff}, 0 }}')
        lines.append('t "" 0')
    return "\n".join([*lines, 't "" 0'])


def test_payoffs_along_a_path_add_up_exactly(tmp_path):
    file = tmp_path / "chain.efg"
    file.write_text(chain(["1/3", "-0.25", "1e2", "2/3"]))
    game = dodona.read(file)
    assert game.document.outcomes[0].payoffs == (Fraction(1, 3), 0)
    assert dodona.solve(game).values[0] == float(1 - Fraction(1, 4) + 100)
    dodona.write(game, tmp_path / "again.efg")
    again = dodona.read(tmp_path / "again.efg").document.outcomes
    assert [own.payoffs for own in again] == [own.payoffs for own in game.document.outcomes]


def test_denominators_that_grow_along_a_path_are_refused(tmp_path):
    file = tmp_path / "chain.efg"
    file.write_text(chain([f"1/{10**400 + odd}" for odd in range(1, 200, 2)]))
    with pytest.raises(dodona.GameDefinitionError, match=r"add up to fractions of more than 4000 digits: .*\.$"):
        dodona.read(file)


def test_short_numbers_that_would_fill_the_memory_are_refused(tmp_path):
    file = tmp_path / "chain.efg"
    file.write_text(chain([f"{number}e-3900" for number in range(13_000)]))
    with pytest.raises(
        dodona.FileFormatError, match=r"line \d+:\d+: the numbers up to here need 50,000,000 digits more"
    ):
        dodona.read(file)
