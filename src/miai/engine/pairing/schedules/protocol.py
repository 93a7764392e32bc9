"""What a schedule is, and the round it gives."""

from collections.abc import Sequence
from typing import ClassVar, Protocol

from miai.domain.people.player import Player
from miai.domain.tournament import Tournament
from miai.engine.pairing.protocol import Draw
from miai.engine.pairing.schedules.bracket import Bracket
from miai.engine.pairing.system import PairingSystem


class Schedule(PairingSystem, Protocol):
    """A whole plan, advanced by results; `title` names it in the bracket."""

    title: ClassVar[str]

    def plan(self, entrants: Sequence[Player], seed: int) -> Bracket:
        """Every match there will be."""

    def bracket(self, tournament: Tournament, *, after: int, seed: int) -> Bracket:
        """The plan as round 1 was drawn, with the results up to a round; what has no result stays open."""

    def draw(self, tournament: Tournament, *, round: int, seed: int) -> Draw:  # noqa: A002 - the players' word
        """The round as the schedule wants it; what the tournament holds of it and later is ignored.

        The field is fixed by who is in round 1. A player who is away loses by walkover.
        """
