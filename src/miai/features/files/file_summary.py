"""A tournament at a glance: counts, lines, and the field as a histogram."""

from dataclasses import dataclass

from miai.answers import Column, Table
from miai.domain.people.grade import Grade
from miai.domain.settings.criterion_names import criteria_titles
from miai.domain.settings.egf_class import class_message
from miai.domain.settings.field_labels import CHOICE_LABELS
from miai.domain.tournament import Stage, Tournament
from miai.errors import Problem
from miai.features.stages.main_rounds import has_main_rounds

_WIDEST = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundSummary:
    """How many boards a round has, how many results are missing, and how many players do not play."""

    number: int
    boards: int
    unknown_results: int
    byes: int
    absent: int
    unpaired: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSummary:
    """A tournament from a file with counts: players by grade, the strongest first, and round by round."""

    tournament: Tournament
    format: str
    preliminary: int
    grades: tuple[tuple[Grade, int], ...]
    rounds: tuple[RoundSummary, ...]
    stages: tuple[Stage, ...]
    notes: tuple[Problem, ...]


def summary_lines(summary: TournamentSummary) -> list[str]:
    """Name, place and rules, one fact a line."""
    event = summary.tournament
    settings, scoring = event.settings, event.settings.scoring
    dates = " to ".join(dict.fromkeys(part for part in (event.begin, event.end) if part))
    order = ", ".join(map(str, criteria_titles(settings.criteria)))
    players = f"{len(event.players)} players"
    if summary.preliminary:
        players += f", {summary.preliminary} of them registered preliminarily"
    groups = f", bar {scoring.bar}, floor {scoring.floor}" if settings.system == "mcmahon" else ""
    if scoring.bands:
        groups = f", {len(scoring.bands)} bands"
    played = f"{settings.system}, {_rounds(event)}{groups}" if has_main_rounds(event) else "played in stages"
    return [
        event.name or "(no name)",
        " · ".join(part for part in (event.country, event.place, dates) if part),
        played,
        *(_stage(stage.event) for stage in summary.stages),
        players,
        f"order: {order or 'none'}; unplayed rounds: {scoring.unplayed.value}",
        f"{CHOICE_LABELS[settings.ruleset]} rules, komi {settings.komi:g}"
        f"{', on the internet' if settings.internet else ''}; {class_message(event)}",
    ]


def _stage(event: Tournament) -> str:
    return f"{event.name}: {event.settings.system}, {_rounds(event)}, {len(event.players)} players"


def _rounds(event: Tournament) -> str:
    return f"{event.rounds_played} of {event.settings.rounds} rounds played"


def field_picture(summary: TournamentSummary) -> Table:
    """The field by grade, as a histogram."""
    most = max((count for _, count in summary.grades), default=1)
    scale = max(1, -(-most // _WIDEST))
    return Table(
        title="The field",
        columns=(Column(title="Gr", right=True), Column(title="Players", right=True), Column(title="")),
        rows=tuple((str(grade), str(count), "█" * max(1, count // scale)) for grade, count in summary.grades),
    )
