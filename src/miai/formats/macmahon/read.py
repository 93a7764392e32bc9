"""Reads tournaments of MacMahon 3, in its own layout and in the older one that Pairgoth reads."""

import re
from dataclasses import replace

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between, shortened, whole_or_none
from miai.domain.people.grade import STRONGEST, WEAKEST, Grade
from miai.domain.people.player import Player, PlayerId, Registration
from miai.domain.points import HALF, POINT, Quarters
from miai.domain.problems import problems
from miai.domain.rounds.game import Board, Result
from miai.domain.rounds.round import Bye, Round
from miai.domain.settings.event_settings import Settings
from miai.domain.settings.handicap_rules import Handicapping
from miai.domain.settings.scoring_rules import Rulebook, Scoring, Unplayed, Withdrawal
from miai.domain.tournament import Tournament
from miai.engine.scoring.scores import start_of
from miai.errors import InputError, Problem
from miai.formats.limits import demand_players
from miai.formats.reading import Faults, Reading, decimal_in, whole_in
from miai.formats.seating import NO_TABLE, seated
from miai.formats.xml_head import root_of
from miai.formats.xml_tree import Element, parse
from miai.messages import Message, counted

# Black comes first.
RESULTS = {
    "1-0": Result.BLACK_WINS,
    "0-1": Result.WHITE_WINS,
    "½-½": Result.JIGO,
    "0-0": Result.BOTH_LOSE,
    "1-1": Result.BOTH_WIN,
    "?-?": Result.UNKNOWN,
}
CRITERIA = {"Score": "mms", "Points": "nbw", "SOS": "sosm", "SOSOS": "sososm", "SODOS": "sodosm"}
# These follow in every table.
_IMPLIED = ("Rank", "Name", "ID")
# Settings whose other value leads to other tables.
_FOLLOWED = {
    "HandicapIncludeInTieBreakers": "true",
    "ByeShouldResultInZeroSOSetc": "false",
    "HalfScoreGroupsRoundDown": "false",
    "RatingDeterminesStartScore": "false",
}
# The grades go down further than Miai's; the lowest is that of players whose grade is not known.
_LOWEST_LEVEL = -35
_KYU = re.compile(r"([0-9]+)\s*(?:k|kyu)", re.IGNORECASE)
_KYU_STEPS = Between(1, 99)
_PIN_DIGITS = 8
_ROUNDS, _TABLES, _STONES = (
    bounds_of(Round, "number"),
    bounds_of(Board, "table"),
    bounds_of(Board, "handicap"),
)
_IDS = Between(0, 10**9)


def sniff(text: str) -> bool:
    """Whether a text is such a file: by its root element, which has a version of its type."""
    root = root_of(text)
    return root is not None and root.tag in ("Tournament", "TournamentData") and root.has("typeversion")


def read(data: bytes) -> Reading:
    """Read a tournament; its standings follow MacMahon's rules."""
    root = parse(data)
    if not sniff(f"<{root.tag} {' '.join(f'{name}=' for name in root.attributes)}>"):
        what = Message("<%(tag)s> is not a tournament of MacMahon", tag=shortened(root.tag))
        raise InputError([Problem(what=what, where=root.where)])
    faults = Faults()
    own = root.tag == "Tournament"
    rules = root if own else root.child("Tournament")
    entrants = list(root.all("IndividualParticipant") if own else root.child("Playerlist").all("Player"))
    drawn = list(root.all("TournamentRound") if own else root.child("Roundlist").all("Round"))
    demand_players(len(entrants))
    settings = _settings(rules, root.child("Walllist"), faults)
    players = _players(entrants, settings.scoring, _lower_bar(rules, faults), faults)
    tournament = Tournament(
        name=_text(rules, "Name"),
        settings=settings,
        players=tuple(players.values()),
        rounds=_rounds(drawn, players, faults),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    _note_what_differs(rules, entrants, tournament, faults)
    return Reading(tournament=tournament, format="macmahon", notes=tuple(faults.notes))


def _text(element: Element, tag: str) -> str:
    return element.child(tag).text.strip()


def _is_set(element: Element, tag: str) -> bool:
    return _text(element, tag).lower() == "true"


def _whole(element: Element, tag: str, within: Between, default: int, faults: Faults) -> int:
    """The whole number in a child; the default where it is missing, and with a problem where it is wrong."""
    child = element.child(tag)
    return _number(child, within, default, faults) if child.text.strip() else default


def _number(element: Element, within: Between, default: int, faults: Faults) -> int:
    text = element.text.strip()
    return faults.attempt(whole_in(within), text, default, lambda: _unreadable(element, text))


def _unreadable(element: Element, text: str) -> Problem:
    what = Message("%(attribute)s '%(text)s' cannot be read", attribute=element.tag, text=shortened(text))
    return Problem(what=what, where=element.where)


def _level(element: Element, tag: str, default: int, faults: Faults) -> int:
    child = element.child(tag)
    text = child.text.strip()
    return faults.attempt(parse_level, text, default, lambda: _unreadable(child, text)) if text else default


def parse_level(text: str) -> int:
    """The number of a grade, as `Grade.number` counts, but also below 30 kyu."""
    kyu = _KYU.fullmatch(text)
    if kyu is None:
        return Grade.parse(text).number
    step = whole_or_none(kyu[1], _KYU_STEPS)
    if step is None:
        raise InputError(Message("grade '%(text)s' is not a grade", text=shortened(text)))
    return -step


def _settings(rules: Element, walllist: Element, faults: Faults) -> Settings:
    criteria = _criteria(walllist, faults)
    lower, bar = _lower_bar(rules, faults), STRONGEST
    if _is_set(rules, "UpperMacMahonBar"):
        bar = _level(rules, "UpperMacMahonBarLevel", STRONGEST, faults)
    floor = Grade.of_number(WEAKEST if lower is None else lower)
    return Settings(
        system="swiss" if criteria[:1] == ("nbw",) else "mcmahon",
        rounds=_whole(rules, "NumberOfRounds", bounds_of(Settings, "rounds"), 5, faults),
        criteria=criteria,
        scoring=Scoring(
            bar=Grade.of_number(bar),
            floor=floor,
            zero=floor,
            absent_points=HALF,
            round_down=False,
            unplayed=Unplayed.MACMAHON,
            rulebook=Rulebook.MACMAHON,
            withdrawal=Withdrawal.KEEP,
        ),
        handicapping=_handicapping(rules, faults),
        board_size=_whole(rules, "Boardsize", bounds_of(Settings, "board_size"), 19, faults),
    )


def _lower_bar(rules: Element, faults: Faults) -> int | None:
    if not _is_set(rules, "LowerMacMahonBar"):
        return None
    return _level(rules, "LowerMacMahonBarLevel", WEAKEST, faults)


def _criteria(walllist: Element, faults: Faults) -> tuple[str, ...]:
    found = []
    for element in (*walllist.all("SortCriterionDescriptor"), *walllist.all("Criterion")):
        name = _text(element, "ShortName")
        if name in CRITERIA:
            found.append(CRITERIA[name])
        elif name not in _IMPLIED:
            note = Message("criterion '%(name)s' is not known and is left out", name=shortened(name))
            faults.note(note, element.where)
    return tuple(dict.fromkeys(found)) or ("mms", "sosm", "sososm")


def _handicapping(rules: Element, faults: Faults) -> Handicapping:
    stones = bounds_of(Handicapping, "ceiling")
    given = _whole(rules, "HandicapLimitValue", stones, 9, faults) if _is_set(rules, "HandicapLimit") else 9
    below = _level(rules, "HandicapBelowLevel", 0, faults) if _is_set(rules, "HandicapBelow") else STRONGEST
    more = 0
    if _is_set(rules, "HandicapAdjustment"):
        more = _whole(rules, "HandicapAdjustmentValue", bounds_of(Handicapping, "correction"), 0, faults)
    return Handicapping(
        by_score=not _is_set(rules, "HandicapByLevel"),
        correction=-more,
        ceiling=given if _is_set(rules, "HandicapUsed") else 0,
        none_from=Grade.of_number(below),
    )


def _players(
    entrants: list[Element], scoring: Scoring, lower: int | None, faults: Faults
) -> dict[int, Player]:
    players: dict[int, Player] = {}
    weak = 0
    for element in entrants:
        number = _whole(element, "Id", _IDS, 0, faults)
        if not number:
            faults.problem(Message("a player has no id"), element.where)
        elif number in players:
            faults.problem(Message("two players have the id '%(id)s'", id=number), element.where)
        else:
            players[number] = _player(element, PlayerId(f"p{number}"), scoring, lower, faults)
            weak += bool(players[number].extras)
    if weak:
        faults.note(
            counted(
                "%(num)s player is below %(grade)s, which is the weakest grade that Miai knows: read as it",
                "%(num)s players are below %(grade)s, which is the weakest grade that Miai knows: read as it",
                weak,
                grade=str(Grade.of_number(WEAKEST)),
            )
        )
    return players


def _player(
    element: Element, player_id: PlayerId, scoring: Scoring, lower: int | None, faults: Faults
) -> Player:
    person = element.child("GoPlayer")
    surname, first_name = (" ".join(_text(person, tag).split()) for tag in ("Surname", "FirstName"))
    if not (surname or first_name):
        faults.problem(Message("a player has no name"), element.where)
    level = _level(person, "GoLevel", _LOWEST_LEVEL, faults)
    pin = _whole(person, "EgdPin", _IDS, 0, faults)
    rating = person.child("Rating").text.strip()
    rated = faults.attempt(
        decimal_in(bounds_of(Player, "rating")), rating or "0", 0.0, lambda: _unreadable(person, rating)
    )
    missed = (_number(child, _ROUNDS, 0, faults) for child in element.all("NotPlayingInRound"))
    player = Player(
        id=player_id,
        surname=surname,
        first_name=first_name,
        grade=Grade.of_number(level),
        rating=rated or None,
        country=_text(person, "Country").upper(),
        club=_text(person, "Club"),
        egf_pin=str(pin).zfill(_PIN_DIGITS) if pin else "",
        registration=Registration.PRELIMINARY
        if _is_set(element, "PreliminaryRegistration")
        else Registration.FINAL,
        absent_rounds=frozenset(number for number in missed if number),
        extras=(("macmahon:GoLevel", _text(person, "GoLevel")),) if level < WEAKEST else (),
    )
    start = _start(element, level, scoring, lower, faults)
    return replace(player, correction=Quarters(start - start_of(player, scoring)))


def _start(element: Element, level: int, scoring: Scoring, lower: int | None, faults: Faults) -> int:
    """The score that MacMahon starts a player with, in quarters."""
    zero = _LOWEST_LEVEL if lower is None else lower
    grades = min(scoring.bar.number, max(level, zero)) - zero
    if _is_set(element, "SuperBarMember"):
        grades = scoring.bar.number - zero + 1
    if _is_set(element, "ScoreAdjustment"):
        grades += _whole(element, "ScoreAdjustmentValue", bounds_of(Player, "correction"), 0, faults)
    return POINT * grades


def _rounds(drawn: list[Element], players: dict[int, Player], faults: Faults) -> tuple[Round, ...]:
    rounds: dict[int, Round] = {}
    for at, element in enumerate(drawn, start=1):
        number = _whole(element, "RoundNumber", _ROUNDS, at, faults)
        pairings = list(element.all("Pairing"))
        if number in rounds:
            faults.problem(Message("round %(round)s appears twice", round=number), element.where)
        elif pairings:
            rounds[number] = _round(number, pairings, players, faults)
    return tuple(rounds[number] for number in sorted(rounds))


def _round(number: int, pairings: list[Element], players: dict[int, Player], faults: Faults) -> Round:
    boards: list[Board] = []
    byes: list[Bye] = []
    for element in pairings:
        white, black = (_whole(element, tag, _IDS, 0, faults) for tag in ("White", "Black"))
        unknown = [seat for seat in (white, black) if seat and seat not in players]
        if unknown or not (white or black):
            what = Message("there is no player %(number)s", number=(*unknown, 0)[0])
            faults.problem(what, element.where)
        elif white and black and not _is_set(element, "PairingWithBye"):
            board = _board(element, players[white], players[black], faults)
            boards.append(board)
        else:
            byes.append(Bye(player=players[black or white].id))
    return Round(number=number, boards=seated(boards, number, faults), byes=tuple(byes))


def _board(element: Element, white: Player, black: Player, faults: Faults) -> Board:
    text = _text(element, "Result") or "?-?"
    result = RESULTS.get(text)
    if result is None:
        what = Message("result '%(text)s' is not a result", text=shortened(text))
        faults.problem(what, element.child("Result").where)
        result = Result.UNKNOWN
    return Board(
        table=_whole(element, "BoardNumber", Between(NO_TABLE, _TABLES.high), NO_TABLE, faults),
        white=white.id,
        black=black.id,
        handicap=_whole(element, "Handicap", _STONES, 0, faults),
        result=result.defaulted if _is_set(element, "ResultByReferee") else result,
    )


def _note_what_differs(
    rules: Element, entrants: list[Element], tournament: Tournament, faults: Faults
) -> None:
    faults.note(
        Message("MacMahon keeps no date, place, komi or time limits: enter them in Settings > Details")
    )
    for tag, followed in _FOLLOWED.items():
        text = _text(rules, tag)
        if text and text.lower() != followed:
            note = Message(
                "MacMahon's setting %(name)s is '%(text)s', which Miai does not follow",
                name=tag,
                text=shortened(text),
            )
            faults.note(note, rules.child(tag).where)
    jokers = tuple(
        player.name
        for player, element in zip(tournament.players, entrants, strict=True)
        if _is_set(element, "Joker")
    )
    if jokers:
        note = Message(
            "jokers play only where the field is odd, which Miai does not see to: %(names)s", names=jokers
        )
        faults.note(note)
