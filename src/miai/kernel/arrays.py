"""The array types that the numerical code shares."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Records = np.recarray[Any, np.dtype[np.record]]
