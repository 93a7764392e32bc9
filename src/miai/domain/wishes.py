"""What the director wants of the draws beyond the rules."""

from dataclasses import dataclass

from miai.domain.player import PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedGame:
    """A game that the director wants in one round, with its colours."""

    round: int
    white: PlayerId
    black: PlayerId


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """Who must never meet, who sits at a table or never sits there, and games wanted in a round."""

    apart: tuple[tuple[PlayerId, PlayerId], ...] = ()
    games: tuple[WantedGame, ...] = ()
    tables: tuple[tuple[PlayerId, int], ...] = ()
    off_tables: tuple[tuple[PlayerId, int], ...] = ()


# How every tournament starts; written out, because old logs replay from it.
NO_WISHES = Wishes(apart=(), games=(), tables=(), off_tables=())
