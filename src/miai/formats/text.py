"""Decodes the bytes of a file, whatever encoding the program that wrote it used."""

import codecs
import re

from miai.errors import InputError
from miai.formats.limits import demand_lines
from miai.formats.reading import Faults, at_line
from miai.messages import Message

OPENGOTHA_ENCODING = "iso-8859-15"
"""What OpenGotha writes its result files in."""

# Letters of Windows where ISO-8859-15 has no characters at all.
_WINDOWS_LETTERS = re.compile(rb"[\x80-\x9f]")


def decode(data: bytes, faults: Faults, own: str = "") -> str:
    """UTF-8, UTF-16 with its mark, the format's own encoding, or western European as the last resort.

    Binary data is refused, and so is a text with too many or too long lines.
    """
    text = _decoded(data, faults, own)
    demand_lines(text)
    return text


def _decoded(data: bytes, faults: Faults, own: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InputError(Message("the file is marked as UTF-16 but is not")) from None
    if b"\0" in data:
        raise InputError(Message("the file is binary, not text"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if own and not _WINDOWS_LETTERS.search(data):
            return data.decode(own)
        line = data.count(b"\n", 0, error.start) + 1
        faults.note(Message("not UTF-8: read as western European (latin-1)"), at_line(line))
        return data.decode("cp1252", errors="replace") if b"\x81" not in data else data.decode("latin-1")
