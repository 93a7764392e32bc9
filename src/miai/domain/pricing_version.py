"""The versions of the arithmetic that prices pairs.

A draw names its version in the log, so that it is explained, and its proof checked, by the prices of its own
time. Version 1 is the arithmetic of Miai 0.2. Since version 2 `gotha` groups by category, and has the
thresholds and the price of a handicap as OpenGotha computes them in every system, and in all presets a round
of a stage knows the games and byes that its players had in other stages of the event.

Two things say which prices count, and the prices of no preset read both:

- The version belongs to one draw and is not a choice: each new draw has the newest. It corrects errors, in
  prices so far only those of `gotha`, and an old draw keeps its version.
- The edition of the weights (`WeightsEdition`) belongs to the rules of the event, and a director may change
  it. It says how much choices of the director weigh in the presets of weights and in `miai`. New draws of an
  old event keep the edition that the event began with.

So neither can replace the other: with the version in place of the edition, the next round of an old event
would be drawn by other weights; with the edition in place of the version, old draws of `gotha` would be
explained by prices that they were not drawn by.
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
