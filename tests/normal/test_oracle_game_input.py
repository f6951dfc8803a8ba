"""Wrong definitions of games with oracles, wrong answers of their functions, and responses that are not the best."""

import itertools

import numpy as np
import pytest

import dodona
from dodona import GameDefinitionError, OracleGame
from oracle_games import wrapped


def refused(match, payoff=lambda r, c: 0.0, respond=(lambda m: 0, lambda m: 0), initial=([0], [0]), *rest, **words):
    with pytest.raises(GameDefinitionError, match=match) as caught:
        dodona.solve(OracleGame(payoff, respond, initial, *rest, **words))
    assert "\n" not in str(caught.value)


def test_wrong_answers_of_the_functions_are_named_with_their_arguments():
    refused(r"^payoff\(0, 0\) must return a finite number, not nan\.$", lambda r, c: float("nan"))
    refused(r"payoff\(0, 0\) must return a finite number, not 'much'", lambda r, c: "much")
    refused(r"payoff\(0, 0\) must return a finite number, not None", lambda r, c: None)
    refused(r"payoff\(0, 0\) must return a finite number, not 1000", lambda r, c: 10**400)
    refused(r"payoff\(0, 0\) raised ZeroDivisionError: division by zero", lambda r, c: 1 / 0)
    refused(r"payoff\(0, 0\) raised TypeError", lambda r: 0.0)
    refused(r"returned 3.0, outside the utility_range from -1.0 to 1.0", lambda r, c: 3, utility_range=(-1, 1))
    refused(r"^respond\[1\]\(\[\(0, 1.0\)\]\) raised KeyError: 0", respond=(lambda m: 0, lambda m: {}[0]))
    refused(r"respond\[0\]\(\[\(0, 1.0\)\]\) must return a strategy, not None", respond=(lambda m: None, lambda m: 0))
    refused(r"respond\[0\]\(\[\(0, 1.0\)\]\) gave \[1\], which is no strategy", respond=(lambda m: [1], lambda m: 0))
    refused(r"label\(0\) must return a text, not 0", label=lambda strategy: strategy)
    refused(r"label\(0\) raised RuntimeError: mine", label=raising)


def raising(*arguments):
    raise RuntimeError("mine")


class Incomparable:
    """Its equals have its hash and cannot be told apart."""

    def __hash__(self):
        return 0

    def __eq__(self, other):
        raise ValueError("what is equal?")


def test_strategies_that_cannot_be_compared_are_refused():
    refused("which is no strategy .ValueError: what is equal", respond=(lambda m: Incomparable(), lambda m: 0))
    refused(r"initial\[0\] gave .* which is no strategy", initial=([Incomparable(), Incomparable()], [0]))


def test_wrong_definitions_get_one_sentence():
    refused("payoff must be a function, not 3", payoff=3)
    refused("label must be a function, not 3", label=3)
    refused(r"respond\[1\] must be a function, not 3", respond=(len, 3))
    refused("respond must be a pair, with an entry for each player", respond=len)
    refused("initial must be a pair", initial=[[0]])
    refused(r"initial\[0\] must list at least one strategy that player 0 starts with", initial=(None, [0]))
    refused(r"initial\[1\] must be a list of at least one strategy, not \[\]", initial=([0], []))
    refused(r"initial\[0\] must be a list of at least one strategy, not 'abc'", initial=("abc", [0]))
    refused(r"initial\[1\] must be a list of at least one strategy, not 5", initial=([0], 5))
    refused(r"initial\[0\] gave \{0\}, which is no strategy", initial=([{0}], [0]))
    refused(r"player 1 needs a function respond\[1\]", respond=(lambda m: 0, None))
    refused("constant_sum must be a finite number", constant_sum=float("inf"))
    refused("constant_sum must be a finite number", constant_sum=10**400)
    refused("utility_range must be a pair of numbers", utility_range=(3, 1))
    refused(r"initial\[0\] has 0, which is not in strategies\[0\]", strategies=([1, 2], None))


def test_a_response_outside_of_the_list_is_refused():
    game = OracleGame(lambda r, c: r, (lambda m: 7, lambda m: 0), ([1], [0]), ([1, 2], None))
    with pytest.raises(GameDefinitionError, match=r"returned 7, which is not among strategies\[0\]"):
        dodona.solve(game, "matrix_double_oracle")
    assert dodona.solve(game, "single_oracle").value == 2  # which has the list and asks nobody


def test_who_has_a_list_alone_is_not_asked_for_a_response():
    with pytest.raises(GameDefinitionError, match=r"no function respond\[0\]: the strategies of player 0 are listed"):
        wrapped(np.eye(2), [0]).response(0, [(0, 1.0)])


def test_a_response_that_a_known_strategy_beats_is_refused():
    payoffs = np.array([[1.0, 5.0], [2.0, 3.0]])
    with pytest.raises(
        GameDefinitionError,
        match=r"respond\[0\]\(\[\(0, 1.0\)\]\) returned no best response of player 0: what it returned is worth 1 to "
        r"her, and 1 is worth 2\.",
    ):
        dodona.solve(OracleGame(lambda r, c: payoffs[r, c], (lambda m: 0, lambda m: 0), ([0, 1], [0])))


def test_a_response_that_a_later_strategy_beats_is_refused():
    payoffs, answers = np.array([[1.0, 0.0], [2.0, -1.0]]), itertools.chain([0], itertools.repeat(1))
    honest = wrapped(payoffs)
    game = OracleGame(
        lambda r, c: payoffs[r, c], (lambda m: honest.response(0, m), lambda m: next(answers)), ([0], [0])
    )
    with pytest.raises(GameDefinitionError, match=r"respond\[1\].* worth -1 to her, and 1 is worth 0\.$"):
        dodona.solve(game)


def test_single_oracle_says_what_is_missing():
    game = wrapped(np.eye(3))
    assert dodona.methods(game) == ["matrix_double_oracle"]
    with pytest.raises(dodona.UnsupportedGameError, match="needs all strategies of one player, and oracle game lists"):
        dodona.solve(game, "single_oracle")
    with pytest.raises(dodona.UnsupportedGameError, match=r"responder=0 needs all strategies of player 1"):
        dodona.solve(wrapped(np.eye(3), [0]), "single_oracle", responder=0)
    with pytest.raises(dodona.DodonaError, match="responder is a whole number from 0 to 1"):
        dodona.solve(np.eye(3), "single_oracle", responder=2)


def test_other_methods_and_functions_refuse_games_with_oracles():
    game = wrapped(np.eye(2), text="pennies")
    assert (str(game), repr(game)) == ("pennies", "<OracleGame pennies>")
    with pytest.raises(dodona.UnsupportedGameError, match="matrix_simplex needs a problem with rules; pennies is"):
        dodona.solve(game, "matrix_simplex")
    with pytest.raises(dodona.UnsupportedGameError, match="a problem with rules"):
        dodona.exploitability(game, [])
