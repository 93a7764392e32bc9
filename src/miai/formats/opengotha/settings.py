"""Reads the parameters of OpenGotha's XML."""

from collections.abc import Iterator

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Player
from miai.domain.points import Quarters
from miai.domain.settings.clock import Clock
from miai.domain.settings.event_settings import ClubsGroup, Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Rulebook, Scoring, Unplayed, Withdrawal
from miai.formats.opengotha.attributes import decimal_in, read_attribute, read_whole
from miai.formats.opengotha.pairing import read_pairing
from miai.formats.opengotha.terms import CRITERIA, NOT_COMPUTED, OVERTIMES, parse_rank
from miai.formats.reading import Faults
from miai.formats.xml_tree import Element
from miai.messages import Message

GENERAL_ATTRIBUTES = frozenset(
    "name shortName location director beginDate endDate numberOfRounds numberOfCategories komi size "
    "basicTime complementaryTimeSystem stdByoYomiTime canByoYomiTime nbMovesCanTime fischerTime "
    "genMMBar genMMFloor genMMZero genMMS2ValueAbsent genMMS2ValueBye genNBW2ValueAbsent genNBW2ValueBye "
    "genRoundDownNBWMMS genCountNotPlayedGamesAsHalfPoint bInternet".split()
)
HANDICAP_ATTRIBUTES = frozenset("hdBasedOnMMS hdCeiling hdCorrection hdNoHdRankThreshold".split())


_MAIN = ("nbw", "mms", "sts")
_HALF_POINTS = Between(2 * bounds_of(Scoring, "bye_wins").low, 2 * bounds_of(Scoring, "bye_wins").high)
# The places of criteria in their list.
_CRITERION_NUMBERS = Between(1, 999)


def read_settings(root: Element, faults: Faults) -> Settings:
    """The rules of the tournament, with OpenGotha's own defaults for what is missing."""
    parameters = root.child("TournamentParameterSet")
    general = parameters.child("GeneralParameterSet")
    criteria = _criteria(parameters, faults)

    def whole(name: str, default: int, within: Between) -> int:
        return read_whole(general, name, within, default, faults, missing=str(default))

    def clock(name: str, field: str) -> int:
        return whole(name, getattr(defaults, field), bounds_of(Clock, field))

    def halves(name: str) -> Quarters:
        return Quarters(2 * whole(name, 0, _HALF_POINTS))

    def grade(name: str, default: str) -> Grade:
        return read_attribute(general, name, parse_rank, parse_rank(default), faults, missing=default)

    time_system = general.get("complementaryTimeSystem", "STDBYOYOMI")
    overtime = OVERTIMES.get(time_system)
    if overtime is None:
        faults.problem(Message("time system '%(name)s' is not known", name=time_system), general.where)
    defaults = Clock()
    return Settings(
        # As in OpenGotha: the first main criterion in the list decides.
        system="swiss" if next((key for key in criteria if key in _MAIN), "nbw") == "nbw" else "mcmahon",
        rounds=whole("numberOfRounds", 5, bounds_of(Settings, "rounds")),
        criteria=criteria,
        scoring=Scoring(
            bar=grade("genMMBar", "4D"),
            floor=grade("genMMFloor", "20K"),
            zero=grade("genMMZero", "30K"),
            bye_wins=halves("genNBW2ValueBye"),
            bye_points=halves("genMMS2ValueBye"),
            absent_wins=halves("genNBW2ValueAbsent"),
            absent_points=halves("genMMS2ValueAbsent"),
            round_down=general.get("genRoundDownNBWMMS", "true") == "true",
            unplayed_is_half_for_opponents=general.get("genCountNotPlayedGamesAsHalfPoint") == "true",
            unplayed=Unplayed.START,
            rulebook=Rulebook.GOTHA,
            withdrawal=Withdrawal.KEEP,
        ),
        handicapping=_handicapping(parameters.child("HandicapParameterSet"), faults),
        pairing=read_pairing(parameters.child("PairingParameterSet"), faults),
        clock=Clock(
            basic_minutes=clock("basicTime", "basic_minutes"),
            overtime=overtime or defaults.overtime,
            byo_yomi_seconds=clock("stdByoYomiTime", "byo_yomi_seconds"),
            byo_yomi_periods=0,
            canadian_seconds=clock("canByoYomiTime", "canadian_seconds"),
            canadian_moves=clock("nbMovesCanTime", "canadian_moves"),
            fischer_seconds=clock("fischerTime", "fischer_seconds"),
        ),
        komi=read_attribute(
            general, "komi", decimal_in(bounds_of(Settings, "komi")), 6.5, faults, missing="6.5"
        ),
        internet=general.get("bInternet") == "true",
        board_size=whole("size", 19, bounds_of(Settings, "board_size")),
        category_limits=_category_limits(
            general, whole("numberOfCategories", 1, bounds_of(Player, "category")), faults
        ),
        clubs_groups=tuple(
            ClubsGroup(name=group.get("name"), clubs=tuple(club.get("name") for club in group.all("Club")))
            for group in root.child("ClubsGroups").all("ClubsGroup")
        ),
    )


def criteria_names(parameters: Element) -> list[str]:
    """The names of the criteria as the file lists them."""
    return [element.get("name") or "NULL" for element in _criterion_elements(parameters)]


def _criterion_elements(parameters: Element) -> Iterator[Element]:
    listed = parameters.child("PlacementParameterSet").child("PlacementCriteria")
    return listed.all("PlacementCriterion")


def _criteria(parameters: Element, faults: Faults) -> tuple[str, ...]:
    by_number = {}
    for place, element in enumerate(_criterion_elements(parameters), start=1):
        name = element.get("name") or "NULL"
        number = (
            read_whole(element, "number", _CRITERION_NUMBERS, None, faults)
            if element.get("number")
            else place
        )
        if number is not None and name.upper() in CRITERIA:
            by_number[number] = CRITERIA[name.upper()]
        elif name.upper() in NOT_COMPUTED:
            note = Message(
                "criterion '%(name)s' of OpenGotha 3.52 is not computed here: the standings are without it, "
                "and a file for OpenGotha keeps it",
                name=name,
            )
            faults.note(note, element.where)
        elif name != "NULL":
            faults.note(
                Message("criterion '%(name)s' is not known and is left out", name=name), element.where
            )
    return tuple(dict.fromkeys(by_number[number] for number in sorted(by_number) if number <= 6))


def _category_limits(general: Element, categories: int, faults: Faults) -> tuple[Grade, ...]:
    given = {}
    for element in general.child("Categories").all("Category"):
        number = read_whole(element, "number", bounds_of(Player, "category"), None, faults)
        limit = read_attribute(element, "lowerLimit", parse_rank, Grade(Kind.DAN, 1), faults, missing="1D")
        if number is not None:
            given[number] = limit
    return tuple(given.get(number, Grade(Kind.DAN, 1)) for number in range(1, categories))


def _handicapping(element: Element, faults: Faults) -> Handicapping:
    return Handicapping(
        by_score=element.get("hdBasedOnMMS", "true") == "true",
        correction=read_whole(
            element, "hdCorrection", bounds_of(Handicapping, "correction"), 1, faults, missing="1"
        ),
        ceiling=read_whole(element, "hdCeiling", bounds_of(Handicapping, "ceiling"), 9, faults, missing="9"),
        none_from=read_attribute(
            element, "hdNoHdRankThreshold", parse_rank, Grade(Kind.DAN, 1), faults, missing="1D"
        ),
    )
