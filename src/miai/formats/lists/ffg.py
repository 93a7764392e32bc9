"""Reads the French federation's list ("ech_ffg_V3")."""

import re
from datetime import date

from miai.domain.people.grade import Grade
from miai.domain.people.names import is_shouted, put_right, put_right_first_name
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, ListSource, PlayerList
from miai.formats.lists.lines import (
    NO_DATE,
    LineFlags,
    flag_repeated_numbers,
    note_unread,
    numbered_lines,
    with_short_gaps,
)
from miai.formats.reading import Faults
from miai.formats.text import decode

# French ratings are 0 at the border of 1k and 1d.
_TO_EGF = 2050
_NO_RATING = -9999
_WIDTH = 61
_DATE = re.compile(r"#\s*[EÉ]chelle au ([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
_EXACT = re.compile(r"(.{38})(.{5}) (.) (.{7}) (.{4}) (.{2})")
_RATING = re.compile(r"\s*-?[0-9]+")
_LICENCE = re.compile(r"[0-9]{7}|-{7}")
_LOOSE = re.compile(
    r"(.*?)\s+(-?[0-9]{1,5})\s+([-A-Za-z])\s+([0-9]{7}|-{7})(?:\s+([A-Za-z0-9]{4}))?(?:\s+([A-Z]{2}))?\s*"
)
_STATUSES = "-LCeX"
_NOWHERE = ("xxxx", "XX", "--", "----")


def sniff(text: str) -> bool:
    """Whether a text is such a list."""
    lines = [line for _, line in numbered_lines(text)]
    return bool(lines) and (
        bool(_DATE.match(lines[0])) or any(_is_player(line) for line in lines if not line.startswith("#"))
    )


def _is_player(line: str) -> bool:
    exact = _EXACT.fullmatch(line)
    return bool(exact and _RATING.fullmatch(exact[2]) and _LICENCE.fullmatch(exact[4]))


def read(data: bytes) -> PlayerList:
    """Read the list, which is usually in latin-1."""
    text = decode(data, Faults())
    faults = Faults()
    players = []
    day = None
    for number, line in numbered_lines(text):
        if line.startswith("#"):
            day = day or _day(line)
            continue
        player = _player(line, number)
        if player:
            players.append(player)
        else:
            note_unread(number, faults)
    if day is None:
        faults.note(NO_DATE)
    return PlayerList(
        source=ListSource.FFG,
        date=day,
        players=flag_repeated_numbers(players),
        problems=tuple(faults.problems),
        notes=tuple(faults.notes),
    )


def _day(line: str) -> date | None:
    match = _DATE.match(line)
    try:
        return date(int(match[3]), int(match[2]), int(match[1])) if match else None
    except ValueError:
        return None


def _player(line: str, number: int) -> ListedPlayer | None:
    odd = LineFlags()
    parts = _split(line, odd)
    if parts is None:
        return None
    name, rating_text, status, licence, club, country = (part.strip() for part in parts)
    surname, first_name = _names(name, odd)
    rating = _rating(rating_text, odd)
    if not status or status not in _STATUSES:
        odd.flag(FlagKind.UNKNOWN_LICENCE_STATUS, status)
    if not licence.strip("-"):
        odd.flag(FlagKind.NO_LICENCE)
    elif not _LICENCE.fullmatch(licence):
        odd.flag(FlagKind.UNREADABLE_LICENCE, licence)
    return ListedPlayer(
        source=ListSource.FFG,
        surname=surname,
        first_name=first_name,
        country="" if country in _NOWHERE else country,
        club="" if club in _NOWHERE else club,
        grade=None if rating is None else Grade.of_rating(rating),
        rating=rating,
        ffg_licence=licence.strip("-"),
        licence_status=status,
        line=number,
        flags=tuple(odd.flags),
    )


def _split(line: str, odd: LineFlags) -> tuple[str, ...] | None:
    """Split a line by its columns, or by patterns where the columns are out of place."""
    if _is_player(line):
        return _EXACT.fullmatch(line).groups()  # type: ignore[union-attr] # it has just matched
    loose = _LOOSE.fullmatch(with_short_gaps(line))
    if loose:
        odd.flag(FlagKind.COLUMNS_OUT_OF_PLACE)
        return tuple(part or "" for part in loose.groups())
    exact = _EXACT.fullmatch(line.ljust(_WIDTH)) if len(line) <= _WIDTH else None
    # A name, and at least the rating or the licence where it belongs.
    if exact and (_RATING.fullmatch(exact[2]) or _LICENCE.fullmatch(exact[4])):
        return exact.groups()
    return _guessed(with_short_gaps(line), odd)


def _guessed(line: str, odd: LineFlags) -> tuple[str, ...] | None:
    """Find at least a name and a number in a line without columns."""
    found = re.fullmatch(r"\s*([^0-9\s][^0-9]*?)\s*(-?[0-9]{1,5})\b(.*)", line)
    if found is None:
        return None
    odd.flag(FlagKind.COLUMNS_OUT_OF_PLACE)
    rest = found[3]
    parts = (re.search(pattern, rest) for pattern in (r"(?<=\s)[-A-Za-z](?=\s)", r"\b[0-9]{7}\b|-{7}"))
    status, licence = (part[0] if part else "" for part in parts)
    country = re.search(r"\b[A-Z]{2}\s*$", rest)
    return found[1], found[2], status, licence, "", country[0] if country else ""


def _names(text: str, odd: LineFlags) -> tuple[str, str]:
    """Surnames are in capitals; where the first name is too, it is the last word."""
    words = text.split()
    if not words:
        odd.flag(FlagKind.NO_SURNAME)
        return "", ""
    parted = 1
    while parted < len(words) and is_shouted(words[parted]) and len(words[parted].strip(".")) > 1:
        parted += 1
    if parted == len(words) > 1:
        parted -= 1
        if len(words) > 2:
            odd.flag(FlagKind.SHOUTED_FIRST_NAME, text)
    if len(words) == 1:
        odd.flag(FlagKind.NO_FIRST_NAME)
    return put_right(" ".join(words[:parted])), put_right_first_name(" ".join(words[parted:]))


def _rating(text: str, odd: LineFlags) -> float | None:
    rating = odd.rating(text)
    if rating == _NO_RATING:
        odd.flag(FlagKind.NO_RATING)
        return None
    return None if rating is None else rating + _TO_EGF
