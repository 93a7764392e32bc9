"""A player reports the result of their own game from their phone.

With a private link one report counts at once, provisionally; a second that agrees settles the game; two that
differ count for nothing until the result desk enters a result. If the name was only chosen on the phone, the
report waits until the opponent, on another phone, or the result desk says the same. A player's report never
overrules the result desk: it is kept for the director to see. A player who reports one result after another
is sent to the result desk, so that no phone can fill the history.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime

from miai.desk.live_state import Desk, Saved, State, event_and_stage, stage_address
from miai.domain.log import events
from miai.domain.people.player import PlayerId
from miai.domain.rounds.game import Result
from miai.domain.rounds.result_reports import claims_on, mirrored
from miai.domain.rounds.round_in_progress import Claim
from miai.errors import InputError
from miai.features.phones.player_requests import demand_allowed
from miai.features.publish.publish_round import game_in_draw, public_round
from miai.features.results.jigo import jigo_possible
from miai.messages import Message

_CLAIMABLE = (Result.WHITE_WINS, Result.BLACK_WINS, Result.JIGO)
# How often a player may report another result of the same game: in a minute, and at all.
MOST_A_MINUTE = 3
MOST_A_GAME = 12
_MINUTE = 60


def claim_result(
    desk: Desk,
    tournament_id: str,
    *,
    round: int,
    player: PlayerId,
    result: Result,
    by: str,
    phone: str = "",
) -> Saved:
    """Report the result of a game as it was published, with the colours that players see.

    `phone` names the phone on which the name was chosen; with a private link there is none.
    """
    if result not in _CLAIMABLE:
        raise InputError(Message("say who won, or jigo; the result desk enters anything else"))
    demand_allowed(desk, tournament_id, "by_name" if phone else "results")
    if phone:
        _demand_own_phone(desk, tournament_id, player, phone)

    def decide(state: State) -> list[events.Event]:
        public = public_round(state.tournament, round)
        seen = public.board_of(player) if public else None
        if seen is None:
            raise InputError(
                Message(
                    "%(name)s has no game in round %(round)s",
                    name=state.tournament.name_of(player),
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
        said = Claim(player=player, result=reported, phone=phone)
        claims = state.tournament.round(round).claims
        _demand_own_report(state, said, claims)
        settled = board.result is reported and not claims_on(claims, board)
        if settled or said in claims:
            return []
        _demand_patience(state, round, player)
        return [
            events.ResultClaimed(
                round=round, table=board.table, claimed_by=player, result=reported, phone=phone
            )
        ]

    return desk.change(tournament_id, decide, by=by)


def _demand_own_phone(desk: Desk, tournament_id: str, player: PlayerId, phone: str) -> None:
    """Refuse a phone that has reported by name for another player of the event or of its stages."""
    event = desk.state(event_and_stage(tournament_id)[0])
    parts = [event.id, *(stage_address(event.id, stage.id) for stage in event.tournament.stages)]
    for entry in (entry for part in parts for entry in desk.state(part).history.effective_entries):
        claimed = entry.event
        if not isinstance(claimed, events.ResultClaimed) or claimed.phone != phone:
            continue
        if claimed.claimed_by != player:
            raise InputError(
                Message(
                    "this phone has reported for %(name)s: a phone reports for one player, so tell the result"
                    " desk who won",
                    name=event.tournament.name_of(claimed.claimed_by),
                )
            )


def _demand_own_report(state: State, said: Claim, claims: Sequence[Claim]) -> None:
    """Refuse a report by name for a player who has reported with a private link or on another phone."""
    before = next((each for each in claims if each.player == said.player), None)
    if said.by_name and before and before.phone != said.phone:
        raise InputError(
            Message(
                "another phone has reported for %(name)s: if that was not you, tell the result desk",
                name=state.tournament.name_of(said.player),
            )
        )


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
