"""Tournament classes by thinking time, and how long a rating is published."""

from datetime import date

from miai.domain.clock import adjusted_minutes
from miai.domain.grade import Grade
from miai.domain.settings import Clock, Overtime
from miai.domain.tournament import Tournament

WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}
# Basic and adjusted minutes that a class asks for.
_TIMES = {"A": (60, 75), "B": (40, 50), "C": (25, 30)}
_FISCHER_TIMES = {"A": (45, 75), "B": (30, 50), "C": (20, 30)}
# Days without a game after which a rating is no longer published.
_PUBLISHED_DAYS = {"dan": 730, "to 10k": 365, "to 20k": 183}


def class_of(tournament: Tournament) -> str:
    """The class that a result file declares, or the one that the thinking time gives."""
    declared = dict(tournament.extras).get("h9:CL", "").strip().upper()
    return declared if declared in WEIGHTS else class_by_time(tournament.settings.clock)


def class_by_time(clock: Clock) -> str:
    """The highest class whose times are kept; what is faster than class C is class D."""
    times = _FISCHER_TIMES if clock.overtime is Overtime.FISCHER else _TIMES
    for key, (basic, adjusted) in times.items():
        if clock.basic_minutes >= basic and adjusted_minutes(clock) >= adjusted:
            return key
    return "D"


def is_published(grade: Grade, last_game: date, today: date) -> bool:
    """Whether a rating is still published: two years for dan, one for 1 to 10 kyu, half a year below."""
    key = "dan" if grade.number >= 0 else "to 10k" if grade.number >= -10 else "to 20k"
    return (today - last_game).days <= _PUBLISHED_DAYS[key]
