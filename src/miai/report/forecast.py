"""A forecast as a table and a few sentences."""

from itertools import accumulate
from typing import Any

from miai.report.table import Column, Table

# The places between which a player ends nine times of ten.
_TAIL = 0.05


def forecast_lines(data: dict[str, Any]) -> list[str]:
    """Where the event stands, how likely a unique winner is, and how many rounds that would take."""
    lines = [_state(data)]
    if not data["finished"]:
        lines.append(f"One player alone on top after {data['rounds']} rounds: {_told(data['unique_winner'])}")
    needed = data["rounds_needed"]
    rounds, chance = needed["rounds"], f"{100 * needed['chance']:g} %"
    answer = f"more than {needed['limit']}" if rounds is None else str(rounds)
    by_round = ", ".join(f"{each['rounds']}: {_percent(each['unique_winner'])}" for each in data["by_round"])
    lines.append(f"Rounds needed for that with more than {chance}: {answer} ({by_round})")
    return [*lines, *data["notes"]]


def forecast_table(data: dict[str, Any]) -> Table:
    """One line a player, the likeliest winner first."""
    titles = (
        "Name", "Grade", "Score", "First", "Alone on top", "Shared on top", "First three", "Mean place",
        "Likely",
    )  # fmt: skip
    columns = tuple(Column(title=title, right=title not in titles[:2]) for title in titles)
    return Table(title=data["tournament"], columns=columns, rows=tuple(_row(each) for each in data["rows"]))


def _state(data: dict[str, Any]) -> str:
    if data["finished"]:
        best = [row["name"] for row in data["rows"] if row["first"]["chance"] > 0]
        return f"Finished after {data['rounds']} rounds: {' and '.join(best)} won"
    games = data["pending_games"]
    open_games = f", {games} {'game' if games == 1 else 'games'} without a result" if games else ""
    return (
        f"After round {data['after_round']} of {data['rounds']}{open_games}; "
        f"{data['simulations']} times played on by the model {data['model']}"
    )


def _row(row: dict[str, Any]) -> tuple[str, ...]:
    places = row["places"]
    return (
        row["name"],
        row["grade"],
        f"{row['score']:g}",
        _told(row["first"]),
        _percent(row["alone"]),
        _percent(row["shared"]),
        _percent({"chance": min(1.0, sum(places[:3]))}),
        f"{row['expected_place']:.1f}",
        _range(places),
    )


def _range(places: list[float]) -> str:
    reached = list(accumulate(places))
    first = next((at for at, sum_ in enumerate(reached, start=1) if sum_ > _TAIL), len(places))
    last = next((at for at, sum_ in enumerate(reached, start=1) if sum_ >= 1 - _TAIL), len(places))
    return str(first) if first == last else f"{first}–{last}"


def _percent(chance: dict[str, float]) -> str:
    return f"{100 * chance['chance']:.0f} %"


def _told(chance: dict[str, float]) -> str:
    if chance["low"] == chance["high"]:
        return _percent(chance)
    return f"{_percent(chance)} ({100 * chance['low']:.0f}–{100 * chance['high']:.0f})"
