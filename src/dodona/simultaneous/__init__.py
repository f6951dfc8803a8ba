"""Simultaneous moves: backward induction over stages, serialized bounds, double oracle."""

from dodona.simultaneous.stages import stage_method

__all__ = ["stage_method"]
