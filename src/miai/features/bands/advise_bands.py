"""The AGA's bands of a tournament: shown, built anew, and edited one step after the other."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.changed_file import settled_changes
from miai.domain.log import events
from miai.domain.log.document import read_history, write_history
from miai.domain.log.history import History
from miai.domain.people.grade import Grade
from miai.domain.points import Quarters
from miai.domain.starting_bands import BandPlan, Bands, build_bands, with_bands
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import band_rows, limited, merged, moved, outside_bands, split, with_separation
from miai.features.players.find_entrant import entrant_named
from miai.formats import Format
from miai.formats.opengotha.losses import losses
from miai.messages import Message, counted

__all__ = [
    "BandEdits",
    "BandPlan",
    "Bands",
    "BandsFile",
    "band_rows",
    "edited_bands",
    "outside_notes",
    "written_bands",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class BandEdits:
    """What to do with the bands, in this order; bands are numbered from 1, as they are at that step.

    With a `plan` they are built anew. `merges` join a band with the next lower one, `moves` name a player by
    the start of the name.
    """

    plan: BandPlan | None = None
    merges: Sequence[int] = ()
    splits: Sequence[tuple[int, Grade]] = ()
    limits: Sequence[tuple[int, Grade]] = ()
    separations: Sequence[tuple[int, Quarters]] = ()
    moves: Sequence[tuple[str, int]] = ()


def edited_bands(tournament: Tournament, edits: BandEdits) -> Bands:
    """The bands that the tournament holds, or else those that the protocol suggests, after some edits."""
    bands = tournament.settings.scoring.bands
    if edits.plan is not None or not bands:
        bands = build_bands(tournament, edits.plan)
    for number in edits.merges:
        bands = merged(bands, number - 1)
    for number, grade in edits.splits:
        bands = split(bands, number - 1, grade, tournament.players)
    for number, grade in edits.limits:
        bands = limited(bands, number - 1, grade)
    for number, points in edits.separations:
        bands = with_separation(bands, number - 1, points)
    for name, number in edits.moves:
        bands = moved(bands, entrant_named(tournament, name), number - 1)
    return bands


@dataclass(frozen=True, slots=True, kw_only=True)
class BandsFile:
    """A file with bands, and what its format cannot hold."""

    data: bytes
    lost: tuple[Message, ...]


def written_bands(
    tournament: Tournament, bands: Bands, form: Format, document: bytes | None = None
) -> BandsFile:
    """The tournament with bands as a file; a document keeps its history."""
    banded = with_bands(tournament, bands)
    if form.key == "miai":
        history = read_history(document) if document else History.of_tournament(tournament)
        changed = events.SettingsChanged(settings=banded.settings)
        for event in settled_changes(history, [changed]):
            history = history.append(event)
        return BandsFile(data=write_history(history), lost=())
    settled_changes(History.of_tournament(tournament), [events.SettingsChanged(settings=banded.settings)])
    data = form.write(banded)
    return BandsFile(data=data, lost=tuple(losses(banded, form.read(data))))


def outside_notes(tournament: Tournament) -> list[Message]:
    """Who does not start by a band of the tournament, and why."""
    bands = tournament.settings.scoring.bands
    outside = outside_bands(tournament, bands) if bands else []
    names = tournament.names
    by_hand = tuple(names[player.id] for player in outside if player.start is not None)
    below = tuple(names[player.id] for player in outside if player.start is None)
    notes = []
    if by_hand:
        notes.append(
            counted(
                "%(names)s starts with a score set by hand, not by a band",
                "%(names)s start with scores set by hand, not by a band",
                len(by_hand),
                names=by_hand,
            )
        )
    if below:
        notes.append(
            counted(
                "%(names)s is weaker than the lowest band and starts one point below it",
                "%(names)s are weaker than the lowest band and start one point below it",
                len(below),
                names=below,
            )
        )
    return notes
