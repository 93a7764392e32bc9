"""Import rating lists, search them, and check entrants against them."""

from dataclasses import dataclass
from pathlib import Path

from miai.app.players.entrants import EntryCheck, match_entrants
from miai.domain.listed import ListedPlayer, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.lists import read_list
from miai.messages import Message
from miai.store.folder import data_folder, made_folder
from miai.store.player_lists import ListInfo, PlayerLists


@dataclass(frozen=True, slots=True, kw_only=True)
class ListImport:
    """An imported list, and the one that it replaced."""

    imported: PlayerList
    before: ListInfo | None


def import_list(path: Path, data: Path | None = None) -> ListImport:
    """Import a rating list; it replaces the earlier list of the same federation."""
    imported = read_list(path)
    with PlayerLists(made_folder(data_folder(data)), create=True) as lists:
        before = next((info for info in lists.lists() if info.source is imported.source), None)
        lists.replace(imported, file=path.name)
    return ListImport(imported=imported, before=before)


def search_list(text: str, data: Path | None = None, *, limit: int = 20) -> tuple[ListedPlayer, ...]:
    """The players whose name begins with the text or whose id it is, best first."""
    if not text.strip():
        raise InputError(Message("enter a name or an id to search for"))
    if limit < 1:
        raise InputError(Message("the limit must be at least 1"))
    with PlayerLists(data_folder(data)) as lists:
        return lists.search(text, limit=limit)


def check_entrants(tournament: Tournament, data: Path | None = None) -> EntryCheck:
    """Match the entrants against all imported lists."""
    with PlayerLists(data_folder(data)) as lists:
        return match_entrants(tournament, lists)
