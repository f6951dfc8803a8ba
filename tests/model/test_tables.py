"""What notebooks, pandas and other programs are given: tables with headings that say what they leave out."""

import csv
import re

import numpy as np
import pytest

import dodona

LEDUC = dodona.solve(dodona.game("leduc"))


def cells(html, tag="td"):
    return re.findall(f"<{tag}(?: [^>]*)?>(.*?)</{tag}>", html)


def test_a_frame_has_the_rows_of_all_players():
    pytest.importorskip("pandas")
    frame = LEDUC.frame()
    assert list(frame.columns) == ["player", "infoset", "action", "probability"]
    assert len(frame) == sum(len(plan.probabilities) for plan in LEDUC.strategies)
    assert np.allclose(frame.groupby(["player", "infoset"]).probability.sum(), 1)
    assert frame[frame.player == 1].probability.tolist() == LEDUC.strategies[1].probabilities.tolist()


def test_a_search_has_an_empty_frame():
    assert dodona.solve(dodona.game("nim(heaps=[1, 2])"), "alphabeta").table() == {
        "player": [],
        "infoset": [],
        "action": [],
        "probability": [],
    }


def test_csv_files_keep_labels_and_every_bit(tmp_path):
    awkward = dodona.MatrixGame([[1, -2], [-3, 5]], actions=[['say "a", then\nb', "é"], ["x;y", " z "]])
    solution = dodona.solve(awkward)
    solution.write_csv(tmp_path / "all.csv")
    solution.strategies[1].write_csv(tmp_path / "one.csv")
    with open(tmp_path / "all.csv", newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["action"] for row in rows] == ['say "a", then\nb', "é", "x;y", " z "]
    assert [float(row["probability"]) for row in rows] == solution.table()["probability"]
    with open(tmp_path / "one.csv", newline="", encoding="utf-8") as file:
        assert list(csv.DictReader(file)) == rows[2:]


def test_tables_of_solutions_and_strategies_say_what_they_leave_out():
    html = LEDUC._repr_html_()
    assert html.count("<table>") == html.count("<thead>") == 3
    assert "information set" in cells(html, "th")
    assert cells(html).count("... and 132 more information sets") == 2
    assert cells(html, "caption") == ["player 0: 144 information sets", "player 1: 144 information sets"]
    small = dodona.solve(dodona.game("kuhn")).strategies[0]._repr_html_()
    assert "more" not in small
    assert len(cells(small)) == 2 * 6


def test_tables_of_games_and_sizes():
    game = dodona.game("goofspiel(cards=3)")
    assert cells(game._repr_html_(), "th") == ["game", game.text]
    assert "Player 0, Player 1" in cells(game._repr_html_())
    sizes = cells(game.info()._repr_html_())
    assert sizes[sizes.index("depth") + 1] == str(game.info().depth)


def test_matrices_show_payoffs_with_labels():
    dilemma = dodona.game("prisoners_dilemma")._repr_html_()
    assert cells(dilemma, "th")[1:] == ["cooperate", "defect"]
    assert cells(dilemma) == ["cooperate", "3, 3", "0, 5", "defect", "5, 0", "1, 1"]
    pennies = dodona.game("matching_pennies")._repr_html_()
    assert cells(pennies) == ["heads", "1", "-1", "tails", "-1", "1"]
    large = dodona.MatrixGame(np.arange(600).reshape(20, 30))._repr_html_()
    assert cells(large)[-1] == "... and 8 more rows ... and 18 more columns"
    assert len(cells(large)) == 12 * 13 + 1
    assert "&lt;i&gt;" in dodona.MatrixGame([[1]], actions=[["<i>"], ["b"]])._repr_html_()
    assert cells(dodona.MatrixGame(*[np.zeros((2, 2, 2))] * 3)._repr_html_(), "th")[0] == "game"


def test_internals_are_not_completed():
    assert dir(dodona) == sorted(dodona.__all__)
    assert not {"advisor", "stages"} & set(dir(LEDUC))
    assert {"values", "frame", "player", "_repr_html_"} <= set(dir(LEDUC))
    assert not {"completed", "from_mapping", "tree"} & set(dir(LEDUC.strategies[0]))
    assert {"items", "frame", "write_csv", "probabilities"} <= set(dir(LEDUC.strategies[0]))
    for game in (dodona.game("kuhn"), dodona.MatrixGame([[1, 2], [3, 4]]), dodona.Game()):
        assert not {"constant_sum", "handle", "named"} & set(dir(game))
        assert {"solve", "tree", "root", "traits", "zero_sum"} <= set(dir(game))
