"""Goofspiel with a fixed order of prizes that is drawn from a seed."""

import pytest

import dodona


def prizes(cards: int, seed: int, lowest: int = 1) -> list[int]:
    """The prizes in the order in which they come up; a position's text ends with the one that is bid for."""
    state = dodona.game("goofspiel", cards=cards, order="shuffled", seed=seed, lowest=lowest).root()
    seen = []
    while not state.is_terminal:
        seen.append(int(str(state).split()[-1]))
        state = state.play(index=(0, 0))
    return seen


@pytest.mark.parametrize("lowest", [0, 1])
@pytest.mark.parametrize("seed", [0, 1, 7, 2**63 - 1])
def test_every_prize_comes_up_once(seed: int, lowest: int) -> None:
    assert sorted(prizes(6, seed, lowest)) == list(range(lowest, lowest + 6))


def test_the_order_depends_on_the_seed_alone_and_never_changes() -> None:
    """Experiments name their instances by seed; another order here makes their records those of another game."""
    assert [prizes(5, seed) for seed in range(3)] == [[5, 4, 2, 1, 3], [1, 4, 3, 5, 2], [5, 4, 1, 3, 2]]


def test_every_order_comes_up() -> None:
    assert len({tuple(prizes(3, seed)) for seed in range(60)}) == 6


def test_the_list_that_is_drawn_is_the_same_game() -> None:
    drawn = dodona.game("goofspiel(cards=4, order=shuffled, seed=2)").after((1, 3))
    listed = dodona.game("goofspiel", cards=4, order=prizes(4, 2)).after((1, 3))
    assert dodona.solve(drawn).value == pytest.approx(dodona.solve(listed).value, abs=1e-12)


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("goofspiel(4, order=shuffled, seed=3)", "goofspiel(cards=4, order=shuffled, seed=3)"),
        ("goofspiel(4, shuffled, seed=0, lowest=0)", "goofspiel(cards=4, order=shuffled, lowest=0)"),
    ],
)
def test_the_text_reads_back(written: str, canonical: str) -> None:
    game = dodona.game(written)
    assert str(game) == canonical
    assert dodona.game(str(game)) == game


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("goofspiel(4, order=shuffled, seed=-1)", "goofspiel: seed must be a whole number from 0 to"),
        ("goofspiel(4, seed=3)", "only order=shuffled draws anything from seed: leave it out"),
        ("goofspiel(4, order=[1, 2, 3, 4], seed=3)", "only order=shuffled draws anything from seed"),
        ("goofspiel(4, order=mixed)", "order must be one of descending, ascending, shuffled, random, not mixed"),
        ("goofspiel(4, order=7)", "order must be descending, ascending, shuffled, random or a list of cards, not 7"),
        ("goofspiel(4, order=[1, 2, 3, 3])", r"order must name each of \[1, 2, 3, 4\] once"),
        ("goofspiel(2, order=[1, true])", "or a list of cards"),
    ],
)
def test_impossible_orders_are_refused_in_a_sentence(text: str, complaint: str) -> None:
    with pytest.raises(dodona.GameDefinitionError, match=complaint):
        dodona.game(text)
