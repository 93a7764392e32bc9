"""A bracket cut into pages of paper: a page holds some rounds of one half, quarter or eighth of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from miai.features.standings.view.brackets import BracketPart, BracketStage

# What fits side by side and below each other on 190 × 255 mm.
MOST_STAGES, MOST_MATCHES = 4, 16


@dataclass(frozen=True, slots=True, kw_only=True)
class BracketPage:
    """One page; `tight` where the matches need small letters."""

    title: str
    stages: tuple[BracketStage, ...]

    @property
    def tight(self) -> bool:
        """Whether there is little room for each match."""
        return max(len(stage.meetings) for stage in self.stages) > MOST_MATCHES // 2


def bracket_pages(parts: Sequence[BracketPart]) -> list[BracketPage]:
    """All parts page by page; a small part is a page of its own too."""
    return [page for part in parts for page in _part(part)]


def _part(part: BracketPart) -> Iterator[BracketPage]:
    stages = list(part.stages)
    while stages:
        count = _pages_needed(len(stages[0].meetings))
        # Later rounds have fewer matches; a round that cannot be divided the same way begins new pages.
        fitting = 1
        while fitting < min(MOST_STAGES, len(stages)) and len(stages[fitting].meetings) % count == 0:
            fitting += 1
        for at in range(count):
            chosen = [_slice(stage, at, count) for stage in stages[:fitting]]
            chosen[-1] = replace(chosen[-1], leads="")
            yield BracketPage(title=part.title, stages=tuple(chosen))
        stages = stages[fitting:]


def _pages_needed(matches: int) -> int:
    """Into how many equal pieces so many matches are cut: a power of two, as brackets are."""
    count = 1
    while matches / count > MOST_MATCHES:
        count *= 2
    return count


def _slice(stage: BracketStage, at: int, count: int) -> BracketStage:
    size = -(-len(stage.meetings) // count)
    return replace(stage, meetings=stage.meetings[at * size : (at + 1) * size])
