"""Parquet, which needs an extra."""

import io
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from miai.errors import InputError
from miai.messages import Message


def demand_parquet() -> tuple[Any, Any]:
    """The package and its Parquet part, or an error that names the extra."""
    try:
        # An optional package without type information.
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ModuleNotFoundError:
        raise InputError(Message("Parquet needs the extra 'lab': pip install 'miai[lab]'")) from None


def parquet_bytes(columns: Mapping[str, Sequence[Any]], kinds: Mapping[str, type] | None = None) -> bytes:
    """A table by columns, null where a value is None; `kinds` are the types of columns that may be empty."""
    arrow, parquet = demand_parquet()
    types = {str: arrow.string(), float: arrow.float64(), int: arrow.int64(), bool: arrow.bool_()}
    arrays = {
        name: arrow.array(values, type=types[kinds[name]] if kinds else None)
        for name, values in columns.items()
    }
    data = io.BytesIO()
    parquet.write_table(arrow.table(arrays), data)
    return data.getvalue()
