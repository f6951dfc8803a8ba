"""One thin layer over HiGHS: a sparse program in, a point with its multipliers out."""

from dodona.lp.program import LinearProgram, Point, solve_program

__all__ = ["LinearProgram", "Point", "solve_program"]
