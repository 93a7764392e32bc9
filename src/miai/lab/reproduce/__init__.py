"""What the documents print, computed again."""

from miai.lab.reproduce.cell import Cell, CellClass, PublishedClaim
from miai.lab.reproduce.registry import GROUPS, Group, selected
from miai.lab.reproduce.study import ReproductionStudy

__all__ = ["GROUPS", "Cell", "CellClass", "Group", "PublishedClaim", "ReproductionStudy", "selected"]
