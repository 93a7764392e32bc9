"""A tournament at a glance, in lines and two small tables."""

from typing import Any

from miai.report.table import Column, Table


def overview_lines(data: dict[str, Any]) -> list[str]:
    """Name, place and rules, one fact a line."""
    dates = " to ".join(dict.fromkeys(part for part in (data["begin"], data["end"]) if part))
    who = f"{data['players']} players"
    if data["preliminary"]:
        who += f", {data['preliminary']} of them registered preliminarily"
    groups = f", bar {data['bar']}, floor {data['floor']}" if data["system"] == "mcmahon" else ""
    return [
        data["tournament"] or "(no name)",
        " · ".join(part for part in (data["place"], dates) if part),
        f"{data['system']}, {data['rounds_played']} of {data['rounds']} rounds played{groups}",
        who,
        f"order: {', '.join(data['criteria']) or 'none'}; unplayed rounds: {data['unplayed']}",
    ]


def field_table(data: dict[str, Any]) -> Table:
    """The field by grade, as a histogram."""
    most = max(data["grades"].values(), default=1)
    scale = max(1, -(-most // 50))
    return Table(
        title="The field",
        columns=(Column(title="Gr", right=True), Column(title="Players", right=True), Column(title="")),
        rows=tuple(
            (grade, str(count), "█" * max(1, count // scale)) for grade, count in data["grades"].items()
        ),
    )


def rounds_table(data: dict[str, Any]) -> Table:
    """What happened round by round."""
    titles = ("Round", "Boards", "Results missing", "Byes", "Absent", "Unpaired")
    keys = ("round", "boards", "unknown_results", "byes", "absent", "unpaired")
    return Table(
        title="Rounds",
        columns=tuple(Column(title=title, right=True) for title in titles),
        rows=tuple(tuple(str(each[key]) for key in keys) for each in data["round_details"]),
    )
