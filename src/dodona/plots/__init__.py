"""Pictures of runs and of solutions; they need matplotlib, which only this room loads."""

from dodona.plots.convergence import convergence
from dodona.plots.exploitability import exploitability_curves
from dodona.plots.flow import flow
from dodona.plots.walks import node_and_step

__all__ = ["convergence", "exploitability_curves", "flow", "node_and_step"]
