"""One thin layer over HiGHS: a sparse program in, a point with its multipliers out."""

from dodona.lp.growing import Basis, Former, GrowingProgram
from dodona.lp.program import LinearProgram, Point, solve_program
from dodona.lp.sparse import CompressedRows, Triplets, common_scale, compress, without_offset

__all__ = [
    "Basis",
    "CompressedRows",
    "Former",
    "GrowingProgram",
    "LinearProgram",
    "Point",
    "Triplets",
    "common_scale",
    "compress",
    "solve_program",
    "without_offset",
]
