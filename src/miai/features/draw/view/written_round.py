"""A round as an operation answers that has written to it."""

from dataclasses import dataclass

from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape
from miai.desk.live_state import Saved
from miai.domain.rounds import round as rounds
from miai.domain.tournament import Tournament
from miai.features.draw.answer import GAMES, Pairings
from miai.features.draw.draft_mark import mark_of_round
from miai.server.api.operations import (
    Call,
    Coded,
    WrittenAbout,
    written_about,
)


@dataclass(frozen=True, slots=True)
class MarkedRound:
    """A round with the mark of its draw."""

    pairings: Pairings
    mark: str


WRITTEN_ROUND: Shape[WrittenAbout[MarkedRound]] = written_about(
    "WrittenRound",
    "What a request changed, and the round as it is then; `mark` names its draw.",
    Told("round", Coded(rounds.Round), lambda marked: marked.pairings.round),
    Told("mark", str),
    *GAMES.of(lambda marked: marked.pairings),
)


def written_round(call: Call, saved: Saved, number: int) -> Response:
    """Answer with what was saved, and the round as it is then."""
    mark = str(mark_of_round(saved.state, number))
    about = MarkedRound(_pairings(saved.state.tournament, number), mark)
    return call.written_about(WRITTEN_ROUND, saved, about)


def _pairings(event: Tournament, number: int) -> Pairings:
    return Pairings(event, event.round(number))
