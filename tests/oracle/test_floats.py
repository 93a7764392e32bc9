"""Miai's games between groups, compared with document 1, sections 3.4 (rule 1) and 4.1 (rules 2 and 3)."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from miai.errors import NoPairingError
from oracle.conftest import EVENTS
from oracle.floats import (
    difference,
    difference_is_least,
    drawn_floats,
    follows_the_rule,
    paired_groups,
    rule_is_possible,
    wanted_floats,
)
from oracle.histories import Event, can_be_paired, random_event
from oracle.miai_side import PlainDraw, draw, names_of

WHOLE_FIELD = [("mcmahon", "miai"), ("mcmahon", "aga"), ("swiss", "miai")]
"""Systems that look at the whole field at once."""

GROUP_BY_GROUP = [("backtracking", "miai")]
"""Systems that pair one group after the other; what GoDraw draws between groups is in test_godraw.py.

Kaniuk's weights (document 4) are left out: they weigh one wide gap against several narrow ones on purpose.
"""


@cache
def event_of(seed: int, *, swiss: bool) -> Event:
    """An event small enough to look at every pairing."""
    event = random_event(Random(seed), sizes=range(4, 11), rounds=range(5), absences=0.08)
    if swiss:
        return replace(event, entrants=tuple(replace(each, start=0) for each in event.entrants))
    return event


@cache
def drawn_rounds(system: str, preset: str) -> list[tuple[int, Event, PlainDraw]]:
    """Every event with its seed and Miai's draw; without those that cannot be paired."""
    return list(_drawn_rounds(system, preset))


def _drawn_rounds(system: str, preset: str) -> Iterator[tuple[int, Event, PlainDraw]]:
    # A third of the events for all systems but the usual one.
    for seed in range(EVENTS if (system, preset) == ("mcmahon", "miai") else EVENTS // 3):
        event = event_of(seed, swiss=system == "swiss")
        if len(event.present) < 2:
            continue
        try:
            yield seed, event, draw(event, system=system, preset=preset, seed=seed)
        except NoPairingError:
            if len(event.present) % 2 == 0:
                assert not can_be_paired(event.present, event.met), seed


@pytest.mark.requirement("V29")
@pytest.mark.parametrize(("system", "preset"), WHOLE_FIELD)
def test_the_total_of_score_differences_is_the_least_possible(system: str, preset: str) -> None:
    wrong = []
    for seed, event, drawn in drawn_rounds(system, preset):
        if not difference_is_least(drawn.pairs, event.scores(), event.met):
            wrong.append((seed, names_of(drawn.pairs), difference(drawn.pairs, event.scores())))
    assert wrong == []


@pytest.mark.requirement("V29")
@pytest.mark.parametrize(("system", "preset"), WHOLE_FIELD + GROUP_BY_GROUP)
def test_an_odd_group_sends_one_player_to_the_next_group(system: str, preset: str) -> None:
    wrong = []
    for seed, event, drawn in drawn_rounds(system, preset):
        groups = paired_groups(event.present, event.scores(), drawn.free)
        if not follows_the_rule(drawn.pairs, groups) and rule_is_possible(groups, event.met):
            wrong.append((seed, groups, drawn_floats(drawn.pairs, groups), wanted_floats(groups)))
    assert wrong == []


@pytest.mark.requirement("V29")
@pytest.mark.parametrize(
    ("system", "preset"), [*WHOLE_FIELD, *GROUP_BY_GROUP, ("mcmahon", "kaniuk"), ("guided_random", "miai")]
)
def test_nobody_meets_an_opponent_twice(system: str, preset: str) -> None:
    # 3.4, rule 2 and 4.1, rule 2.
    drawn = drawn_rounds(system, preset)
    assert [
        (seed, names_of(found.pairs & event.met)) for seed, event, found in drawn if found.pairs & event.met
    ] == []
