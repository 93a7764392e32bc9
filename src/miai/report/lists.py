"""Rating lists on paper: players found, and entrants beside the lists."""

from collections.abc import Sequence
from typing import Any

from miai.domain.listed import ListedPlayer
from miai.report.table import Column, Table


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
            "; ".join(str(flag) for flag in player.flags),
        )
        for player in players
    )
    return Table(title=f"'{text}': {len(players)} found", columns=columns, rows=rows)


def entrants_table(data: dict[str, Any]) -> Table:
    """Every entrant, how they were found, and what the lists say differently."""
    titles = ("Name", "Found", "Lists", "To look at")
    rows = tuple(
        (entrant["name"], entrant["found"], _lists(entrant), "; ".join(_remarks(entrant)))
        for entrant in data["entrants"]
    )
    title = f"{data['tournament'] or '(no name)'}: entrants beside the lists, memberships on {data['on']}"
    return Table(title=title, columns=tuple(Column(title=each) for each in titles), rows=rows)


def summary_lines(data: dict[str, Any]) -> list[str]:
    """How many were found, and who may be entered twice."""
    counts = data["counts"]
    lines = [
        f"{len(data['entrants'])} entrants: {counts['id']} found by id, {counts['name']} by name, "
        f"{counts['ambiguous']} ambiguous, {counts['not found']} not found"
    ]
    lines += [
        f"perhaps one person ({each['what']}): {', '.join(each['players'])}" for each in data["duplicates"]
    ]
    return lines


def import_lines(data: dict[str, Any]) -> list[str]:
    """What was imported, and what is unusual in it."""
    day = f" of {data['date']}" if data["date"] else ""
    instead = f", in place of {data['players_before']}" if data["players_before"] else ""
    lines = [f"{data['source'].upper()} list{day}: {data['players']} players{instead}"]
    lines += [
        f"  {count} {'line' if count == 1 else 'lines'}: {flag}" for flag, count in data["flags"].items()
    ]
    return lines


def _membership(player: ListedPlayer) -> str:
    until = f"until {player.expiry}" if player.expiry else ""
    return " ".join(part for part in (player.membership, player.licence_status, until) if part)


def _lists(entrant: dict[str, Any]) -> str:
    found = [each["source"].upper() for each in entrant["lists"] if each["found"] in ("id", "name")]
    return ", ".join(found)


def _named(what: str, source: str) -> str:
    """What differs, with the list's name where it does not say it itself."""
    return what if what.startswith((source, "French")) else f"{source} {what}"


def _remarks(entrant: dict[str, Any]) -> list[str]:
    remarks = []
    for each in entrant["lists"]:
        source = each["source"].upper()
        remarks += [
            f"{_named(other['what'], source)} {other['listed']} ({other['entered'] or 'none'} entered)"
            for other in each["differences"]
        ]
        if each["found"] == "ambiguous":
            ids = ", ".join(one["id"] or one["club"] or "?" for one in each["candidates"])
            remarks.append(f"{source} has {len(each['candidates'])}: {ids}")
    return remarks + [notice["text"] for notice in entrant["memberships"]]
