"""A round as an operation answers that has written to it."""

from starlette.responses import Response

from miai.answers import Field as Told
from miai.answers import Shape
from miai.desk.live_state import Saved
from miai.domain.rounds import round as rounds
from miai.domain.tournament import Tournament
from miai.features.draw.answer import GAMES, Pairings
from miai.server.api.operations import (
    Call,
    Coded,
    WrittenAbout,
    written_about,
)

WRITTEN_ROUND: Shape[WrittenAbout[Pairings]] = written_about(
    "WrittenRound",
    "What a request changed, and the round as it is then.",
    Told("round", Coded(rounds.Round)),
    *GAMES.fields,
)


def written_round(call: Call, saved: Saved, number: int) -> Response:
    """Answer with what was saved, and the round as it is then."""
    return call.written_about(WRITTEN_ROUND, saved, _pairings(saved.state.tournament, number))


def _pairings(event: Tournament, number: int) -> Pairings:
    return Pairings(event, event.round(number))
