"""Who would gain by playing false: a first game lost on purpose, and a declared grade that is too low.

Rules are incentive compatible if nobody gains by losing. Where scores decide who meets whom, a loss early on
brings weaker opponents, and so can a low grade; both are measured on the same event with the same luck.
"""

from dataclasses import replace
from typing import Protocol

import numpy as np

from miai.engine.pairing.simulation import SimulatedField
from miai_lab.entries import Event
from miai_lab.league.event import PlayedEvent

# Strong enough to hope for a prize, and not the favourite.
_THIRD = 2


class Again(Protocol):
    """Plays the same event with one thing changed."""

    def lost(self, player: int, winner: int) -> PlayedEvent:
        """With the first game of a player lost on purpose."""

    def with_entry(self, entry: SimulatedField) -> PlayedEvent:
        """With another entry."""


def gains(event: Event, played: PlayedEvent, again: Again) -> dict[str, float]:
    """What each cheat brings where it could be tried; both players are there in every round."""
    there = np.flatnonzero(event.present.all(axis=0))
    if len(there) <= _THIRD:
        return {}
    strengths = np.array(event.entry.true_strengths)
    strong = int(there[np.argsort(-strengths[there], kind="stable")[_THIRD]])
    grades = np.array(event.entry.grades)
    middle = int(there[np.argsort(-grades[there], kind="stable")[len(there) // 2]])
    return {**_by_losing(played, strong, again), **_by_a_lower_grade(event, played, middle, again)}


def _by_losing(played: PlayedEvent, player: int, again: Again) -> dict[str, float]:
    """A first game that would be lost anyway cannot be given away."""
    beaten = played.first_beaten(player)
    if beaten is None:
        return {}
    won = float(played.places[player] - again.lost(player, beaten).places[player])
    return {"throw_pays": float(won > 0), "throw_places": won}


def _by_a_lower_grade(event: Event, played: PlayedEvent, player: int, again: Again) -> dict[str, float]:
    other = again.with_entry(a_grade_lower(event.entry, player))
    return {
        "lower_wins": float(other.wins(player) - played.wins(player)),
        "lower_places": float(played.places[player] - other.places[player]),
    }


def a_grade_lower(entry: SimulatedField, player: int) -> SimulatedField:
    """The entry of a player who declares a grade less; a rating of one's own stays what it is."""
    grade = entry.grades[player]
    grades = (*entry.grades[:player], grade - 1, *entry.grades[player + 1 :])
    ratings = entry.ratings
    if ratings and ratings[player] == grade:
        ratings = (*ratings[:player], float(grade - 1), *ratings[player + 1 :])
    # True strengths are what they were, also where they are not told apart from the grades.
    return replace(entry, grades=grades, ratings=ratings, strengths=entry.true_strengths)
