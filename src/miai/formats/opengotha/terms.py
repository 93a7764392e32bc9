"""OpenGotha's words for results, criteria, grades and clocks."""

import re

from miai.domain.numbers import Between, shortened, whole_or_none
from miai.domain.people.grade import WEAKEST_EGF, Grade, Kind
from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Overtime
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod
from miai.errors import InputError
from miai.messages import Message

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN,
    "RESULT_WHITEWINS": Result.WHITE_WINS,
    "RESULT_BLACKWINS": Result.BLACK_WINS,
    "RESULT_EQUAL": Result.JIGO,
    "RESULT_BOTHLOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}
RESULTS |= {f"{name}_BYDEF": result.defaulted for name, result in RESULTS.items() if result.known}
RESULT_NAMES = {result: name for name, result in RESULTS.items()}
# As Pairgoth spells it.
RESULTS |= {name.replace("LOSE", "LOOSE"): result for name, result in RESULTS.items() if "LOSE" in name}

CRITERIA = {
    "CAT": "cat", "NBW": "nbw", "MMS": "mms", "STS": "sts", "RANK": "rank", "RATING": "rating", "CPS": "cps",
    "SOSW": "sosw", "SOSW-1": "sosw-1", "SOSW-2": "sosw-2", "SODOSW": "sodosw", "SOSOSW": "sososw",
    "CUSSW": "cussw",
    "SOSM": "sosm", "SOSM-1": "sosm-1", "SOSM-2": "sosm-2", "SODOSM": "sodosm", "SOSOSM": "sososm",
    "CUSSM": "cussm",
    "SOSTS": "sosts", "EXT": "ext", "EXR": "exr", "SDC": "sdc", "DC": "dc",
}  # fmt: skip
CRITERIA_NAMES = {key: name for name, key in CRITERIA.items()} | {"rank": "Rank", "rating": "Rating"}
# As Pairgoth spells the sums without the lowest.
CRITERIA |= {"SOSWM1": "sosw-1", "SOSWM2": "sosw-2", "SOSMM1": "sosm-1", "SOSMM2": "sosm-2"}
# New in OpenGotha 3.52; how they are computed is not documented.
NOT_COMPUTED = frozenset(("BZS", "SOSB", "SOSB-1", "SOSB-2", "SOSOSB"))

# A player's name that is missing, because OpenGotha does not open a file without one.
NO_NAME = "-"
# A date that is missing: the first that OpenGotha accepts.
NO_DATE = "1901-01-01"
# The origin of a rating that only stands for a grade.
BY_GRADE = "from the grade"
# What OpenGotha holds; beyond that it crashes, or overwrites one thing with another.
LEAST_RATING, MOST_RATING = -900, 2949
MOST_ROUNDS, MOST_PLAYERS, MOST_CATEGORIES, MOST_CRITERIA = 20, 2000, 9, 6
CLUB_LENGTH, COUNTRY_LENGTH = 4, 2
# It knows a game by 1000 times its round plus its table.
LAST_TABLE = 999

# The prefix of the extras that Miai keeps for this format but does not use.
PREFIX = "opengotha:"
# The key of a player in games and byes, and all criteria of a file with some that Miai lacks.
KEY_EXTRA = f"{PREFIX}key"
CRITERIA_EXTRA = f"{PREFIX}criteria"

OVERTIMES = {
    "SUDDENDEATH": Overtime.SUDDEN_DEATH,
    "STDBYOYOMI": Overtime.BYO_YOMI,
    "CANBYOYOMI": Overtime.CANADIAN,
    "FISCHER": Overtime.FISCHER,
}
OVERTIME_NAMES = {overtime: name for name, overtime in OVERTIMES.items()}

SEED_METHODS = {
    "SPLITANDSLIP": SeedMethod.SLIP,
    "SPLITANDFOLD": SeedMethod.FOLD,
    "SPLITANDRANDOM": SeedMethod.SPLIT_AND_RANDOM,
}
SEED_METHOD_NAMES = {method: name for name, method in SEED_METHODS.items()}

GROUP_ENDS = {"TOP": GroupEnd.TOP, "MID": GroupEnd.MIDDLE, "BOT": GroupEnd.BOTTOM}
GROUP_END_NAMES = {end: name for name, end in GROUP_ENDS.items()}

_RANK = re.compile(r"([0-9]+)([KDP])")
_STEPS = Between(1, 999_999)


def parse_rank(text: str) -> Grade:
    """A rank as OpenGotha reads it: two or more bare digits are kyu, too weak is 30k, too strong is 9d."""
    bare = text.strip().upper()
    if re.fullmatch(r"[0-9]{2,}", bare):
        bare += "K"
    match = _RANK.fullmatch(bare)
    step = whole_or_none(match[1], _STEPS) if match else None
    if match is None or step is None:
        raise InputError(Message("grade '%(text)s' is not a grade", text=shortened(text)))
    if match[2] == "P":
        return Grade(Kind.PRO, min(step, 9))
    return Grade.of_number(max(WEAKEST_EGF, -step) if match[2] == "K" else step - 1)


def rank_text(grade: Grade) -> str:
    """A grade in OpenGotha's capitals; it knows none below 30k."""
    return str(max(grade, Grade.of_number(WEAKEST_EGF))).upper()
