"""What the documents print, computed again."""

from miai_lab.reproduce.cell import Cell, CellClass, PublishedClaim
from miai_lab.reproduce.registry import GROUPS, Group, selected
from miai_lab.reproduce.study import ReproductionStudy

__all__ = ["GROUPS", "Cell", "CellClass", "Group", "PublishedClaim", "ReproductionStudy", "selected"]
