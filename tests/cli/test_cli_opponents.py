"""Computers across the table that look ahead, play what was found in time, or play at random."""

import random
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import dodona
from dodona.all_methods import method_named
from dodona.cli import play
from dodona.cli.main import app
from dodona.cli.opponents import opponent
from dodona.model.errors import SolverError
from dodona.model.game import opened
from dodona.perfect.search import SearchPlayer


def search_sit(game: str, *typed: str, seat: int = 0, time: str = "0.2") -> Result:
    arguments = ["play", game, "--as", str(seat), "--seed", "0", "--time", time]
    return CliRunner().invoke(app, arguments, input="".join(line + "\n" for line in typed))


def test_in_a_large_game_the_computer_searches_before_its_moves() -> None:
    done = search_sit("connect_four", "4", "4", "q")
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "connect_four: too large to be solved in advance; the computer looks ahead 0.2 s per move.\nYou are player 0."
    )
    assert "sees only" not in done.stdout
    replies = re.findall(r"player 1: [1-7] \(depth (\d+), estimate for you: (-?[\d.]+)\)\n", done.stdout)
    assert len(replies) == 2
    assert all(int(depth) >= 4 and abs(float(estimate)) < 1 for depth, estimate in replies)
    assert done.stdout.endswith("You left before the end. Goodbye.\n")


def test_a_searching_computer_takes_its_win_and_says_that_it_is_proven() -> None:
    # Player 0 moves first and has two in the bottom row with both sides open; player 1 is the person.
    done = search_sit("connect_four.after(3, 3, 4, 4)", "1", "1", "2", "7", seat=1)
    assert re.search(r"player 0: [25] \(depth \d+, proven for you: -1\)", done.stdout)
    assert "You get -1; player 0 gets 1." in done.stdout
    assert "averages" not in done.stdout


def test_a_searching_computer_parries_a_threat() -> None:
    done = search_sit("connect_four.after(1, 7, 1, 7, 1)", "q", seat=0)
    assert "player 1: 1 (" in done.stdout


STICKS = """
import dodona

class Sticks(dodona.Game):
    zero_sum = True

    def __init__(self, count=60):
        self.count = count

    def initial(self):
        return (self.count, 0)

    def turn(self, state):
        return state[1] if state[0] else dodona.TERMINAL

    def actions(self, state, player):
        return [f"take {n}" for n in (1, 2, 3) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - int(move[-1]), 1 - state[1])

    def utility(self, state):
        return 1 if state[1] == 1 else -1
"""


def test_a_large_python_game_without_evaluation_is_played_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "sticks.py").write_text(STICKS)
    done = search_sit(str(tmp_path / "sticks.py"), *["take 1"] * 30, time="0.5")
    assert done.exit_code == 0
    assert "has no evaluation: the computer sees only what is decided within its horizon." in done.stdout
    # Whoever leaves a multiple of four wins; one stick of sixty taken leaves the computer free to do so.
    assert "player 1: take 3" in done.stdout
    assert "proven for you: -1" in done.stdout
    assert "You get -1; player 1 gets 1." in done.stdout


def test_a_python_games_own_evaluation_is_used(tmp_path: Path) -> None:
    evaluated = STICKS + "\n    def evaluate(self, state):\n        return 0.25\n"
    (tmp_path / "sticks.py").write_text(evaluated)
    done = search_sit(str(tmp_path / "sticks.py") + ":Sticks(400)", "take 1", "q", time="0.1")
    assert "sees only" not in done.stdout
    assert re.search(r"player 1: take \d \(depth \d+, estimate for you: 0\.25\)", done.stdout)


def test_a_computer_without_time_moves_all_the_same() -> None:
    done = search_sit("connect_four", "4", "q", time="0")
    assert re.search(r"player 1: [1-7] \(no time to look ahead\)", done.stdout)


def test_an_only_move_needs_no_search() -> None:
    full = ", ".join(str(column) for column in (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 4, 3, 3, 3, 3, 3, 3))
    start = dodona.game(f"connect_four(width=4, connect=5).after({full})")
    player = method_named("negascout").make_player(opened(start))
    choice = player.choose(start.root(), seconds=60)
    assert (choice.best, choice.note) == ("4", "the only move")


@pytest.mark.parametrize("text", ["connect_four", "nim"])  # with and without an evaluation of its own
def test_one_table_serves_the_whole_game(text: str) -> None:
    game = opened(dodona.game(text))
    player = method_named("negascout").make_player(game)
    table, state = player._solver.core.table, game.root()
    sizes = []
    for _ in range(3):
        state = state.play(player.best_move(state, seconds=0.05))
        sizes.append(len(table))
    assert sizes == sorted(sizes)
    assert sizes[0] > 100


def test_an_interrupt_of_a_choice_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SearchPlayer, "choose", interrupted)
    done = search_sit("connect_four", "4", "4", time="0.05")
    assert done.exit_code == 0
    assert done.stdout.endswith("You left before the end. Goodbye.\n")


def test_each_seat_hears_estimates_for_itself() -> None:
    game = opened(dodona.game("connect_four"))
    state = game.after("4", "1", "4").root()
    choice = method_named("negascout").make_player(game).choose(state, seconds=0.2)
    assert choice.value is not None
    assert choice.value < 0  # of player 1, who moves
    done = search_sit("connect_four.after(4, 1, 4)", "q", time="0.2")
    assert float(re.findall(r"player 1: .*for you: (-?[\d.]+)\)", done.stdout)[0]) > 0


# --- games that no memory holds --------------------------------------------------------------------------------------


def test_a_huge_game_of_hidden_moves_is_played_by_what_was_found_in_time() -> None:
    arguments = ["play", "phantom_tic_tac_toe", "--seed", "1", "--prepare", "3"]
    done = CliRunner().invoke(app, arguments, input="".join(f"{cell}\n" for cell in (5, 1, 2, 3, 4, 6, 7, 8, 9)))
    assert done.exit_code == 0
    before, after = done.stdout.split("The game is over:\n")
    assert re.search("(exact|converged|limit) solution by sequence_form_double_oracle", before)
    assert "You see:\n1 2 3\n4 X 6\n7 8 9\n" in before
    assert "player 1 tried" not in before
    assert "player 1 tried" in after


def test_a_large_game_of_simultaneous_moves_is_played_by_looking_ahead() -> None:
    arguments = ["play", "goofspiel(cards=12)", "--seed", "1", "--prepare", "0.5", "--time", "0.3"]
    done = CliRunner().invoke(app, arguments, input="".join(f"{card}\n" for card in range(1, 13)))
    assert done.exit_code == 0
    assert "not solved within 0.5 s; the computer looks ahead 0.3 s per move." in done.stdout
    assert re.search(r"player 1: \d+ \(depth \d+, estimate for you: ", done.stdout)
    assert "proven for you: " in done.stdout  # near the end
    assert "The game is over:" in done.stdout


def test_no_tree_and_no_size_of_strategies_is_asked_for_at_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    game = opened(dodona.game("phantom_tic_tac_toe"))
    computer = opponent(game, None, 3.0, 1.0)

    def refuse(*arguments: Any) -> None:
        raise AssertionError("a tree was built")

    monkeypatch.setattr(dodona.Game, "tree", refuse)
    monkeypatch.setattr(type(game), "tree_in", refuse)
    state = game.root()
    while not state.is_terminal:
        choice = computer.player.choose(state, seconds=1.0)
        assert abs(sum(choice.values()) - 1) < 1e-9
        state = state.play(choice.draw(random.Random(0)))


def test_the_computer_can_play_at_random() -> None:
    done = CliRunner().invoke(app, ["play", "connect_four", "--against", "random", "--seed", "1"], input="4\nq\n")
    assert done.stdout.startswith("connect_four: the computer plays at random.\n")
    assert re.search(r"player 1: [1-7]\n", done.stdout)


def test_a_player_by_name_can_be_played_against() -> None:
    arguments = ["play", "connect_four.after(4, 1, 4, 2, 4)", "--against", "alphabeta(depth=2)", "--seed", "1"]
    done = CliRunner().invoke(app, arguments, input="q\n")
    assert "the computer plays as alphabeta(depth=2)." in done.stdout
    assert "player 1: 4 (depth 2, estimate for you:" in done.stdout  # the only move that parries
    solved = CliRunner().invoke(app, ["play", "kuhn", "--against", "cfr(rounds=100)", "--seed", "3"], input="bet\n")
    assert "solution by cfr" in solved.stdout
    assert "Value for you: -0.05" in solved.stdout
    slow = CliRunner().invoke(app, ["play", "connect_four", "--against", "negascout", "--time", "0"], input="4\nq\n")
    assert "(no time to look ahead)" in slow.stdout


def test_a_saved_solution_can_be_played_against(tmp_path: Path) -> None:
    path = tmp_path / "kuhn.json"
    dodona.solve(dodona.game("kuhn")).save(path)
    done = CliRunner().invoke(app, ["play", "kuhn", "--against", str(path), "--seed", "3"], input="bet\n")
    assert "kuhn: exact solution by sequence_form_lp" in done.stdout
    assert "You get " in done.stdout
    wrong = CliRunner().invoke(app, ["play", "leduc", "--against", str(path)])
    assert wrong.exit_code == 1
    assert "holds a solution of kuhn, not of leduc." in wrong.stderr
    missing = CliRunner().invoke(app, ["play", "leduc", "--against", "nobody"])
    assert missing.exit_code == 1
    assert "there is no player 'nobody'; players are random, solve, solution('file.json') and" in missing.stderr
    lost = CliRunner().invoke(app, ["play", "leduc", "--against", "nobody.json"])
    assert "there is no file 'nobody.json'; a player is random, a method, or a file of" in lost.stderr


def test_a_player_who_finds_nothing_in_time_moves_at_random_and_says_so() -> None:
    class Slow(dodona.UniformPlayer):
        def choose(self, *arguments: Any, **options: Any) -> dodona.Choice:
            raise SolverError("no time")

    table = play.Table(dodona.game("tic_tac_toe"), Slow(), 1, 1.0, random.Random(0))
    index, remark = table._choose(0)
    assert 0 <= index < 9
    assert remark == "no time to look ahead"
