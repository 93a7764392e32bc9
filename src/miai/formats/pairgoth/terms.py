"""What Pairgoth calls criteria, results, rules and times."""

from miai.domain.rounds.game import Result
from miai.domain.settings.clock import Overtime
from miai.domain.settings.event_settings import Ruleset
from miai.domain.settings.pairing_rules import GroupEnd
from miai.domain.settings.seeding import SeedMethod

# The prefix of the extras that Miai keeps for this format but does not use.
PREFIX = "pairgoth:"

_SAME_NAME = (
    "rank", "rating", "nbw", "mms", "sts", "cps", "sosw", "sosw-1", "sosw-2", "sodosw", "sososw", "cussw",
    "sosm", "sosm-1", "sosm-2", "sodosm", "sososm", "cussm", "sosts", "ext", "exr", "sdc", "dc",
)  # fmt: skip
# Pairgoth writes SOSWM1 where OpenGotha writes SOSW-1.
CRITERIA = {key.upper().replace("-", "M"): key for key in _SAME_NAME} | {"CATEGORY": "cat"}
CRITERIA_NAMES = {key: name for name, key in CRITERIA.items()}

RESULTS = {
    "?": Result.UNKNOWN,
    "w": Result.WHITE_WINS,
    "b": Result.BLACK_WINS,
    "=": Result.JIGO,
    "#": Result.BOTH_WIN,
    "0": Result.BOTH_LOSE,
    # A cancelled game counts for nobody.
    "X": Result.BOTH_LOSE_BY_DEFAULT,
}
RESULT_NAMES = {result: name for name, result in RESULTS.items()}

SYSTEMS = {"MAC_MAHON": "mcmahon", "SWISS": "swiss", "ROUND_ROBIN": "round_robin"}

RULESETS = {
    "JAPANESE": Ruleset.JAPANESE,
    "CHINESE": Ruleset.CHINESE,
    "FRENCH": Ruleset.FRENCH,
    "AGA": Ruleset.AGA,
}
RULESET_NAMES = {ruleset: name for name, ruleset in RULESETS.items()}

OVERTIME_NAMES = {
    Overtime.SUDDEN_DEATH: "SUDDEN_DEATH",
    Overtime.BYO_YOMI: "JAPANESE",
    Overtime.CANADIAN: "CANADIAN",
    Overtime.FISCHER: "FISCHER",
}
OVERTIMES = {name: overtime for overtime, name in OVERTIME_NAMES.items()} | {"STANDARD": Overtime.BYO_YOMI}

SEED_METHODS = {
    "SPLIT_AND_SLIP": SeedMethod.SLIP,
    "SPLIT_AND_FOLD": SeedMethod.FOLD,
    "SPLIT_AND_RANDOM": SeedMethod.SPLIT_AND_RANDOM,
}
SEED_METHOD_NAMES = {method: name for name, method in SEED_METHODS.items()}

GROUP_ENDS = {"TOP": GroupEnd.TOP, "MIDDLE": GroupEnd.MIDDLE, "BOTTOM": GroupEnd.BOTTOM}
GROUP_END_NAMES = {end: name for name, end in GROUP_ENDS.items()}

# The weights by their place in the file.
WEIGHTS = {
    "duplicate": ("base", "dupWeight"),
    "random": ("base", "random"),
    "colour": ("base", "colorBalanceWeight"),
    "category": ("main", "catWeight"),
    "score": ("main", "scoreWeight"),
    "floats": ("main", "upDownWeight"),
    "seeding": ("main", "maximizeSeeding"),
    "geography": ("geo", "weight"),
    "handicap": ("handicap", "weight"),
}

# Fields that Miai does not use, with the values that Pairgoth gives them.
UNUSED_DEFAULTS = {
    "id": 1,
    "pairing.base.deterministic": True,
    "pairing.secondary.secWeight": 1.0e11,
}
