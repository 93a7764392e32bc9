"""Import rating lists, search them, and check entrants against them."""

from dataclasses import dataclass
from pathlib import Path

from miai.app.players.entrants import EntryCheck, match_entrants
from miai.app.players.fill_in import Fill, fill_in
from miai.domain.listed import ListedPlayer, PlayerList
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.formats.lists import read_list
from miai.store.folder import data_folder, made_folder
from miai.store.player_lists import ListInfo, PlayerLists

__all__ = [
    "Fill", "ListImport", "check_entrants", "fill_in", "import_list", "match_entrants", "search_list",
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
