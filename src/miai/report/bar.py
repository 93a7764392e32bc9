"""The bar that was found: the field as a picture, the bars tried, and what to make of them."""

from typing import Any

from miai.report.table import Column, Table

_WIDEST = 40


def field_picture(data: dict[str, Any]) -> Table:
    """The field by grade as a histogram, with a line under those who start at the bar."""
    scale = max(1, -(-max(each["players"] for each in data["field"]) // _WIDEST))
    present = data["present"] or {"bar": data["bar"]}
    rows = []
    for each in data["field"]:
        rows.append((each["grade"], str(each["players"] or "·"), "█" * -(-each["players"] // scale)))
        if each["grade"] == data["bar"]:
            rows.append(("──", str(data["population"]), f"{'─' * 12} the bar {'─' * 12}"))
        elif each["grade"] == present["bar"]:
            rows.append(("··", str(present["population"]), f"{'·' * 8} the tournament's own bar {'·' * 8}"))
    title = f"{data['tournament']}: " if data["tournament"] else ""
    return Table(
        title=f"{title}{_counted(data['players'], 'player')}, {_counted(data['rounds'], 'round')}",
        columns=(Column(title="Gr", right=True), Column(title="Players", right=True), Column(title="")),
        rows=tuple(rows),
    )


def bars_table(data: dict[str, Any]) -> Table:
    """The bars that were tried, and how those at their bottom fare."""
    titles = "Bar,Players,Opponents,Wins,Over half,Next below,Peers,One winner,Ranks off".split(",")
    present = data["present"] and data["present"]["layer"]
    layers = [*data["layers"], *([present] if present and present not in data["layers"] else [])]
    return Table(
        title=f"Bars tried, each in {data['pairings']} tournaments of the top {data['tried']} players",
        columns=(*(Column(title=title, right=True) for title in titles), Column(title="")),
        rows=tuple(_layer_row(layer, data) for layer in layers),
    )


def tables_table(data: dict[str, Any]) -> Table:
    """What the tables of the federations allow."""
    titles = ("Table", "At most", "Bar", "Players")
    return Table(
        title=f"Tables for {_counted(data['rounds'], 'round')}",
        columns=tuple(Column(title=title, right=title != "Table") for title in titles),
        rows=tuple(
            (row["table"], str(row["limit"]), row["bar"], str(row["population"]))
            for row in data["classical"]["tables"]
        ),
    )


def verdict_lines(data: dict[str, Any]) -> list[str]:
    """The verdict and the advice."""
    return [data["verdict"], *(f"- {sentence}" for sentence in data["advice"])]


def reading_lines(data: dict[str, Any]) -> list[str]:
    """How to read the bars tried, and how clear the balance is."""
    if data["b_sol"] is None:
        return []
    lines = [
        "Opponents and wins are of the group at the bottom of the bar: grades stronger than itself, games",
        "more than half; both are nought at the balance. Over half: how often it wins more than half; next",
        "below: how often the next group gets as far. Peers: games of those at the bar among themselves.",
        "One winner: how often nobody shares the best score. Ranks off: how far scores part from grades.",
        f"Balance at {data['b_sol']:.2f} where 1d is 0 (opponents {_number(data['z_g'])}, "
        f"wins {_number(data['z_s'])}).",
    ]
    found = data["separation"]
    up = "" if found["theta"] is None else f", {found['theta']:.2f} of the way from the hinge to the top"
    return [*lines, f"Separation at the bar {found['at_bar']:.2f}{up}."]


def _layer_row(layer: dict[str, Any], data: dict[str, Any]) -> tuple[str, ...]:
    marks = []
    if layer["bar"] == data["bar"]:
        marks.append("the bar")
    if data["present"] and layer["bar"] == data["present"]["bar"]:
        marks.append("the tournament's own")
    return (
        layer["bar"],
        str(layer["population"]),
        f"{layer['delta_g']:+.2f}",
        f"{layer['delta_s']:+.2f}",
        _percent(layer["gamma_b"]),
        "" if layer["gamma_l"] is None else _percent(layer["gamma_l"]),
        _percent(layer["peer"]),
        _percent(layer["unique"]),
        f"{layer['rank_deviation']:.2f}",
        ", ".join(marks),
    )


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _number(value: float | None) -> str:
    return "nowhere" if value is None else f"{value:.2f}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"
