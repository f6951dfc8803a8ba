"""Positions as values: equality, text and drawings."""

import pytest

import dodona
from instances import ALL
from positions import positions, sequential

sweep = pytest.mark.parametrize("text", ALL)


def test_positions_are_equal_where_the_same_may_follow():
    game = dodona.game("tic_tac_toe")
    first = game.root().play("1").play("2").play("3")
    second = game.root().play("3").play("2").play("1")
    assert first == second == dodona.game("tic_tac_toe").root().play("3").play("2").play("1")
    assert len({first, second, game.root()}) == 2
    assert first != game.root().play("1").play("2")
    assert game.root() != dodona.game("connect_four").root()
    assert game.root() != "tic_tac_toe"


def test_where_moves_are_hidden_what_players_know_tells_positions_apart():
    root = dodona.game("phantom_tic_tac_toe").root()

    def after(*cells):
        state = root
        for cell in cells:
            state = state.play(cell)
        return state

    assert after("1", "2", "3", "4") == after("1", "2", "3", "4")
    assert after("1", "2", "3", "4") != after("3", "2", "1", "4")  # player 0 knows in which order she tried
    hidden = dodona.game("rock_paper_scissors").extensive().root()
    assert hidden.play("rock") != hidden.play("paper")
    assert hidden.play("rock") == hidden.play("rock")


class Sticks(dodona.Game):
    """Take one or two; the last one wins."""

    zero_sum = True

    def __init__(self, count):
        self.count = count

    def initial(self):
        return (self.count, 0)

    def turn(self, state):
        return state[1] if state[0] else dodona.TERMINAL

    def actions(self, state, player):
        return [n for n in (1, 2) if n <= state[0]]

    def play(self, state, move):
        return (state[0] - move, 1 - state[1])

    def utility(self, state):
        return 1 if state[1] == 1 else -1


def test_states_of_one_python_game_are_equal_and_those_of_two_are_not():
    game, other = Sticks(5), Sticks(5)
    first, second = game.root().play(1).play(2), game.root().play(2).play(1)
    assert first == second
    assert len({first, second}) == 1
    assert first != other.root().play(1).play(2)
    assert game.root() != first


def test_views_of_one_python_game_have_positions_of_their_own():
    class Pennies(Sticks):
        simultaneous = True

        def turn(self, state):
            return dodona.TERMINAL if state[0] < self.count else dodona.SIMULTANEOUS

        def play(self, state, moves):
            return (state[0] - sum(moves), 0)

    game = Pennies(4)
    views = [game, game.extensive(), game.serialized(first=0)]
    assert all((one.root() == other.root()) == (one is other) for one in views for other in views)


@sweep
def test_equal_positions_have_equal_hashes_and_tell_alike(text):
    seen = {}
    for position in positions(sequential(dodona.game(text))):
        state = position.state
        twin = seen.setdefault(state, state)
        assert twin == state
        assert (twin.turn, twin.actions(), twin.key()) == (state.turn, state.actions(), state.key())


@sweep
def test_what_a_player_is_shown_depends_only_on_what_she_knows(text):
    shown = {}
    for position in positions(sequential(dodona.game(text))):
        state, player = position.state, position.turn
        if player >= 0:
            drawing = state.draw(player)
            assert drawing.strip()
            assert shown.setdefault((player, position.information(player)), drawing) == drawing


@sweep
def test_lines_of_drawings_have_no_blanks_behind_them(text):
    for position in positions(dodona.game(text)):
        assert all(line == line.rstrip() for line in position.state.draw().split("\n"))


def test_the_text_of_a_state_says_who_moves_or_what_everybody_gets():
    game = dodona.game("tic_tac_toe")
    assert repr(game.root().play("5")) == "<State .../.X./..., player 1 to move>"
    assert repr(game.after("1", "4", "2", "5", "3").root()) == "<State XXX/OO./..., over with utilities 1, -1>"
    assert repr(dodona.game("kuhn").root()) == "<State ??, chance to move>"
    assert repr(dodona.game("rock_paper_scissors").root()) == "<State start, all players to move>"


def test_the_path_of_a_state_leads_there_again():
    game = dodona.game("goofspiel(cards=3, order=random)")
    state = game.root().play("2").play(("1", "3")).play("3")
    assert state.path == [1, 0, 2, 1]
    assert state.undo().path == [1, 0, 2]
    assert state.undo().undo().path == [1]
    assert game.root().path == []
    phantom = dodona.game("phantom_tic_tac_toe").root().play("1")
    assert phantom.image(0).path == [0]
    assert phantom.image(1).path is None


BOARDS = {
    "tic_tac_toe.after(5, 1, 3)": ["O 2 X", "4 X 6", "7 8 9", "X is player 0, O is player 1"],
    "connect_four(width=4, height=2).after(2, 2, 3)": [". O . .", ". X X .", "1 2 3 4", "X is player 0, O is player 1"],
    "breakthrough(columns=2, rows=4, pawn_rows=1).after(a1a2)": [
        "4 O O",
        "3 . .",
        "2 X .",
        "1 . X",
        "  a b",
        "X is player 0, O is player 1",
    ],
    "tron(rows=2, columns=3, walls=[[0, 2]]).after((E, W))": [
        "# 0 #",
        ". 1 #",
        "0 and 1 are the players, # is taken; N is up, E right",
    ],
    "pursuit_evasion(rows=2, columns=3, evader=0, pursuers=[5, 5])": [
        "E 1 2",
        "3 4 P",
        "E is the evader, player 0; P are units of player 1",
        "5 moves to go",
    ],
    'pursuit_evasion(graph="a-b b-c c-a", evader=a, pursuers=[c])': [
        "evader, player 0, in a, next to b c",
        "unit of player 1 in c, next to a b",
        "5 moves to go",
    ],
    "oshi_zumo(coins=5, size=1).after((3, 1))": [
        "player 0: 2 coins, pushes right",
        "player 1: 4 coins, pushes left",
        " [.+W]",
    ],
    "oshi_zumo(coins=5, size=0).after((3, 1))": [
        "player 0: 2 coins, pushes right",
        "player 1: 4 coins, pushes left",
        " [+]W",
    ],
    "goofspiel(cards=3).after((1, 3))": [
        "player 0: hand 2 3; won 0",
        "player 1: hand 1 2; won 3",
        "prize: 2; to come: 1",
        "rounds: 3 for 1<3",
    ],
    'nim(heaps=[0, 7]).after("2x1")': ["heap 1: (0)", "heap 2: ||||| | (6)"],
    "dice_race.after(walk, roll, 3)": ["player 0: .0...| 1 of 5", "player 1: ...1.| 3 of 5", "6 turns left"],
    "kuhn.after(J, K, check, bet)": ["player 0: J", "player 1: K", "pot: 3; check, bet"],
    "leduc.after(J, Q, check, 'bet 2', call, K, check)": [
        "player 0: J, paid 3",
        "player 1: Q, paid 3",
        "table: K",
        "round 1: check, bet 2, call",
        "round 2: check",
    ],
    'liars_dice.after(3, 5, "1x3", "2x3", liar)': ["player 0: 3", "player 1: 5", "bids: 1x3, 2x3, liar"],
}


@pytest.mark.parametrize("text", BOARDS)
def test_positions_are_drawn_as_a_person_would(text):
    assert dodona.game(text.replace("'", '"')).root().draw().split("\n") == BOARDS[text]


def test_players_do_not_see_what_is_hidden_from_them():
    phantom = dodona.game("phantom_tic_tac_toe").after("5", "5", "1", "3").root()
    assert phantom.draw(0).split("\n")[:3] == ["1 2 X", "4 X 6", "7 8 9"]
    assert phantom.draw(1).split("\n")[:3] == ["O 2 3", "4 X 6", "7 8 9"]
    kuhn = dodona.game("kuhn").after("J", "K").root()
    assert kuhn.draw(1).split("\n")[:2] == ["player 0: ?", "player 1: K"]
    dice = dodona.game("liars_dice").after("3", "5").root()
    assert dice.draw(0).split("\n")[:2] == ["player 0: 3", "player 1: ?"]
    hidden = dodona.game("goofspiel(cards=3, information=outcome)").after(("1", "3")).root()
    assert "rounds: 3 for 1<?" in hidden.draw(0)
    border = dodona.game("border_patrol(depth=3)").root()
    assert border.draw(0).split("\n")[1].startswith("units unseen")
    assert border.draw(1).startswith("evader unseen")
    with pytest.raises(dodona.IllegalMoveError, match="player"):
        kuhn.draw(2)


def test_views_of_simultaneous_moves_draw_the_game_behind_them():
    serialized = dodona.game("goofspiel(cards=3)").serialized(first=1).root().play("3")
    assert serialized.draw().split("\n")[-1] == "player 1 plays 3"
    extensive = dodona.game("goofspiel(cards=3)").extensive().root().play("3")
    assert extensive.draw().split("\n")[-1] == "1 hidden"
    assert "hidden" not in extensive.draw(1)


class Drawn(Sticks):
    """Draws its sticks, and says who looks."""

    def draw(self, state, viewer):
        return f"{'|' * state[0]} for {viewer}"


def test_a_python_game_may_draw_itself():
    root = Drawn(3).root()
    assert root.draw() == "||| for None"
    assert root.draw(1) == "||| for 1"
    assert str(root) == "(3, 0)"
    assert Sticks(3).root().draw(1) == "(3, 0)"  # nothing is hidden


def test_a_broken_drawing_is_refused_with_a_sentence():
    class Mute(Sticks):
        def draw(self, state, viewer):
            return None

    class Torn(Sticks):
        def draw(self, state, viewer):
            raise ValueError("no ink")

    with pytest.raises(dodona.GameDefinitionError, match=r"Mute.draw at state \(3, 0\): gave None, which is no text"):
        Mute(3).root().draw()
    with pytest.raises(dodona.GameDefinitionError, match=r"Torn.draw .*raised ValueError: no ink"):
        Torn(3).root().draw()
