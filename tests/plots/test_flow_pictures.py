"""Pictures of flows: what they say of a strategy, which file comes of which ending, and what is refused."""

import re
import sys
from itertools import pairwise
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

import dodona
from dodona.cli.main import app
from dodona.plots import flow, node_and_step
from dodona.plots.scene import Scene
from dodona.plots.walks import walk_of

TRANSIT = "transit(width=3, length=4, steps=5)"


@pytest.fixture(scope="module")
def solution() -> dodona.Solution:
    return dodona.solve(TRANSIT)


def hide_and_seek(nodes: networkx.Graph, steps: int = 3) -> dodona.Solution:
    """Both walk on a graph, and the first pays when they arrive at one node together."""
    first, *_, last = nodes
    walks = [dodona.DecisionProcess.on_graph(nodes, start, steps=steps, stay=True) for start in (first, last)]
    shares = (lambda state, node: {(node, state[1]): -1.0}, lambda state, node: {(node, state[1]): 1.0})
    return dodona.solve(dodona.FlowGame(*walks, factors=shares))


@pytest.mark.parametrize(
    ("name", "opening"),
    [("both.png", b"\x89PNG"), ("both.svg", b"<?xml"), ("both.pdf", b"%PDF"), ("BOTH.GIF", b"GIF89a")],
)
def test_the_ending_says_which_kind_of_picture_is_written(
    name: str, opening: bytes, solution: dodona.Solution, tmp_path: Path
) -> None:
    flow(solution, tmp_path / name)
    assert (tmp_path / name).read_bytes().startswith(opening)


def test_a_still_picture_has_a_panel_per_step_and_names_the_players(solution: dodona.Solution, tmp_path: Path) -> None:
    flow(solution, tmp_path / "both.svg")
    picture = (tmp_path / "both.svg").read_text()
    assert re.findall("<!-- (step .*?) -->", picture) == [f"step {step}" for step in range(6)]
    assert "<!-- evader -->" in picture
    assert "<!-- patrol -->" in picture
    assert f"<!-- {TRANSIT} -->" in picture


def test_one_player_and_some_steps_may_be_chosen(solution: dodona.Solution, tmp_path: Path) -> None:
    flow(solution, tmp_path / "patrol.svg", player=1, steps=[0, 4], title="Patrol")
    picture = (tmp_path / "patrol.svg").read_text()
    assert re.findall("<!-- (step .*?) -->", picture) == ["step 0", "step 4"]
    assert "evader" not in picture
    assert "<!-- Patrol -->" in picture


def test_a_long_walk_is_thinned_in_a_still_picture_but_not_in_an_animation(tmp_path: Path) -> None:
    from PIL import Image

    patrol = hide_and_seek(networkx.path_graph(3), steps=28).strategies[1]
    flow(patrol, tmp_path / "patrol.svg")
    steps = [int(step) for step in re.findall("<!-- step (.*?) -->", (tmp_path / "patrol.svg").read_text())]
    assert len(steps) == 24
    assert (steps[0], steps[-1]) == (0, 28)
    assert {after - before for before, after in pairwise(steps)} == {1, 2}
    flow(patrol, tmp_path / "patrol.gif")
    with Image.open(tmp_path / "patrol.gif") as film:
        assert film.n_frames == 29


@given(
    rows=st.integers(1, 3), columns=st.integers(2, 4), steps=st.integers(1, 6), failure=st.sampled_from([0.0, 0.1, 0.5])
)
def test_everybody_is_somewhere_and_moves_account_for_who_is_where_next(
    rows: int, columns: int, steps: int, failure: float
) -> None:
    game = dodona.game(f"transit(width={rows}, length={columns}, steps={steps}, failure={failure})")
    for strategy in dodona.solve(game).strategies:
        walk = walk_of(strategy, "somebody", node_and_step)
        assert walk is not None
        assert sum(walk.presence[0].values()) == pytest.approx(1)
        for step in range(steps if strategy.player == 1 else 0):
            after = dict(walk.presence[step])
            for (node, target), p in walk.moves.get(step, {}).items():
                after[node] -= p
                after[target] = after.get(target, 0.0) + p
            there = walk.presence[step + 1]
            assert {node: p for node, p in after.items() if p > 1e-9} == pytest.approx(
                {node: p for node, p in there.items() if p > 1e-9}, abs=1e-9
            )


def test_states_of_several_units_have_each_of_them_at_its_node() -> None:
    moves = {"mill": ["mill", "bridge"], "bridge": ["bridge"]}
    process = dodona.DecisionProcess(
        ("mill", "bridge", 0),
        actions=lambda state: moves[state[0]] if state[2] == 0 else [],
        outcomes=lambda state, node: (node, state[1], 1),
    )
    game = dodona.FlowGame(process, process, alone=(lambda state, node: float(node == "bridge"), None))
    walk = walk_of(dodona.solve(game).strategies[0], "units", node_and_step)
    assert walk.presence == {0: {"mill": 1.0, "bridge": 1.0}, 1: {"mill": 0.0, "bridge": 2.0}}
    assert walk.moves == {0: {("mill", "bridge"): 1.0}}


def test_graphs_are_laid_out_the_same_way_each_time_and_grids_by_row_and_column() -> None:
    names = networkx.relabel_nodes(networkx.cycle_graph(5), dict(enumerate(["base", "mill", "quay", "bridge", "gate"])))
    scenes = [
        Scene.of([walk_of(own, "", node_and_step) for own in hide_and_seek(names).strategies], None) for _ in range(2)
    ]
    assert scenes[0].positions == scenes[1].positions
    assert len(set(scenes[0].positions.values())) == 5
    grid = hide_and_seek(networkx.grid_2d_graph(2, 3))
    cells = Scene.of([walk_of(own, "", node_and_step) for own in grid.strategies], None)
    assert cells.are_cells
    assert cells.positions[1, 2] == (2, -1)


def test_positions_of_networkx_are_taken_as_they_are(tmp_path: Path) -> None:
    graph = networkx.path_graph(4)
    solution = hide_and_seek(graph)
    flow(solution, tmp_path / "path.png", positions=networkx.circular_layout(graph))
    assert (tmp_path / "path.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(dodona.DodonaError, match="two coordinates of each node, and has none of 3"):
        flow(solution, tmp_path / "path.png", positions={0: (0, 0), 1: (1, 0), 2: (2, 0), 3: "far"})
    with pytest.raises(dodona.DodonaError, match=r"position of node 3 is \(nan, 0.0\): coordinates must be finite"):
        flow(solution, tmp_path / "path.png", positions={0: (0, 0), 1: (1, 0), 2: (2, 0), 3: (float("nan"), 0)})


def test_a_function_may_tell_where_states_are(tmp_path: Path) -> None:
    table = {"dock at 0": {"sail": {"bay at 1": 0.5, "reef at 1": 0.5}}, "bay at 1": {}, "reef at 1": {}}
    process = dodona.DecisionProcess.from_table(table, "dock at 0")
    strategy = dodona.solve(dodona.FlowGame(process, process)).strategies[0]
    with pytest.raises(dodona.DodonaError, match="no state of player 0 tells a node and a step: let states be tuples"):
        flow(strategy, tmp_path / "sea.svg")
    flow(strategy, tmp_path / "sea.svg", place=lambda state: (state.split()[0], int(state[-1])))
    assert "<!-- step 1 -->" in (tmp_path / "sea.svg").read_text()
    with pytest.raises(dodona.DodonaError, match="the place of state dock at 0 is 'dock': it must be a node"):
        flow(strategy, tmp_path / "sea.svg", place=lambda state: state.split()[0])
    with pytest.raises(dodona.DodonaError, match=r"the place of state dock at 0 is \('dock', 0.5\): it must be"):
        flow(strategy, tmp_path / "sea.svg", place=lambda state: (state.split()[0], 0.5))


def test_whoever_does_not_walk_is_left_out_unless_asked_for(tmp_path: Path) -> None:
    solution = dodona.solve("patrol")
    flow(solution, tmp_path / "patrol.svg")
    assert "attacker" not in (tmp_path / "patrol.svg").read_text()
    with pytest.raises(dodona.DodonaError, match="no state of attacker tells a node and a step"):
        flow(solution, tmp_path / "attacker.svg", player=0)


def test_a_number_that_does_not_grow_is_no_step(tmp_path: Path) -> None:
    solution = dodona.solve("random_flow_game")  # whose states begin with the step
    with pytest.raises(dodona.DodonaError, match=r"the step of Player 0 does not grow from state .* to state"):
        flow(solution, tmp_path / "random.svg")
    flow(solution, tmp_path / "random.svg", place=lambda state: (state[1], state[0]))
    assert "<!-- step 1 -->" in (tmp_path / "random.svg").read_text()


def test_what_cannot_be_drawn_gets_a_sentence(solution: dodona.Solution, tmp_path: Path) -> None:
    picture = tmp_path / "picture.png"
    with pytest.raises(dodona.DodonaError, match="not of the solution of kuhn"):
        flow(dodona.solve("kuhn"), picture)
    with pytest.raises(dodona.DodonaError, match="not of a value of type str"):
        flow("transit", picture)
    with pytest.raises(dodona.DodonaError, match="there are flows of player 0, 1 to draw, not of 2"):
        flow(solution, picture, player=2)
    with pytest.raises(dodona.DodonaError, match="no step 6 to draw: the walks have steps 0 to 5"):
        flow(solution, picture, steps=[0, 6])
    with pytest.raises(dodona.DodonaError, match="at least one step"):
        flow(solution, picture, steps=[])
    with pytest.raises(dodona.DodonaError, match="a limit came before there were strategies of transit"):
        flow(dodona.solve("transit", time=0.0), picture)
    with pytest.raises(dodona.DodonaError, match=r"its ending must be one of .*png, .*svg"):
        flow(solution, tmp_path / "picture.nonsense")
    for name in ("picture.png", "picture.gif"):
        with pytest.raises(dodona.DodonaError, match="cannot be written"):
            flow(solution, tmp_path / "missing" / name)
    assert list(tmp_path.iterdir()) == []


def test_a_graph_that_is_too_large_to_be_laid_out_asks_for_positions(tmp_path: Path) -> None:
    graph = networkx.star_graph(600)
    solution = hide_and_seek(graph, steps=2)
    with pytest.raises(dodona.DodonaError, match="601 nodes are too many to lay out: give their coordinates"):
        flow(solution, tmp_path / "star.png")


def test_the_command_line_solves_and_draws(tmp_path: Path) -> None:
    picture = tmp_path / "patrol.gif"
    done = CliRunner().invoke(app, ["plot", TRANSIT, str(picture), "--player", "1", "--steps", "0,2..4", "--quiet"])
    assert done.exit_code == 0, done.output
    assert done.stdout == f"{picture}: {TRANSIT}, value 0.9685494, gap 0\n"
    assert picture.read_bytes().startswith(b"GIF89a")


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["kuhn", "kuhn.png"], 1, "kuhn is no flow game, and only those have flows to draw; dodona solve --plot draws"),
        (["transit", "missing/picture.png"], 1, "cannot be written; choose a file in a folder that exists"),
        (["transit", "picture.nonsense"], 1, "its ending must be one of"),
        ([TRANSIT, "picture.png", "--steps", "2..1"], 2, "'2..1' is no list of numbers such as 0,2,4 or 3..9"),
        ([TRANSIT, "picture.png", "--steps", "9"], 1, "there is no step 9 to draw"),
        ([TRANSIT, "picture.png", "--player", "2"], 2, "--player"),
        (["transit", "picture.png", "--time", "0"], 3, "a limit came before there were strategies of transit"),
    ],
)
def test_the_command_line_refuses_with_a_sentence(
    arguments: list[str], code: int, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["plot", *arguments, "--quiet"])
    assert (done.exit_code, complaint in done.stderr) == (code, True), done.output
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_a_sentence_tells_how_to_install_it(
    solution: dodona.Solution, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(dodona.MissingExtraError, match=r"pip install 'dodona\[plot\]'"):
        flow(solution, tmp_path / "both.png")
    done = CliRunner().invoke(app, ["plot", TRANSIT, str(tmp_path / "both.png")])
    assert done.exit_code == 1
    assert "dodona: plots need matplotlib: install it with pip install 'dodona[plot]'." in done.stderr
