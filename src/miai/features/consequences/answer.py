"""The answer of the API to a change that moves the past."""

from typing import Any

from miai.answers import Field, Shape, many, maybe
from miai.desk.handed_out import HandedOut
from miai.domain.points import Quarters, plain
from miai.features.consequences.confirm import NeedsConfirmation, Part, Way
from miai.features.consequences.moves import (
    Consequences,
    DrawMoves,
    EntrantMoves,
    PartMoves,
    TableMoves,
)
from miai.features.consequences.wording import Line, all_lines
from miai.features.players.answer import LEFT_GAME
from miai.features.standings.shown_lines import Move


def _plain(value: Quarters | None) -> float | None:
    return None if value is None else plain(value)


def _moved(name: str, says: str, kind: Any) -> Shape[Move[Any]]:
    return Shape(
        name, says,
        (Field("id", str), Field("name", str), Field("before", kind | None), Field("after", kind | None)),
    )  # fmt: skip


_START: Shape[Move[Quarters]] = Shape(
    "MovedStart",
    "A starting score before and after the change.",
    (
        Field("id", str),
        Field("name", str),
        Field("before", float | None, lambda move: _plain(move.before)),
        Field("after", float | None, lambda move: _plain(move.after)),
    ),
)
_PLACE = _moved("MovedPlace", "A place before and after the change; none outside of the table.", int)
_SCORE = _moved("MovedScore", "A score, by the first criterion, before and after the change.", float)
_PRIZE: Shape[Move[tuple[str, ...]]] = Shape(
    "MovedPrizes",
    "The prizes of a player before and after the change.",
    (
        Field("id", str),
        Field("name", str),
        Field("before", list[str], lambda move: list(move.before or ())),
        Field("after", list[str], lambda move: list(move.after or ())),
    ),
)
_FEE = _moved("MovedFee", "The fee of a player who has paid, in cents, before and after the change.", int)
_TABLE: Shape[TableMoves] = Shape(
    "MovedTable",
    "The lines of one table that move; `tiebreaks` are players with other tie-breaks, `games`"
    " those with another game or result, `data` those with another name, grade, country or club. With"
    " `other_criteria` the values of before and after are not of the same kind.",
    (
        Field("standings_after", int),
        Field("published", bool),
        Field("of_teams", bool),
        Field("of_all", bool),
        Field("gone", bool),
        Field("other_criteria", bool),
        Field("places", many(_PLACE)),
        Field("scores", many(_SCORE)),
        Field("tiebreaks", list[str]),
        Field("games", list[str]),
        Field(
            "data",
            list[str],
            lambda table: list(dict.fromkeys(name for _, names in table.data for name in names)),
        ),
    ),
)
_DRAW: Shape[DrawMoves] = Shape(
    "MovedDraw",
    "A drawn round: `games` are tables that were drawn from other scores, `grades` those of a draft with a"
    " player of another grade, `changed` those with another game.",
    (
        Field("round", int),
        Field("is_draft", bool),
        Field("games", list[int]),
        Field("grades", list[int]),
        Field("changed", list[int]),
    ),
)
_PART: Shape[PartMoves] = Shape(
    "MovedPart",
    "What moves in the main event, or in a stage.",
    (
        Field("stage", str),
        Field("starts", many(_START)),
        Field("kept", many(_START)),
        Field("tables", many(_TABLE)),
        Field("draws", many(_DRAW)),
        Field("prizes", many(_PRIZE)),
        Field("in_files", list[str]),
        Field("results_in_files", list[int]),
        Field("left", many(LEFT_GAME)),
    ),
)
_ENTRANTS: Shape[EntrantMoves] = Shape(
    "MovedEntrants",
    "A stage whose entrants stay, although others would enter it by now. Players of a group in `tied` share"
    " its last place, and nothing has decided who enters; with `reopened` the places are no longer final.",
    (
        Field("stage", str),
        Field("entering", list[str]),
        Field("leaving", list[str]),
        Field("tied", list[list[str]]),
        Field("reopened", bool),
    ),
)
_FILE: Shape[HandedOut] = Shape(
    "OutdatedFile",
    "A file that was handed out and would be different now; `version` is the last entry of the log in it.",
    (
        Field("format", str),
        Field("stage", str),
        Field("rounds", str),
        Field("version", int),
        Field("at", str),
        Field("by", str),
    ),
)
MOVES: Shape[Consequences] = Shape(
    "Moves",
    "What a change moves in rounds that were played, in tables that were published and in files that were"
    " handed out; with `files_known` no other file was.",
    (
        Field("parts", many(_PART)),
        Field("whole", maybe(_TABLE)),
        Field("qualified", many(_ENTRANTS)),
        Field("fees", many(_FEE)),
        Field("files", many(_FILE)),
        Field("files_known", bool),
    ),
)
_PART_OF_WAY: Shape[Part] = Shape(
    "TournamentMoves",
    "What a request moves in one of the tournaments that it changes.",
    (
        Field("tournament", str, lambda part: part.proposal.log),
        Field("moves", MOVES, lambda part: part.option.moves),
    ),
)
OPTION: Shape[Way] = Shape(
    "Option",
    "One way to write a change, what it moves, and the mark that confirms exactly this. If a request"
    " changes several tournaments, `tournaments` has the moves of each, and `moves` those of the first one.",
    (
        Field("choice", str, lambda way: way.choice.value),
        Field("confirm", str, lambda way: way.mark),
        Field("lines", list[str], lambda way: [as_text(each) for each in all_lines(way)]),
        Field("moves", MOVES, lambda way: way.parts[0].option.moves),
        Field("tournaments", many(_PART_OF_WAY), lambda way: way.parts),
    ),
)


def as_text(line: Line) -> str:
    """A line in English."""
    label = str(line.label)
    return f"{label[:1].upper()}{label[1:]}: {line.text}"


def options_json(asked: NeedsConfirmation) -> list[Any]:
    """The ways to write a change, for the body of an answer."""
    return [OPTION.json(way) for way in asked.ways]
