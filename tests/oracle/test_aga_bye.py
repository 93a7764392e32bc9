"""Miai's forced byes under the AGA's protocol."""

import random
from collections.abc import Iterator

import pytest

from oracle.aga_bye import faults
from oracle.aga_event import Entrant, entrants, random_field
from oracle.aga_miai import DrawnRound, after_chance, drawn_events, played
from oracle.aga_pairing import Terms, pair_round
from oracle.conftest import EVENTS


def large_events() -> Iterator[DrawnRound]:
    """Fields up to 20 players: events drawn by Miai from the start, and rounds after a past by chance."""
    for seed in range(EVENTS // 2):
        rng = random.Random(f"byes {seed}")
        event = random_field(rng, least=5, most=20, rounds=rng.choice([4, 5, 6, 8]))
        if seed % 15 == 0:
            yield from played(rng, seed, event)
        else:
            yield from after_chance(rng, seed, event, few_scores=seed % 2 == 0)


@pytest.mark.requirement("A20", "A25", "A30")
def test_the_bye_goes_to_the_lowest_who_may_have_it() -> None:
    odd, found = 0, []
    for drawn in (*drawn_events(EVENTS), *large_events()):
        if drawn.drawn is None:
            continue
        field = entrants(drawn.event, drawn.number)
        odd += len(field) % 2
        for fault in faults(field, drawn.games, drawn.byes):
            found.append(f"seed {drawn.seed}, {len(field)} players, round {drawn.number}: {fault}")
    assert odd > EVENTS
    assert not found, f"{len(found)} of {odd} odd rounds\n" + "\n".join(found[:40])


@pytest.mark.requirement("A21")
def test_the_reading_gives_the_bye_to_a_volunteer_also_a_second_time() -> None:
    field = [
        Entrant(name=name, score=0, rating=-place, had_bye=name in "AE") for place, name in enumerate("ABCDE")
    ]
    terms = Terms(number=2, rounds=5)
    unasked = pair_round(field, terms)
    assert unasked
    assert unasked.bye == "D"
    asked = pair_round(field, terms, volunteer="A")
    assert asked
    assert asked.bye is None
    assert not any("A" in game for game in asked.games)
