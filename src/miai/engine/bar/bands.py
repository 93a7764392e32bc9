"""The AGA's bands: each with its players, and how a director changes them one by one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from miai.domain.people.grade import STRONGEST, Grade
from miai.domain.people.player import Player
from miai.domain.points import NOTHING, POINT, Quarters
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.starting_bands import (
    DEFAULT_FACTOR,
    BandPlan,
    Bands,
    band_of,
    build_bands,
    scores,
    separation,
    with_bands,
)
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Message

__all__ = [
    "DEFAULT_FACTOR",
    "BandPlan",
    "BandRow",
    "Bands",
    "band_rows",
    "build_bands",
    "limited",
    "merged",
    "moved",
    "outside_bands",
    "scores",
    "separation",
    "split",
    "with_bands",
    "with_separation",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandRow:
    """One band with its players; `suggested` is the separation by the AGA's formula.

    `strongest` and `weakest` are the grades of its players, none where it is empty. `by_hand` are those whom
    the director put there.
    """

    band: StartBand
    players: tuple[Player, ...]
    by_hand: tuple[Player, ...]
    separation: Quarters
    suggested: int

    @property
    def strongest(self) -> Grade | None:
        """The strongest grade in the band."""
        return max((player.grade for player in self.players), default=None)

    @property
    def weakest(self) -> Grade | None:
        """The weakest grade in the band."""
        return min((player.grade for player in self.players), default=None)


def band_rows(tournament: Tournament, bands: Bands) -> list[BandRow]:
    """Every band with its players, the strongest first; who starts by hand is in none."""
    there: list[list[Player]] = [[] for _ in bands]
    for player in sorted(tournament.players, key=lambda player: (-player.grade.number, player.name)):
        number = band_of(player, bands)
        if number is not None and player.start is None:
            there[number].append(player)
    rounds = max(1, tournament.settings.rounds)
    return [
        BandRow(
            band=band,
            players=tuple(players),
            by_hand=tuple(player for player in players if player.id in band.members),
            separation=step,
            suggested=separation(len(players), rounds) if number else 0,
        )
        for number, (band, players, step) in enumerate(zip(bands, there, _separations(bands), strict=True))
    ]


def outside_bands(tournament: Tournament, bands: Bands) -> list[Player]:
    """The players whom no band holds: those weaker than the lowest band, and those who start by hand."""
    return [p for p in tournament.players if p.start is not None or band_of(p, bands) is None]


def with_separation(bands: Bands, number: int, points: Quarters) -> Bands:
    """Set how far a band starts below the next higher one."""
    _demand_band(bands, number)
    if number == 0:
        raise InputError(Message("the top band has no band above it"))
    if points <= 0:
        raise InputError(Message("a band starts below the one above it: the separation must be above 0"))
    steps = _separations(bands)
    steps[number] = points
    return _spaced(bands, steps, lowest=bands[-1].score)


def merged(bands: Bands, number: int) -> Bands:
    """Join a band with the next lower one; the other separations stay."""
    if not 0 <= number < len(bands) - 1:
        raise InputError(Message("there is no band below band %(band)s to join it with", band=number + 1))
    upper, lower = bands[number], bands[number + 1]
    joined = StartBand(weakest=lower.weakest, score=upper.score, members=(*upper.members, *lower.members))
    steps = _separations(bands)
    del steps[number + 1]
    rest = (*bands[:number], joined, *bands[number + 2 :])
    return _spaced(rest, steps, lowest=bands[-1].score)


def split(bands: Bands, number: int, weakest: Grade, players: Sequence[Player]) -> Bands:
    """Divide a band below a grade; the lower part starts one point below the upper one."""
    _demand_band(bands, number)
    band = bands[number]
    highest = bands[number - 1].weakest.number if number else STRONGEST + 1
    if not band.weakest.number < weakest.number < highest:
        raise InputError(
            Message("band %(band)s cannot be divided at %(grade)s", band=number + 1, grade=str(weakest))
        )
    grades = {player.id: player.grade.number for player in players}
    strong = tuple(each for each in band.members if grades.get(each, weakest.number) >= weakest.number)
    parts = (
        replace(band, weakest=weakest, members=strong),
        replace(band, members=tuple(each for each in band.members if each not in strong)),
    )
    steps = _separations(bands)
    steps.insert(number + 1, POINT)
    rest = (*bands[:number], *parts, *bands[number + 1 :])
    return _spaced(rest, steps, lowest=bands[-1].score)


def limited(bands: Bands, number: int, weakest: Grade) -> Bands:
    """Let a band reach down to another grade."""
    _demand_band(bands, number)
    if number and weakest.number >= bands[number - 1].weakest.number:
        raise InputError(Message("nothing would be left of band %(band)s", band=number + 1))
    if number + 1 < len(bands) and weakest.number <= bands[number + 1].weakest.number:
        raise InputError(Message("nothing would be left of band %(band)s", band=number + 2))
    band = replace(bands[number], weakest=weakest)
    return (*bands[:number], band, *bands[number + 1 :])


def moved(bands: Bands, player: Player, number: int) -> Bands:
    """Put one player into another band, whatever their grade."""
    _demand_band(bands, number)
    if player.start is not None:
        raise InputError(
            Message(
                "%(name)s has a starting score of their own, which counts before any band", name=player.name
            )
        )
    without = tuple(
        replace(band, members=tuple(each for each in band.members if each != player.id)) for band in bands
    )
    if band_of(player, without) == number:
        return without
    there = without[number]
    band = replace(there, members=(*there.members, player.id))
    return (*without[:number], band, *without[number + 1 :])


def _separations(bands: Bands) -> list[Quarters]:
    """How far each band starts below the one above; the top band has none above it."""
    return [NOTHING, *(Quarters(upper.score - lower.score) for upper, lower in pairwise(bands))][: len(bands)]


def _spaced(bands: Bands, steps: Sequence[Quarters], *, lowest: Quarters) -> Bands:
    """Bands at these separations; a top band at 0 stays there, else the lowest band keeps its score."""
    score = bands[0].score if bands[0].score == 0 else Quarters(lowest + sum(steps))
    result = []
    for band, step in zip(bands, steps, strict=True):
        score = Quarters(score - step)
        result.append(replace(band, score=score))
    return tuple(result)


def _demand_band(bands: Bands, number: int) -> None:
    if not 0 <= number < len(bands):
        raise InputError(Message("there is no band %(band)s", band=number + 1))
