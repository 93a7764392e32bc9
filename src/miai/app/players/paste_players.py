"""Enter players from a pasted table, after a look at what was understood."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Any

from miai.app.desk import Desk, Saved
from miai.app.players.entrants import ID_FIELD, Lists, match_entrants
from miai.app.players.field import odd_grade
from miai.app.players.pasted_table import Column, Line, grade_of, number_of, read_table
from miai.app.players.register_player import NEW, from_list, has_strength, register_players
from miai.domain.grade import Grade, Kind
from miai.domain.listed import ListedPlayer
from miai.domain.names import is_shouted, name_key, put_right, put_right_first_name
from miai.domain.player import Player, Registration
from miai.domain.tournament import Tournament
from miai.errors import InputError

_TAKEN_OVER = ("rating", "aga_rating", "sigma", "rating_date", "rating_origin", "country", "club")
# Stands in until the rating list or the director knows better; never entered.
_NO_GRADE = Grade(Kind.KYU, 30)


@dataclass(frozen=True, slots=True, kw_only=True)
class PastedRow:
    """One line: the player it makes, or why it makes none, and what to look at before entering them."""

    line: int
    text: str
    player: Player | None = None
    problem: str = ""
    warnings: tuple[str, ...] = ()
    listed: ListedPlayer | None = None
    twice: bool = False

    @property
    def advised(self) -> bool:
        """Whether to enter the player unless told otherwise."""
        return self.player is not None and not self.twice


@dataclass(frozen=True, slots=True, kw_only=True)
class Paste:
    """A pasted table as it was understood."""

    columns: tuple[Column, ...]
    rows: tuple[PastedRow, ...]


def read_paste(tournament: Tournament, text: str, *, lists: Lists | None = None) -> Paste:
    """Understand a pasted table; what a line leaves out is filled in from the rating lists."""
    table = read_table(text)
    known = {key: player.name for player in tournament.players for key in _keys(player)}
    rows = []
    for line in table.lines:
        row = _row(line, table.columns, lists)
        player = row.player
        if player:
            same = [known[key] for key in _keys(player) if key in known]
            if same:
                row = replace(row, warnings=(f"twice? also {same[0]}", *row.warnings), twice=True)
            known |= dict.fromkeys(_keys(player), player.name)
        rows.append(row)
    return Paste(columns=table.columns, rows=tuple(rows))


def register_pasted(
    desk: Desk,
    tournament_id: str,
    text: str,
    *,
    by: str,
    lines: Collection[int] | None = None,
    lists: Lists | None = None,
    registration: Registration = Registration.PRELIMINARY,
) -> Saved:
    """Enter the players of the lines chosen, or of all that are advised."""
    paste = read_paste(desk.state(tournament_id).tournament, text, lists=lists)
    chosen = [row for row in paste.rows if (row.advised if lines is None else row.line in lines)]
    for row in chosen:
        if row.player is None:
            raise InputError(f"line {row.line}: {row.problem}")
    players = [replace(row.player, registration=registration) for row in chosen if row.player]
    return register_players(desk, tournament_id, players, by=by)


def _row(line: Line, columns: tuple[Column, ...], lists: Lists | None) -> PastedRow:
    said = {column: cell for column, cell in zip(columns, line.cells, strict=False) if cell}
    surname, first_name = _name(said)
    grade_text = said.get(Column.GRADE, "")
    grade = grade_of(grade_text)
    if not surname or (grade_text and grade is None):
        problem = f"'{grade_text}' is not a grade" if surname else "no name"
        return PastedRow(line=line.number, text=line.text, problem=problem)
    player = Player(
        id=NEW,
        surname=surname,
        first_name=first_name,
        grade=grade or _NO_GRADE,
        rating=number_of(said.get(Column.RATING, "")),
        country=said.get(Column.COUNTRY, ""),
        club=said.get(Column.CLUB, ""),
        egf_pin=said.get(Column.EGF_PIN, ""),
        aga_id=said.get(Column.AGA_ID, ""),
        ffg_licence=said.get(Column.FFG_LICENCE, ""),
    )
    listed = _listed(player, lists)
    if grade is None and (listed is None or not has_strength(listed)):
        return PastedRow(line=line.number, text=line.text, problem="no grade")
    if listed:
        player = _filled(player, listed, has_grade=grade is not None)
    return PastedRow(
        line=line.number,
        text=line.text,
        player=player,
        warnings=tuple(_warnings(player, grade, listed, lists)),
        listed=listed,
    )


def _name(said: dict[Column, str]) -> tuple[str, str]:
    surname, first_name = said.get(Column.SURNAME, ""), said.get(Column.FIRST_NAME, "")
    if Column.NAME in said and not surname:
        surname, first_name = _parted(said[Column.NAME])
    return put_right(surname), put_right_first_name(first_name)


def _parted(name: str) -> tuple[str, str]:
    """ "de Wit, Sander", "DE WIT Sander" or "de Wit Sander": the last word is the first name."""
    before, comma, after = name.partition(",")
    if comma:
        return before.strip(), after.strip()
    words = name.split()
    loud = [word for word in words if is_shouted(word) and len(word) > 1]
    if loud and len(loud) < len(words):
        return " ".join(loud), " ".join(word for word in words if word not in loud)
    return (" ".join(words[:-1]), words[-1]) if len(words) > 1 else (name, "")


def _listed(player: Player, lists: Lists | None) -> ListedPlayer | None:
    if lists is None:
        return None
    found = match_entrants(Tournament(players=(player,)), lists).entrants[0].listed
    return found[0] if found else None


def _filled(player: Player, listed: ListedPlayer, *, has_grade: bool) -> Player:
    """The player with what the list knows and the line does not say."""
    known = from_list(listed, grade=player.grade if has_grade else None)
    missing = [name for name in (*_TAKEN_OVER, *ID_FIELD.values()) if not getattr(player, name)]
    if name_key(player.surname, player.first_name) == name_key(known.surname, known.first_name):
        missing += ["surname", "first_name"]
    taken: dict[str, Any] = {name: getattr(known, name) for name in missing}
    return replace(player, grade=known.grade, **taken)


def _warnings(
    player: Player, grade: Grade | None, listed: ListedPlayer | None, lists: Lists | None
) -> Iterator[str]:
    odd = odd_grade(player)
    if odd:
        yield odd.text
    if lists is not None and listed is None:
        yield "in no rating list"
    if listed and grade and listed.grade and listed.grade != grade:
        yield f"the list says {listed.grade}"
    if not player.first_name:
        yield "no first name"


def _keys(player: Player) -> Iterator[tuple[str, str]]:
    """What two entries of one person share."""
    for field in ID_FIELD.values():
        if getattr(player, field):
            yield field, getattr(player, field)
    yield "name", name_key(player.surname, player.first_name)
