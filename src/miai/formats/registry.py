"""The registry of file formats; a file is recognised by its content."""

import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem, unknown_word
from miai.formats import limits
from miai.formats.foreign_json import foreign_json
from miai.formats.reading import Reading, in_file
from miai.messages import AnyOf, Message
from miai.plugins import FunctionAt, Registry, guarded, message_of

# How many bytes are enough to recognise a file.
_HEAD_BYTES = 65_536


def _nothing_missing(_tournament: Tournament) -> list[Message]:
    return []


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A kind of file: how to recognise, read and write it.

    `read_leniently` reads files that contradict themselves, with a note on each contradiction; `largest` is
    the most bytes that are read; `missing` lists what the programs that read such a file need and the
    tournament does not say. An event with stages is written as one tournament, unless the format
    `holds_stages`.
    """

    key: str
    title: Message
    extension: str
    sniff: Callable[[str], bool]
    read: Callable[[bytes], Reading]
    largest: int
    writer: Callable[[Tournament], bytes] | None = None
    missing: Callable[[Tournament], list[Message]] = _nothing_missing
    read_leniently: Callable[[bytes], Reading] | None = None
    holds_stages: bool = False

    def reader(self, *, lenient: bool) -> Callable[[bytes], Reading]:
        """How to read a file; a format without contradictions has one way only."""
        return self.read_leniently if lenient and self.read_leniently else self.read

    @property
    def is_written(self) -> bool:
        """Whether Miai writes such files; the others it only reads."""
        return self.writer is not None

    def write(self, tournament: Tournament) -> bytes:
        """A file of this kind with the tournament."""
        if self.writer is None:
            what = Message(
                "Miai reads this kind of file but does not write it: %(format)s", format=self.title
            )
            raise InputError(what)
        return self.writer(tournament)


_OWN: dict[str, Format] = {}


def _own(
    key: str,
    *,
    title: Message,
    extension: str,
    largest: int,
    sniff: str,
    read: str,
    write: str = "",
    missing: str = "",
    read_leniently: str = "",
    holds_stages: bool = False,
) -> None:
    """Add a format of Miai's own, whose functions are loaded when they are used: "package.module:NAME"."""
    _OWN[key] = Format(
        key=key,
        title=title,
        extension=extension,
        largest=largest,
        sniff=FunctionAt(sniff),
        read=FunctionAt(read),
        writer=FunctionAt(write) if write else None,
        missing=FunctionAt(missing) if missing else _nothing_missing,
        read_leniently=FunctionAt(read_leniently) if read_leniently else None,
        holds_stages=holds_stages,
    )


_own(
    "miai",
    title=Message("Miai document with its whole history"),
    extension=".miai",
    largest=limits.LARGEST_FILE,
    sniff="miai.formats.miai_document:sniff",
    read="miai.formats.miai_document:read",
    write="miai.formats.miai_document:write",
    holds_stages=True,
)
_own(
    "opengotha",
    title=Message("OpenGotha tournament"),
    extension=".xml",
    largest=limits.LARGEST_XML,
    sniff="miai.formats.opengotha.read:sniff",
    read="miai.formats.opengotha.read:read",
    write="miai.formats.opengotha.write:write",
)
_own(
    "pairgoth",
    title=Message("Pairgoth tournament"),
    extension=".tour",
    largest=limits.LARGEST_XML,
    sniff="miai.formats.pairgoth.read:sniff",
    read="miai.formats.pairgoth.read:read",
    write="miai.formats.pairgoth.write:write",
    missing="miai.formats.pairgoth.write:missing",
)
_own(
    "macmahon",
    title=Message("MacMahon tournament"),
    extension=".xml",
    largest=limits.LARGEST_XML,
    sniff="miai.formats.macmahon.read:sniff",
    read="miai.formats.macmahon.read:read",
    missing="miai.formats.opengotha.fitting:changes",
)
_own(
    "aga",
    title=Message("Result file of the American Go Association"),
    extension=".txt",
    largest=limits.LARGEST_TABLE,
    sniff="miai.formats.aga.read:sniff",
    read="miai.formats.aga.read:read",
    write="miai.formats.aga.write:write",
)
_own(
    "tde",
    title=Message("Registration for an American tournament"),
    extension=".tde",
    largest=limits.LARGEST_TABLE,
    sniff="miai.formats.aga.tde_read:sniff",
    read="miai.formats.aga.tde_read:read",
)
_own(
    "h9",
    title=Message("Result table for the European Go Database"),
    extension=".h9",
    largest=limits.LARGEST_TABLE,
    sniff="miai.formats.egd.read:sniff",
    read="miai.formats.egd.read:read",
    write="miai.formats.egd.write:write",
    read_leniently="miai.formats.egd.read:read_leniently",
)
_own(
    "tou",
    title=Message("Result file of the French Go Federation"),
    extension=".tou",
    largest=limits.LARGEST_TABLE,
    sniff="miai.formats.ffg.lines:sniff",
    read="miai.formats.ffg.read:read",
    write="miai.formats.ffg.write:write",
)


def _of_plugin(key: str, value: Any) -> Format:
    """The format of a plug-in; whatever goes wrong in it is told in a sentence."""
    if not isinstance(value, Format) or value.key != key:
        raise InputError(Message("it is not a Format whose key is '%(key)s'", key=key))
    if not value.extension.startswith("."):
        raise InputError(Message("its extension does not begin with a dot"))
    return replace(
        value,
        title=message_of(value.title),
        sniff=partial(_sniffed, value.sniff),
        read=guarded("formats", key, value.read),
        writer=guarded("formats", key, value.writer) if value.writer else None,
        read_leniently=guarded("formats", key, value.read_leniently) if value.read_leniently else None,
    )


def _sniffed(sniff: Callable[[str], bool], text: str) -> bool:
    """Whether a plug-in takes a text for its own; one that fails does not."""
    try:
        return bool(sniff(text))
    except Exception:
        return False


FORMATS: Registry[Format] = Registry("formats", _OWN, _of_plugin)


class _Written(Mapping[str, Format]):
    """The formats that are written; the others are only read."""

    def __getitem__(self, key: str) -> Format:
        found = FORMATS[key]
        if not found.is_written:
            raise KeyError(key)
        return found

    def __iter__(self) -> Iterator[str]:
        return (key for key, each in FORMATS.items() if each.is_written)

    def __len__(self) -> int:
        return sum(1 for _ in self)


WRITTEN = _Written()


def claims(data: bytes) -> list[Format]:
    """The formats that take a file's content for theirs: one for every file that Miai knows."""
    text = _head(data)
    return [each for each in FORMATS.values() if each.sniff(text)]


def recognise(data: bytes) -> Format:
    """The format of a file's content; a file too large for its format is refused."""
    if not _head(data):
        raise InputError(Message("the file is empty"))
    text = _head(data)
    # A format of a plug-in is asked where none of Miai's own fits.
    for each in FORMATS.values():
        if each.sniff(text):
            limits.demand_size(len(data), each.largest)
            return each
    if json := foreign_json(data):
        raise InputError(json)
    known = tuple(each.title for each in FORMATS.values())
    raise InputError(Message("not a tournament file that Miai knows (%(formats)s)", formats=known))


def read_file(path: Path, *, lenient: bool = False) -> Reading:
    """Read any supported file; every problem names the file."""
    try:
        data = load(path)
        return recognise(data).reader(lenient=lenient)(data)
    except InputError as error:
        raise in_file(error, path.name) from error


def assumptions(data: bytes) -> tuple[Problem, ...]:
    """How a file is read leniently that is refused because its lines contradict each other.

    Nothing where that is not the reason, or not the only one.
    """
    try:
        return recognise(data).reader(lenient=True)(data).notes
    except InputError:
        return ()


def load(path: Path) -> bytes:
    """The bytes of a file; an InputError says why it cannot be read."""
    try:
        limits.demand_size(path.stat().st_size)
        return path.read_bytes()
    except FileNotFoundError:
        raise InputError(Message("there is no such file")) from None
    except IsADirectoryError:
        raise InputError(Message("this is a folder, not a file")) from None
    except OSError as error:
        raise InputError(Message("the file cannot be read (%(reason)s)", reason=error.strerror)) from error


def format_of(key: str) -> Format:
    """The format with that key."""
    if key not in FORMATS:
        raise InputError(unknown_word(Message("'%(key)s' is not a format", key=key), key, FORMATS))
    return FORMATS[key]


def format_for(path: Path, key: str | None) -> Format:
    """The format asked for, or else the format of the file's extension."""
    if key is not None:
        return format_of(key)
    for each in WRITTEN.values():
        if path.suffix.lower() == each.extension:
            return each
    known = AnyOf(tuple(dict.fromkeys(each.extension for each in WRITTEN.values())))
    ending = path.suffix or path.name
    raise InputError(Message("no format writes '%(ending)s': use %(known)s", ending=ending, known=known))


def save(path: Path, data: bytes) -> None:
    """Write to a temporary file and rename it, so that the file is complete or absent."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        temporary = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.chmod(0o666 & ~_umask())
            temporary.replace(path)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        what = Message("cannot be written (%(reason)s)", reason=error.strerror)
        raise InputError([Problem(what=what, where=path.name)]) from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _head(data: bytes) -> str:
    start = data[:_HEAD_BYTES]
    encoding = "utf-16" if start[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    text = start.decode(encoding, errors="replace").lstrip("\ufeff\r\n")
    return text if text.strip() else ""
