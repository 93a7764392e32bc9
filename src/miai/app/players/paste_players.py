"""Enter players from a pasted table, after a preview of what was understood."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from miai.app.desk import Desk, Saved
from miai.app.players.entrants import ID_FIELD, RatingLists, match_entrants
from miai.app.players.field import UNLISTED, entered_twice, grade_notice
from miai.app.players.pasted_table import PastedColumn, PastedLine, grade_of, number_of, read_table
from miai.app.players.register_player import NEW, from_list, has_strength, register_players
from miai.domain.grade import Grade, Kind
from miai.domain.listed import ListedPlayer
from miai.domain.names import is_shouted, name_key, put_right, put_right_first_name
from miai.domain.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.messages import Message

_FROM_LIST = ("rating", "aga_rating", "sigma", "rating_date", "rating_origin", "country", "state", "club")
# A placeholder until the rating list gives a grade; never entered.
_NO_GRADE = Grade(Kind.KYU, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedRow:
    """One line: its player, or the problem with it, and what to check before entering the player."""

    line: int
    text: str
    player: Player | None = None
    problem: Message | None = None
    warnings: tuple[Message, ...] = ()
    listed: ListedPlayer | None = None
    twice: bool = False

    @property
    def advised(self) -> bool:
        """Whether the player is entered by default."""
        return self.player is not None and not self.twice


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedPlayers:
    """A pasted table as it was understood."""

    columns: tuple[PastedColumn, ...]
    rows: tuple[PastedRow, ...]


def read_paste(tournament: Tournament, text: str, *, lists: RatingLists | None = None) -> PastedPlayers:
    """Read a pasted table; what a line leaves out is filled in from the rating lists."""
    table = read_table(text)
    known = {key: player.name for player in tournament.players for key in _keys(player)}
    rows = []
    for line in table.lines:
        row = _row(line, table.columns, lists)
        player = row.player
        if player:
            same = [known[key] for key in _keys(player) if key in known]
            if same:
                row = replace(row, warnings=(entered_twice((same[0],)), *row.warnings), twice=True)
            known |= dict.fromkeys(_keys(player), player.name)
        rows.append(row)
    return PastedPlayers(columns=table.columns, rows=tuple(rows))


def register_pasted(
    desk: Desk,
    tournament_id: str,
    text: str,
    *,
    by: str,
    lines: Collection[int] | None = None,
    lists: RatingLists | None = None,
    registration: Registration = Registration.PRELIMINARY,
) -> Saved:
    """Enter the players of the lines chosen, or of all that are advised."""
    paste = read_paste(desk.state(tournament_id).tournament, text, lists=lists)
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


def _row(line: PastedLine, columns: tuple[PastedColumn, ...], lists: RatingLists | None) -> PastedRow:
    cells = {column: cell for column, cell in zip(columns, line.cells, strict=False) if cell}
    surname, first_name = _name(cells)
    grade_text = cells.get(PastedColumn.GRADE, "")
    grade = grade_of(grade_text)
    if not surname or (grade_text and grade is None):
        problem = Message("'%(text)s' is not a grade", text=grade_text) if surname else Message("no name")
        return PastedRow(line=line.number, text=line.text, problem=problem)
    player = Player(
        id=NEW,
        surname=surname,
        first_name=first_name,
        grade=grade or _NO_GRADE,
        rating=number_of(cells.get(PastedColumn.RATING, "")),
        country=cells.get(PastedColumn.COUNTRY, ""),
        state=cells.get(PastedColumn.STATE, ""),
        club=cells.get(PastedColumn.CLUB, ""),
        egf_pin=cells.get(PastedColumn.EGF_PIN, ""),
        aga_id=cells.get(PastedColumn.AGA_ID, ""),
        ffg_licence=cells.get(PastedColumn.FFG_LICENCE, ""),
    )
    listed = _listed(player, lists)
    if grade is None and (listed is None or not has_strength(listed)):
        return PastedRow(line=line.number, text=line.text, problem=Message("no grade"))
    if listed:
        player = _filled(player, listed, has_grade=grade is not None)
    return PastedRow(
        line=line.number,
        text=line.text,
        player=player,
        warnings=tuple(_warnings(player, grade, listed, lists)),
        listed=listed,
    )


def _name(cells: dict[PastedColumn, str]) -> tuple[str, str]:
    surname, first_name = cells.get(PastedColumn.SURNAME, ""), cells.get(PastedColumn.FIRST_NAME, "")
    if PastedColumn.NAME in cells and not surname:
        surname, first_name = _split_name(cells[PastedColumn.NAME])
    return put_right(surname), put_right_first_name(first_name)


def _split_name(name: str) -> tuple[str, str]:
    """ "de Wit, Sander", "DE WIT Sander" or "de Wit Sander": the last word is the first name."""
    before, comma, after = name.partition(",")
    if comma:
        return before.strip(), after.strip()
    words = name.split()
    loud = [word for word in words if is_shouted(word) and len(word) > 1]
    if loud and len(loud) < len(words):
        return " ".join(loud), " ".join(word for word in words if word not in loud)
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (name, "")


def _listed(player: Player, lists: RatingLists | None) -> ListedPlayer | None:
    if lists is None:
        return None
    found = match_entrants(Tournament(players=(player,)), lists).entrants[0].listed
    return found[0] if found else None


def _filled(player: Player, listed: ListedPlayer, *, has_grade: bool) -> Player:
    """The player with what the line leaves out filled in from the list."""
    known = from_list(listed, grade=player.grade if has_grade else None)
    missing = [name for name in (*_FROM_LIST, *ID_FIELD.values()) if not getattr(player, name)]
    if name_key(player.surname, player.first_name) == name_key(known.surname, known.first_name):
        missing += ["surname", "first_name"]
    taken: dict[str, Any] = {name: getattr(known, name) for name in missing}
    return replace(player, grade=known.grade, **taken)


def _warnings(
    player: Player, grade: Grade | None, listed: ListedPlayer | None, lists: RatingLists | None
) -> Iterator[Message]:
    other_grade = grade_notice(player)
    if other_grade:
        yield other_grade.message
    if lists is not None and listed is None:
        yield UNLISTED
    if listed and grade and listed.grade and listed.grade != grade:
        yield Message("the list says %(grade)s", grade=listed.grade)
    if not player.first_name:
        yield Message("no first name")


def _keys(player: Player) -> Iterator[tuple[str, str]]:
    """The ids and the name by which two entries of one person are recognised."""
    for field in ID_FIELD.values():
        if getattr(player, field):
            yield field, getattr(player, field)
    yield "name", name_key(player.surname, player.first_name)
