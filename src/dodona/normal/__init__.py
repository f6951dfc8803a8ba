"""Matrix games."""

from dodona.normal.dominance import Dominance, Elimination, dominance
from dodona.normal.equilibria import Equilibria, Equilibrium, NashSubset, equilibria
from dodona.normal.pure import PureEquilibrium, pure_equilibria
from dodona.normal.security import Security, security

__all__ = [
    "Dominance",
    "Elimination",
    "Equilibria",
    "Equilibrium",
    "NashSubset",
    "PureEquilibrium",
    "Security",
    "dominance",
    "equilibria",
    "pure_equilibria",
    "security",
]
