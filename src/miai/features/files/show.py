"""A tournament at a glance."""

from collections import Counter

from miai.domain.people.player import Registration
from miai.domain.rounds.round import Attendance
from miai.domain.tournament import Tournament
from miai.features.files.file_summary import RoundSummary, TournamentSummary
from miai.formats import Reading


def summarise(reading: Reading) -> TournamentSummary:
    """Count the players by grade and what happened in every round."""
    event = reading.tournament
    grades = Counter(player.grade for player in event.players)
    return TournamentSummary(
        tournament=event,
        format=reading.format,
        preliminary=sum(player.registration is Registration.PRELIMINARY for player in event.players),
        grades=tuple(sorted(grades.items(), reverse=True)),
        rounds=tuple(_round(event, number) for number in range(1, event.rounds_played + 1)),
        stages=event.stages,
        notes=reading.notes,
    )


def _round(event: Tournament, number: int) -> RoundSummary:
    drawn = event.round(number)
    states = Counter(drawn.attendance(player) for player in event.players)
    return RoundSummary(
        number=number,
        boards=len(drawn.boards),
        unknown_results=sum(not board.result.known for board in drawn.boards),
        byes=states[Attendance.BYE],
        absent=states[Attendance.ABSENT],
        unpaired=states[Attendance.UNPAIRED],
    )
