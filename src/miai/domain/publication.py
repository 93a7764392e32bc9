"""How long a rating is published after the last game (document 3, III)."""

from datetime import date

from miai.domain.grade import Grade

# Days without a game after which a rating is no longer published.
_PUBLISHED_DAYS = {"dan": 730, "to 10k": 365, "to 20k": 183}


def is_published(grade: Grade, last_game: date, today: date) -> bool:
    """Whether a rating is still published: two years for dan, one for 1 to 10 kyu, half a year below."""
    key = "dan" if grade.number >= 0 else "to 10k" if grade.number >= -10 else "to 20k"
    return (today - last_game).days <= _PUBLISHED_DAYS[key]
