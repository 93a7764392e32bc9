"""The array types that the numerical code shares."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
SmallInts = NDArray[np.signedinteger[Any]]
"""Whole numbers in as few bytes as they need: a matrix of a field of 5,000 players has 25 million of them."""
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Records = np.recarray[Any, np.dtype[np.record]]


def kind_for(widest: int) -> type[np.signedinteger[Any]]:
    """The smallest kind of number that holds everything from 0 to the widest.

    There are only three, because the compiled code is compiled for each of them.
    """
    if widest <= np.iinfo(np.int8).max:
        return np.int8
    return np.int16 if widest <= np.iinfo(np.int16).max else np.int64
