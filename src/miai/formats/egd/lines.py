"""Splits the lines of a result table into players, score columns and results, whatever the spacing."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from string import digits

from miai.domain.bounds import bounds_of
from miai.domain.numbers import shortened
from miai.domain.people.grade import Grade, Kind
from miai.domain.rounds.round import Round
from miai.errors import InputError
from miai.formats.reading import Faults, at_line
from miai.messages import Message, counted

_GRADE = re.compile(r"[0-9]{1,2}(?:k|d|p|kyu|dan|pro)", re.IGNORECASE)
_LETTER = re.compile(r"k|d|p|kyu|dan|pro", re.IGNORECASE)
_COUNTRY = re.compile(r"[A-Za-z]{2,3}|-+|\?+")
_PIN = re.compile(r"[0-9]*")
RESULT = re.compile(r"([0-9]{1,5})([+\-=?])(?:([/!])?([wb?])?([0-9]{0,2}))?", re.IGNORECASE)
_STRICT = re.compile(r"[0-9]+[+-].*|[0-9]+[=?][/!].*")
_SCORE = re.compile(r"(-?[0-9]{0,9})(?:([?=½])|[.,]([05])0*)?")
_ROUNDS = bounds_of(Round, "number")
# An unplayed round without an opponent's number.
_BARE = {"-": "0-", "--": "0-", "?": "0-", "+": "0+", "=": "0="}


@dataclass(slots=True, kw_only=True)
class TableLine:
    """One player's line; `rest` is what follows the country, later split into club, scores and results."""

    number: int
    place: str
    surname: str
    first_name: str
    grade: Grade
    country: str
    rest: list[str]
    pin: str
    club: str = ""
    scores: list[str] = field(default_factory=list)
    results: list[str] = field(default_factory=list)

    @property
    def where(self) -> Message:
        """The place to name in a message."""
        return at_line(self.number)

    @property
    def name(self) -> str:
        """ "Surname First"."""
        return f"{self.surname} {self.first_name}".strip()


def split_line(text: str, number: int, faults: Faults) -> TableLine | None:
    """Split a player's line up to the country."""
    line, pin = _split_pin(text)
    tokens = line.replace("|", " ").split()
    place = _take_place(tokens)
    found = _find_grade(tokens)
    if found is None:
        odd = next((token for token in tokens[1:] if token[0] in digits), "")
        faults.problem(_no_grade(odd) if odd else Message("no grade in this line"), at_line(number))
        return None
    at, grade_text, used = found
    try:
        grade = Grade.parse(grade_text)
    except InputError:
        faults.problem(_no_grade(grade_text), at_line(number))
        return None
    names = [name for token in tokens[:at] if (name := _no_dashes(token).strip())]
    rest = tokens[at + used :]
    country = rest.pop(0) if rest else ""
    return TableLine(
        number=number,
        place=place,
        surname=names[0] if names else "",
        first_name=" ".join(names[1:]),
        grade=grade,
        country="" if re.fullmatch(r"-+|\?+|XX", country) else country,
        rest=rest,
        pin=pin,
    )


def _split_pin(text: str) -> tuple[str, str]:
    """A line and the PIN after its last bar."""
    before, bar, after = text.rpartition("|")
    pin = _PIN.fullmatch(after.strip()) if bar else None
    return (before, pin[0]) if pin else (text, "")


def _take_place(tokens: list[str]) -> str:
    """Take the place off the front, if a line begins with one."""
    begins = tokens and re.fullmatch(r"[0-9]{1,5}[.)]?", tokens[0])
    return tokens.pop(0).rstrip(".)") if begins else ""


def _no_grade(text: str) -> Message:
    return Message("grade '%(text)s' is not a grade", text=shortened(text))


def _find_grade(tokens: Sequence[str]) -> tuple[int, str, int] | None:
    """The position of the grade, its text and its number of tokens; a number without a letter is kyu."""
    for at in range(1, len(tokens)):
        token, following = tokens[at], tokens[at + 1] if at + 1 < len(tokens) else ""
        if _GRADE.fullmatch(token):
            return at, token, 1
        if re.fullmatch(r"[0-9]{1,2}", token):
            if _LETTER.fullmatch(following):
                return at, token + following, 2
            if _COUNTRY.fullmatch(following):
                return at, token + Kind.KYU.value, 1
    return None


def align(lines: Sequence[TableLine], faults: Faults) -> int:
    """Split the rest of every line into club, scores and results, and return the number of rounds."""
    usual = Counter(len(line.rest) for line in lines).most_common(1)[0][0]
    typical = [line for line in lines if len(line.rest) == usual]
    has_club = usual > 0 and _is_club_column([line.rest[0] for line in typical])
    first = 1 if has_club else 0
    columns = [c for c in range(first, usual) if _is_result_column([line.rest[c] for line in typical])]
    if not _can_be_rounds(columns, lines, typical, faults):
        return 0
    for line in lines:
        if has_club and _begins_with_club(line.rest, usual):
            line.club = _club(_take_club(line.rest, usual))
        _split_columns(line, usual - first, [c - first for c in columns], faults)
    return len(columns)


def _can_be_rounds(
    columns: Sequence[int], lines: Sequence[TableLine], typical: Sequence[TableLine], faults: Faults
) -> bool:
    if not columns:
        faults.problem(Message("no results in the table"), lines[0].where)
    elif len(columns) not in _ROUNDS:
        what = Message("rounds are numbered from 1 to %(last)s", last=_ROUNDS.high)
        faults.problem(what, typical[0].where)
    else:
        return True
    return False


def _begins_with_club(rest: Sequence[str], usual: int) -> bool:
    """True if nothing is missing in a line, or its first part looks like a club."""
    return len(rest) == usual or (bool(rest) and _is_club(rest[0]))


def _take_club(rest: list[str], usual: int) -> str:
    """Take the club off the front; in a line with more parts than usual a club may have a blank."""
    words = [rest.pop(0)]
    while len(rest) > usual - 1 and _is_club(rest[0]) and not _is_result(rest[0]):
        words.append(rest.pop(0))
    return " ".join(words)


def _split_columns(line: TableLine, usual: int, columns: Sequence[int], faults: Faults) -> None:
    if len(line.rest) == usual:
        chosen = set(columns)
        line.results = [line.rest[c] for c in columns]
        line.scores = [token for c, token in enumerate(line.rest) if c not in chosen]
        return
    line.results = [token for token in line.rest if _is_result(token)]
    line.scores = [token for token in line.rest if not _is_result(token)]
    if len(line.results) != len(columns):
        what = counted(
            "%(num)s result where the other lines have %(usual)s",
            "%(num)s results where the other lines have %(usual)s",
            len(line.results),
            usual=len(columns),
        )
        faults.problem(what, line.where)


def _is_club_column(tokens: Sequence[str]) -> bool:
    return not _is_result_column(tokens) and 2 * sum(map(_is_club, tokens)) > len(tokens)


def _is_club(token: str) -> bool:
    return not re.fullmatch(r"[0-9.,]+[?=½]?", token) and not RESULT.fullmatch(token)


def _is_result(token: str) -> bool:
    return token in _BARE or bool(RESULT.fullmatch(token))


def _is_result_column(tokens: Sequence[str]) -> bool:
    strict = sum(bool(_STRICT.fullmatch(token)) for token in tokens)
    if strict == 0:
        return _is_round_of_jigos(tokens)
    return 2 * sum(_is_result(token) for token in tokens) >= len(tokens)


def _is_round_of_jigos(tokens: Sequence[str]) -> bool:
    """Whether "2=" and "1=" name each other as opponents; otherwise such tokens are scores with a half."""
    named = [int(token[:-1]) if re.fullmatch(r"[0-9]{1,5}=", token) else 0 for token in tokens]
    return all(0 < j <= len(named) and named[j - 1] == i for i, j in enumerate(named, start=1))


def _club(text: str) -> str:
    """A club; "xxxx" stands for none."""
    return "" if re.fullmatch(r"x{3,4}", text) else _no_dashes(text)


def _no_dashes(text: str) -> str:
    return "" if re.fullmatch(r"-+|\?+", text) else text.replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedResult:
    """One round in one player's line; opponent 0 means that there was none."""

    opponent: int
    sign: str
    by_default: bool = False
    colour: str = ""
    stones: int | None = None


def parse_result(token: str) -> PrintedResult | None:
    """Read "12+/w", "23-/b5", "0=" or "-"."""
    match = RESULT.fullmatch(_BARE.get(token, token))
    if match is None:
        return None
    return PrintedResult(
        opponent=int(match[1]),
        sign=match[2],
        by_default=match[3] == "!",
        colour=(match[4] or "").lower().strip("?"),
        stones=int(match[5]) if match[5] else None,
    )


def parse_score(token: str) -> float | None:
    """Read a score in any of the ways half points are printed: 386?, 154=, 97.5, 97,5, 5½."""
    match = _SCORE.fullmatch(token)
    if match is None or token in ("", "-", "?", "="):
        return None
    whole = int(match[1]) if match[1] not in ("", "-") else 0
    return whole + 0.5 if match[2] or match[3] == "5" else whole
