"""Simultaneous moves: backward induction over stages, serialized bounds, double oracle."""

from dodona.simultaneous.stages import Stage, solve_stages

__all__ = ["Stage", "solve_stages"]
