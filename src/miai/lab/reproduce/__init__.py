"""What the documents print, computed again."""

from miai.lab.reproduce.cell import Cell, Claim
from miai.lab.reproduce.registry import GROUPS, Group, selected
from miai.lab.reproduce.study import Study

__all__ = ["GROUPS", "Cell", "Claim", "Group", "Study", "selected"]
