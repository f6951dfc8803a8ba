"""Perfect information: backward induction and search."""

from dodona.perfect.backward_induction import backward_induction
from dodona.perfect.search import search
from dodona.perfect.tables import transposition_table

__all__ = ["backward_induction", "search", "transposition_table"]
