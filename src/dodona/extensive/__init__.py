"""Imperfect information with perfect recall: linear program, double oracle, best responses, exploitability."""

from dodona.extensive.double_oracle import double_oracle
from dodona.extensive.evaluate import best_response, expected_value, exploitability, infoset_values
from dodona.extensive.sequence_form import sequence_form_lp

__all__ = [
    "best_response",
    "double_oracle",
    "expected_value",
    "exploitability",
    "infoset_values",
    "sequence_form_lp",
]
