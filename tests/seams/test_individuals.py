"""Whatever is done, in whatever order, all parts of Miai see the same event (individuals)."""

from seams.machine import SeamsMachine, often

TestIndividuals = often(SeamsMachine, 120)
