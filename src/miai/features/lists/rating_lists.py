"""Import, date, choose and delete rating lists, search them, and check entrants against them."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError, unknown_word
from miai.features.lists.candidates import UNDECIDED, Decisions
from miai.features.lists.find_people import EntryCheck, Found, match_entrants
from miai.features.lists.update_entrants import EntrantUpdates, entrant_updates, update_changes
from miai.formats.lists import read_list
from miai.messages import Message
from miai.store.folder import data_folder, made_folder
from miai.store.people.player_lists import ListInfo, PlayerLists

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


def kept_lists(data: Path | None = None) -> tuple[ListInfo, ...]:
    """The lists that were imported."""
    with PlayerLists(data_folder(data)) as lists:
        return lists.lists()


def list_source(text: str) -> ListSource:
    """The federation whose list is meant."""
    plain = text.strip().lower()
    if plain not in {source.value for source in ListSource}:
        what = Message("'%(text)s' is not a rating list", text=text)
        raise InputError(unknown_word(what, plain, (source.value for source in ListSource)))
    return ListSource(plain)


def date_list(source: ListSource, day: date | None, data: Path | None = None) -> tuple[ListInfo, ...]:
    """Say of which day a list is, or that this is not known; all lists are returned."""
    with PlayerLists(data_folder(data)) as lists:
        _demand_imported(lists, [source])
        lists.set_date(source, day)
        return lists.lists()


def use_lists(sources: Collection[ListSource], data: Path | None = None) -> tuple[ListInfo, ...]:
    """Search only these lists; the others are kept. All lists are returned."""
    with PlayerLists(data_folder(data)) as lists:
        _demand_imported(lists, sources)
        lists.use_only(sources)
        return lists.lists()


def delete_list(
    source: ListSource, data: Path | None = None, *, agree: Callable[[ListInfo], bool] = lambda info: True
) -> ListInfo | None:
    """Delete a list, if that is agreed to; entrants keep what it said of them."""
    with PlayerLists(data_folder(data)) as lists:
        [info] = _demand_imported(lists, [source])
        if not agree(info):
            return None
        lists.delete(source)
        return info


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
        [info] = _demand_imported(lists, [ListSource.EGF])
        rated = lists.ratings(ListSource.EGF)
    day = on or info.date or date.today()
    published = tuple(player for player in rated if player.is_published(day))
    return PublishedRatings(on=day, players=published, lapsed=len(rated) - len(published))


def check_entrants(tournament: Tournament, data: Path | None = None) -> EntryCheck:
    """Match the entrants against all imported lists."""
    with PlayerLists(data_folder(data)) as lists:
        return match_entrants(tournament, lists)


@dataclass(frozen=True, slots=True, kw_only=True)
class FileUpdates:
    """What the lists would change of each entrant of a file, and the tournament with the changes chosen."""

    updates: EntrantUpdates
    tournament: Tournament
    changes: tuple[events.PlayersChanged, ...]

    @property
    def changed(self) -> int:
        """How many entrants the changes are about."""
        return sum(len(each.players) for each in self.changes)

    @property
    def notes(self) -> list[Message]:
        """Which lists do not count, and which listed players may be somebody else."""
        frozen = [
            Message("the ratings of the %(source)s list are newer, or it has no date", source=source.title)
            for source in self.updates.frozen
        ]
        questions = [
            Message(
                "%(name)s: same person as %(who)s? (%(why)s) Say --same %(key)s or --not-same %(key)s",
                name=each.player.name,
                who=each.question.summary,
                why=each.question.remarks,
                key=each.key,
            )
            for each in self.updates.updates
            if each.question
        ]
        return [*frozen, *questions]


def updates_of(
    tournament: Tournament,
    data: Path | None = None,
    *,
    frozen_after: date | None = None,
    grades: bool = False,
    by_name: bool = False,
    decided: Decisions = UNDECIDED,
) -> FileUpdates:
    """What the lists would change; players found by name are changed only if `by_name`.

    A listed player who is perhaps somebody else is taken only if it was decided so. Without a day, ratings
    are frozen after that of the settings.
    """
    frozen_after = frozen_after or tournament.settings.ratings_frozen_after
    with PlayerLists(data_folder(data)) as lists:
        found = entrant_updates(tournament, lists, frozen_after=frozen_after, grades=grades)
        asked = {each.key for each in found.updates if each.question}
        for key in sorted((decided.same | decided.not_same) - asked):
            raise InputError(Message("there is no question '%(key)s' about an entrant", key=key))
        sure = {each.key for each in found.updates if each.sure and (by_name or each.found is Found.BY_ID)}
        changes = update_changes(
            tournament, lists, sure | decided.same, frozen_after=frozen_after, grades=grades,
            refused=decided.not_same,
        )  # fmt: skip
    return FileUpdates(updates=found, tournament=apply_all(tournament, changes), changes=changes)


def _demand_imported(lists: PlayerLists, sources: Collection[ListSource]) -> list[ListInfo]:
    """What is known of these lists; one that has not been imported raises."""
    known = {info.source: info for info in lists.lists()}
    for source in sources:
        if source not in known:
            raise InputError(
                Message("the list of the %(source)s has not been imported yet", source=source.title)
            )
    return [known[source] for source in sources]
