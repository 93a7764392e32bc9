"""What is told of a file: what is in it, what another format cannot hold, and which formats there are."""

from collections.abc import Mapping, Sequence

from miai.answers import Answer, Field, Shape, Table, column, many, table_of
from miai.domain.points import plain
from miai.domain.settings.egf_class import class_of
from miai.domain.settings.scoring_rules import StartBand
from miai.domain.tournament import Stage
from miai.features.files.convert import Conversion
from miai.features.files.file_summary import RoundSummary, TournamentSummary
from miai.formats import Format
from miai.formats.opengotha.losses import LossKind
from miai.messages import Message

_BAND: Shape[StartBand] = Shape(
    "StartBand",
    "A band, and the score that its players start with.",
    (
        Field("from", str, lambda band: band.weakest),
        Field("score", float, lambda band: plain(band.score)),
    ),
)
_ROUND: Shape[RoundSummary] = Shape(
    "RoundDetails",
    "How many games, byes and absences a round has.",
    (
        Field("round", int, lambda summary: summary.number, column("Round", right=True)),
        Field("boards", int, columns=column("Boards", right=True)),
        Field("unknown_results", int, columns=column("Results missing", right=True)),
        Field("byes", int, columns=column("Byes", right=True)),
        Field("absent", int, columns=column("Absent", right=True)),
        Field("unpaired", int, columns=column("Unpaired", right=True)),
    ),
)
_STAGE: Shape[Stage] = Shape(
    "StageSummary",
    "A stage at a glance.",
    (
        Field("stage", str, lambda stage: stage.id),
        Field("name", str, lambda stage: stage.event.name),
        Field("system", str, lambda stage: stage.event.settings.system),
        Field("rounds", int, lambda stage: stage.event.settings.rounds),
        Field("rounds_played", int, lambda stage: stage.event.rounds_played),
        Field("players", int, lambda stage: len(stage.event.players)),
    ),
)
_SUMMARY: Shape[TournamentSummary] = Shape(
    "TournamentSummary",
    "A tournament at a glance.",
    (
        Field("tournament", str, lambda summary: summary.tournament.name),
        Field("format", str),
        Field("country", str, lambda summary: summary.tournament.country),
        Field("place", str, lambda summary: summary.tournament.place),
        Field("begin", str, lambda summary: summary.tournament.begin),
        Field("end", str, lambda summary: summary.tournament.end),
        Field("system", str, lambda summary: summary.tournament.settings.system),
        Field("rounds", int, lambda summary: summary.tournament.settings.rounds),
        Field("rounds_played", int, lambda summary: summary.tournament.rounds_played),
        Field("players", int, lambda summary: len(summary.tournament.players)),
        Field("preliminary", int),
        Field("bar", str, lambda summary: summary.tournament.settings.scoring.bar),
        Field("floor", str, lambda summary: summary.tournament.settings.scoring.floor),
        Field("bands", many(_BAND), lambda summary: summary.tournament.settings.scoring.bands),
        Field("criteria", list[str], lambda summary: summary.tournament.settings.criteria),
        Field("unplayed", str, lambda summary: summary.tournament.settings.scoring.unplayed),
        Field("komi", float, lambda summary: summary.tournament.settings.komi),
        Field("ruleset", str, lambda summary: summary.tournament.settings.ruleset),
        Field("internet", bool, lambda summary: summary.tournament.settings.internet),
        Field("class", str | None, lambda summary: class_of(summary.tournament)),
        Field("grades", dict[str, int], lambda summary: dict(summary.grades)),
        Field("round_details", many(_ROUND), lambda summary: summary.rounds),
        Field("stages", many(_STAGE)),
        Field("notes", list[str]),
    ),
)
SUMMARY = Answer(question="show", whole=_SUMMARY)


def rounds_table(summary: TournamentSummary) -> Table:
    """The counts of every round."""
    return table_of(_ROUND, summary.rounds, title="Rounds")


_CONVERSION: Shape[Conversion] = Shape(
    "Conversion",
    "Both formats, and what the second one cannot hold.",
    (
        Field("from", str, lambda done: done.source_format),
        Field("to", str, lambda done: done.target_format),
        Field("lost", list[str]),
    ),
)
CONVERSION = Answer(question="convert", whole=_CONVERSION)

_FORMAT: Shape[Format] = Shape(
    "Format",
    "A file format; some are only read.",
    (
        Field("key", str, columns=column("Format")),
        Field("extension", str, columns=column("Extension")),
        Field(
            "written",
            bool,
            lambda each: each.is_written,
            column("Written"),
            lambda each: "yes" if each.is_written else "no",
        ),
        Field("title", str, columns=column("Description")),
    ),
)
_FORMATS: Shape[Sequence[Format]] = Shape(
    "Formats", "All file formats.", (Field("formats", many(_FORMAT), lambda formats: formats),)
)
FORMAT_LIST = Answer(
    question="formats",
    whole=_FORMATS,
    lines="formats",
    title=lambda _: ("Formats that Miai reads and writes",),
)
FORMATS_KNOWN = many(_FORMAT)


def _loss(kind: LossKind) -> Field[Mapping[LossKind, Sequence[Message]]]:
    return Field(kind.value, list[str], lambda lost: lost[kind], when=lambda lost: kind in lost)


LOSSES: Shape[Mapping[LossKind, Sequence[Message]]] = Shape(
    "Losses", "What a file of a format leaves out, by what it is about.", tuple(map(_loss, LossKind))
)
