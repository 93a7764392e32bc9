"""What the director wants of the draws beyond the rules."""

from dataclasses import dataclass
from typing import Annotated

from miai.domain.bounds import RoundNumber, TableNumber
from miai.domain.field_facts import Added, PrivateIfFilled
from miai.domain.people.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedGame:
    """A game that the director wants in one round, with its colours."""

    round: RoundNumber
    white: PlayerId
    black: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class ByeVolunteer:
    """A player who offers to sit out a round if somebody has to; it counts as a bye."""

    round: RoundNumber
    player: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Who must never meet, who sits at a table or never sits there, games wanted in a round, volunteers."""

    apart: PrivateIfFilled[tuple[tuple[PlayerId, PlayerId], ...]] = ()
    games: PrivateIfFilled[tuple[WantedGame, ...]] = ()
    tables: PrivateIfFilled[tuple[tuple[PlayerId, TableNumber], ...]] = ()
    off_tables: PrivateIfFilled[tuple[tuple[PlayerId, TableNumber], ...]] = ()
    volunteers: Annotated[PrivateIfFilled[tuple[ByeVolunteer, ...]], Added(3, before=[])] = ()


# How every tournament starts; written out, because old logs replay from it.
NO_WISHES = Wishes(apart=(), games=(), tables=(), off_tables=(), volunteers=())
