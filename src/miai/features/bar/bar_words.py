"""The bar that was found: the field as a histogram, the verdict, and how to read the bars tried."""

from miai.answers import Column, Table
from miai.domain.people.grade import Grade
from miai.engine.bar.study import BarStudy

_WIDEST = 40


def field_picture(study: BarStudy) -> Table:
    """The field by grade as a histogram, with a line below the bar."""
    entry, field = study.entry, study.field
    scale = max(1, -(-max(field.at(grade) for grade in field.groups) // _WIDEST))
    rows = []
    for grade in range(field.highest, field.groups[-1] - 1, -1):
        players = field.at(grade)
        rows.append((_grade(grade), str(players or "·"), "█" * -(-players // scale)))
        if grade == field.bar:
            rows.append(("──", str(field.population), f"{'─' * 12} the bar {'─' * 12}"))
        elif grade == entry.present:
            rows.append(
                ("··", str(entry.present_population), f"{'·' * 8} the tournament's own bar {'·' * 8}")
            )
    title = f"{entry.name}: " if entry.name else ""
    return Table(
        title=f"{title}{_counted(len(entry.grades), 'player')}, {_counted(entry.rounds, 'round')}",
        columns=(Column(title="Gr", right=True), Column(title="Players", right=True), Column(title="")),
        rows=tuple(rows),
    )


def verdict_lines(study: BarStudy) -> list[str]:
    """The verdict and the advice."""
    told = (*study.comparison, *study.certainty, *study.advice)
    return [str(study.verdict), *(f"- {sentence}" for sentence in told)]


def legend_lines(study: BarStudy) -> list[str]:
    """How to read the bars tried, and how clear the balance is."""
    found, separation = study.solution.equilibrium, study.solution.separation
    if found is None or separation is None:
        return []
    theta = separation.theta
    share = "" if theta is None else f", {theta:.2f} of the way from the hinge to the top"
    within = ", 95 times in 100 between {:.2f} and {:.2f}".format(*study.interval) if study.interval else ""
    return [
        "Opponents and wins are those of the group at the bottom of the bar: how many grades stronger its",
        "opponents are, and how many games more than half it wins; both are zero at the balance.",
        "Over half: how often the group wins more than half of its games. Next below: how often the next",
        "group does. Peers: games of the players at the bar among themselves. One winner: how often nobody",
        "shares the best score. Ranks off: how far the order by score differs from the order by grade.",
        f"Balance at {found.grade:.2f} where 1d is 0{within} (opponents {_number(found.opponents.zero)}, "
        f"wins {_number(found.scores.zero)}).",
        f"Separation at the bar {separation.at_bar:.2f}{share}.",
    ]


def _grade(number: int) -> str:
    return str(Grade.of_number(number))


def _counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _number(value: float | None) -> str:
    return "nowhere" if value is None else f"{value:.2f}"
