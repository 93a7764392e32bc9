"""Whatever is done, in whatever order, all parts of Miai see the same event (teams)."""

from seams.machine import WithTeams, often

TestTeams = often(WithTeams, 80)
