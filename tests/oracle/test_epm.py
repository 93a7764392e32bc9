"""Miai's backtracking system and its scores, compared with EPM as document 1, chapter 6 tells it."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from kit.builders import value
from miai.domain.points import HALF
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.errors import NoPairingError
from oracle.conftest import EVENTS
from oracle.epm import allowed_choices, inside_difference, score_for_pairing
from oracle.floats import (
    FloatStep,
    difference,
    difference_is_least,
    float_difference,
    follows_the_rule,
    paired_groups,
)
from oracle.halves import staying_in, sums_of_opponents
from oracle.histories import Entrant, Event, random_event
from oracle.miai_side import PlainDraw, draw, names_of, tournament_of
from oracle.seedings import wanted_pairs

METHODS = ("slip", "fold")
ABSENCE = Scoring(absent_points=HALF, absence_for_place=False)


def rules(method: str) -> Settings:
    """A seeding by rating in every round; places by score, so that rating orders a group everywhere."""
    seeding = SeedingChoice(method=SeedMethod(method), by="rating", criteria=("mms",))
    pairing = PairingRules(first_seeding=seeding, later_seeding=seeding)
    return Settings(rounds=6, criteria=("mms",), pairing=pairing)


def groups_in_order(event: Event, drawn: PlainDraw) -> list[list[str]]:
    """The groups of those who play, each by rating."""
    ratings = event.ratings()
    best_first = sorted(event.present, key=lambda name: -ratings[name])
    return paired_groups(best_first, event.scores(), drawn.free)


@cache
def drawn_rounds() -> list[tuple[int, str, Event, PlainDraw]]:
    """Every event with its seed, its seeding and Miai's draw; colours, which rank above it, are unknown."""
    found = []
    for seed in range(EVENTS):
        method = METHODS[seed % 2]
        event = random_event(Random(seed), sizes=range(6, 12), rounds=(0, 1, 2, 3), absences=0)
        try:
            drawn = draw(event, rules(method), system="backtracking", seed=seed, colours=False)
        except NoPairingError:
            continue
        found.append((seed, method, event, drawn))
    return found


@pytest.mark.requirement("V53")
def test_floaters_come_from_the_middle_and_are_paired_first() -> None:
    wrong = []
    for seed, _, event, drawn in drawn_rounds():
        groups = groups_in_order(event, drawn)

        def allowed(step: FloatStep, groups: list[list[str]] = groups) -> frozenset[tuple[str, str]]:
            return allowed_choices(step, groups)

        found = float_difference(drawn.pairs, groups, event.met, allowed)
        if found:
            wrong.append((seed, found, groups, names_of(drawn.pairs)))
    assert wrong == []


@pytest.mark.requirement("V54", "V55")
def test_from_the_top_everybody_meets_the_opponent_whom_the_seeding_wants() -> None:
    wrong = []
    for seed, method, event, drawn in drawn_rounds():
        groups = groups_in_order(event, drawn)
        if not follows_the_rule(drawn.pairs, groups):
            continue
        for group in groups:
            staying = staying_in(group, drawn.pairs)
            inside = frozenset(pair for pair in drawn.pairs if pair <= set(staying))
            found = inside_difference(staying, inside, event.met, method)
            if found:
                wrong.append((seed, method, group, found, names_of(inside)))
    assert wrong == []


@pytest.mark.requirement("V53", "V55")
@pytest.mark.parametrize("method", ["fold", "double fold", "slip"])
def test_the_middle_leaves_a_group_of_any_size_and_those_who_stay_are_seeded(
    method: str,
) -> None:
    wrong = []
    for size in range(3, 20, 2):
        lower = 22 - size
        entrants = [Entrant(name=f"a{n}", rating=2700 - 10 * n, start=10) for n in range(1, size + 1)]
        entrants += [Entrant(name=f"b{n}", rating=2200 - 10 * n, start=8) for n in range(1, lower + 1)]
        event = Event(entrants=tuple(entrants))
        drawn = draw(event, rules(method), system="backtracking", seed=size)
        middle = {"a": (size + 1) // 2, "b": (lower + 1) // 2}
        if frozenset(f"{group}{number}" for group, number in middle.items()) not in drawn.pairs:
            wrong.append((size, "floaters", names_of(drawn.pairs)))
        for group, players in ("a", size), ("b", lower):
            inside = [pair for pair in drawn.pairs if all(name[0] == group for name in pair)]
            numbers = frozenset(frozenset(int(name[1:]) for name in pair) for pair in inside)
            if numbers not in wanted_pairs(method, players, [middle[group]]):
                wrong.append((players, method, names_of(inside)))
    assert wrong == []


def with_bonuses(event: Event, dice: Random) -> Event:
    """The event with bonus points for some: "fractions of a point (usually 0.5 points)"."""
    rounds = tuple(
        replace(played, bonuses=tuple((name, 1) for name in event.present if dice.random() < 0.3))
        for played in event.rounds
    )
    return replace(event, rounds=rounds)


@cache
def events_with_absences() -> list[tuple[int, Event]]:
    """Events whose players missed rounds and earned bonus points, with their seeds."""
    found = []
    for seed in range(EVENTS):
        dice = Random(seed)
        event = random_event(dice, sizes=range(6, 11), rounds=(2, 3, 4), absences=0.4, jigos=0)
        if len(event.present) >= 2:
            found.append((seed, with_bonuses(event, dice)))
    return found


@pytest.mark.requirement("V51", "V52")
def test_absence_and_bonus_points_count_for_pairing() -> None:
    wrong = []
    for seed, event in events_with_absences():
        try:
            drawn = draw(event, Settings(rounds=6, scoring=ABSENCE), seed=seed)
        except NoPairingError:
            continue
        scores = score_for_pairing(event)
        if not difference_is_least(drawn.pairs, scores, event.met):
            wrong.append((seed, names_of(drawn.pairs), difference(drawn.pairs, scores)))
    assert wrong == []


@pytest.mark.requirement("V51", "V52")
def test_absence_counts_for_sums_over_opponents_only_and_bonus_points_for_places_too() -> None:
    wrong = []
    for seed, event in events_with_absences()[: EVENTS // 3]:
        tournament = tournament_of(event, Settings(rounds=6, scoring=ABSENCE))
        own, sums = event.scores(), sums_of_opponents(event, score_for_pairing(event))
        for each in Random(seed).sample(event.entrants, 2):
            everywhere = all(played.game_of(each.name) for played in event.rounds)
            if value(tournament, each.name, "mms") != own[each.name] / 2:
                wrong.append((seed, each.name, "mms", own[each.name] / 2))
            # What a round without an opponent counts is another rule (4.2.2, SOS).
            if everywhere and value(tournament, each.name, "sosm") != sums[each.name] / 2:
                wrong.append((seed, each.name, "sosm", sums[each.name] / 2))
    assert wrong == []
