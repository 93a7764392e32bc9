"""Miai's free rounds, compared with document 1, sections 3.4, 4.1 and 4.2.4."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

import pytest

from miai.errors import NoPairingError
from oracle.byes import eligible, lowest_group
from oracle.conftest import EVENTS
from oracle.histories import Event, random_event
from oracle.miai_side import draw

EVENTS_OF = {("mcmahon", "miai"): EVENTS, ("swiss", "miai"): EVENTS}
"""The systems of which the documents say most; the others are compared with a third of the events."""

IN_GROUPS = [
    ("mcmahon", "miai"),
    ("mcmahon", "kaniuk"),
    ("mcmahon", "aga"),
    ("swiss", "miai"),
    ("backtracking", "miai"),
    ("guided_random", "miai"),
    ("accelrat", "miai"),
    ("entropy", "miai"),
    ("roommates", "miai"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class OddRound:
    """An event with an odd number of players, who may sit out, and those of them in the lowest group."""

    event: Event
    eligible: frozenset[str]
    lowest: frozenset[str]

    @property
    def fresh(self) -> bool:
        """Whether somebody can sit out who never had a free round; else 3.4, rule 2 allows no pairing."""
        return any(not self.event.free_rounds[name] for name in self.eligible)


@cache
def odd_round(seed: int, *, swiss: bool) -> OddRound:
    """An event whose next round has an odd number of players; in a Swiss everybody starts at 0."""
    dice = Random(seed)
    while True:
        event = random_event(dice, sizes=range(5, 12), rounds=range(6), groups=(1, 2, 3, 4))
        if len(event.present) % 2 and len(event.present) > 1:
            break
    if swiss:
        event = replace(event, entrants=tuple(replace(each, start=0) for each in event.entrants))
    open_to = eligible(event.present, event.free_rounds, event.met)
    return OddRound(
        event=event,
        eligible=frozenset(open_to),
        lowest=frozenset(lowest_group(open_to, event.scores())),
    )


def free_rounds(system: str, preset: str) -> Iterator[tuple[int, OddRound, str | None]]:
    """Every event with its seed and Miai's free round; nobody where Miai finds no pairing."""
    for seed in range(EVENTS_OF.get((system, preset), EVENTS // 3)):
        found = odd_round(seed, swiss=system == "swiss")
        try:
            drawn = draw(found.event, system=system, preset=preset, seed=seed)
        except NoPairingError:
            yield seed, found, None
            continue
        (free,) = drawn.free
        yield seed, found, free


@pytest.mark.requirement("V30", "V31")
@pytest.mark.parametrize(("system", "preset"), IN_GROUPS)
def test_the_free_round_goes_to_the_lowest_group_that_can_have_it(system: str, preset: str) -> None:
    wrong = []
    for seed, found, free in free_rounds(system, preset):
        scores = found.event.scores()
        if free is None and found.fresh:
            wrong.append((seed, "no pairing", sorted(found.lowest)))
        elif free is not None and free not in found.lowest:
            wrong.append((seed, f"{free} with {scores[free] / 2}", sorted(found.lowest)))
    assert wrong == []


@pytest.mark.requirement("V30")
def test_a_random_draw_gives_nobody_a_second_free_round_before_everybody_had_one() -> None:
    # Document 1 knows no tournament that is drawn at random without groups: only 3.4, rule 2 applies.
    wrong = []
    for seed, found, free in free_rounds("random", "miai"):
        if free not in found.eligible and (free or found.fresh):
            wrong.append((seed, free, sorted(found.eligible)))
    assert wrong == []
