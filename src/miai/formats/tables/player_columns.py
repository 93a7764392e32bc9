"""A table of players: what its columns hold, recognised from a heading or from the values."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from miai.domain.bounds import bounds_of
from miai.domain.people.grade import Grade
from miai.domain.people.names import PARTICLES, is_shouted, plain_name
from miai.domain.people.player import Player
from miai.errors import InputError, unknown_word
from miai.formats.tables.column_headings import CHOICES, ONE_ROUND_COLUMNS, PlayerColumn, column_of_heading
from miai.formats.tables.country_names import country_code
from miai.formats.tables.given_names import is_given_name
from miai.formats.tables.table_rows import MOST, TableRow, read_rows, share
from miai.messages import Message


class GuessedBy(Enum):
    """What a column was recognised from; `CHOICE` is that of a person."""

    HEADING = "heading"
    VALUES = "values"
    CHOICE = "choice"


@dataclass(frozen=True, slots=True, kw_only=True)
class ColumnGuess:
    """What a column seems to hold, from what it was guessed, and its heading where there is one."""

    column: PlayerColumn
    by: GuessedBy
    heading: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTable:
    """The rows without the heading, what their columns hold, and what separates the cells."""

    guesses: tuple[ColumnGuess, ...]
    rows: tuple[TableRow, ...]
    separator: str

    @property
    def columns(self) -> tuple[PlayerColumn, ...]:
        """What the columns hold."""
        return tuple(guess.column for guess in self.guesses)


_EGF_PIN = re.compile(r"[0-9]{8}")
_LICENCE = re.compile(r"[0-9]{7}")
_COUNTRY = re.compile(r"[A-Za-z]{2}")
_FLAGS = re.compile(r"[01]{3,20}")
_SPAN = re.compile(r"[0-9]{1,2} ?[-–] ?[0-9]{1,2}|[0-9]{1,2}(?: ?[,;+/&] ?[0-9]{1,2})+")
_DECIMAL = re.compile(r"[-+]?[0-9]{1,2}[.,][0-9]+")
_LOWEST_RATING = 100
# "5. kyu", "5-kyu", "(5k)", "5 k.".
_AROUND_GRADE = " ().[]"
_GRADE_SIGNS = re.compile(r"([0-9]) ?(?:[.-]|er|ème|eme|th|st|nd|rd)? ?(?=[a-z])", re.IGNORECASE)
# Values in a column of their own by which a form says that somebody does not play in a round.
NO_WORDS = frozenset("0 no n nein non false faux falsch absent - – x0 nee ne nie".split())


def read_player_table(
    text: str, columns: Sequence[PlayerColumn] | Mapping[int, PlayerColumn] = ()
) -> PlayerTable:
    """Split a text into rows and recognise the columns; those chosen, in order or by index, are as chosen."""
    table = read_rows(text)
    cells = [row.cells for row in table.rows]
    heading = _heading(cells[0]) if cells else ()
    rows = table.rows[1:] if heading else table.rows
    guesses = _with_names(heading or _guessed(cells), rows, comma=table.separator == "," and not heading)
    return PlayerTable(guesses=_chosen(guesses, columns), rows=rows, separator=table.separator)


def column_named(text: str) -> PlayerColumn:
    """The column with a key or a name for people."""
    plain = text.strip().lower().replace("-", "_").replace(" ", "_")
    for column in CHOICES:
        if plain in (column.key, column.value.lower().replace(" ", "_")):
            return column
    what = Message("'%(text)s' is not a column", text=text.strip())
    raise InputError(unknown_word(what, plain, (column.key for column in CHOICES)))


def grade_of(text: str) -> Grade | None:
    """The grade that a text stands for, also "5. kyu" or "(5k)", or None."""
    try:
        return Grade.parse(_GRADE_SIGNS.sub(r"\1", text.strip(_AROUND_GRADE)))
    except InputError:
        return None


def number_of(text: str, field: str = "rating") -> float | None:
    """The number that a text stands for, with a point or a comma, or None."""
    plain = "".join(text.split()).replace(",", ".").replace("−", "-")
    try:
        return bounds_of(Player, field).decimal(plain)
    except InputError:
        return None


def _heading(cells: Sequence[str]) -> tuple[ColumnGuess, ...]:
    """The columns that a heading names; none where the first line is no heading."""
    columns = [column_of_heading(cell) for cell in cells]
    if not _names_columns(columns) or any(_is_value(cell) for cell in cells):
        return ()
    found = _meant_beside_each_other([column or PlayerColumn.IGNORED for column in columns])
    return tuple(
        ColumnGuess(
            column=_first_only(column, found[:at]), by=GuessedBy.HEADING, heading=" ".join(cell.split())
        )
        for at, (column, cell) in enumerate(zip(found, cells, strict=True))
    )


def _names_columns(columns: Sequence[PlayerColumn | None]) -> bool:
    """True if at least two cells, or the only one, name columns, and one of them is not ignored."""
    known = [column for column in columns if column]
    used = [column for column in known if column is not PlayerColumn.IGNORED]
    return len(known) >= min(2, len(columns)) and bool(used)


def _meant_beside_each_other(columns: Sequence[PlayerColumn]) -> list[PlayerColumn]:
    """The columns with headings read by the others: "Name" is the part of the name that has no own column.

    The declared grade is the grade if there is no other.
    """
    found = list(columns)
    parts = (PlayerColumn.FIRST_NAME, PlayerColumn.SURNAME)
    for part, other in (parts, parts[::-1]):
        if part in found and other not in found:
            found = _exchanged(found, PlayerColumn.NAME, other)
    if PlayerColumn.GRADE not in found:
        found = _exchanged(found, PlayerColumn.DECLARED_GRADE, PlayerColumn.GRADE)
    return found


def _exchanged(columns: Sequence[PlayerColumn], old: PlayerColumn, new: PlayerColumn) -> list[PlayerColumn]:
    return [new if column is old else column for column in columns]


def _is_value(cell: str) -> bool:
    """Whether a cell belongs to a player, so that its line is no heading."""
    return grade_of(cell) is not None or bool(_EGF_PIN.fullmatch(cell)) or "@" in cell


def _first_only(column: PlayerColumn, before: Sequence[PlayerColumn]) -> PlayerColumn:
    """Only the first column of a kind counts, except for rounds."""
    return PlayerColumn.IGNORED if column in before and column not in ONE_ROUND_COLUMNS else column


def _guessed(table: Sequence[Sequence[str]]) -> tuple[ColumnGuess, ...]:
    """The columns recognised from their values, where there is no heading."""
    width = max((len(row) for row in table), default=0)
    columns: list[PlayerColumn] = []
    for at in range(width):
        values = [row[at] for row in table if at < len(row) and row[at]]
        columns.append(_guess(values, columns))
    return tuple(ColumnGuess(column=column, by=GuessedBy.VALUES) for column in _in_order(columns, table))


def _in_order(columns: Sequence[PlayerColumn], table: Sequence[Sequence[str]]) -> Sequence[PlayerColumn]:
    """The columns with surname and first name exchanged where the first names come first."""
    parts = (PlayerColumn.SURNAME, PlayerColumn.FIRST_NAME)
    if not set(parts) <= set(columns):
        return columns
    one, other = (columns.index(part) for part in parts)
    names = [f"{row[one]} {row[other]}" for row in table if len(row) > max(one, other)]
    if sum(map(given_first_vote, names)) <= 0:
        return columns
    exchanged = dict(zip(parts, reversed(parts), strict=True))
    return [exchanged.get(column, column) for column in columns]


def _is_rating(value: str) -> bool:
    number = number_of(value)
    return number is not None and number >= _LOWEST_RATING


_KINDS: tuple[tuple[PlayerColumn, Callable[[str], bool]], ...] = (
    (PlayerColumn.GRADE, lambda value: grade_of(value) is not None),
    (PlayerColumn.EGF_PIN, lambda value: bool(_EGF_PIN.fullmatch(value))),
    (PlayerColumn.FFG_LICENCE, lambda value: bool(_LICENCE.fullmatch(value))),
    (PlayerColumn.UNCLEAR_ROUNDS, lambda value: bool(_FLAGS.fullmatch(value) or _SPAN.fullmatch(value))),
    (PlayerColumn.RATING, _is_rating),
    (PlayerColumn.AGA_RATING, lambda value: bool(_DECIMAL.fullmatch(value))),
    (PlayerColumn.IGNORED, lambda value: number_of(value) is not None or "@" in value),
    (PlayerColumn.COUNTRY, lambda value: bool(_COUNTRY.fullmatch(value)) or bool(country_code(value))),
)


def _guess(values: Sequence[str], before: Sequence[PlayerColumn]) -> PlayerColumn:
    for column, fits in _KINDS:
        # Only the first column of a kind counts, except for those left out.
        free = column is PlayerColumn.IGNORED or column not in before
        if values and free and share([fits(value) for value in values]) >= MOST:
            return column
    if PlayerColumn.NAME not in before and PlayerColumn.SURNAME not in before:
        return PlayerColumn.NAME if _are_whole(values) else PlayerColumn.SURNAME
    if PlayerColumn.SURNAME in before and PlayerColumn.FIRST_NAME not in before:
        return PlayerColumn.FIRST_NAME
    return PlayerColumn.IGNORED if PlayerColumn.CLUB in before else PlayerColumn.CLUB


def _with_names(
    guesses: tuple[ColumnGuess, ...], rows: Sequence[TableRow], *, comma: bool
) -> tuple[ColumnGuess, ...]:
    """The columns with the order of names in one that holds them whole.

    People who write "Ada Adler, 5k" put the first name first, programs the surname.
    """
    columns = [guess.column for guess in guesses]
    alone = PlayerColumn.FIRST_NAME not in columns
    kind = PlayerColumn.SURNAME if PlayerColumn.SURNAME in columns and alone else PlayerColumn.NAME
    if kind not in columns:
        return guesses
    at = columns.index(kind)
    names = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
    if kind is PlayerColumn.SURNAME and not _are_whole(names):
        return guesses
    order = PlayerColumn.GIVEN_FIRST if _begin_with_first_name(names, comma=comma) else PlayerColumn.NAME
    return (*guesses[:at], replace(guesses[at], column=order), *guesses[at + 1 :])


def _are_whole(names: Sequence[str]) -> bool:
    """True if most cells hold several words or a comma, so that a column has whole names."""
    return share([" " in name or "," in name for name in names]) >= MOST


def _begin_with_first_name(names: Sequence[str], *, comma: bool) -> bool:
    votes = sum(given_first_vote(name) for name in names)
    if votes == 0:
        return comma and not any("," in name for name in names)
    return votes > 0


def given_first_vote(name: str) -> int:
    """1 where a name seems to begin with the first name, -1 with the surname, 0 where nothing says so."""
    words = name.split()
    if "," in name or len(words) < 2:
        return 0
    loud = [is_shouted(word) and len(word) > 1 for word in words]
    if any(loud) and not all(loud):
        return 1 if loud[-1] and not loud[0] else -1
    plain = [plain_name(word) for word in words]
    if plain[0] in PARTICLES or any(word in PARTICLES for word in plain[1:-1]):
        return -1 if plain[0] in PARTICLES else 1
    return is_given_name(plain[0]) - is_given_name(plain[-1])


def _chosen(
    guesses: tuple[ColumnGuess, ...], columns: Sequence[PlayerColumn] | Mapping[int, PlayerColumn]
) -> tuple[ColumnGuess, ...]:
    chosen = columns if isinstance(columns, Mapping) else dict(enumerate(columns))
    width = max(len(guesses), *(at + 1 for at in chosen)) if chosen else len(guesses)
    missing = ColumnGuess(column=PlayerColumn.IGNORED, by=GuessedBy.VALUES)
    padded = (*guesses, *[missing] * (width - len(guesses)))
    taken = set(chosen.values()) - set(ONE_ROUND_COLUMNS)
    return tuple(_as_chosen(guess, chosen.get(at), taken) for at, guess in enumerate(padded))


def _as_chosen(guess: ColumnGuess, choice: PlayerColumn | None, taken: set[PlayerColumn]) -> ColumnGuess:
    """A column as a person chose it; one not chosen is left out where another was chosen for the same."""
    if choice is None:
        return replace(guess, column=PlayerColumn.IGNORED) if guess.column in taken else guess
    return guess if choice is guess.column else replace(guess, column=choice, by=GuessedBy.CHOICE)
