"""The JSON of the commands of `miai list`."""

from collections import Counter
from collections.abc import Iterable

from miai.app.event.changed_file import WrittenFile
from miai.app.json.values import JsonObject, text_or_null
from miai.app.players.entrants import CheckedEntrant, EntryCheck, Found
from miai.app.players.rating_lists import ListImport, PublishedRatings
from miai.app.players.update_entrants import EntrantUpdates
from miai.domain.listed import ListedPlayer
from miai.domain.tournament import Tournament
from miai.report.lists import flag_counts
from miai.store.player_lists import ListInfo


def import_json(done: ListImport) -> JsonObject:
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


def lists_json(lists: Iterable[ListInfo]) -> JsonObject:
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


def updates_json(tournament: Tournament, found: EntrantUpdates, written: WrittenFile | None) -> JsonObject:
    """What the lists would change of each entrant; `lost` is null where nothing was written."""
    return {
        "tournament": tournament.name,
        "updates": [
            {
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


def search_json(text: str, players: Iterable[ListedPlayer]) -> JsonObject:
    """The players who were found."""
    return {"text": text, "players": [_listed(player) for player in players]}


def published_json(found: PublishedRatings) -> JsonObject:
    """The ratings that are published on a day."""
    return {
        "on": found.on.isoformat(),
        "lapsed": found.lapsed,
        "players": [_listed(player) for player in found.players],
    }


def check_json(tournament: Tournament, check: EntryCheck) -> JsonObject:
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


def _listed(player: ListedPlayer) -> JsonObject:
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


def _entrant(entrant: CheckedEntrant) -> JsonObject:
    return {
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
