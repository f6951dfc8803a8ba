"""What games say about their positions stays as it was; ``tests/golden/update.py`` says how to change it."""

import pytest

import dodona
from instances import CONTESTS
from playthroughs import FOLDER, GAMES, path_of, playthrough


def test_every_domain_has_a_playthrough_and_every_playthrough_a_domain():
    """Contests have none: they have no positions of their own."""
    assert set(GAMES) == dodona.catalog().keys() - CONTESTS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
    assert all(text.partition("(")[0] == name for name, text in GAMES.items())


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_is_as_it_was(name):
    assert playthrough(name) == path_of(name).read_text(encoding="utf-8")
