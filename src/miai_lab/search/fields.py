"""Fields to play: made ones, and players drawn from the fields of real events."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np

from miai.domain.people.player import Registration
from miai.domain.tournament import Tournament
from miai.engine.pairing.simulation import SimulatedField
from miai.engine.rating.strengths import drawn_strengths, fitted
from miai_lab.entries import Event, EventKind, strength_of, usual_bar

# The stream of a seed that real players are drawn from; made fields have their own.
_REAL = 13


class Entrant(NamedTuple):
    """A player of a real event: grade and rating in grades from shodan at 0; a code below 0 is unknown."""

    grade: int
    rating: float
    country: int
    club: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RealFields:
    """The players of real events; two that share the digest are the same."""

    digest: str
    events: tuple[tuple[Entrant, ...], ...] = field(compare=False, repr=False)

    def halves(self) -> tuple["RealFields", "RealFields"]:
        """Every other event, and the rest."""
        return fields_of_events(self.events[::2]), fields_of_events(self.events[1::2])


def real_fields(tournaments: Sequence[Tournament]) -> RealFields:
    """The players of tournaments; clubs and countries of the same name are the same in all of them."""
    countries: dict[str, int] = {}
    clubs: dict[tuple[str, str], int] = {}
    events = []
    for tournament in tournaments:
        event = []
        for player in tournament.players:
            if player.registration is not Registration.FINAL:
                continue
            country, club = player.country.casefold(), player.club.casefold()
            event.append(
                Entrant(
                    grade=player.grade.number,
                    rating=strength_of(player),
                    country=countries.setdefault(country, len(countries)) if country else -1,
                    club=clubs.setdefault((country, club), len(clubs)) if club else -1,
                )
            )
        events.append(tuple(event))
    return fields_of_events(tuple(events))


def fields_of_events(events: tuple[tuple[Entrant, ...], ...]) -> RealFields:
    """Events that have players."""
    with_players = tuple(event for event in events if event)
    return RealFields(digest=hashlib.sha256(repr(with_players).encode()).hexdigest(), events=with_players)


def drawn_from(real: RealFields, kind: EventKind, *, seed: int, number: int) -> Event:
    """An event of a kind's size with real players: those of one event, and of more where one has too few.

    Their true strengths are drawn around grades and ratings as the model says that was fitted to real games.
    """
    dice = np.random.default_rng((seed % 2**64, _REAL, number))
    size = int(dice.integers(kind.fewest, kind.most + 1))
    together: list[Entrant] = []
    for at in dice.permutation(len(real.events)):
        together += real.events[at]
        if len(together) >= size:
            break
    chosen = [together[at] for at in dice.permutation(len(together))[:size]]
    grades = np.array([each.grade for each in chosen], np.float64)
    ratings = np.array([each.rating for each in chosen])
    strengths = drawn_strengths(fitted().model, grades, ratings, dice)
    entry = SimulatedField(
        grades=tuple(each.grade for each in chosen),
        strengths=tuple(strengths.tolist()),
        ratings=tuple(ratings.tolist()),
        countries=tuple(each.country for each in chosen),
        clubs=tuple(each.club for each in chosen),
    )
    present = dice.random((kind.rounds, len(chosen))) >= kind.absent
    return Event(entry=entry, rounds=kind.rounds, present=present, bar=usual_bar(entry.grades, kind.rounds))
