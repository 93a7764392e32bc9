"""Import rating lists, search them, and check entrants against them."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from miai.app.players.entrants import CheckedEntrant, EntryCheck, match_entrants
from miai.app.players.fill_in import Fill, fill_in
from miai.domain.listed import ListedPlayer, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.lists import read_list
from miai.store.folder import data_folder, made_folder
from miai.store.player_lists import ListInfo, PlayerLists

__all__ = [
    "Fill", "ListImport", "check_data", "check_entrants", "fill_in", "import_data", "import_list",
    "listed_data", "match_entrants", "search_list",
]  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImport:
    """A list that was taken in, and the one it took the place of."""

    imported: PlayerList
    before: ListInfo | None


def import_list(path: Path, data: Path | None = None) -> ListImport:
    """Take a rating list into the local copy, in place of the same federation's before."""
    imported = read_list(path)
    with PlayerLists(made_folder(data_folder(data)), create=True) as lists:
        before = next((info for info in lists.lists() if info.source is imported.source), None)
        lists.replace(imported, file=path.name)
    return ListImport(imported=imported, before=before)


def search_list(text: str, data: Path | None = None, *, limit: int = 20) -> tuple[ListedPlayer, ...]:
    """The players whose names begin so, or whose id it is, best first."""
    if not text.strip():
        raise InputError("say whom to look for")
    if limit < 1:
        raise InputError("the limit must be at least 1")
    with PlayerLists(data_folder(data)) as lists:
        return lists.search(text, limit=limit)


def check_entrants(tournament: Tournament, data: Path | None = None) -> EntryCheck:
    """Match the entrants against all imported lists."""
    with PlayerLists(data_folder(data)) as lists:
        return match_entrants(tournament, lists)


def import_data(done: ListImport) -> dict[str, Any]:
    """An import as plain data."""
    imported = done.imported
    flags = Counter(str(flag.kind.title) for player in imported.players for flag in player.flags)
    return {
        "source": imported.source.value,
        "date": _text(imported.date),
        "players": len(imported.players),
        "players_before": done.before.players if done.before else 0,
        "flagged": sum(bool(player.flags) for player in imported.players),
        "flags": dict(flags.most_common()),
        "problems": [str(problem) for problem in imported.problems],
        "notes": [str(note) for note in imported.notes],
    }


def listed_data(player: ListedPlayer) -> dict[str, Any]:
    """A listed player as plain data."""
    return {
        "source": player.source.value,
        "surname": player.surname,
        "first_name": player.first_name,
        "country": player.country,
        "club": player.club,
        "state": player.state,
        "grade": _text(player.grade),
        "rating": player.rating,
        "sigma": player.sigma,
        "rating_date": _text(player.rating_date),
        "id": player.number,
        "membership": player.membership,
        "licence_status": player.licence_status,
        "expiry": _text(player.expiry),
        "flags": [str(flag) for flag in player.flags],
    }


def check_data(tournament: Tournament, check: EntryCheck) -> dict[str, Any]:
    """A check as plain data."""
    counts = Counter(entrant.found.value for entrant in check.entrants)
    return {
        "tournament": tournament.name,
        "on": check.on.isoformat(),
        "counts": {found: counts[found] for found in ("id", "name", "ambiguous", "not found")},
        "entrants": [_entrant_data(entrant) for entrant in check.entrants],
        "duplicates": [
            {"what": duplicate.what, "players": [player.name for player in duplicate.players]}
            for duplicate in check.duplicates
        ],
    }


def _entrant_data(entrant: CheckedEntrant) -> dict[str, Any]:
    return {
        "name": entrant.player.name,
        "found": entrant.found.value,
        "lists": [
            {
                "source": match.source.value,
                "found": match.found.value,
                "candidates": [listed_data(one) for one in match.candidates],
                "differences": [
                    {"what": each.what, "entered": each.entered, "listed": each.listed}
                    for each in match.differences
                ],
            }
            for match in entrant.matches
        ],
        "memberships": [
            {"source": notice.source.value, "standing": notice.standing.value, "text": notice.text}
            for notice in entrant.notices
        ],
    }


def _text(value: object) -> str | None:
    return None if value is None else str(value)
