"""The registry of rating lists; a list is recognised by its content."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from miai.domain.listed import ListSource, PlayerList
from miai.errors import InputError
from miai.formats.limits import LARGEST_LIST, demand_size
from miai.formats.lists import aga, egf, ffg
from miai.formats.reading import in_file
from miai.formats.registry import load
from miai.messages import Message

# How many bytes are enough to recognise a list.
_HEAD_BYTES = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFormat:
    """A kind of rating list: how to recognise and read it."""

    source: ListSource
    title: Message
    sniff: Callable[[str], bool]
    read: Callable[[bytes], PlayerList]


LISTS = {
    each.source: each
    for each in (
        ListFormat(
            source=ListSource.EGF, title=Message("EGF list of all players"), sniff=egf.sniff, read=egf.read
        ),
        ListFormat(
            source=ListSource.AGA, title=Message("AGA list for directors"), sniff=aga.sniff, read=aga.read
        ),
        ListFormat(
            source=ListSource.FFG, title=Message("French rating list"), sniff=ffg.sniff, read=ffg.read
        ),
    )
}


def recognise_list(data: bytes) -> ListFormat:
    """Whose list a file's content is."""
    # The last line of the head may be cut off.
    text = data[:_HEAD_BYTES].decode(
        "utf-8" if data.startswith(b"\xef\xbb\xbf") else "latin-1", errors="replace"
    )
    for each in LISTS.values():
        if each.sniff(text):
            demand_size(len(data), LARGEST_LIST)
            return each
    known = tuple(each.title for each in LISTS.values())
    raise InputError(Message("not a rating list that Miai knows (%(lists)s)", lists=known))


def read_list(path: Path) -> PlayerList:
    """Read any rating list; a file without a single player is refused."""
    try:
        data = load(path)
        found = recognise_list(data).read(data)
        if not found.players:
            raise InputError(Message("no player in the list"))
    except InputError as error:
        raise in_file(error, path.name) from error
    return found
