"""The list of players: who is here, who plays which round, and what to look at."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from miai.app.players.field import Notice, NoticeKind, field_notices
from miai.domain.names import plain_name
from miai.domain.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.web.pages.shared.rating_lists import opened_lists, stamp
from miai.web.server.frame import current_round, is_finished
from miai.web.words import gettext as _
from miai.web.words import ngettext
from miai.web.words.formatting import joined
from miai.web.words.remarks import remark

_TONES = {NoticeKind.MEMBERSHIP: "bad", NoticeKind.UNLISTED: "info"}


class Show(Enum):
    """Whom the list shows."""

    ALL = "all"
    HERE = "here"
    AWAY = "away"
    LOOK = "look"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Something to look at, with the colour of its badge."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One player; `late` is the round that is being played without them though they are here."""

    player: Player
    here: bool
    rounds: tuple[bool, ...]
    attendance: str
    flags: tuple[Flag, ...]
    late: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """The lines to show, and how many each choice would show."""

    lines: tuple[Line, ...]
    counts: dict[Show, int]


def entry_list(
    event: Tournament, *, folder: Path | None, show: Show = Show.ALL, sort: str = "name", missing: int | None
) -> EntryList:
    """All players, or those of one kind; who misses a round is asked for one round, or for any."""
    late = late_players(event)
    notices = notices_of(event, folder)
    number = current_round(event)
    lines = [
        _line(event, player, notices.get(player.id, ()), number if player.id in late else None)
        for player in event.players
    ]
    chosen = {kind: [line for line in lines if _fits(line, kind, missing)] for kind in Show}
    return EntryList(
        lines=tuple(in_order(chosen[show], sort)),
        counts={kind: len(fitting) for kind, fitting in chosen.items()},
    )


def late_players(event: Tournament) -> set[PlayerId]:
    """Who is here for the round that is being played, and has neither a game nor a bye in it."""
    number = current_round(event)
    drawn = event.round(number)
    if not drawn.boards or is_finished(drawn):
        return set()
    seated = {seat for board in drawn.boards for seat in (board.white, board.black)}
    seated |= {bye.player for bye in drawn.byes}
    return {
        player.id
        for player in event.players
        if player.registration is Registration.FINAL and player.attends(number) and player.id not in seated
    }


def notices_of(event: Tournament, folder: Path | None) -> dict[PlayerId, tuple[Notice, ...]]:
    """What to look at; worked out anew only when a name, a grade or a rating list changes."""
    people = tuple(
        replace(player, registration=Registration.FINAL, absent_rounds=frozenset())
        for player in event.players
    )
    return _notices(people, event.begin, event.end, folder, stamp(folder))


def flags_of(event: Tournament, player: PlayerId, folder: Path | None) -> tuple[Flag, ...]:
    """What to look at in one player."""
    return _flags(notices_of(event, folder).get(player, ()))


def in_order(lines: Iterable[Line], sort: str) -> list[Line]:
    """Lines by name, grade, rating or club; a minus before it turns them round."""
    by_name = sorted(lines, key=_name)
    key = _SORTS.get(sort.removeprefix("-"))
    if key is None:
        return by_name[::-1] if sort == "-name" else by_name
    return sorted(by_name, key=key, reverse=sort.startswith("-"))


def _name(line: Line) -> tuple[str, str]:
    return plain_name(line.player.surname), plain_name(line.player.first_name)


_SORTS: dict[str, Callable[[Line], Any]] = {
    "grade": lambda line: (-line.player.grade.rating, -(line.player.rating or 0)),
    "rating": lambda line: -(line.player.rating or 0),
    "club": lambda line: (plain_name(line.player.country), plain_name(line.player.club)),
}


@lru_cache(maxsize=8)
def _notices(
    people: tuple[Player, ...], begin: str, end: str, folder: Path | None, stamped: int
) -> dict[PlayerId, tuple[Notice, ...]]:
    del stamped
    with opened_lists(folder) as lists:
        found = field_notices(Tournament(players=people, begin=begin, end=end), lists)
    unlisted = sum(notice.kind is NoticeKind.UNLISTED for each in found.values() for notice in each)
    if 2 * unlisted <= len(people):
        return found
    # A list that does not know half of the field is not of this field's federation: that is no news.
    return {
        player: tuple(notice for notice in notices if notice.kind is not NoticeKind.UNLISTED)
        for player, notices in found.items()
    }


def _line(event: Tournament, player: Player, notices: tuple[Notice, ...], late: int | None) -> Line:
    rounds = tuple(player.attends(number + 1) for number in range(event.settings.rounds))
    return Line(
        player=player,
        here=player.registration is Registration.FINAL,
        rounds=rounds,
        attendance=attendance(rounds),
        flags=_flags(notices),
        late=late,
    )


def attendance(rounds: tuple[bool, ...]) -> str:
    """Which rounds a player plays, in words."""
    missed = [str(number) for number, plays in enumerate(rounds, start=1) if not plays]
    if not missed:
        return _("all rounds")
    if len(missed) == len(rounds):
        return _("no round")
    return ngettext("not round %(rounds)s", "not rounds %(rounds)s", len(missed), rounds=joined(missed))


def _flags(notices: tuple[Notice, ...]) -> tuple[Flag, ...]:
    return tuple(Flag(text=remark(notice.text), tone=_TONES.get(notice.kind, "kaya")) for notice in notices)


def _fits(line: Line, show: Show, missing: int | None) -> bool:
    match show:
        case Show.HERE:
            return line.here
        case Show.AWAY:
            return not line.here
        case Show.LOOK:
            return bool(line.flags) or line.late is not None
        case Show.MISSING:
            return not all(line.rounds) if missing is None else not line.player.attends(missing)
    return True
