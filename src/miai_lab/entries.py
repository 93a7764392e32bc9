"""Who enters a simulated tournament: drawn from a distribution, or from a real event."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from miai.domain.people.player import Player, Registration
from miai.domain.people.strength import rating_of
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Flags, Floats
from miai.engine.pairing.simulation import SimulatedField
from miai.engine.rating.strengths import drawn_strengths, fitted
from miai.errors import InputError
from miai.messages import Message

# The streams of a seed for entries and for true strengths of real fields; weights and results have their own.
_ENTRIES, _STRENGTHS = 11, 12
# Of 1,270 players in 54 real fields: without a rating of their own, with one further from the grade than the
# fitted model trusts, and how far ratings are off the grade where they are trusted. Far ones lie below.
_UNRATED, _FAR = 0.25, 0.17
_NEAR_MEAN, _NEAR_SPREAD = -0.11, 0.43
_FAR_MEAN = 6.0


@dataclass(frozen=True, slots=True, kw_only=True)
class EventKind:
    """A kind of event. Grades are from shodan at 0, normal around a mean and cut at both ends.

    Ratings are as far from grades as in real fields, and true strengths as the model that was fitted to real
    games has them. With `noise` they are simpler: a player's true strength is off the grade by so many
    grades, the rating by half of that. `at_home` come from the first club; `absent` is the chance to miss a
    round.
    """

    key: str
    fewest: int
    most: int
    rounds: int
    weakest: int
    strongest: int
    mean: float
    spread: float
    noise: float | None = None
    clubs: int = 10
    countries: int = 1
    at_home: float = 0.2
    absent: float = 0.0


CLUB_EVENING = EventKind(
    key="club evening", fewest=12, most=20, rounds=3, weakest=-15, strongest=3, mean=-5, spread=5,
    clubs=3, at_home=0.7, absent=0.03,
)  # fmt: skip
WEEKEND = EventKind(
    key="weekend", fewest=56, most=64, rounds=5, weakest=-20, strongest=5, mean=-5, spread=5.5,
    clubs=14, countries=4, at_home=0.2, absent=0.02,
)  # fmt: skip
CONGRESS = EventKind(
    key="congress", fewest=290, most=310, rounds=10, weakest=-25, strongest=6, mean=-4, spread=6,
    clubs=90, countries=25, at_home=0.05, absent=0.02,
)  # fmt: skip
KINDS = {kind.key: kind for kind in (CLUB_EVENING, WEEKEND, CONGRESS)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One simulated event before its first round: the field, the rounds, who is there when, and the bar."""

    entry: SimulatedField
    rounds: int
    present: Flags
    bar: int


def drawn(kind: EventKind, *, seed: int, number: int) -> Event:
    """The event of a kind with this number; the same for every weight and system that is tried on it."""
    dice = np.random.default_rng((seed % 2**64, _ENTRIES, number))
    size = int(dice.integers(kind.fewest, kind.most + 1))
    level = np.clip(dice.normal(kind.mean, kind.spread, size), kind.weakest - 0.49, kind.strongest + 0.49)
    grades = np.rint(level).astype(int)
    strengths, ratings = _strengths_and_ratings(grades.astype(np.float64), kind.noise, dice)
    clubs = np.where(dice.random(size) < kind.at_home, 0, dice.integers(0, kind.clubs, size))
    entry = SimulatedField(
        grades=tuple(grades.tolist()),
        strengths=tuple(strengths.tolist()),
        ratings=tuple(ratings.tolist()),
        clubs=tuple(clubs.tolist()),
        countries=tuple((clubs % kind.countries).tolist()),
    )
    present = dice.random((kind.rounds, size)) >= kind.absent
    return Event(entry=entry, rounds=kind.rounds, present=present, bar=usual_bar(entry.grades, kind.rounds))


def _strengths_and_ratings(
    grades: Floats, noise: float | None, dice: np.random.Generator
) -> tuple[Floats, Floats]:
    size = len(grades)
    if noise is not None:
        strengths = grades + dice.normal(0, noise, size)
        return strengths, (grades + strengths) / 2 + dice.uniform(-0.05, 0.05, size)
    model, lot = fitted().model, dice.random(size)
    near = np.clip(dice.normal(_NEAR_MEAN, _NEAR_SPREAD, size), -model.trusted, model.trusted)
    far = -model.trusted - dice.exponential(_FAR_MEAN, size)
    off = np.select([lot < _UNRATED, lot < _UNRATED + _FAR], [np.zeros(size), far], near)
    # In hundredths, as lists print them; the rating of an unrated player is exactly the grade's.
    ratings = grades + np.rint(100 * off) / 100
    return drawn_strengths(model, grades, ratings, dice), ratings


def with_strengths(event: Event, noise: float | None, *, seed: int, number: int) -> Event:
    """A real field with true strengths around what is known: as the fitted model has them, or by `noise`."""
    dice = np.random.default_rng((seed % 2**64, _STRENGTHS, number))
    ratings = np.array(event.entry.ratings)
    if noise is None:
        grades = np.array(event.entry.grades, np.float64)
        strengths = drawn_strengths(fitted().model, grades, ratings, dice)
    else:
        strengths = ratings + dice.normal(0, noise, len(ratings))
    return replace(event, entry=replace(event.entry, strengths=tuple(strengths.tolist())))


def usual_bar(grades: Sequence[int], rounds: int) -> int:
    """The highest grade with more players at or above it than there are rounds: the classical minimum."""
    if not grades:
        raise InputError(Message("nobody has entered"))
    best_first = sorted(grades, reverse=True)
    return best_first[min(rounds, len(best_first) - 1)]


def real(tournament: Tournament) -> Event:
    """The field of a real event with its rounds, absences and bar; players are as strong as their ratings."""
    players = [player for player in tournament.players if player.registration is Registration.FINAL]
    if len(players) < 2:
        raise InputError(Message("a tournament needs two players or more"))
    strengths = tuple(strength_of(player) for player in players)
    entry = SimulatedField(
        grades=tuple(player.grade.number for player in players),
        strengths=strengths,
        ratings=strengths,
        clubs=_numbered(player.club for player in players),
        countries=_numbered(player.country for player in players),
    )
    rounds = tournament.settings.rounds
    present = np.array([[player.attends(r) for player in players] for r in range(1, rounds + 1)], np.bool_)
    bar = tournament.settings.scoring.bar.number
    return Event(entry=entry, rounds=rounds, present=present, bar=bar)


def _numbered(names: Iterable[str]) -> tuple[int, ...]:
    """A number for each name in upper or lower case, in their order; -1 for none."""
    plain = [name.casefold() for name in names]
    known = sorted({name for name in plain if name})
    return tuple(known.index(name) if name else -1 for name in plain)


def strength_of(player: Player) -> float:
    """The rating in grades from shodan at 0; the grade where there is none."""
    return (rating_of(player) - 2100) / 100
