"""Rating lists on paper: players found, and entrants beside the lists."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from miai.answers import Column, Table
from miai.domain.people.player import Player
from miai.domain.people.rating_list_entry import FlagKind, ListedPlayer, PlayerList
from miai.messages import Message
from miai.store.people.player_lists import ListInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class EntrantLine:
    """An entrant beside the lists: how they were found, in which lists, and what to look at."""

    name: str
    found: str
    lists: tuple[str, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class UpdateLine:
    """What a list would change of an entrant: what it is, its value now and in the list."""

    name: str
    source: str
    found: str
    changes: tuple[tuple[str, str, str], ...]


def lists_table(lists: Sequence[ListInfo]) -> Table:
    """The lists that were imported."""
    columns = (
        Column(title="List"),
        Column(title="Date"),
        Column(title="Players", right=True),
        Column(title="Searched"),
        Column(title="File"),
    )
    rows = tuple(
        (
            each.source.title,
            _day(each.date) or "unknown",
            str(each.players),
            "yes" if each.used else "no",
            each.file,
        )
        for each in lists
    )
    return Table(title=f"Rating lists: {len(lists)}", columns=columns, rows=rows)


def updates_table(event: str, updates: Sequence[UpdateLine]) -> Table:
    """What the lists would change of each entrant, a line for each change."""
    titles = ("Name", "List", "Found by", "What", "Now", "In the list")
    rows = tuple((each.name, each.source, each.found, *change) for each in updates for change in each.changes)
    title = f"{event or '(no name)'}: what the lists would change"
    return Table(title=title, columns=tuple(Column(title=each) for each in titles), rows=rows)


def players_table(players: Sequence[ListedPlayer], text: str) -> Table:
    """Who was found, the best first."""
    columns = (
        Column(title="List"),
        Column(title="Name"),
        Column(title="Gr", right=True),
        Column(title="Rating", right=True),
        Column(title="Co"),
        Column(title="Club"),
        Column(title="Id"),
        Column(title="Membership"),
        Column(title="Published until"),
        Column(title="Odd"),
    )
    rows = tuple(
        (
            player.source.title,
            player.name,
            "" if player.grade is None else str(player.grade),
            "" if player.rating is None else f"{player.rating:g}",
            player.country or player.state,
            player.club,
            player.number,
            _membership(player),
            _day(player.published_until),
            "; ".join(str(flag) for flag in player.flags),
        )
        for player in players
    )
    return Table(title=f"'{text}': {len(players)} found", columns=columns, rows=rows)


def published_table(players: Sequence[ListedPlayer], on: date, lapsed: int) -> Table:
    """The ratings that are published on a day, the highest first."""
    columns = (
        Column(title="Name"),
        Column(title="Gr", right=True),
        Column(title="Rating", right=True),
        Column(title="Co"),
        Column(title="Club"),
        Column(title="Last game"),
        Column(title="Published until"),
    )
    rows = tuple(
        (
            player.name,
            "" if player.grade is None else str(player.grade),
            f"{player.rating:g}",
            player.country,
            player.club,
            _day(player.rating_date),
            _day(player.published_until),
        )
        for player in players
    )
    title = f"Ratings published on {on.isoformat()}: {len(players)}, {lapsed} others are kept"
    return Table(title=title, columns=columns, rows=rows)


def entrants_table(event: str, on: date, entrants: Sequence[EntrantLine]) -> Table:
    """Every entrant, how they were found, and what the lists say differently."""
    titles = ("Name", "Found", "Lists", "To look at")
    rows = tuple((each.name, each.found, ", ".join(each.lists), "; ".join(each.remarks)) for each in entrants)
    title = f"{event or '(no name)'}: entrants beside the lists, memberships on {on.isoformat()}"
    return Table(title=title, columns=tuple(Column(title=each) for each in titles), rows=rows)


def check_lines(
    entrants: Sequence[EntrantLine], duplicates: Sequence[tuple[Message | str, Sequence[Player]]]
) -> list[str]:
    """How many were found, and who may be entered twice."""
    counts = Counter(each.found for each in entrants)
    return [
        f"{len(entrants)} entrants: {counts['id']} found by id, {counts['name']} by name, "
        f"{counts['perhaps']} perhaps, {counts['not found']} not found",
        *(
            f"perhaps one person ({shared}): {', '.join(player.name for player in players)}"
            for shared, players in duplicates
        ),
    ]


def import_lines(imported: PlayerList, *, players_before: int) -> list[str]:
    """What was imported, and what is unusual in it."""
    day = f" of {imported.date}" if imported.date else ""
    replaced = f", replacing {players_before}" if players_before else ""
    return [
        f"{imported.source.title} list{day}: {len(imported.players)} players{replaced}",
        *(
            f"  {count} {'line' if count == 1 else 'lines'}: {kind.title}"
            for kind, count in flag_counts(imported)
        ),
    ]


def flag_counts(imported: PlayerList) -> list[tuple[FlagKind, int]]:
    """How many lines are unusual in which way, the most frequent first."""
    return Counter(flag.kind for player in imported.players for flag in player.flags).most_common()


def _day(day: date | None) -> str:
    return "" if day is None else day.isoformat()


def _membership(player: ListedPlayer) -> str:
    until = f"until {player.expiry}" if player.expiry else ""
    return " ".join(part for part in (player.membership, player.licence_status, until) if part)
