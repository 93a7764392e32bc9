"""All rating lists in one table; a list is recognised by its content."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from miai.domain.listed import ListSource, PlayerList
from miai.errors import InputError, Problem
from miai.formats.lists import aga, egf, ffg
from miai.formats.registry import load

_LOOK = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFormat:
    """A kind of rating list: how to know it and read it."""

    source: ListSource
    title: str
    sniff: Callable[[str], bool]
    read: Callable[[bytes], PlayerList]


LISTS = {
    each.source: each
    for each in (
        ListFormat(source=ListSource.EGF, title="EGF list of all players", sniff=egf.sniff, read=egf.read),
        ListFormat(source=ListSource.AGA, title="AGA list for directors", sniff=aga.sniff, read=aga.read),
        ListFormat(source=ListSource.FFG, title="French rating list", sniff=ffg.sniff, read=ffg.read),
    )
}


def recognise_list(data: bytes) -> ListFormat:
    """Whose list a file's content is."""
    # The last line of the part looked at may be cut.
    text = data[:_LOOK].decode("utf-8" if data.startswith(b"\xef\xbb\xbf") else "latin-1", errors="replace")
    for each in LISTS.values():
        if each.sniff(text):
            return each
    known = ", ".join(each.title for each in LISTS.values())
    raise InputError(f"not a rating list that Miai knows ({known})")


def read_list(path: Path) -> PlayerList:
    """Read any rating list; a file without a single player is refused."""
    try:
        data = load(path)
        found = recognise_list(data).read(data)
        if not found.players:
            raise InputError("no player in the list")
    except InputError as error:
        raise InputError(
            [Problem(what=str(problem), where=path.name) for problem in error.problems]
        ) from error
    return found
