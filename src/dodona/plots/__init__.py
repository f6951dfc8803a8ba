"""Pictures of runs; they need matplotlib, which only this room loads."""

from dodona.plots.convergence import convergence

__all__ = ["convergence"]
