"""Reads the registration files of American tournament directors (".tde"), and single rounds of theirs."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from miai.domain.bounds import bounds_of
from miai.domain.numbers import Between, shortened
from miai.domain.people.grade import WEAKEST, WEAKEST_EGF, Grade
from miai.domain.people.player import Extras, Player, PlayerId
from miai.domain.problems import problems
from miai.domain.rounds.game import Board
from miai.domain.rounds.round import Round
from miai.domain.settings.event_settings import Settings
from miai.domain.tournament import Tournament
from miai.errors import InputError, Problem
from miai.formats.aga.lines import RESULTS
from miai.formats.aga.terms import RULESETS, USUAL_RULES, grade_of_aga_rating, parse_us_date, us_date
from miai.formats.limits import demand_players
from miai.formats.reading import Faults, Reading, at_line, decimal_in, whole_in
from miai.formats.text import decode
from miai.messages import Message, counted

PREFIX = "tde:"
_ID = r"[A-Za-z]{3}[0-9]{1,9}"
_DIRECTIVE = re.compile(r"##\s*([A-Za-z]+)\s*(.*)|##\s*([0-9]{1,3})\s*")
_START = re.compile(rf"{_ID}(?!\S)")
_GAME = re.compile(rf"({_ID})\s+({_ID})\s+([wbWB?])\s+([0-9]+)\s+(-?[0-9]+)")
_GRADE = re.compile(r"([0-9]{1,2})\s*([kdpKDP])")
_RATING = re.compile(r"[+-]?[0-9]{1,3}(?:\.[0-9]*)?")
_CLUB = re.compile(r"\bCLUB=(\w*)", re.IGNORECASE)
_EXPIRY = re.compile(r"([0-9]{1,2}/[0-9]{1,2}/[0-9]{4})\s*([A-Z]{2})?")
_SEATS = re.compile(r"(.+?)\s+(\S+)\s+:\s+(.+?)\s+(\S+)")
_TEMPORARY = "TMP"
_COUNTRIES = {"USA": "US", "CAN": "CA"}
_ROUNDS = bounds_of(Round, "number")


@dataclass(slots=True)
class TdeFile:
    """What a file holds: directives, divisions, players by id, and the games of a round."""

    directives: dict[str, str] = field(default_factory=dict)
    divisions: list[tuple[Grade, Grade]] = field(default_factory=list)
    round_number: int = 1
    players: dict[str, Player] = field(default_factory=dict)
    boards: list[Board] = field(default_factory=list)
    unnamed: list[str] = field(default_factory=list)


def sniff(text: str) -> bool:
    """Whether every line but comments and directives begins with an id such as USA12345 or TMP10."""
    lines = [line.partition("#")[0].strip() for line in text.splitlines()]
    contents = [line for line in lines if line]
    # The last line of the head may be cut off.
    return bool(contents) and all(map(_START.match, contents[:-1] or contents))


def read(data: bytes) -> Reading:
    """Read a registration; the file of a round has its games and as much as it tells about the players."""
    faults = Faults()
    found = TdeFile()
    for number, raw in enumerate(decode(data, faults).splitlines(), start=1):
        directive = _DIRECTIVE.fullmatch(raw.strip())
        if directive:
            _add_directive(found, directive, at_line(number), faults)
            continue
        content, _, comment = raw.partition("#")
        if content.strip():
            _add_line(found, content.strip(), comment.strip(), at_line(number), faults)
    faults.stop_if_any()
    if not found.players:
        raise InputError(Message("no player in the file"))
    demand_players(len(found.players))
    tournament = Tournament(
        name=" ".join(found.directives.get("TOURNEY", "").split()),
        settings=_settings(found, faults),
        players=tuple(found.players.values()),
        rounds=(Round(number=found.round_number, boards=tuple(found.boards)),) if found.boards else (),
        extras=_extras(found),
    )
    faults.problems += problems(tournament)
    faults.stop_if_any()
    if found.unnamed:
        faults.note(
            counted(
                "the file of a round has no name for %(num)s player: the id stands for it",
                "the file of a round has no names for %(num)s players: the ids stand for them",
                len(found.unnamed),
            )
        )
    return Reading(tournament=tournament, format="tde", notes=tuple(faults.notes))


def _add_directive(found: TdeFile, directive: re.Match[str], where: Message, faults: Faults) -> None:
    if directive[3]:
        found.round_number = faults.attempt(
            whole_in(_ROUNDS), directive[3], 1, lambda: _unreadable(directive[3], where)
        )
        return
    name, value = directive[1].upper(), directive[2].strip()
    if name == "BAND":
        grades = [_grade(part, where, faults) for part in value.split()]
        if len(grades) == 2:
            found.divisions.append((grades[0], grades[1]))
        else:
            faults.problem(Message("a band needs two grades, such as 2d 1d"), where)
    else:
        found.directives[name] = value


def _unreadable(text: str, where: Message) -> Problem:
    return Problem(what=Message("'%(text)s' cannot be read", text=shortened(text)), where=where)


def _grade(text: str, where: Message, faults: Faults) -> Grade:
    """A grade; one below the weakest that Miai knows is read as that."""
    kyu = _GRADE.fullmatch(text)
    if kyu and kyu[2] in "kK" and int(kyu[1]) > -WEAKEST:
        return Grade.of_number(WEAKEST)
    return faults.attempt(Grade.parse, text, Grade.of_number(0), lambda: _unreadable(text, where))


def _add_line(found: TdeFile, content: str, comment: str, where: Message, faults: Faults) -> None:
    game = _GAME.match(content)
    if game:
        _add_game(found, game, comment, where, faults)
        return
    player = _player(content, comment, len(found.players) + 1, where, faults)
    if player is None:
        return
    key = _key(content.split(maxsplit=1)[0])
    if key in found.players:
        faults.problem(Message("two players have the id '%(id)s'", id=key), where)
    else:
        found.players[key] = player


def _key(text: str) -> str:
    """An id as it is compared: letters in capitals, no zeros in front of the number."""
    return f"{text[:3].upper()}{text[3:].lstrip('0') or '0'}"


def _player(content: str, comment: str, number: int, where: Message, faults: Faults) -> Player | None:
    club = _CLUB.search(content)
    words = _CLUB.sub(" ", content).split()
    at = _strength_at(content)
    if not at:
        what = Message("not a player's id, 'Last, First' and grade or rating, nor a game")
        faults.problem(what, where)
        return None
    surname, _, first_name = (part.strip() for part in " ".join(words[1:at]).partition(","))
    letters, digits = _key(words[0])[:3], _key(words[0])[3:]
    flags = words[at + 1 :]
    if flags:
        note = Message(
            "%(player)s is marked '%(flags)s', which Miai does not act on",
            player=f"{surname} {first_name}".strip(),
            flags=shortened(" ".join(flags)),
        )
        faults.note(note, where)
    rating, grade = _strength(words[at], where, faults)
    member = _EXPIRY.fullmatch(comment)
    return Player(
        id=PlayerId(f"p{number}"),
        surname=surname,
        first_name=first_name,
        grade=grade,
        aga_rating=rating,
        aga_id="" if letters == _TEMPORARY else digits,
        aga_expiry=_expiry(member[1] if member else "", where, faults),
        state=(member[2] or "") if member else "",
        country=_COUNTRIES.get(letters, ""),
        club=club[1] if club else "",
        extras=tuple(_player_extras(letters + digits, flags, "" if member else comment)),
    )


def _strength_at(content: str) -> int:
    """Which word of a player's line is the grade or the rating; 0 where it is no such line."""
    words = _CLUB.sub(" ", content).split()
    at = next((i for i, word in enumerate(words[2:], start=2) if _is_strength(word)), 0)
    return at if _START.match(content) and any("," in word for word in words[1:at]) else 0


def _player_extras(number: str, flags: list[str], comment: str) -> Iterator[tuple[str, str]]:
    if comment:
        yield f"{PREFIX}comment", comment
    if flags:
        yield f"{PREFIX}flags", " ".join(flags)
    yield f"{PREFIX}id", number


def _expiry(text: str, where: Message, faults: Faults) -> str:
    """The day until which somebody is a member, as the AGA's lists have it."""
    try:
        return us_date(parse_us_date(text)) if text else ""
    except ValueError:
        faults.note(Message("'%(text)s' is not a date such as 8/19/2026", text=shortened(text)), where)
        return ""


def _is_strength(word: str) -> bool:
    return bool(_GRADE.fullmatch(word) or _RATING.fullmatch(word))


def _strength(word: str, where: Message, faults: Faults) -> tuple[float | None, Grade]:
    """The rating, if one is given, and the grade."""
    if _GRADE.fullmatch(word):
        return None, _grade(word, where, faults)
    rating = faults.attempt(
        decimal_in(bounds_of(Player, "aga_rating")), word, 0.0, lambda: _unreadable(word, where)
    )
    if "." not in word:
        note = Message("'%(text)s' is read as a rating, because it has no letter", text=word)
        faults.note(note, where)
    return rating, grade_of_aga_rating(rating)


def _add_game(found: TdeFile, game: re.Match[str], comment: str, where: Message, faults: Faults) -> None:
    """A line of the file of a round; its comment has both players by habit."""
    seats = _SEATS.fullmatch(comment)
    told = [(seats[1], seats[2]), (seats[3], seats[4])] if seats else [("", ""), ("", "")]
    white, black = (
        _seat(found, text, said, where, faults) for text, said in zip(game.groups()[:2], told, strict=True)
    )
    komi = bounds_of(Board, "komi")
    found.boards.append(
        Board(
            table=len(found.boards) + 1,
            white=white,
            black=black,
            handicap=faults.attempt(
                whole_in(Between(0, bounds_of(Board, "handicap").high)),
                game[4],
                0,
                lambda: _unreadable(game[4], where),
            ),
            komi=float(faults.attempt(whole_in(komi), game[5], 0, lambda: _unreadable(game[5], where))),
            result=RESULTS[game[3].upper()],
        )
    )


def _seat(found: TdeFile, text: str, told: tuple[str, str], where: Message, faults: Faults) -> PlayerId:
    """The player with an id: known already, or told by the comment, or else without a name."""
    key = _key(text)
    name, strength = told
    if key not in found.players:
        line = f"{key} {name} {strength}"
        if not _strength_at(line):
            found.unnamed.append(key)
            line = f"{key} {key}, {Grade.of_number(WEAKEST_EGF)}"
        player = _player(line, "", len(found.players) + 1, where, faults)
        if player is not None:
            found.players[key] = player
    return found.players[key].id


def _settings(found: TdeFile, faults: Faults) -> Settings:
    directives = found.directives
    rules = directives.get("RULES", "")
    if rules and rules.casefold() not in RULESETS:
        faults.note(
            Message(
                "the rules '%(name)s' are not known and are read as %(default)s",
                name=shortened(rules),
                default="AGA",
            )
        )
    rounds = directives.get("ROUNDS", "")
    count = faults.attempt(
        whole_in(bounds_of(Settings, "rounds")),
        rounds or "5",
        5,
        lambda: Problem(
            what=Message("'%(text)s' cannot be read", text=shortened(rounds)),
            where=Message("header %(name)s", name="ROUNDS"),
        ),
    )
    if directives.get("HANDICAPS"):
        faults.note(
            Message(
                "HANDICAPS '%(text)s' is not followed: set the handicaps in Settings > Rules",
                text=shortened(directives["HANDICAPS"]),
            )
        )
    limits = tuple(sorted((lower for _, lower in found.divisions), reverse=True))
    if limits:
        faults.note(Message("the bands are read as categories"))
    return Settings(
        rounds=max(count, found.round_number),
        ruleset=RULESETS.get(rules.casefold(), USUAL_RULES),
        category_limits=limits[:-1],
    )


def _extras(found: TdeFile) -> Extras:
    used = {"TOURNEY", "ROUNDS"}
    if found.directives.get("RULES", "").casefold() in RULESETS:
        used.add("RULES")
    return tuple(
        sorted((f"{PREFIX}{name}", text) for name, text in found.directives.items() if name not in used)
    )
