"""Whatever is done, in whatever order, all parts of Miai see the same event (stages)."""

from seams.machine import WithStages, often

TestStages = often(WithStages, 50)
