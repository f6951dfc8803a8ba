"""Games opened from files and saved to them, through the public functions."""

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
