"""Commands through the runner: what they print, where, and the code they end with."""

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import dodona
from dodona import face
from dodona.all_methods import METHODS
from dodona.cli.main import app

KUHN = -1 / 18  # Kuhn 1950


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


@pytest.fixture(autouse=True)
def _own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)


def test_version_is_the_packages() -> None:
    assert run("--version").stdout == f"dodona {dodona.__version__}\n"


def test_help_documents_games_and_exit_codes() -> None:
    shown = run("--help").stdout
    for word in ("rules.py:ClassName", "Exit codes", "130", "experiment", "convert"):
        assert word in shown


def test_list_names_every_game_and_method() -> None:
    shown = run("list").stdout
    for entry in dodona.catalog().values():
        assert f"  {entry.usage()}\n" in shown
    for method in METHODS:
        assert f"  {method.name}: {method.requires.words()}\n" in shown
    assert "]_" not in shown


def test_list_as_json_has_the_same_entries() -> None:
    data = json.loads(run("list", "--json").stdout)
    assert [entry["name"] for entry in data["games"]] == list(dodona.catalog())
    assert [entry["name"] for entry in data["methods"]] == [method.name for method in METHODS]
    assert {"usage", "summary"} < set(data["games"][0])
    assert {"requires", "summary"} < set(data["methods"][0])
    assert {entry["name"]: tuple(entry["options"]) for entry in data["methods"]} == {m.name: m.options for m in METHODS}


def test_info_counts() -> None:
    assert "58 (30 terminal, 4 chance)" in run("info", "kuhn").stdout
    data = json.loads(run("info", "kuhn", "--json").stdout)
    assert (data["nodes"], data["infosets"]) == (58, [6, 6])


def test_info_that_a_limit_ends_is_a_sentence_and_code_3() -> None:
    done = run("info", "leduc", "--nodes", "10")
    assert done.exit_code == 3
    assert done.stderr == "dodona: counting leduc was not finished: it reached its limit of nodes.\n"


def test_solve_prints_value_bounds_and_strategies() -> None:
    done = run("solve", "kuhn")
    assert done.exit_code == 0
    assert done.stdout.startswith("game    kuhn\nmethod  sequence_form_lp\nvalue   -0.05555")
    assert "player 1: 6 information sets" in done.stdout


def test_solve_tells_progress_on_standard_error_unless_quiet() -> None:
    lines = run("solve", "kuhn").stderr.splitlines()
    assert [line.split()[0] for line in lines] == ["tree", "certified"]
    assert "bounds [-0.0555556, -0.0555556]" in lines[-1]
    assert run("solve", "kuhn", "--quiet").stderr == ""


def test_solve_as_json_is_the_solution() -> None:
    done = run("solve", "kuhn", "--json")
    solution = dodona.Solution.from_dict(json.loads(done.stdout))
    assert solution.value == pytest.approx(KUHN)
    assert dodona.exploitability(dodona.game("kuhn"), solution) <= 1e-9


def test_strategies_are_shown_in_part_in_full_or_not_at_all() -> None:
    part, full, none = (run("solve", "leduc", *flag).stdout for flag in ([], ["--strategies"], ["--no-strategies"]))
    assert "... and 132 more" in part
    assert "more" not in full
    assert full.count("\n") == none.count("\n") + 2 + 2 * 144
    assert "information sets" not in none
    assert json.loads(run("solve", "leduc", "--no-strategies", "--json").stdout)["strategies"] == []


def test_explain_adds_reasons_and_leaves_json_alone() -> None:
    assert "chosen because the game has" in run("solve", "kuhn", "--explain").stdout
    done = run("solve", "kuhn", "--explain", "--json")
    assert json.loads(done.stdout)["status"] == "exact"
    assert "The bounds meet up to 1e-09 of the size of the utilities" in done.stderr


def test_save_writes_the_whole_solution() -> None:
    run("solve", "kuhn", "--no-strategies", "--save", "kuhn.json")
    assert len(dodona.Solution.load("kuhn.json").strategies[1]) == 6


@pytest.mark.parametrize("path", ["absent/kuhn.json", "."])
def test_a_file_that_cannot_be_written_is_refused_before_the_solve(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(face, "solve", lambda *arguments: pytest.fail("solved first"))
    done = run("solve", "kuhn", "--save", path)
    assert done.exit_code == 1
    assert done.stderr.startswith(f"dodona: {path} cannot be written")


def test_method_seed_and_limits_reach_the_solver() -> None:
    data = json.loads(run("solve", "rock_paper_scissors", "--method", "matrix_lp", "--seed", "7", "--json").stdout)
    assert data["provenance"]["method"] == "matrix_lp"
    assert data["provenance"]["seed"] == 7


def test_a_limit_ends_in_code_3_with_what_is_proven() -> None:
    done = run("solve", "leduc", "--nodes", "20", "--json")
    assert done.exit_code == 3
    data = json.loads(done.stdout)
    assert data["status"] == "limit"
    assert (data["lower"], data["upper"]) == (-13, 13)


def test_a_search_shows_value_line_and_speed() -> None:
    done = run("solve", "connect_four(width=5, height=4)", "--quiet")
    assert done.exit_code == 0
    lines = dict(line.split(None, 1) for line in done.stdout.splitlines())
    assert lines["value"] == "0"
    assert lines["bounds"] == "[0, 0], gap 0"
    assert lines["status"] == "exact"
    assert re.fullmatch(r"[\d,]+, [\d,]+ per second", lines["nodes"])
    state = dodona.game("connect_four(width=5, height=4)").root()
    for move in lines["line"].split():
        state = state.play(move)
    assert state.utility() == [0, 0]  # the principal variation is a whole game that ends in the value


def test_an_estimate_is_recognisable() -> None:
    done = run("solve", "connect_four", "--depth", "4", "--quiet")
    assert done.exit_code == 3
    lines = dict(line.split(None, 1) for line in done.stdout.splitlines())
    assert lines["value"].endswith(" (estimate)")
    assert lines["bounds"] == "[-1, 1], gap 2"
    assert (lines["status"], lines["depth"]) == ("limit", "4")
    assert len(lines["line"].split()) == 4


def test_joint_strategies_are_shown_or_not() -> None:
    words = ["solve", "chicken", "--method", "correlated_equilibrium", "--set", "objective=2,1"]
    usual, full, none = (run(*words, *flag).stdout for flag in ([], ["--strategies"], ["--no-strategies"]))
    for text in (usual, full):
        assert "joint strategy: 1 profile\n  straight, swerve 1" in text
    assert "joint" not in none
    assert "concept correlated equilibrium" in none
    assert "joint" not in json.loads(run(*words, "--no-strategies", "--json").stdout)


def test_a_value_that_only_a_search_without_strategies_knows_is_no_estimate_elsewhere() -> None:
    assert "estimate" not in run("solve", "kuhn", "--quiet").stdout
    assert "value   0 (estimate)\n" in run("solve", "leduc", "--nodes", "20", "--quiet").stdout


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ([], {}),
        (["table=64M"], {"table": 64 << 20}),
        (["table=0", "threads=2"], {"table": 0, "threads": 2}),
        (["table=1.5GiB"], {"table": 3 << 29}),
        (["deepening=false"], {"deepening": False}),
        (["deepening = TRUE"], {"deepening": True}),
        (["guess=-0.5", "width=1e-3"], {"guess": -0.5, "width": 0.001}),
        (["ordering=domain"], {"ordering": ("domain",)}),
        (["ordering=table, killers"], {"ordering": ("table", "killers")}),
        (["ordering="], {"ordering": ()}),
        (["chance=none", "parallel=ybwc_weak"], {"chance": "none", "parallel": "ybwc_weak"}),
    ],
)
def test_options_reach_the_solver_with_their_types(
    words: list[str], options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    monkeypatch.setattr(face, "solve", lambda *rest, **given: seen.append(given) or _stop())
    run("solve", "kuhn", *(part for word in words for part in ("--set", word)))
    assert seen == [options]
    assert [list(map(type, given.values())) for given in seen] == [list(map(type, options.values()))]


def test_options_and_depth_change_what_is_searched() -> None:
    command = ["solve", "connect_four(width=4, height=4)", "--method", "alphabeta", "--json"]
    plain, bare = (json.loads(run(*command, *more).stdout) for more in ([], ["--set", "table=0"]))
    assert plain["value"] == bare["value"] == 0
    assert plain["stats"]["table_hits"] > 0 == bare["stats"]["table_hits"]
    assert bare["provenance"]["parameters"] == {"table": 0}


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("1000", 1000),
        ("1k", 1 << 10),
        ("500M", 500 << 20),
        ("2G", 2 << 30),
        ("1.5 GiB", 3 << 29),
        ("9000000T", 2**63 - 1),
    ],
)
def test_memory_is_read_with_its_unit(text: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []
    monkeypatch.setattr(face, "solve", lambda game, method, limit, *rest: limits.append(limit) or _stop())
    run("solve", "kuhn", "--memory", text, "--time", "1.5", "--nodes", "9", "--gap", "0.25")
    assert limits == [dodona.Limit(time=1.5, nodes=9, gap=0.25, memory=size)]


def _stop() -> None:
    raise dodona.SolverError("enough seen")


def test_check_of_a_sound_game_is_fine() -> None:
    done = run("check", "kuhn")
    assert (done.exit_code, done.stdout) == (0, "kuhn: the contract holds at every position.\n")
    assert json.loads(run("check", "kuhn", "--json").stdout) == {"game": "kuhn", "problems": [], "stopped_by": ""}


def test_check_reports_problems_with_code_1() -> None:
    done = run("check", "kuhn", "--max-depth", "2", "--json")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["problems"]


def test_check_that_a_limit_ends_has_code_3() -> None:
    done = run("check", "leduc", "--nodes", "10")
    assert done.exit_code == 3
    assert "not every position was seen" in done.stdout


@pytest.mark.parametrize("target", ["kuhn.efg", "kuhn.nfg"])
def test_a_converted_game_keeps_its_value(target: str) -> None:
    assert run("convert", "kuhn", target).exit_code == 0
    data = json.loads(run("solve", target, "--json").stdout)
    assert data["value"] == pytest.approx(KUHN)
    assert run("convert", target, "again.efg").exit_code == 0
    assert json.loads(run("solve", "again.efg", "--json").stdout)["value"] == pytest.approx(KUHN)


def test_a_format_warning_is_one_line_on_standard_error() -> None:
    run("convert", "kuhn", "kuhn.efg")
    with Path("kuhn.efg").open("a") as file:
        file.write('\nt "" 0\n')
    done = run("solve", "kuhn.efg", "--quiet", "--json")
    assert json.loads(done.stdout)["status"] == "exact"
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("dodona: warning: line ")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["solve", "nosuch"], "there is no game 'nosuch'"),
        (["solve", "kuhn(cards=1)"], "cards must be a whole number"),
        (["solve", "kuhn", "--method", "magic"], "there is no method 'magic'. The methods are"),
        (["solve", "kuhn", "--set", "table=1"], "sequence_form_lp has no option 'table'. Its options are none."),
        (
            ["solve", "tic_tac_toe", "--method", "mtdf", "--set", "tabel=1"],
            "mtdf has no option 'tabel': did you mean table?",
        ),
        (["solve", "tic_tac_toe", "--method", "mtdf", "--set", "table=many"], "table is a number of bytes"),
        (["solve", "tic_tac_toe", "--method", "scout", "--set", "ordering=best"], "ordering is one of table, domain"),
        (["solve", "tic_tac_toe", "--method", "scout", "--set", "evaluation=7"], "an evaluation is 'game', a function"),
        (["solve", "nim", "--method", "scout", "--depth", "3"], "a depth limit needs an evaluation"),
        (["solve", "kuhn", "--method", "negascout"], "negascout needs perfect information; kuhn is"),
        (["info", "absent.efg"], "absent.efg cannot be opened"),
        (["info", "torn.efg"], "torn.efg, line 1:"),
        (["info", "folder/game.gbt"], "has no known ending"),
        (["convert", "kuhn", "kuhn.txt"], "kuhn.txt has no known ending"),
        (["convert", "kuhn", "absent/kuhn.efg"], "cannot be written"),
        (["experiment", "run", "absent.toml"], "No such file or directory: 'absent.toml'"),
    ],
)
def test_mistakes_end_in_one_sentence_and_code_1(arguments: list[str], complaint: str) -> None:
    Path("torn.efg").write_text('EFG 2 R "torn" {')
    done = run(*arguments)
    assert done.exit_code == 1
    assert done.stdout == ""
    assert done.stderr.startswith("dodona: ")
    assert complaint in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve"],
        ["nosuch"],
        ["solve", "kuhn", "--memory", "2Q"],
        ["solve", "kuhn", "--nodes", "-1"],
        ["solve", "kuhn", "--nodes", "9" * 30],
        ["solve", "kuhn", "--time", "soon"],
        ["solve", "kuhn", "--depth", "-1"],
        ["solve", "kuhn", "--set", "table"],
        ["solve", "kuhn", "--set", "=1"],
        ["solve", "kuhn", "--set", "a b=1"],
        ["solve", "kuhn", "--set", "table=1", "--set", "table=2"],
        ["solve", "kuhn", "--set", "seed=1"],
        ["solve", "kuhn", "--set", "on_event=print"],
        ["check", "kuhn", "--max-depth", "0"],
        ["play", "kuhn", "--as", "2"],
        ["experiment", "run"],
    ],
)
def test_wrong_usage_has_code_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert "Usage: " in done.stderr


def test_running_out_of_memory_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def exhaust(*arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(face, "solve", exhaust)
    done = run("solve", "kuhn")
    assert done.exit_code == 1
    assert "not enough memory" in done.stderr
