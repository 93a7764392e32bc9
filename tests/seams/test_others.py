"""Whatever is done, in whatever order, all parts of Miai see the same event (others)."""

from seams.machine import WithOthers, often

TestOthers = often(WithOthers, 90)
