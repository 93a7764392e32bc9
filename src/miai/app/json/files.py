"""The JSON of `miai show`, `miai convert` and `miai formats`."""

from collections.abc import Iterable

from miai.app.event.convert import Conversion
from miai.app.json.values import JsonObject
from miai.domain.egf_class import class_of
from miai.domain.points import plain
from miai.formats import Format
from miai.plugins import Plugin
from miai.report.summary import RoundSummary, TournamentSummary


def summary_json(summary: TournamentSummary) -> JsonObject:
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


def conversion_json(done: Conversion) -> JsonObject:
    """Both formats, and what the second one cannot hold."""
    return {"from": done.source_format, "to": done.target_format, "lost": [str(lost) for lost in done.lost]}


def formats_json(formats: Iterable[Format]) -> list[JsonObject]:
    """The file formats."""
    return [
        {
            "key": each.key,
            "title": str(each.title),
            "extension": each.extension,
            "written": each.is_written,
        }
        for each in formats
    ]


def _round(summary: RoundSummary) -> JsonObject:
    return {
        "round": summary.number,
        "boards": summary.boards,
        "unknown_results": summary.unknown_results,
        "byes": summary.byes,
        "absent": summary.absent,
        "unpaired": summary.unpaired,
    }


def plugins_json(plugins: Iterable[Plugin]) -> JsonObject:
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
