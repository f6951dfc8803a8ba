"""Players: what they choose, and that solutions stay values without them."""

import pickle
import random
from dataclasses import replace

import pytest

import dodona
from dodona import DodonaError, Limit, SolverError
from dodona.all_methods import METHODS, preferred_method
from dodona.model.game import opened
from dodona.model.player import Choice, StrategyPlayer


def test_a_choice_is_a_mapping_that_can_be_drawn_from():
    choice = Choice(("a", "b", "c"), (0.0, 0.75, 0.25))
    assert dict(choice) == {"a": 0.0, "b": 0.75, "c": 0.25}
    assert choice.best == "b"
    drawn = [choice.draw(random.Random(seed)) for seed in range(200)]
    assert set(drawn) == {"b", "c"}
    assert drawn == [choice.draw(random.Random(seed)) for seed in range(200)]
    assert 100 < drawn.count("b") < 200


def test_actions_with_one_label_stay_apart():
    choice = Choice(("go", "go"), (0.25, 0.75))
    assert dict(choice) == {"go": 0.25, "go #2": 0.75}
    assert {choice.draw_index(random.Random(seed)) for seed in range(50)} == {0, 1}


def test_a_strategy_is_played_where_its_player_moves():
    game = dodona.game("kuhn")
    solution = dodona.solve(game)
    player = solution.player()
    assert isinstance(player, StrategyPlayer)
    state = game.after("K", "Q", "bet").root()
    assert dict(player.choose(state)) == solution.strategies[1]["Q:b"]
    with pytest.raises(DodonaError, match="player 0 is not to decide"):
        player.choose(state, 0)
    for wrong in (game.root(), game.after("K", "Q", "bet", "call").root()):
        with pytest.raises(DodonaError, match="nobody is to decide"):
            player.choose(wrong)


def test_where_all_move_at_once_somebody_must_be_named():
    game = dodona.game("goofspiel(cards=3)")
    player = dodona.solve(game).player()
    with pytest.raises(DodonaError, match=r"say who chooses, as in choose\(state, player=0\)"):
        player.choose(game.root())
    assert sum(player.choose(game.root(), 1).values()) == pytest.approx(1)


@pytest.mark.parametrize("text", ["goofspiel(cards=5)", "goofspiel(cards=4, order=random)", "oshi_zumo(coins=6)"])
def test_stages_and_strategies_choose_what_is_worth_as_much(text):
    game = dodona.game(text)
    listed, solved = dodona.solve(game, strategies=True), dodona.solve(game, strategies=False)
    assert not solved.strategies
    stream = random.Random(1)
    state = game.root()
    while not state.is_terminal:
        if state.turn == dodona.CHANCE:
            state = state.play(index=0)
            continue
        stage = solved.player().stage(state)
        mixes = [[list(s.player().choose(state, p).probabilities) for p in (0, 1)] for s in (listed, solved)]
        for mix in mixes:
            assert all(mix[0] @ stage.matrix >= stage.value - 1e-6)
            assert all(stage.matrix @ mix[1] <= stage.value + 1e-6)
        state = state.play(tuple(solved.player().choose(state, player).draw(stream) for player in (0, 1)))


def test_a_partial_strategy_answers_everywhere():
    game = dodona.game("goofspiel(cards=4, information=outcome)")
    solution = dodona.solve(game, "sequence_form_double_oracle")
    player, stream = solution.player(), random.Random(3)
    for _ in range(30):
        state = game.root()
        while not state.is_terminal:
            moves = [dodona.UniformPlayer().choose(state, 0).draw(stream), player.choose(state, 1).draw(stream)]
            state = state.play(tuple(moves))


def test_players_of_files_and_python_rules_find_their_sets_by_the_way_that_led_there(tmp_path):
    path = tmp_path / "twins.efg"
    path.write_text(
        'EFG 2 R "twins" { "A" "B" }\n'
        'c "" 1 "" { "l" 1/2 "r" 1/2 } 0\n'
        'p "" 1 1 "same" { "x" "y" } 0\nt "" 1 "" { 1 -1 }\nt "" 2 "" { 0 0 }\n'
        'p "" 1 2 "same" { "x" "y" } 0\nt "" 3 "" { 0 0 }\nt "" 4 "" { 1 -1 }\n'
    )
    game = dodona.read(path)
    solution = dodona.solve(game)
    assert list(solution.strategies[0]) == ["same", "same #2"]
    moves = [solution.player().best_move(game.root().play(way)) for way in ("l", "r")]
    assert moves == ["x", "y"]
    with pytest.raises(DodonaError, match="several information sets of player 0 are called 'same'"):
        solution.player().choose(game.after("l").root())  # which does not tell how one came there


def test_a_solution_is_a_value_without_its_player():
    game = dodona.game("connect_four(width=4, height=3)")
    solution = dodona.solve(game, "negascout")
    copy = pickle.loads(pickle.dumps(solution))
    assert copy == solution == replace(solution, _player=None)
    assert "player" not in repr(solution).lower()
    assert solution.player().best_move(game.root()) in game.root().actions()
    with pytest.raises(DodonaError, match=r"connect_four.* knows no moves"):
        copy.player()
    kuhn = dodona.solve(dodona.game("kuhn"))
    again = pickle.loads(pickle.dumps(kuhn))
    assert again == kuhn
    state = dodona.game("kuhn").after("K", "J").root()
    assert dict(again.player().choose(state)) == dict(kuhn.player().choose(state))


def test_what_a_solution_explains_does_not_depend_on_its_player():
    for text, method in (("tic_tac_toe.after(1, 5)", "negascout"), ("goofspiel(cards=5)", None)):
        solution = dodona.solve(dodona.game(text), method)
        assert pickle.loads(pickle.dumps(solution)).explain() == solution.explain()


def test_only_solvers_of_stages_know_stages():
    with pytest.raises(DodonaError, match="only solvers of simultaneous moves"):
        dodona.solve(dodona.game("kuhn")).player().stage(dodona.game("kuhn").root())


def test_a_function_is_a_player_whose_answers_are_checked():
    state = dodona.game("kuhn").after("K", "Q").root()
    answers = {
        "'raise' is no action": {"raise": 1},
        "sum to 1": {"bet": 0.7},
        "from 0 to 1": {"bet": "much"},
        "a mapping from action": "bet",
    }
    for words, answer in answers.items():
        with pytest.raises(DodonaError, match=words):
            dodona.FunctionPlayer(lambda state, player, answer=answer: answer).choose(state)
    half = dodona.FunctionPlayer(lambda state, player: {"bet": 0.5, "check": 0.5}).choose(state)
    assert dict(half) == dict(dodona.UniformPlayer().choose(state))
    with pytest.raises(DodonaError, match="a player's function"):
        dodona.FunctionPlayer(3)


@pytest.mark.parametrize(
    "text", ["connect_four", "goofspiel(cards=13)", "nim(heaps=[9, 9, 9, 9])", "tron(rows=8, columns=8)"]
)
def test_players_without_a_solution_answer_within_their_seconds(text):
    game = opened(dodona.game(text))
    method = preferred_method(game)
    assert method.player is not None
    player, state = method.make_player(game), game.root()
    for _ in range(3):
        movers = (0, 1) if state.turn == dodona.SIMULTANEOUS else (state.turn,)
        choices = [player.choose(state, mover, seconds=0.3) for mover in movers]
        assert all(choice.value is not None for choice in choices)
        state = state.play(tuple(choice.best for choice in choices))
    with pytest.raises(SolverError, match="no time to find a move"):
        player.choose(state, max(state.turn, 0), seconds=0)


def test_a_search_that_looks_ahead_takes_a_win_and_proves_it():
    game = opened(dodona.game("connect_four.after(3, 3, 4, 4, 5, 5)"))
    choice = preferred_method(game).make_player(game).choose(game.root(), seconds=5)
    assert choice.best in ("2", "6")
    assert (choice.value, choice.proven) == (1, True)


class Toss(dodona.Game):
    """Both players move at once, then player 1 alone chooses between two sums."""

    zero_sum = True
    simultaneous = True

    def initial(self):
        return ()

    def turn(self, state):
        return (dodona.SIMULTANEOUS, 1, dodona.TERMINAL)[len(state)]

    def actions(self, state, player):
        return ["low", "high"]

    def play(self, state, move):
        return (*state, move)

    def utility(self, state):
        return 3 if state[1] == "high" else (1 if state[0][0] == state[0][1] else 2)


def test_where_one_player_of_a_stage_game_moves_alone_she_takes_the_best():
    game = Toss()
    player = dodona.solve(game, "stage_search", strategies=False).player()
    choice = player.choose(game.root().play(("low", "low")))
    assert (choice.best, choice.value, choice.proven) == ("low", -1, True)
    assert player.choose(game.root(), 0).value == pytest.approx(1.5)


def test_methods_that_play_without_a_solution_say_so():
    able = {method.room for method in METHODS if method.player is not None}
    assert able == {"extensive", "multiplayer", "perfect", "simultaneous"}


def test_a_limited_solve_of_a_huge_game_still_plays():
    game = dodona.game("phantom_tic_tac_toe")
    solution = dodona.solve(game, limit=Limit(time=3.0))
    choice = solution.player().choose(game.root())
    assert sum(choice.values()) == pytest.approx(1)
