"""Reads OpenGotha's XML."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from functools import reduce

from miai.domain.bounds import bounds_of
from miai.domain.numbers import shortened
from miai.domain.people.grade import Grade, Kind
from miai.domain.people.player import Extras, Player, PlayerId, Registration
from miai.domain.points import Quarters
from miai.domain.problems import problems
from miai.domain.rounds.round import Round
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.limits import demand_players
from miai.formats.names import PlayersByKey, plain_key
from miai.formats.opengotha.attributes import decimal_in, read_attribute, read_whole
from miai.formats.opengotha.fitting import name_without_number
from miai.formats.opengotha.pairing import PAIRING_ATTRIBUTES, UNUSED_BUT_NEEDED
from miai.formats.opengotha.rounds import read_rounds
from miai.formats.opengotha.settings import (
    GENERAL_ATTRIBUTES,
    HANDICAP_ATTRIBUTES,
    criteria_names,
    read_settings,
)
from miai.formats.opengotha.teams import read_team_rules, with_teams
from miai.formats.opengotha.terms import (
    BY_GRADE,
    CRITERIA,
    CRITERIA_EXTRA,
    KEY_EXTRA,
    LEAST_RATING,
    MOST_RATING,
    NO_DATE,
    NO_NAME,
    PREFIX,
    parse_rank,
)
from miai.formats.reading import Faults, Reading, whole_in
from miai.formats.xml_head import root_of
from miai.formats.xml_tree import Element, parse, serialise
from miai.messages import Message

PLAYER_ATTRIBUTES = frozenset(
    "name firstName country club egfPin ffgLicence ffgLicenceStatus agaId agaExpirationDate rank rating "
    "ratingOrigin grade smmsCorrection participating registeringStatus".split()
)
# Sections that hold teams; they are kept unchanged only where there are no teams. Documents before version 6
# may still have teams there.
TEAM_SECTIONS = ("TeamTournamentParameterSet", "Teams")
# Sections kept unchanged, by their path below the root.
KEPT_SECTIONS = (
    "TournamentParameterSet/DPParameterSet",
    "TournamentParameterSet/PublishParameterSet",
    *TEAM_SECTIONS,
)
# OpenGotha's grade for a player without one.
_GRADE_DEFAULT = Grade(Kind.KYU, 30)
_NEW_SCALE = 201
_ROUNDS = bounds_of(Round, "number")


def sniff(text: str) -> bool:
    """Whether a text begins like a tournament of OpenGotha."""
    root = root_of(text)
    return root is not None and root.tag == "Tournament" and not root.has("typeversion")


def read(data: bytes) -> Reading:
    """Read a tournament that OpenGotha saved; its standings follow OpenGotha's rules."""
    root = parse(data)
    if root.tag != "Tournament" or not any(root.all("Players")):
        what = Message("<%(tag)s> is not an OpenGotha tournament", tag=shortened(root.tag))
        raise InputError([Problem(what=what, where=root.where)])
    faults = Faults()
    named = _players(root, faults)
    demand_players(len(named))
    keys = PlayersByKey(named)
    rounds = read_rounds(root, keys, faults)
    general = root.child("TournamentParameterSet").child("GeneralParameterSet")
    tournament = Tournament(
        name=general.get("name"),
        short_name=general.get("shortName"),
        place=general.get("location"),
        director=general.get("director"),
        begin=_date(general, "beginDate"),
        end=_date(general, "endDate"),
        settings=replace(read_settings(root, faults), teams=read_team_rules(root, faults)),
        players=tuple(player for player, _ in named),
        rounds=rounds,
        extras=_extras(root),
    )
    tournament = with_teams(tournament, root, keys, faults)
    # After all keys were looked up.
    tournament = replace(
        tournament, players=tuple(_with_spelling(player, keys) for player in tournament.players)
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    return Reading(tournament=tournament, format="opengotha", notes=tuple(faults.notes))


def _date(general: Element, name: str) -> str:
    date = general.get(name)
    return "" if date == NO_DATE else date


def _players(root: Element, faults: Faults) -> tuple[tuple[Player, str], ...]:
    """The players, each with the name that keys are made from."""
    version = read_attribute(root, "dataVersion", whole_in(), _NEW_SCALE, faults, missing="200")
    # Files since 3.51 may leave the version out; their ratings are on the new scale.
    shift = 0 if version >= _NEW_SCALE or "fullVersionNumber" in root.attributes else 2050
    players: list[tuple[Player, str]] = []
    seen: set[str] = set()
    keys = {plain_key(each.get("name") + each.get("firstName")) for each in root.below("Player")}
    for element in root.below("Player"):
        player = _player(element, keys, PlayerId(f"p{len(players) + 1}"), shift, faults)
        name = element.get("name") + element.get("firstName")
        key = plain_key(name)
        if not key:
            faults.problem(Message("a player has no name"), element.where)
        elif key in seen:
            faults.note(
                Message("%(player)s is listed twice: the first one counts", player=player.name), element.where
            )
        else:
            players.append((player, name))
            seen.add(key)
    return tuple(players)


def _player(
    element: Element, keys: Collection[str], player_id: PlayerId, shift: int, faults: Faults
) -> Player:
    grade, declared, odd_grade = _grades(element, faults)
    flags = element.get("participating")[: int(_ROUNDS.high)]
    extras = {name: value for name, value in element.attributes.items() if name not in PLAYER_ATTRIBUTES}
    if odd_grade:
        extras["grade"] = odd_grade
    correction = read_whole(
        element, "smmsCorrection", bounds_of(Player, "correction"), 0, faults, missing="0"
    )
    registration = _registration(element, faults)
    rating = _rating(element, shift, faults) if element.get("rating") else None
    by_grade = element.get("ratingOrigin") == BY_GRADE and rating == grade.rating
    surname, first_name = _names(element, keys)
    return Player(
        id=player_id,
        surname=surname,
        first_name=first_name,
        grade=grade,
        declared_grade=declared,
        rating=None if by_grade else rating,
        rating_origin="" if by_grade else element.get("ratingOrigin"),
        country=element.get("country"),
        club=element.get("club"),
        egf_pin=element.get("egfPin"),
        ffg_licence=element.get("ffgLicence"),
        ffg_status=element.get("ffgLicenceStatus"),
        aga_id=element.get("agaId"),
        aga_expiry=element.get("agaExpirationDate"),
        registration=registration,
        absent_rounds=frozenset(i for i, flag in enumerate(flags, start=1) if flag == "0"),
        correction=Quarters(4 * correction),
        extras=tuple(sorted((f"{PREFIX}{name}", value) for name, value in extras.items())),
    )


def _names(element: Element, keys: Collection[str]) -> tuple[str, str]:
    """Surname and first name, without the sign for a missing one unless nothing else is left."""
    surname = element.get("name")
    first_name = name_without_number(surname, element.get("firstName"), keys)
    return (
        "" if surname == NO_NAME and first_name not in ("", NO_NAME) else surname,
        "" if first_name == NO_NAME and surname else first_name,
    )


def _registration(element: Element, faults: Faults) -> Registration:
    status = element.get("registeringStatus", "FIN")
    if status not in ("FIN", "PRE"):
        note = Message(
            "registeringStatus '%(text)s' is read as %(default)s", text=shortened(status), default="FIN"
        )
        faults.note(note, element.where)
    return Registration.PRELIMINARY if status == "PRE" else Registration.FINAL


def _grades(element: Element, faults: Faults) -> tuple[Grade, Grade | None, str]:
    """The grade played at, the grade held where it differs, and the latter's text where it is unreadable."""
    rank, text = element.attributes.get("rank"), element.get("grade").strip()
    held: Grade | None = None
    with suppress(InputError):
        held = parse_rank(text)
    odd = text if text and held is None else ""
    if rank is None:
        return _GRADE_DEFAULT, held if held != _GRADE_DEFAULT else None, odd
    try:
        grade = parse_rank(rank)
    except InputError as error:
        if held is None:
            faults.add(Problem(what=error.problems[0].what, where=element.where))
            return _GRADE_DEFAULT, None, odd
        grade = held
    return grade, held if held != grade else None, odd


def _rating(element: Element, shift: int, faults: Faults) -> int:
    rating = int(read_attribute(element, "rating", decimal_in(), 0.0, faults)) + shift
    return min(MOST_RATING, max(LEAST_RATING, rating))


def _with_spelling(player: Player, keys: PlayersByKey) -> Player:
    """The player with the key that the file uses, where other rules for capitals made it than Miai's."""
    key = keys.spelling(player.id)
    if not key:
        return player
    return replace(player, extras=tuple(sorted((*player.extras, (KEY_EXTRA, key)))))


def _extras(root: Element) -> Extras:
    """Everything that Miai does not use, under the name of its place in the file."""
    parameters = root.child("TournamentParameterSet")
    extras = {f"@{name}": value for name, value in root.attributes.items() if name != "dataVersion"}
    extras |= _unused_attributes(parameters)
    extras |= _kept_sections(root)
    listed = criteria_names(parameters)
    if any(name.upper() not in (*CRITERIA, "NULL") for name in listed):
        extras[CRITERIA_EXTRA.removeprefix(PREFIX)] = " ".join(listed)
    return tuple(sorted((f"{PREFIX}{name}", value) for name, value in extras.items()))


def _unused_attributes(parameters: Element) -> dict[str, str]:
    """The parameters that Miai does not read, unless they are what it writes anyway."""
    return {
        f"{tag}@{name}": value
        for tag, known in (
            ("GeneralParameterSet", GENERAL_ATTRIBUTES),
            ("HandicapParameterSet", HANDICAP_ATTRIBUTES),
            ("PairingParameterSet", PAIRING_ATTRIBUTES),
        )
        for name, value in parameters.child(tag).attributes.items()
        if name not in known and UNUSED_BUT_NEEDED.get(name) != value
    }


def _kept_sections(root: Element) -> dict[str, str]:
    """The sections that are kept unchanged, by their paths; those of teams only if there are no teams."""
    of_teams = frozenset(TEAM_SECTIONS) if any(root.child("Teams").all("Team")) else frozenset()
    found = {}
    for path in KEPT_SECTIONS:
        section = reduce(Element.child, path.split("/"), root)
        if path not in of_teams and (section.attributes or section.children):
            found[path] = serialise(section)
    return found
