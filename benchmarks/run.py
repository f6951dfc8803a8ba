"""Dodona beside its peers: every measurement in its own process, interleaved, medians in one table.

python benchmarks/run.py [--quick] [--only NAME] [--limit SECONDS] [--rounds N] [--slow] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from case import Case, Tool
from cases import CASES
from worker import peak_mb

ROUNDS = 5
MEMORY = 8_000_000_000
#: A measurement that takes longer is not repeated.
LONG = 10.0
#: Seconds for what is prepared and not measured.
PATIENCE = 600.0
#: What stands in place of a time.
NOT_RUN = "not run: --slow"
THREADS = ("OMP", "OPENBLAS", "MKL", "NUMEXPR", "RAYON")
PACKAGES = ["open_spiel", "LiteEFG", "pygambit", "nashpy", "scipy", "numpy", "cvxpy", "ecos", "highspy"]


@dataclass
class Row:
    """What one tool did in one case: the facts of every finished run, or why there are none."""

    case: Case
    tool: Tool
    runs: list[dict[str, Any]] = field(default_factory=list)
    failure: str = ""
    peak_mb: float = 0.0

    @property
    def seconds(self) -> float:
        """Median over runs of wall seconds, per game, node or round where the case counts these."""
        return self.median("seconds")

    def median(self, clock: str) -> float:
        """The same for any clock of the worker."""
        return statistics.median(float(run[clock]) / self.units(run) for run in self.runs)

    def units(self, run: dict[str, Any]) -> int:
        """What a run got through, in what the case counts."""
        if not self.case.rate:
            return 1
        return int(run.get(self.case.rate) or self.tool.arguments.get(self.case.rate, 1))

    @property
    def again(self) -> bool:
        """Whether another run is worth its time."""
        return not self.failure and (not self.runs or self.runs[-1]["seconds"] < LONG)

    def record(self) -> dict[str, Any]:
        """The row for a file."""
        known = {clock: self.median(clock) for clock in ("seconds", "cpu")} if self.runs else {}
        return {
            "case": self.case.name,
            "tool": self.tool.name,
            "failure": self.failure,
            "peak_mb": self.peak_mb,
            **known,
            "runs": self.runs,
        }


class Workshop:
    """Runs workers one at a time, with one thread each, in a folder that is removed afterwards.

    ``checkout`` is another checkout, whose worker and environment are to be taken instead of this one's.
    """

    def __init__(self, folder: Path, limit: float, checkout: Path | None = None) -> None:
        self.folder = folder
        self.limit = limit
        here = Path(__file__).parent
        self.worker = [sys.executable, str(here / "worker.py")]
        if checkout is not None:
            self.worker = [str(checkout / ".venv/bin/python"), str(checkout / "benchmarks/worker.py")]
        # LiteEFG keeps converted games below the home folder.
        threads = {f"{library}_NUM_THREADS": "1" for library in THREADS}
        self.environment = {**os.environ, **threads, "HOME": str(folder)}

    def work(self, measurement: str, arguments: dict[str, Any], limit: float, budget: float = 0.0) -> dict[str, Any]:
        """The facts of one measurement; ``failure`` among them where there is no result."""
        text = json.dumps({**arguments, "memory": MEMORY, "budget": budget})
        command = [*self.worker, measurement, text]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, env=self.environment, stdout=pipe, stderr=pipe, text=True) as process:
            try:
                out, err = process.communicate(timeout=limit)
            except subprocess.TimeoutExpired:
                peak = peak_mb(process.pid)
                process.kill()
                return {"failure": f"> {limit:g} s", "peak_mb": peak}
            except BaseException:
                process.kill()
                raise
        return explained(out, err, process.returncode)

    def file(self, game: str) -> str:
        """The game as an .efg file, written on first use."""
        path = self.folder / ("".join(c if c.isalnum() else "_" for c in game) + ".efg")
        if not path.exists():
            facts = self.work("dodona_write", {"game": game, "file": str(path)}, PATIENCE)
            if "failure" in facts:
                raise SystemExit(f"the file of {game} could not be written: {facts['failure']}.")
        return str(path)

    def measure(self, case: Case, tool: Tool) -> dict[str, Any]:
        """The facts of one run of a tool."""
        arguments = {**tool.arguments, **({"file": self.file(tool.game)} if tool.game else {})}
        return self.work(tool.measurement, arguments, self.limit, case.budget)

    def run(self, row: Row) -> None:
        """One more run of a row."""
        facts = self.measure(row.case, row.tool)
        row.failure = facts.pop("failure", "")
        row.peak_mb = max(row.peak_mb, facts.get("peak_mb", 0.0))
        if not row.failure:
            row.runs.append(facts)


def explained(out: str, err: str, code: int) -> dict[str, Any]:
    """A worker's answer with its ``failure`` in words; a worker that died gave none."""
    facts: dict[str, Any] = json.loads(out) if code == 0 and out else {}
    if facts.get("memory") or "bad_alloc" in err or code == -9:
        return {"failure": f"out of memory ({MEMORY / 1e9:g} GB)"}
    if "missing" in facts:
        return {"failure": f"not installed: {facts['missing']}"}
    if "error" in facts:
        return {"failure": f"failed: {facts['error'].splitlines()[0][:80]}"}
    if not facts:
        last = err.strip().splitlines()[-1:] or [""]
        return {"failure": f"died with code {code} {last[0][:80]}".strip()}
    return facts


def measure(case: Case, workshop: Workshop, rounds: int, slow: bool) -> list[Row]:
    """All tools of a case, one run of each per round."""
    rows = [Row(case, tool, failure="" if slow or not tool.slow else NOT_RUN) for tool in case.tools]
    for _ in range(rounds):
        for row in rows:
            if row.again:
                print(f"  {case.name}: {row.tool.name}", file=sys.stderr, flush=True)
                workshop.run(row)
    judge(rows)
    return rows


def judge(rows: list[Row]) -> None:
    """Mark rows whose value is off; the reference is the known value, or else Dodona's."""
    reference = rows[0].case.value
    if reference is None and rows[0].runs:
        reference = rows[0].runs[0].get("value")
    for row in rows:
        values = [run["value"] for run in row.runs if "value" in run]
        off = [value for value in values if reference is not None and not close(value, reference)]
        if off:
            row.failure = f"wrong: value {off[0]:.6g}, not {reference:.6g}"


def close(value: float, reference: float) -> bool:
    """Equal up to what an interior-point solver leaves."""
    return abs(value - reference) <= 1e-4 * max(1.0, abs(reference))


def cells(row: Row, first: Row, limit: float) -> list[str]:
    """A row of the table: case, tool, both times, runs, peak memory, both ratios to Dodona, note."""
    known = bool(first.runs) and not first.failure
    ratio = cpu_ratio = note = cpu = ""
    if row.failure:
        result = row.failure
        if known and row.failure.startswith(">"):
            ratio = f"> {short(limit / first.seconds)}"
    else:
        result, cpu = (speed(row.case, row.median(clock)) for clock in ("seconds", "cpu"))
        if known:
            ratio, cpu_ratio = (short(row.median(clock) / first.median(clock)) for clock in ("seconds", "cpu"))
        note = row.runs[0].get("note", "")
    if row is first and row.failure != NOT_RUN:
        note = "; ".join(part for part in (note, target(row)) if part)
    name = row.case.name if row is first else ""
    peak = f"{row.peak_mb:.0f} MB" if row.peak_mb else ""
    return [name, row.tool.name, result, cpu, str(len(row.runs) or ""), peak, ratio, cpu_ratio, note]


def target(row: Row) -> str:
    """What Dodona aims at, and whether it got there."""
    case, parts = row.case, []
    if case.target is not None:
        goal = f"{case.target:,.0f} {case.rate}/s" if case.rate else duration(case.target)
        met = bool(row.runs) and (1 / row.seconds >= case.target if case.rate else row.seconds <= case.target)
        parts.append(f"target {goal}: {'met' if met else 'missed'}")
    if case.target_mb is not None:
        met = bool(row.runs) and row.peak_mb <= case.target_mb
        parts.append(f"target {case.target_mb:g} MB: {'met' if met else 'missed'}")
    return "; ".join(parts)


def speed(case: Case, seconds: float) -> str:
    """A time, or the games or nodes per second that it allows."""
    return f"{short(1 / seconds)} {case.rate}/s" if case.rate else duration(seconds)


def duration(seconds: float) -> str:
    """Seconds to three digits, in the unit that reads best."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{short(seconds / size)} {unit}"
    return f"{short(seconds * 1e6)} us"


def short(x: float) -> str:
    """Three digits, or whole with separators."""
    return f"{x:,.0f}" if x >= 100 else f"{x:.3g}"


HEAD = ["case", "tool", "median", "cpu", "runs", "peak", "ratio", "cpu ratio", "note"]
PARALLEL_HEAD = ["case", "search", "threads", "median", "speed-up", "efficiency", "nodes", "overhead", "note"]
PARALLEL_NOTE = (
    "Speed-up is the time of the best serial search divided by that of the parallel one, efficiency is speed-up per\n"
    "thread, overhead is nodes beyond those of the best serial search. Which scheme is best can only be told on a\n"
    "machine with two cores on which nothing else runs."
)


def parallel_cells(group: list[Row]) -> list[list[str]]:
    """Rows of the table of parallel searches, with the best serial search of the case as the measure."""
    serial = [row for row in group if threads(row) == 1 and row.runs and not row.failure]
    best = min(serial, key=lambda row: row.seconds, default=None)
    lines = []
    for row in group:
        cells = [row.case.name if row is group[0] else "", row.tool.name, str(threads(row))]
        if row.failure or not row.runs:
            lines.append([*cells, row.failure, "", "", "", "", ""])
            continue
        nodes = statistics.median(run["nodes"] for run in row.runs)
        cells += [duration(row.seconds)]
        if best is None:
            cells += ["", "", f"{nodes:,.0f}", "", ""]
        else:
            speedup = best.seconds / row.seconds
            overhead = nodes / statistics.median(run["nodes"] for run in best.runs) - 1
            cells += [f"{speedup:.2f}", f"{speedup / threads(row):.2f}", f"{nodes:,.0f}", f"{overhead:+.0%}"]
            cells += ["best serial" if row is best else ""]
        lines.append(cells)
    return lines


STAGES_HEAD = ["case", "method", "median", "cpu", "stages", "serialized nodes", "time / BI", "time / BI with table"]
STAGES_NOTE = (
    "Stages are the positions that the method itself entered, found in its table or not; serialized nodes are those\n"
    "of the alpha-beta searches for bounds. Below 1, a method is faster than backward induction."
)


def stage_cells(group: list[Row]) -> list[list[str]]:
    """Rows of the table of simultaneous moves: what each method looked at, and its time beside backward induction."""
    bases = [next((row for row in group if row.tool.name == name), None) for name in ("BI", "BI with table")]
    lines = []
    for row in group:
        cells = [row.case.name if row is group[0] else "", row.tool.name]
        if row.failure or not row.runs:
            lines.append([*cells, row.failure, "", "", "", "", ""])
            continue
        clocks = [duration(row.median(clock)) for clock in ("seconds", "cpu")]
        counts = [f"{row.runs[0][name]:,}" for name in ("stages", "serialized_nodes")]
        lines.append([*cells, *clocks, *counts, *(share(row, base) for base in bases)])
    return lines


def share(row: Row, base: Row | None) -> str:
    """A row's time divided by that of another one, which may have none."""
    return "" if base is None or base.failure or not base.runs else short(row.seconds / base.seconds)


def threads(row: Row) -> int:
    """How many threads a search has."""
    return int(row.tool.arguments.get("threads", 1))


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table with columns that line up."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(w) for cell, w in zip(line, widths, strict=True)) + " |" for line in lines
    )


def disturbed(rows: list[Row]) -> list[str]:
    """Rows whose wall time and processor time differ: other programs ran, or more than one thread did."""
    return [
        f"{row.case.name}: {row.tool.name} (wall {ratio:.2f} times processor)"
        for row in rows
        if row.runs and not row.case.parallel
        for ratio in [statistics.median(run["seconds"] / max(run["cpu"], 1e-9) for run in row.runs)]
        if not 0.9 <= ratio <= 1.2
    ]


def tables(groups: list[list[Row]], limit: float) -> str:
    """All tables that have rows, each with the note that it needs."""
    plain = [group for group in groups if not group[0].case.parallel and not group[0].case.stages]
    shared = [line for group in groups if group[0].case.parallel for line in parallel_cells(group)]
    staged = [line for group in groups if group[0].case.stages for line in stage_cells(group)]
    beside = [cells(row, group[0], limit) for group in plain for row in group]
    kinds = [(HEAD, beside, ""), (PARALLEL_HEAD, shared, PARALLEL_NOTE), (STAGES_HEAD, staged, STAGES_NOTE)]
    return "\n\n".join(part for head, lines, note in kinds if lines for part in (table(head, lines), note) if part)


def main() -> None:
    """Measure what was asked for, print the table, write the file."""
    parser = argparse.ArgumentParser(description="Measure Dodona beside OpenSpiel, LiteEFG, Gambit and others.")
    parser.add_argument("--quick", action="store_true", help="one round of the smallest cases")
    parser.add_argument("--only", metavar="NAME", default="", help="only cases whose name contains NAME")
    parser.add_argument("--limit", metavar="SECONDS", type=float, default=60.0, help="per process (60)")
    parser.add_argument("--rounds", metavar="N", type=int, default=ROUNDS, help=f"turns of each tool ({ROUNDS})")
    parser.add_argument("--slow", action="store_true", help="also conversions of a minute; raise --limit too")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every run to FILE")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        parser.error("memory is read from /proc, which only Linux has.")
    chosen = [case for case in CASES if options.only.lower() in case.name.lower() and (case.quick or not options.quick)]
    if not chosen:
        names = ", ".join(case.name for case in CASES if case.quick or not options.quick)
        parser.error(f"no case is called '{options.only}'; the cases are {names}.")
    with tempfile.TemporaryDirectory(prefix="dodona-benchmarks-") as folder:
        workshop = Workshop(Path(folder), options.limit)
        versions = workshop.work("versions", {"packages": PACKAGES}, PATIENCE).get("versions", {})
        rounds = 1 if options.quick else max(1, options.rounds)
        groups = [measure(case, workshop, rounds, options.slow) for case in chosen]
    rows = [row for group in groups for row in group]
    print(tables(groups, options.limit))
    print("\nVersions: " + ", ".join(f"{name} {version}" for name, version in versions.items()))
    for line in disturbed(rows):
        print(f"Disturbed: {line}")
    if options.json:
        content = {"versions": versions, "limit": options.limit, "rows": [row.record() for row in rows]}
        options.json.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
