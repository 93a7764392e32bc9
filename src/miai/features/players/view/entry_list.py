"""The list of players: who is here, who plays which round, and what to check."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any

from miai.domain.people.names import plain_name
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.tournament import Tournament
from miai.features.lists.view.rating_lists import opened_lists, stamp
from miai.features.players.field_checks import Entries, Notice, NoticeKind, field_notices
from miai.features.players.view.list_filter import EVERYBODY, Narrowing
from miai.server.page_frame import current_round, is_finished
from miai.server.words import gettext as _
from miai.server.words import ngettext, tell
from miai.server.words.formatting import joined

_TONES = {NoticeKind.MEMBERSHIP: "bad", NoticeKind.UNLISTED: "info"}


class PlayerFilter(Enum):
    """Which players the list shows."""

    ALL = "all"
    HERE = "here"
    AWAY = "away"
    LOOK = "look"
    MISSING = "missing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """Something to check, with the colour of its badge."""

    text: str
    tone: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRow:
    """One player; `late` is the round in progress that a player who is here has no game in."""

    player: Player
    here: bool
    rounds: tuple[bool, ...]
    attendance: str
    flags: tuple[Flag, ...]
    late: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryList:
    """The rows to show, and how many each filter would show."""

    rows: tuple[PlayerRow, ...]
    counts: dict[PlayerFilter, int]


def entry_list(
    event: Tournament,
    *,
    folder: Path | None,
    show: PlayerFilter = PlayerFilter.ALL,
    narrowed: Narrowing = EVERYBODY,
    sort: str = "name",
    missing: int | None,
) -> EntryList:
    """The players that a filter shows; `missing` is the round that MISSING asks about, else any round.

    The counts are those among the players of the chosen country, club and grade.
    """
    late = late_players(event)
    notices = notices_of(event, folder)
    number = current_round(event)
    rows = [
        _row(event, player, notices.get(player.id, ()), number if player.id in late else None)
        for player in event.players
        if narrowed.fits(player)
    ]
    chosen = {kind: [row for row in rows if _fits(row, kind, missing)] for kind in PlayerFilter}
    return EntryList(
        rows=tuple(in_order(chosen[show], sort)),
        counts={kind: len(fitting) for kind, fitting in chosen.items()},
    )


def late_players(event: Tournament) -> set[PlayerId]:
    """Players who are here without a game or a bye in the round in progress; none in a team event."""
    number = current_round(event)
    drawn = event.round(number)
    if not drawn.boards or is_finished(drawn) or event.settings.by_teams:
        return set()
    seated = {seat for board in drawn.boards for seat in (board.white, board.black)}
    seated |= {bye.player for bye in drawn.byes}
    return {
        player.id
        for player in event.players
        if player.registration is Registration.FINAL and player.attends(number) and player.id not in seated
    }


def notices_of(event: Tournament, folder: Path | None) -> dict[PlayerId, tuple[Notice, ...]]:
    """Notices by player; computed again only when an entry or a rating list changes."""
    return _notices(Entries.of(event), folder, stamp(folder))


def flags_of(event: Tournament, player: PlayerId, folder: Path | None) -> tuple[Flag, ...]:
    """What to check about one player."""
    found = _flags(notices_of(event, folder).get(player, ()))
    return (*_alone(event, event.player(player)), *found)


def in_order(rows: Iterable[PlayerRow], sort: str) -> list[PlayerRow]:
    """The rows by name, grade, rating or club; a minus reverses the order."""
    by_name = sorted(rows, key=_name)
    key = _SORTS.get(sort.removeprefix("-"))
    if key is None:
        return by_name[::-1] if sort == "-name" else by_name
    return sorted(by_name, key=key, reverse=sort.startswith("-"))


def _name(row: PlayerRow) -> tuple[str, str]:
    return plain_name(row.player.surname), plain_name(row.player.first_name)


_SORTS: dict[str, Callable[[PlayerRow], Any]] = {
    "grade": lambda row: (-row.player.grade.rating, -(row.player.rating or 0)),
    "rating": lambda row: -(row.player.rating or 0),
    "club": lambda row: (plain_name(row.player.country), plain_name(row.player.club)),
}


@lru_cache(maxsize=8)
def _notices(entries: Entries, folder: Path | None, stamped: int) -> dict[PlayerId, tuple[Notice, ...]]:
    del stamped
    with opened_lists(folder) as lists:
        found = field_notices(entries, lists)
    unlisted = sum(notice.kind is NoticeKind.UNLISTED for each in found.values() for notice in each)
    if 2 * unlisted <= len(entries.players):
        return found
    # A list that lacks half of the field is that of another federation: not worth a notice.
    return {
        player: tuple(notice for notice in notices if notice.kind is not NoticeKind.UNLISTED)
        for player, notices in found.items()
    }


def _row(event: Tournament, player: Player, notices: tuple[Notice, ...], late: int | None) -> PlayerRow:
    rounds = tuple(player.attends(number + 1) for number in range(event.settings.rounds))
    return PlayerRow(
        player=player,
        here=player.registration is Registration.FINAL,
        rounds=rounds,
        attendance=attendance(rounds),
        flags=(*_alone(event, player), *_flags(notices)),
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


def _alone(event: Tournament, player: Player) -> tuple[Flag, ...]:
    """Somebody without the people that a side of the event has."""
    alone = event.settings.sides.people > 1 and not player.members
    return (Flag(text=_("plays alone"), tone="bad"),) if alone else ()


def _flags(notices: tuple[Notice, ...]) -> tuple[Flag, ...]:
    return tuple(Flag(text=tell(notice.message), tone=_TONES.get(notice.kind, "kaya")) for notice in notices)


def _fits(row: PlayerRow, show: PlayerFilter, missing: int | None) -> bool:
    match show:
        case PlayerFilter.HERE:
            return row.here
        case PlayerFilter.AWAY:
            return not row.here
        case PlayerFilter.LOOK:
            return bool(row.flags) or row.late is not None
        case PlayerFilter.MISSING:
            return not all(row.rounds) if missing is None else not row.player.attends(missing)
    return True
