"""Specs expand to tasks, and their mistakes are named with their place."""

from dataclasses import replace
from pathlib import Path

import experiment_fakes as fakes
import pytest

from dodona.all_methods import METHODS
from dodona.experiments.correlation import correlate
from dodona.experiments.record import read_records
from dodona.experiments.runner import run
from dodona.experiments.spec import Paper, read_spec
from dodona.experiments.task import SEED, Task, limit_items, option_items
from dodona.model.errors import FileFormatError

EXAMPLES = Path(__file__).parents[2] / "experiments"
RUN = '[[run]]\ngames = ["kuhn"]\nmethods = ["matrix_lp"]\n'
PAPER = '[[paper]]\ngame = "kuhn"\nquantity = "value"\nfigure = "-1/18"\nsource = "Kuhn 1950"\n'


def write(folder: Path, text: str) -> Path:
    path = folder / "spec.toml"
    path.write_text(text)
    return path


def test_a_run_is_the_product_of_its_lists(tmp_path: Path) -> None:
    text = (
        '[[run]]\ngames = ["kuhn", "leduc"]\nmethods = ["backward_induction", "sequence_form_lp"]\n'
        "seeds = [3, 5]\nrepetitions = 2\n"
        "limit = { time = 60, iterations = 10 }\n"
    )
    spec = read_spec(write(tmp_path, text), fakes.canonical)
    limit = limit_items({"iterations": 10, "time": 60.0})
    assert len(set(spec.tasks)) == len(spec.tasks) == 16
    assert spec.tasks[:3] == (
        Task("kuhn", "backward_induction", limit, 3, 0),
        Task("kuhn", "backward_induction", limit, 3, 1),
        Task("kuhn", "backward_induction", limit, 5, 0),
    )
    assert spec.tasks[-1] == Task("leduc", "sequence_form_lp", limit, 5, 1)
    assert spec.title == "spec"


def test_options_reach_every_task_of_their_run(tmp_path: Path) -> None:
    text = (
        '[[run]]\ngames = ["kuhn"]\nmethods = ["alphabeta", "mtdf"]\n'
        'options = { table = 0, ordering = ["table", "domain"] }\n'
    )
    spec = read_spec(write(tmp_path, text + RUN), fakes.canonical)
    options = option_items({"ordering": ["table", "domain"], "table": 0})
    assert [task.options for task in spec.tasks] == [options, options, ()]
    assert len({task.key() for task in spec.tasks}) == 3


def test_a_task_named_twice_in_any_spelling_runs_once(tmp_path: Path) -> None:
    spec = read_spec(write(tmp_path, RUN + RUN.replace("kuhn", "kuhn()")), fakes.canonical)
    assert spec.tasks == (Task("kuhn", "matrix_lp"),)


def test_paper_figures_may_be_fractions_and_concern_every_method(tmp_path: Path) -> None:
    spec = read_spec(write(tmp_path, RUN + PAPER), fakes.canonical)
    assert spec.papers == (Paper("kuhn", "value", -1 / 18, "Kuhn 1950"),)
    assert spec.papers[0].concerns(Task("kuhn", "anything"))
    assert not spec.papers[0].concerns(Task("leduc", "matrix_lp"))


def test_a_seed_in_a_game_is_each_of_the_runs_seeds(tmp_path: Path) -> None:
    text = RUN.replace('"kuhn"', '"kuhn", "draw( {seed} )"') + "seeds = [3, 5]\n"
    spec = read_spec(write(tmp_path, text), fakes.canonical)
    assert [(task.game, task.seed, task.instance) for task in spec.tasks] == [
        ("kuhn", 3, "kuhn"),
        ("kuhn", 5, "kuhn"),
        ("draw({seed})", 3, "draw(3)"),
        ("draw({seed})", 5, "draw(5)"),
    ]


def test_the_text_of_a_built_in_game_keeps_its_seed_whatever_the_default(tmp_path: Path) -> None:
    text = RUN.replace('"kuhn"', '"random_simultaneous(seed={seed}, depth=2, branching=4)"') + "seeds = 2\n"
    games = [task.instance for task in read_spec(write(tmp_path, text)).tasks]
    assert games == ["random_simultaneous(depth=2, seed=0)", "random_simultaneous(depth=2, seed=1)"]


@pytest.mark.parametrize(
    ("seeds", "meant"), [("3", [0, 1, 2]), ('"0..2"', [0, 1, 2]), ('"7..7"', [7]), ("[4, 2]", [4, 2])]
)
def test_seeds_are_a_list_a_number_or_a_range(tmp_path: Path, seeds: str, meant: list[int]) -> None:
    spec = read_spec(write(tmp_path, RUN + f"seeds = {seeds}\n"), fakes.canonical)
    assert [task.seed for task in spec.tasks] == meant


def test_a_figure_below_a_run_concerns_its_options_alone(tmp_path: Path) -> None:
    figure = "[[run.paper]]\n" + PAPER.removeprefix("[[paper]]\n")
    plain = RUN.replace("matrix_lp", "mtdf")
    for text in (figure, figure.replace('game = "kuhn"\n', "")):
        spec = read_spec(write(tmp_path, plain + text + plain + "options = { table = 0 }\n"), fakes.canonical)
        assert [spec.papers[0].concerns(task) for task in spec.tasks] == [True, False]


def test_a_figure_below_a_run_concerns_its_methods_alone(tmp_path: Path) -> None:
    figure = "[[run.paper]]\n" + PAPER.removeprefix("[[paper]]\n")
    first = RUN.replace('"matrix_lp"', '"mtdf", "scout"')
    spec = read_spec(write(tmp_path, first + figure + RUN), fakes.canonical)
    found = [[paper.concerns(task) for paper in spec.papers].count(True) for task in spec.tasks]
    assert found == [1, 1, 0]
    assert [task.method for task in spec.tasks] == ["mtdf", "scout", "matrix_lp"]


def test_a_spec_says_what_its_table_shows(tmp_path: Path) -> None:
    text = 'quantities = ["stages", "nodes", "stages"]\nbaseline = "matrix_lp"\ncorrelate = "nodes"\n'
    spec = read_spec(write(tmp_path, text + RUN), fakes.canonical)
    assert (spec.quantities, spec.baseline, spec.correlate) == (("stages", "nodes"), "matrix_lp", "nodes")
    plain = read_spec(write(tmp_path, RUN), fakes.canonical)
    assert (plain.quantities, plain.baseline, plain.correlate) == ((), None, None)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("games = [", "is not a TOML file"),
        ("", "has nothing to run; add a \\[\\[run\\]\\] table"),
        ("[[rum]]", "unknown key 'rum'; possible are title, quantities, baseline, correlate, run, match, paper"),
        ("[run]\ngames = []", "key 'run': must be written as \\[\\[run\\]\\]"),
        ("run = [1]", "\\[\\[run\\]\\] table 1 must be a table"),
        (RUN + "seed = 1", "\\[\\[run\\]\\] table 1 has an unknown key 'seed'; possible are games, methods, seeds"),
        (RUN + '[[run]]\ngames = ["kuhn"]', "\\[\\[run\\]\\] table 2 lacks the key 'methods'"),
        (RUN.replace('["kuhn"]', "[]"), "key 'games': must be a list with at least one entry"),
        (RUN.replace('["kuhn"]', '"kuhn"'), "key 'games': must be a list"),
        (RUN.replace('"kuhn"', '"kuna"'), "table 1, key 'games': there is no game 'kuna'"),
        (RUN.replace('"kuhn"', "7"), "key 'games': 7 is not a text"),
        (RUN.replace("matrix_lp", "cfp"), "key 'methods': there is no method 'cfp': did you mean cfr\\? The"),
        (RUN.replace('"matrix_lp"', '" "'), "key 'methods': ' ' is not a text, or an empty one"),
        (RUN + "seeds = [-1]", "key 'seeds': -1 is not a whole number"),
        (RUN + "seeds = 0", "key 'seeds': must be a list, a number of seeds or a range such as \"0..29\", not 0"),
        (RUN + "seeds = []", "key 'seeds': must be a list, a number of seeds or a range"),
        (RUN + "seeds = true", "key 'seeds': True is not a whole number"),
        (RUN + "seeds = 3.5", "key 'seeds': must be a list, a number of seeds or a range"),
        (RUN + 'seeds = "5..3"', "key 'seeds': must be a list, a number of seeds or a range"),
        (RUN + 'seeds = "0..999999999999"', "key 'seeds': must be a list, a number of seeds or a range"),
        (
            RUN.replace('"kuhn"', '"kuhn", "leduc"') + "seeds = 1_000_000",
            "key 'seeds': more than 1000000 tasks come of 1000000 seeds",
        ),
        (RUN + 'seeds = "all"', "key 'seeds': must be a list, a number of seeds or a range"),
        (
            RUN.replace('"kuhn"', '"draw({seed})"') + f"seeds = [{2**63}]",
            "key 'seeds': seed 9223372036854775808 is too large",
        ),
        (RUN.replace('"kuhn"', '"leduc({seed})"'), "key 'games': there is no game 'leduc\\({seed}\\)'"),
        (RUN.replace('"kuhn"', '"draw({sed})"'), "key 'games': there is no game 'draw\\({sed}\\)'"),
        ("quantities = 3\n" + RUN, "key 'quantities': must be a list with at least one entry"),
        ("quantities = [3]\n" + RUN, "key 'quantities': 3 is not a text"),
        ('correlate = "nodes"\n' + RUN, "key 'correlate': needs a baseline, whose times the others are compared with"),
        ('baseline = "matrix_lp"\ncorrelate = 3\n' + RUN, "key 'correlate': 3 is not a text"),
        ('baseline = "mtdf"\n' + RUN, "key 'baseline': no \\[\\[run\\]\\] table has the method 'mtdf'"),
        (
            RUN + PAPER.replace("[[paper]]", "[[run.paper]]").replace("kuhn", "leduc"),
            "\\[\\[run\\]\\] table 1, \\[\\[paper\\]\\] table 1 concerns nothing in its \\[\\[run\\]\\] table",
        ),
        (
            RUN.replace('"kuhn"', '"kuhn", "leduc"') + '[[run.paper]]\nquantity = "value"',
            "\\[\\[paper\\]\\] table 1 lacks the key 'game'",
        ),
        (RUN + "repetitions = 0", "key 'repetitions': must be at least 1"),
        (RUN + "repetitions = 1_000_000_000_000", "must be at least 1 and at most 1000000"),
        (RUN + "limit = { tim = 1 }", "key 'limit': unknown limit 'tim'; possible are depth"),
        (RUN + "limit = 60", "key 'limit': limit must be a table"),
        (RUN + "limit = { time = 1" + "0" * 400 + " }", "key 'limit': int too large"),
        (RUN + "options = 3", "key 'options': options must be a table"),
        (RUN.replace("matrix_lp", "mtdf") + "options = { guess = nan }", "key 'options': option guess is nan"),
        (RUN + PAPER.replace("figure", "number"), "table 1 has an unknown key 'number'; possible are game, method"),
        (RUN + PAPER.replace("-1/18", "1/0"), "key 'figure': '1/0' is neither a finite number nor a fraction"),
        (RUN + PAPER.replace('"-1/18"', "inf"), "key 'figure': inf is neither"),
        (RUN + PAPER.replace("kuhn", "leduc"), "table 1 concerns no \\[\\[run\\]\\] table"),
        (RUN + PAPER + 'method = "cfp"', "table 1 concerns no \\[\\[run\\]\\] table"),
    ],
)
def test_mistakes_are_named_with_file_table_and_key(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(FileFormatError, match=complaint) as caught:
        read_spec(write(tmp_path, text), fakes.canonical)
    assert "spec.toml" in str(caught.value)


def test_a_spec_that_is_not_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    path.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(FileFormatError, match="is not a TOML file"):
        read_spec(path, fakes.canonical)


@pytest.mark.parametrize(("name", "tasks"), [("smoke", 9), ("values", 18)])
def test_example_specs_read(name: str, tasks: int) -> None:
    spec = read_spec(EXAMPLES / f"{name}.toml", canonical=str)
    assert len(spec.tasks) == tasks
    assert any(paper.figure == -1 / 18 for paper in spec.papers)


FIGURES = ("goofspiel", "improved_variants", "oshi_zumo", "pursuit_evasion", "random_simultaneous")


@pytest.mark.parametrize("name", FIGURES)
def test_specs_of_the_papers_figures_read_and_their_options_exist(name: str) -> None:
    spec = read_spec(EXAMPLES / f"{name}.toml")
    known = {method.name: method.options for method in METHODS}
    assert all(option in known[task.method] for task in spec.tasks for option, _ in task.options)
    assert spec.quantities == ("stages", "serialized_nodes")
    drawn = {task.instance for task in spec.tasks if SEED in task.game}
    assert len(drawn) == len({(task.game, task.seed) for task in spec.tasks if SEED in task.game})


@pytest.mark.parametrize("name", FIGURES)
def test_specs_of_the_papers_figures_run(name: str, tmp_path: Path) -> None:
    """Their smallest game, once with every method, finds one value."""
    spec = read_spec(EXAMPLES / f"{name}.toml")
    small = (
        "random_simultaneous(depth=2, branching=4, seed={seed})" if name == "improved_variants" else spec.tasks[0].game
    )
    tasks = {task.method: replace(task, game=small, seed=0) for task in spec.tasks}
    records = run(tasks.values(), tmp_path / "records.jsonl")
    assert [record.error for record in records] == [None] * len(tasks)
    assert max(record.value or 0.0 for record in records) == pytest.approx(
        min(record.value or 0.0 for record in records)
    )
    assert read_records(tmp_path / "records.jsonl") == records


def test_the_spec_of_convergence_reads_and_a_small_variant_runs(tmp_path: Path) -> None:
    """Every method with its options on a game that takes no time: exact values within the gaps of the others."""
    spec = read_spec(EXAMPLES / "regret_curves.toml")
    assert len({task.game for task in spec.tasks}) == 3
    small = {
        (task.method, task.options): replace(task, game="border_patrol(depth=2)", limit=(("iterations", 200),))
        for task in spec.tasks
    }
    assert len(small) == 8
    records = run(small.values(), tmp_path / "records.jsonl")
    assert [record.error for record in records] == [None] * 8
    exact = [record for record in records if record.status == "exact"]
    assert {record.task.method for record in exact} >= {"dob", "dosa", "doswp", "sequence_form_double_oracle"}
    for record in records:
        assert record.lower is not None
        assert record.upper is not None
        assert record.lower - 1e-9 <= (exact[0].value or 0.0) <= record.upper + 1e-9
    for quantity in (*spec.quantities, *(paper.quantity for paper in spec.papers)):
        assert any(record.quantity(quantity) is not None for record in records), quantity


FLOWS = [("transit", 12), ("transit_table", 2), ("support_size", 40), ("border_protection", 12)]


@pytest.mark.parametrize(("name", "games"), FLOWS)
def test_specs_of_flow_games_read_and_a_small_variant_runs(name: str, games: int, tmp_path: Path) -> None:
    """Every method with its options on a grid that takes no time: one value, and every statistic that is asked for."""
    spec = read_spec(EXAMPLES / f"{name}.toml")
    assert len({task.game for task in spec.tasks}) == games
    small = {
        (task.method, task.options): replace(task, game="transit(width=2, length=4, steps=4)") for task in spec.tasks
    }
    assert len(small) == 4
    records = run(small.values(), tmp_path / "records.jsonl")
    assert [(record.error, record.status) for record in records] == [(None, "exact")] * 4
    assert {round(record.value or 0.0, 9) for record in records} == {round(records[0].value or 0.0, 9)}
    for quantity in (*spec.quantities, *(paper.quantity for paper in spec.papers)):
        assert any(record.quantity(quantity) is not None for record in records), quantity
    if spec.correlate and spec.baseline:
        assert [line.runs for line in correlate(records, spec.correlate, spec.baseline)] == [1, 1, 1]
