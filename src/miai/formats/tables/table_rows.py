"""Reads the rows and cells of a table from text, a CSV file or a workbook.

A workbook becomes text with tabs between its cells, so that a table has one form in which it can be shown,
corrected and read again.
"""

import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from miai.errors import InputError
from miai.formats.foreign_json import foreign_json
from miai.formats.limits import LARGEST_TABLE, MOST_PASTED_LINES, demand_lines, demand_size
from miai.formats.reading import Faults
from miai.formats.tables.workbook import is_workbook, read_sheets
from miai.formats.text import decode

_GAP = re.compile(r" {2,}")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_GRADE = re.compile(r"(?<![\w.])[0-9]{1,2} ?[.-]? ?(?:kyu|dan|pro|k|d|p)(?!\w)", re.IGNORECASE)
# Numbers, bullets and dashes before a name: "1. Ada", "3) Ada", "- Ada".
_COUNTED = re.compile(r"^\s*(?:[0-9]{1,4}[.):]?\s+|[-–•*·]\s+)")
# The first line by which a spreadsheet says what separates the cells.
_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?', re.IGNORECASE)
# So much of a table must look alike for it to be recognised.
MOST = 0.6
# A cell with line breaks has no more lines.
_MOST_LINES_OF_ROW = 40
# Letters of ISO-8859-15 where Windows and ISO-8859-1 have signs that do not stand within words.
_LATIN_9_LETTERS = re.compile(
    rb"[A-Za-z\xc0-\xff][\xa6\xa8\xb4\xb8\xbc-\xbe]|[\xa6\xa8\xb4\xb8\xbc-\xbe][A-Za-z\xc0-\xff]"
)
_WINDOWS_LETTERS = re.compile(rb"[\x80-\x9f]")
# A capital and three small letters beyond ASCII in a row: no Latin name has that, every Cyrillic one does.
_CYRILLIC = {
    "windows-1251": re.compile(rb"[\xa8\xc0-\xdf][\xb8\xe0-\xff]{3}"),
    "koi8-r": re.compile(rb"[\xb3\xe0-\xff][\xa3\xc0-\xdf]{3}"),
}

BY_WORDS = ""
BY_GAPS = "  "


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """One row, with the number of its first line in the text and how many lines it has."""

    number: int
    text: str
    cells: tuple[str, ...]
    lines: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRows:
    """All rows that are not empty, and what separates their cells: a sign, gaps or words."""

    rows: tuple[TableRow, ...]
    separator: str


def table_text(data: bytes) -> str:
    """A file as the text of a table, whatever its encoding; of a workbook the sheet with most cells."""
    return next(iter(table_sheets(data).values()), "")


def table_sheets(data: bytes) -> dict[str, str]:
    """The text of each sheet of a workbook by its name, the fullest first; other files have one, unnamed."""
    demand_size(len(data), LARGEST_TABLE)
    if not is_workbook(data):
        if json := foreign_json(data):
            raise InputError(json)
        return {"": _decoded(data)}
    return {name: _as_text(rows) for name, rows in read_sheets(data).items()}


def read_rows(text: str) -> TableRows:
    """Split a text into rows and cells by the separator that most of its lines have."""
    demand_size(len(text), LARGEST_TABLE)
    demand_lines(text, MOST_PASTED_LINES)
    found = [(number, record) for number, record in _records(text) if record.strip()]
    said = _SEPARATOR_LINE.fullmatch(found[0][1].strip()) if found else None
    if said:
        del found[0]
    separator = said[1] if said else _separator([record for _, record in found])
    return TableRows(
        separator=separator,
        rows=tuple(
            TableRow(
                number=number,
                text=" ".join(record.split()),
                cells=tuple(_cells(record, separator)),
                lines=record.count("\n") + 1,
            )
            for number, record in found
        ),
    )


def with_row(text: str, row: TableRow, cells: Sequence[str], separator: str) -> str:
    """The text with other cells in one row."""
    lines = text.splitlines()
    sign = separator if separator.strip() or separator == "\t" else "\t"
    lines[row.number - 1 : row.number - 1 + row.lines] = [_joined(cells, sign), *[""] * (row.lines - 1)]
    return "\n".join(lines)


def joined_cells(cells: Sequence[str]) -> str:
    """The cells of one row as a line that people can correct."""
    return "; ".join(_joined([cell], ";") if cell else "" for cell in cells)


def split_cells(line: str) -> tuple[str, ...]:
    """The cells of such a line."""
    return tuple(_cells(line, ";"))


def share(flags: Sequence[bool]) -> float:
    """How much of something is so, from 0 to 1."""
    return sum(flags) / len(flags) if flags else 0.0


def _as_text(rows: Sequence[Sequence[str]]) -> str:
    # Tabs and line breaks within a cell say nothing about a player.
    return "\n".join(_joined([" ".join(cell.split()) for cell in row], "\t") for row in rows)


def _joined(cells: Sequence[str], separator: str) -> str:
    written = io.StringIO(newline="")
    csv.writer(written, delimiter=separator, lineterminator="").writerow(cells)
    return written.getvalue()


def _decoded(data: bytes) -> str:
    start = data[:2]
    if b"\0" in data and start not in (b"\xff\xfe", b"\xfe\xff"):
        for encoding, zeros in (("utf-16-le", data[1::2]), ("utf-16-be", data[::2])):
            # In UTF-16 every second byte of western text is zero; text without its mark has no other sign.
            if len(data) % 2 == 0 and zeros.count(0) > 0.5 * len(zeros):
                return decode(data.decode(encoding, errors="replace").encode(), Faults())
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        for encoding, word in _CYRILLIC.items():
            if word.search(data):
                return data.decode(encoding, errors="replace")
        if b"\0" not in data and not _WINDOWS_LETTERS.search(data) and _LATIN_9_LETTERS.search(data):
            data = data.decode("iso-8859-15").encode()
    return decode(data, Faults())


def _records(text: str) -> Iterator[tuple[int, str]]:
    """The rows with the number of their first line; a quoted cell may have line breaks."""
    lines = text.splitlines()
    at = 0
    while at < len(lines):
        end = _end_of_quote(lines, at) if lines[at].count('"') % 2 else at
        yield at + 1, "\n".join(lines[at : end + 1])
        at = end + 1


def _end_of_quote(lines: Sequence[str], at: int) -> int:
    """The line that closes the quote of another; the same line where none does."""
    for end in range(at + 1, min(at + _MOST_LINES_OF_ROW, len(lines))):
        if lines[end].count('"') % 2:
            return end
    return at


def _separator(records: Sequence[str]) -> str:
    for sign in ("\t", ";", "|"):
        if share([sign in record for record in records]) >= MOST:
            return sign
    # Before the comma, which may separate surnames from first names.
    if share([bool(_GAP.search(record.strip())) for record in records]) >= MOST:
        return BY_GAPS
    return "," if share(["," in record for record in records]) >= MOST else BY_WORDS


def _cells(record: str, separator: str) -> list[str]:
    if separator == BY_WORDS:
        return _by_words(record)
    if separator == BY_GAPS:
        return _GAP.split(record.strip())
    return _split(record, separator)


def _split(record: str, sign: str) -> list[str]:
    try:
        if record.count('"') % 2:
            raise csv.Error
        cells = next(csv.reader(io.StringIO(record, newline=""), delimiter=sign, skipinitialspace=True))
    except csv.Error:
        cells = record.split(sign)
    return [" ".join(cell.split()) for cell in cells]


def _by_words(record: str) -> list[str]:
    """A line with single blanks: the name up to the grade, the grade, the country and the rest."""
    line = _COUNTED.sub("", record).strip()
    for match in _GRADE.finditer(line):
        name = line[: match.start()].strip(" ,;:([-–")
        if name:
            after = line[match.end() :].strip(" ,;:)]-–").split()
            country = after.pop(0).strip(",;") if after and _COUNTRY.fullmatch(after[0].strip(",;")) else ""
            return [name, match[0], country, " ".join(after)]
    return [line]
