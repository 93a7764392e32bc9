"""A tournament at a glance."""

from collections import Counter
from typing import Any

from miai.domain.player import Registration
from miai.domain.round import Attendance
from miai.formats import Reading


def show_data(reading: Reading) -> dict[str, Any]:
    """What a director wants to know of a file before opening it."""
    event = reading.tournament
    settings = event.settings
    return {
        "tournament": event.name,
        "format": reading.format,
        "place": event.place,
        "begin": event.begin,
        "end": event.end,
        "system": settings.system,
        "rounds": settings.rounds,
        "rounds_played": event.rounds_played,
        "players": len(event.players),
        "preliminary": sum(p.registration is Registration.PRELIMINARY for p in event.players),
        "bar": str(settings.scoring.bar),
        "floor": str(settings.scoring.floor),
        "criteria": list(settings.criteria),
        "unplayed": settings.scoring.unplayed.value,
        "komi": settings.komi,
        "grades": {
            str(grade): count
            for grade, count in sorted(Counter(p.grade for p in event.players).items(), reverse=True)
        },
        "round_details": [_round_data(reading, number) for number in range(1, event.rounds_played + 1)],
        "notes": [str(note) for note in reading.notes],
    }


def _round_data(reading: Reading, number: int) -> dict[str, Any]:
    drawn = reading.tournament.round(number)
    states = Counter(drawn.attendance(player) for player in reading.tournament.players)
    return {
        "round": number,
        "boards": len(drawn.boards),
        "unknown_results": sum(not board.result.known for board in drawn.boards),
        "byes": states[Attendance.BYE],
        "absent": states[Attendance.ABSENT],
        "unpaired": states[Attendance.UNPAIRED],
    }
