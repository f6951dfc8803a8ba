"""One thin layer over HiGHS: a sparse program in, a point with its multipliers out."""

from dodona.lp.growing import Basis, GrowingProgram, StaleEntries
from dodona.lp.in_place import InPlaceProgram
from dodona.lp.program import LinearProgram, Point, leave_if_highs_works_on, solve_by_interior_point, solve_program
from dodona.lp.sparse import CompressedRows, Triplets, common_offset, common_scale, compress

__all__ = [
    "Basis",
    "CompressedRows",
    "GrowingProgram",
    "InPlaceProgram",
    "LinearProgram",
    "Point",
    "StaleEntries",
    "Triplets",
    "common_offset",
    "common_scale",
    "compress",
    "leave_if_highs_works_on",
    "solve_by_interior_point",
    "solve_program",
]
