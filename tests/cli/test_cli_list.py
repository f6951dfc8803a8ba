"""``dodona list NAME`` explains a game: its facts come from the factory, each from one place."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import dodona
from dodona.cli.main import app
from dodona.domains.sources import SOURCES


def listed(*words: str) -> str:
    done = CliRunner().invoke(app, ["list", *words])
    assert done.exit_code == 0, done.stderr
    return done.stdout


def test_a_game_is_explained_with_rules_parameters_moves_size_and_source() -> None:
    told = listed("goofspiel")
    assert "both players bid a card of their hand at once" in told
    assert re.search(
        r"^  cards +Cards in each hand, and prizes\. Allowed: a whole number from 1 to 20; required\.$", told, re.M
    )
    assert "Allowed: descending, ascending, shuffled, random or a list of all card values; default descending." in told
    assert "moves of player 0  1, 2, 3, 4" in told
    assert re.search(r"size +2,229 nodes", told)
    assert "S. M. Ross. Goofspiel: the game of pure strategy." in told


def test_another_tools_name_is_understood_and_a_slip_is_named_with_the_nearest() -> None:
    assert listed("kuhn_poker") == listed("kuhn")
    done = CliRunner().invoke(app, ["list", "goofspeil"])
    assert done.exit_code == 1
    assert "there is no game 'goofspeil': did you mean goofspiel?" in done.stderr


@pytest.mark.parametrize("name", dodona.catalog())
def test_every_game_has_rules_and_every_parameter_a_meaning_and_allowed_values(name: str) -> None:
    family = dodona.catalog()[name]
    assert 1 <= len(re.findall(r"[.](?: |$)", family.rules)) <= 3
    assert [own.name for own in family.parameters] == list(family.signature.parameters)
    for own in family.parameters:
        assert own.meaning.endswith(".")
        assert own.allowed()
        assert "typing" not in own.allowed()
    assert dodona.game(family.example) == dodona.game(str(dodona.game(family.example)))


@pytest.mark.parametrize("name", ["kuhn", "connect_four", "matrix", "phantom_tic_tac_toe"])
def test_the_same_is_there_for_programs(name: str) -> None:
    told = json.loads(listed(name, "--json"))
    assert told["name"] == name
    assert set(told) == {"name", "usage", "summary", "rules", "parameters", "example", "sources"}
    assert told["example"]["moves"]
    assert all(set(own) == {"name", "allowed", "default", "meaning"} for own in told["parameters"])


def test_a_huge_game_is_explained_without_counting_it() -> None:
    assert "more than 1,000,000 nodes" in listed("connect_four")


def test_sources_are_those_of_the_references() -> None:
    page = (Path(__file__).parents[2] / "docs" / "references.md").read_text(encoding="utf-8")
    entries = dict(re.findall(r"^- \[(\w+)\] (.*?)(?=^- |\Z)", page, re.MULTILINE | re.DOTALL))
    known = {key: " ".join(text.split()) for key, text in entries.items()}
    assert {key: known[key] for key in SOURCES} == SOURCES
    cited = {key for family in dodona.catalog().values() for key in family.sources}
    assert cited == set(SOURCES)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("goofspiel(cards=21)", "goofspiel: cards must be a whole number from 1 to 20, not 21."),
        ("goofspiel(cards=3, utility=money)", "goofspiel: utility must be one of sign, points, not money."),
        ("nim(misere=1)", "nim: misere must be true or false, not 1."),
        ("leduc(deal=cards)", "leduc: deal must be one of type, card, not cards."),
        ("random_tree(seed=-1)", "random_tree: seed must be a whole number from 0 to 9223372036854775807, not -1."),
    ],
)
def test_what_annotations_say_is_checked(text: str, sentence: str) -> None:
    with pytest.raises(dodona.GameDefinitionError) as error:
        dodona.game(text)
    assert str(error.value) == sentence
