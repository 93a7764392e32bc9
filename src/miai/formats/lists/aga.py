"""Reads the American Go Association's list for directors ("TDListA")."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from miai.domain.people.grade import WEAKEST, Grade
from miai.domain.people.names import put_right, put_right_first_name
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListSource, PlayerList
from miai.formats.aga.terms import grade_of_aga_rating, in_the_gap, parse_us_date
from miai.formats.lists.lines import LineFlags, flag_repeated_numbers, note_unread, numbered_lines
from miai.formats.reading import Faults, decimal_in
from miai.formats.text import decode
from miai.messages import Message

_FIELDS = 9
_NUMBER = re.compile(r"[0-9]+")
# The last column held the last rated day until then; since then it has been the day of joining.
_LAST_RATED_DAY = date(2020, 3, 31)
# Memberships that never end: for life, or of another federation.
_ENDLESS = ("Life", "Forgn")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    surname: str
    first_name: str


def sniff(text: str) -> bool:
    """Whether a text is such a list."""
    rows = (line.split("\t") for _, line in numbered_lines(text))
    return any(len(row) >= _FIELDS - 2 and _is_number(row[1]) for row in rows)


def read(data: bytes) -> PlayerList:
    """Read the list; it has no date, so the newest of its last column stands in."""
    faults = Faults()
    players = []
    for number, line in numbered_lines(decode(data, faults)):
        player = _player(line, number)
        if player:
            players.append(player)
        else:
            note_unread(number, faults)
    # Days to come, such as 12/31/2199, stand for no date.
    days = (player.rating_date for player in players if player.rating_date)
    newest = max((day for day in days if day <= date.today()), default=None)
    if newest and newest > _LAST_RATED_DAY:
        faults.note(Message("the dates in this list are the days of joining: no sigma is aged by them"))
    return PlayerList(
        source=ListSource.AGA,
        date=newest,
        players=flag_repeated_numbers(_with_dates_of_ratings(players, newest)),
        problems=tuple(faults.problems),
        notes=tuple(faults.notes),
    )


def _with_dates_of_ratings(players: Sequence[ListedPlayer], newest: date | None) -> list[ListedPlayer]:
    """The players without dates that are not the day of their last rating, but the day of joining."""
    last = newest if newest and newest <= _LAST_RATED_DAY else date.min
    return [
        player
        if player.rating is not None and player.rating_date and player.rating_date <= last
        else replace(player, rating_date=None)
        for player in players
    ]


def _is_number(text: str) -> bool:
    return bool(_NUMBER.fullmatch(text.strip()))


def _player(line: str, number: int) -> ListedPlayer | None:
    odd = LineFlags()
    row = _columns(line, odd)
    if row is None:
        return None
    name, aga_id, membership, rating_text, expiry, chapter, state, sigma, rated = row
    names = _names(name, odd)
    rating = odd.rating(rating_text)
    if not _is_number(aga_id):
        odd.flag(FlagKind.UNREADABLE_AGA_ID, aga_id.strip())
    return ListedPlayer(
        source=ListSource.AGA,
        surname=names.surname,
        first_name=names.first_name,
        club=chapter.strip(),
        state=state.strip(),
        grade=_grade(rating, odd),
        rating=rating,
        sigma=odd.attempt(decimal_in(), sigma, unreadable=FlagKind.UNREADABLE_SIGMA),
        rating_date=odd.attempt(parse_us_date, rated, unreadable=FlagKind.UNREADABLE_RATING_DATE),
        aga_id=aga_id.strip(),
        membership=membership.strip(),
        expiry=odd.attempt(
            parse_us_date,
            expiry,
            missing=None if membership.strip() in _ENDLESS else FlagKind.NO_EXPIRY,
            unreadable=FlagKind.UNREADABLE_EXPIRY,
        ),
        line=number,
        flags=tuple(odd.flags),
    )


def _columns(line: str, odd: LineFlags) -> list[str] | None:
    """The nine columns; an extra column before them is dropped."""
    row = line.split("\t")
    if len(row) < 2:
        return None
    if not _is_number(row[1]) and len(row) > 2 and _is_number(row[2]):
        odd.flag(FlagKind.COLUMNS_OUT_OF_PLACE)
        row = row[1:]
    if not (row[0].strip(" ,") or _is_number(row[1])):
        return None
    if len(row) != _FIELDS:
        odd.flag(FlagKind.NUMBER_OF_COLUMNS, str(len(row)))
    return [*row, *[""] * _FIELDS][:_FIELDS]


def _names(text: str, odd: LineFlags) -> _Name:
    if text != text.strip():
        odd.flag(FlagKind.BLANKS_AROUND_NAME, text)
    surname, comma, first_name = (part.strip() for part in text.partition(","))
    if not comma:
        odd.flag(FlagKind.NO_COMMA, text.strip())
        # Then the first word is the surname, as in the other lists.
        surname, _, first_name = surname.partition(" ")
    if not surname:
        odd.flag(FlagKind.NO_SURNAME)
    if not first_name:
        odd.flag(FlagKind.NO_FIRST_NAME)
    return _Name(
        surname=put_right(" ".join(surname.split())),
        first_name=put_right_first_name(" ".join(first_name.split())),
    )


def _grade(rating: float | None, odd: LineFlags) -> Grade | None:
    if rating is None:
        return None
    if in_the_gap(rating):
        odd.flag(FlagKind.RATING_IN_GAP, f"{rating:g}")
    if rating <= WEAKEST - 1:
        odd.flag(FlagKind.RATING_TOO_LOW, f"{rating:g}")
    return grade_of_aga_rating(rating)
