"""The versions of the arithmetic that prices pairs.

A draw names its version in the log, so that it is explained, and its proof checked, by the prices of its own
time. Version 1 is the arithmetic of Miai 0.2. Since version 2 `gotha` groups by category, and has the
thresholds and the price of a handicap as OpenGotha computes them in every system.
"""

from typing import Annotated, Final

from miai.domain.numbers import Between

FIRST_PRICING: Final = 1
PRICING: Final = 2
PricingVersion = Annotated[int, Between(1, 999)]
# What a draw costs more than another one, or less.
Cost = Annotated[int, Between(-(2**62), 2**62)]
# Faults of a draw against the rules.
FaultCount = Annotated[int, Between(0, 100_000)]
