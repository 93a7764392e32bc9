"""Fix the standings as the final table, and reopen them for a correction."""

from miai.desk.live_state import Desk, Saved, State
from miai.domain.log import events
from miai.domain.tournament import Tournament
from miai.engine.scoring.places import final_table, standings
from miai.engine.scoring.teams.table import team_standings, with_teams
from miai.errors import InputError
from miai.features.stages.overall_standings import whole_final_table
from miai.messages import Message, counted


def finalise(desk: Desk, tournament_id: str, *, by: str) -> Saved:
    """Fix the standings after the last round; from now on nothing changes them without a reason."""

    def decide(state: State) -> list[events.Event]:
        return [finalised(state.tournament)]

    saved = desk.change(tournament_id, decide, by=by)
    desk.back_up("final table")
    return saved


def reopen(desk: Desk, tournament_id: str, *, reason: str, by: str) -> Saved:
    """Allow corrections; the reason is shown with the next final table."""
    return desk.change(tournament_id, lambda state: [reopened(state.tournament, reason)], by=by)


def finalised(tournament: Tournament) -> events.StandingsFinalised:
    """The event that fixes the standings; every result has to be there.

    In an event with stages these are the places over all of them.
    """
    if tournament.final is not None:
        raise InputError(Message("the standings are final already"))
    played = (tournament, *(stage.event for stage in tournament.stages))
    if not any(event.rounds_played for event in played):
        raise InputError(Message("no round has been played: there is nothing to make final"))
    missing = sum(
        not board.result.known for event in played for drawn in event.rounds for board in drawn.boards
    )
    if missing:
        raise InputError(
            counted(
                "%(num)s result is missing: these standings are not final",
                "%(num)s results are missing: these standings are not final",
                missing,
            )
        )
    table = whole_final_table(tournament) if tournament.stages else final_table(standings(tournament))
    if tournament.teams and not tournament.stages:
        table = with_teams(table, team_standings(tournament, after=table.after_round))
    return events.StandingsFinalised(table=table)


def reopened(tournament: Tournament, reason: str) -> events.StandingsReopened:
    """The event that reopens the standings."""
    if tournament.final is None:
        raise InputError(Message("the standings are not final"))
    if not reason.strip():
        raise InputError(Message("say why the final standings are reopened: the reason is shown with them"))
    return events.StandingsReopened(reason=" ".join(reason.split()))
