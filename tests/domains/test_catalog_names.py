"""Names of games and parameters: what other tools call them, and what a slip of the pen was meant for."""

import pytest

import dodona
from dodona.domains.catalog import ALIASES


@pytest.mark.parametrize(("other", "name"), ALIASES.items())
def test_names_of_other_tools_are_understood(other, name):
    assert dodona.game(other) == dodona.game(name)
    assert str(dodona.game(other)) == name
    assert str(dodona.game(f"{other}.after({dodona.game(name).root().actions()[0]})")).startswith(f"{name}.after(")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("goofspiel(card=4)", r"^goofspiel has no parameter 'card': did you mean cards\? It takes goofspiel\(cards, "),
        ("leduc(deals=card)", r"^leduc has no parameter 'deals': did you mean deal\? It takes leduc\(deal=type\)\.$"),
        ("kuhn(zzz=1)", r"^kuhn has no parameter 'zzz'\. It takes kuhn\(cards=3\)\.$"),
        ("goofspiel", r"^goofspiel: missing a required argument: 'cards'"),
        ("leduk", r"^there is no game 'leduk': did you mean leduc\?"),
    ],
)
def test_unknown_names_are_named_with_the_nearest_known_one(text, sentence):
    with pytest.raises(dodona.GameDefinitionError, match=sentence):
        dodona.game(text)
