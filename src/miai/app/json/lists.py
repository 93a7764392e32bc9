"""The JSON of the commands of `miai list`."""

from collections import Counter
from collections.abc import Iterable

from typing_extensions import TypedDict

from miai.app.event.changed_file import WrittenFile
from miai.app.json.values import text_or_null
from miai.app.players.entrants import CheckedEntrant, EntryCheck, Found
from miai.app.players.rating_lists import ListImport, PublishedRatings
from miai.app.players.update_entrants import EntrantUpdates
from miai.domain.listed import ListedPlayer
from miai.domain.tournament import Tournament
from miai.report.lists import flag_counts
from miai.store.player_lists import ListInfo


class ImportedListJson(TypedDict):
    """An imported list and what is unusual in it."""

    source: str
    date: str | None
    players: int
    players_before: int
    flagged: int
    flags: dict[str, int]
    problems: list[str]
    notes: list[str]


class ListJson(TypedDict):
    """A list that was imported."""

    source: str
    date: str | None
    players: int
    used: bool
    file: str


class ListsJson(TypedDict):
    """The lists that were imported."""

    lists: list[ListJson]


class EntrantChangeJson(TypedDict):
    """What a list has otherwise."""

    what: str
    before: str
    after: str


class EntrantUpdateJson(TypedDict):
    """What the lists would change of an entrant."""

    player: str
    name: str
    source: str
    sure: bool
    changes: list[EntrantChangeJson]


class EntrantUpdatesJson(TypedDict):
    """What the lists would change; `lost` is null where nothing was written."""

    tournament: str
    updates: list[EntrantUpdateJson]
    frozen: list[str]
    namesakes: list[str]
    lost: list[str] | None


class ListedPlayerJson(TypedDict):
    """A player of a rating list; the id is that of the federation."""

    source: str
    surname: str
    first_name: str
    country: str
    club: str
    state: str
    grade: str | None
    rating: float | None
    sigma: float | None
    rating_date: str | None
    published_until: str | None
    id: str
    membership: str
    licence_status: str
    expiry: str | None
    flags: list[str]


class SearchJson(TypedDict):
    """The players who were found."""

    text: str
    players: list[ListedPlayerJson]


class PublishedJson(TypedDict):
    """The ratings that are published on a day."""

    on: str
    lapsed: int
    players: list[ListedPlayerJson]


class DifferenceJson(TypedDict):
    """What was entered and what a list has."""

    what: str
    entered: str
    listed: str


class ListMatchJson(TypedDict):
    """An entrant in one list."""

    source: str
    found: str
    candidates: list[ListedPlayerJson]
    differences: list[DifferenceJson]


class MembershipJson(TypedDict):
    """What a federation's list says about a membership."""

    source: str
    standing: str
    text: str


class CheckedEntrantJson(TypedDict):
    """An entrant compared with the lists."""

    player: str
    name: str
    found: str
    lists: list[ListMatchJson]
    memberships: list[MembershipJson]


class DuplicateJson(TypedDict):
    """Entrants who may be the same person."""

    what: str
    players: list[str]


class EntryCheckJson(TypedDict):
    """All entrants compared with the lists."""

    tournament: str
    on: str
    counts: dict[str, int]
    entrants: list[CheckedEntrantJson]
    duplicates: list[DuplicateJson]


def import_json(done: ListImport) -> ImportedListJson:
    """An imported list and what is unusual in it."""
    imported = done.imported
    return {
        "source": imported.source.value,
        "date": text_or_null(imported.date),
        "players": len(imported.players),
        "players_before": done.before.players if done.before else 0,
        "flagged": sum(bool(player.flags) for player in imported.players),
        "flags": {str(kind.title): count for kind, count in flag_counts(imported)},
        "problems": [str(problem) for problem in imported.problems],
        "notes": [str(note) for note in imported.notes],
    }


def lists_json(lists: Iterable[ListInfo]) -> ListsJson:
    """The lists that were imported."""
    return {
        "lists": [
            {
                "source": each.source.value,
                "date": text_or_null(each.date),
                "players": each.players,
                "used": each.used,
                "file": each.file,
            }
            for each in lists
        ]
    }


def updates_json(
    tournament: Tournament, found: EntrantUpdates, written: WrittenFile | None
) -> EntrantUpdatesJson:
    """What the lists would change of each entrant; `lost` is null where nothing was written."""
    return {
        "tournament": tournament.name,
        "updates": [
            {
                "player": each.player.id,
                "name": each.player.name,
                "source": each.listed.source.value,
                "sure": each.sure,
                "changes": [
                    {"what": str(change.label), "before": change.before, "after": change.after}
                    for change in each.changes
                ],
            }
            for each in found.updates
        ],
        "frozen": [source.value for source in found.frozen],
        "namesakes": [player.name for player in found.namesakes],
        "lost": [str(lost) for lost in written.lost] if written else None,
    }


def search_json(text: str, players: Iterable[ListedPlayer]) -> SearchJson:
    """The players who were found."""
    return {"text": text, "players": [_listed(player) for player in players]}


def published_json(found: PublishedRatings) -> PublishedJson:
    """The ratings that are published on a day."""
    return {
        "on": found.on.isoformat(),
        "lapsed": found.lapsed,
        "players": [_listed(player) for player in found.players],
    }


def check_json(tournament: Tournament, check: EntryCheck) -> EntryCheckJson:
    """All entrants compared with the lists."""
    counts = Counter(entrant.found for entrant in check.entrants)
    return {
        "tournament": tournament.name,
        "on": check.on.isoformat(),
        "counts": {found.value: counts[found] for found in Found},
        "entrants": [_entrant(entrant) for entrant in check.entrants],
        "duplicates": [
            {"what": str(duplicate.what), "players": [player.name for player in duplicate.players]}
            for duplicate in check.duplicates
        ],
    }


def _listed(player: ListedPlayer) -> ListedPlayerJson:
    return {
        "source": player.source.value,
        "surname": player.surname,
        "first_name": player.first_name,
        "country": player.country,
        "club": player.club,
        "state": player.state,
        "grade": text_or_null(player.grade),
        "rating": player.rating,
        "sigma": player.sigma,
        "rating_date": text_or_null(player.rating_date),
        "published_until": text_or_null(player.published_until),
        "id": player.number,
        "membership": player.membership,
        "licence_status": player.licence_status,
        "expiry": text_or_null(player.expiry),
        "flags": [str(flag) for flag in player.flags],
    }


def _entrant(entrant: CheckedEntrant) -> CheckedEntrantJson:
    return {
        "player": entrant.player.id,
        "name": entrant.player.name,
        "found": entrant.found.value,
        "lists": [
            {
                "source": match.source.value,
                "found": match.found.value,
                "candidates": [_listed(one) for one in match.candidates],
                "differences": [
                    {"what": each.what.value, "entered": each.entered, "listed": each.listed}
                    for each in match.differences
                ],
            }
            for match in entrant.matches
        ],
        "memberships": [
            {"source": notice.source.value, "standing": notice.state.value, "text": str(notice.message)}
            for notice in entrant.notices
        ],
    }
