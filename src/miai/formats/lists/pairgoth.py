"""Reads the lists that Pairgoth keeps: the EGF's and the French one as JSON, dated by the file's name."""

import json
from typing import Any

from miai.domain.people.grade import Grade
from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListSource, PlayerList
from miai.errors import InputError, Problem
from miai.formats.lists.lines import NO_DATE, LineFlags, flag_repeated_numbers
from miai.formats.reading import Faults
from miai.messages import Message

_ORIGINS = {"EGF": ListSource.EGF, "FFG": ListSource.FFG}
# Pairgoth adds 2050 to French ratings, also to the number that means none.
_NO_RATING = 2050 - 9999
_NOWHERE = ("xxxx", "XXXX", "XX", "--")
_MOST_PROBLEMS = 200


def sniff(text: str) -> bool:
    """Whether a text is such a list."""
    return text.lstrip("\ufeff \t\r\n").startswith("[") and '"origin"' in text and '"firstname"' in text


def read(data: bytes) -> PlayerList:
    """Read the list; its date is only in the name of the file."""
    rows = _rows(data)
    faults = Faults()
    faults.note(NO_DATE)
    source = _source(rows)
    players = []
    for number, row in enumerate(rows, start=1):
        if isinstance(row, dict) and (row.get("name") or row.get("firstname")):
            players.append(_player(row, source, number))
        elif len(faults.problems) < _MOST_PROBLEMS:
            where = Message("player %(number)s", number=number)
            faults.problems.append(Problem(what=Message("this entry is not a player's"), where=where))
    return PlayerList(
        source=source,
        players=flag_repeated_numbers(players),
        problems=tuple(faults.problems),
        notes=tuple(faults.notes),
    )


def _rows(data: bytes) -> list[Any]:
    try:
        rows = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise InputError(Message("not readable as JSON")) from None
    return rows if isinstance(rows, list) else []


def _source(rows: list[Any]) -> ListSource:
    for row in rows:
        if isinstance(row, dict) and row.get("origin") in _ORIGINS:
            return _ORIGINS[row["origin"]]
    raise InputError(Message("the list is neither the EGF's nor the French one"))


def _player(row: dict[str, Any], source: ListSource, number: int) -> ListedPlayer:
    odd = LineFlags()
    french = source is ListSource.FFG
    licence = _text(row, "ffg").strip("-") if french else ""
    rating = odd.rating(_text(row, "rating"))
    if french and rating == _NO_RATING:
        odd.flag(FlagKind.NO_RATING)
        rating = None
    surname, first_name = _text(row, "name").replace("_", " "), _text(row, "firstname").replace("_", " ")
    if not surname:
        odd.flag(FlagKind.NO_SURNAME)
    if not first_name:
        odd.flag(FlagKind.NO_FIRST_NAME)
    if french and not licence:
        odd.flag(FlagKind.NO_LICENCE)
    club, country = _text(row, "club"), _text(row, "country")
    return ListedPlayer(
        source=source,
        surname=put_right(surname),
        first_name=put_right_first_name(first_name),
        country="" if country in _NOWHERE else country,
        club="" if club in _NOWHERE else club,
        grade=None if rating is None else _grade(row, odd),
        rating=rating,
        egf_pin="" if french else _text(row, "egf"),
        ffg_licence=licence,
        licence_status=_text(row, "license") if french else "",
        line=number,
        flags=tuple(odd.flags),
    )


def _grade(row: dict[str, Any], odd: LineFlags) -> Grade | None:
    return odd.attempt(
        Grade.parse, _text(row, "rank"), missing=FlagKind.NO_GRADE, unreadable=FlagKind.UNREADABLE_GRADE
    )


def _text(row: dict[str, Any], name: str) -> str:
    value = row.get(name)
    return " ".join(str(value).split())[:200] if isinstance(value, str | int | float) else ""
