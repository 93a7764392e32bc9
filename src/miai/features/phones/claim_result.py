"""A player reports the result of their own game from their phone.

One report counts at once, provisionally; a second that agrees settles the game; two that differ count for
nothing until the result desk enters a result. A player's report never overrules the result desk: it is
kept for the director to see. A player who reports one result after another is sent to the result desk, so
that no phone can fill the history.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.points import POINT
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.result_reports import claims_on, mirrored
from miai.domain.rounds.round_in_progress import Claim
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.phones.by_phone import demand_allowed
from miai.features.publish.publish_round import game_in_draw, public_round, screens
from miai.features.results.jigo import jigo_possible
from miai.messages import Message

_CLAIMABLE = (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)
# How often a player may report another result of the same game: in a minute, and at all.
MOST_A_MINUTE = 3
MOST_A_GAME = 12
_MINUTE = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenClaims:
    """What players report of a game that is not settled; its table is that of the results page."""

    round: int
    board: Board
    claims: tuple[Claim, ...]

    @property
    def provisional(self) -> bool:
        """Whether the result counts because nobody has contradicted the one player who reported it."""
        return all(claim.result is self.board.result for claim in self.claims)

    @property
    def disagreement(self) -> Message:
        """What does not fit together."""
        if self.board.result.known:
            return Message("a player reports another result than the one entered")
        if all(claim.result.points(self.board.colour_of(claim.player)) == POINT for claim in self.claims):
            return Message("both players report a win")
        return Message("the players report different results")


def claim_result(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    player: PlayerId,
    result: Result,
    by: str,
) -> Saved:
    """Report the result of a game as it was published, with the colours that players see."""
    if result not in _CLAIMABLE:
        raise InputError(Message("say who won, or jigo; the result desk enters anything else"))
    demand_allowed(desk, tournament_id, "results")

    def decide(state: State) -> list[events.Event]:
        public = public_round(state.tournament, round)
        seen = public.board_of(player) if public else None
        if seen is None:
            raise InputError(
                Message(
                    "%(name)s has no game in round %(round)s",
                    name=state.tournament.player(player).name,
                    round=round,
                )
            )
        if result is Result.JIGO and not jigo_possible(seen):
            raise InputError(Message("the komi of this game excludes jigo: say who won"))
        board = game_in_draw(state.tournament, round, seen)
        if board is None:
            raise InputError(
                Message(
                    "the director is changing the draw of round %(round)s: tell the result desk who won",
                    round=round,
                )
            )
        reported = result if board.white == seen.white else mirrored(result)
        said, claims = Claim(player=player, result=reported), state.tournament.round(round).claims
        settled = board.result is reported and not claims_on(claims, board)
        if settled or said in claims:
            return []
        _demand_patience(state, round, player)
        return [events.ResultClaimed(round=round, table=board.table, claimed_by=player, result=reported)]

    return desk.change(tournament_id, decide, by=by)


def open_claims(tournament: Tournament) -> tuple[OpenClaims, ...]:
    """Every board whose players have reported a result that is not settled yet."""
    found = []
    for drawn in tournament.rounds:
        if not drawn.claims:
            continue
        number = drawn.number
        shown = screens(tournament, number).desk
        for board in drawn.boards:
            if claims := claims_on(drawn.claims, board):
                seat = shown.board_of(board.white)
                table = seat.table if seat and board.black in (seat.white, seat.black) else board.table
                found.append(OpenClaims(round=number, board=replace(board, table=table), claims=claims))
    return tuple(found)


def _demand_patience(state: State, number: int, player: PlayerId) -> None:
    """Refuse a report of somebody who has just changed it several times, or very often."""
    now = _now()
    ages = [abs((now - at).total_seconds()) for at in _claimed_at(state, number, player)]
    if len(ages) >= MOST_A_GAME:
        raise InputError(
            Message(
                "You have changed your report %(count)s times: tell the result desk who won",
                count=MOST_A_GAME,
            )
        )
    if sum(age < _MINUTE for age in ages) >= MOST_A_MINUTE:
        raise InputError(
            Message(
                "You have changed your report %(count)s times within a minute: wait a minute, or tell the "
                "result desk who won",
                count=MOST_A_MINUTE,
            )
        )


def _claimed_at(state: State, number: int, player: PlayerId) -> Iterator[datetime]:
    """When a player reported a result of a round since it was drawn, the last time first."""
    for entry in reversed(state.history.entries):
        match entry.event:
            case events.ResultClaimed(round=at, claimed_by=by) if (at, by) == (number, player):
                yield _time(entry.at)
            case events.RoundDrawn(round=drawn) if drawn.number == number:
                return


def _now() -> datetime:
    return datetime.now(UTC)


def _time(text: str) -> datetime:
    """When an entry was made; a document from elsewhere may not say it, and then it was long ago."""
    try:
        return datetime.fromisoformat(text).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.min.replace(tzinfo=UTC)
