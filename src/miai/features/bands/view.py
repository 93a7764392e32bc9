"""The bands as the page shows them."""

from dataclasses import dataclass

from miai.domain.people.player import Player
from miai.domain.points import plain
from miai.domain.starting_bands import follows_entries
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import BandRow, band_rows
from miai.features.bands.advise_bands import outside_notes
from miai.messages import Message


@dataclass(frozen=True, slots=True, kw_only=True)
class BandLine:
    """One band; `number` counts from 1 at the top, the points are plain numbers."""

    number: int
    row: BandRow
    separation: float
    score: float
    last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BandsView:
    """All bands, who starts by none, and whether there are starting scores and drawn rounds at all.

    The bands may follow the entries.
    """

    lines: tuple[BandLine, ...]
    notes: tuple[Message, ...]
    players: tuple[Player, ...]
    by_wins: bool
    drawn: bool
    follows_entries: bool


def bands_view(event: Tournament) -> BandsView:
    """The bands of a tournament with their players."""
    bands = event.settings.scoring.bands
    lines = tuple(
        BandLine(
            number=number,
            row=row,
            separation=plain(row.separation),
            score=plain(row.band.score),
            last=number == len(bands),
        )
        for number, row in enumerate(band_rows(event, bands), start=1)
    )
    movable = [player for player in event.players if player.start is None]
    return BandsView(
        lines=lines,
        notes=tuple(outside_notes(event)),
        players=tuple(sorted(movable, key=lambda player: (player.surname, player.first_name))),
        by_wins=event.settings.by_wins,
        drawn=any(drawn.boards for drawn in event.rounds),
        follows_entries=follows_entries(event),
    )
