"""Reads the EGF's list of all players ("allworld_lp")."""

import html
import re
from dataclasses import dataclass
from datetime import date
from string import digits

from miai.domain.numbers import whole_or_none
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
from miai.messages import Message

_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_DATE = re.compile(r"\(([0-9]{1,2}) ([A-Za-z]{3})[a-z]* ([0-9]{4})\)")
_EXACT = re.compile(r" [0-9]{8}  .{37} .{3} .{4}   .{3}.{8}.{4}.*")
_LOOSE = re.compile(
    r"\s*(?P<pin>[0-9]{8})\s+(?P<name>\S.*?)\s+(?P<country>[A-Za-z]{2}|--)\s+(?:(?P<club>\S{1,4})\s+)?"
    r"(?P<grade>[0-9]{1,2}\s?[kdpKDP])\s+(?P<proposed>[0-9]{1,2}[kdp]|--)\s+(?P<rating>-?[0-9]{1,4})"
    r"(?:\s+(?P<events>[0-9]+))?(?:\s+(?P<last>[A-Z][0-9]{6}\S?))?\s*"
)
_ANY = re.compile(
    r"\s*(?P<pin>(?=[^\W0-9]*[0-9])\w+)?\s+(?P<name>[^0-9\s][^0-9]*?)(?:\s{2,}(?P<rest>.*)|\s*)"
)
_STRENGTH = re.compile(
    r"(?P<grade>\b[0-9]{1,2}[kdp])\b(?:\s+(?:--|[0-9]{1,2}[kdp])\s+(?P<rating>-?[0-9]{1,4})\b)?"
)
_HEADING = re.compile(r"\s*PIN\s+Name\s.*GoR")
_COUNT = re.compile(r"Number of players:\s*([0-9]+)")
_TAIL = re.compile(r"\s*(?:<.*|Number of .*)")
_EVENT = re.compile(r"[A-Z]([0-9][0-9])([0-9][0-9])([0-9][0-9])")
_FIRST_YEAR = 70


@dataclass(frozen=True, slots=True, kw_only=True)
class _Parts:
    pin: str
    name: str
    country: str
    club: str
    grade: str
    proposed: str
    rating: str
    events: str
    last: str


def sniff(text: str) -> bool:
    """Whether a text is such a list."""
    lines = [line for _, line in numbered_lines(text)]
    return any(_EXACT.fullmatch(line) or _LOOSE.fullmatch(with_short_gaps(line)) for line in lines)


def read(data: bytes) -> PlayerList:
    """Read the list between its heading and its last player."""
    faults = Faults()
    text = decode(data, faults)
    players = []
    headed = any(_HEADING.match(line) for _, line in numbered_lines(text))
    inside = not headed
    for number, line in numbered_lines(text):
        if not inside:
            inside = bool(_HEADING.match(line))
        elif not _TAIL.fullmatch(line):
            player = _player(html.unescape(line), number)
            if player:
                players.append(player)
            elif headed:
                note_unread(number, faults)
    _note_count(text, len(players), faults)
    day = _day(text)
    if day is None:
        faults.note(NO_DATE)
    return PlayerList(
        source=ListSource.EGF,
        date=day,
        players=flag_repeated_numbers(players),
        problems=tuple(faults.problems),
        notes=tuple(faults.notes),
    )


def _note_count(text: str, found: int, faults: Faults) -> None:
    printed = _COUNT.search(text)
    counted = whole_or_none(printed[1]) if printed else None
    if counted is not None and counted != found:
        faults.note(
            Message("the list counts %(counted)s players and holds %(found)s", counted=counted, found=found)
        )


def _day(text: str) -> date | None:
    for match in _DATE.finditer(text):
        if match[2].lower() in _MONTHS:
            try:
                return date(int(match[3]), _MONTHS.index(match[2].lower()) + 1, int(match[1]))
            except ValueError:
                continue
    return None


def _player(line: str, number: int) -> ListedPlayer | None:
    odd = LineFlags()
    parts = _split(line, odd)
    if parts is None or not (parts.name or parts.pin):
        return None
    surname, first_name = _names(parts.name, odd)
    if not re.fullmatch(r"[0-9]{8}", parts.pin):
        odd.flag(FlagKind.UNREADABLE_PIN, parts.pin) if parts.pin else odd.flag(FlagKind.NO_PIN)
    rating = odd.rating(parts.rating)
    return ListedPlayer(
        source=ListSource.EGF,
        surname=surname,
        first_name=first_name,
        country="" if parts.country == "--" else parts.country,
        club=parts.club,
        grade=odd.attempt(
            Grade.parse, parts.grade, missing=FlagKind.NO_GRADE, unreadable=FlagKind.UNREADABLE_GRADE
        ),
        proposed_grade=odd.attempt(
            Grade.parse,
            parts.proposed if parts.proposed.strip("- ") else "",
            unreadable=FlagKind.UNREADABLE_PROPOSED_GRADE,
        ),
        rating=rating,
        rating_date=_event_day(parts.last, odd),
        egf_pin=parts.pin,
        tournaments=whole_or_none(parts.events),
        last_event=parts.last,
        line=number,
        flags=tuple(odd.flags),
    )


def _split(line: str, odd: LineFlags) -> _Parts | None:
    """Split a line by its columns, or by patterns where the columns are out of place."""
    if _EXACT.fullmatch(line):
        events, _, last = line[75:].strip().partition(" ")
        return _Parts(
            pin=line[1:9],
            name=line[11:48].strip(),
            country=line[49:52].strip(),
            club=line[53:57].strip(),
            grade=line[60:63],
            proposed=line[63:71].strip(),
            rating=line[71:75],
            events=events,
            last=last.strip(),
        )
    line = with_short_gaps(line)
    loose = _LOOSE.fullmatch(line)
    if loose:
        odd.flag(FlagKind.COLUMNS_OUT_OF_PLACE)
        return _Parts(**{key: text or "" for key, text in loose.groupdict().items()})
    return _guessed(line, odd)


def _guessed(line: str, odd: LineFlags) -> _Parts | None:
    """Find at least a name, and an id or a grade, in a line without columns."""
    found = _ANY.fullmatch(line)
    if found is None:
        return None
    pin, rest = found["pin"] or "", found["rest"] or ""
    strength = _STRENGTH.search(rest)
    if strength is None and sum(sign in digits for sign in pin) < 6:
        return None
    odd.flag(FlagKind.COLUMNS_OUT_OF_PLACE)
    country = re.search(r"\b[A-Z]{2}\b", rest)
    return _Parts(
        pin=pin,
        name=found["name"].strip(),
        country=country[0] if country else "",
        club="",
        grade=strength["grade"] if strength else "",
        proposed="",
        rating=(strength["rating"] or "") if strength else "",
        events="",
        last="",
    )


def _names(text: str, odd: LineFlags) -> tuple[str, str]:
    words = [word.replace("_", " ").strip() for word in text.split()]
    if not words:
        odd.flag(FlagKind.NO_SURNAME)
        return "", ""
    if len(words) == 1:
        odd.flag(FlagKind.NO_FIRST_NAME)
    parted = 1
    while parted < len(words) - 1 and len(words[parted]) > 1 and _shouted_to(words, parted):
        parted += 1
    return put_right(" ".join(words[:parted])), put_right_first_name(" ".join(words[parted:]))


def _shouted_to(words: list[str], at: int) -> bool:
    """Whether the surname continues: capitals up to this word, but not in the whole name."""
    return all(map(is_shouted, words[: at + 1])) and not all(map(is_shouted, words))


def _event_day(code: str, odd: LineFlags) -> date | None:
    """The day in an event's code such as T080209H."""
    if not code:
        return None
    match = _EVENT.match(code)
    try:
        if match is None:
            raise ValueError(code)
        year = int(match[1])
        return date(year + (1900 if year >= _FIRST_YEAR else 2000), int(match[2]), int(match[3]))
    except ValueError:
        odd.flag(FlagKind.UNREADABLE_EVENT_DATE, code)
        return None
