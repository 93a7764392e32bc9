"""Fix the standings as the final table, and reopen them for a correction."""

from miai.app.desk import Desk, Saved, State
from miai.domain import events
from miai.domain.tournament import Tournament
from miai.errors import InputError
from miai.messages import Clauses, Message, counted
from miai.standings.places import final_table, standings


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


def final_message(tournament: Tournament) -> Message:
    """That the standings are final, and why they were corrected."""
    if not tournament.corrections:
        return Message("These standings are final.")
    return Message(
        "These standings are final; corrected: %(reasons)s", reasons=Clauses(tournament.corrections)
    )


def finalised(tournament: Tournament) -> events.StandingsFinalised:
    """The event that fixes the standings; every result has to be there."""
    if tournament.final is not None:
        raise InputError(Message("the standings are final already"))
    if not tournament.rounds_played:
        raise InputError(Message("no round has been played: there is nothing to make final"))
    missing = sum(not board.result.known for drawn in tournament.rounds for board in drawn.boards)
    if missing:
        raise InputError(
            counted(
                "%(num)s result is missing: these standings are not final",
                "%(num)s results are missing: these standings are not final",
                missing,
            )
        )
    return events.StandingsFinalised(table=final_table(standings(tournament)))


def reopened(tournament: Tournament, reason: str) -> events.StandingsReopened:
    """The event that reopens the standings."""
    if tournament.final is None:
        raise InputError(Message("the standings are not final"))
    if not reason.strip():
        raise InputError(Message("say why the final standings are reopened: the reason is shown with them"))
    return events.StandingsReopened(reason=" ".join(reason.split()))
