"""Options say once what they may be; names, checks and documentation follow from that."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

from dodona import DodonaError
from dodona.all_methods import METHODS
from dodona.model.options import Options, option, options_of


@dataclass(frozen=True)
class Sample(Options):
    flag: bool = option(True, "a flag")
    perhaps: bool | None = option(None, "a flag, or nothing")
    word: Literal["first", "second"] = option("first", "a word")
    words: tuple[Literal["a", "b", "c"], ...] = option(("a",), "some words", part="more")
    count: int = option(1, "a count", least=1, most=9)
    size: int | Path | None = option(None, "a size", noun="a number of bytes", beside="a path", least=0)
    share: float = option(0.5, "a share", above=0)
    seconds: float = option(1.0, "a time", noun="a number of seconds", least=0)
    plan: Literal["none"] | Sequence[int] = option("none", "a plan", beside="a list of steps")
    anything: Any = option(None, "anything", noun="whatever you like")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"flag": 1}, "flag is True or False, not 1."),
        ({"flag": None}, "flag is True or False, not None."),
        ({"perhaps": "yes"}, "perhaps is True or False, not 'yes'."),
        ({"word": "third"}, "word is one of first, second, not 'third'."),
        ({"word": ["first"]}, "word is one of first, second, not ['first']."),
        ({"words": "a"}, "words is a tuple of names out of a, b, c, not 'a'."),
        ({"words": ("a", 1)}, "words is a tuple of names out of a, b, c, not ('a', 1)."),
        ({"words": ("a", "d")}, "words is one of a, b, c, not 'd'."),
        ({"count": 0}, "count is a whole number from 1 to 9, not 0."),
        ({"count": 10}, "count is a whole number from 1 to 9, not 10."),
        ({"count": True}, "count is a whole number from 1 to 9, not True."),
        ({"count": 2.0}, "count is a whole number from 1 to 9, not 2.0."),
        ({"size": -1}, "size is a number of bytes from 0 up, or a path, not -1."),
        ({"size": "1G"}, "size is a number of bytes from 0 up, or a path, not '1G'."),
        ({"share": 0}, "share is a finite number above 0, not 0."),
        ({"share": math.nan}, "share is a finite number above 0, not nan."),
        ({"share": math.inf}, "share is a finite number above 0, not inf."),
        ({"share": True}, "share is a finite number above 0, not True."),
        ({"seconds": -1}, "seconds is a number of seconds from 0 up, not -1."),
        ({"plan": "all"}, "plan is one of none, or a list of steps, not 'all'."),
        ({"plan": 3}, "plan is one of none, or a list of steps, not 3."),
    ],
)
def test_a_wrong_value_gets_one_sentence(given, sentence):
    with pytest.raises(DodonaError) as caught:
        Sample(**given)
    assert str(caught.value) == sentence


def test_right_values_are_taken():
    Sample(False, False, "second", ["b", "c"], 9, Path(), 1, 0, [1, 2], object())
    assert Sample(count=np.int64(3), share=np.float64(2)).count == 3


def test_a_method_has_the_options_of_its_parts_and_those_of_no_part():
    everything = [own.name for own in options_of(Sample)]
    assert [own.name for own in options_of(Sample, ("more",))] == everything
    assert [own.name for own in options_of(Sample, ())] == [name for name in everything if name != "words"]


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_every_option_of_every_method_is_declared_with_all_there_is_to_say(method):
    for own in method.declared_options():
        own.check(own.default)
        assert own.meaning
        assert own.allowed()
        assert own.default == getattr(method.defaults, own.name)


def test_presets_have_their_own_defaults():
    defaults = {method.name: {own.name: own.default for own in method.declared_options()} for method in METHODS}
    assert (defaults["dob"]["regret"], defaults["sequence_form_double_oracle"]["regret"]) == (False, True)
    assert (defaults["star1"]["chance"], defaults["star2"]["chance"]) == ("star1", "star2")
    assert "policy" not in defaults["dob"]
    assert defaults["sequence_form_lp"] == {}


@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_defaults_are_allowed_values(method):
    for own in method.declared_options():
        own.check(own.default)
