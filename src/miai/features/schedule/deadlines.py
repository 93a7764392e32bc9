"""Games that are not over at the deadline of their round, and the rule for them, which a director applies."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.log.replay import apply_all
from miai.domain.rounds.game import Result
from miai.domain.settings.unfinished_games import AfterDeadline
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.features.draw.open_games import Outstanding, outstanding
from miai.features.schedule.set_clock import clock_of, moment_of
from miai.messages import Message

# The game was not played, or not to its end: it is not rated.
_RESULTS = {
    AfterDeadline.BOTH_LOSE: Result.BOTH_LOSE_BY_DEFAULT,
    AfterDeadline.JIGO: Result.JIGO_BY_DEFAULT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class LateGame:
    """A game without a result whose deadline has passed."""

    game: Outstanding
    deadline: datetime

    @property
    def key(self) -> str:
        """What identifies the game on a form."""
        board = self.game.board
        return f"{self.game.round}:{board.white}:{board.black}"


def deadline_of(tournament: Tournament, number: int) -> datetime | None:
    """The moment by which the games of a round have to be over."""
    text = clock_of(tournament, number).deadline
    return moment_of(text) if text else None


def late_games(tournament: Tournament, now: datetime | None = None) -> tuple[LateGame, ...]:
    """The games that are past their deadline; one that was put off to a later day has until then."""
    at = now or datetime.now(UTC)
    deadlines = {drawn.number: deadline_of(tournament, drawn.number) for drawn in tournament.rounds}
    if not any(deadlines.values()):
        return ()
    found = []
    for game in outstanding(tournament, before=tournament.rounds_played + 1):
        deadline = deadlines[game.round]
        if deadline and game.delay and game.delay.until:
            deadline = max(deadline, moment_of(game.delay.until))
        if deadline and deadline < at:
            found.append(LateGame(game=game, deadline=deadline))
    return tuple(found)


def result_after_deadline(tournament: Tournament) -> Result | None:
    """The result that the rules give a game that is late; None where it stays open."""
    return _RESULTS.get(tournament.settings.unfinished.after_deadline)


def settle_late_games(
    desk: Desk, tournament_id: str, *, keys: Collection[str], by: str, now: datetime | None = None
) -> Saved:
    """Give the games with these keys that are late the result of the rules; nothing does so by itself."""

    def decide(state: State) -> list[events.Event]:
        return list(_settled(state.tournament, keys, now))

    return desk.change(tournament_id, decide, by=by)


def with_late_games_settled(
    tournament: Tournament, now: datetime | None = None
) -> tuple[Tournament, tuple[events.ResultEntered, ...]]:
    """The tournament with the result of the rules for all games that are late, and the changes."""
    changes = _settled(tournament, [each.key for each in late_games(tournament, now)], now)
    return apply_all(tournament, changes), changes


def _settled(
    tournament: Tournament, keys: Collection[str], now: datetime | None
) -> tuple[events.ResultEntered, ...]:
    result = result_after_deadline(tournament)
    if result is None:
        raise InputError(Message("by the rules of this event, games stay open after their deadline"))
    return tuple(
        events.ResultEntered(
            round=late.game.round,
            table=late.game.board.table,
            result=result,
            white=late.game.board.white,
            black=late.game.board.black,
        )
        for late in late_games(tournament, now)
        if late.key in keys
    )
