"""The quality of a tournament as tables: every measure, and grade by grade."""

from miai.answers import Column, Table
from miai.domain.people.grade import Grade
from miai.domain.tournament import Tournament
from miai.engine.judging import MEASURES, EventQuality
from miai.engine.judging.measures import Unit


def quality_table(tournament: Tournament, quality: EventQuality) -> Table:
    """One line a measure, with its ideal value and what the documents found."""
    titles = ("Measure", "Here", "Ideal", "In the documents")
    rows = tuple(
        (
            str(measure.title),
            _value_text(quality.values[key], measure.unit),
            _ideal_text(measure.ideal, measure.unit),
            str(measure.printed),
        )
        for key, measure in MEASURES.items()
        if key in quality.values
    )
    columns = tuple(Column(title=title, right=title in titles[1:3]) for title in titles)
    name = f"{tournament.name}: " if tournament.name else ""
    record = quality.record
    size = f"{quality.games} games, {len(record.players)} players, {len(record.opponents)} rounds"
    return Table(title=f"{name}quality of {size}", columns=columns, rows=rows)


def groups_table(quality: EventQuality) -> Table:
    """One line a grade, the strongest first: what its players won and whom they met, on average."""
    rows = tuple(
        (
            str(Grade.of_number(group.grade)),
            str(int(group.players)),
            f"{group.games:.1f}",
            f"{group.wins:.1f}",
            "" if group.opponent_grade is None else f"{group.opponent_grade - group.grade:+z.1f}",
            "" if group.peers is None else f"{100 * group.peers:.0f} %",
        )
        for group in quality.groups
    )
    titles = ("Grade", "Players", "Games", "Wins", "Opponents stronger by", "Games among these and above")
    columns = tuple(Column(title=title, right=True) for title in titles)
    return Table(title="Grade by grade, on average", columns=columns, rows=rows)


def _value_text(value: float, unit: Unit) -> str:
    match unit:
        case Unit.SHARE_OF_TOURNAMENTS if value in {0, 1}:
            return "yes" if value else "no"
        case Unit.SHARE | Unit.SHARE_OF_TOURNAMENTS:
            return f"{100 * value:.0f} %"
        case Unit.GRADES:
            return f"{value:+z.1f}"
    return f"{value:.2f}"


def _ideal_text(ideal: float, unit: Unit) -> str:
    return f"{ideal:.0f}" if unit in {Unit.GRADES, Unit.NUMBER} else _value_text(ideal, unit)
