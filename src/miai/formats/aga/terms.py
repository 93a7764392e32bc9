"""How the American Go Association writes grades, ratings and dates."""

import re
from datetime import date

from miai.domain.people.grade import WEAKEST, Grade, Kind
from miai.domain.settings.event_settings import Ruleset
from miai.domain.settings.field_labels import CHOICE_LABELS

USUAL_RULES = Ruleset.AGA
"""The rules of a file that does not name any, or some that Miai does not know."""

RULESET_NAMES = {ruleset: str(CHOICE_LABELS[ruleset]) for ruleset in Ruleset}
RULESETS = {name.casefold(): ruleset for ruleset, name in RULESET_NAMES.items()} | {"nz": Ruleset.NEW_ZEALAND}
_US_DATE = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")


def grade_of_aga_rating(rating: float) -> Grade:
    """The grade of a rating: 3.2 is 3d, -4.7 is 4k; no rating lies between -1 and 1."""
    step = max(1, int(abs(rating)))
    return Grade(Kind.DAN, min(step, 9)) if rating >= 0 else Grade(Kind.KYU, min(step, -WEAKEST))


def in_the_gap(rating: float) -> bool:
    """Whether a rating lies in the gap of the scale, which jumps from -1 to 1."""
    return -1 < rating < 1


def parse_us_date(text: str) -> date:
    """Read "8/19/2000"; anything else is a ValueError."""
    match = _US_DATE.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    return date(int(match[3]), int(match[1]), int(match[2]))


def us_date(day: date) -> str:
    """Write 8/19/2000."""
    return f"{day.month}/{day.day}/{day.year:04}"
