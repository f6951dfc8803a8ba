"""What a user may change about a double oracle."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from dodona import _core
from dodona.model.checkpoint import KeptRunOptions
from dodona.model.errors import DodonaError
from dodona.model.options import MOST_THREADS, option
from dodona.model.oracle_loop import Policy
from dodona.model.strategy import StrategyLike


@dataclass(frozen=True)
class OracleOptions(KeptRunOptions):
    """The policy, how the restricted game grows, and (in the part ``running``) how the work is done."""

    policy: Policy = option(
        "both",
        "whose best response is computed: of both players in every iteration, of one and then the other, or of the one "
        "whose bound is farther from the restricted game's value; an option of `sequence_form_double_oracle` only",
        part="policy",
    )
    regret: bool = option(
        True,
        "before the first linear program, grow by responses to plans that regret matching finds (CFR+ [Tammelin2014]); "
        "off in `dob`, `dosa` and `doswp`",
    )
    growth: Literal["reached", "everywhere"] = option(
        "reached",
        "add best responses along their own play, as in the thesis, or at every restricted information set, which "
        "takes half of the iterations or less and makes the restricted game larger",
    )
    leaves: Literal["best_response", "default"] = option(
        "best_response",
        "where no action is allowed yet the restricted game ends with the default strategy's value against a best "
        "response, or the default action is allowed at once, which is faster in poker and slower where few of many "
        "moves matter",
    )
    default: Literal["first", "promising"] | Sequence[StrategyLike] = option(
        "first",
        "what players do outside the restricted game: their first action, or the first in the game's own order",
        beside="a pair of pure strategies",
    )
    symmetry: bool = option(
        True,
        "work on information sets up to the game's automorphisms, where it declares any and starts at its beginning; "
        "off in `dob`, `dosa` and `doswp`",
    )
    threads: int = option(
        1,
        "threads of the best responses; results are the same for any number",
        part="running",
        least=1,
        most=MOST_THREADS,
    )
    split: Literal["both", "actions", "answers"] = option(
        "both",
        "what becomes a task: the searching player's actions, the answers of chance and the opponent, or both",
        part="running",
    )
    pruning: bool = option(True, "let bounds on the utilities cut best responses short", part="running")

    def decisive(self) -> dict[str, Any]:
        """The options that the restricted game depends on, as plain data: all but those of how the work is done."""
        return {**super().decisive(), "default": self.default if isinstance(self.default, str) else "given"}

    def core(self, handle: _core.GameHandle) -> _core.OracleOptions:
        """The same for the core."""
        core = _core.OracleOptions()
        leaves = _core.TemporaryLeaves
        core.leaves = leaves.best_response if self.leaves == "best_response" else leaves.defaults
        core.symmetry = self.symmetry
        response = _core.ResponseOptions()
        response.threads = 1 if handle.untrusted else self.threads
        response.split_actions, response.split_groups = self.split != "answers", self.split != "actions"
        response.everywhere, response.pruning = self.growth == "everywhere", self.pruning
        core.response = response
        if isinstance(self.default, str):
            core.promising = self.default == "promising"
        else:
            _set_defaults(core, self.default)
            core.symmetry = False  # a strategy that somebody names need not be symmetric
        return core


def _set_defaults(core: _core.OracleOptions, default: Sequence[Any]) -> None:
    if len(default) != 2 or not all(isinstance(own, Mapping) for own in default):
        raise DodonaError("default is 'first', 'promising' or a pair of strategies, one per player.")
    for player, plan in enumerate(default):
        actions = []
        for label, row in plan.items():
            chosen = [str(action) for action, p in row.items() if p > 0]
            if len(chosen) != 1:
                raise DodonaError(
                    f"the default strategy of player {player} must be pure: at '{label}' it plays {len(chosen)}."
                )
            actions += chosen
        core.set_default(player, [str(label) for label in plan], actions)
