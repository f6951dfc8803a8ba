"""Perfect information: backward induction."""

from dodona.perfect.backward_induction import backward_induction

__all__ = ["backward_induction"]
