"""The list of players narrowed to a country, a club or a grade."""

from collections.abc import Iterable
from dataclasses import dataclass

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player
from miai.domain.tournament import Tournament


@dataclass(frozen=True, slots=True, kw_only=True)
class Narrowing:
    """Only players of one country, club or grade; an empty text stands for all."""

    country: str = ""
    club: str = ""
    grade: str = ""

    def fits(self, player: Player) -> bool:
        """Whether the list shows a player."""
        return (
            self.country in ("", player.country)
            and self.club in ("", player.club)
            and self.grade in ("", str(player.grade))
        )


EVERYBODY = Narrowing()


@dataclass(frozen=True, slots=True, kw_only=True)
class NarrowingChoices:
    """The countries, clubs and grades to choose from; none of a kind that is the same for everybody."""

    countries: tuple[str, ...]
    clubs: tuple[str, ...]
    grades: tuple[str, ...]


def narrowing_choices(event: Tournament) -> NarrowingChoices:
    """What the list can be narrowed to."""
    grades = sorted({player.grade for player in event.players}, reverse=True)
    return NarrowingChoices(
        countries=_different(player.country for player in event.players),
        clubs=_different(player.club for player in event.players),
        grades=tuple(str(grade) for grade in grades) if len(grades) > 1 else (),
    )


def _different(texts: Iterable[str]) -> tuple[str, ...]:
    found = set(texts)
    return tuple(sorted(found - {""}, key=plain_name)) if len(found) > 1 else ()
