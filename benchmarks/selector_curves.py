"""The picture in docs/monte-carlo.md: ``python benchmarks/selector_curves.py docs/images/selectors.svg``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import dodona
from dodona.plots import exploitability_curves

#: What the picture of the documentation compares, and on which games.
RUNS: dict[str, tuple[str, dict[str, Any]]] = {
    "decoupled UCT": ("sm_mcts", {"selector": "uct"}),
    "Exp3": ("sm_mcts", {"selector": "exp3", "exploration": 0.05}),
    "regret matching": ("sm_mcts", {"selector": "regret_matching", "exploration": 0.05}),
    "online outcome sampling": ("oos", {}),
}
GAMES = {
    "biased rock-paper-scissors": "matrix(a=[[0, -0.25, 1], [0.5, 0, -0.6], [-1, 0.9, 0]])",
    "goofspiel with 4 cards after (4, 1)": "goofspiel(cards=4, order=descending).after((4, 1))",
}


def main(path: str, simulations: Sequence[int], seeds: int) -> None:
    """Measure the runs of the documentation, each with several seeds, and draw their means."""

    def gap(game: str, name: str, most: int) -> float:
        method, options = RUNS[name]
        found = [dodona.solve(game, method, seed=seed, simulations=most, **options).gap for seed in range(seeds)]
        return sum(found) / seeds

    panels = {
        title: {name: [(most, gap(game, name, most)) for most in simulations] for name in RUNS}
        for title, game in GAMES.items()
    }
    exploitability_curves(panels, path)


if __name__ == "__main__":
    main(sys.argv[1], [round(100 * 10 ** (i / 3)) for i in range(13)], 5)
