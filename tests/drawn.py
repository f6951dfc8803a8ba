"""Games drawn by hypothesis."""

from hypothesis import strategies as st

import dodona


@st.composite
def random_games(draw, max_depth=2, max_branching=3):
    branching = draw(st.integers(1, max_branching))
    return dodona.game(
        "random_game",
        depth=draw(st.integers(1, max_depth)),
        branching=branching,
        min_branching=draw(st.integers(1, branching)),
        observations=draw(st.integers(1, 3)),
        chance=draw(st.integers(0, 2)),
        utility=draw(st.sampled_from(["uniform", "binary", "edges", "sign"])),
        seed=draw(st.integers(0, 2**63 - 1)),
    )
