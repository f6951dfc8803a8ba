"""Tables as data frames of pandas, which is an optional package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dodona.model.errors import MissingExtraError


def data_frame(table: Mapping[str, Sequence[Any]]) -> Any:
    """A table of columns as a pandas data frame."""
    try:
        import pandas
    except ImportError:
        raise MissingExtraError("data frames need pandas: install it with pip install 'dodona[table]'.") from None
    return pandas.DataFrame(table)
