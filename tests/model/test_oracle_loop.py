"""The loop of double oracles: who responds when, what is proven, and when it ends."""

import math

import pytest

from dodona import Limit
from dodona.model.checkpoint import Checkpoint, RunState
from dodona.model.errors import FileFormatError
from dodona.model.oracle_loop import OracleLoop, drive
from dodona.model.run import Run


class Script:
    """A restricted problem that answers as it is told and notes what it is asked.

    ``responses`` are what the players' responses are worth, one list per player, and ``news`` how much is new in each;
    the last of a list is repeated.
    """

    def __init__(self, responses, news=((0,), (0,)), value=0.0, total=0.0):
        self.responses, self.news = [list(own) for own in responses], [list(own) for own in news]
        self.value, self.total, self.size = value, total, 1.0
        self.asked, self.incumbents = [], []

    def solve(self):
        self.asked.append("solve")
        return self.value

    def respond(self, player):
        self.asked.append(f"respond {player}")
        return self._next(self.responses[player])

    def grow(self, player):
        self.asked.append(f"grow {player}")
        return self._next(self.news[player])

    def set_incumbent(self, player):
        self.incumbents.append(player)

    def state(self):
        return RunState({"asked": self.asked}, {})

    def restore(self, state):
        self.asked = list(state.numbers["asked"])

    @staticmethod
    def _next(answers):
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def responders(self):
        return [int(word[-1]) for word in self.asked if word.startswith("respond")]


def driven(script, policy, limit=None, **words):
    events = []
    with Run(limit or Limit(), events.append) as run:
        return drive(script, policy, run, **words), events


def test_both_respond_before_either_grows():
    script = Script([[1], [1]], [[1, 0], [1, 0]])
    loop, _ = driven(script, "both")
    once = ["solve", "respond 0", "respond 1", "grow 0", "grow 1"]
    assert script.asked == once * 2
    assert loop.iterations == 2


def test_players_alternate_and_a_player_who_finds_nothing_waits():
    script = Script([[1], [1]], [[1, 0, 0], [1, 1, 0]])
    driven(script, "alternating")
    # 0 and 1 grow; 0 finds nothing, 1 does, so 0 tries once more; then neither does.
    assert script.responders() == [0, 1, 0, 1, 0, 1]


def test_the_worse_bound_responds_next():
    # Player 1's bound is unknown at first; then hers is 5 away from the value, and player 0's is 1 away.
    script = Script([[1], [5, 4, 0.5, 0.5]], [[1, 0], [1, 1, 1, 0]])
    driven(script, "worse")
    assert script.responders()[:4] == [0, 1, 1, 1]  # 5, 4, and then 0.5, which is closer than player 0's 1
    assert script.responders()[4] == 0


def test_equally_bad_bounds_alternate():
    script = Script([[2], [2]], [[1, 1, 0], [1, 1, 0]])
    driven(script, "worse")
    assert script.responders()[:5] == [0, 1, 0, 1, 0]


@pytest.mark.parametrize("policy", ["both", "alternating", "worse"])
def test_it_ends_where_neither_player_finds_anything_new(policy):
    loop, _ = driven(Script([[1], [1]]), policy)
    assert loop.idle == {0, 1}
    assert loop.gap == 2
    assert loop.stopped is None


@pytest.mark.parametrize("policy", ["both", "alternating", "worse"])
def test_it_ends_where_the_bounds_meet_although_there_is_something_new(policy):
    loop, _ = driven(Script([[3, 2], [1, -2]], [[1], [1]], value=2.0), policy)
    assert loop.bounds == (2, 2)
    assert loop.stopped is None


def test_bounds_never_loosen_and_incumbents_are_those_who_prove_them():
    script = Script([[3, 4, 2], [1, 1, 5]], [[1, 1, 0], [1, 1, 0]])
    loop, events = driven(script, "both")
    assert [(event.lower, event.upper) for event in events] == [(-1, 3), (-1, 3), (-1, 2)]
    assert [event.phase for event in events] == ["iteration 1", "iteration 2", "iteration 3"]
    assert script.incumbents == [1, 0, 1]  # the plan that a response answers is the other player's
    assert loop.bounds == (-1, 2)


def test_bounds_of_constant_sum_problems_are_player_0s():
    loop, _ = driven(Script([[4], [7]], total=10.0), "both")
    assert loop.bounds == (3, 4)
    assert loop.gap == 1


def test_a_limit_of_iterations_stops_before_the_next_one():
    script = Script([[1], [1]], [[1], [1]])
    loop, events = driven(script, "alternating", Limit(iterations=3))
    assert loop.stopped.reason == "iterations"
    assert loop.iterations == len(events) == 3
    assert len(script.responders()) == 3
    assert driven(Script([[1], [1]]), "both", Limit(iterations=0))[0].iterations == 0


def test_a_limit_of_the_gap_stops_where_it_is_reached():
    loop, _ = driven(Script([[9, 5, 1], [1]], [[1], [1]]), "both", Limit(gap=6))
    assert loop.stopped.reason == "gap"
    assert loop.iterations == 2


def test_without_a_bound_for_each_player_there_is_no_solution():
    loop, _ = driven(Script([[1], [1]], [[1], [1]]), "alternating", Limit(iterations=1))
    assert loop.bounds == (-math.inf, 1)
    with pytest.raises(type(loop.stopped), match="iterations"):
        loop.require_bounds()
    driven(Script([[1], [1]]), "both")[0].require_bounds()


def test_what_comes_before_may_close_the_bounds_but_the_problem_is_solved_once():
    def before(loop):
        loop.respond(0), loop.respond(1)
        loop.finish_iteration()

    script = Script([[1], [-1]])
    loop, events = driven(script, "both", before=before)
    assert script.asked[:3] == ["respond 0", "respond 1", "solve"]
    assert loop.iterations == len(events) == 2


def test_a_stopped_loop_goes_on_from_its_checkpoint(tmp_path):
    def checkpoint(script, resume):
        return Checkpoint(tmp_path / "run", 0.0, resume, {"game": "script", "options": {}}, script)

    responses, news = [[5, 4, 3, 2], [5, 4, 3, 2]], [[1, 1, 1, 0], [1, 1, 1, 0]]
    whole = Script(responses, news)
    driven(whole, "alternating")
    first = Script(responses, news)
    driven(first, "alternating", Limit(iterations=3), checkpoint=checkpoint(first, False))
    rest = Script(first.responses, first.news)
    loop, _ = driven(rest, "alternating", checkpoint=checkpoint(rest, True))
    assert rest.asked == whole.asked
    assert loop.iterations == 8
    assert loop.bounds == (-2, 2)


@pytest.mark.parametrize(
    "damage",
    [{"turn": 2}, {"idle": [3]}, {"best": [1]}, {"best": [math.nan, 1]}, {"iterations": -1}, {"iterations": math.inf}],
)
def test_damaged_states_are_refused(tmp_path, damage):
    with Run(Limit()) as run:
        loop = OracleLoop(Script([[1], [1]]), "both", run)
        state = loop.state()
        with pytest.raises((ValueError, OverflowError)):
            loop.restore(RunState({**state.numbers, **damage}, {}))
        file = Checkpoint(tmp_path / "run", 0.0, True, {}, Script([[1], [1]]))
        loop.state = lambda: RunState({**state.numbers, **damage}, {})
        file.save(loop)
        with pytest.raises(FileFormatError, match="is no checkpoint of this game"):
            file.load(OracleLoop(Script([[1], [1]]), "both", run))
