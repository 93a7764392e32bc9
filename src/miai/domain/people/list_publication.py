"""How long a rating is published after the last game (document 3, III); after that it is still used."""

from calendar import monthrange
from datetime import date

from miai.domain.people.grade import Grade, Kind

# Months after the last event: two years for dan players, one for 1 to 10 kyu, half a year for weaker ones.
_DAN_MONTHS, _STRONG_KYU_MONTHS, _WEAK_KYU_MONTHS = 24, 12, 6
_WEAKEST_STRONG_KYU = Grade(Kind.KYU, 10)


def published_until(grade: Grade, last_game: date) -> date:
    """The last day on which the rating of somebody who does not play again is published."""
    if grade.number >= 0:
        return _months_later(last_game, _DAN_MONTHS)
    strong = grade.number >= _WEAKEST_STRONG_KYU.number
    return _months_later(last_game, _STRONG_KYU_MONTHS if strong else _WEAK_KYU_MONTHS)


def _months_later(day: date, months: int) -> date:
    """The same day of a later month, or the last one of a shorter month."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))
