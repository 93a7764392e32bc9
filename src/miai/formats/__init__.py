"""Files of all kinds: recognised by content, read, written."""

from miai.formats.reading import Reading
from miai.formats.registry import FORMATS, Format, read_file, recognise

__all__ = ["FORMATS", "Format", "Reading", "read_file", "recognise"]
