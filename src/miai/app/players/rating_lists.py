"""Import rating lists, search them, and check entrants against them."""

from dataclasses import dataclass
from datetime import date
from pathlib import Path

from miai.app.players.entrants import EntryCheck, match_entrants
from miai.domain.listed import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.lists import read_list
from miai.messages import Message
from miai.store.folder import data_folder, made_folder
from miai.store.player_lists import ListInfo, PlayerLists

# More than any list holds.
_ALL = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImport:
    """An imported list, and the one that it replaced."""

    imported: PlayerList
    before: ListInfo | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRatings:
    """The ratings that are published on a day, the highest first, and how many others are only kept."""

    on: date
    players: tuple[ListedPlayer, ...]
    lapsed: int


def import_list(path: Path, data: Path | None = None) -> ListImport:
    """Import a rating list; it replaces the earlier list of the same federation."""
    imported = read_list(path)
    with PlayerLists(made_folder(data_folder(data)), create=True) as lists:
        before = next((info for info in lists.lists() if info.source is imported.source), None)
        lists.replace(imported, file=path.name)
    return ListImport(imported=imported, before=before)


def search_list(
    text: str, data: Path | None = None, *, limit: int = 20, published_on: date | None = None
) -> tuple[ListedPlayer, ...]:
    """The players whose name begins with the text or whose id it is, best first.

    With `published_on` only those whose rating is published on that day.
    """
    if not text.strip():
        raise InputError(Message("enter a name or an id to search for"))
    if limit < 1:
        raise InputError(Message("the limit must be at least 1"))
    with PlayerLists(data_folder(data)) as lists:
        if published_on is None:
            return lists.search(text, limit=limit)
        found = lists.search(text, limit=_ALL)
    return tuple(player for player in found if player.is_published(published_on))[:limit]


def published_ratings(data: Path | None = None, *, on: date | None = None) -> PublishedRatings:
    """The ratings of the EGF's list that are published on a day, by default that of the list."""
    with PlayerLists(data_folder(data)) as lists:
        info = next((info for info in lists.lists() if info.source is ListSource.EGF), None)
        if info is None:
            raise InputError(Message("the list of the EGF has not been imported yet"))
        rated = lists.ratings(ListSource.EGF)
    day = on or info.date or date.today()
    published = tuple(player for player in rated if player.is_published(day))
    return PublishedRatings(on=day, players=published, lapsed=len(rated) - len(published))


def check_entrants(tournament: Tournament, data: Path | None = None) -> EntryCheck:
    """Match the entrants against all imported lists."""
    with PlayerLists(data_folder(data)) as lists:
        return match_entrants(tournament, lists)
