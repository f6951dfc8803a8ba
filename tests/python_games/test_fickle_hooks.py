"""`check` asks everything twice: hooks that change their answers are found and named."""

import itertools

import pytest
from broken import Sound

import dodona


def fickle(hook: str, answers: tuple[object, object], size: int | None = None) -> dodona.Game:
    """A game whose hook alternates between two answers, at states of one size."""
    turns = itertools.cycle(answers)

    def alternate(self, *arguments):
        honest = getattr(Sound, hook)(self, *arguments)
        if size is not None and len(arguments[0]) != size:
            return honest
        answer = next(turns)
        return honest if answer is None else answer

    return type(f"Fickle_{hook}", (Sound,), {hook: alternate})()


GAMES = {
    "turn": fickle("turn", (None, 1), 1),
    "chance": fickle("chance", (None, {"heads": 0.25, "tails": 0.75})),
    "actions": fickle("actions", (None, ["left", "up"]), 1),
    "utility": fickle("utility", (None, 3), 3),
    "information": fickle("information", (None, "else"), 1),
    "play": fickle("play", (None, ("heads", "left", "right")), 2),
}


@pytest.mark.parametrize("hook", GAMES)
def test_check_names_the_hook_that_changes_its_answer(hook):
    problems = dodona.check(GAMES[hook]).problems
    assert any("changing answers" in problem and f"{hook} " in problem for problem in problems), problems


def test_states_that_are_told_apart_by_identity_alone_are_sound():
    class Position:
        def __init__(self, moves):
            self.moves = moves

    class ByIdentity(dodona.Game):
        zero_sum = True

        def initial(self):
            return Position(())

        def turn(self, state):
            return len(state.moves) if len(state.moves) < 2 else dodona.TERMINAL

        def actions(self, state, player):
            return ["a", "b"]

        def play(self, state, move):
            return Position((*state.moves, move))

        def utility(self, state):
            return 1 if len(set(state.moves)) == 1 else -1

    assert dodona.check(ByIdentity())
    assert dodona.solve(ByIdentity()).value == -1
