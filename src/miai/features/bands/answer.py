"""What is told of bands."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.answers import Answer, Field, Shape, column, many
from miai.domain.people.people_answers import everybody, names_of
from miai.domain.people.player import Player
from miai.domain.points import plain
from miai.domain.tournament import Tournament
from miai.engine.bar.bands import BandRow
from miai.messages import Score


@dataclass(frozen=True, slots=True)
class Bands:
    """The bands of an event, the strongest first, and who starts by none of them."""

    event: Tournament
    rows: Sequence[BandRow]
    outside: Sequence[Player]


@dataclass(frozen=True, slots=True)
class _Band:
    number: int
    row: BandRow


def _grades(row: BandRow) -> str:
    return f"{row.strongest}–{row.weakest}" if row.players else "–"


_BAND: Shape[_Band] = Shape(
    "Band",
    "A band with its players.",
    (
        Field("band", int, lambda each: each.number, column("Band", right=True)),
        Field("grades", None, lambda each: _grades(each.row), column("Grades", right=True)),
        Field("strongest", str, lambda each: each.row.strongest or ""),
        Field("weakest", str, lambda each: each.row.weakest or ""),
        Field("from", str, lambda each: each.row.band.weakest, column("From", right=True)),
        Field("size", int, lambda each: len(each.row.players), column("Players", right=True)),
        *everybody("players", "player_ids", lambda each: each.row.players),
        Field(
            "by_hand",
            list[str],
            lambda each: names_of(each.row.by_hand),
            column("By hand", right=True),
            lambda each: len(each.row.by_hand) or "",
        ),
        Field(
            "separation",
            float,
            lambda each: plain(each.row.separation),
            column("Separation", right=True),
            lambda each: Score(each.row.separation),
        ),
        Field("suggested", float | None, lambda each: each.row.suggested),
        Field(
            "score",
            float,
            lambda each: plain(each.row.band.score),
            column("Start", right=True),
            lambda each: Score(each.row.band.score),
        ),
    ),
)
_BANDS: Shape[Bands] = Shape(
    "Bands",
    "The bands with their players, the strongest first, and who starts by none of them.",
    (
        Field("tournament", str, lambda bands: bands.event.name),
        Field("rounds", int, lambda bands: bands.event.settings.rounds),
        Field(
            "bands",
            many(_BAND),
            lambda bands: [_Band(number, row) for number, row in enumerate(bands.rows, start=1)],
        ),
        Field("outside", list[str], lambda bands: names_of(bands.outside)),
    ),
)
BANDS = Answer(
    question="bands",
    whole=_BANDS,
    lines="bands",
    title=lambda bands: (f"Bands for {bands.event.settings.rounds} rounds",),
)
