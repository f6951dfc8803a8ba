"""The restricted game of a double oracle: its linear program, best responses to its plans, and its growth by them."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

import numpy as np

from dodona import _core
from dodona.extensive.oracle_options import OracleOptions
from dodona.extensive.sequence_form import linear_program
from dodona.extensive.stored_program import program_arrays, restored_program
from dodona.lp import Basis, GrowingProgram, Triplets
from dodona.model.checkpoint import RunState, require_sound
from dodona.model.game import OpenGame
from dodona.model.part_times import PartTimes
from dodona.model.run import Run
from dodona.model.size import CERTIFIED_NODES_PYTHON
from dodona.model.strategy import Behaviour, PartialStrategy, Strategy, unique_labels

T = TypeVar("T")

#: The program's payoffs are scaled anew where utilities are typically so many times larger or smaller than the unit.
RESCALE = 10.0

#: What :meth:`_core.DoubleOracle.log` returns.
_LOG = ("players", "actions", "counts", "key_ends", "keys", "orbit_ends", "orbits")


class RestrictedGame:
    """Sequences that the players may use so far, plans for them, and what the work on them took.

    Attributes
    ----------
    oracle
        The restricted game in the core.
    program
        Its linear program, with the basis of the last solve.
    scale
        One unit of the program's payoffs.
    grown
        The player whose sequences came last.
    has_grown
        Whether any have come since the last solve.
    lp_iterations, regret_iterations
        Pivots of the linear programs, and plans by regret matching that the game has grown by.
    seconds
        Time by the parts of the work.
    """

    def __init__(self, game: OpenGame, options: OracleOptions, run: Run) -> None:
        self.game, self.options, self.run = game, options, run
        core = options.core(game.handle)
        if core.symmetry and game.handle.untrusted and game.handle.num_automorphisms > 1:
            self._check_automorphisms()
        self.oracle = self.walk(lambda budget: _core.DoubleOracle(game.handle, core, budget))
        self.program = GrowingProgram()
        self.scale = 0.0
        self.grown = 0
        self.has_grown = False
        self.lp_iterations = self.regret_iterations = 0
        self.seconds = PartTimes("lp", "response", "growth", "regret")

    @property
    def total(self) -> float:
        """What the utilities of both players sum to."""
        return float(self.game.traits.constant_sum or 0.0)

    @property
    def size(self) -> float:
        """The typical size of the utilities that the restricted game has met."""
        return float(self.oracle.magnitude)

    def solve(self) -> float:
        """Plans of both players from one linear program; returns the value of the restricted game."""
        with self.seconds.timed("growth"):
            form = self.walk(self.oracle.form)
        with self.seconds.timed("lp"):
            if not self.scale / RESCALE <= self.size <= self.scale * RESCALE:  # as before the first program
                self.scale, self.program = self.size, GrowingProgram()
            scale = self.scale or 1.0
            new = Basis(form.row_basic.astype(bool), form.column_basic.astype(bool))
            changes = Triplets(form.change_row, form.change_column, form.change / scale)
            point = self.program.solve(linear_program(form.program(scale)), new, changes, self.grown == 0, self.run)
            self.oracle.set_plan(0, point.x)
            self.oracle.set_plan(1, -point.multipliers)
            self.lp_iterations += point.iterations
            self.has_grown = False
            return scale * float(point.x[1])

    def respond(self, player: int) -> float:
        """Find a player's best response in the full game to the other's plan; returns its value."""
        with self.seconds.timed("response"):
            return float(self.walk(lambda budget: self.oracle.respond(player, budget)))

    def grow(self, player: int) -> int:
        """Allow the sequences of a player's best response; returns how many are new."""
        if self.has_grown and self.grown != player and self.program.basis is not None:
            self.solve()  # a basis outlives the growth of one player, not of both at once
        self.grown = player
        with self.seconds.timed("growth"):
            new = int(self.walk(lambda budget: self.oracle.grow(player, budget)))
        self.has_grown = self.has_grown or new > 0
        return new

    def set_incumbent(self, player: int) -> None:
        """Make a player's plan of now the one that goes into the solution."""
        self.oracle.set_incumbent(player)

    def behaviour(self, tree: _core.GameTree, player: int) -> Behaviour:
        """The incumbent plan of a player, laid out for the tree of the full game."""
        return np.array(self.oracle.behaviour(tree, player))

    def strategy(self, player: int) -> Strategy:
        """The incumbent plan of a player with its default elsewhere."""
        labels, actions, offsets, probabilities = self.oracle.rows(player)
        rows = (unique_labels(labels), actions, np.array(offsets), np.array(probabilities))
        default = self.options.default
        if isinstance(default, str):
            handle = self.game.handle
            symmetry = self.options.symmetry and handle.at_start and handle.num_automorphisms > 1
            return PartialStrategy(player, *rows, elsewhere=default, symmetry=symmetry)
        plan = {**default[player], **PartialStrategy(player, *rows)}
        return Strategy.from_mapping(player, plan).completed("error")

    def stats(self) -> dict[str, float | int | str]:
        """What there is of it and what it took, by its parts."""
        return {
            "sequences_0": self.oracle.sequences(0),
            "sequences_1": self.oracle.sequences(1),
            "restricted_nodes": self.oracle.nodes,
            "temporary_leaves": self.oracle.leaves,
            "oracle_nodes": self.oracle.oracle_nodes,
            "lp_iterations": self.lp_iterations,
            "regret_iterations": self.regret_iterations,
            **self.seconds.stats(),
        }

    def state(self) -> RunState:
        """All that a later run needs to have the same restricted game and program."""
        log: dict[str, Any] = dict(zip(_LOG, self.oracle.log(), strict=True))
        log["keys"] = np.frombuffer(log["keys"], dtype=np.uint8)
        incumbents = {f"incumbent_{player}": self.oracle.incumbent(player) for player in (0, 1)}
        counts = {"lp_iterations": self.lp_iterations, "regret_iterations": self.regret_iterations}
        numbers = {"scale": self.scale, "grown": self.grown, "seconds": self.seconds, **counts}
        return RunState(numbers, {**log, **incumbents, **program_arrays(self.program)})

    def restore(self, state: RunState) -> None:
        """Bring a fresh restricted game to where another one was."""
        log: dict[str, Any] = {
            name: bytes(state.arrays[name]) if name == "keys" else state.arrays[name] for name in _LOG
        }
        self.walk(lambda budget: self.oracle.repeat(**log, budget=budget))
        for player in (0, 1):
            self.oracle.restore_incumbent(player, state.arrays[f"incumbent_{player}"].astype(np.float64))
        self.program = restored_program(state.arrays)
        self.scale = float(state.numbers["scale"])
        self.lp_iterations, self.grown = int(state.numbers["lp_iterations"]), int(state.numbers["grown"])
        self.regret_iterations = int(state.numbers["regret_iterations"])
        require_sound("unit of utilities", 0 < self.scale < math.inf)
        require_sound("linear program", self.lp_iterations >= 0 and self.grown in (0, 1))
        require_sound("count of iterations", self.regret_iterations >= 0)
        self.seconds.update({part: float(seconds) for part, seconds in state.numbers["seconds"].items()})

    def walk(self, work: Callable[[_core.Budget], T]) -> T:
        """Let the core work within the limits."""
        return self.run.walk(work, self.game.max_length)

    def _check_automorphisms(self) -> None:
        """Maps of rules in Python are tried on as much of the game as a small one has."""
        with suppress(_core.LimitReached):
            budget = _core.Budget(nodes=CERTIFIED_NODES_PYTHON, depth=self.game.max_length)
            self.game.handle.check_automorphisms(budget)
