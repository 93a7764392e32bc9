"""OpenGotha's pairing parameters, read and written."""

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade, Kind
from miai.domain.settings.gotha_weights import Weights
from miai.domain.settings.pairing_rules import PairingRules
from miai.domain.settings.seeding import SeedingChoice, SeedMethod
from miai.formats.opengotha.attributes import decimal_in, decimal_text, read_attribute, read_whole
from miai.formats.opengotha.terms import (
    GROUP_END_NAMES,
    GROUP_ENDS,
    SEED_METHOD_NAMES,
    SEED_METHODS,
    parse_rank,
    rank_text,
)
from miai.formats.reading import Faults
from miai.formats.xml_tree import Element
from miai.messages import Message

PAIRING_ATTRIBUTES = frozenset(
    "paiBaAvoidDuplGame paiBaBalanceWB paiBaRandom paiMaAdditionalPlacementCritSystem1 "
    "paiMaAdditionalPlacementCritSystem2 paiMaAvoidMixingCategories paiMaCompensateDUDD paiMaDUDDLowerMode "
    "paiMaDUDDUpperMode paiMaDUDDWeight paiMaLastRoundForSeedSystem1 paiMaMaximizeSeeding "
    "paiMaMinimizeScoreDifference paiMaSeedSystem1 paiMaSeedSystem2 paiSeAvoidSameGeo "
    "paiSeBarThresholdActive paiSeMinimizeHandicap paiSeNbWinsThresholdActive "
    "paiSePreferMMSDiffRatherThanSameClub paiSePreferMMSDiffRatherThanSameClubsGroup "
    "paiSePreferMMSDiffRatherThanSameCountry paiSeRankThreshold paiStandardNX1Factor".split()
)
_WEIGHT = bounds_of(Weights, "score")
_DIFFERENCES = bounds_of(PairingRules, "same_country")
# What Miai does not use, but without which Pairgoth does not open a file, with OpenGotha's own values.
UNUSED_BUT_NEEDED = {"paiSeDefSecCrit": "100000000000", "paiBaDeterministic": "true"}
_WEIGHTS = {
    "duplicate": "paiBaAvoidDuplGame",
    "random": "paiBaRandom",
    "colour": "paiBaBalanceWB",
    "category": "paiMaAvoidMixingCategories",
    "score": "paiMaMinimizeScoreDifference",
    "floats": "paiMaDUDDWeight",
    "seeding": "paiMaMaximizeSeeding",
    "geography": "paiSeAvoidSameGeo",
    "handicap": "paiSeMinimizeHandicap",
}


def read_pairing(element: Element, faults: Faults) -> PairingRules:
    """The rules, with OpenGotha's defaults for what is missing."""
    defaults = PairingRules()

    def whole(name: str, default: int, within: Between) -> int:
        return read_whole(element, name, within, default, faults, missing=str(default))

    def difference(name: str, default: int) -> int:
        # More points of difference than there can be mean the same as the most that Miai offers.
        return min(int(_DIFFERENCES.high), whole(name, default, _WEIGHT))

    weights = {
        name: whole(attribute, getattr(defaults.weights, name), _WEIGHT)
        for name, attribute in _WEIGHTS.items()
    }
    factor = read_attribute(element, "paiStandardNX1Factor", decimal_in(), 0.5, faults, missing="0.5")
    concavity = bounds_of(Weights, "concavity")
    return PairingRules(
        first_seeding=_seeding(element, 1, SeedMethod.SPLIT_AND_RANDOM, faults),
        later_seeding=_seeding(element, 2, SeedMethod.FOLD, faults),
        first_seeding_rounds=whole(
            "paiMaLastRoundForSeedSystem1", 2, bounds_of(PairingRules, "first_seeding_rounds")
        ),
        float_down_from=GROUP_ENDS.get(element.get("paiMaDUDDUpperMode"), defaults.float_down_from),
        float_up_from=GROUP_ENDS.get(element.get("paiMaDUDDLowerMode"), defaults.float_up_from),
        compensate_floats=element.get("paiMaCompensateDUDD", "true") == "true",
        same_country=difference("paiSePreferMMSDiffRatherThanSameCountry", 1),
        same_clubs_group=difference("paiSePreferMMSDiffRatherThanSameClubsGroup", 2),
        same_club=difference("paiSePreferMMSDiffRatherThanSameClub", 3),
        exempt_at_bar=element.get("paiSeBarThresholdActive", "true") == "true",
        exempt_half_won=element.get("paiSeNbWinsThresholdActive", "true") == "true",
        exempt_from=read_attribute(
            element, "paiSeRankThreshold", parse_rank, Grade(Kind.DAN, 4), faults, missing="4D"
        ),
        keep_categories_apart=weights["category"] > 0,
        small_handicaps=weights["handicap"] > 0,
        weights=Weights(**weights, concavity=min(concavity.high, max(concavity.low, factor))),
    )


def _seeding(element: Element, number: int, default: SeedMethod, faults: Faults) -> SeedingChoice:
    name = element.get(f"paiMaSeedSystem{number}", SEED_METHOD_NAMES[default])
    if name not in SEED_METHODS:
        note = Message(
            "seed system '%(name)s' is not known and is read as %(default)s",
            name=name,
            default=SEED_METHOD_NAMES[default],
        )
        faults.note(note, element.where)
    extra = element.get(f"paiMaAdditionalPlacementCritSystem{number}", "Rating" if number == 1 else "NULL")
    return SeedingChoice(
        method=SEED_METHODS.get(name, default),
        by="rating" if extra.upper() == "RATING" else None,
        by_standings=True,
    )


def pairing_attributes(rules: PairingRules) -> dict[str, str]:
    """The attributes of the parameter set; a method that OpenGotha lacks becomes the closest that it has."""
    weights = rules.weights
    attributes = {attribute: str(getattr(weights, name)) for name, attribute in _WEIGHTS.items()}
    for number, choice in ((1, rules.first_seeding), (2, rules.later_seeding)):
        attributes[f"paiMaSeedSystem{number}"] = SEED_METHOD_NAMES.get(choice.method, "SPLITANDFOLD")
        attributes[f"paiMaAdditionalPlacementCritSystem{number}"] = (
            "Rating" if choice.by == "rating" else "NULL"
        )
    threshold = rules.exempt_from or Grade(Kind.DAN, 9)
    return attributes | {
        **UNUSED_BUT_NEEDED,
        "paiMaLastRoundForSeedSystem1": str(rules.first_seeding_rounds),
        "paiMaDUDDUpperMode": GROUP_END_NAMES[rules.float_down_from],
        "paiMaDUDDLowerMode": GROUP_END_NAMES[rules.float_up_from],
        "paiMaCompensateDUDD": str(rules.compensate_floats).lower(),
        "paiSePreferMMSDiffRatherThanSameCountry": str(rules.same_country),
        "paiSePreferMMSDiffRatherThanSameClubsGroup": str(rules.same_clubs_group),
        "paiSePreferMMSDiffRatherThanSameClub": str(rules.same_club),
        "paiSeBarThresholdActive": str(rules.exempt_at_bar).lower(),
        "paiSeNbWinsThresholdActive": str(rules.exempt_half_won).lower(),
        "paiSeRankThreshold": rank_text(threshold),
        "paiStandardNX1Factor": decimal_text(weights.concavity),
    }
