"""Simultaneous moves: backward induction over stages, serialized bounds, double oracle."""

from dodona.model.player import Stage
from dodona.simultaneous.stages import solve_stages

__all__ = ["Stage", "solve_stages"]
