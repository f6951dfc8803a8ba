"""Two commits of Dodona in one run: every measurement of both in turn, and the ratio of their processor times.

python benchmarks/compare.py OTHER [--only NAME] [--limit SECONDS] [--rounds N] [--json FILE]

OTHER is the folder of another checkout that has been set up, as by ``git worktree add ../parent HEAD~1`` and ``python3
tasks.py solve kuhn`` there. Each side runs with its own ``.venv`` and its own worker, so that options that one of them
does not have yet are a failure in its column and nothing else.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from case import Case, Tool
from cases import CASES
from run import Workshop, duration, table

HEAD = ["case", "tool", "other", "this", "this / other", "work"]
#: What must be equal on both sides, where the worker tells: it is the same search.
WORK = ("value", "nodes", "stages", "serialized_nodes")


@dataclass
class Pair:
    """What one tool did in one case on both sides."""

    case: Case
    tool: Tool
    sides: tuple[list[dict[str, Any]], list[dict[str, Any]]] = field(default_factory=lambda: ([], []))

    def run(self, workshops: tuple[Workshop, Workshop], backwards: bool) -> None:
        """One more run on both sides; whoever goes first changes from round to round."""
        for side in (1, 0) if backwards else (0, 1):
            self.sides[side].append(workshops[side].measure(self.case, self.tool))

    @property
    def failure(self) -> str:
        """Why there is no ratio, or nothing."""
        return next((run["failure"] for runs in self.sides for run in runs if "failure" in run), "")

    def cpu(self, side: int) -> float:
        """The least processor time of a side: whatever else the machine does only adds to it."""
        return min(float(run["cpu"]) for run in self.sides[side])

    @property
    def ratio(self) -> float:
        """The time of this side divided by the other's."""
        return self.cpu(1) / self.cpu(0)

    def work(self) -> str:
        """Whether both sides did the same."""
        first, second = ({name: run[name] for name in WORK if name in run} for run, *_ in self.sides)
        changed = [name for name in first if name in second and not math.isclose(first[name], second[name])]
        return f"other {', '.join(changed)}" if changed else "equal"

    def cells(self) -> list[str]:
        """The row of the table."""
        if self.failure:
            return [self.case.name, self.tool.name, "", "", "", self.failure]
        times = [duration(self.cpu(side)) for side in (0, 1)]
        return [self.case.name, self.tool.name, *times, f"{self.ratio:.2f}", self.work()]


def main() -> None:
    """Measure both sides, print the table and the geometric mean of the ratios."""
    parser = argparse.ArgumentParser(description="Compare this checkout with another one.")
    parser.add_argument("other", type=Path, help="another checkout with a .venv of its own")
    parser.add_argument("--only", metavar="NAME", default="", help="only cases whose name contains NAME")
    parser.add_argument("--limit", metavar="SECONDS", type=float, default=60.0, help="per process (60)")
    parser.add_argument("--rounds", metavar="N", type=int, default=3, help="turns of each side (3)")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every run to FILE")
    options = parser.parse_args()
    pairs = [
        Pair(case, tool)
        for case in CASES
        if options.only.lower() in case.name.lower()
        for tool in case.tools
        if tool.measurement.startswith("dodona_") and not tool.slow
    ]
    with tempfile.TemporaryDirectory(prefix="dodona-benchmarks-") as folder:
        here = Path(__file__).resolve().parents[1]
        workshops = tuple(Workshop(Path(folder), options.limit, side) for side in (options.other, here))
        for pair in pairs:
            for number in range(options.rounds):
                if not pair.failure:
                    pair.run(workshops, backwards=number % 2 == 1)
            print(" | ".join(pair.cells()), flush=True)
    print(table(HEAD, [pair.cells() for pair in pairs]))
    ratios = [pair.ratio for pair in pairs if not pair.failure]
    if ratios:
        print(f"\nGeometric mean of {len(ratios)} ratios: {statistics.geometric_mean(ratios):.2f}")
    if options.json:
        rows = [{"case": pair.case.name, "tool": pair.tool.name, "runs": pair.sides} for pair in pairs]
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
