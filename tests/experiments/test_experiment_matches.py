"""Matches in specs: rounds are tasks that stop and resume, and the table is the match's."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.main import app
from dodona.experiments import compare, read_records, read_spec, render, run, summarize
from dodona.model.errors import FileFormatError

SPEC = """
title = "A match"
quantities = ["utility none", "score exact"]

[[match]]
games = ["kuhn"]
players = ["exact=solve", "none=random"]
rounds = 20
seeds = [3]

[[match.paper]]
quantity = "score exact"
figure = 0.5
source = "made up"
"""


def write(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_rounds_of_a_spec_are_those_of_the_match(tmp_path: Path) -> None:
    spec = read_spec(write(tmp_path / "match.toml", SPEC))
    assert len(spec.tasks) == len({task.key() for task in spec.tasks}) == 20
    records = run(spec.tasks, tmp_path / "match.jsonl")
    (row,) = summarize(records, spec.quantities)
    match = dodona.match("kuhn", {"exact": "solve", "none": "random"}, games=40, seed=3)
    exact, none = match.standings
    assert row.values == (exact.utility, none.utility)
    assert row.quantities == {"utility none": none.utility, "score exact": exact.score}
    (paper,) = compare(records, spec.papers)
    assert paper.ours == exact.score
    assert "score exact" in render([row], [paper])
    assert [record.values for record in read_records(tmp_path / "match.jsonl")] == [record.values for record in records]


def test_a_stopped_match_goes_on_where_it_was(tmp_path: Path) -> None:
    spec = read_spec(write(tmp_path / "match.toml", SPEC))
    path = tmp_path / "match.jsonl"
    run(spec.tasks[:7], path)
    before = path.read_bytes()
    told: list[object] = []
    run(spec.tasks, path, on_record=told.append)
    assert len(told) == 13
    assert path.read_bytes().startswith(before)


def test_processes_play_the_same_rounds(tmp_path: Path) -> None:
    spec = read_spec(write(tmp_path / "match.toml", SPEC.replace("rounds = 20", "rounds = 4")))
    alone, several = (
        run(spec.tasks, tmp_path / f"{executor}.jsonl", executor=executor, workers=2)
        for executor in ("serial", "processes")
    )
    assert [record.values for record in alone] == [record.values for record in several]


def test_a_game_with_a_place_for_a_seed_is_another_in_every_round(tmp_path: Path) -> None:
    text = '[[match]]\ngames = ["random_game(seed={seed})"]\nplayers = ["random", "random"]\nrounds = 5\nseeds = [7]\n'
    spec = read_spec(write(tmp_path / "match.toml", text))
    records = run(spec.tasks, tmp_path / "match.jsonl")
    match = dodona.match("random_game(seed={seed})", ["random", "random"], games=10, seed=7)
    assert [record.values[0] for record in records] == list(match.by_round(0).values())


def test_a_round_that_fails_is_a_record_with_its_sentence(tmp_path: Path) -> None:
    text = '[[match]]\ngames = ["connect_four"]\nplayers = ["negascout(time=0)", "random"]\nrounds = 1\n'
    spec = read_spec(write(tmp_path / "match.toml", text))
    (record,) = run(spec.tasks, tmp_path / "match.jsonl")
    assert record.failed
    assert "negascout(time=0), player 0 of connect_four, found no move" in str(record.error)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("solve", "slove", r"\[\[match\]\] table 1, key 'players': there is no player 'slove'.*did you mean solve\?"),
        ('"none=random"', '"a=random", "b=random"', "a match of kuhn has 1 to 2 players, not 3"),
        ("rounds = 20", "", "lacks the key 'rounds'"),
        ("rounds = 20", "rounds = 0", "key 'rounds': must be at least 1"),
        ("rounds = 20", "rounds = 20\nseatings = 9", "key 'seatings': seatings are 'all'"),
        ("rounds = 20", "rounds = 20\nmethods = ['cfr']", "unknown key 'methods'"),
        ("kuhn", "kuhnn", "key 'games': there is no game 'kuhnn'"),
    ],
)
def test_wrong_matches_are_refused_with_their_place(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(FileFormatError, match=words):
        read_spec(write(tmp_path / "match.toml", SPEC.replace(old, new)))


def test_the_command_runs_matches_and_prints_their_table(tmp_path: Path) -> None:
    spec = write(tmp_path / "match.toml", SPEC.replace("rounds = 20", "rounds = 3"))
    done = CliRunner().invoke(app, ["experiment", "run", str(spec), "--out", str(tmp_path / "out.jsonl")])
    assert done.exit_code == 0, done.stderr
    assert "players=exact=solve,none=random, seatings=all" in done.stdout
    assert "utility none" in done.stdout
    assert "played" in done.stdout
