"""Which methods apply to a game, and which of them is chosen, stays as it is written down."""

import tomllib
from pathlib import Path

import pytest

import dodona
from instances import ALL

CHOICES = tomllib.loads(Path(__file__).with_name("method_choices.toml").read_text(encoding="utf-8"))["choice"]
EXPECTED = {text: choice["methods"] for choice in CHOICES for text in choice["games"]}


def test_every_instance_is_written_down_once():
    assert set(ALL) <= set(EXPECTED)
    assert sum(len(choice["games"]) for choice in CHOICES) == len(EXPECTED)


@pytest.mark.parametrize("text", EXPECTED)
def test_methods_and_their_order_are_as_written_down(text):
    assert dodona.methods(dodona.game(text)) == EXPECTED[text]


@pytest.mark.parametrize("text", [text for text in ALL if EXPECTED[text]])
def test_solve_chooses_the_first_of_them(text):
    assert dodona.solve(dodona.game(text)).provenance.method == EXPECTED[text][0]
