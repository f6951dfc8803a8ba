"""Tables condense runs and put a paper's figure beside ours."""

import math

import pytest

from dodona.experiments.markdown import markdown
from dodona.experiments.record import FAILED, Record
from dodona.experiments.spec import Paper
from dodona.experiments.table import Estimate, compare, estimate, render, summarize
from dodona.experiments.task import Task, limit_items, option_items


def solved(seed: int, seconds: float, value: float = 2.0, game: str = "kuhn", **limit: float) -> Record:
    task = Task(game, "cfr", limit_items(limit), seed)
    return Record(task, "exact", seconds, value, value - 0.5, value + 0.5, stats={"nodes": 100 + seed})


def test_the_interval_is_that_of_student() -> None:
    sample = [solved(0, 1.0), solved(1, 2.0), solved(2, 3.0)]
    found = estimate(sample, "seconds")
    assert found is not None
    assert found.mean == 2.0
    assert found.half_width == pytest.approx(4.302652729911275 / math.sqrt(3))  # t(0.975; 2) of any t table


def test_one_run_has_no_interval_and_equal_runs_show_none() -> None:
    assert estimate([solved(0, 1.0)], "seconds") == Estimate(1.0)
    found = estimate([solved(0, 1.0), solved(1, 1.0)], "seconds")
    assert found is not None
    assert found.text(3) == "1"


def test_infinite_bounds_do_not_break_the_table() -> None:
    task = Task("kuhn", "cfr")
    records = [Record(task, "limit", 1.0, 0.0, -math.inf, math.inf), Record(task, "limit", 1.0, 0.0, -1.0, 1.0)]
    assert estimate(records[:1], "gap") == Estimate(math.inf)
    mixed = estimate(records, "gap")
    assert mixed is not None
    assert math.isnan(mixed.mean)


def test_rows_keep_games_and_limits_apart_and_count_failures() -> None:
    failed = Record(Task("kuhn", "cfr", (), 9), FAILED, 50.0, error="MemoryError: ")
    records = [solved(0, 1.0), solved(0, 5.0, time=60), solved(1, 3.0), failed, solved(0, 1.0, game="leduc")]
    rows = summarize(records)
    assert [(row.game, row.limit, row.runs, row.failed) for row in rows] == [
        ("kuhn", "", 3, 1),
        ("kuhn", "time=60", 1, 0),
        ("leduc", "", 1, 0),
    ]
    assert rows[0].seconds is not None
    assert rows[0].seconds.mean == 2.0
    assert rows[0].status == "2 exact, 1 failed"


def test_rows_keep_options_apart() -> None:
    def searched(seconds: float, **options: object) -> Record:
        return Record(Task("nim", "mtdf", options=option_items(options)), "exact", seconds, 1.0, 1.0, 1.0)

    rows = summarize([searched(1.0), searched(2.0, table=0), searched(4.0, table=0, guess=1)])
    assert [(row.options, row.runs) for row in rows] == [("", 1), ("table=0", 1), ("guess=1, table=0", 1)]
    assert render(rows).splitlines()[0].split()[:4] == ["game", "method", "options", "runs"]


def drawn(seed: int, method: str, seconds: float, stages: int) -> Record:
    return Record(Task("draw({seed})", method, seed=seed), "exact", seconds, 0.0, 0.0, 0.0, stats={"stages": stages})


def test_games_drawn_from_a_seed_share_a_row_with_means_of_any_statistic() -> None:
    rows = summarize([drawn(seed, "cfr", 1.0, 10_000 + 1_000 * seed) for seed in range(3)], ["stages", "rounds"])
    assert [(row.game, row.runs) for row in rows] == [("draw({seed})", 3)]
    stages = rows[0].quantities["stages"]
    assert stages is not None
    assert stages.mean == 11_000.0
    assert stages.half_width == pytest.approx(4.302652729911275 * 1_000 / math.sqrt(3))
    head, _, line = render(rows).splitlines()
    assert head.split()[-3:] == ["seconds", "stages", "rounds"]
    assert line.split()[-5:] == ["1", "11,000", "±", "2,484", "-"]


def test_time_beside_a_baseline_is_compared_instance_by_instance() -> None:
    base = [drawn(0, "slow", 2.0, 1), drawn(1, "slow", 200.0, 1), drawn(2, "slow", 5.0, 1)]
    failed = Record(Task("draw({seed})", "slow", seed=3), FAILED, 50.0, error="MemoryError: ")
    fast = [drawn(0, "fast", 1.0, 1), drawn(1, "fast", 100.0, 1), drawn(3, "fast", 7.0, 1)]
    slow, quick = summarize([*base, failed, *fast], baseline="slow")
    assert slow.quantities == {"seconds / slow": Estimate(1.0, 0.0)}
    assert quick.quantities == {"seconds / slow": Estimate(0.5, 0.0)}


def test_a_baseline_with_several_options_is_the_first_of_them() -> None:
    task = Task("draw({seed})", "slow", options=option_items({"table": 1}))
    rows = summarize([drawn(0, "slow", 2.0, 1), Record(task, "exact", 1.0)], baseline="slow")
    assert [row.quantities for row in rows] == [{"seconds / slow": Estimate(1.0)}, {"seconds / slow": Estimate(0.5)}]


def test_a_document_gets_what_readers_compare() -> None:
    options = option_items({"strategies": False}), option_items({"strategies": False, "table": 64})
    records = [
        Record(Task("nim", "mtdf", options=options[0]), "exact", 0.25, 1.0, stats={"nodes": 123_456}),
        Record(Task("nim", "mtdf", options=options[1]), "exact", 0.5, 1.0, stats={"nodes": 7}),
        Record(Task("nim", "mtdf", options=options[1], seed=1), FAILED, 0.5, error="MemoryError: "),
        Record(Task("tic_tac_toe", "mtdf", options=options[0]), "exact", 2.0, 0.0),
        Record(Task("nim", "scout", options=options[0]), "exact", 1.0, 1.0, stats={"nodes": 9}),
    ]
    papers = [Paper("nim", "nodes", 1_000_000, "Example 2001", "mtdf", options[0])]
    assert markdown(summarize(records, ["nodes"]), compare(records, papers)).splitlines() == [
        "| game | method | runs | seconds | nodes |",
        "|---|---|---|---|---|",
        "| `nim` | mtdf | 1 | 0.25 | 123,456 |",
        "|  | mtdf (table=64) | 1 of 2 | 0.5 | 7 |",
        "|  | scout | 1 | 1 | 9 |",
        "| `tic_tac_toe` | mtdf | 1 | 2 | - |",
        "",
        "| game | method | quantity | ours | paper | ours / paper | source |",
        "|---|---|---|---|---|---|---|",
        "| `nim` | mtdf | nodes | 123,456 | 1,000,000 | 0.123 | Example 2001 |",
    ]
    assert markdown([]) == "no records"


def test_a_papers_figure_stands_beside_ours() -> None:
    records = [solved(0, 2.0), solved(1, 2.0)]
    papers = [
        Paper("kuhn", "seconds", 8.0, "Example 2001"),
        Paper("kuhn", "nodes", 0.0, "Example 2002", method="cfr"),
        Paper("kuhn", "value", 2.0, "Example 2003", method="other"),
        Paper("kuhn", "rounds", 7.0, "Example 2004"),
    ]
    seconds, nodes, rounds = compare(records, papers)
    assert (seconds.ratio, seconds.difference) == (0.25, -6.0)
    assert (nodes.ratio, nodes.difference) == (None, 100.5)
    assert (rounds.ours, rounds.ratio, rounds.difference) == (None, None, None)


def test_the_table_is_plain_aligned_text() -> None:
    records = [solved(0, 0.5, game="leduc"), solved(0, 0.25, value=-1 / 16)]
    text = render(summarize(records), compare(records, [Paper("kuhn", "value", -1 / 8, "Example 2001")]))
    assert text == "\n".join(
        [
            "game   method  runs  failed  status  value    gap  seconds",
            "-----  ------  ----  ------  ------  -------  ---  -------",
            "leduc  cfr     1     0       exact   2        1    0.5",
            "kuhn   cfr     1     0       exact   -0.0625  1    0.25",
            "",
            "game  method  quantity  ours     paper   ours - paper  ours / paper  source",
            "----  ------  --------  -------  ------  ------------  ------------  ------------",
            "kuhn  cfr     value     -0.0625  -0.125  0.0625        0.5           Example 2001",
        ]
    )


def test_no_records_make_no_table() -> None:
    assert render([]) == "no records"


def test_games_without_a_value_show_what_every_player_gets() -> None:
    task = Task("prisoners_dilemma", "lemke_howson")
    records = [Record(task, "exact", 1.0, values=(1.0, 2.5)), Record(task, "exact", 1.0, values=(1.0, 2.5))]
    (row,) = summarize(records)
    assert (row.value, [own.mean for own in row.values if own]) == (None, [1.0, 2.5])
    assert "1, 2.5" in render([row])
    assert records[0].quantity("value_1") == 2.5
