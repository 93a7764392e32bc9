"""Force a game: want it in a round, and pair the rest of a drawn round around it."""

from dataclasses import dataclass

from miai.desk.live_state import Desk, Saved
from miai.domain.people.player import PlayerId
from miai.errors import InputError, NoPairingError
from miai.features.draw.draw_round import draw_around_wishes
from miai.features.draw.wishes import want_game


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedGame:
    """A game that was forced; `drawn`: its round is drawn and was paired again around it."""

    saved: Saved
    drawn: bool


def force_game(
    desk: Desk, tournament_id: str, *, round: int, white: PlayerId, black: PlayerId, by: str
) -> ForcedGame:
    """Want a game in a round; where the round is drawn, pair the rest around it.

    A wish that cannot be had must not stay behind and block the next draw.
    """
    saved = want_game(desk, tournament_id, round=round, white=white, black=black, wanted=True, by=by)
    if not desk.state(tournament_id).tournament.round(round).boards:
        return ForcedGame(saved=saved, drawn=False)
    try:
        again = draw_around_wishes(desk, tournament_id, round=round, by=by)
    except (InputError, NoPairingError):
        want_game(desk, tournament_id, round=round, white=white, black=black, wanted=False, by=by)
        raise
    return ForcedGame(saved=again, drawn=True)
