"""Random flow games: what they depend on, their sizes, and what is refused."""

import pytest

import dodona
from dodona import GameDefinitionError


def test_random_flow_games_depend_on_nothing_but_their_seed():
    options = {"jumps": True, "terms": 2, "alone": True, "density": 0.5}
    games = [dodona.game("random_flow_game", seed=seed, **options) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]
    assert dodona.solve("random_flow_game").value == pytest.approx(0.24847764652289162)
    text = "random_flow_game(steps=4, jumps=true, terms=3, alone=true, utility=uniform, seed=7)"
    assert dodona.solve(text).value == pytest.approx(11.053201521751845)


def test_the_random_game_of_the_thesis_has_trees_and_whole_numbers():
    game = dodona.game("random_flow_game(shape=tree, steps=5, actions=3)")
    assert game.info().states == (364, 364)
    assert game.info().actions == (363, 363)
    for process in game.processes:
        entered = {}
        for action, (state, _) in enumerate(process.marginal_actions()):
            after, chances = process.outcomes_of(action)
            assert sorted(chances.tolist()) == [0.2, 0.8]
            for then in after.tolist():
                assert entered.setdefault(then, state) == state
        assert len(entered) == 363
    _, _, utilities = game.arrays.pairs(0)
    assert set(utilities.tolist()) == {-2.0, -1.0, 1.0, 2.0}
    rows = [state[0] for state, _ in game.processes[0].marginal_actions()]
    start, column, _ = game.arrays.pairs(0)
    beside = [state[0] for state, _ in game.processes[1].marginal_actions()]
    assert all(rows[row] == beside[c] for row in range(363) for c in column[start[row] : start[row + 1]])


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"shape": "tree", "steps": 30, "actions": 3}, "at most 200,000 are drawn"),
        ({"states": 10_000, "outcomes": 1000}, "at most 200,000 are drawn"),
        ({"terms": 10_000, "states": 100, "actions": 20, "outcomes": 20}, "at most 5,000,000 are"),
        ({"shape": "tree", "steps": 1000, "actions": 1000}, "at most 200,000 are drawn"),
        ({"steps": 20, "states": 50, "actions": 10, "pairs": "all"}, "at most 5,000,000 are"),
        ({"density": 1.5}, "density must be a finite number from 0 to 1"),
        ({"utility": "money"}, "utility must be one of integer, uniform"),
        ({"actions": 0}, "actions must be a whole number"),
    ],
)
def test_random_flow_games_that_would_be_huge_or_wrong_are_refused(options, sentence):
    with pytest.raises(GameDefinitionError, match=sentence):
        dodona.game("random_flow_game", **options)
