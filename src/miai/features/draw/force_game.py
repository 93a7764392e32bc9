"""Force a game: want it in a round, and pair the rest of a drawn round around it."""

from collections.abc import Sequence
from dataclasses import dataclass

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.director_constraints import WantedGame
from miai.features.draw.draw_round import draw_around_wishes
from miai.features.draw.wishes import game_wanted, want_game


@dataclass(frozen=True, slots=True, kw_only=True)
class ForcedGame:
    """A game that was forced; `drawn`: its round is drawn and was paired again around it."""

    saved: Saved
    drawn: bool


def force_game(
    desk: Desk, tournament_id: str, *, round: int, white: PlayerId, black: PlayerId, by: str
) -> ForcedGame:
    """Want a game in a round; if the round is drawn, pair the rest around it.

    Both are saved together: a wish that cannot be had would block the next draw.
    """
    if not desk.state(tournament_id).tournament.round(round).boards:
        saved = want_game(desk, tournament_id, round=round, white=white, black=black, by=by)
        return ForcedGame(saved=saved, drawn=False)
    game = WantedGame(round=round, white=white, black=black)

    def wish(state: State) -> Sequence[events.Change]:
        return game_wanted(state.tournament, game)

    saved = draw_around_wishes(desk, tournament_id, round=round, by=by, wish=wish)
    return ForcedGame(saved=saved, drawn=True)
