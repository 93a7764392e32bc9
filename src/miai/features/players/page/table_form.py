"""The form with a table of players: its columns, the lines corrected in it, and what was shown of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from miai.domain.numbers import whole_or_none
from miai.features.players.paste_players import PastedPlayers
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import GuessedBy, read_player_table
from miai.formats.tables.table_rows import joined_cells, read_rows, split_cells, table_sheets, with_row

# Rows of the table that are shown under the columns.
_SAMPLE = 4
# More characters of other sheets are not sent with a page.
_MOST_CARRIED = 300_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """The sheets of a workbook that a form carries along; `shown` is the one whose text is previewed."""

    names: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    shown: str = ""

    @property
    def others(self) -> tuple[tuple[str, int], ...]:
        """The sheets that are not shown, each with its number of lines."""
        pairs = zip(self.names, self.texts, strict=False)
        return tuple((name, len(text.splitlines())) for name, text in pairs if name != self.shown)

    @property
    def carried(self) -> bool:
        """Whether they are small enough to be sent with the page."""
        return sum(map(len, self.texts)) <= _MOST_CARRIED

    def text_of(self, name: str) -> str:
        """The text of a sheet; empty where there is none of that name."""
        return dict(zip(self.names, self.texts, strict=False)).get(name, "")


def sheets_of(data: bytes) -> Sheets:
    """The sheets of a file; the fullest is shown."""
    found = table_sheets(data)
    return Sheets(names=tuple(found), texts=tuple(found.values()), shown=next(iter(found), ""))


@dataclass(frozen=True, slots=True, kw_only=True)
class SampleColumn:
    """A column as the form shows it: its heading, what it seems to hold, and its first cells."""

    heading: str
    key: str
    chosen: bool
    cells: tuple[str, ...]


def sample_columns(paste: PastedPlayers) -> tuple[SampleColumn, ...]:
    """The columns of a table with their first cells."""
    rows = paste.rows[:_SAMPLE]
    return tuple(
        SampleColumn(
            heading=guess.heading,
            key=guess.column.key,
            chosen=guess.by is GuessedBy.CHOICE,
            cells=tuple(row.cells[at] if at < len(row.cells) else "" for row in rows),
        )
        for at, guess in enumerate(paste.guesses)
    )


def wanted_columns(text: str, keys: Sequence[str]) -> tuple[PlayerColumn, ...]:
    """The columns that the form says; none where the table has another number of columns by now."""
    known = {column.key: column for column in PlayerColumn}
    columns = tuple(known[key] for key in keys if key in known)
    return columns if columns and len(columns) == len(read_player_table(text).guesses) else ()


def with_answer(keys: Sequence[str], answer: str) -> list[str]:
    """The columns with the answer to a question about one of them, such as "3:missed_rounds"."""
    place, _, key = answer.partition(":")
    at = whole_or_none(place)
    return [key if number == at else old for number, old in enumerate(keys)]


def corrected(text: str, numbers: Sequence[int], lines: Sequence[str]) -> str:
    """The text with the lines that were corrected on the form."""
    table = read_rows(text)
    rows = {row.number: row for row in table.rows}
    for number, line in zip(numbers, lines, strict=False):
        row = rows.get(number)
        if row and split_cells(line) != split_cells(joined_cells(row.cells)):
            text = with_row(text, row, split_cells(line), table.separator)
    return text


def fingerprint(text: str, columns: Sequence[str]) -> str:
    """What tells whether a table or its columns were changed since they were shown."""
    # Browsers send line breaks in their own way and drop the first one.
    plain = "\n".join(text.strip("\r\n").splitlines())
    return sha256("\0".join((plain, *columns)).encode()).hexdigest()
