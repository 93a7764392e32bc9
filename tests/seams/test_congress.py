"""Whatever is done, in whatever order, a congress and its events see the same people."""

from seams.congress import CongressMachine
from seams.machine import often

TestCongress = often(CongressMachine, 50)
