"""Reads the American Go Association's list for directors ("TDListA")."""

from dataclasses import dataclass

from miai.domain.grade import Grade
from miai.domain.listed import ListedPlayer, ListSource, PlayerList
from miai.domain.names import put_right, put_right_first_name
from miai.formats.aga_terms import grade_of_aga_rating, in_the_gap, parse_us_date
from miai.formats.lists.parts import Oddities, flag_repeated_numbers, numbered_lines
from miai.formats.reading import Faults
from miai.formats.text import decode

_FIELDS = 9
_WEAKEST = -31
# Members without an end of their membership: for life, or of another federation.
_ENDLESS = ("Life", "Forgn")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Name:
    surname: str
    first_name: str


def sniff(text: str) -> bool:
    """Whether a text is such a list."""
    rows = (line.split("\t") for _, line in numbered_lines(text))
    return any(len(row) >= _FIELDS - 2 and row[1].strip().isdecimal() for row in rows)


def read(data: bytes) -> PlayerList:
    """Read the list, which does not say of which day it is."""
    faults = Faults()
    players = []
    for number, line in numbered_lines(decode(data, faults)):
        player = _player(line, number)
        if player:
            players.append(player)
        else:
            faults.problem("this line is no player's", f"line {number}")
    return PlayerList(
        source=ListSource.AGA,
        players=flag_repeated_numbers(players),
        problems=tuple(faults.problems),
        notes=tuple(faults.notes),
    )


def _player(line: str, number: int) -> ListedPlayer | None:
    odd = Oddities()
    row = _columns(line, odd)
    if row is None:
        return None
    name, aga_id, membership, rating_text, expiry, chapter, state, sigma, rated = row
    names = _names(name, odd)
    rating = odd.number(rating_text, "rating")
    if not aga_id.strip().isdecimal():
        odd.flag("unreadable AGA id", aga_id.strip())
    return ListedPlayer(
        source=ListSource.AGA,
        surname=names.surname,
        first_name=names.first_name,
        club=chapter.strip(),
        state=state.strip(),
        grade=_grade(rating, odd),
        rating=rating,
        sigma=odd.number(sigma, "sigma") if sigma.strip() else None,
        rating_date=odd.attempt(parse_us_date, rated, "date of the rating") if rated.strip() else None,
        aga_id=aga_id.strip(),
        membership=membership.strip(),
        expiry=odd.attempt(parse_us_date, expiry, "end of membership")
        if expiry.strip() or membership.strip() not in _ENDLESS
        else None,
        line=number,
        flags=tuple(odd.flags),
    )


def _columns(line: str, odd: Oddities) -> list[str] | None:
    """The nine columns, counted from the id where something stands before them."""
    row = line.split("\t")
    if len(row) < 2:
        return None
    if not row[1].strip().isdecimal() and len(row) > 2 and row[2].strip().isdecimal():
        odd.flag("columns out of place")
        row = row[1:]
    if not (row[0].strip(" ,") or row[1].strip().isdecimal()):
        return None
    if len(row) != _FIELDS:
        odd.flag(f"{len(row)} columns instead of {_FIELDS}")
    return [*row, *[""] * _FIELDS][:_FIELDS]


def _names(text: str, odd: Oddities) -> _Name:
    if text != text.strip():
        odd.flag("blanks around the name", text)
    surname, comma, first_name = (part.strip() for part in text.partition(","))
    if not comma:
        odd.flag("no comma in the name", text.strip())
        # Then the first word is the surname, as in the other lists.
        surname, _, first_name = surname.partition(" ")
    if not surname:
        odd.flag("no surname")
    if not first_name:
        odd.flag("no first name")
    return _Name(
        surname=put_right(" ".join(surname.split())),
        first_name=put_right_first_name(" ".join(first_name.split())),
    )


def _grade(rating: float | None, odd: Oddities) -> Grade | None:
    if rating is None:
        return None
    if in_the_gap(rating):
        odd.flag("rating between -1 and 1", f"{rating:g}")
    if rating <= _WEAKEST:
        odd.flag("rating below 30k", f"{rating:g}")
    return grade_of_aga_rating(rating)
