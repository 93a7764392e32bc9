"""The field of entrants: what to look at, and its picture by grades and McMahon groups."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from miai.app.players.entrants import Lists, find_duplicates, match_entrants
from miai.domain.grade import STRONGEST, WEAKEST, Grade, Kind
from miai.domain.names import is_shouted, name_words
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.standings.scores import start_of

# A grade is odd when the rating is a whole grade away from it.
_ODD = 100


class NoticeKind(Enum):
    """What there is to look at."""

    TWICE = "twice"
    GRADE = "grade"
    NAME = "name"
    MEMBERSHIP = "membership"
    UNLISTED = "unlisted"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about an entrant that the director should look at."""

    kind: NoticeKind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeRow:
    """The players of one grade; `start` is the McMahon score of those where the grade belongs."""

    grade: Grade
    here: int
    awaited: int
    start: float
    above_bar: bool
    below_floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StartGroup:
    """Players who start with the same McMahon score."""

    start: float
    players: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPicture:
    """Every grade from the strongest to the weakest, and the groups that the bar and the floor make."""

    rows: tuple[GradeRow, ...]
    groups: tuple[StartGroup, ...]
    bar: Grade
    floor: Grade
    above_bar: int
    below_floor: int


def field_notices(tournament: Tournament, lists: Lists | None = None) -> dict[PlayerId, tuple[Notice, ...]]:
    """What to look at, by player; with rating lists also memberships and who is in none."""
    found: defaultdict[PlayerId, list[Notice]] = defaultdict(list)
    for player, notice in _all_notices(tournament, lists):
        if notice not in found[player.id]:
            found[player.id].append(notice)
    return {player: tuple(notices) for player, notices in found.items()}


def odd_grade(player: Player) -> Notice | None:
    """Whether the rating belongs to another grade."""
    if player.rating is None or player.grade.kind is Kind.PRO:
        return None
    if abs(player.rating - player.grade.rating) < _ODD:
        return None
    nearer = Grade.of_rating(player.rating)
    return Notice(kind=NoticeKind.GRADE, text=f"rating {player.rating:g} is nearer {nearer}")


def field_picture(tournament: Tournament) -> FieldPicture:
    """How many there are of each grade, with the empty grades in between."""
    scoring = tournament.settings.scoring
    here = Counter(_step(p) for p in tournament.players if p.registration is Registration.FINAL)
    awaited = Counter(_step(p) for p in tournament.players if p.registration is Registration.PRELIMINARY)
    starts = Counter(start_of(player, scoring) for player in tournament.players)
    steps = [*here, *awaited]
    rows = tuple(
        _row(tournament, number, here[number], awaited[number])
        for number in range(max(steps, default=WEAKEST - 1), min(steps, default=STRONGEST) - 1, -1)
    )
    return FieldPicture(
        rows=rows,
        groups=tuple(
            StartGroup(start=plain(start), players=count)
            for start, count in sorted(starts.items(), reverse=True)
        ),
        bar=scoring.bar,
        floor=scoring.floor,
        above_bar=sum(row.here + row.awaited for row in rows if row.above_bar),
        below_floor=sum(row.here + row.awaited for row in rows if row.below_floor),
    )


def _row(tournament: Tournament, number: int, here: int, awaited: int) -> GradeRow:
    scoring = tournament.settings.scoring
    grade = Grade.of_number(number)
    usual = Player(id=PlayerId(""), surname="", grade=grade)
    return GradeRow(
        grade=grade,
        here=here,
        awaited=awaited,
        start=plain(start_of(usual, scoring)),
        above_bar=number >= scoring.bar.number,
        below_floor=number <= scoring.floor.number,
    )


def _step(player: Player) -> int:
    return player.grade.number


def _all_notices(tournament: Tournament, lists: Lists | None) -> Iterator[tuple[Player, Notice]]:
    for twice in find_duplicates(tournament.players):
        yield from _twice(twice.players)
    for same in _by_initial(tournament.players):
        yield from _twice(same)
    for player in tournament.players:
        odd = odd_grade(player)
        if odd:
            yield player, odd
        if is_shouted(player.surname) and len(player.surname) > 2:
            yield player, Notice(kind=NoticeKind.NAME, text="name in capitals")
    if lists is not None:
        for entrant in match_entrants(tournament, lists).entrants:
            for each in entrant.notices:
                yield entrant.player, Notice(kind=NoticeKind.MEMBERSHIP, text=each.text)
            if not any(match.candidates for match in entrant.matches):
                yield entrant.player, Notice(kind=NoticeKind.UNLISTED, text="in no rating list")


def _twice(players: Sequence[Player]) -> Iterator[tuple[Player, Notice]]:
    for player in players:
        others = ", ".join(f"{other.name} {other.grade}" for other in players if other is not player)
        yield player, Notice(kind=NoticeKind.TWICE, text=f"twice? also {others}")


def _by_initial(players: Sequence[Player]) -> Iterator[tuple[Player, ...]]:
    """ "Desmet J." and "Desmet Jules" are perhaps one person."""
    by_surname: defaultdict[tuple[str, ...], list[Player]] = defaultdict(list)
    for player in players:
        by_surname[tuple(name_words(player.surname))].append(player)
    for same in by_surname.values():
        for short in same:
            initial = name_words(short.first_name)
            if len(initial) == 1 and len(initial[0]) == 1:
                full = [p for p in same if p is not short and p.first_name.casefold().startswith(initial[0])]
                if full:
                    yield (short, *full)
