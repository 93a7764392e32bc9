"""The field as a diagram: stones by grade, with the bar and the floor as lines across it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from miai.domain.people.grade import STRONGEST, WEAKEST_EGF, Grade
from miai.domain.people.player import Player, PlayerId
from miai.domain.points import plain
from miai.domain.starting_bands import follows_entries
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import BandRow, band_rows
from miai.engine.scoring.scores import start_of
from miai.features.players.field_checks import FieldPicture, GradeRow, field_picture
from miai.server.words import gettext as _
from miai.server.words import ngettext
from miai.server.words.formatting import points

# More stones than this do not fit beside a grade.
_MOST = 15
# So many grades in a row without players become one line.
_GAP = 2
# Players within so many grades of the bar are offered to be moved across it.
_NEAR = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GradeStones:
    """The players of one grade as stones: here, moved across the bar by hand, and not here yet."""

    grade: str
    number: int
    count: int
    here: int
    moved: int
    away: int
    said: str
    start: str
    top: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class BarOrFloor:
    """The bar or the floor; `up` and `down` are the grades it can be moved to, nothing where it cannot.

    `number` is the number of its grade, `lowest` and `highest` are those it can have.
    """

    kind: str
    grade: str
    number: int
    lowest: int
    highest: int
    says: str
    up: str
    down: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EmptyGrades:
    """Several grades in a row without players; `number` is that of the last grade."""

    first: str
    last: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BandOfField:
    """A starting band with the grades and the number of its players."""

    number: int
    grades: str
    count: int
    start: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ByHand:
    """A player whose starting score is set by hand, with the name that tells them apart."""

    id: PlayerId
    name: str
    grade: str
    start: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldCard:
    """The diagram from top to bottom; one stone stands for `per` players.

    `movable` are the bar and the floor, which are lines of the diagram too. `near` are players who can be
    moved across the bar by hand, `moved` those who were. `by_hand` are players whose starting score is set by
    hand. With `bands` players start by these, and there is
    neither bar nor floor; they may follow the entries. If all players start at 0, nothing is `barred`.
    """

    lines: tuple[GradeStones | BarOrFloor | EmptyGrades, ...]
    movable: tuple[BarOrFloor, ...]
    per: int
    near: tuple[Player, ...]
    moved: tuple[Player, ...]
    by_hand: tuple[ByHand, ...]
    barred: bool
    bands: tuple[BandOfField, ...]
    follows_entries: bool


def field_card(event: Tournament) -> FieldCard:
    """The diagram of the field as it is entered now."""
    picture = field_picture(event)
    barred = not event.settings.by_wins
    bands = event.settings.scoring.bands if barred else ()
    follows = barred and follows_entries(event)
    moved = [each for each in event.players if barred and each.bar_side is not None and each.start is None]
    most = max((row.here + row.awaited for row in picture.rows), default=0)
    per = max(1, -(-most // _MOST))
    by_grade = Counter(player.grade.number for player in moved) if per == 1 else Counter[int]()
    rows = [
        _row(row, per=per, moved=by_grade[row.grade.number], barred=barred, by_bands=bool(bands))
        for row in picture.rows
    ]
    lined = barred and not bands and not follows
    movable = _movable(event, picture) if lined else ()
    return FieldCard(
        lines=tuple(_without_gaps(_with_lines(picture, rows, movable))),
        movable=movable,
        per=per,
        near=tuple(_near(event)) if lined else (),
        moved=tuple(moved),
        by_hand=tuple(_by_hand(event)) if barred else (),
        barred=barred,
        bands=tuple(_band(number, row) for number, row in enumerate(band_rows(event, bands), start=1)),
        follows_entries=follows,
    )


def _band(number: int, row: BandRow) -> BandOfField:
    strongest, weakest = str(row.strongest or row.band.weakest), str(row.weakest or row.band.weakest)
    return BandOfField(
        number=number,
        grades=strongest if strongest == weakest else f"{strongest}–{weakest}",
        count=len(row.players),
        start=points(plain(row.band.score)),
    )


def _row(row: GradeRow, *, per: int, moved: int, barred: bool, by_bands: bool) -> GradeStones:
    count = row.here + row.awaited
    if row.awaited:
        said = ngettext(
            "%(num)s player, %(away)s not here", "%(num)s players, %(away)s not here", count, away=row.awaited
        )
    else:
        said = ngettext("%(num)s player", "%(num)s players", count)
    # The scores of the bar and of the floor stand at their lines.
    at_line = (row.above_bar or row.below_floor) and not by_bands and row.starts == (row.start,)
    score = " / ".join(map(points, row.starts))
    return GradeStones(
        grade=str(row.grade),
        number=row.grade.number,
        count=count,
        here=-(-(row.here - min(moved, row.here)) // per),
        moved=min(moved, row.here),
        away=-(-row.awaited // per),
        said=said,
        start=_("start %(score)s", score=score) if barred and count and not at_line else "",
        top=barred and row.above_bar,
    )


def _with_lines(
    picture: FieldPicture, rows: list[GradeStones], movable: tuple[BarOrFloor, ...]
) -> list[GradeStones | BarOrFloor]:
    """The bar is drawn below its grade, the floor above its own; outside the field both are at its end."""
    if not movable:
        return list(rows)
    bar, floor = movable
    below_bar = sum(row.number >= picture.bar.number for row in rows)
    above_floor = sum(row.number > picture.floor.number for row in rows)
    return [
        *rows[:below_bar],
        bar,
        *rows[below_bar : max(below_bar, above_floor)],
        floor,
        *rows[max(below_bar, above_floor) :],
    ]


def _without_gaps(
    lines: Sequence[GradeStones | BarOrFloor],
) -> Iterator[GradeStones | BarOrFloor | EmptyGrades]:
    """The lines, several empty grades in a row as one."""
    for nobody, same in groupby(lines, key=lambda line: isinstance(line, GradeStones) and not line.count):
        stretch = list(same)
        if nobody and len(stretch) >= _GAP:
            yield EmptyGrades(first=stretch[0].grade, last=stretch[-1].grade, number=stretch[-1].number)
        else:
            yield from stretch


def _movable(event: Tournament, picture: FieldPicture) -> tuple[BarOrFloor, BarOrFloor]:
    """The bar and the floor; the floor cannot be above the bar."""
    return (
        _bar_or_floor(event, "bar", picture.bar, lowest=picture.floor.number, highest=STRONGEST),
        _bar_or_floor(event, "floor", picture.floor, lowest=WEAKEST_EGF, highest=picture.bar.number),
    )


def _bar_or_floor(event: Tournament, kind: str, grade: Grade, *, lowest: int, highest: int) -> BarOrFloor:
    scoring = event.settings.scoring
    start = start_of(Player(id=PlayerId(""), surname="", grade=grade), scoring)
    count = sum(player.start is None and start_of(player, scoring) == start for player in event.players)
    values = {"score": points(plain(start))}
    if kind == "bar":
        says = ngettext(
            "%(num)s above it starts at %(score)s", "%(num)s above it start at %(score)s", count, **values
        )
    else:
        says = ngettext(
            "%(num)s below it starts at %(score)s", "%(num)s below it start at %(score)s", count, **values
        )
    number = grade.number
    return BarOrFloor(
        kind=kind,
        grade=str(grade),
        number=number,
        lowest=lowest,
        highest=highest,
        says=says,
        up=str(Grade.of_number(number + 1)) if number < highest else "",
        down=str(Grade.of_number(number - 1)) if number > lowest else "",
    )


def _by_hand(event: Tournament) -> Iterator[ByHand]:
    for player in event.players:
        if player.start is not None:
            start = points(plain(start_of(player, event.settings.scoring)))
            yield ByHand(id=player.id, name=player.name, grade=str(player.grade), start=start)


def _near(event: Tournament) -> list[Player]:
    """Who may be moved across the bar, the strongest first."""
    bar = event.settings.scoring.bar.number
    free = [each for each in event.players if each.bar_side is None and each.start is None]
    near = [each for each in free if -_NEAR <= each.grade.number - bar < _NEAR]
    return sorted(near, key=lambda player: (-player.grade.number, -(player.rating or 0), player.name))
