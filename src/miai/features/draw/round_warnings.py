"""Whether a tournament has as many rounds as its system needs for its players."""

from miai.domain.tournament import Tournament
from miai.engine.pairing.schedules.field import entered_in
from miai.engine.pairing.schedules.round_robin import RoundRobin
from miai.engine.scoring.teams.entrants import entrants_of
from miai.messages import Message


def too_few_rounds(tournament: Tournament) -> Message | None:
    """That a round robin is too short for everybody to meet everybody; None where it is long enough."""
    if tournament.settings.system != RoundRobin.key:
        return None
    system, (players, _) = RoundRobin(), entered_in(entrants_of(tournament, 1))
    needed = system.turns_planned(system.seats_for(players))
    if tournament.settings.rounds >= needed:
        return None
    if tournament.settings.by_teams:
        return Message(
            "Rounds planned: %(rounds)s. A round robin of %(teams)s teams needs %(needed)s, or not everybody "
            "meets everybody",
            rounds=tournament.settings.rounds,
            teams=len(players),
            needed=needed,
        )
    return Message(
        "Rounds planned: %(rounds)s. A round robin of %(players)s players needs %(needed)s, or not everybody "
        "meets everybody",
        rounds=tournament.settings.rounds,
        players=len(players),
        needed=needed,
    )
