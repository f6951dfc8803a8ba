"""However a search is spread over threads, the value is that of one thread."""

import runpy
from pathlib import Path

import pytest
from search_games import Retold, solve

import dodona
from dodona.perfect.search import SCHEMES
from processes import run_python

EVERY = (*SCHEMES, "expectiminimax")
RUNS = Path(__file__).parent / "parallel_runs.py"
#: Runs the script as the tests would import it.
CODE = f"import runpy; runpy.run_path({str(RUNS)!r}, run_name='__main__')"


@pytest.mark.parametrize("scheme", EVERY)
@pytest.mark.parametrize(
    "runs",
    [
        pytest.param("exact", id="with any number of threads"),
        pytest.param("repeated", id="every time"),
        pytest.param("estimated", id="under a depth limit"),
        pytest.param("nothing", id="without looking ahead"),
    ],
)
def test_every_scheme_finds_the_value(scheme, runs):
    assert run_python(CODE, scheme, runs, timeout=60) == (0, "", "")


def test_the_judge_of_these_runs_can_tell_a_wrong_answer(capsys):
    judge = runpy.run_path(str(RUNS))["judge"]
    game = dodona.game("tic_tac_toe.after(1, 5, 9)")
    judge(game, "alphabeta", 0, solve(game, "alphabeta"), "")
    assert capsys.readouterr().out == ""
    judge(game, "alphabeta", 1, solve(game, "alphabeta"), "")
    assert "not 1" in capsys.readouterr().out


@pytest.mark.parametrize("scheme", ["tree_splitting", "pv_splitting", "ybwc_weak", "er", "mandatory_work_first"])
def test_work_is_handed_out_as_tasks(scheme):
    solution = solve(dodona.game("connect_four(width=4, height=4)"), "alphabeta", parallel=scheme, threads=2, table=0)
    assert solution.stats["tasks"] > 0
    assert solution.value == 0


def test_tasks_inside_tasks_do_not_exhaust_the_stack():
    """Whoever waits helps others, who may wait in turn."""
    code = (
        "import dodona, sys\n"
        "game = dodona.game('connect_four')\n"
        "options = {'parallel': 'tree_splitting', 'table': 0, 'deepening': False, 'split_plies': 12}\n"
        "values = {dodona.solve(game, 'negascout', limit=dodona.Limit(depth=13), threads=threads, **options).value\n"
        "          for threads in (1, 3)}\n"
        "sys.exit(len(values) != 1)"
    )
    assert run_python(code, timeout=60) == (0, "", "")


def test_several_threads_choose_a_scheme_by_what_there_is():
    game = dodona.game("connect_four(width=4, height=4)")
    for options in ({"table": 1 << 16}, {"table": 0}):
        solution = solve(game, "negascout", threads=2, **options)
        assert solution.value == 0
        assert solution.stats["tasks"] > 0
    assert solve(dodona.game("dice_race"), "expectiminimax", threads=2).stats["tasks"] > 0


def test_rules_in_python_are_searched_on_one_thread_with_the_same_answer():
    text = "connect_four(width=3, height=3, connect=3)"
    one, three = (solve(Retold(text), "alphabeta", parallel="ybwc_weak", threads=threads) for threads in (1, 3))
    assert one.value == three.value == dodona.solve(dodona.game(text)).value
    assert one.stats["nodes"] == three.stats["nodes"]


def test_one_thread_of_a_scheme_repeats_itself():
    game = dodona.game("connect_four(width=4, height=4)")
    for scheme in SCHEMES:
        first, second = (solve(game, "negascout", parallel=scheme, threads=1, table=1 << 16) for _ in range(2))
        assert first.stats | {"seconds": 0} == second.stats | {"seconds": 0}
        assert first.principal_variation == second.principal_variation
