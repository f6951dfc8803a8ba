"""A person at the table: what is asked, what is shown, and what stays hidden."""

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import dodona
from bimatrix import watched_pennies
from dodona.cli import play
from dodona.cli.main import app
from dodona.model.player import Player


def sit(game: str, *typed: str, seat: int = 0, seed: int = 0) -> Result:
    arguments = ["play", game, "--as", str(seat), "--seed", str(seed)]
    return CliRunner().invoke(app, arguments, input="".join(line + "\n" for line in typed))


@pytest.fixture
def moves_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = random.Random(5)
    monkeypatch.setattr(play, "ask", lambda labels: draw.randrange(len(labels)))


def test_a_game_is_played_to_its_end_with_utilities_and_promise() -> None:
    done = sit("kuhn", "bet", seed=3)
    assert done.exit_code == 0
    assert "Value for you: -0.0555556, proven to lie from -0.0555556 to -0.0555556." in done.stdout
    before, after = done.stdout.split("The game is over:\n")
    assert "Your moves: 1 bet, 2 check" in before
    assert "Moves: chance " in after
    assert "you bet, player 1 " in after
    assert "You get " in after
    assert "no play against this computer averages more than -0.0555556" in after


def test_the_second_seat_hears_its_own_value() -> None:
    assert "Value for you: 0.0555556" in sit("kuhn", "1", "1", seat=1).stdout


def test_general_sum_matrices_are_played_by_an_equilibrium() -> None:
    done = sit("prisoners_dilemma", "defect")
    assert done.exit_code == 0
    assert "Value for you in this equilibrium: 1; by deviating alone at most 1." in done.stdout


def test_nobody_plays_by_a_correlated_equilibrium(tmp_path: Path) -> None:
    dodona.write(watched_pennies(), tmp_path / "three.nfg")
    done = sit(str(tmp_path / "three.nfg"), "1")
    assert done.exit_code != 0
    assert "no pure equilibrium to play by" in done.stderr


def drawn(seat: int, card: str) -> str:
    return "\n".join(f"player {player}: {card if player == seat else '?'}" for player in (0, 1))


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("seed", range(6))
def test_the_opponents_card_stays_hidden_until_the_end(seat: int, seed: int) -> None:
    done = sit("kuhn", "2", "1", seat=seat, seed=seed)
    before, after = done.stdout.split("The game is over:\n")
    cards = re.findall(r"^player \d: ([JQK])$", after, re.MULTILINE)
    mine, theirs = cards[seat], cards[1 - seat]
    assert f"You see:\n{drawn(seat, mine)}" in before
    assert theirs not in before
    assert f"chance {theirs}" in after
    assert theirs not in done.stderr


def test_where_something_is_hidden_no_move_of_others_is_told() -> None:
    done = sit("goofspiel(cards=3, information=outcome)", "1", "2", "3", seed=1)
    before, after = done.stdout.split("The game is over:\n")
    assert before.count("You see:") == 3
    assert "player 1: hand" not in before
    assert re.search(r"rounds: 3 for 1<\?, 2 for 2[<=>]\?$", before, re.MULTILINE)
    assert after.count("player 1 ") == 4


def test_where_all_is_seen_moves_are_told_once_all_have_chosen() -> None:
    done = sit("goofspiel(cards=3)", "1", "2", "3", seat=1, seed=1)
    asked = done.stdout.split("> ")
    assert not re.search(r"^player 0: \d", asked[0], re.MULTILINE)
    assert all(re.match(r"player 0: \d\n", part) for part in asked[1:])
    assert "Position:\nplayer 0: hand" in asked[1]


def test_a_wrong_move_is_asked_again_with_help() -> None:
    done = sit("kuhn", "fold", "", "3", "0", "BET", seed=3)
    assert done.stdout.count("type a move or its number, or q to leave: 1 bet, 2 check.") == 4
    assert "'fold' is no move here" in done.stdout
    assert "nothing was typed" in done.stdout
    assert "you bet" in done.stdout


def test_labels_that_are_numbers_are_never_taken_for_positions_in_the_list() -> None:
    done = sit("tic_tac_toe", "2", "2", "q", seed=1)
    assert re.search(r"Position:\n[1O] X [3O]\n[4O] [5O] [6O]\n", done.stdout)
    assert "'2' is no move here; type a move, or q to leave" in done.stdout


@pytest.mark.parametrize("typed", [["q"], ["quit"], ["Q"], []])
def test_leaving_is_polite(typed: list[str]) -> None:
    done = sit("kuhn", *typed, seed=3)
    assert done.exit_code == 0
    assert done.stdout.endswith("You left before the end. Goodbye.\n")


def test_an_interrupt_at_the_table_is_leaving_too(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(labels: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "ask", interrupt)
    done = sit("kuhn")
    assert done.exit_code == 0
    assert done.stdout.endswith("Goodbye.\n")


def test_a_move_named_q_can_be_played() -> None:
    replies = iter(["q", "quit"])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "_read", lambda prompt: next(replies))
        assert play.ask(["K", "Q"]) == 1
        with pytest.raises(play.Left):
            play.ask(["K", "Q"])


def test_many_moves_are_shown_in_part_and_all_can_be_played(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "_read", lambda prompt: "move99")
        assert play.ask([f"move{i}" for i in range(100)]) == 99
    assert "... and 40 more" in capsys.readouterr().out


def test_equal_seeds_give_equal_games() -> None:
    games = {sit("leduc", *["1"] * 9, seed=seed).stdout for seed in (1, 1, 2, 3)}
    assert 1 < len(games) <= 3


def test_without_a_strategy_there_is_nobody_to_play_against() -> None:
    done = CliRunner().invoke(app, ["play", "leduc", "--prepare", "0"])
    assert done.exit_code == 1
    assert "allow more with --prepare, or play --against random." in done.stderr


def table_of(game: dodona.Game, computer: Player, seat: int, stream: random.Random) -> play.Table:
    return play.Table(game, computer, seat, 1.0, stream)


@pytest.mark.usefixtures("moves_at_random")
@pytest.mark.parametrize(
    "text",
    [
        "kuhn",
        "leduc",
        "goofspiel(cards=3, order=random)",
        "goofspiel(cards=3).serialized(first=1)",
        "goofspiel(cards=3, information=outcome)",
        "rock_paper_scissors",
        "random_game(depth=2, chance=2)",
        "liars_dice(faces=3)",
        "tic_tac_toe.after(1, 5)",
    ],
)
def test_a_played_game_is_one_of_the_rules_own(text: str) -> None:
    game = dodona.game(text)
    player = dodona.solve(game).player()
    for seed in range(20):
        table = table_of(game, player, seed % 2, random.Random(seed))
        end = table.play()
        state, moves = game.root(), iter(table.history)
        while not state.is_terminal:
            movers = (0, 1) if state.turn == dodona.SIMULTANEOUS else (state.turn,)
            played = [next(moves) for _ in movers]
            assert tuple(mover for mover, _ in played) == movers
            state = state.play(tuple(label for _, label in played))
        assert next(moves, None) is None
        assert state == end


def test_the_computer_draws_from_its_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "ask", lambda labels: 0)  # bet
    game = dodona.game("kuhn")
    solution = dodona.solve(game)
    replies: dict[str, list[str]] = {"J": [], "Q": [], "K": []}
    draw = random.Random(1)
    for _ in range(900):
        table = table_of(game, solution.player(), 0, draw)
        table.play()
        labels = [label for _, label in table.history]
        replies[labels[1]].append(labels[3])
    assert set(replies["J"]) == {"fold"}
    assert set(replies["K"]) == {"call"}
    share = replies["Q"].count("call") / len(replies["Q"])
    assert share == pytest.approx(1 / 3, abs=0.09)  # three standard deviations


class Whisper(dodona.Game):
    """Player 1 is told a bit and must repeat it; what she is told prints alike either way."""

    zero_sum = True

    class Bit(int):
        def __str__(self) -> str:
            return "a bit"

    def initial(self) -> tuple[int, ...]:
        return ()

    def turn(self, state: tuple[int, ...]) -> int:
        return (0, 1, dodona.TERMINAL)[len(state)]

    def actions(self, state: tuple[int, ...], player: int) -> list[int]:
        return [0, 1]

    def play(self, state: tuple[int, ...], move: int) -> tuple[int, ...]:
        return (*state, move)

    def utility(self, state: tuple[int, ...]) -> float:
        return 1 if state[0] != state[1] else -1

    def information(self, state: tuple[int, ...], player: int) -> object:
        return "speak" if player == 0 else self.Bit(state[0])


@pytest.mark.usefixtures("moves_at_random")
def test_information_sets_with_equal_labels_are_told_apart() -> None:
    game = Whisper()
    solution = dodona.solve(game)
    assert list(solution.strategies[1]) == ["a bit", "a bit #2"]
    tables = [table_of(game, solution.player(), 0, random.Random(seed)) for seed in range(20)]
    results = [table.play().utility()[0] for table in tables]
    assert results == [-1] * 20


THREE = """
import dodona

class Dictators(dodona.Game):
    players = 3

    def initial(self):
        return ()

    def turn(self, state):
        return len(state) if len(state) < 3 else dodona.TERMINAL

    def actions(self, state, player):
        return ["share", "keep"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return [1 + 2 * (move == "keep") - sum(other == "keep" for other in state) for move in state]
"""


def test_three_players_of_any_sum_sit_at_one_table(tmp_path: Path) -> None:
    (tmp_path / "three.py").write_text(THREE)
    done = sit(str(tmp_path / "three.py"), "share", seat=1)
    assert done.exit_code == 0
    # Keeping adds one to one's own share and takes one from every other: all keep, and each gets 1 + 2 - 3.
    assert "Value for you in this equilibrium: 0; by deviating alone at most 0." in done.stdout
    assert "player 0: keep\n" in done.stdout
    assert "You get -1; player 0 gets 1; player 2 gets 1." in done.stdout


# --- computers that search -------------------------------------------------------------------------------------------
