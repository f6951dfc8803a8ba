"""The tables of options in the documentation, written from what the options declare: ``python tests/option_tables.py``.

``tests/test_docs.py`` fails where a page has another table.
"""

from pathlib import Path

from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.round_options import CfrOptions, MirrorOptions
from dodona.extensive.sampling import SamplingOptions
from dodona.flow.compact import CompactOracleOptions
from dodona.flow.network_flow import NetworkFlowOptions
from dodona.flow.pure import PureOracleOptions
from dodona.flow.regret import FlowRegretOptions
from dodona.model.information_search import OutcomeOptions, SelectorOptions
from dodona.model.options import Option, Options, options_of
from dodona.model.oracle_loop import PolicyOptions
from dodona.multiplayer.max_n import MaxNOptions
from dodona.multiplayer.mp_mix import MpMixOptions
from dodona.normal.double_oracle import SingleOracleOptions
from dodona.normal.lemke_howson import LemkeHowsonOptions
from dodona.normal.objective import ObjectiveOptions
from dodona.normal.stackelberg import StackelbergOptions
from dodona.perfect.search import SearchOptions
from dodona.perfect.uct import UctOptions
from dodona.simultaneous.stages import StageOptions

DOCS = Path(__file__).parents[1] / "docs"
#: The dataclasses whose options a page lists.
PAGES: dict[str, tuple[type[Options], ...]] = {
    "search.md": (SearchOptions,),
    "simultaneous.md": (StageOptions,),
    "hidden-information.md": (OracleOptions,),
    "multiplayer.md": (MaxNOptions, MpMixOptions),
    "regret.md": (CfrOptions, MirrorOptions),
    "monte-carlo.md": (UctOptions, SelectorOptions, OutcomeOptions),
    "sampling.md": (SamplingOptions,),
    "flow-games.md": (NetworkFlowOptions, CompactOracleOptions, PureOracleOptions, FlowRegretOptions),
    "matrix-games.md": (
        PolicyOptions,
        SingleOracleOptions,
        LemkeHowsonOptions,
        ObjectiveOptions,
        StackelbergOptions,
    ),
}
BEGIN, END = "<!-- written by tests/option_tables.py -->\n", "<!-- end of what is written -->\n"
#: More words than this have a table of their own.
MOST_WORDS = 6


def table(kinds: tuple[type[Options], ...]) -> str:
    """All options of some dataclasses in Markdown."""
    rows = [("option", "value", "default", "meaning"), ("---",) * 4]
    rows += [(f"`{own.name}`", value(own), default(own), own.meaning) for kind in kinds for own in options_of(kind)]
    lines = dict.fromkeys(f"| {' | '.join(row)} |\n" for row in rows)  # dataclasses may share an option
    return "".join(lines).replace("| --- ", "|---").replace("--- |", "---|")


def value(own: Option) -> str:
    """What an option may be."""
    if len(own.words) > MOST_WORDS:
        return "see below"
    if not own.words or own.noun:
        return own.allowed()
    words = f"{'any of ' if own.is_list else ''}{listed(own.words)}"
    return f"{words}, or {own.beside}" if own.beside else words


def default(own: Option) -> str:
    """What an option is unless told otherwise; where nothing stands, its meaning says so."""
    if own.default is None:
        return ""
    return listed(own.default) if isinstance(own.default, tuple) else f"`{own.default}`"


def listed(words: tuple[str, ...]) -> str:
    """Words of code."""
    return ", ".join(f"`{word}`" for word in words)


def page(name: str) -> str:
    """A page as it should be."""
    text = (DOCS / name).read_text(encoding="utf-8")
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{name} has no place for a table of options"
    assert end, f"{name} does not say where its table of options ends"
    return before + BEGIN + table(PAGES[name]) + END + after


if __name__ == "__main__":
    for name in PAGES:
        (DOCS / name).write_text(page(name), encoding="utf-8", newline="\n")
