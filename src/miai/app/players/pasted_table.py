"""A pasted table: its separator and its columns, recognised from a heading or from what they hold."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from miai.domain.grade import Grade
from miai.domain.names import plain_name
from miai.errors import InputError


class Column(Enum):
    """What a column of a pasted table says."""

    NAME = "name"
    SURNAME = "surname"
    FIRST_NAME = "first name"
    GRADE = "grade"
    RATING = "rating"
    COUNTRY = "country"
    CLUB = "club"
    EGF_PIN = "EGF PIN"
    AGA_ID = "AGA id"
    FFG_LICENCE = "French licence"
    IGNORED = "ignored"


# Plain words of several languages, blanks left out.
_HEADINGS = {
    Column.NAME: "name player spieler joueur naam nomprenom fullname",
    Column.SURNAME: "surname lastname familyname family nom nachname achternaam apellido",
    Column.FIRST_NAME: "firstname first forename given givenname prenom vorname voornaam nombre",
    Column.GRADE: "grade rank rang level niveau strength kyudan",
    Column.RATING: "rating gor elo egfrating",
    Column.COUNTRY: "country nation pays land nationality",
    Column.CLUB: "club klub verein city town ville",
    Column.EGF_PIN: "pin egf egfpin egd",
    Column.AGA_ID: "aga agaid",
    Column.FFG_LICENCE: "ffg licence license",
}
_BY_WORD = {word: column for column, words in _HEADINGS.items() for word in words.split()}
_EGF_PIN = re.compile(r"\d{8}")
_NUMBER = re.compile(r"-?\d+([.,]\d+)?")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_GAP = re.compile(r" {2,}")
# So much of a column must look like a thing for it to be that thing.
_MOST = 0.6
_LOWEST_RATING = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the table, numbered as it was pasted."""

    number: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedTable:
    """Lines without the heading, and what their columns say."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]


def read_table(text: str) -> PastedTable:
    """Part the lines into cells and find out what they are."""
    numbered = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    cells = _cells([line for _, line in numbered])
    lines = tuple(
        Line(number=number, text=line.strip(), cells=tuple(row))
        for (number, line), row in zip(numbered, cells, strict=True)
    )
    heading = _heading(cells[0]) if cells else ()
    if heading:
        return PastedTable(columns=heading, lines=lines[1:])
    return PastedTable(columns=_guessed(cells), lines=lines)


def grade_of(text: str) -> Grade | None:
    """The grade that a text is, if it is one."""
    try:
        return Grade.parse(text)
    except InputError:
        return None


def number_of(text: str) -> float | None:
    """The number that a text is, if it is one."""
    return float(text.replace(",", ".")) if _NUMBER.fullmatch(text) else None


def _cells(texts: Sequence[str]) -> list[list[str]]:
    """The cells of every line, by the separator that most lines have."""
    for sign in ("\t", ";", "|"):
        if _share([sign in text for text in texts]) >= _MOST:
            return [_split(text, sign) for text in texts]
    # Before the comma, which may part surnames from first names.
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
    """A line of single blanks: the name up to the grade, the grade, the country and the rest."""
    words = text.split()
    for at, word in enumerate(words):
        if at and grade_of(word):
            after = words[at + 1 :]
            country = after.pop(0) if after and _COUNTRY.fullmatch(after[0]) else ""
            return [" ".join(words[:at]), word, country, " ".join(after)]
    return [text.strip()]


def _heading(cells: Sequence[str]) -> tuple[Column, ...]:
    """The columns of a heading; nothing where the first line is no heading."""
    words = ["".join(sign for sign in plain_name(cell) if sign.isalpha()) for cell in cells]
    columns = [_BY_WORD.get(word, Column.IGNORED) for word in words]
    known = sum(column is not Column.IGNORED for column in columns)
    if known < min(2, len(cells)) or any(grade_of(cell) for cell in cells):
        return ()
    if Column.FIRST_NAME in columns and Column.SURNAME not in columns:
        columns = [Column.SURNAME if column is Column.NAME else column for column in columns]
    return tuple(columns)


def _guessed(table: Sequence[Sequence[str]]) -> tuple[Column, ...]:
    """What the columns hold, where no heading says it."""
    width = max((len(row) for row in table), default=0)
    columns: list[Column] = []
    for at in range(width):
        values = [row[at] for row in table if at < len(row) and row[at]]
        columns.append(_guess(values, columns))
    return tuple(columns)


def _guess(values: Sequence[str], before: Sequence[Column]) -> Column:
    numbers = [number_of(value) for value in values]
    for column, fits in (
        (Column.GRADE, [grade_of(value) is not None for value in values]),
        (Column.EGF_PIN, [bool(_EGF_PIN.fullmatch(value)) for value in values]),
        (Column.RATING, [number is not None and number >= _LOWEST_RATING for number in numbers]),
        (Column.IGNORED, [number is not None for number in numbers]),
        (Column.COUNTRY, [bool(_COUNTRY.fullmatch(value)) for value in values]),
    ):
        # The first of a kind counts: a column of names comes before the grade whatever the names are.
        if values and _share(fits) >= _MOST and (column is Column.IGNORED or column not in before):
            return column
    if Column.NAME not in before and Column.SURNAME not in before:
        whole = _share([" " in value or "," in value for value in values]) >= _MOST
        return Column.NAME if whole else Column.SURNAME
    if Column.SURNAME in before and Column.FIRST_NAME not in before:
        return Column.FIRST_NAME
    return Column.IGNORED if Column.CLUB in before else Column.CLUB


def _share(flags: Sequence[bool]) -> float:
    return sum(flags) / len(flags) if flags else 0.0
