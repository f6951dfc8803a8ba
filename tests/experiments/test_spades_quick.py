"""The quick size of the experiment on Spades shows what the large one does."""

import json
from collections import defaultdict
from pathlib import Path
from statistics import mean

from dodona.experiments import read_spec, run

SPEC = Path(__file__).parents[2] / "experiments" / "spades_quick.toml"


def test_leaf_values_leave_out_more_than_sums_and_most_where_scores_are_few(tmp_path):
    counts = defaultdict(list)
    for record in run(read_spec(SPEC).tasks, tmp_path / "records.jsonl"):
        assert record.status == "exact"
        options = {name: json.loads(text) for name, text in record.task.options}
        rule = options.get("bound", "none") + ("" if options.get("hopes", True) else " alone")
        scoring = record.task.game.partition("scoring=")[2].partition(",")[0] or "mot"
        counts[rule, scoring].append(record.stats["nodes"])
    nodes = {row: mean(numbers) for row, numbers in counts.items()}
    full = nodes["none", "mt"]
    assert nodes["leaf_values", "mt"] < nodes["linear", "mt"] < nodes["linear alone", "mt"] < full
    assert nodes["linear alone", "smot"] < full
    leaf = [nodes["leaf_values", scoring] for scoring in ("wl", "smot", "mot", "momb", "mt")]
    assert leaf == sorted(leaf)
    assert 20 * nodes["leaf_values", "smot"] < nodes["linear alone", "smot"]
