"""Matrix games."""

from dodona.normal.matrix_game import MatrixGame, matrix_of
from dodona.normal.matrix_lp import matrix_lp
from dodona.normal.matrix_simplex import matrix_simplex

__all__ = ["MatrixGame", "matrix_lp", "matrix_of", "matrix_simplex"]
