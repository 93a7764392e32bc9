"""A pasted table: its separator and its columns, recognised from a heading or from what they hold."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from miai.domain.bounds import bounds_of
from miai.domain.grade import Grade
from miai.domain.names import plain_name
from miai.domain.player import Player
from miai.errors import InputError
from miai.formats.limits import LARGEST_TABLE, MOST_PASTED_LINES, demand_lines, demand_size
from miai.messages import Message, mark


class PastedColumn(Enum):
    """What a column of a pasted table holds; the value is its name for people."""

    NAME = mark("name")
    SURNAME = mark("surname")
    FIRST_NAME = mark("first name")
    GRADE = mark("grade")
    RATING = mark("rating")
    COUNTRY = mark("country")
    STATE = mark("state")
    CLUB = mark("club")
    EGF_PIN = mark("EGF PIN")
    AGA_ID = mark("AGA id")
    FFG_LICENCE = mark("French licence")
    IGNORED = mark("left out")

    @property
    def title(self) -> Message:
        """The name of the column."""
        return Message(self.value)


# Plain words of several languages, blanks left out.
_HEADINGS = {
    PastedColumn.NAME: "name player spieler joueur naam nomprenom fullname",
    PastedColumn.SURNAME: "surname lastname familyname family nom nachname achternaam apellido",
    PastedColumn.FIRST_NAME: "firstname first forename given givenname prenom vorname voornaam nombre",
    PastedColumn.GRADE: "grade rank rang level niveau strength kyudan",
    PastedColumn.RATING: "rating gor elo egfrating",
    PastedColumn.COUNTRY: "country nation pays land nationality",
    PastedColumn.STATE: "state province bundesland",
    PastedColumn.CLUB: "club klub verein city town ville",
    PastedColumn.EGF_PIN: "pin egf egfpin egd",
    PastedColumn.AGA_ID: "aga agaid",
    PastedColumn.FFG_LICENCE: "ffg licence license",
}
_BY_WORD = {word: column for column, words in _HEADINGS.items() for word in words.split()}
_EGF_PIN = re.compile(r"[0-9]{8}")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_GAP = re.compile(r" {2,}")
# So much of a column must look like grades, numbers and so on to be recognised.
_MOST = 0.6
_LOWEST_RATING = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedLine:
    """One line of the table, with its number in the pasted text."""

    number: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedTable:
    """The lines without the heading, and what their columns hold."""

    columns: tuple[PastedColumn, ...]
    lines: tuple[PastedLine, ...]


def read_table(text: str) -> PastedTable:
    """Split the lines into cells and recognise the columns."""
    demand_size(len(text), LARGEST_TABLE)
    demand_lines(text, MOST_PASTED_LINES)
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    cells = _cells([line for _, line in numbered])
    lines = tuple(
        PastedLine(number=number, text=line.strip(), cells=tuple(row))
        for (number, line), row in zip(numbered, cells, strict=True)
    )
    heading = _heading(cells[0]) if cells else ()
    if heading:
        return PastedTable(columns=heading, lines=lines[1:])
    return PastedTable(columns=_guessed(cells), lines=lines)


def grade_of(text: str) -> Grade | None:
    """The grade that a text stands for, or None."""
    try:
        return Grade.parse(text)
    except InputError:
        return None


def number_of(text: str) -> float | None:
    """The number that a text stands for, or None."""
    try:
        return bounds_of(Player, "rating").decimal(text.replace(",", "."))
    except InputError:
        return None


def _cells(texts: Sequence[str]) -> list[list[str]]:
    """The cells of every line, by the separator that most lines have."""
    for sign in ("\t", ";", "|"):
        if _share([sign in text for text in texts]) >= _MOST:
            return [_split(text, sign) for text in texts]
    # Before the comma, which may separate surnames from first names.
    if _share([bool(_GAP.search(text.strip())) for text in texts]) >= _MOST:
        return [_GAP.split(text.strip()) for text in texts]
    if _share(["," in text for text in texts]) >= _MOST:
        return [_split(text, ",") for text in texts]
    return [_by_words(text) for text in texts]


def _split(text: str, sign: str) -> list[str]:
    try:
        cells = next(csv.reader([text], delimiter=sign, skipinitialspace=True))
    except csv.Error:
        cells = text.split(sign)
    return [cell.strip() for cell in cells]


def _by_words(text: str) -> list[str]:
    """A line with single blanks: the name up to the grade, the grade, the country and the rest."""
    words = text.split()
    for at, word in enumerate(words):
        if at and grade_of(word):
            after = words[at + 1 :]
            country = after.pop(0) if after and _COUNTRY.fullmatch(after[0]) else ""
            return [" ".join(words[:at]), word, country, " ".join(after)]
    return [text.strip()]


def _heading(cells: Sequence[str]) -> tuple[PastedColumn, ...]:
    """The columns that a heading names; none where the first line is no heading."""
    words = ["".join(sign for sign in plain_name(cell) if sign.isalpha()) for cell in cells]
    columns = [_BY_WORD.get(word, PastedColumn.IGNORED) for word in words]
    known = sum(column is not PastedColumn.IGNORED for column in columns)
    if known < min(2, len(cells)) or any(grade_of(cell) for cell in cells):
        return ()
    if PastedColumn.FIRST_NAME in columns and PastedColumn.SURNAME not in columns:
        columns = [PastedColumn.SURNAME if column is PastedColumn.NAME else column for column in columns]
    return tuple(columns)


def _guessed(table: Sequence[Sequence[str]]) -> tuple[PastedColumn, ...]:
    """The columns recognised from their values, where there is no heading."""
    width = max((len(row) for row in table), default=0)
    columns: list[PastedColumn] = []
    for at in range(width):
        values = [row[at] for row in table if at < len(row) and row[at]]
        columns.append(_guess(values, columns))
    return tuple(columns)


def _guess(values: Sequence[str], before: Sequence[PastedColumn]) -> PastedColumn:
    numbers = [number_of(value) for value in values]
    for column, fits in (
        (PastedColumn.GRADE, [grade_of(value) is not None for value in values]),
        (PastedColumn.EGF_PIN, [bool(_EGF_PIN.fullmatch(value)) for value in values]),
        (PastedColumn.RATING, [number is not None and number >= _LOWEST_RATING for number in numbers]),
        (PastedColumn.IGNORED, [number is not None for number in numbers]),
        (PastedColumn.COUNTRY, [bool(_COUNTRY.fullmatch(value)) for value in values]),
    ):
        # Only the first column of a kind counts, except for those left out.
        if values and _share(fits) >= _MOST and (column is PastedColumn.IGNORED or column not in before):
            return column
    if PastedColumn.NAME not in before and PastedColumn.SURNAME not in before:
        whole = _share([" " in value or "," in value for value in values]) >= _MOST
        return PastedColumn.NAME if whole else PastedColumn.SURNAME
    if PastedColumn.SURNAME in before and PastedColumn.FIRST_NAME not in before:
        return PastedColumn.FIRST_NAME
    return PastedColumn.IGNORED if PastedColumn.CLUB in before else PastedColumn.CLUB


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0
