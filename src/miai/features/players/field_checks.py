"""The field of entrants: what the director should check, and how many there are of each grade."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from miai.domain.people.grade import STRONGEST, WEAKEST, Grade, Kind
from miai.domain.people.names import is_shouted, name_words
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.people.rating_list_entry import ListSource
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import is_on_top, start_of
from miai.features.lists.candidates import RatingLists
from miai.features.lists.find_people import (
    check_players,
    day_of,
    find_duplicates,
    is_asked_about,
)
from miai.features.lists.memberships import federation_of_country
from miai.features.players.listed_person import questions_of
from miai.messages import Message

# A rating so far from that of the grade belongs to another grade.
_WHOLE_GRADE = 100
UNLISTED = Message("in no rating list")


class NoticeKind(Enum):
    """What a notice is about."""

    TWICE = "twice"
    GRADE = "grade"
    NAME = "name"
    MEMBERSHIP = "membership"
    UNLISTED = "unlisted"
    SAME_PERSON = "same person"


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something about an entrant that the director should check."""

    kind: NoticeKind
    message: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class Entries:
    """Everything that notices depend on: the players, and the day and the federation of memberships.

    Check-in and absences are taken off the players, because they change no notice.
    """

    players: tuple[Player, ...]
    on: date
    federation: ListSource | None

    @classmethod
    def of(cls, tournament: Tournament) -> "Entries":
        """The entries of a tournament."""
        return cls(
            players=tuple(
                replace(player, registration=Registration.FINAL, absent_rounds=frozenset())
                for player in tournament.players
            ),
            on=day_of(tournament),
            federation=federation_of_country(tournament.country),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeRow:
    """The players of one grade; `start` is the score of the grade, `starts` are the scores of its players."""

    grade: Grade
    here: int
    awaited: int
    start: float
    starts: tuple[float, ...]
    above_bar: bool
    below_floor: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldPicture:
    """Every grade from the strongest to the weakest, with the bar and the floor."""

    rows: tuple[GradeRow, ...]
    bar: Grade
    floor: Grade


def field_notices(entries: Entries, lists: RatingLists | None = None) -> dict[PlayerId, tuple[Notice, ...]]:
    """What to check, by player; with rating lists also memberships and who is in none."""
    found: defaultdict[PlayerId, list[Notice]] = defaultdict(list)
    for player, notice in _all_notices(entries, lists):
        if notice not in found[player.id]:
            found[player.id].append(notice)
    return {player: tuple(notices) for player, notices in found.items()}


def grade_notice(player: Player) -> Notice | None:
    """A notice where the rating belongs to another grade."""
    if player.rating is None or player.grade.kind is Kind.PRO:
        return None
    if abs(player.rating - player.grade.rating) < _WHOLE_GRADE:
        return None
    message = Message(
        "rating %(rating)s is nearer %(grade)s",
        rating=round(player.rating),
        grade=Grade.of_rating(player.rating),
    )
    return Notice(kind=NoticeKind.GRADE, message=message)


def entered_twice(others: tuple[str, ...]) -> Message:
    """The remark on an entrant who is perhaps the same person as others."""
    return Message("twice? also %(others)s", others=others)


def field_picture(tournament: Tournament) -> FieldPicture:
    """How many there are of each grade, with the empty grades in between."""
    scoring = tournament.settings.scoring
    here = Counter(_step(p) for p in tournament.players if p.registration is Registration.FINAL)
    awaited = Counter(_step(p) for p in tournament.players if p.registration is Registration.PRELIMINARY)
    steps = [*here, *awaited]
    rows = tuple(
        _row(tournament, number, here[number], awaited[number])
        for number in range(max(steps, default=WEAKEST - 1), min(steps, default=STRONGEST) - 1, -1)
    )
    return FieldPicture(
        rows=rows,
        bar=scoring.bar,
        floor=scoring.floor,
    )


def _row(tournament: Tournament, number: int, here: int, awaited: int) -> GradeRow:
    scoring = tournament.settings.scoring
    grade = Grade.of_number(number)
    usual = Player(id=PlayerId(""), surname="", grade=grade)
    starts = {start_of(player, scoring) for player in tournament.players if _step(player) == number}
    return GradeRow(
        grade=grade,
        here=here,
        awaited=awaited,
        start=plain(start_of(usual, scoring)),
        starts=tuple(map(plain, sorted(starts, reverse=True))),
        above_bar=is_on_top(usual, scoring),
        below_floor=not scoring.bands and number <= scoring.floor.number,
    )


def _step(player: Player) -> int:
    return player.grade.number


def _all_notices(entries: Entries, lists: RatingLists | None) -> Iterator[tuple[Player, Notice]]:
    for twice in find_duplicates(entries.players):
        yield from _twice(twice.players)
    for same in _by_initial(entries.players):
        yield from _twice(same)
    for player in entries.players:
        grade = grade_notice(player)
        if grade:
            yield player, grade
        if is_shouted(player.surname) and len(player.surname) > 2:
            yield player, Notice(kind=NoticeKind.NAME, message=Message("name in capitals"))
    if lists is not None:
        yield from _notices_of_lists(entries, lists)


def _notices_of_lists(entries: Entries, lists: RatingLists) -> Iterator[tuple[Player, Notice]]:
    """Memberships, and players who are in no list."""
    for entrant in check_players(entries.players, lists, on=entries.on, federation=entries.federation):
        for each in entrant.notices:
            yield entrant.player, Notice(kind=NoticeKind.MEMBERSHIP, message=each.message)
        for match in entrant.matches:
            for question in questions_of(
                match.candidates if is_asked_about(match, entries.federation) else ()
            ):
                yield entrant.player, Notice(kind=NoticeKind.SAME_PERSON, message=question)
        if not any(match.candidates for match in entrant.matches):
            yield entrant.player, Notice(kind=NoticeKind.UNLISTED, message=UNLISTED)


def _twice(players: Sequence[Player]) -> Iterator[tuple[Player, Notice]]:
    for player in players:
        others = tuple(f"{other.name} {other.grade}" for other in players if other is not player)
        yield player, Notice(kind=NoticeKind.TWICE, message=entered_twice(others))


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
