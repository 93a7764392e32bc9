"""The registry of rating lists; a list is recognised by its content."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from miai.domain.people.rating_list_entry import ListSource, PlayerList
from miai.errors import InputError
from miai.formats.limits import LARGEST_LIST, demand_size
from miai.formats.lists import aga, egf, ffg, pairgoth
from miai.formats.lists.lines import NO_DATE
from miai.formats.reading import in_file
from miai.formats.registry import load
from miai.messages import Message

# How many bytes are enough to recognise a list.
_HEAD_BYTES = 65_536


@dataclass(frozen=True, slots=True, kw_only=True)
class ListFormat:
    """A kind of rating list: how to recognise and read it; `source` is None for several federations."""

    source: ListSource | None
    title: Message
    sniff: Callable[[str], bool]
    read: Callable[[bytes], PlayerList]


LISTS: dict[ListSource, ListFormat] = {
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
    if each.source
}
PAIRGOTH = ListFormat(
    source=None, title=Message("Pairgoth's lists"), sniff=pairgoth.sniff, read=pairgoth.read
)
_ALL = (PAIRGOTH, *LISTS.values())
# "EGF-20260222.json"; no other digits beside the eight, so that a PIN is not taken for a date.
_DAY_IN_NAME = re.compile(r"(?<![0-9])((?:19|20)[0-9]{2})-?([01][0-9])-?([0-3][0-9])(?![0-9])")


def recognise_list(data: bytes) -> ListFormat:
    """Whose list a file's content is."""
    # The last line of the head may be cut off.
    text = data[:_HEAD_BYTES].decode(
        "utf-8" if data.startswith(b"\xef\xbb\xbf") else "latin-1", errors="replace"
    )
    for each in _ALL:
        if each.sniff(text):
            demand_size(len(data), LARGEST_LIST)
            return each
    known = tuple(each.title for each in (*LISTS.values(), PAIRGOTH))
    raise InputError(Message("not a rating list that Miai knows (%(lists)s)", lists=known))


def read_list(path: Path) -> PlayerList:
    """Read any rating list; a file without a single player is refused.

    The date of a list that has none inside may be in the name of the file.
    """
    try:
        data = load(path)
        found = recognise_list(data).read(data)
        if not found.players:
            raise InputError(Message("no player in the list"))
    except InputError as error:
        raise in_file(error, path.name) from error
    day = _day_in(path.name) if found.date is None else None
    if day is None:
        return found
    return replace(found, date=day, notes=tuple(note for note in found.notes if note.what != NO_DATE))


def _day_in(name: str) -> date | None:
    match = _DAY_IN_NAME.search(name)
    with suppress(ValueError):
        return date(*map(int, match.groups())) if match else None
    return None
