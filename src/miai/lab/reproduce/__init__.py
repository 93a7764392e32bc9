"""What the documents print, computed again."""

from miai.lab.reproduce.cell import Cell, PublishedClaim
from miai.lab.reproduce.registry import GROUPS, Group, selected
from miai.lab.reproduce.study import ReproductionStudy

__all__ = ["GROUPS", "Cell", "Group", "PublishedClaim", "ReproductionStudy", "selected"]
