"""What is measured: one ``Case`` per row group of the table, one ``Tool`` per row."""

from __future__ import annotations

from typing import Any

from case import Case, Tool
from dodona.perfect.search import SCHEMES
from dodona.perfect.tables import DEFAULT_TABLE

#: A tree of 22,369,621 nodes.
THREE_PLAYERS = "random_multiplayer(depth=12, branching=4, outcomes=60, levels=8, kind=shares, seed=3)"


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


def regretting(label: str, game: str, openspiel: str, rounds: int, few: int, target: float, **more: Any) -> Case:
    """Rounds of CFR+ per second, as many of Dodona's as its peers need to take about as long."""
    tools = (
        Tool("Dodona", "dodona_regret", {"game": game, "rounds": rounds}),
        Tool("OpenSpiel CFRPlusSolver", "openspiel_regret", {"game": openspiel, "rounds": few}),
        Tool("LiteEFG CFR+", "liteefg_regret", {"game": openspiel, "rounds": few}),
    )
    return Case(f"CFR+ {label}", tools, target=target, rate="rounds", **more)


def sampling(label: str, game: str, openspiel: str, iterations: int, few: int, **more: Any) -> Case:
    """Iterations of external sampling per second, as many of Dodona's as its peer needs to take about as long."""
    tools = (
        Tool("Dodona", "dodona_sampling", {"game": game, "iterations": iterations}),
        Tool("OpenSpiel ExternalSamplingMCCFRSolver", "openspiel_sampling", {"game": openspiel, "iterations": few}),
    )
    return Case(f"external sampling {label}", tools, rate="iterations", **more)


def simulating(label: str, game: str, **more: Any) -> Case:
    """Simulations of Monte Carlo tree search per second, from the start of a game."""
    tools = (
        Tool("Dodona", "dodona_uct", {"game": game, "simulations": 20_000}),
        Tool("OpenSpiel MCTSBot (C++)", "openspiel_mcts", {"game": game, "simulations": 20_000}),
    )
    return Case(f"Monte Carlo {label}", tools, rate="simulations", **more)


def kernel(size: int, target: float) -> Case:
    """Many small matrices."""
    few = {"size": size, "games": 50}
    tools = (
        Tool("Dodona", "dodona_matrices", {"size": size, "games": 20_000}),
        Tool("OpenSpiel lp_solver", "openspiel_matrices", few),
        Tool("nashpy linear_program", "nashpy_matrices", few),
        Tool("SciPy linprog", "scipy_matrices", few),
    )
    return Case(f"matrices {size}x{size}", tools, target=target, rate="games", quick=size == 5)


PLAIN = {"method": "alphabeta", "table": 0, "ordering": [], "deepening": False}


def searching(label: str, game: str, depth: int | None = None, **more: Any) -> Case:
    """The same alpha-beta search on both sides: no table, moves in the game's order, one evaluation."""
    own = {"game": game, "depth": depth}
    tools = [Tool("Dodona", "dodona_search", {**own, **PLAIN})]
    if depth is not None:
        tools.append(
            Tool("Dodona, evaluation in Python", "dodona_search", {**own, **PLAIN, "evaluation": "python"}),
        )
    tools += [
        Tool("Dodona negascout, default options", "dodona_search", {**own, "method": "negascout"}),
        Tool(
            "OpenSpiel alpha_beta_search",
            "openspiel_alpha_beta",
            {"game": game, "depth": depth or 30, "evaluated": depth is not None},
        ),
    ]
    return Case(f"search {label}", tuple(tools), **more)


def poker(raises: int) -> str:
    """Four types, three copies, two sizes."""
    return f"poker(types=4, copies=3, raises={raises}, bet_sizes=2, raise_sizes=2)"


def solving_board(width: int, height: int, slow: bool = False, **options: Any) -> Case:
    """Connect four from the empty board to its end, with the principal variation."""
    game = {"game": f"connect_four(width={width}, height={height})", "method": "negascout", "line": True}
    tool = Tool("Dodona", "dodona_search", {**game, **options}, slow=slow)
    return Case(f"search connect four {width}x{height} to the end", (tool,), budget=0.0)


def sharing(
    label: str, search: dict[str, Any], serial: tuple[str, ...], schemes: tuple[str, ...], threads: int = 2
) -> Case:
    """Serial searches, the best of which is the measure, and every scheme on some threads."""
    tools = [Tool(method, "dodona_search", {**search, "method": method}) for method in serial]
    tools += [
        Tool(scheme, "dodona_search", {**search, "method": serial[0], "parallel": scheme, "threads": threads})
        for scheme in schemes
    ]
    return Case(f"search in parallel, {label}", tuple(tools), parallel=True, budget=0.0)


#: Names of the papers; those with a table or a cache come last.
VARIANTS = {
    "BIαβ": "backward_induction_alphabeta",
    "DO": "double_oracle",
    "DOαβ": "double_oracle_alphabeta",
    "DOSαβ": "double_oracle_sorted_alphabeta",
    "CDOαβ": "cached_double_oracle_alphabeta",
    "CDOSαβ": "cached_double_oracle_sorted_alphabeta",
    "stage_search, the default": "stage_search",
}


def staging(label: str, game: str, tables: bool = False, **more: Any) -> Case:
    """All methods for simultaneous moves on one game; ``tables`` gives each of them tables, without which none ends."""
    table = {"table": DEFAULT_TABLE}
    both = {**table, "serialized_table": DEFAULT_TABLE} if tables else {}
    induction = {"game": game, "method": "stage_backward_induction"}
    tools = [] if tables else [Tool("BI", "dodona_stages", induction)]
    tools.append(Tool("BI with table", "dodona_stages", {**induction, **table}))
    tools += [Tool(name, "dodona_stages", {"game": game, "method": way, **both}) for name, way in VARIANTS.items()]
    return Case(f"stages {label}", tuple(tools), stages=True, **more)


def all_stages(cards: int, slow: bool = False, **more: Any) -> Case:
    """Every stage of Goofspiel with points; compared is the stage after bids of 1 and 3, since the root is worth 0."""
    bids = {"bids": [1, 3]}
    rules = f"num_cards={cards},players=2,points_order=descending,returns_type=point_difference"
    tools = (
        Tool("Dodona", "dodona_all_stages", {"game": f"goofspiel(cards={cards}, utility=points)", **bids}),
        Tool("Python with table and linprog", "python_goofspiel", {"cards": cards, **bids}),
        Tool(
            "OpenSpiel value_iteration",
            "openspiel_value_iteration",
            {"game": f"goofspiel({rules})", "scale": 2.0, **bids},
            slow=slow,
        ),
    )
    return Case(f"all stages of Goofspiel {cards}", tools, **more)


def growing(label: str, game: str, program: bool = True, presets: bool = True, **more: Any) -> Case:
    """Double oracle beside the full linear program, where that ends in time."""
    own = {"game": game, "method": "sequence_form_double_oracle"}
    tools = [Tool("Dodona", "dodona_double_oracle", own)]
    if presets:
        tools += [
            Tool(f"Dodona {name.upper()}", "dodona_double_oracle", {"game": game, "method": name})
            for name in ("dob", "dosa", "doswp")
        ]
    if program:
        tools.append(Tool("Dodona, full linear program", "dodona_program", {"game": game}))
    return Case(f"double oracle {label}", tuple(tools), budget=0.0, **more)


def responding(label: str, game: str, player: int = 0, threads: int = 2) -> Case:
    """A best response to uniform play on one thread and on more."""
    own = {"game": game, "player": player}
    tools = [Tool("one thread", "dodona_response", {**own, "threads": 1})]
    tools += [
        Tool(f"tasks from {split}", "dodona_response", {**own, "threads": threads, "split": split})
        for split in ("both", "actions", "answers")
    ]
    return Case(f"best response, {label}", tuple(tools), parallel=True, budget=0.0)


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
    regretting("Leduc by card", "leduc(deal=card)", "leduc_poker", 20_000, 100, target=38_000, quick=True),
    regretting("Goofspiel 5", goofspiel(5), openspiel_goofspiel(5), 10_000, 20, target=16_000),
    regretting("liar's dice 1x6", "liars_dice", "liars_dice", 1000, 3, target=1400),
    sampling("Kuhn", "kuhn", "kuhn_poker", 20_000, 2000, quick=True),
    sampling("Leduc by card", "leduc(deal=card)", "leduc_poker", 5000, 500),
    sampling("liar's dice 1x6", "liars_dice", "liars_dice", 2000, 200),
    sampling("Goofspiel 5", goofspiel(5), openspiel_goofspiel(5), 1000, 100),
    sampling("phantom tic-tac-toe", "phantom_tic_tac_toe", "phantom_ttt", 10, 1, budget=0.0),
    Case(
        "ten thousand iterations of external sampling, phantom tic-tac-toe",
        (Tool("Dodona", "dodona_sampling", {"game": "phantom_tic_tac_toe", "iterations": 10_000}, slow=True),),
        target_mb=2000,
        rate="iterations",
        budget=0.0,
    ),
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
    searching("tic-tac-toe", "tic_tac_toe", value=0.0, quick=True),
    searching("connect four to depth 7", "connect_four", 7),
    Case(
        "search speed, connect four 5x4 without table",
        (
            Tool(
                "Dodona",
                "dodona_search",
                {
                    "game": "connect_four(width=5, height=4)",
                    "method": "alphabeta",
                    "table": 0,
                    "ordering": ["domain"],
                },
            ),
        ),
        value=0.0,
        target=10_000_000,
        rate="nodes",
    ),
    simulating("tic-tac-toe", "tic_tac_toe", quick=True),
    simulating("connect four", "connect_four"),
    Case(
        "max^n nodes per second, three players",
        (Tool("Dodona", "dodona_max_n", {"game": THREE_PLAYERS, "pruning": "none", "table": 0}),),
        target=20_000_000,
        rate="nodes",
    ),
    Case(
        "max^n, three players, speculative pruning",
        (
            Tool("Dodona", "dodona_max_n", {"game": THREE_PLAYERS, "bound": "leaf_values", "table": 0}),
            Tool(
                "Dodona, sums instead of leaf values",
                "dodona_max_n",
                {"game": THREE_PLAYERS, "bound": "linear", "table": 0},
            ),
        ),
    ),
    solving_board(5, 5),
    solving_board(6, 5, slow=True, table=2 << 30),
    sharing(
        "connect four to depth 14 without table",
        {"game": "connect_four", "depth": 14, "table": 0, "deepening": False},
        ("negascout", "alphabeta"),
        tuple(scheme for scheme in SCHEMES if scheme != "abdada"),  # which needs a table
    ),
    sharing(
        "connect four 5x5 with a table of 64 MB",
        {"game": "connect_four(width=5, height=5)", "table": 64 << 20},
        ("negascout", "alphabeta", "mtdf"),
        SCHEMES,
    ),
    sharing("dice race", {"game": "dice_race(length=8, faces=3, turns=8)"}, ("expectiminimax",), ("expectiminimax",)),
    staging("Goofspiel 5", "goofspiel(cards=5)", quick=True),
    staging("Goofspiel 7, cards 1 to 7", "goofspiel(cards=7)"),
    staging("Goofspiel 7, cards 0 to 6", "goofspiel(cards=7, lowest=0)"),
    staging("Oshi-Zumo K=4 N=13", "oshi_zumo(coins=13, size=4)"),
    staging("Oshi-Zumo K=3 N=50, all with tables", "oshi_zumo(coins=50, size=3)", tables=True),
    # This start needs mixed strategies, and its tree is among the smaller ones.
    staging("pursuit-evasion 5x5 depth 6", "pursuit_evasion(rows=5, columns=5, depth=6, seed=2)"),
    staging("random game, 4 actions, depth 6", "random_simultaneous(depth=6, branching=4)"),
    all_stages(4, value=-1.897959183673469),  # -93/49
    all_stages(5, slow=True),
    growing("Kuhn", "kuhn", value=-1 / 18, quick=True),
    growing("border patrol G1 depth 7", "border_patrol(depth=7, p2_nodes=[11, 12])", value=-1 / 3, target=3.0),
    growing(
        "phantom tic-tac-toe",
        "phantom_tic_tac_toe(order=domain)",
        False,
        False,
        value=2 / 3,
        target=5.0,
        target_mb=3000,
    ),
    Case(
        "double oracle phantom tic-tac-toe without symmetries",
        (
            Tool(
                "Dodona",
                "dodona_double_oracle",
                {"game": "phantom_tic_tac_toe(order=domain)", "method": "dob", "symmetry": False},
                slow=True,
            ),
        ),
        value=2 / 3,
        target=300,
        target_mb=3000,
        budget=0.0,
    ),
    growing("poker, 4 raises, 2 sizes", poker(4), False, value=-0.0996318283286, target=18.3),
    responding("phantom tic-tac-toe, cross", "phantom_tic_tac_toe"),
    responding("phantom tic-tac-toe, nought", "phantom_tic_tac_toe", player=1),
    responding("phantom tic-tac-toe, centre first", "phantom_tic_tac_toe(forced_first=2)"),
    responding("random game, 5 actions, depth 6", "random_game(depth=6, branching=5, observations=2, seed=3)"),
    responding("random game, 4 actions, depth 7", "random_game(depth=7, branching=4, observations=3, seed=3)"),
    responding("border patrol G2 depth 6", "border_patrol(graph=G2, depth=6)", player=1),
    responding("poker, 3 raises, 2 sizes", poker(3)),
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
