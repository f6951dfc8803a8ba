"""What is measured: one ``Case`` per row group of the table, one ``Tool`` per row."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Tool:
    """A measurement of the worker with its arguments; ``game`` is written to a file first where it is not empty."""

    name: str
    measurement: str
    arguments: dict[str, Any] = field(default_factory=dict)
    game: str = ""
    slow: bool = False


@dataclass(frozen=True)
class Case:
    """Tools that do the same, Dodona first.

    Attributes
    ----------
    value
        The known result; without it, what Dodona finds is what the others are compared with.
    target, target_mb
        Seconds (or games per second where ``games`` is not 0) and megabytes that Dodona aims at.
    quick
        Whether it belongs to the quick run.
    budget
        Seconds of repetition within one process.
    """

    name: str
    tools: tuple[Tool, ...]
    value: float | None = None
    target: float | None = None
    target_mb: float | None = None
    games: bool = False
    quick: bool = False
    budget: float = 0.5


def goofspiel(cards: int) -> str:
    """Only who won a round is seen; the payoff is the difference of points."""
    return f"goofspiel(cards={cards}, order=descending, information=outcome, utility=points, last_card=automatic)"


def openspiel_goofspiel(cards: int) -> str:
    """The same game in OpenSpiel; its payoffs are points minus their mean: half the difference."""
    rules = f"imp_info=True,num_cards={cards},players=2,points_order=descending,returns_type=point_difference"
    return f"turn_based_simultaneous_game(game=goofspiel({rules}))"


LEDUC = -0.0856064240780  # certified by Dodona; OpenSpiel's program agrees
LEDUC_TYPES = "leduc_poker(suit_isomorphism=True)"


def solving(
    label: str, game: str, openspiel: str, value: float, scale: float = 1.0, target: float | None = None, **more: Any
) -> Case:
    """Rules to equilibrium."""
    tools = (
        Tool("Dodona", "dodona_solve", {"game": game}),
        Tool("OpenSpiel sequence_form_lp", "openspiel_solve", {"game": openspiel, "scale": scale}),
        Tool("Gambit lp_solve, float", "gambit_solve", game=game),
    )
    return Case(f"solve {label}", tools, value=value, target=target, **more)


def exploiting(label: str, game: str, openspiel: str, scale: float = 1.0, **more: Any) -> Case:
    """Exploitability of the uniform profile."""
    peer = {"game": openspiel, "scale": scale}
    tools = (
        Tool("Dodona", "dodona_exploitability", {"game": game}),
        Tool("OpenSpiel nash_conv", "openspiel_nash_conv", peer),
        Tool("OpenSpiel best responses, kept", "openspiel_best_responses", peer),
        Tool("LiteEFG", "liteefg_exploitability", peer),
    )
    return Case(f"exploitability {label}", tools, **more)


def kernel(size: int, target: float) -> Case:
    """Many small matrices."""
    few = {"size": size, "games": 50}
    tools = (
        Tool("Dodona", "dodona_matrices", {"size": size, "games": 20_000}),
        Tool("OpenSpiel lp_solver", "openspiel_matrices", few),
        Tool("nashpy linear_program", "nashpy_matrices", few),
        Tool("SciPy linprog", "scipy_matrices", few),
    )
    return Case(f"matrices {size}x{size}", tools, target=target, games=True, quick=size == 5)


IMPORTS = {
    "Dodona": "dodona",
    "OpenSpiel": "pyspiel",
    "OpenSpiel with LP": "open_spiel.python.algorithms.sequence_form_lp",
    "LiteEFG": "LiteEFG",
    "Gambit": "pygambit",
}

CASES = (
    solving("Kuhn", "kuhn", "kuhn_poker", -1 / 18, quick=True),
    solving("Leduc by type", "leduc", LEDUC_TYPES, LEDUC, target=0.1),
    solving("Leduc by card", "leduc(deal=card)", "leduc_poker", LEDUC, target=0.3),
    solving("Goofspiel 4", goofspiel(4), openspiel_goofspiel(4), 0.0, scale=2.0),
    solving("Goofspiel 5", goofspiel(5), openspiel_goofspiel(5), 0.0, scale=2.0, target=1.0),
    solving("liar's dice 1x6", "liars_dice", "liars_dice", -7 / 258, target=6.0, target_mb=500),
    exploiting("Kuhn", "kuhn", "kuhn_poker", quick=True),
    exploiting("Leduc by card", "leduc(deal=card)", "leduc_poker", target=0.001),
    exploiting("Goofspiel 5", goofspiel(5), openspiel_goofspiel(5), scale=2.0),
    exploiting("liar's dice 1x6", "liars_dice", "liars_dice"),
    Case(
        "tree Goofspiel 6",
        (
            Tool("Dodona", "dodona_tree", {"game": "goofspiel(cards=6, information=outcome, last_card=automatic)"}),
            Tool("OpenSpiel history tree", "openspiel_tree", {"game": openspiel_goofspiel(6)}),
            Tool("LiteEFG convert and load", "liteefg_tree", {"game": openspiel_goofspiel(6)}, slow=True),
        ),
        target=2.0,
        target_mb=250,
    ),
    kernel(5, 1_000_000),
    kernel(7, 400_000),
    Case(
        "read Leduc by card .efg",
        (
            Tool("Dodona", "dodona_read", game="leduc(deal=card)"),
            Tool("Gambit read_efg", "gambit_read", game="leduc(deal=card)"),
        ),
    ),
    Case(
        "import",
        tuple(Tool(name, "import_module", {"module": module}) for name, module in IMPORTS.items()),
        quick=True,
        budget=0.0,
    ),
)
