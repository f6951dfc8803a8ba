"""Any number of players and any sum, perfect information: max^n and its rivals."""

from dodona.multiplayer.coalition import against_all
from dodona.multiplayer.max_n import max_n
from dodona.multiplayer.mp_mix import mp_mix

__all__ = ["against_all", "max_n", "mp_mix"]
