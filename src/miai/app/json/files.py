"""The JSON of `miai show`, `miai convert` and `miai formats`."""

from collections.abc import Iterable

from typing_extensions import TypedDict

from miai.app.event.convert import Conversion
from miai.domain.egf_class import class_of
from miai.domain.points import plain
from miai.formats import Format
from miai.plugins import Plugin
from miai.report.summary import RoundSummary, TournamentSummary

# "from" and "class" are words of Python.
BandJson = TypedDict("BandJson", {"from": str, "score": float})
ConversionJson = TypedDict("ConversionJson", {"from": str, "to": str, "lost": list[str]})


class RoundDetailsJson(TypedDict):
    """How many games, byes and absences a round has."""

    round: int
    boards: int
    unknown_results: int
    byes: int
    absent: int
    unpaired: int


SummaryJson = TypedDict(
    "SummaryJson",
    {
        "tournament": str,
        "format": str,
        "country": str,
        "place": str,
        "begin": str,
        "end": str,
        "system": str,
        "rounds": int,
        "rounds_played": int,
        "players": int,
        "preliminary": int,
        "bar": str,
        "floor": str,
        "bands": list[BandJson],
        "criteria": list[str],
        "unplayed": str,
        "komi": float,
        "ruleset": str,
        "internet": bool,
        "class": str | None,
        "grades": dict[str, int],
        "round_details": list[RoundDetailsJson],
        "notes": list[str],
    },
)


class PluginJson(TypedDict):
    """A plug-in of an installed package; `problem` says why it is not used."""

    kind: str
    key: str
    package: str
    version: str
    problem: str | None


class PluginsJson(TypedDict):
    """What installed packages add."""

    plugins: list[PluginJson]


class FormatJson(TypedDict):
    """A file format; some are only read."""

    key: str
    title: str
    extension: str
    written: bool


class FormatsJson(TypedDict):
    """All file formats."""

    formats: list[FormatJson]


def summary_json(summary: TournamentSummary) -> SummaryJson:
    """A tournament at a glance."""
    event = summary.tournament
    settings = event.settings
    return {
        "tournament": event.name,
        "format": summary.format,
        "country": event.country,
        "place": event.place,
        "begin": event.begin,
        "end": event.end,
        "system": settings.system,
        "rounds": settings.rounds,
        "rounds_played": event.rounds_played,
        "players": len(event.players),
        "preliminary": summary.preliminary,
        "bar": str(settings.scoring.bar),
        "floor": str(settings.scoring.floor),
        "bands": [{"from": str(band.weakest), "score": plain(band.score)} for band in settings.scoring.bands],
        "criteria": list(settings.criteria),
        "unplayed": settings.scoring.unplayed.value,
        "komi": settings.komi,
        "ruleset": settings.ruleset.value,
        "internet": settings.internet,
        "class": class_of(event),
        "grades": {str(grade): count for grade, count in summary.grades},
        "round_details": [_round(each) for each in summary.rounds],
        "notes": [str(note) for note in summary.notes],
    }


def conversion_json(done: Conversion) -> ConversionJson:
    """Both formats, and what the second one cannot hold."""
    return {"from": done.source_format, "to": done.target_format, "lost": [str(lost) for lost in done.lost]}


def formats_json(formats: Iterable[Format]) -> FormatsJson:
    """The file formats."""
    return {
        "formats": [
            {
                "key": each.key,
                "title": str(each.title),
                "extension": each.extension,
                "written": each.is_written,
            }
            for each in formats
        ]
    }


def _round(summary: RoundSummary) -> RoundDetailsJson:
    return {
        "round": summary.number,
        "boards": summary.boards,
        "unknown_results": summary.unknown_results,
        "byes": summary.byes,
        "absent": summary.absent,
        "unpaired": summary.unpaired,
    }


def plugins_json(plugins: Iterable[Plugin]) -> PluginsJson:
    """What installed packages add."""
    return {
        "plugins": [
            {
                "kind": each.group,
                "key": each.key,
                "package": each.package,
                "version": each.version,
                "problem": str(each.problem) if each.problem else None,
            }
            for each in plugins
        ]
    }
