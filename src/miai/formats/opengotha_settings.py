"""Reads the parameters of OpenGotha's XML."""

from miai.domain.grade import Grade, Kind
from miai.domain.points import Quarters
from miai.domain.settings import Clock, ClubsGroup, Handicapping, Rulebook, Scoring, Settings, Unplayed
from miai.formats.opengotha_pairing import read_pairing
from miai.formats.opengotha_terms import CRITERIA, OVERTIMES, parse_rank
from miai.formats.reading import Faults, finite
from miai.formats.xml_tree import Element

GENERAL_ATTRIBUTES = frozenset(
    "name shortName location director beginDate endDate numberOfRounds numberOfCategories komi size "
    "basicTime complementaryTimeSystem stdByoYomiTime canByoYomiTime nbMovesCanTime fischerTime "
    "genMMBar genMMFloor genMMZero genMMS2ValueAbsent genMMS2ValueBye genNBW2ValueAbsent genNBW2ValueBye "
    "genRoundDownNBWMMS genCountNotPlayedGamesAsHalfPoint".split()
)
HANDICAP_ATTRIBUTES = frozenset("hdBasedOnMMS hdCeiling hdCorrection hdNoHdRankThreshold".split())


_MAIN = ("nbw", "mms", "sts")
# More of these is a mistake, or malice.
_MOST_CATEGORIES, MOST_ROUNDS = 99, 999


def read_settings(root: Element, faults: Faults) -> Settings:
    """The rules of the tournament, with OpenGotha's own answers to what is missing."""
    parameters = root.child("TournamentParameterSet")
    general = parameters.child("GeneralParameterSet")
    where = general.where
    criteria = _criteria(parameters, faults)

    def whole(name: str, default: int) -> int:
        return faults.attempt(int, general.get(name) or str(default), default, where, name)

    def grade(name: str, default: str) -> Grade:
        return faults.attempt(parse_rank, general.get(name) or default, parse_rank(default), where, name)

    overtime = OVERTIMES.get(general.get("complementaryTimeSystem", "STDBYOYOMI"))
    if overtime is None:
        faults.problem(f"time system '{general.get('complementaryTimeSystem')}' is not known", where)
    defaults = Clock()
    return Settings(
        # OpenGotha's own test: the first of these anywhere in the list.
        system="swiss" if next((key for key in criteria if key in _MAIN), "nbw") == "nbw" else "mcmahon",
        rounds=whole("numberOfRounds", 5),
        criteria=criteria,
        scoring=Scoring(
            bar=grade("genMMBar", "4D"),
            floor=grade("genMMFloor", "20K"),
            zero=grade("genMMZero", "30K"),
            bye_wins=Quarters(2 * whole("genNBW2ValueBye", 0)),
            bye_points=Quarters(2 * whole("genMMS2ValueBye", 0)),
            absent_wins=Quarters(2 * whole("genNBW2ValueAbsent", 0)),
            absent_points=Quarters(2 * whole("genMMS2ValueAbsent", 0)),
            round_down=general.get("genRoundDownNBWMMS", "true") == "true",
            unplayed_is_half_for_opponents=general.get("genCountNotPlayedGamesAsHalfPoint") == "true",
            unplayed=Unplayed.START,
            rulebook=Rulebook.GOTHA,
        ),
        handicapping=_handicapping(parameters.child("HandicapParameterSet"), faults),
        pairing=read_pairing(parameters.child("PairingParameterSet"), faults),
        clock=Clock(
            basic_minutes=whole("basicTime", defaults.basic_minutes),
            overtime=overtime or defaults.overtime,
            byo_yomi_seconds=whole("stdByoYomiTime", defaults.byo_yomi_seconds),
            canadian_seconds=whole("canByoYomiTime", defaults.canadian_seconds),
            canadian_moves=whole("nbMovesCanTime", defaults.canadian_moves),
            fischer_seconds=whole("fischerTime", defaults.fischer_seconds),
        ),
        komi=faults.attempt(finite, general.get("komi") or "6.5", 6.5, where, "komi"),
        board_size=whole("size", 19),
        category_limits=_category_limits(
            general, min(_MOST_CATEGORIES, whole("numberOfCategories", 1)), faults
        ),
        clubs_groups=tuple(
            ClubsGroup(name=group.get("name"), clubs=tuple(club.get("name") for club in group.all("Club")))
            for group in root.child("ClubsGroups").all("ClubsGroup")
        ),
    )


def _criteria(parameters: Element, faults: Faults) -> tuple[str, ...]:
    listed = parameters.child("PlacementParameterSet").child("PlacementCriteria")
    by_number = {}
    for place, element in enumerate(listed.all("PlacementCriterion"), start=1):
        name = element.get("name") or "NULL"
        number = positive(element, "number", faults) if element.get("number") else place
        if number is not None and name.upper() in CRITERIA:
            by_number[number] = CRITERIA[name.upper()]
        elif name != "NULL":
            faults.note(f"criterion '{name}' is not known and is left out", element.where)
    return tuple(dict.fromkeys(by_number[number] for number in sorted(by_number) if number <= 6))


def _category_limits(general: Element, categories: int, faults: Faults) -> tuple[Grade, ...]:
    given = {}
    for element in general.child("Categories").all("Category"):
        number = positive(element, "number", faults)
        limit = faults.attempt(
            parse_rank, element.get("lowerLimit", "1D"), Grade(Kind.DAN, 1), element.where, "lowerLimit"
        )
        if number is not None:
            given[number] = limit
    return tuple(given.get(number, Grade(Kind.DAN, 1)) for number in range(1, categories))


def _handicapping(element: Element, faults: Faults) -> Handicapping:
    where = element.where
    threshold = element.get("hdNoHdRankThreshold", "1D")
    return Handicapping(
        by_score=element.get("hdBasedOnMMS", "true") == "true",
        correction=faults.attempt(int, element.get("hdCorrection", "1"), 1, where, "hdCorrection"),
        ceiling=faults.attempt(int, element.get("hdCeiling", "9"), 9, where, "hdCeiling"),
        none_from=faults.attempt(parse_rank, threshold, Grade(Kind.DAN, 1), where, "hdNoHdRankThreshold"),
    )


def positive(element: Element, name: str, faults: Faults) -> int | None:
    """An attribute that must be a whole number above 0."""
    number = faults.attempt(int, element.get(name), None, element.where, name)
    if number is not None and not 1 <= number <= MOST_ROUNDS:
        faults.problem(f"{name} '{number}' is not between 1 and {MOST_ROUNDS}", element.where)
        return None
    return number
