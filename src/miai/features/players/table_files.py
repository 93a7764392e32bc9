"""Read a file with a table of players, for the command line."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from miai.domain.log import events
from miai.domain.log.new_ids import NewIds
from miai.domain.numbers import whole_or_none
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.players.paste_players import PastedPlayers, read_paste
from miai.features.players.pasted_rounds import require_answers
from miai.features.players.register_player import entering, tidy
from miai.formats.foreign_json import foreign_json
from miai.formats.reading import in_file
from miai.formats.registry import load, recognise
from miai.formats.tables.column_headings import PlayerColumn
from miai.formats.tables.player_columns import ColumnGuess, column_named, read_player_table
from miai.formats.tables.table_rows import table_sheets, table_text
from miai.formats.tables.workbook import is_workbook
from miai.messages import AnyOf, Message
from miai.store.folder import data_folder
from miai.store.people.player_lists import FILE_NAME, PlayerLists

_ENDINGS = (".csv", ".tsv", ".xlsx")


def is_table_file(path: Path) -> bool:
    """Whether a file is a table of players, by its ending or because it is no tournament."""
    if path.suffix.lower() in _ENDINGS:
        return True
    try:
        data = load(path)
        if is_workbook(data):
            return True
        if foreign_json(data):
            return False
        recognise(data)
    except InputError:
        return path.is_file()
    return False


def read_table_file(
    path: Path, tournament: Tournament, *, columns: str = "", sheet: str = "", data: Path | None = None
) -> PastedPlayers:
    """The players of a file, before they are added to a tournament; `columns` as "name=1,grade=Level".

    `sheet` is the name of a workbook's sheet, by default the one with most cells.
    What a line leaves out is filled in from the rating lists in the folder, where there are any.
    """
    try:
        text = _text(load(path), sheet)
        chosen = chosen_columns(_stated(columns), read_player_table(text).guesses)
        paste = _read(tournament, text, chosen, data_folder(data))
        require_answers(paste.questions)
    except InputError as error:
        raise in_file(error, path.name) from error
    return paste


def _read(
    tournament: Tournament, text: str, chosen: Mapping[int, PlayerColumn], folder: Path
) -> PastedPlayers:
    """The players of a text, with the rating lists in a folder if it has any."""
    if not (folder / FILE_NAME).exists():
        return read_paste(tournament, text, columns=chosen)
    with PlayerLists(folder) as lists:
        return read_paste(tournament, text, columns=chosen, lists=lists)


def _text(data: bytes, sheet: str) -> str:
    """The text of the table, or of the sheet asked for."""
    if not sheet:
        return table_text(data)
    sheets = table_sheets(data) if is_workbook(data) else {}
    if not sheets:
        raise InputError(Message("only a workbook (.xlsx) has sheets"))
    for name, text in sheets.items():
        if name.casefold() == sheet.strip().casefold():
            return text
    known = AnyOf(tuple(sheets))
    raise InputError(Message("the workbook has no sheet '%(sheet)s': %(known)s", sheet=sheet, known=known))


def pasted_entries(paste: PastedPlayers, ids: NewIds) -> list[events.PlayerRegistered]:
    """The entries of the players of a table, without those who are entered already."""
    return entering(ids, [tidy(row.player) for row in paste.rows if row.player and row.advised])


def _stated(text: str) -> Iterator[tuple[str, str]]:
    """The columns of "name=1,grade=Level", each with its place."""
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, where = part.partition("=")
        if not sign:
            raise InputError(Message("'%(text)s' is not a column: write name=1 or name=HEADING", text=part))
        yield name, where.strip()


def chosen_columns(
    stated: Iterable[tuple[str, str]], guesses: Sequence[ColumnGuess]
) -> dict[int, PlayerColumn]:
    """The columns that are stated with their numbers or headings, by their index."""
    return {_index(where, guesses): column_named(name) for name, where in stated}


def _index(where: str, guesses: Sequence[ColumnGuess]) -> int:
    number = whole_or_none(where)
    if number is not None and 1 <= number <= len(guesses):
        return number - 1
    for at, guess in enumerate(guesses):
        if guess.heading.casefold() == where.casefold() != "":
            return at
    raise InputError(Message("the table has no column '%(column)s'", column=where))
