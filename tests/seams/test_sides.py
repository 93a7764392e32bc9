"""Whatever is done, in whatever order, all parts of Miai see the same event (sides of Pair Go)."""

from seams.machine import WithSides, often

TestSides = often(WithSides, 60)
