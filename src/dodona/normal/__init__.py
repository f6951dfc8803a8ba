"""Matrix games."""

from dodona.normal.double_oracle import matrix_double_oracle
from dodona.normal.matrix_lp import matrix_lp
from dodona.normal.matrix_simplex import matrix_simplex

__all__ = ["matrix_double_oracle", "matrix_lp", "matrix_simplex"]
