"""Enter players from a pasted table or a file, after a preview of what was understood."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from miai.desk.live_state import Desk, Saved
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.identity import Description, identity
from miai.domain.people.names import (
    name_key,
    plain_name,
    put_right,
    put_right_first_name,
)
from miai.domain.people.player import Member, Player, Registration, Sex
from miai.domain.people.rating_list_entry import ListedPlayer, ListSource
from miai.domain.people.sides import as_member, people_of, side_of
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.side_rules import SideRules
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.features.lists.candidates import UNDECIDED, Candidate, Decisions, RatingLists, refusing
from miai.features.lists.find_people import ID_FIELD
from miai.features.lists.memberships import federation_of
from miai.features.players.field_checks import UNLISTED, entered_twice, grade_notice
from miai.features.players.listed_person import filled_from, look_up_person, questions_of
from miai.features.players.name_order import (
    KnownNames,
    NameLists,
    NameSplit,
    order_warnings,
    split_name,
    with_name_order,
)
from miai.features.players.pasted_rounds import (
    RoundsQuestion,
    missed_rounds,
    require_answers,
    rounds_questions,
)
from miai.features.players.register_player import NEW, has_strength, register_players
from miai.formats.tables.column_headings import ONE_ROUND_COLUMNS, PlayerColumn
from miai.formats.tables.country_names import country_code
from miai.formats.tables.player_columns import (
    ColumnGuess,
    GuessedBy,
    PlayerTable,
    grade_of,
    number_of,
    read_player_table,
)
from miai.formats.tables.table_rows import TableRow
from miai.messages import Message

# A placeholder until the rating list gives a grade; never entered.
_NO_GRADE = Grade(Kind.KYU, 30)
_LICENCE_DIGITS = 7
_NAMES = (PlayerColumn.NAME, PlayerColumn.GIVEN_FIRST)
_OF_NAMES = (*_NAMES, PlayerColumn.SURNAME)
# What stands between the people of a side.
_BETWEEN_PEOPLE = "/"
# A year of birth, alone or in a date.
_YEAR = re.compile(r"(?<![0-9])(?:19|20)[0-9]{2}(?![0-9])")
# Without accents, in English, French and German.
_FEMALE = frozenset("f w female woman girl feminin femme fille weiblich frau".split())
_MALE = frozenset("m h male man boy masculin homme garcon mannlich maennlich mann herr".split())
_YES = frozenset("yes y oui ja j x 1 true vrai wahr on".split())
Columns = Sequence[PlayerColumn] | Mapping[int, PlayerColumn]


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedRow:
    """One line: its player, or the problem with it, and what to check before entering the player.

    `twice` has an id or the name of an entrant or an earlier line; a `namesake` contradicts being the same.
    """

    line: int
    text: str
    cells: tuple[str, ...] = ()
    player: Player | None = None
    problem: Message | None = None
    warnings: tuple[Message, ...] = ()
    listed: ListedPlayer | None = None
    perhaps: tuple[Candidate, ...] = ()
    twice: bool = False
    namesake: bool = False

    @property
    def advised(self) -> bool:
        """Whether the player is entered by default."""
        return self.player is not None and (not self.twice or self.namesake)

    @property
    def questions(self) -> tuple[Message, ...]:
        """The questions about listed players as texts."""
        return questions_of(self.perhaps)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPlayers:
    """A pasted table as it was understood; `separator` stands between the cells of its text."""

    guesses: tuple[ColumnGuess, ...]
    rows: tuple[PastedRow, ...]
    separator: str

    @property
    def columns(self) -> tuple[PlayerColumn, ...]:
        """What the columns hold."""
        return tuple(guess.column for guess in self.guesses)

    @property
    def questions(self) -> tuple[RoundsQuestion, ...]:
        """The columns of which a person must say what they mean before any player is entered."""
        return rounds_questions(self.guesses, [row.cells for row in self.rows])

    @property
    def repeated(self) -> tuple[Message, ...]:
        """What more than one column holds; the first cell that is not empty counts."""
        columns = self.columns
        many = (PlayerColumn.IGNORED, *ONE_ROUND_COLUMNS)
        return tuple(
            Message("more than one column: %(column)s", column=column.title)
            for column in dict.fromkeys(columns)
            if columns.count(column) > 1 and column not in many
        )


def read_paste(
    tournament: Tournament,
    text: str,
    *,
    columns: Columns = (),
    lists: NameLists | None = None,
    swapped: Collection[int] = (),
    decided: Decisions = UNDECIDED,
) -> PastedPlayers:
    """Read a table of players; what a line leaves out is filled in if a rating list has the same person.

    Columns chosen, in order or by index, are as chosen; the others are guessed. Where people play as sides,
    a line may name all of a side: "Fox Ida / Green Tom", with their grades, clubs and so on in that order.
    Lines that are `swapped` have surname and first name the other way round. `decided` names lines of the
    table and listed players, such as "3:egf:12345678".
    """
    table = read_player_table(text, columns)
    known = KnownNames(tournament.players, lists)
    if not columns:
        table = with_name_order(table, known)
    looked = _Lookup(lists=lists, decided=decided, federation=federation_of(tournament))
    rows = [
        _row_of(line, table, _Names(known=known, swapped=line.number in swapped), looked, tournament.settings)
        for line in table.rows
    ]
    return PastedPlayers(
        guesses=table.guesses, rows=tuple(_told_twice(tournament, rows)), separator=table.separator
    )


def read_entries(
    tournament: Tournament,
    entries: Mapping[int, Mapping[PlayerColumn, str]],
    *,
    lists: RatingLists | None = None,
    decided: Decisions = UNDECIDED,
    known: KnownNames | None = None,
) -> tuple[PastedRow, ...]:
    """Read players whose cells are known one by one, by number, as the lines of a table are read."""
    rows = []
    looked = _Lookup(lists=lists, decided=decided, federation=federation_of(tournament))
    names = _Names(known=known or KnownNames())
    for number, cells in entries.items():
        guesses = tuple(ColumnGuess(column=column, by=GuessedBy.CHOICE) for column in cells)
        table = PlayerTable(guesses=guesses, rows=(), separator="")
        line = TableRow(number=number, text="", cells=tuple(cells.values()))
        rows.append(_row(line, table, names, looked, tournament.settings.rounds))
    return tuple(_told_twice(tournament, rows))


def _told_twice(tournament: Tournament, rows: Sequence[PastedRow]) -> Iterator[PastedRow]:
    """The rows; one of a person who is entered already, or in an earlier row, says so.

    A namesake of another country, club or grade is named, but not left out by default.
    """
    known = {key: person for player in tournament.players for key, person in _known_by(player)}
    for row in rows:
        if row.player is None:
            yield row
            continue
        own = tuple(_known_by(row.player))
        same = [(person, known[key]) for key, person in own if key in known]
        known |= dict(own)
        said = (entered_twice((same[0][1].name,)), *row.warnings) if same else row.warnings
        namesake = all(identity(person, other).contradicting for person, other in same)
        yield replace(row, warnings=said, twice=bool(same), namesake=namesake)


def register_pasted(
    desk: Desk,
    tournament_id: str,
    text: str,
    *,
    by: str,
    lines: Collection[int] | None = None,
    columns: Columns = (),
    lists: NameLists | None = None,
    swapped: Collection[int] = (),
    registration: Registration = Registration.PRELIMINARY,
    decided: Decisions = UNDECIDED,
) -> Saved:
    """Enter the players of the lines chosen, or of all that are advised."""
    tournament = desk.state(tournament_id).tournament
    paste = read_paste(tournament, text, columns=columns, lists=lists, swapped=swapped, decided=decided)
    require_answers(paste.questions)
    chosen = [row for row in paste.rows if (row.advised if lines is None else row.line in lines)]
    problems = [
        Problem(what=row.problem, where=Message("line %(line)s", line=row.line))
        for row in chosen
        if row.problem
    ]
    if problems:
        raise InputError(problems)
    players = [replace(row.player, registration=registration) for row in chosen if row.player]
    return register_players(desk, tournament_id, players, by=by)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lookup:
    """Where people are looked up, and what was decided about them."""

    lists: RatingLists | None
    decided: Decisions
    federation: ListSource | None


def _row_of(
    line: TableRow, table: PlayerTable, names: "_Names", looked: _Lookup, settings: Settings
) -> PastedRow:
    """The player of a line, or the side whose people have a stroke between them."""
    cells = [[part.strip() for part in cell.split(_BETWEEN_PEOPLE)] for cell in line.cells]
    people = max(
        (len(parts) for parts, column in zip(cells, table.columns, strict=False) if column in _OF_NAMES),
        default=1,
    )
    if settings.sides.people == 1 or people == 1:
        return _row(line, table, names, looked, settings.rounds)
    parts = [replace(line, cells=tuple(_part(each, at) for each in cells)) for at in range(people)]
    rows = [_row(each, table, names, looked, settings.rounds) for each in parts]
    return _side_row(rows, replace(rows[0], text=line.text, cells=line.cells), settings.sides)


def _side_row(rows: Sequence[PastedRow], whole: PastedRow, rules: SideRules) -> PastedRow:
    """The row of a side: its people together, or the first problem of any of them."""
    whole = replace(whole, perhaps=tuple(each for row in rows for each in row.perhaps))
    wrong = next((row.problem for row in rows if row.problem), None)
    players = [row.player for row in rows if row.player]
    if wrong or len(players) < len(rows):
        return replace(whole, player=None, problem=wrong)
    try:
        side = side_of(players[0], [as_member(player) for player in players], rules)
    except InputError as error:
        return replace(whole, player=None, problem=error.problems[0].what)
    said = tuple(dict.fromkeys(warning for row in rows for warning in row.warnings))
    return replace(whole, player=side, warnings=said, listed=None)


def _part(parts: Sequence[str], at: int) -> str:
    """What a cell says of one of the people: one part is for all of them."""
    return parts[0] if len(parts) == 1 else parts[at] if at < len(parts) else ""


def _row(line: TableRow, table: PlayerTable, names: "_Names", looked: _Lookup, rounds: int) -> PastedRow:
    row = PastedRow(line=line.number, text=line.text, cells=line.cells)
    given = [(column, cell) for column, cell in zip(table.columns, line.cells, strict=False) if cell]
    cells = dict(reversed(given))
    split = names.split(cells)
    surname, first_name = put_right(split.surname), put_right_first_name(split.first_name)
    grade_text = cells.get(PlayerColumn.GRADE, "")
    grade, declared = grade_of(grade_text), grade_of(cells.get(PlayerColumn.DECLARED_GRADE, ""))
    if not surname or (grade_text and grade is None):
        problem = Message("'%(text)s' is not a grade", text=grade_text) if surname else Message("no name")
        return replace(row, problem=problem)
    missed = missed_rounds(table.guesses, line.cells, rounds)
    player = Player(
        id=NEW,
        surname=surname,
        first_name=first_name,
        grade=grade or _NO_GRADE,
        declared_grade=declared if declared != grade else None,
        rating=number_of(cells.get(PlayerColumn.RATING, "")),
        aga_rating=number_of(cells.get(PlayerColumn.AGA_RATING, ""), "aga_rating"),
        absent_rounds=missed.rounds,
        **_texts(cells),
    )
    row = _looked_up(row, player, grade, looked)
    if row.player is None:
        return row
    said = (
        *names.warnings(cells, split, row.listed),
        *_warnings(row, grade, looked.lists),
        *_unread(cells, row.player),
        *missed.warnings,
    )
    return replace(row, warnings=said)


def _looked_up(row: PastedRow, player: Player, grade: Grade | None, looked: _Lookup) -> PastedRow:
    """The row with its player, filled in from the list that has the same person."""
    found = look_up_person(
        player if grade else _without_grade(player),
        looked.lists,
        decided=looked.decided.at(row.line),
        federation=looked.federation,
    )
    listed, row = found.listed, replace(row, perhaps=found.perhaps, listed=found.listed)
    if found.problem:
        return replace(row, problem=found.problem)
    player = refusing(player, found.refused)
    if grade is None and (listed is None or not has_strength(listed)):
        if player.rating is None:
            return replace(row, problem=Message("no grade"))
        player = replace(player, grade=Grade.of_rating(player.rating))
    if listed:
        player = filled_from(player, listed, grade=player.grade if grade else None)
    return replace(row, player=player)


def _without_grade(player: Player) -> Description:
    """What is known of somebody whose grade was not given."""
    texts = {name: getattr(player, name) for name in ("surname", "first_name", "country", "club", "rating")}
    return Description(**texts, **{name: getattr(player, name) for name in ID_FIELD.values()})


def _texts(cells: dict[PlayerColumn, str]) -> dict[str, Any]:
    """The fields of a player that are text, or a word for something."""
    country = cells.get(PlayerColumn.COUNTRY, "")
    licence = cells.get(PlayerColumn.FFG_LICENCE, "")
    return {
        "country": country.upper() if len(country) == 2 else country_code(country) or country,
        "state": cells.get(PlayerColumn.STATE, ""),
        "city": cells.get(PlayerColumn.CITY, ""),
        "club": cells.get(PlayerColumn.CLUB, ""),
        "team": cells.get(PlayerColumn.TEAM, ""),
        "egf_pin": cells.get(PlayerColumn.EGF_PIN, ""),
        "aga_id": cells.get(PlayerColumn.AGA_ID, ""),
        **_about_person(cells),
        # A spreadsheet drops leading zeros.
        "ffg_licence": licence.zfill(_LICENCE_DIGITS) if licence.isdecimal() else licence,
    }


def _about_person(cells: dict[PlayerColumn, str]) -> dict[str, Any]:
    years = _YEAR.findall(cells.get(PlayerColumn.BIRTH_YEAR, ""))
    sex = plain_name(cells.get(PlayerColumn.SEX, "")).strip()
    newcomer = plain_name(cells.get(PlayerColumn.NEWCOMER, "")).strip()
    return {
        "birth_year": int(years[0]) if len(years) == 1 else None,
        "sex": Sex.FEMALE if sex in _FEMALE else Sex.MALE if sex in _MALE else None,
        "newcomer": newcomer in _YES,
    }


def _unread(cells: dict[PlayerColumn, str], player: Player) -> Iterator[Message]:
    """Cells that do not hold what their column should; the player is entered without them."""
    for column, value in (
        (PlayerColumn.RATING, player.rating),
        (PlayerColumn.AGA_RATING, player.aga_rating),
    ):
        if column in cells and value is None:
            yield Message("'%(text)s' is not a rating", text=cells[column])
    if cells.get(PlayerColumn.BIRTH_YEAR) and player.birth_year is None:
        yield Message("'%(text)s' is not a year of birth", text=cells[PlayerColumn.BIRTH_YEAR])
    declared = cells.get(PlayerColumn.DECLARED_GRADE, "")
    if declared and grade_of(declared) is None:
        yield Message("'%(text)s' is not a grade", text=declared)
    if len(player.country) > 2 and cells.get(PlayerColumn.COUNTRY):
        yield Message("'%(text)s' is not the code of a country", text=player.country)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Names:
    """The way the names of a line are split."""

    known: KnownNames = field(default_factory=KnownNames)
    swapped: bool = False

    def split(self, cells: Mapping[PlayerColumn, str]) -> NameSplit:
        """Surname and first name of some cells."""
        whole = next((column for column in _NAMES if column in cells), None)
        surname = cells.get(PlayerColumn.SURNAME, "")
        if whole and not surname:
            given_first = whole is PlayerColumn.GIVEN_FIRST
            split = split_name(cells[whole], self.known, given_first=given_first)
        else:
            split = NameSplit(surname=surname, first_name=cells.get(PlayerColumn.FIRST_NAME, ""))
        return split.swapped if self.swapped and split.first_name else split

    def warnings(
        self, cells: Mapping[PlayerColumn, str], split: NameSplit, listed: ListedPlayer | None
    ) -> Iterator[Message]:
        """A remark on a name that is perhaps the other way round."""
        whole = next((column for column in _NAMES if column in cells), None)
        if whole and not self.swapped and listed is None:
            yield from order_warnings(cells[whole], split, self.known)


def _warnings(row: PastedRow, grade: Grade | None, lists: RatingLists | None) -> Iterator[Message]:
    player, listed = row.player, row.listed
    assert player is not None  # noqa: S101 - asked before
    other_grade = grade_notice(player)
    if other_grade:
        yield other_grade.message
    if grade is None and listed is None:
        yield Message("the grade is that of the rating")
    if lists is not None and listed is None and not row.perhaps:
        yield UNLISTED
    if listed and grade and listed.grade and listed.grade != grade:
        yield Message("the list says %(grade)s", grade=listed.grade)
    if not player.first_name:
        yield Message("no first name")


def entry_keys(player: Player) -> Iterator[tuple[str, str]]:
    """The ids and names of a player, or of all the people of a side."""
    for key, _ in _known_by(player):
        yield key


def _known_by(player: Player) -> Iterator[tuple[tuple[str, str], Player | Member]]:
    """The people of an entry, each with the ids and the name by which they are recognised."""
    for person in people_of(player):
        for key in _keys(person):
            yield key, person


def _keys(player: Player | Member) -> Iterator[tuple[str, str]]:
    """The ids and the name by which two entries of one person are recognised."""
    for name in ID_FIELD.values():
        if getattr(player, name):
            yield name, getattr(player, name)
    yield "name", name_key(player.surname, player.first_name)
