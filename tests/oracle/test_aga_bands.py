"""Miai's bands, compared with the protocol's formula."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from miai.domain.people.grade import Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import quarters
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.scoring_rules import Scoring
from miai.domain.tournament import Tournament
from miai.features.bands.advise_bands import BandEdits, BandPlan, band_rows, edited_bands
from oracle.aga_bands import initial_scores, separation
from oracle.conftest import EVENTS

SAMPLE = (19, 17, 10, 11, 24)


def field_of(grades: list[Grade], *, bar: Grade, rounds: int) -> Tournament:
    """Players of these grades."""
    players = tuple(
        Player(id=PlayerId(f"p{place}"), surname=f"P{place}", grade=grade, rating=float(grade.rating))
        for place, grade in enumerate(grades)
    )
    return Tournament(players=players, settings=Settings(rounds=rounds, scoring=Scoring(bar=bar)))


@pytest.mark.requirement("A5", "A6", "A7", "A8", "A9", "A14", "A15", "A17")
def test_bands_follow_the_formula() -> None:
    for seed in range(EVENTS):
        rng = random.Random(seed)
        rounds = rng.randint(2, 10)
        factor = rng.choice(["0.75", "0.75", "0.5", "0.6", "0.7", "0.9", "1.1", "1.5"])
        top_one, zero_at_bottom = rng.random() < 0.5, rng.random() < 0.5
        strongest = rng.randint(0, 8)
        grades = [
            Grade.of_number(strongest - int(rng.expovariate(0.2)))
            for _ in range(rng.choice([10, 20, 40, 60]))
        ]
        bar = Grade.of_number(rng.randint(strongest - 3, strongest))
        event = field_of(grades, bar=bar, rounds=rounds)
        plan = BandPlan(
            factor=float(factor),
            smallest=rng.choice([None, 1, 4, 12]),
            top_separation_is_one=top_one,
            lowest=0 if zero_at_bottom else None,
        )
        bands = band_rows(event, edited_bands(event, BandEdits(plan=plan)))
        placed = [[player.grade.number for player in row.players] for row in bands]
        # Players are "grouped by strength": everybody in one band, and no rank in two of them.
        entered = sorted(player.id for player in event.players)
        assert sorted(player.id for row in bands for player in row.players) == entered, seed
        assert all(min(higher) > max(lower) for higher, lower in pairwise(placed)), seed
        # "All players above a certain strength play in the top group."
        assert not any(number >= bar.number for band in placed[1:] for number in band), seed
        wanted = initial_scores(
            [len(band) for band in placed],
            rounds,
            Fraction(factor),
            top_one=top_one,
            zero_at_bottom=zero_at_bottom,
        )
        assert [row.band.score for row in bands] == [quarters(score) for score in wanted], seed


@pytest.mark.requirement("A18")
@pytest.mark.parametrize(
    ("zero_at_bottom", "scores"),
    [(False, [0, -2, -3, -4, -6]), (True, [6, 4, 3, 2, 0])],
    ids=["0 at top", "0 at bottom"],
)
def test_the_sample_table(*, zero_at_bottom: bool, scores: list[int]) -> None:
    assert initial_scores(SAMPLE, 6, Fraction("0.75"), zero_at_bottom=zero_at_bottom) == scores
    grades = [Grade.of_number(5 - place) for place, size in enumerate(SAMPLE) for _ in range(size)]
    event = field_of(grades, bar=Grade.of_number(5), rounds=6)
    plan = BandPlan(factor=0.75, lowest=0 if zero_at_bottom else None)
    bands = band_rows(event, edited_bands(event, BandEdits(plan=plan)))
    assert [len(row.players) for row in bands] == list(SAMPLE)
    assert [row.band.score for row in bands] == [quarters(score) for score in scores]


def test_the_reading_keeps_to_the_limits() -> None:
    assert separation(1, 6, Fraction("0.75")) == 1
    assert separation(24, 6, Fraction("0.75")) == 2
    assert separation(100, 7, Fraction("0.75")) == 3
