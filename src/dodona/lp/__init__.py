"""One thin layer over HiGHS: a sparse program in, a point with its multipliers out."""

from dodona.lp.program import GrowingProgram, LinearProgram, Point, solve_program
from dodona.lp.sparse import CompressedRows, Triplets, common_scale, compress

__all__ = [
    "CompressedRows",
    "GrowingProgram",
    "LinearProgram",
    "Point",
    "Triplets",
    "common_scale",
    "compress",
    "solve_program",
]
